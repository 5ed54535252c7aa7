"""What a reader is told about the lines that the sequence leaves open, and about talk (TR4.3, TR4.7, TR5)."""

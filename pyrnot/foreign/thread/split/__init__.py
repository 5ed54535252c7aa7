"""A text as messages and lines, each with its writer and its time; nothing here knows what a turn is (TR1, TR2)."""

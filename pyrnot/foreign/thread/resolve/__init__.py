"""What the sequence makes of the lines: which turn each of them is, and which repeat one (TR4.1 to TR4.6)."""

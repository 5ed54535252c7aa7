"""Martian Chess by Andrew Looney: whatever is in your territory is yours to move, and captures score."""

NAMES = ("Martian Chess",)
"""The title of the game, then its other names."""

"""Martian Life by Kerin Schiesser: pyramids are placed and promoted, and live or die by their neighbours."""

NAMES = ("Martian Life",)
"""The title of the game, then its other names."""

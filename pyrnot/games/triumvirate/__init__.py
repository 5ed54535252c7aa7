"""Triumvirate by Thomas R. Brendel: each seat's card decides how its pyramids move and may be captured."""

NAMES = ("Triumvirate",)
"""The title of the game, then its other names."""

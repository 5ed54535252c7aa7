"""Homeworlds by John Cooper: fleets that build, trade, travel and fight between star systems."""

NAMES = ("Homeworlds",)
"""The title of the game, then its other names."""

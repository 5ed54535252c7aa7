"""Spectrum by Erik Dresner: rules S1 to S12."""

NAMES = ("Spectrum",)
"""The title of the game, then its other names."""

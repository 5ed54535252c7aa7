"""Autumn Ash by Gregory Lattanzio: rules AA1 to AA22, with the optional rules `easy` (AA20) and `unsettled`
(AA21)."""

NAMES = ("Autumn Ash",)
"""The title of the game, then its other names."""

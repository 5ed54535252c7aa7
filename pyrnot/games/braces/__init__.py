"""Braces (Color Shift) by Jim Aikin: pyramids that change colour between two of a kind."""

from pyrnot.games.braces.game import Braces

GAME = Braces()

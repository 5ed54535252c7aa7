"""Triumvirate by Thomas R. Brendel: each seat's card decides how its pyramids move and may be captured."""

from pyrnot.games.triumvirate.game import Triumvirate

GAME = Triumvirate()

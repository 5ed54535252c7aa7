"""Triumvirate: each seat's card says how its pyramids move and how they may be captured."""

from pyrnot.games.triumvirate.game import Triumvirate

GAME = Triumvirate()

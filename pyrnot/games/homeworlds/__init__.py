"""Homeworlds by John Cooper: fleets that build, trade, travel and fight between star systems."""

from pyrnot.games.homeworlds.game import Homeworlds

GAME = Homeworlds()

"""Spectrum by Erik Dresner: pyramids exchanged round a circle of twelve colours until a stash is nearly empty."""

from pyrnot.games.spectrum.game import Spectrum

GAME = Spectrum()

"""Spectrum by Erik Dresner: rules S1 to S12."""

from pyrnot.games.spectrum.game import Spectrum

GAME = Spectrum()

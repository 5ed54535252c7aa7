"""Martian Life by Kerin Schiesser: placed and promoted pyramids that live or die by their neighbours."""

from pyrnot.games.martian_life.game import MartianLife

GAME = MartianLife()

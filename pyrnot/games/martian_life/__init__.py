"""Martian Life by Kerin Schiesser: pyramids are placed and promoted, and live or die by their neighbours."""

from pyrnot.games.martian_life.game import MartianLife

GAME = MartianLife()

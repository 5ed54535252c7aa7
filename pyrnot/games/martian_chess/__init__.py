"""Martian Chess by Andrew Looney: whatever is in your territory is yours to move, and captures score."""

from pyrnot.games.martian_chess.game import MartianChess

GAME = MartianChess()

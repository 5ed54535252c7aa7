"""The long story of each code that Autumn Ash raises, with a wrong and a right record, for `pyrnot explain`."""

from __future__ import annotations

from pyrnot.game import Explanation


def _tell(code: str, rule: str, story: str, setup: str, wrong: str, right: str, variant: str = "") -> Explanation:
    """A story whose records are one turn from a position."""
    tags = '[Game "Autumn Ash"]\n' + (f'[Variant "{variant}"]\n' if variant else "") + f'[Setup "{setup}"]\n'
    return Explanation(code, rule, story, f"{tags}\n1. {wrong}\n", f"{tags}\n1. {right}\n")


_EMPTY = "6/6/6/6/6 r 0 0"
_PAWN = "6/6/6/2,Py,3/6 r 0 0"
_ROW = "6/6/1,Dy,Dy,3/3,Qg,2/6 r 0 0"

EXPLANATIONS = (
    _tell(
        "wrong-order",
        "AA3",
        "A pyramid enters at the start of a turn, before the move.",
        _PAWN,
        "Pc2-c3=D; +Qa1",
        "+Qa1; Pc2-c3=D",
    ),
    _tell(
        "second-action",
        "AA3",
        "Only one pyramid may enter in a turn, though the stash may hold more and other entry squares be vacant.",
        _EMPTY,
        "+Qa1; +Df1; Qa1-a2=D",
        "+Qa1; Qa1-a2=D",
    ),
    _tell(
        "second-action",
        "AA4",
        "A turn moves one pyramid and no more.",
        "6/6/6/2,Py,Dy,2/6 r 0 0",
        "Pc2-c3=D; Dd2-d3=D",
        "Pc2-c3=D",
    ),
    _tell(
        "off-board",
        "AA3",
        "The board has files a to f and ranks 1 to 5. Only in the optional rule unsettled is it 8 by 8.",
        _EMPTY,
        "+Qh8; Qh8-h7=D",
        "+Qf5; Qf5-f4=D",
    ),
    _tell(
        "off-board",
        "AA4",
        "The board has files a to f and ranks 1 to 5, so no pyramid can start from any other square.",
        _PAWN,
        "Pg2-f2=D",
        "Pc2-c3=D",
    ),
    _tell(
        "off-board",
        "AA5",
        "No step leads off the board, which has files a to f and ranks 1 to 5.",
        "6/6/5,Py/6/6 r 0 0",
        "Pf3-g3=D",
        "Pf3-e3=D",
    ),
    _tell(
        "occupied",
        "AA3",
        "A pyramid enters on a vacant square. It cannot enter on top of another, whoever owns that.",
        "6/6/6/6/Pw,5 r 0 0",
        "+Qa1; Qa1-b1=D",
        "+Qf1; Qf1-e1=D",
    ),
    _tell(
        "occupied",
        "AA5",
        "The first of two steps must be to an empty square: a pyramid may end its move on another, never pass over it.",
        "6/6/2,Qw,3/2,Qy,3/6 r 0 0",
        "Qc2-c3-c4=D",
        "Qc2-c3=P",
    ),
    _tell(
        "stash-empty",
        "AA3",
        "The game has one trio of green and one of clear. A pyramid of them that is on the board cannot enter.",
        "6/6/6/2,Qg,3/6 r 0 0",
        "+Qa1; Qa1-a2=D",
        "+Pa1; Pa1-a2=D",
    ),
    _tell(
        "stash-empty",
        "AA7",
        "The moved pyramid is exchanged for one from the stash, as it is before anything is bagged. The game has "
        "two of each size and colour (of green and clear one), and those on the board are not in the stash.",
        "Qr,4,Qr/6/6/2,Py,3/6 r 0 0",
        "Pc2-c3=Q",
        "Pc2-c3=D",
    ),
    _tell(
        "no-entry-square",
        "AA3",
        "A pyramid enters on a corner of the board: a1, f1, a5 or f5.",
        _EMPTY,
        "+Qb1; Qb1-b2=D",
        "+Qa1; Qa1-a2=D",
    ),
    _tell(
        "no-entry-square",
        "AA21",
        "In unsettled a pyramid enters on a corner of a rectangle of 6 by 5 or 5 by 6 squares that lies on the board "
        "and holds both that square and all pyramids in play.",
        "8/8/8/8/Pw,7/8/8/8 r 0 0",
        "+Qg4; Qg4-f4=D",
        "+Qf4; Qf4-e4=D",
        "unsettled",
    ),
    _tell(
        "no-move",
        "AA4",
        "Entering is no move: each turn must move a pyramid, the one that has just entered or another.",
        _EMPTY,
        "+Qa1",
        "+Qa1; Qa1-a2=D",
    ),
    _tell("no-such-pyramid", "AA4", "A move begins on a square with a pyramid.", _PAWN, "Pc3-c4=D", "Pc2-c3=D"),
    _tell(
        "not-yours",
        "AA4",
        "Only the top pyramid of a square can move, and only its owner moves it: green, yellow, red and blue are "
        "Rainbow's, clear, white, orange and cyan are Xeno's.",
        "6/6/6/2,QyPw,Py,2/6 r 0 0",
        "Pc2-c3=D",
        "Pd2-d3=D",
    ),
    _tell(
        "wrong-size",
        "AA4",
        "The letter before the first square is the size of the pyramid that moves, as it is before it changes.",
        _PAWN,
        "Dc2-c3=D",
        "Pc2-c3=D",
    ),
    _tell(
        "burnt",
        "AA4",
        "Black and purple are the ends of the progressions. Such a pyramid is burnt and never moves again; it still "
        "blocks, can be capped, and counts for rows.",
        "6/6/6/2,Pk,Py,2/6 r 0 0",
        "Pc2-c3=D",
        "Pd2-d3=D",
    ),
    _tell("too-many-steps", "AA5", "A move is one or two steps.", _PAWN, "Pc2-c3-c4-c5=D", "Pc2-c3-c4=D"),
    _tell(
        "not-adjacent",
        "AA5",
        "Each step leads to a square orthogonally beside: neither diagonal, nor longer, nor to the same square.",
        _PAWN,
        "Pc2-d3=D",
        "Pc2-c3-d3=D",
    ),
    _tell(
        "entry-square-left",
        "AA5",
        "A move may come back to where it began, but not to an entry square that it left in this turn.",
        "6/6/6/6/Py,5 r 0 0",
        "Pa1-b1-a1=D",
        "Pa1-b1-b2=D",
    ),
    _tell(
        "cap-not-pawn",
        "AA7",
        "A pyramid that ends its move on another becomes a pawn of its next colour. =P may be left out.",
        "6/6/2,Qw,3/2,Qy,3/6 r 0 0",
        "Qc2-c3=D",
        "Qc2-c3=P",
    ),
    _tell(
        "size-missing",
        "AA7",
        "The player chooses the size of the new pyramid, so it must be written, but for a cap.",
        _PAWN,
        "Pc2-c3",
        "Pc2-c3=D",
    ),
    _tell(
        "blocked",
        "AA8",
        "A pawn on top of its square keeps opposing queens from each square orthogonally beside it and from its own. "
        "Each step counts, and so does the size that the mover has before it changes.",
        "6/6/1,Pw,4/2,Qy,3/6 r 0 0",
        "Qc2-c3=D",
        "Qc2-d2=D",
    ),
    _tell(
        "blocked",
        "AA9",
        "A drone on top of its square keeps opposing queens and drones from a step to the square beside it that leads "
        "straight towards it. From the side they may come.",
        "6/2,Dw,3/6/2,Dy,3/6 r 0 0",
        "Dc2-c3=D",
        "Dc2-d2-d3=D",
    ),
    _tell(
        "cannot-cap",
        "AA10",
        "Of the opponent's pyramids, a queen may be capped by any, a drone by a pawn only, a pawn by a drone or a "
        "pawn. One's own may be capped by any.",
        "6/6/2,Dw,3/2,Dy,3/6 r 0 0",
        "Dc2-c3=P",
        "Dc2-d2=D",
    ),
    _tell(
        "cannot-cap",
        "AA20",
        "In easy a pawn may be capped by a pawn, a drone by a drone or a pawn, a queen by any, whoever owns them.",
        "6/6/2,Py,3/2,Dy,3/6 r 0 0",
        "Dc2-c3=P",
        "Dc2-d2=D",
        "easy",
    ),
    _tell(
        "claim-false",
        "AA13",
        "X lists the squares that something was bagged from: all squares of all rows that the move made through its "
        "last square. It may be left out, but if written it must be right.",
        _ROW,
        "Qd2-d3=P Xc3,d3",
        "Qd2-d3=P Xb3,c3,d3",
    ),
    _tell(
        "claim-false",
        "AA14",
        "The points are the pips of what was bagged and, once, 3 for red or orange, 6 for blue or cyan, 12 for black "
        "or purple. They may be left out, but if written they must be right; where nothing is bagged none are written.",
        _ROW,
        "Qd2-d3=P Xb3,c3,d3 +8",
        "Qd2-d3=P Xb3,c3,d3 +5",
    ),
    _tell("needless-pass", "AA16", "Nobody may pass.", _PAWN, "pass", "Pc2-c3=D"),
    _tell("pass-not-alone", "R3", "`pass` is a whole turn, no part of one.", _EMPTY, "+Qa1; pass", "+Qa1; Qa1-a2=D"),
    _tell(
        "no-reply",
        "AA16",
        "A turn must leave the opponent a legal turn (by AA3 to AA14), unless it wins. Here the only vacant entry "
        "square is Xeno's only hope.",
        "Qk,4,Qk/6/6/4,Pg,1/Dk,5 r 0 0",
        "Pe2-e1-f1=D",
        "Pe2-e1=D",
    ),
    _tell(
        "out-of-playfield",
        "AA21",
        "In unsettled one rectangle of 6 by 5 or 5 by 6 squares must hold all pyramids after each step.",
        "8/8/8/Pw,7/8/8/8/5,Py,2 r 0 0",
        "Pf1-g1=D",
        "Pf1-e1=D",
        "unsettled",
    ),
    Explanation(
        "bad-setup",
        "AA22",
        "A Setup shows what a game can lead to: no more pyramids than there are, only pawns that have changed on "
        "top of others, at most one seat with more than 20 points, and in unsettled all within one playfield.",
        '[Game "Autumn Ash"]\n[Setup "6/6/6/2,QyDy,3/6 r 0 0"]\n\n1. Dc2-c3=D\n',
        '[Game "Autumn Ash"]\n[Setup "6/6/6/2,QyPy,3/6 r 0 0"]\n\n1. Pc2-c3=D\n',
    ),
)

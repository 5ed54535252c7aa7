"""The long stories of the faults that Autumn Ash finds, each with a wrong record and the same made right.

`pyrnot explain` prints them. No rule is applied here.
"""

from __future__ import annotations

from pyrnot.games.autumn_ash.codes import Codes
from pyrnot.rulebook import Explanation

_GAME = '[Game "Autumn Ash"]\n'
_START = _GAME + "\n"


def _setup(position: str, variant: str = "") -> str:
    """The tags of a record that begins in `position`, where Rainbow is to move and nobody has a point."""
    tag = f'[Variant "{variant}"]\n' if variant else ""
    return f'{_GAME}{tag}[Setup "{position} r 0 0"]\n\n'


_EMPTY = _setup("6/6/6/6/6")
_UNSETTLED = _GAME + '[Variant "unsettled"]\n\n'
_TWO_YELLOWS = "6/6/3,Pg,2/1,Py,Qy,3/6"
"""Rainbow's green pawn on d3 makes a row with the yellow ones on b2 and c2 if it moves to d2."""
_OPPOSING_DRONE = "6/1,Pg,Dw,3/2,Dg,3/6/6"
_OWN_STACK = "6/2,Py,3/2,Qy,3/6/6"

FAULTS: tuple[Explanation, ...] = (
    Explanation(
        code=Codes.PASS_NOT_ALONE,
        rule="R3",
        story=(
            "`pass` is the whole of a turn; nothing stands beside it. And in Autumn Ash nobody may pass at all: a "
            "turn ends with the move of a pyramid. Leave the pass out, and write the move."
        ),
        wrong=_EMPTY + "1. +Qa1; pass\n",
        right=_EMPTY + "1. +Qa1; Qa1-a2=D\n",
    ),
    Explanation(
        code=Codes.SECOND_ACTION,
        rule="AA3",
        story=(
            "One pyramid at most may enter in a turn. Here a second one does. Let it enter in your next turn: an "
            "entry is a right, not a duty."
        ),
        wrong=_EMPTY + "1. +Qa1; +Df1; Qa1-a2=D\n",
        right=_EMPTY + "1. +Qa1; Qa1-a2=D\n",
    ),
    Explanation(
        code=Codes.WRONG_ORDER,
        rule="AA3",
        story=(
            "A pyramid enters first in the turn, then one pyramid moves. Here an entry stands behind the move. "
            "Write it first, or leave it for the next turn."
        ),
        wrong=_setup("6/6/6/2,Py,3/6") + "1. Pc2-c3=D; +Qa1\n",
        right=_setup("6/6/6/2,Py,3/6") + "1. +Qa1; Pc2-c3=D\n",
    ),
    Explanation(
        code=Codes.OFF_BOARD,
        rule="AA3",
        story=(
            "Six files, a to f, and five ranks, 1 to 5, make the board; `unsettled` is played on 8 by 8. Here a "
            "pyramid enters on a square that is not there. The entry squares are the four corners, a1, f1, a5 and "
            "f5."
        ),
        wrong=_EMPTY + "1. +Qh8; Qh8-h7=D\n",
        right=_EMPTY + "1. +Qf5; Qf5-f4=D\n",
    ),
    Explanation(
        code=Codes.OCCUPIED,
        rule="AA3",
        story=(
            "A pyramid enters on a vacant entry square: no cap can be made by entering, and it is all one whose "
            "pyramid stands there. Choose another corner, or just move."
        ),
        wrong=_setup("6/6/6/6/Pr,5") + "1. +Qa1; Qa1-a2=D\n",
        right=_setup("6/6/6/6/Pr,5") + "1. +Qf1; Qf1-f2=D\n",
    ),
    Explanation(
        code=Codes.STASH_EMPTY,
        rule="AA3",
        story=(
            "Only green pyramids (Rainbow's) and clear ones (Xeno's) enter, and there is one trio of each in the "
            "whole game. Here the one of this size is on the board already. Enter one of another size, or just "
            "move; it comes back to the stash when it changes its colour."
        ),
        wrong=_START + "1. +Pa1; Pa1-a2=D\n",
        right=_START + "1. Pb2-a2=D\n",
    ),
    Explanation(
        code=Codes.NO_ENTRY_SQUARE,
        rule="AA3",
        story=(
            "Pyramids enter on the corners of the board only: a1, f1, a5 and f5. Here one enters elsewhere. "
            "Choose a corner that is vacant."
        ),
        wrong=_EMPTY + "1. +Qb1; Qb1-b2=D\n",
        right=_EMPTY + "1. +Qa1; Qa1-b1=D\n",
    ),
    Explanation(
        code=Codes.SECOND_ACTION,
        rule="AA4",
        story=(
            "One pyramid moves in a turn, and no more than one. Here a second move follows. Two steps of one "
            "pyramid are one move, written as `Pb2-b3-c3=D`."
        ),
        wrong=_START + "1. Pb2-b3=D; Db3-a3=P\n",
        right=_START + "1. Pb2-b3-a3=D\n",
    ),
    Explanation(
        code=Codes.OFF_BOARD,
        rule="AA4",
        story=(
            "A move begins on a square of the board, which has the files a to f and the ranks 1 to 5 (in "
            "`unsettled` a to h and 1 to 8). Here it begins on one that is not there."
        ),
        wrong=_START + "1. Pb6-b5=D\n",
        right=_START + "1. Pb2-b3=D\n",
    ),
    Explanation(
        code=Codes.NO_SUCH_PYRAMID,
        rule="AA4",
        story=(
            "A move begins on a square with a pyramid of the mover's on top. Here the square is empty. Mostly it "
            "is misspelt, or its pyramid moved or was bagged in an earlier turn."
        ),
        wrong=_START + "1. Pb3-b4=D\n",
        right=_START + "1. Pb2-b3=D\n",
    ),
    Explanation(
        code=Codes.NOT_YOURS,
        rule="AA4",
        story=(
            "A seat moves its own pyramids: green, yellow, red and blue are Rainbow's; clear, white, orange and "
            "cyan are Xeno's. Here the top pyramid of the square is the opponent's. One of yours beneath it "
            "cannot move as long as it lies there."
        ),
        wrong=_START + "1. Pe4-e3=D\n",
        right=_START + "1. Pb2-b3=D\n",
    ),
    Explanation(
        code=Codes.WRONG_SIZE,
        rule="AA4",
        story=(
            "A move names the size that the pyramid has before it moves; the size that it takes on stands behind "
            "`=`. Here another size is on top of the square, so the size or the square is a slip."
        ),
        wrong=_START + "1. Db2-b3=P\n",
        right=_START + "1. Pb2-b3=P\n",
    ),
    Explanation(
        code=Codes.BURNT,
        rule="AA4",
        story=(
            "A pyramid that has come to the end of its progression, black or purple, is burnt: it never moves "
            "again. It still blocks, counts for rows, and can be capped and bagged. Move another."
        ),
        wrong=_setup("6/6/2,Pk,Py,2/6/6") + "1. Pc3-c2=D\n",
        right=_setup("6/6/2,Pk,Py,2/6/6") + "1. Pd3-d2=D\n",
    ),
    Explanation(
        code=Codes.NO_MOVE,
        rule="AA4",
        story=(
            "Every turn moves one pyramid; an entry comes before the move and does not stand for it. Here the "
            "turn ends without one. Move: the pyramid that entered will do."
        ),
        wrong=_EMPTY + "1. +Qa1\n",
        right=_EMPTY + "1. +Qa1; Qa1-a2=D\n",
    ),
    Explanation(
        code=Codes.TOO_MANY_STEPS,
        rule="AA5",
        story=(
            "A move is one step or two. Here a third is written. Write only the squares that the pyramid steps "
            "on, at most two behind the one where it begins."
        ),
        wrong=_START + "1. Pb2-b3-b4-b5=D\n",
        right=_START + "1. Pb2-b3-b4=D\n",
    ),
    Explanation(
        code=Codes.OFF_BOARD,
        rule="AA5",
        story=(
            "A step stays on the board, which has the files a to f and the ranks 1 to 5 (in `unsettled` a to h "
            "and 1 to 8). Here it leaves it."
        ),
        wrong=_setup("6/6/5,Qg/6/6") + "1. Qf3-g3=D\n",
        right=_setup("6/6/5,Qg/6/6") + "1. Qf3-e3=D\n",
    ),
    Explanation(
        code=Codes.NOT_ADJACENT,
        rule="AA5",
        story=(
            "A step goes to the next square along a rank or a file, never diagonally and never farther. Here it "
            "does. Of a move of two steps both squares are written: `Pb2-b3-c3=D`."
        ),
        wrong=_START + "1. Pb2-c3=D\n",
        right=_START + "1. Pb2-b3-c3=D\n",
    ),
    Explanation(
        code=Codes.OCCUPIED,
        rule="AA5",
        story=(
            "The first of two steps must be to an empty square: only the last may cap, for a cap ends the move. "
            "Here the pyramid goes on over another. Stop there, if the cap is allowed, or go round."
        ),
        wrong=_setup(_OWN_STACK) + "1. Qc3-c4-c5=D\n",
        right=_setup(_OWN_STACK) + "1. Qc3-c4=P\n",
    ),
    Explanation(
        code=Codes.ENTRY_SQUARE_LEFT,
        rule="AA5",
        story=(
            "A move may come back to where it began, but not to an entry square that it left in this turn (in "
            "`unsettled`: not to the square on which the pyramid entered in this turn). End it elsewhere."
        ),
        wrong=_EMPTY + "1. +Qa1; Qa1-b1-a1=D\n",
        right=_EMPTY + "1. +Qa1; Qa1-b1-b2=D\n",
    ),
    Explanation(
        code=Codes.CAP_NOT_PAWN,
        rule="AA7",
        story=(
            "At the end of its move a pyramid changes to its next colour, in any size that the stash holds; but "
            "one that ends on another pyramid always becomes a pawn. Here another size is written for a cap. "
            "Write `=P`, or nothing: `fmt` adds it."
        ),
        wrong=_setup(_OWN_STACK) + "1. Qc3-c4=D\n",
        right=_setup(_OWN_STACK) + "1. Qc3-c4=P\n",
    ),
    Explanation(
        code=Codes.SIZE_MISSING,
        rule="AA7",
        story=(
            "At the end of its move a pyramid changes to its next colour, in any size that the stash holds, and "
            "the player chooses which. So the record must say it: `=P`, `=D` or `=Q`. Only a cap needs none, for "
            "it is always a pawn."
        ),
        wrong=_START + "1. Pb2-b3\n",
        right=_START + "1. Pb2-b3=D\n",
    ),
    Explanation(
        code=Codes.STASH_EMPTY,
        rule="AA7",
        story=(
            "At the end of its move a pyramid is exchanged for one of its next colour from the stash, before "
            "anything is bagged. There are two trios of each such colour. Here both pyramids of this size are on "
            "the board. Choose another size; if the stash has none of that colour at all, the move cannot be "
            "made."
        ),
        wrong=_setup("Dy,5/6/2,Dy,3/6/Pg,5") + "1. Pa1-a2=D\n",
        right=_setup("Dy,5/6/2,Dy,3/6/Pg,5") + "1. Pa1-a2=Q\n",
    ),
    Explanation(
        code=Codes.BLOCKED,
        rule="AA8",
        story=(
            "A pawn keeps opposing queens off: none may enter a square orthogonally beside it, nor cap it. Only "
            "the pyramid on top of a stack does so, but a burnt one does too. Every step is looked at, the first "
            "as well. Go another way, or with a pawn or a drone."
        ),
        wrong=_setup("6/2,Pw,3/6/2,Qg,3/6") + "1. Qc2-c3=D\n",
        right=_setup("6/2,Pw,3/6/2,Qg,3/6") + "1. Qc2-d2=D\n",
    ),
    Explanation(
        code=Codes.BLOCKED,
        rule="AA9",
        story=(
            "A drone keeps opposing queens and drones from stepping straight towards it onto the square before "
            "it. From the side that square may be entered, and leaving is always free. Every step is looked at. "
            "Come from the side, or with a pawn."
        ),
        wrong=_setup("6/2,Dw,3/6/3,Qg,2/6") + "1. Qd2-c2-c3=D\n",
        right=_setup("6/2,Dw,3/6/3,Qg,2/6") + "1. Qd2-d3-c3=D\n",
    ),
    Explanation(
        code=Codes.CANNOT_CAP,
        rule="AA10",
        story=(
            "An opposing queen may be capped by any pyramid, a drone only by a pawn, a pawn by a pawn or a drone. "
            "Pyramids of your own may be capped by any. Here the one that moves is too large. Cap with a smaller "
            "one."
        ),
        wrong=_setup(_OPPOSING_DRONE) + "1. Dc3-c4=P\n",
        right=_setup(_OPPOSING_DRONE) + "1. Pb4-c4=P\n",
    ),
    Explanation(
        code=Codes.CLAIM_FALSE,
        rule="AA13",
        story=(
            "Behind X stand the squares from which pyramids are bagged: all squares of the rows that the move "
            "makes, with the new colour of the pyramid that moved. Here a square is too many, missing or written "
            "twice, or there is no row. Correct them, or leave X out: `fmt` adds it."
        ),
        wrong=_setup(_TWO_YELLOWS) + "1. Pd3-d2=D Xb2,c2,e2 +6\n",
        right=_setup(_TWO_YELLOWS) + "1. Pd3-d2=D Xb2,c2,d2 +6\n",
    ),
    Explanation(
        code=Codes.CLAIM_FALSE,
        rule="AA14",
        story=(
            "The points of a bag are the pips of all pyramids in it, and once for its colour 3 (red, orange), 6 "
            "(blue, cyan) or 12 (black, purple); green, clear, yellow and white add nothing. Here the number "
            "written is another, or nothing is bagged. Correct it, or leave it out: `fmt` adds it."
        ),
        wrong=_setup(_TWO_YELLOWS) + "1. Pd3-d2=D Xb2,c2,d2 +9\n",
        right=_setup(_TWO_YELLOWS) + "1. Pd3-d2=D Xb2,c2,d2 +6\n",
    ),
    Explanation(
        code=Codes.NEEDLESS_PASS,
        rule="AA16",
        story=(
            "Nobody may pass: as long as there is a legal turn, one is made. A seat without any has no turn to "
            "write either, since the game is then a draw. Write the turn that was played."
        ),
        wrong=_START + "1. pass\n",
        right=_START + "1. Pb2-b3=D\n",
    ),
    Explanation(
        code=Codes.NO_REPLY,
        rule="AA16",
        story=(
            "A turn that would leave the opponent without a legal turn is not allowed, unless it wins. Here the "
            "opponent could neither move a pyramid nor let one enter and move it. Play something that leaves a "
            "reply."
        ),
        wrong=_setup("Qk,4,Qk/6/6/4,Pg,1/Dk,5") + "1. Pe2-e1-f1=D\n",
        right=_setup("Qk,4,Qk/6/6/4,Pg,1/Dk,5") + "1. Pe2-e1=D\n",
    ),
    Explanation(
        code=Codes.CANNOT_CAP,
        rule="AA20",
        story=(
            "In `easy` the limits of capping are these, whoever owns the pyramid: a pawn is capped by a pawn "
            "only, a drone by a drone or a pawn, a queen by any. Here the one that moves is larger than the one "
            "beneath. Cap with one that is no larger."
        ),
        wrong=_setup("6/1,Pg,Dw,3/2,Qg,3/6/6", "easy") + "1. Qc3-c4=P\n",
        right=_setup("6/1,Pg,Dw,3/2,Qg,3/6/6", "easy") + "1. Pb4-c4=P\n",
    ),
    Explanation(
        code=Codes.NO_ENTRY_SQUARE,
        rule="AA21",
        story=(
            "In `unsettled` a pyramid enters on a vacant corner of a playfield: a rectangle 6 wide and 5 high, or "
            "5 wide and 6 high, that holds it and all pyramids then on the board. No such rectangle has a corner "
            "on this square. Choose another."
        ),
        wrong=_UNSETTLED + "1. +Qd4; Qd4-d5=D\n",
        right=_UNSETTLED + "1. +Qc4; Qc4-c5=D\n",
    ),
    Explanation(
        code=Codes.OUT_OF_PLAYFIELD,
        rule="AA21",
        story=(
            "In `unsettled` all pyramids must lie within one rectangle 6 wide and 5 high, or 5 wide and 6 high, "
            "after the entry, after each step and after the turn; it may be another one each time. After this "
            "step no such rectangle holds them all. Stay nearer to the others."
        ),
        wrong=_setup("8/8/8/Pw,7/8/8/8/5,Pg,2", "unsettled") + "1. Pf1-g1=D\n",
        right=_setup("8/8/8/Pw,7/8/8/8/5,Pg,2", "unsettled") + "1. Pf1-e1=D\n",
    ),
    Explanation(
        code=Codes.BAD_SETUP,
        rule="AA22",
        story=(
            "Setup must show what a game can come to. It cannot if there are more pyramids of a size and colour "
            "than the game has (one trio of green and of clear, two of each other colour), if a pyramid that lies "
            "on another is no pawn, or is green or clear, if both seats have more than 20 points, or if in "
            "`unsettled` no playfield holds all pyramids. Correct the position string."
        ),
        wrong=_setup("6/6/2,Pg,Pg,2/6/6") + "1. Pc3-c2=D\n",
        right=_setup("6/6/2,Pg,Dg,2/6/6") + "1. Pc3-c2=D\n",
    ),
)

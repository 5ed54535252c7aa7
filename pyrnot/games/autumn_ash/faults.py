"""Explanations of Autumn Ash's diagnostics, each with a wrong record and the same record put right.

`pyrnot explain` prints them.
"""

from __future__ import annotations

from pyrnot.core.rulebook import Explanation
from pyrnot.games.autumn_ash.codes import Codes

_GAME = '[Game "Autumn Ash"]\n'
_START = _GAME + "\n"


def _setup(position: str, variant: str = "") -> str:
    """The tags of a record that begins with `position` (a board), Rainbow to move, without points."""
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
            "Write the move and leave the pass out. `pass` must be the only action of its turn, and in Autumn Ash a "
            "seat may never pass anyway: every turn ends with the move of a pyramid."
        ),
        wrong=_EMPTY + "1. +Qa1; pass\n",
        right=_EMPTY + "1. +Qa1; Qa1-a2=D\n",
    ),
    Explanation(
        code=Codes.SECOND_ACTION,
        rule="AA3",
        story=(
            "Only one pyramid may enter in a turn. Here a second one does. Let it enter in a later turn: entering is "
            "optional."
        ),
        wrong=_EMPTY + "1. +Qa1; +Df1; Qa1-a2=D\n",
        right=_EMPTY + "1. +Qa1; Qa1-a2=D\n",
    ),
    Explanation(
        code=Codes.WRONG_ORDER,
        rule="AA3",
        story=(
            "A pyramid enters at the start of the turn, before the move. Here the entry comes after the move. Write "
            "it first, or leave it for the next turn."
        ),
        wrong=_setup("6/6/6/2,Py,3/6") + "1. Pc2-c3=D; +Qa1\n",
        right=_setup("6/6/6/2,Py,3/6") + "1. +Qa1; Pc2-c3=D\n",
    ),
    Explanation(
        code=Codes.OFF_BOARD,
        rule="AA3",
        story=(
            "The board has files a to f and ranks 1 to 5; in `unsettled` it is 8 by 8. Here a pyramid enters on a "
            "square outside it. The entry squares are the four corners a1, f1, a5 and f5."
        ),
        wrong=_EMPTY + "1. +Qh8; Qh8-h7=D\n",
        right=_EMPTY + "1. +Qf5; Qf5-f4=D\n",
    ),
    Explanation(
        code=Codes.OCCUPIED,
        rule="AA3",
        story=(
            "A pyramid can enter only on a vacant entry square. It cannot cap, whoever owns the pyramid that is "
            "there. Choose another corner, or only move."
        ),
        wrong=_setup("6/6/6/6/Pr,5") + "1. +Qa1; Qa1-a2=D\n",
        right=_setup("6/6/6/6/Pr,5") + "1. +Qf1; Qf1-f2=D\n",
    ),
    Explanation(
        code=Codes.STASH_EMPTY,
        rule="AA3",
        story=(
            "Only green pyramids (Rainbow's) and clear ones (Xeno's) enter, and the game has only one trio of each. "
            "Here the one of this size is already on the board. Enter another size, or only move. A pyramid returns "
            "to the stash when it changes colour."
        ),
        wrong=_START + "1. +Pa1; Pa1-a2=D\n",
        right=_START + "1. Pb2-a2=D\n",
    ),
    Explanation(
        code=Codes.NO_ENTRY_SQUARE,
        rule="AA3",
        story=(
            "Pyramids enter on the corners of the board: a1, f1, a5 and f5. Here one enters elsewhere. Choose a "
            "vacant corner."
        ),
        wrong=_EMPTY + "1. +Qb1; Qb1-b2=D\n",
        right=_EMPTY + "1. +Qa1; Qa1-b1=D\n",
    ),
    Explanation(
        code=Codes.SECOND_ACTION,
        rule="AA4",
        story=(
            "Exactly one pyramid moves in a turn. Here a second move follows. Two steps of one pyramid are a single "
            "move, written `Pb2-b3-c3=D`."
        ),
        wrong=_START + "1. Pb2-b3=D; Db3-a3=P\n",
        right=_START + "1. Pb2-b3-a3=D\n",
    ),
    Explanation(
        code=Codes.OFF_BOARD,
        rule="AA4",
        story=(
            "A move starts on a square of the board, which has files a to f and ranks 1 to 5 (in `unsettled`, a to h "
            "and 1 to 8). Here it starts outside it."
        ),
        wrong=_START + "1. Pb6-b5=D\n",
        right=_START + "1. Pb2-b3=D\n",
    ),
    Explanation(
        code=Codes.NO_SUCH_PYRAMID,
        rule="AA4",
        story=(
            "A move starts on a square where one of the mover's pyramids is on top. Here the square is empty. It may "
            "be misspelt, or its pyramid moved or was bagged in an earlier turn."
        ),
        wrong=_START + "1. Pb3-b4=D\n",
        right=_START + "1. Pb2-b3=D\n",
    ),
    Explanation(
        code=Codes.NOT_YOURS,
        rule="AA4",
        story=(
            "A seat moves its own pyramids: green, yellow, red and blue are Rainbow's; clear, white, orange and cyan "
            "are Xeno's. Here the pyramid on top of the square is the opponent's. One of yours beneath it cannot move "
            "until it is uncovered."
        ),
        wrong=_START + "1. Pe4-e3=D\n",
        right=_START + "1. Pb2-b3=D\n",
    ),
    Explanation(
        code=Codes.WRONG_SIZE,
        rule="AA4",
        story=(
            "A move begins with the size that the pyramid has before it moves; its new size follows `=`. Here the "
            "pyramid on top of the square has another size, so either the size or the square is wrong."
        ),
        wrong=_START + "1. Db2-b3=P\n",
        right=_START + "1. Pb2-b3=P\n",
    ),
    Explanation(
        code=Codes.BURNT,
        rule="AA4",
        story=(
            "A pyramid at the end of its progression, black or purple, is burnt and never moves again. It still "
            "blocks, counts for rows, and can be capped and bagged. Move another pyramid."
        ),
        wrong=_setup("6/6/2,Pk,Py,2/6/6") + "1. Pc3-c2=D\n",
        right=_setup("6/6/2,Pk,Py,2/6/6") + "1. Pd3-d2=D\n",
    ),
    Explanation(
        code=Codes.NO_MOVE,
        rule="AA4",
        story=(
            "Every turn moves one pyramid, even after an entry. Here the turn ends without a move. Add one; the "
            "pyramid that has just entered may make it."
        ),
        wrong=_EMPTY + "1. +Qa1\n",
        right=_EMPTY + "1. +Qa1; Qa1-a2=D\n",
    ),
    Explanation(
        code=Codes.TOO_MANY_STEPS,
        rule="AA5",
        story=(
            "A move is one or two steps. Here a third is written. Write the starting square and then only the squares "
            "that the pyramid steps on, two at most."
        ),
        wrong=_START + "1. Pb2-b3-b4-b5=D\n",
        right=_START + "1. Pb2-b3-b4=D\n",
    ),
    Explanation(
        code=Codes.OFF_BOARD,
        rule="AA5",
        story=(
            "A step stays on the board, which has files a to f and ranks 1 to 5 (in `unsettled`, a to h and 1 to 8). "
            "Here it leaves the board."
        ),
        wrong=_setup("6/6/5,Qg/6/6") + "1. Qf3-g3=D\n",
        right=_setup("6/6/5,Qg/6/6") + "1. Qf3-e3=D\n",
    ),
    Explanation(
        code=Codes.NOT_ADJACENT,
        rule="AA5",
        story=(
            "A step goes to the next square along a rank or a file, never diagonally and never further. Here the "
            "squares are not next to each other. For a move of two steps write both squares: `Pb2-b3-c3=D`."
        ),
        wrong=_START + "1. Pb2-c3=D\n",
        right=_START + "1. Pb2-b3-c3=D\n",
    ),
    Explanation(
        code=Codes.OCCUPIED,
        rule="AA5",
        story=(
            "The first of two steps must be to an empty square. Only the last step may cap, because a cap ends the "
            "move. Here the pyramid goes on over another. Stop on it, if it may be capped, or go around."
        ),
        wrong=_setup(_OWN_STACK) + "1. Qc3-c4-c5=D\n",
        right=_setup(_OWN_STACK) + "1. Qc3-c4=P\n",
    ),
    Explanation(
        code=Codes.ENTRY_SQUARE_LEFT,
        rule="AA5",
        story=(
            "A move may return to the square where it started, but not to an entry square that it left in this turn "
            "(in `unsettled`, not to the square where the pyramid entered in this turn). End the move elsewhere."
        ),
        wrong=_EMPTY + "1. +Qa1; Qa1-b1-a1=D\n",
        right=_EMPTY + "1. +Qa1; Qa1-b1-b2=D\n",
    ),
    Explanation(
        code=Codes.CAP_NOT_PAWN,
        rule="AA7",
        story=(
            "A pyramid that ends its move on another always becomes a pawn of its next colour. Here another size is "
            "written for a cap. Write `=P`, or leave it out: `fmt` adds it."
        ),
        wrong=_setup(_OWN_STACK) + "1. Qc3-c4=D\n",
        right=_setup(_OWN_STACK) + "1. Qc3-c4=P\n",
    ),
    Explanation(
        code=Codes.SIZE_MISSING,
        rule="AA7",
        story=(
            "At the end of its move a pyramid changes to its next colour, in a size that the player chooses from the "
            "stash, so the record must name it: `=P`, `=D` or `=Q`. Only a cap does not need it, because it is always "
            "a pawn."
        ),
        wrong=_START + "1. Pb2-b3\n",
        right=_START + "1. Pb2-b3=D\n",
    ),
    Explanation(
        code=Codes.STASH_EMPTY,
        rule="AA7",
        story=(
            "At the end of its move a pyramid is exchanged for one of its next colour from the stash, before anything "
            "is bagged. The game has two trios of each such colour. Here both pyramids of this size are on the board. "
            "Choose another size; if the stash has none of that colour at all, the pyramid cannot move."
        ),
        wrong=_setup("Dy,5/6/2,Dy,3/6/Pg,5") + "1. Pa1-a2=D\n",
        right=_setup("Dy,5/6/2,Dy,3/6/Pg,5") + "1. Pa1-a2=Q\n",
    ),
    Explanation(
        code=Codes.BLOCKED,
        rule="AA8",
        story=(
            "A pawn blocks opposing queens: none may step to a square orthogonally next to it, nor cap it. Only the "
            "pyramid on top of a stack blocks, burnt or not. Every step is checked, the first one too. Go another "
            "way, or use a pawn or a drone."
        ),
        wrong=_setup("6/2,Pw,3/6/2,Qg,3/6") + "1. Qc2-c3=D\n",
        right=_setup("6/2,Pw,3/6/2,Qg,3/6") + "1. Qc2-d2=D\n",
    ),
    Explanation(
        code=Codes.BLOCKED,
        rule="AA9",
        story=(
            "A drone blocks opposing queens and drones: none may step straight towards it onto the square next to it. "
            "Entering that square from the side is allowed, and so is leaving it. Every step is checked. Come from "
            "the side, or use a pawn."
        ),
        wrong=_setup("6/2,Dw,3/6/3,Qg,2/6") + "1. Qd2-c2-c3=D\n",
        right=_setup("6/2,Dw,3/6/3,Qg,2/6") + "1. Qd2-d3-c3=D\n",
    ),
    Explanation(
        code=Codes.CANNOT_CAP,
        rule="AA10",
        story=(
            "Any pyramid may cap an opposing queen; only a pawn may cap an opposing drone; a pawn or a drone may cap "
            "an opposing pawn. Your own pyramids may be capped by any of yours. Here the pyramid that moves is too "
            "large. Cap with a smaller one."
        ),
        wrong=_setup(_OPPOSING_DRONE) + "1. Dc3-c4=P\n",
        right=_setup(_OPPOSING_DRONE) + "1. Pb4-c4=P\n",
    ),
    Explanation(
        code=Codes.CLAIM_FALSE,
        rule="AA13",
        story=(
            "After X come the squares from which pyramids are bagged: every square of the rows that the move makes in "
            "its pyramid's new colour. Here a square is missing, wrong or listed twice, or the move makes no row. "
            "Correct the list, or leave X out: `fmt` adds it."
        ),
        wrong=_setup(_TWO_YELLOWS) + "1. Pd3-d2=D Xb2,c2,e2 +6\n",
        right=_setup(_TWO_YELLOWS) + "1. Pd3-d2=D Xb2,c2,d2 +6\n",
    ),
    Explanation(
        code=Codes.CLAIM_FALSE,
        rule="AA14",
        story=(
            "A bag scores the pips of all its pyramids, plus one bonus for its colour: 3 for red and orange, 6 for "
            "blue and cyan, 12 for black and purple, none for the others. Here the points written differ, or nothing "
            "is bagged. Correct them, or leave them out: `fmt` adds them."
        ),
        wrong=_setup(_TWO_YELLOWS) + "1. Pd3-d2=D Xb2,c2,d2 +9\n",
        right=_setup(_TWO_YELLOWS) + "1. Pd3-d2=D Xb2,c2,d2 +6\n",
    ),
    Explanation(
        code=Codes.NEEDLESS_PASS,
        rule="AA16",
        story=(
            "A seat may never pass: while it has a legal turn, it must take one, and once it has none the game is a "
            "draw. Write the turn that was played."
        ),
        wrong=_START + "1. pass\n",
        right=_START + "1. Pb2-b3=D\n",
    ),
    Explanation(
        code=Codes.NO_REPLY,
        rule="AA16",
        story=(
            "A turn that leaves the opponent without a legal turn is illegal, unless it wins. Here the opponent could "
            "not move a pyramid, even after an entry. Play a turn that leaves a reply."
        ),
        wrong=_setup("Qk,4,Qk/6/6/4,Pg,1/Dk,5") + "1. Pe2-e1-f1=D\n",
        right=_setup("Qk,4,Qk/6/6/4,Pg,1/Dk,5") + "1. Pe2-e1=D\n",
    ),
    Explanation(
        code=Codes.CANNOT_CAP,
        rule="AA20",
        story=(
            "In `easy`, whoever owns the pyramid, only a pawn may cap a pawn, a drone or a pawn may cap a drone, and "
            "anything may cap a queen. Here the pyramid that moves is larger than the one it would cap. Cap with one "
            "that is no larger."
        ),
        wrong=_setup("6/1,Pg,Dw,3/2,Qg,3/6/6", "easy") + "1. Qc3-c4=P\n",
        right=_setup("6/1,Pg,Dw,3/2,Qg,3/6/6", "easy") + "1. Pb4-c4=P\n",
    ),
    Explanation(
        code=Codes.NO_ENTRY_SQUARE,
        rule="AA21",
        story=(
            "In `unsettled` a pyramid enters on a vacant corner of a playfield: a rectangle of 6 by 5 or 5 by 6 "
            "squares that holds it and every pyramid on the board. No such rectangle has a corner on this square. "
            "Choose another."
        ),
        wrong=_UNSETTLED + "1. +Qd4; Qd4-d5=D\n",
        right=_UNSETTLED + "1. +Qc4; Qc4-c5=D\n",
    ),
    Explanation(
        code=Codes.OUT_OF_PLAYFIELD,
        rule="AA21",
        story=(
            "In `unsettled`, one rectangle of 6 by 5 or 5 by 6 squares must hold every pyramid after the entry, after "
            "each step and after the turn; it may be a different one each time. After this step no such rectangle "
            "does. Stay closer to the other pyramids."
        ),
        wrong=_setup("8/8/8/Pw,7/8/8/8/5,Pg,2", "unsettled") + "1. Pf1-g1=D\n",
        right=_setup("8/8/8/Pw,7/8/8/8/5,Pg,2", "unsettled") + "1. Pf1-e1=D\n",
    ),
    Explanation(
        code=Codes.BAD_SETUP,
        rule="AA22",
        story=(
            "No game can reach this Setup. There are more pyramids of a size and colour than the game has (one trio "
            "of green and of clear, two of each other colour); or one that lies on another is not a pawn, or is green "
            "or clear; or both seats have more than 20 points; or, in `unsettled`, no playfield holds every pyramid. "
            "Correct the position string."
        ),
        wrong=_setup("6/6/2,Pg,Pg,2/6/6") + "1. Pc3-c2=D\n",
        right=_setup("6/6/2,Pg,Dg,2/6/6") + "1. Pc3-c2=D\n",
    ),
)

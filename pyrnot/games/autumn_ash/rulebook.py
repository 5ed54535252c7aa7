"""The rules and the notation of Autumn Ash in players' words, as `pyrnot rules` prints them."""

from __future__ import annotations

from pyrnot.games.autumn_ash.position import DEFAULT_BOARD
from pyrnot.rulebook import Form, Rule, Rulebook

RULEBOOK = Rulebook(
    summary=(
        "Two players rake leaves: pyramids that change colour each time they move. Three or more of one colour in a "
        "row are bagged and score; more than 20 points win. Rainbow's leaves go green (g), yellow (y), red (r), blue "
        "(b), black (k), Xeno's clear (t), white (w), orange (o), cyan (c), purple (p); black and purple are burnt. "
        "Sizes: pawn (P, 1 pip), drone (D, 2), queen (Q, 3). The board has files a to f and ranks 1 to 5; its corners "
        "a1, f1, a5 and f5 are the entry squares."
    ),
    rules=(
        Rule(
            "AA1",
            "Start: Rainbow has a pawn on b2, a drone on c2 and a queen on d2, Xeno a pawn on e4, a drone on d4 and a "
            "queen on c4, all of their first colour. The author's chart is lost; a game played from another start "
            "says so with Setup.",
            is_ruling=True,
        ),
        Rule(
            "AA2",
            "The game has one trio of green, one of clear, and two trios of each other colour. What is not on the "
            "board lies in its owner's stash.",
        ),
        Rule(
            "AA3",
            "First the mover may put one green (Rainbow) or clear (Xeno) pyramid from the stash on a vacant entry "
            "square. That is no step, so blocking does not hinder it.",
        ),
        Rule(
            "AA4",
            "Then the mover must move one of its pyramids in play, and only one: a pyramid on top of its square and "
            "not burnt. The one that has just entered will do.",
        ),
        Rule(
            "AA5",
            "A move is one or two steps, each to a square orthogonally beside. The first of two goes to an empty "
            "square, the last to an empty square or, as AA10 allows, onto a pyramid. A move may turn and may come "
            "back to where it began, but not to an entry square that it left in this turn. The square that a pyramid "
            "left is looked at without it.",
        ),
        Rule("AA6", "Blocking and capping look at the size and colour that the pyramid has before it changes."),
        Rule(
            "AA7",
            "At the end of its move the pyramid becomes the next colour of its progression, in any size that the "
            "stash has of it before anything is bagged; the old one goes back to the stash. A pyramid that ended on "
            "another becomes a pawn. If the stash has none, the move is illegal.",
        ),
        Rule(
            "AA8",
            "A pawn on top of its square, burnt or not, blocks: no opposing queen may step to a square orthogonally "
            "beside it, nor onto it.",
        ),
        Rule(
            "AA9",
            "A drone on top of its square, burnt or not, blocks: no opposing queen or drone may step to the square "
            "beside it straight towards it. Coming to that square from the side is free, and so is leaving it. AA8 "
            "and AA9 hold for each step of a move.",
        ),
        Rule(
            "AA10",
            "A move may end on a pyramid (a cap). Of the opponent's, a queen may be capped by any, a drone by a pawn "
            "only, a pawn by a drone or a pawn; of one's own any by any, for the limits come from blocking. Burnt "
            "ones are capped like others.",
            is_ruling=True,
        ),
        Rule("AA11", "A pyramid under another can neither move nor block. It still counts for rows."),
        Rule(
            "AA12",
            "A row is three or more squares next to each other in a straight line (rank, file or diagonal), the moved "
            "pyramid's square among them, each with a pyramid of its new colour at any level, and as long as "
            "possible. Three or more of that colour in the stack on that square are a row too, whatever lies between.",
        ),
        Rule(
            "AA13",
            "All rows that a move makes are bagged as one group, and must be: every pyramid of the colour on their "
            "squares, burnt or not (for a row in a stack alone: on its square). They go back to the stash, and stacks "
            "drop down.",
        ),
        Rule(
            "AA14",
            "The group scores its pips, and once more 3 points if it is red or orange, 6 if blue or cyan, 12 if black "
            "or purple.",
        ),
        Rule("AA15", "A seat with more than 20 points wins at once."),
        Rule(
            "AA16",
            "Nobody may pass. A turn that leaves the opponent without a legal turn (by AA3 to AA14 alone) is illegal, "
            "unless it wins.",
        ),
        Rule(
            "AA17",
            "If the seat to move has no legal turn all the same, or only such as break AA16, the game is a draw.",
            is_ruling=True,
        ),
        Rule(
            "AA20",
            "Optional rule easy: no blocking (AA8, AA9). Whoever owns it, a pawn may be capped by a pawn, a drone by "
            "a drone or a pawn, a queen by any; here these limits do not come from blocking. The start is that of "
            "AA1, since this chart is lost too.",
            is_ruling=True,
        ),
        Rule(
            "AA21",
            "Optional rule unsettled: the board is a to h by 1 to 8 and empty at the start. The playfield is any "
            "rectangle of it 6 by 5 or 5 by 6 squares. After the entry, after each step and after the turn one such "
            "rectangle, not always the same, must hold all pyramids on the board. Entry squares are the vacant "
            "squares that are a corner of a rectangle that holds them all; only the square on which a pyramid entered "
            "in this turn is closed to its return. With easy both hold, and the board starts empty.",
            is_ruling=True,
        ),
        Rule(
            "AA22",
            "A Setup is wrong with more pyramids of a kind than the game has; with one above the lowest of a stack "
            "that is no pawn, or is green or clear; with more than 20 points for both seats; or, in unsettled, with "
            "pyramids that no playfield holds. Rows on it are not bagged: only a move makes a row. A seat with more "
            "than 20 points in it has won.",
        ),
    ),
    notation=(
        Form("+Qa1", "a green or clear queen enters on a1; the move follows after a semicolon"),
        Form("Pb2-b3=D", "the pawn on b2 moves to b3 and becomes a drone of its next colour"),
        Form("Qa1-b1-b2=D", "two steps, square by square"),
        Form("Dd2-d3", "onto another pyramid: =P, its size then, may be left out"),
        Form("Qa1-b1-b2=D Xb2,c2,d2 +8", "what is bagged, and the points; both may be left out, but must be right"),
        Form("pass", "never legal (AA16)"),
        Form('[Variant "easy, unsettled"]', "the optional rules AA20 and AA21; either may stand alone"),
    ),
    position=(
        "the board from its last rank to rank 1, the seat to move (r or x), Rainbow's points, Xeno's points; a stack "
        "is written from the bottom up, each pyramid as its size and its colour's letter; a number is so many empty "
        "squares"
    ),
    position_example=f"{DEFAULT_BOARD} r 0 0",
)

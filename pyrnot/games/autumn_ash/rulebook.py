"""The rules and notation of Autumn Ash, as `pyrnot rules` prints them."""

from __future__ import annotations

from pyrnot.core.rulebook import Form, Rule, Rulebook
from pyrnot.games.autumn_ash.position import DEFAULT_BOARD

RULEBOOK = Rulebook(
    summary=(
        "Two players rake leaves: pyramids that change colour each time they move. Three or more of one colour in a "
        "row are bagged and score; more than 20 points win. Rainbow's leaves turn from green (g) to yellow (y), red "
        "(r), blue (b) and black (k), Xeno's from clear (t) to white (w), orange (o), cyan (c) and purple (p); black "
        "and purple are burnt. The sizes are pawn (P, 1 pip), drone (D, 2) and queen (Q, 3). The board has files a to "
        "f and ranks 1 to 5; its corners a1, f1, a5 and f5 are the entry squares."
    ),
    rules=(
        Rule(
            "AA1",
            "At the start Rainbow has a pawn on b2, a drone on c2 and a queen on d2, and Xeno a pawn on e4, a drone on "
            "d4 and a queen on c4, all of their first colour. The author's chart is lost; a record of a game with "
            "another start gives it in Setup.",
            is_ruling=True,
        ),
        Rule(
            "AA2",
            "The game has one trio of green, one of clear, and two trios of each other colour. Pyramids that are not "
            "on the board are in their owner's stash.",
        ),
        Rule(
            "AA3",
            "First, the mover may put one green (Rainbow) or clear (Xeno) pyramid from the stash on a vacant entry "
            "square. This is not a step, so nothing blocks it.",
        ),
        Rule(
            "AA4",
            "Then the mover must move exactly one of its pyramids in play: one that is on top of its square and not "
            "burnt. It may be the one that has just entered.",
        ),
        Rule(
            "AA5",
            "A move is one or two steps, each to an orthogonally adjacent square. The first of two must be to an empty "
            "square, the last to an empty square or, where AA10 allows it, onto a pyramid. A move may turn, and may "
            "return to where it began, but not to an entry square that it left in this turn. The square that a pyramid "
            "left counts without it.",
        ),
        Rule("AA6", "For blocking and capping, a pyramid counts with its size and colour before it changes."),
        Rule(
            "AA7",
            "At the end of its move the pyramid becomes the next colour of its progression, in any size of it that the "
            "stash has before anything is bagged; the old pyramid goes back to the stash. A pyramid that ended on "
            "another becomes a pawn. If the stash has no such pyramid, the move is illegal.",
        ),
        Rule(
            "AA8",
            "A pawn on top of its square, burnt or not, blocks: no opposing queen may step to a square orthogonally "
            "adjacent to it, or onto it.",
        ),
        Rule(
            "AA9",
            "A drone on top of its square, burnt or not, blocks: no opposing queen or drone may step straight towards "
            "it onto the square orthogonally adjacent to it. Entering that square from the side is free, and so is "
            "leaving it. AA8 and AA9 apply to each step of a move.",
        ),
        Rule(
            "AA10",
            "A move may end on a pyramid (a cap). Any pyramid may cap an opposing queen, only a pawn an opposing "
            "drone, and a pawn or a drone an opposing pawn. Any pyramid may cap any of its owner's, because the "
            "limits come from blocking. Burnt pyramids are capped like others.",
            is_ruling=True,
        ),
        Rule("AA11", "A pyramid under another cannot move and does not block. It still counts for rows."),
        Rule(
            "AA12",
            "A row is three or more adjacent squares in a straight line (rank, file or diagonal), including the moved "
            "pyramid's square, each with a pyramid of its new colour at any level; it is as long as possible. Three or "
            "more pyramids of that colour in the stack on that square are a row too, whatever lies between them.",
        ),
        Rule(
            "AA13",
            "All rows that a move makes must be bagged, as one group: every pyramid of the colour on their squares, "
            "burnt or not (for a row in a stack alone: on its square). They go back to the stash, and stacks drop "
            "down.",
        ),
        Rule(
            "AA14",
            "The group scores its pips, plus once 3 points if it is red or orange, 6 if blue or cyan, 12 if black or "
            "purple.",
        ),
        Rule("AA15", "A seat with more than 20 points wins at once."),
        Rule(
            "AA16",
            "No seat may pass. A turn that leaves the opponent without a legal turn (by AA3 to AA14 alone) is illegal, "
            "unless it wins.",
        ),
        Rule(
            "AA17",
            "If the seat to move has no legal turn, or only turns that break AA16, the game is a draw.",
            is_ruling=True,
        ),
        Rule(
            "AA20",
            "Optional rule easy: there is no blocking (AA8 and AA9 do not apply). Whoever owns it, a pawn may be "
            "capped by a pawn, a drone by a drone or a pawn, a queen by any pyramid; here these limits do not come "
            "from blocking. The start is that of AA1, because the chart for this rule is lost too.",
            is_ruling=True,
        ),
        Rule(
            "AA21",
            "Optional rule unsettled: the board has files a to h and ranks 1 to 8, and is empty at the start. The "
            "playfield is any rectangle of 6 by 5 or 5 by 6 squares. After the entry, after each step and after the "
            "turn one such rectangle, not always the same, must hold every pyramid on the board. Entry squares are the "
            "vacant squares that are a corner of a rectangle that holds them and every pyramid. The only square that "
            "a move may not return to is the one where its pyramid entered in this turn. With easy, both apply, and "
            "the board starts empty.",
            is_ruling=True,
        ),
        Rule(
            "AA22",
            "A Setup is an error if it has more pyramids of a kind than the game; if a pyramid above the lowest of a "
            "stack is not a pawn, or is green or clear; if both seats have more than 20 points; or, in unsettled, if "
            "no playfield holds every pyramid. Rows in it are not bagged, because only a move makes a row. A seat with "
            "more than 20 points in it has won.",
        ),
    ),
    notation=(
        Form("+Qa1", "a green or clear queen enters on a1; the move follows after a semicolon"),
        Form("Pb2-b3=D", "the pawn on b2 moves to b3 and becomes a drone of its next colour"),
        Form("Qa1-b1-b2=D", "a move of two steps, square by square"),
        Form("Dd2-d3", "a cap: the new size is always a pawn, so =P may be left out"),
        Form("Qa1-b1-b2=D Xb2,c2,d2 +8", "the squares bagged from and the points; either may be left out"),
        Form("pass", "a pass, which is never legal (AA16)"),
        Form('[Variant "easy, unsettled"]', "the optional rules AA20 and AA21, together or one of them"),
    ),
    position=(
        "The board from its last rank down to rank 1, the seat to move (r or x), Rainbow's points, and Xeno's points. "
        "A stack is written from the bottom up, each pyramid as its size and colour; a number counts empty squares."
    ),
    position_example=f"{DEFAULT_BOARD} r 0 0",
)

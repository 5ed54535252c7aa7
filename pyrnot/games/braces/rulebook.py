"""The rules of Braces in players' words, as `pyrnot rules` prints them."""

from __future__ import annotations

from pyrnot.rulebook import Form, Rule, Rulebook

RULEBOOK = Rulebook(
    summary=(
        "Two seats, White and Black, move pyramids on a 5x5 board by the roll of three dice. A pyramid between two of "
        "its size that belong to one seat changes colour. Who turns all of the opponent's pyramids from white or "
        "black to colour wins. Also called Color Shift."
    ),
    rules=(
        Rule("B1", "White starts with a tree on each of b1, c1, d1, Black on b5, c5, d5; a neutral tree is on c3."),
        Rule(
            "B2",
            "A pyramid belongs to the seat whose first colour (white, black: grey-scale) or reserve colour (green, "
            "red: colour) it has. Neutral pyramids belong to nobody; the mover may move them like its own.",
        ),
        Rule("B3", "In a stack no pyramid is larger than the one below it, and no rule ever makes it so."),
        Rule(
            "B4",
            "A turn opens with the treehouse die (TIP, HOP, SWAP, DIG, AIM or WILD) and two number dice, 1 to 6, in "
            "either order.",
        ),
        Rule(
            "B5",
            "The value of the turn is the larger number. A double may be rolled again, the number dice only and as "
            "long as doubles fall: the rolls thrown away come first, each with an R behind it.",
        ),
        Rule(
            "B6",
            "WILD is used as one of the five others: WILD=DIG. If it does not say so, the turn is legal if it is "
            "under some choice, and the first such of TIP, HOP, SWAP, DIG, AIM is taken. Written canonically it says "
            "so only in a turn that needs a power; what is legal without any, the value used as in B7, needs none.",
        ),
        Rule(
            "B7",
            "Powers are optional. Without TIP the steps of a turn cost just the value together, never more; less only "
            "if after the last action no ordinary step of one pyramid of the mover's, or of a neutral one, is "
            "possible for what is left. A swap is an action and costs nothing.",
            is_ruling=True,
        ),
        Rule(
            "B8",
            "With TIP the steps cost any number from 1 to 7 together. At least one is made, if an ordinary one is "
            "possible.",
            is_ruling=True,
        ),
        Rule(
            "B9",
            "An ordinary step takes one pyramid, from any level of a stack, to an orthogonally adjacent square that "
            "is vacant or has a pyramid of the same size or a larger one on top. It lands on top; what stood above "
            "it drops down.",
        ),
        Rule("B10", "Without DIG a seat moves only its own and neutral pyramids; with DIG the opponent's too."),
        Rule("B11", "A step costs 3 for a Large, 2 for a Medium, 1 for a Small, and the cap penalty (B14)."),
        Rule(
            "B12",
            "In a path each step stands alone: the pyramid must be able to stop there, the step is paid for, and the "
            "arrival can change pyramids. It may go back to where it was. The value may be split among pyramids, and "
            "a pyramid may move, rest, and move again.",
        ),
        Rule(
            "B13",
            "A pyramid is capped if the pyramid on top of its stack belongs to the other seat. A neutral one on top "
            "caps nothing, and neutral ones are never capped.",
        ),
        Rule(
            "B14",
            "A capped pyramid, whoever moves it, pays a penalty to leave its square: the number of the capping seat's "
            "pyramids at the top of the stack down to the first of the other seat's, neutral ones between them not "
            "counted. From the bottom up, in white, white, neutral, white on black it is 3; in black, white, black, "
            "white it is 1 for both black ones.",
            is_ruling=True,
        ),
        Rule(
            "B15",
            "Several pyramids of one square that belong to one seat, or are all neutral, may step together as a unit "
            "for the sum of their costs. They are named from the bottom up, the largest must be able to land, and "
            "they stay a unit for the rest of the path. They need not be the whole stack, and none of them may be "
            "capped.",
            is_ruling=True,
        ),
        Rule(
            "B16",
            "Colours change only when a pyramid arrives on a square, by a step or a swap; not because a pyramid steps "
            "between two others, or is uncapped, or was set up there.",
        ),
        Rule(
            "B17",
            "Brace. A pyramid arrives; beside its square stands another of its size, at any level; and on another "
            "square beside that one stands a third of that size. The two halves must belong to one seat, or one of "
            "them to a seat and the other be neutral: then that seat braces the one between. A half that belongs to "
            "the seat must not be capped; a neutral one always counts.",
        ),
        Rule(
            "B18",
            "Swarm. A Small arrives beside a Medium or Large, and on two more squares beside that one stand Smalls. "
            "If each of the three is neutral, or belongs to one seat and is not capped, and at least one is the "
            "seat's, the seat swarms it. It works by itself, like a brace.",
            is_ruling=True,
        ),
        Rule(
            "B19",
            "A grey-scale pyramid braced or swarmed by the opponent takes its owner's reserve colour; a colour "
            "pyramid braced or swarmed by its owner takes its first colour again. Nothing else happens, and never to "
            "a neutral one.",
        ),
        Rule(
            "B20",
            "All that one arrival does is judged just after it, for both seats, whoever moves, and done at once. If "
            "both seats would change the same pyramid (only under optional rules), nothing happens to it.",
            is_ruling=True,
        ),
        Rule(
            "B21",
            "One arrival changes at most one pyramid on each square. Where it could change several, the mover chooses "
            "which, and must write it; that none changes is no choice. If the position is the same whichever it is, "
            "nothing need be written.",
        ),
        Rule("B22", "A change that is certain happens whether it is written or not."),
        Rule(
            "B23",
            "All pyramids of a swap or of a unit arrive together and are judged together, with still at most one "
            "change on each square. Of two that were swapped one may be braced by the other, or be its other half.",
        ),
        Rule(
            "B24",
            "HOP: any step may be a leap, two squares straight on over whatever is on the square between, at the "
            "price of one step. Nothing arrives on the square between.",
        ),
        Rule(
            "B25",
            "SWAP: once in the turn, before, between or after the paths, two pyramids of one size change places, "
            "level for level, on two squares or on one, whoever owns them, like ones too. It costs nothing, and both "
            "arrive. No pyramid is swapped with itself.",
            is_ruling=True,
        ),
        Rule("B26", "AIM: any step may be diagonal. Braces stay orthogonal."),
        Rule("B27", "DIG: see B10. Whom a brace serves depends on who owns the halves, not on who moves."),
        Rule("B28", "A power is used only if its face was rolled, or WILD as it."),
        Rule(
            "B29",
            "A seat wins at once, in whoever's turn, when every pyramid of the opponent's on the board is colour. If "
            "one arrival does this for both, the mover wins. Nothing is done after the win, and the value need not be "
            "used up. In a Setup in which both have won, the seat that is not to move has.",
            is_ruling=True,
        ),
        Rule(
            "B30",
            "A seat with no ordinary step of cost up to the value (7 with TIP) may pass. It may use the power of the "
            "die instead, and B7 then holds. A turn has at least one action or a pass.",
        ),
        Rule(
            "B31",
            "A pyramid is named by size and square; where that is not enough by its colour, its level counted from "
            "the bottom, or both. Meant can be those that the mover may move, in a swap any. Those for which the "
            "action as a whole is illegal, or contradicts the X results written, drop out; if those left lead to "
            "different positions, the action is ambiguous. What comes later in the turn does not help.",
        ),
        Rule(
            "B32",
            "An X names a pyramid that changed, with its colour and level just after the arrival and before the "
            "change. It stands behind the square whose arrival caused it, or at the end of the path; each X is "
            "another change. One for what did not happen is an error; a change without an X is a warning, or an error "
            "where B21 needs it.",
        ),
        Rule(
            "B33",
            "A unit is named by its sizes, if needed with one colour for all of it or with the level of each. Meant "
            "can be all sets of such pyramids that the mover may move.",
        ),
        Rule(
            "B40",
            "withdraw: two halves of the mover's (one may be neutral, none capped) stand beside a pyramid of their "
            "size on two squares at the start of the turn. If steps take both off those squares, if the pyramid "
            "between was not moved this turn, and if neither half is beside it just after the step that takes the "
            "second away, the mover may change it as by a brace. This happens only if its X is written for that step, "
            "and counts for B21. They may come back and withdraw again. It never changes two colours (B44), nor a "
            "pyramid that a brace or swarm of the same arrival changes, or would but for B20.",
            is_ruling=True,
        ),
        Rule(
            "B41",
            "same-stack: one of the two halves of a brace may stand on the square of the pyramid that is braced; the "
            "other stands beside it.",
        ),
        Rule(
            "B42",
            "capture: a colour pyramid (in its last colour) that the opponent braces or swarms is removed from the "
            "game. A seat also wins when its opponent has no pyramid of some size left while the seat has a "
            "grey-scale one of that size.",
        ),
        Rule(
            "B43",
            "two-colours: each seat has two reserve colours (green and yellow, red and purple). Braces and swarms by "
            "the opponent take a pyramid one colour further, by its owner one back. All must be in the last one to "
            "win.",
        ),
        Rule(
            "B44",
            "double-brace, with two-colours only: a brace by the opponent with two grey-scale halves takes a pyramid "
            "two colours further at once, but not beyond the last.",
        ),
        Rule(
            "B45",
            "neutralize: a colour pyramid that the opponent braces or swarms becomes neutral for good, at most twice "
            "a game for each size; after that nothing happens to it. If one arrival could make more so than are left, "
            "the mover chooses and writes which. Not with capture or two-colours.",
        ),
        Rule(
            "B46",
            "A Setup may leave pyramids out. It has at most three of each size for each seat and one neutral one (and "
            "one more for each that was made neutral), no pyramid stands on a smaller one, and only colours of this "
            "game are in it.",
        ),
        Rule(
            "B47",
            "A fault is that of the first action that has one. Checked are, in this order: for a swap B29, B28, B25 "
            "(a second one, two sizes), B31, B25 (with itself); for a path B15 (from the bottom up), B31, B10, B15 "
            "(whose, capped), and for each step B29, B28 or B9 (where to), B9 (the top there), B7 or B8 (the cost); "
            "then B21, B32; after the last action B7. Of several pyramids that may be meant, the one that gets "
            "furthest names the fault.",
        ),
    ),
    notation=(
        Form("DIG 5/2", "the dice, the first part of every turn"),
        Form("WILD=HOP 6/1", "a wild die used as HOP; WILD 6/1 if the turn needs no power, or as whatever fits"),
        Form("TIP 3/3 R 4/4 R 5/2", "two doubles rolled again; the last roll counts"),
        Form("Sc3-c4-c5", "the Small on c3 steps to c4, then to c5"),
        Form("Lb1-b3", "with HOP a leap; with AIM a step may be diagonal"),
        Form("LMSb1-b2", "a unit of three steps from b1 to b2"),
        Form("M(w)a1-a2", "the white one of the Mediums on a1: w white, g green, b black, r red, n or t neutral"),
        Form("M(2)a1-a2", "the one on level 2, counted from the bottom"),
        Form("M(w2)a1-a2", "both"),
        Form("LM(w)b1-b2", "a unit of white pyramids"),
        Form("LS(1,3)b1-b2", "a unit of those on levels 1 and 3"),
        Form("L(w)b1<>L(b)d5", "with SWAP two pyramids change places"),
        Form("Sc3-c4 XSd4-c5 XSd5", "the arrival on c4 changes the Small on d4, that on c5 the one on d5"),
        Form("Sc3-c4 XS(w2)d4", "which one changes, by colour and level before the change"),
        Form("Sc3-c4 XSd4=r", "with the new colour, which may be left out"),
        Form("Sc3-c4 XSd4=x", "captured (B42)"),
        Form("Sc3-c4 XSd4=n", "made neutral (B45)"),
        Form("pass", "no step is possible"),
        Form(
            '[WhiteReserve "blue"]',
            "another reserve colour: green g, red r, blue u, yellow y, orange o, purple p, cyan c",
        ),
        Form('[BlackReserve "red, purple"]', "the two reserve colours of two-colours"),
    ),
    position=(
        "The board from rank 5 to rank 1, then the seat to move, w or b. A stack is its pyramids from the bottom up, "
        "each a size and a colour (LwMbSn), a number is that many empty squares. With neutralize there follows how "
        "often each size was made neutral, as in L0M1S2."
    ),
    position_example="1,LbMbSb,LbMbSb,LbMbSb,1/5/2,LnMnSn,2/5/1,LwMwSw,LwMwSw,LwMwSw,1 w",
)

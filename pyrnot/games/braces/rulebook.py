"""The rules of Braces for players, as `pyrnot rules` prints them. Text only; `rules` and its neighbours judge."""

from __future__ import annotations

from pyrnot.core.rulebook import Form, Rule, Rulebook

RULEBOOK = Rulebook(
    summary=(
        "White and Black move pyramids on a 5x5 board by the roll of three dice. A pyramid caught between two of its "
        "size that belong to one seat changes colour. The first seat to turn all of the opponent's pyramids from "
        "white or black to colour wins. Also called Color Shift."
    ),
    rules=(
        Rule(
            "B1",
            "White starts with a tree on each of b1, c1 and d1, Black on b5, c5 and d5; a neutral tree is on c3.",
        ),
        Rule(
            "B2",
            "A pyramid belongs to the seat that has its colour, as first colour (white or black: grey-scale) or as "
            "reserve colour (green or red: colour). Neutral pyramids belong to nobody; the mover may move them like "
            "its own.",
        ),
        Rule("B3", "In a stack, no pyramid is larger than the one below it. No rule ever changes that."),
        Rule(
            "B4",
            "A turn opens with the treehouse die (TIP, HOP, SWAP, DIG, AIM or WILD) and two number dice, each 1 to 6, "
            "written in either order.",
        ),
        Rule(
            "B5",
            "The value of the turn is the larger number. A double may be rolled again, the number dice only, for as "
            "long as doubles come up: the discarded rolls are written first, each followed by R.",
        ),
        Rule(
            "B6",
            "WILD is used as one of the other five faces: WILD=DIG. If the use is not written, the turn is legal if "
            "any use makes it legal; the first of TIP, HOP, SWAP, DIG, AIM that does is taken. Canonical text gives "
            "the use only if the turn needs a power; a turn that is legal without any, with the value used as in B7, "
            "needs none.",
        ),
        Rule(
            "B7",
            "Powers are optional. Without TIP, the steps of a turn together cost exactly the value. They never cost "
            "more, and they cost less only if, after the last action, no ordinary step of one of the mover's pyramids "
            "or of a neutral one is possible for what is left. A swap is an action and costs nothing.",
            is_ruling=True,
        ),
        Rule(
            "B8",
            "With TIP, the steps together cost any number from 1 to 7. At least one step is made if an ordinary one "
            "is possible.",
            is_ruling=True,
        ),
        Rule(
            "B9",
            "An ordinary step takes one pyramid, from any level of a stack, to an orthogonally adjacent square that "
            "is vacant or has a pyramid of the same size or larger on top. It lands on top; the pyramids that were "
            "above it drop down.",
        ),
        Rule("B10", "Without DIG, a seat moves only its own and neutral pyramids; with DIG, the opponent's too."),
        Rule("B11", "A step costs 3 for a Large, 2 for a Medium, 1 for a Small, plus any cap penalty (B14)."),
        Rule(
            "B12",
            "In a path, each step is judged separately: the pyramid must be able to stop on the square, the step is "
            "paid for, and the arrival can change pyramids. A pyramid may return to where it was. The value may be "
            "split among pyramids, and a pyramid may move, rest, and move again.",
        ),
        Rule(
            "B13",
            "A pyramid is capped if the top pyramid of its stack belongs to the other seat. A neutral pyramid on top "
            "caps nothing, and neutral pyramids are never capped.",
        ),
        Rule(
            "B14",
            "A capped pyramid, whoever moves it, pays a penalty to leave its square: the number of the capping seat's "
            "pyramids at the top of the stack, down to the first of the other seat's, with neutral ones in between "
            "not counted. From the bottom up: in black, white, neutral, white, white it is 3; in black, white, black, "
            "white it is 1 for both black pyramids.",
            is_ruling=True,
        ),
        Rule(
            "B15",
            "Several pyramids of one square that belong to one seat, or are all neutral, may step together as a unit "
            "for the sum of their costs. They are named from the bottom up, the largest must be able to land, and "
            "they remain a unit for the rest of the path. They need not be the complete stack, and none of them may "
            "be capped.",
            is_ruling=True,
        ),
        Rule(
            "B16",
            "Colours change only when a pyramid arrives on a square by a step or a swap; not when a pyramid steps "
            "between two others, is uncapped, or is set up there.",
        ),
        Rule(
            "B17",
            "Brace. A pyramid arrives; on an adjacent square is another pyramid of its size, at any level; and on a "
            "different square adjacent to that one is a third of that size. The first and the third are the two "
            "halves. If both belong to one seat, or one does and the other is neutral, that seat braces the pyramid "
            "between them. A half that belongs to the seat must not be capped; a neutral half always counts.",
        ),
        Rule(
            "B18",
            "Swarm. A Small arrives next to a Medium or Large that has Smalls on two other squares next to it. If "
            "each of the three Smalls is neutral, or belongs to one seat and is not capped, and at least one belongs "
            "to that seat, the seat swarms the larger pyramid. A swarm works alone, like a brace.",
            is_ruling=True,
        ),
        Rule(
            "B19",
            "A grey-scale pyramid that the opponent braces or swarms takes its owner's reserve colour; a colour "
            "pyramid that its owner braces or swarms takes its owner's first colour again. Nothing else changes, and "
            "a neutral pyramid never does.",
        ),
        Rule(
            "B20",
            "Everything one arrival does is judged just after it, for both seats, whoever moves, and happens at once. "
            "If both seats would change the same pyramid (possible only under optional rules), it does not change.",
            is_ruling=True,
        ),
        Rule(
            "B21",
            "One arrival changes at most one pyramid on each square. Where it could change several, the mover chooses "
            "which and must write it; choosing none is not allowed. If every choice gives the same position, nothing "
            "need be written.",
        ),
        Rule("B22", "A change that is certain happens whether it is written or not."),
        Rule(
            "B23",
            "All pyramids of a swap or of a unit arrive together and are judged together, still with at most one "
            "change on each square. Of two swapped pyramids, one may brace the other or be its other half.",
        ),
        Rule(
            "B24",
            "HOP: any step may be a leap of two squares in a straight line over whatever is on the square between, at "
            "the price of one step. Nothing arrives on the square between.",
        ),
        Rule(
            "B25",
            "SWAP: once in the turn, before, between or after the paths, two pyramids of one size change places, "
            "level for level, on two squares or on one, whoever owns them; they may look alike. It costs nothing, and "
            "both arrive. A pyramid cannot be swapped with itself.",
            is_ruling=True,
        ),
        Rule("B26", "AIM: any step may be diagonal. Braces stay orthogonal."),
        Rule("B27", "DIG: see B10. Which seat braces depends on who owns the halves, not on who moves."),
        Rule("B28", "A power is available only if its face was rolled, or WILD used as it."),
        Rule(
            "B29",
            "A seat wins at once, in either seat's turn, when all of its opponent's pyramids on the board are colour "
            "pyramids. If one arrival does this for both seats, the mover wins. Nothing is played after the win, and "
            "the value need not be used up. If a Setup shows a win for both seats, the seat not to move has won.",
            is_ruling=True,
        ),
        Rule(
            "B30",
            "A seat with no ordinary step that costs at most the value (7 with TIP) may pass. It may use the power of "
            "the die instead, and B7 then applies. A turn has at least one action or a pass.",
        ),
        Rule(
            "B31",
            "A pyramid is named by size and square and, where several fit, by its colour, its level counted from the "
            "bottom, or both. The candidates are the pyramids that the mover may move; in a swap, any. Candidates for "
            "which the action as a whole is illegal or contradicts the X results are dropped; if those left lead to "
            "different positions, the action is ambiguous. Later actions of the turn do not count.",
        ),
        Rule(
            "B32",
            "An X names a pyramid that changed, with its colour and level just after the arrival, before the change. "
            "It follows the square whose arrival caused it, or the end of the path; each X is a different change. An "
            "X for something that did not happen is an error; a change without an X is a warning, or an error where "
            "B21 requires one.",
        ),
        Rule(
            "B33",
            "A unit is named by its sizes and, if needed, by one colour for all of it or by the level of each. The "
            "candidates are all sets of such pyramids that the mover may move.",
        ),
        Rule(
            "B40",
            "withdraw: at the start of the turn, two halves (the mover's, or one the mover's and one neutral, neither "
            "capped) are on two squares next to a pyramid of their size. If steps take both off those squares, the "
            "pyramid between them has not been moved this turn, and neither half is next to it just after the step "
            "that takes the second away, the mover may change it as by a brace. This happens only if its X is written "
            "for that step, and counts for B21. The halves may come back and withdraw again. A withdrawal never "
            "changes two colours (B44), and never a pyramid that a brace or swarm of the same arrival changes, or "
            "would change but for B20. Of like pyramids on one square the mover may say which one has gone, but a path "
            "is the way of one pyramid, the one that starts it.",
            is_ruling=True,
        ),
        Rule(
            "B41",
            "same-stack: one of the two halves of a brace may be on the square of the braced pyramid; the other is "
            "next to it.",
        ),
        Rule(
            "B42",
            "capture: a colour pyramid (in its last colour) that the opponent braces or swarms is removed from the "
            "game. A seat also wins when its opponent has no pyramid of some size left on the board while the seat "
            "has a grey-scale one of that size.",
        ),
        Rule(
            "B43",
            "two-colours: each seat has two reserve colours (green and yellow, red and purple). Braces and swarms by "
            "the opponent take a pyramid one colour further, those by its owner one back. To win, all must be in the "
            "last colour.",
        ),
        Rule(
            "B44",
            "double-brace, with two-colours only: a brace by the opponent with two grey-scale halves takes a pyramid "
            "two colours further at once, but not beyond the last.",
        ),
        Rule(
            "B45",
            "neutralize: a colour pyramid that the opponent braces or swarms becomes neutral for good, at most twice "
            "a game for each size; after that it does not change. If one arrival could make more pyramids neutral "
            "than are left, the mover chooses and writes which. What is certain once the X results have used up what "
            "is left needs none; an X that fits two pyramids that could change is ambiguous. Not with capture or "
            "two-colours.",
        ),
        Rule(
            "B46",
            "A Setup may leave pyramids out. It has at most three of each size for each seat and one neutral one (and "
            "one more for each pyramid made neutral), no pyramid on a smaller one, and only colours of this game.",
        ),
        Rule(
            "B47",
            "The first action that has a fault names it. The order of the checks is, for a swap: B29, B28, B25 "
            "(second swap, two sizes), B31, B25 (with itself); for a path: B15 (from the bottom up), B31, B10, B15 "
            "(mixed, capped), and for each step B29, B28 or B9 (the square), B9 (the top pyramid), B7 or B8 (the "
            "cost); then B21, B32; after the last action, B7. If several pyramids could be meant, the one that gets "
            "furthest names the fault.",
        ),
    ),
    notation=(
        Form("DIG 5/2", "the dice, which open every turn"),
        Form(
            "WILD=HOP 6/1",
            "WILD used as HOP; write WILD 6/1 if the turn needs no power, or to take the first use that fits",
        ),
        Form("TIP 3/3 R 4/4 R 5/2", "two doubles, each rolled again; the last roll counts"),
        Form("Sc3-c4-c5", "the Small on c3 steps to c4, then to c5"),
        Form("Lb1-b3", "a leap, with HOP; with AIM, a step may be diagonal"),
        Form("LMSb1-b2", "a unit of three pyramids steps from b1 to b2"),
        Form(
            "M(w)a1-a2",
            "the white Medium on a1, where there are several: w white, g green, b black, r red, n or t neutral",
        ),
        Form("M(2)a1-a2", "the Medium on level 2, counted from the bottom"),
        Form("M(w2)a1-a2", "the white Medium on level 2"),
        Form("LM(w)b1-b2", "a unit of white pyramids"),
        Form("LS(1,3)b1-b2", "a unit of the pyramids on levels 1 and 3"),
        Form("L(w)b1<>L(b)d5", "two pyramids change places, with SWAP"),
        Form("Sc3-c4 XSd4-c5 XSd5", "the arrival on c4 changes the Small on d4, the arrival on c5 the one on d5"),
        Form("Sc3-c4 XS(w2)d4", "which Small changes, by its colour and level before the change"),
        Form("Sc3-c4 XSd4=r", "the new colour, which may be left out"),
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
        "The board from rank 5 to rank 1, then the seat to move, w or b. A stack lists its pyramids from the bottom "
        "up, each as a size and a colour (LwMbSn); a number is that many empty squares. With neutralize, a last field "
        "counts how often each size was made neutral, as in L0M1S2."
    ),
    position_example="1,LbMbSb,LbMbSb,LbMbSb,1/5/2,LnMnSn,2/5/1,LwMwSw,LwMwSw,LwMwSw,1 w",
)

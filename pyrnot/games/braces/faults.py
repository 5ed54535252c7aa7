"""The long stories of the faults that Braces finds, each with a wrong record and the same made right.

`pyrnot explain` prints them. No rule is applied here.
"""

from __future__ import annotations

from pyrnot.games.braces.codes import Codes
from pyrnot.rulebook import Explanation

_GAME = '[Game "Braces"]\n'
_START = _GAME + "\n"


def _setup(board: str) -> str:
    """The tags of a record that begins on `board` with White to move."""
    return f'{_GAME}[Setup "{board} w"]\n\n'


_BRACE = _setup("Lb,4/5/1,Sw,Sb,2/3,Sw,1/5")
"""The white Small that steps from d2 to d3 braces the black one on c3, with the one on b3."""
_TWO_BRACED = _setup("Lb,4/5/1,Sw,SbSb,2/3,Sw,1/5")
"""The same with two black Smalls on c3."""
_LAST_BRACED = _setup("5/5/1,Sw,Sb,2/3,Sw,1/5")
"""The same with no other black pyramid on the board."""

_TAGS = (
    Explanation(
        code=Codes.UNKNOWN_COLOUR,
        rule="R2",
        story=(
            "The tags WhiteReserve and BlackReserve name the colour that a seat's pyramids take on: green, red, "
            "blue, yellow, orange, purple or cyan. Here another word stands there. Without the tags White has "
            "green and Black red."
        ),
        wrong=_GAME + '[WhiteReserve "pink"]\n\n1. DIG 2/1; Sc1-c2; Sb1-b2\n',
        right=_GAME + '[WhiteReserve "purple"]\n\n1. DIG 2/1; Sc1-c2; Sb1-b2\n',
    ),
    Explanation(
        code=Codes.COLOUR_COUNT,
        rule="R2",
        story=(
            "Each seat has one reserve colour; only with the optional rule two-colours it has two, with a comma "
            "between them. Here the tag names another number. Leave a colour out, or add the Variant tag that was "
            "meant."
        ),
        wrong=_GAME + '[WhiteReserve "green, yellow"]\n\n1. DIG 2/1; Sc1-c2; Sb1-b2\n',
        right=_GAME + '[Variant "two-colours"]\n[WhiteReserve "green, yellow"]\n\n1. DIG 2/1; Sc1-c2; Sb1-b2\n',
    ),
    Explanation(
        code=Codes.SAME_COLOUR,
        rule="R2",
        story=(
            "The reserve colours of both seats must differ, or nobody could tell whose a pyramid is. Here one "
            "stands there twice. Mind the colours that hold without a tag: White's is green (and yellow), Black's "
            "red (and purple)."
        ),
        wrong=_GAME + '[WhiteReserve "red"]\n\n1. DIG 2/1; Sc1-c2; Sb1-b2\n',
        right=_GAME + '[WhiteReserve "red"]\n[BlackReserve "blue"]\n\n1. DIG 2/1; Sc1-c2; Sb1-b2\n',
    ),
    Explanation(
        code=Codes.VARIANTS_CLASH,
        rule="B44",
        story=(
            "The optional rule double-brace lets a pyramid go two colours further at once, so it is played only "
            "with two-colours. Here that is missing from the Variant tag. Name both."
        ),
        wrong=_GAME + '[Variant "double-brace"]\n\n1. DIG 2/1; Sc1-c2; Sb1-b2\n',
        right=_GAME + '[Variant "two-colours, double-brace"]\n\n1. DIG 2/1; Sc1-c2; Sb1-b2\n',
    ),
    Explanation(
        code=Codes.VARIANTS_CLASH,
        rule="B45",
        story=(
            "The optional rules neutralize, capture and two-colours each say what becomes of a pyramid in its "
            "reserve colour, and neutralize says another thing than the others. So it is not played with either. "
            "Name one."
        ),
        wrong=_GAME + '[Variant "capture, neutralize"]\n\n1. DIG 2/1; Sc1-c2; Sb1-b2\n',
        right=_GAME + '[Variant "neutralize"]\n\n1. DIG 2/1; Sc1-c2; Sb1-b2\n',
    ),
    Explanation(
        code=Codes.BAD_SETUP,
        rule="B46",
        story=(
            "Setup must show what can be: at most three pyramids of each size for a seat and one neutral one "
            "(with neutralize one more for each use), no larger pyramid on a smaller one, and only colours of "
            "this game. Correct the position string."
        ),
        wrong=_setup("Lb,4/5/2,SwMw,2/5/5") + "1. DIG 1/1; Sc3-c2\n",
        right=_setup("Lb,4/5/2,MwSw,2/5/5") + "1. DIG 1/1; Sc3-c2\n",
    ),
)

_DICE = (
    Explanation(
        code=Codes.DICE_MISSING,
        rule="R3",
        story=(
            "A turn opens with the dice, the treehouse die and both number dice: `DIG 5/2`. Without them nobody "
            "can say what the turn may cost. Here an action stands first. Write what was rolled."
        ),
        wrong=_START + "1. Sc1-c2; Sb1-b2\n",
        right=_START + "1. DIG 2/1; Sc1-c2; Sb1-b2\n",
    ),
    Explanation(
        code=Codes.DICE_NOT_FIRST,
        rule="R3",
        story=(
            "The dice are rolled once, at the start of the turn. Here they stand again, behind another action. "
            "Only a double is rolled anew, and that stands with the dice: `DIG 3/3 R 2/1`."
        ),
        wrong=_START + "1. DIG 2/1; Sc1-c2; DIG 2/1; Sb1-b2\n",
        right=_START + "1. DIG 2/1; Sc1-c2; Sb1-b2\n",
    ),
    Explanation(
        code=Codes.TURN_EMPTY,
        rule="R3",
        story=(
            "Something follows the dice: steps, a swap, or `pass` if no step is possible. Here nothing does. "
            "Write what was played."
        ),
        wrong=_START + "1. DIG 2/1\n",
        right=_START + "1. DIG 2/1; Sc1-c2; Sb1-b2\n",
    ),
    Explanation(
        code=Codes.SECOND_ACTION,
        rule="R3",
        story=(
            "`pass` says that no step is possible, so it is the only thing behind the dice. Here another action "
            "stands beside it. A turn that cannot use up its value just stops."
        ),
        wrong=_START + "1. DIG 2/1; Sc1-c2; pass\n",
        right=_START + "1. DIG 2/1; Sc1-c2; Sb1-b2\n",
    ),
    Explanation(
        code=Codes.NO_SUCH_FACE,
        rule="B4",
        story=(
            "The treehouse die shows TIP, HOP, SWAP, DIG, AIM or WILD, read in any case. Here another word stands "
            "there. Mostly it is misspelt."
        ),
        wrong=_START + "1. HIP 2/1; Sc1-c2; Sb1-b2\n",
        right=_START + "1. HOP 2/1; Sc1-c2; Sb1-b2\n",
    ),
    Explanation(
        code=Codes.NO_SUCH_NUMBER,
        rule="B4",
        story=("A number die shows 1 to 6. Here another number stands there. Write what was rolled, in either order."),
        wrong=_START + "1. DIG 2/7; Sc1-c2; Sb1-b2\n",
        right=_START + "1. DIG 2/1; Sc1-c2; Sb1-b2\n",
    ),
    Explanation(
        code=Codes.NO_DOUBLE,
        rule="B5",
        story=(
            "Only a double may be rolled again, both number dice together, as long as doubles fall. Each roll "
            "that was thrown away comes first, with R behind it. Here the roll before R is no double."
        ),
        wrong=_START + "1. DIG 3/2 R 2/1; Sc1-c2; Sb1-b2\n",
        right=_START + "1. DIG 3/3 R 2/1; Sc1-c2; Sb1-b2\n",
    ),
    Explanation(
        code=Codes.BAD_WILD,
        rule="B6",
        story=(
            "Only WILD is used as another face, and only as one of the five others: `WILD=HOP 2/1`. Here `=` "
            "stands behind another face, or WILD is used as itself. Write the face that was rolled."
        ),
        wrong=_START + "1. DIG=HOP 2/1; Sc1-c2; Sb1-b2\n",
        right=_START + "1. WILD=HOP 2/1; Sc1-c2; Sb1-b2\n",
    ),
    Explanation(
        code=Codes.NO_WILD_USE,
        rule="B6",
        story=(
            "WILD without `=` is tried as TIP, HOP, SWAP, DIG and AIM in turn, and the first under which the "
            "whole turn is legal counts. Here it is legal under none. Write as what it was used, such as "
            "`WILD=AIM`: then the fault that it has under that face is told."
        ),
        wrong=_START + "1. WILD 2/1; Lc1-d2\n",
        right=_START + "1. WILD 3/1; Lc1-d2\n",
    ),
)

_STEPS = (
    Explanation(
        code=Codes.COST_NOT_MET,
        rule="B7",
        story=(
            "Without TIP the steps of a turn must cost just what the dice are worth, the larger number: a Large "
            "3, a Medium 2, a Small 1, and the cap penalty. They may cost less only if no step is left that costs "
            "no more than the rest. Here one is, and the message names it."
        ),
        wrong=_START + "1. DIG 5/2; Lc1-c2\n",
        right=_START + "1. DIG 5/2; Lc1-c2; Mb1-b2\n",
    ),
    Explanation(
        code=Codes.COST_TOO_HIGH,
        rule="B7",
        story=(
            "The steps of a turn cost no more than the dice are worth, the larger number: a Large 3, a Medium 2, "
            "a Small 1. A pyramid under a cap pays besides for each pyramid of the capping seat in the run on top "
            "of it. Here a step costs more than what is left."
        ),
        wrong=_START + "1. DIG 2/1; Lc1-c2\n",
        right=_START + "1. DIG 2/1; Mc1-c2\n",
    ),
    Explanation(
        code=Codes.COST_TOO_HIGH,
        rule="B8",
        story=(
            "With TIP the steps may cost together any number from 1 to 7, whatever the number dice show, but no "
            "more. Here a step goes beyond 7, its cap penalty included. Stop before it, or move a smaller "
            "pyramid."
        ),
        wrong=_START + "1. TIP 2/1; Lc1-c2; Lb1-b2; Ld1-d2\n",
        right=_START + "1. TIP 2/1; Lc1-c2; Lb1-b2\n",
    ),
    Explanation(
        code=Codes.OFF_BOARD,
        rule="B9",
        story=(
            "A step stays on the board, which has the files a to e and the ranks 1 to 5. Here it leads to a "
            "square that is not there."
        ),
        wrong=_START + "1. DIG 2/1; Sc1-c6; Sb1-b2\n",
        right=_START + "1. DIG 2/1; Sc1-c2; Sb1-b2\n",
    ),
    Explanation(
        code=Codes.NOT_ADJACENT,
        rule="B9",
        story=(
            "A step goes to the next square along a rank or file; with AIM it may be diagonal, with HOP two "
            "squares straight. Here no face would let it go there. Of a longer way each square is written: "
            "`Sc1-c2-d2`."
        ),
        wrong=_START + "1. DIG 2/1; Sc1-d3\n",
        right=_START + "1. DIG 2/1; Sc1-c2-d2\n",
    ),
    Explanation(
        code=Codes.BLOCKED,
        rule="B9",
        story=(
            "A pyramid lands on a vacant square or on a top pyramid of the same or a larger size; of a unit the "
            "largest must be able to. Here the one on top there is smaller. Each square of a path is judged so, "
            "and a leap too where it lands."
        ),
        wrong=_START + "1. DIG 3/1; Lc1-b1\n",
        right=_START + "1. DIG 3/1; Lc1-c2\n",
    ),
    Explanation(
        code=Codes.NOT_YOURS,
        rule="B10",
        story=(
            "A seat moves its own pyramids and the neutral ones; the opponent's only with DIG. Here the pyramid "
            "is the opponent's, and another face was rolled. Where several of a size stand on the square, one "
            "that you may move would have been meant."
        ),
        wrong=_START + "1. HOP 2/1; Sc5-c4; Sb1-b2\n",
        right=_START + "1. HOP 2/1; Sc1-c2; Sb1-b2\n",
    ),
    Explanation(
        code=Codes.WRONG_ORDER,
        rule="B15",
        story=(
            "The pyramids of a unit are named from the bottom up, so the larger come first: `MSc1-c2`, and with "
            "levels `MS(2,3)c1-c2`. Here they are not."
        ),
        wrong=_START + "1. DIG 3/1; SMc1-c2\n",
        right=_START + "1. DIG 3/1; MSc1-c2\n",
    ),
    Explanation(
        code=Codes.MIXED_UNIT,
        rule="B15",
        story=(
            "The pyramids of a unit all belong to one seat, or all are neutral. Here they do not. Let them step "
            "one after the other; the cost is the same."
        ),
        wrong=_setup("2,Lb,2/5/2,MnSw,2/5/5") + "1. DIG 3/1; MSc3-c2\n",
        right=_setup("2,Lb,2/5/2,MnSw,2/5/5") + "1. DIG 3/1; Mc3-c2; Sc3-c2\n",
    ),
    Explanation(
        code=Codes.CAPPED_UNIT,
        rule="B15",
        story=(
            "A pyramid is capped if the top of its stack belongs to the other seat. It may move, at the price of "
            "the penalty, but alone: none of a unit may be capped. Here one is. Let it step by itself."
        ),
        wrong=_setup("5/5/2,LwMwSb,2/5/5") + "1. HOP 4/1; LMc3-c2\n",
        right=_setup("5/5/2,LwMwSb,2/5/5") + "1. HOP 4/1; Lc3-c2\n",
    ),
    Explanation(
        code=Codes.NO_POWER,
        rule="B28",
        story=(
            "A diagonal step takes AIM, a leap over a square HOP, a swap SWAP. Such a power is used only if its "
            "face was rolled, or WILD used as it. Here another was. Step straight, from square to square."
        ),
        wrong=_START + "1. DIG 1/1; Sc1-d2\n",
        right=_START + "1. AIM 1/1; Sc1-d2\n",
    ),
    Explanation(
        code=Codes.AFTER_WIN,
        rule="B29",
        story=(
            "A seat wins at once, within a turn, when every pyramid of the opponent is in its reserve colour. The "
            "turn ends there, whatever is left of its value. Here a step or a swap stands behind it. Leave it "
            "out and write the result."
        ),
        wrong=_LAST_BRACED + "1. HOP 2/1; Sd2-d3 XSc3; Sb3-b4\nWhite wins\n",
        right=_LAST_BRACED + "1. HOP 2/1; Sd2-d3 XSc3\nWhite wins\n",
    ),
    Explanation(
        code=Codes.NEEDLESS_PASS,
        rule="B30",
        story=(
            "A seat passes only if it has no ordinary step that costs no more than the dice are worth (with TIP "
            "7), with one of its own pyramids or a neutral one. Here it has, and the message names one. The power "
            "of the dice need not be used, but a step must be made."
        ),
        wrong=_START + "1. DIG 2/1; pass\n",
        right=_START + "1. DIG 2/1; Sc1-c2; Sb1-b2\n",
    ),
)

_SWAPS = (
    Explanation(
        code=Codes.SECOND_SWAP,
        rule="B25",
        story=("SWAP gives one swap in a turn, and it costs nothing. Here a second one stands there. Leave it out."),
        wrong=_START + "1. SWAP 2/1; Lb1<>Lc1; Mb1<>Mc1; Sc1-c2; Sb1-b2\n",
        right=_START + "1. SWAP 2/1; Lb1<>Lc1; Sc1-c2; Sb1-b2\n",
    ),
    Explanation(
        code=Codes.SWAP_WITH_ITSELF,
        rule="B25",
        story=(
            "A swap is of two pyramids. Here both names fit only one and the same. Two of one square may be "
            "swapped, with their levels or colours: `S(1)c3<>S(2)c3`."
        ),
        wrong=_START + "1. SWAP 2/1; Lb1<>Lb1; Sc1-c2; Sb1-b2\n",
        right=_START + "1. SWAP 2/1; Lb1<>Lc1; Sc1-c2; Sb1-b2\n",
    ),
    Explanation(
        code=Codes.TWO_SIZES,
        rule="B25",
        story=(
            "Two pyramids of one size change places in a swap, whoever owns them. Here the sizes differ. Name two "
            "of one size."
        ),
        wrong=_START + "1. SWAP 2/1; Lb1<>Mc1; Sc1-c2; Sb1-b2\n",
        right=_START + "1. SWAP 2/1; Lb1<>Lc1; Sc1-c2; Sb1-b2\n",
    ),
)

_NAMES = (
    Explanation(
        code=Codes.OFF_BOARD,
        rule="B31",
        story=(
            "The board has the files a to e and the ranks 1 to 5. Here a pyramid is named on a square that is not "
            "there. Mostly the square is misspelt."
        ),
        wrong=_START + "1. DIG 2/1; Sc6-c5; Sb1-b2\n",
        right=_START + "1. DIG 2/1; Sc1-c2; Sb1-b2\n",
    ),
    Explanation(
        code=Codes.NO_SUCH_PYRAMID,
        rule="B31",
        story=(
            "A pyramid is named by its size and square, and where that is not enough by its colour, its level "
            "from the bottom, or both. Here no pyramid of that name stands there: the square is empty, or has "
            "other sizes, colours or levels."
        ),
        wrong=_START + "1. DIG 2/1; Sc2-d2; Sb1-b2\n",
        right=_START + "1. DIG 2/1; Sc1-c2; Sb1-b2\n",
    ),
    Explanation(
        code=Codes.AMBIGUOUS,
        rule="B31",
        story=(
            "The action fits several pyramids and would lead to different positions, and pyrnot does not guess. "
            "Name the pyramid more closely: by its colour `S(w)c3`, its level from the bottom `S(1)c3`, or both "
            "`S(w1)c3`. The message lists what would do."
        ),
        wrong=_setup("2,Lb,2/5/2,SwSg,2/5/5") + "1. DIG 1/1; Sc3-c2\n",
        right=_setup("2,Lb,2/5/2,SwSg,2/5/5") + "1. DIG 1/1; S(w)c3-c2\n",
    ),
)

_RESULTS = (
    Explanation(
        code=Codes.CHOICE_MISSING,
        rule="B21",
        story=(
            "An arrival changes at most one pyramid on each square. Here it could change several there, and the "
            "mover chooses which; that it happens is no choice. So the record must say it with an X, such as "
            "`XS(1)c3`."
        ),
        wrong=_TWO_BRACED + "1. HOP 1/1; Sd2-d3\n",
        right=_TWO_BRACED + "1. HOP 1/1; Sd2-d3 XS(1)c3\n",
    ),
    Explanation(
        code=Codes.TWO_CHOICES,
        rule="B21",
        story=(
            "An arrival changes at most one pyramid on each square. Here two X results name two pyramids of one "
            "square, and each of them could change, but not both. Keep the one that the mover chose."
        ),
        wrong=_TWO_BRACED + "1. HOP 1/1; Sd2-d3 XS(1)c3 XS(2)c3\n",
        right=_TWO_BRACED + "1. HOP 1/1; Sd2-d3 XS(1)c3\n",
    ),
    Explanation(
        code=Codes.CLAIM_FALSE,
        rule="B32",
        story=(
            "An X names a pyramid that the arrival changes, as it was right before the change. Here nothing like "
            "it changes: there is no brace or swarm, it changes at another arrival, or its size, colour, level or "
            "new colour is another. Correct the X, or leave it out where the mover has no choice."
        ),
        wrong=_BRACE + "1. HOP 1/1; Sd2-d3 XSb3\n",
        right=_BRACE + "1. HOP 1/1; Sd2-d3 XSc3\n",
    ),
    Explanation(
        code=Codes.CLAIM_MISSING,
        rule="B32",
        story=(
            "A pyramid changed here, and no X says so. It is a warning: what the rules make certain happens "
            "whether or not it is written. Add the X that the message names; `fmt` and `check --fix` do it for "
            "you."
        ),
        wrong=_BRACE + "1. HOP 1/1; Sd2-d3\n",
        right=_BRACE + "1. HOP 1/1; Sd2-d3 XSc3\n",
    ),
)

FAULTS: tuple[Explanation, ...] = (*_TAGS, *_DICE, *_STEPS, *_SWAPS, *_NAMES, *_RESULTS)

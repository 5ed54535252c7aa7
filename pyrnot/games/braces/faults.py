"""What `pyrnot explain` prints for each fault that Braces finds, with a wrong record and a corrected one.

Text only; the faults are raised by the modules that judge. Those of tags and position strings are in `setup_faults`.
"""

from __future__ import annotations

from pyrnot.core.rulebook import Explanation
from pyrnot.games.braces.codes import Codes
from pyrnot.games.braces.setup_faults import GAME, SETUP_FAULTS, setup

_START = GAME + "\n"

_BRACE = setup("Lb,4/5/1,Sw,Sb,2/3,Sw,1/5")
"""A white Small steps from d2 to d3 and, with the one on b3, braces the black Small on c3."""
_TWO_BRACED = setup("Lb,4/5/1,Sw,SbSb,2/3,Sw,1/5")
"""The same, with two black Smalls on c3."""
_LAST_BRACED = setup("5/5/1,Sw,Sb,2/3,Sw,1/5")
"""The same, with no other black pyramid on the board."""

_DICE = (
    Explanation(
        code=Codes.DICE_MISSING,
        rule="R3",
        story=(
            "A turn opens with the dice, the treehouse die and both number dice, as in `DIG 5/2`. They set what the "
            "turn may cost. Here the turn starts with another action. Add the roll."
        ),
        wrong=_START + "1. Sc1-c2; Sb1-b2\n",
        right=_START + "1. DIG 2/1; Sc1-c2; Sb1-b2\n",
    ),
    Explanation(
        code=Codes.DICE_NOT_FIRST,
        rule="R3",
        story=(
            "The dice are rolled once, at the start of the turn. Here they appear again after another action. If a "
            "double was rolled again, write it together with the dice, as in `DIG 3/3 R 2/1`."
        ),
        wrong=_START + "1. DIG 2/1; Sc1-c2; DIG 2/1; Sb1-b2\n",
        right=_START + "1. DIG 2/1; Sc1-c2; Sb1-b2\n",
    ),
    Explanation(
        code=Codes.TURN_EMPTY,
        rule="R3",
        story=(
            "After the dice come steps, a swap, or `pass` if no step is possible. Here the turn ends with the dice. "
            "Add what was played."
        ),
        wrong=_START + "1. DIG 2/1\n",
        right=_START + "1. DIG 2/1; Sc1-c2; Sb1-b2\n",
    ),
    Explanation(
        code=Codes.SECOND_ACTION,
        rule="R3",
        story=(
            "`pass` means that no step is possible, so it must be the only action after the dice. Here there is "
            "another one. Remove the `pass`: a turn that cannot use up its value simply ends."
        ),
        wrong=_START + "1. DIG 2/1; Sc1-c2; pass\n",
        right=_START + "1. DIG 2/1; Sc1-c2; Sb1-b2\n",
    ),
    Explanation(
        code=Codes.NO_SUCH_FACE,
        rule="B4",
        story=(
            "The treehouse die shows TIP, HOP, SWAP, DIG, AIM or WILD, in upper or lower case. The word here is none"
            " of them. Check the spelling."
        ),
        wrong=_START + "1. HIP 2/1; Sc1-c2; Sb1-b2\n",
        right=_START + "1. HOP 2/1; Sc1-c2; Sb1-b2\n",
    ),
    Explanation(
        code=Codes.NO_SUCH_NUMBER,
        rule="B4",
        story=(
            "A number die shows 1 to 6. The number here is out of range. Write the two numbers that were rolled, in "
            "either order."
        ),
        wrong=_START + "1. DIG 2/7; Sc1-c2; Sb1-b2\n",
        right=_START + "1. DIG 2/1; Sc1-c2; Sb1-b2\n",
    ),
    Explanation(
        code=Codes.NO_DOUBLE,
        rule="B5",
        story=(
            "Only a double may be rolled again: both number dice together, for as long as doubles come up. Each "
            "discarded roll is written before the next one, followed by R. Here the roll before R is not a double."
        ),
        wrong=_START + "1. DIG 3/2 R 2/1; Sc1-c2; Sb1-b2\n",
        right=_START + "1. DIG 3/3 R 2/1; Sc1-c2; Sb1-b2\n",
    ),
    Explanation(
        code=Codes.BAD_WILD,
        rule="B6",
        story=(
            "Only WILD can be used as another face, and only as one of the other five, as in `WILD=HOP 2/1`. Here "
            "`=` follows another face, or WILD is used as itself. Write the face that was rolled."
        ),
        wrong=_START + "1. DIG=HOP 2/1; Sc1-c2; Sb1-b2\n",
        right=_START + "1. WILD=HOP 2/1; Sc1-c2; Sb1-b2\n",
    ),
    Explanation(
        code=Codes.NO_WILD_USE,
        rule="B6",
        story=(
            "WILD without `=` is tried as TIP, HOP, SWAP, DIG and AIM in that order, and the first use that makes "
            "the complete turn legal is taken. Here none does. Write the use that was meant, such as `WILD=AIM`, to "
            "see what is wrong with the turn under that face."
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
            "Without TIP, the steps of a turn must cost exactly the value of the dice, the larger number: 3 for a "
            "Large, 2 for a Medium, 1 for a Small, plus any cap penalty. They may cost less only if no step is "
            "possible for what is left. Here one is; the message names it."
        ),
        wrong=_START + "1. DIG 5/2; Lc1-c2\n",
        right=_START + "1. DIG 5/2; Lc1-c2; Mb1-b2\n",
    ),
    Explanation(
        code=Codes.COST_TOO_HIGH,
        rule="B7",
        story=(
            "The steps of a turn must not cost more than the value of the dice, the larger number: 3 for a Large, 2 "
            "for a Medium, 1 for a Small. A capped pyramid also pays for each of the capping seat's pyramids in the "
            "run on top of its stack. Here a step costs more than is left."
        ),
        wrong=_START + "1. DIG 2/1; Lc1-c2\n",
        right=_START + "1. DIG 2/1; Mc1-c2\n",
    ),
    Explanation(
        code=Codes.COST_TOO_HIGH,
        rule="B8",
        story=(
            "With TIP, the steps may cost any total from 1 to 7, whatever the number dice show. Here a step, with "
            "any cap penalty, takes the total above 7. Stop before it, or move a smaller pyramid."
        ),
        wrong=_START + "1. TIP 2/1; Lc1-c2; Lb1-b2; Ld1-d2\n",
        right=_START + "1. TIP 2/1; Lc1-c2; Lb1-b2\n",
    ),
    Explanation(
        code=Codes.OFF_BOARD,
        rule="B9",
        story=(
            "A step must stay on the board, which has the files a to e and the ranks 1 to 5. Here it leads to a "
            "square that does not exist. Correct the square."
        ),
        wrong=_START + "1. DIG 2/1; Sc1-c6; Sb1-b2\n",
        right=_START + "1. DIG 2/1; Sc1-c2; Sb1-b2\n",
    ),
    Explanation(
        code=Codes.NOT_ADJACENT,
        rule="B9",
        story=(
            "A step goes to the next square along a rank or file; with AIM it may be diagonal, with HOP it may leap "
            "two squares in a straight line. No face allows the step here. Write every square on a longer way, as in"
            " `Sc1-c2-d2`."
        ),
        wrong=_START + "1. DIG 2/1; Sc1-d3\n",
        right=_START + "1. DIG 2/1; Sc1-c2-d2\n",
    ),
    Explanation(
        code=Codes.BLOCKED,
        rule="B9",
        story=(
            "A pyramid lands on a vacant square or on a top pyramid of the same size or larger; for a unit, its "
            "largest pyramid counts. Here the top pyramid is smaller. This holds for every square of a path, and for"
            " the square where a leap lands."
        ),
        wrong=_START + "1. DIG 3/1; Lc1-b1\n",
        right=_START + "1. DIG 3/1; Lc1-c2\n",
    ),
    Explanation(
        code=Codes.NOT_YOURS,
        rule="B10",
        story=(
            "A seat moves its own pyramids and the neutral ones; only DIG lets it move the opponent's. Here the "
            "pyramid is the opponent's, and the face is not DIG. If the square had a pyramid of that size that you "
            "may move, that one would have been taken."
        ),
        wrong=_START + "1. HOP 2/1; Sc5-c4; Sb1-b2\n",
        right=_START + "1. HOP 2/1; Sc1-c2; Sb1-b2\n",
    ),
    Explanation(
        code=Codes.WRONG_ORDER,
        rule="B15",
        story=(
            "The pyramids of a unit are named from the bottom up, larger ones first: `MSc1-c2`, or with levels "
            "`MS(2,3)c1-c2`. Here they are in another order. Reorder them."
        ),
        wrong=_START + "1. DIG 3/1; SMc1-c2\n",
        right=_START + "1. DIG 3/1; MSc1-c2\n",
    ),
    Explanation(
        code=Codes.MIXED_UNIT,
        rule="B15",
        story=(
            "All pyramids of a unit belong to one seat, or all are neutral. Here they do not. Move them one after "
            "the other; the cost is the same."
        ),
        wrong=setup("2,Lb,2/5/2,MnSw,2/5/5") + "1. DIG 3/1; MSc3-c2\n",
        right=setup("2,Lb,2/5/2,MnSw,2/5/5") + "1. DIG 3/1; Mc3-c2; Sc3-c2\n",
    ),
    Explanation(
        code=Codes.CAPPED_UNIT,
        rule="B15",
        story=(
            "A pyramid is capped if the top pyramid of its stack belongs to the other seat. It may move alone, at "
            "the price of the penalty, but not as part of a unit. Here one of the unit is capped. Move it on its "
            "own."
        ),
        wrong=setup("5/5/2,LwMwSb,2/5/5") + "1. HOP 4/1; LMc3-c2\n",
        right=setup("5/5/2,LwMwSb,2/5/5") + "1. HOP 4/1; Lc3-c2\n",
    ),
    Explanation(
        code=Codes.NO_POWER,
        rule="B28",
        story=(
            "A diagonal step needs AIM, a leap over a square needs HOP, a swap needs SWAP. A power is available only"
            " if its face was rolled, or WILD used as it. Here it was not. Step straight from square to square "
            "instead."
        ),
        wrong=_START + "1. DIG 1/1; Sc1-d2\n",
        right=_START + "1. AIM 1/1; Sc1-d2\n",
    ),
    Explanation(
        code=Codes.AFTER_WIN,
        rule="B29",
        story=(
            "A seat wins as soon as every pyramid of its opponent is in its reserve colour, even in the middle of a "
            "turn. The turn ends there, whatever is left of its value. Here a step or swap follows the win. Remove "
            "it and write the result."
        ),
        wrong=_LAST_BRACED + "1. HOP 2/1; Sd2-d3 XSc3; Sb3-b4\nWhite wins\n",
        right=_LAST_BRACED + "1. HOP 2/1; Sd2-d3 XSc3\nWhite wins\n",
    ),
    Explanation(
        code=Codes.NEEDLESS_PASS,
        rule="B30",
        story=(
            "A seat may pass only if no ordinary step of one of its pyramids or of a neutral one is possible for the "
            "value of the dice (7 with TIP). Here one is; the message names it. The power of the dice is optional, but "
            "a possible step must be made."
        ),
        wrong=_START + "1. DIG 2/1; pass\n",
        right=_START + "1. DIG 2/1; Sc1-c2; Sb1-b2\n",
    ),
)

_SWAPS = (
    Explanation(
        code=Codes.SECOND_SWAP,
        rule="B25",
        story=("SWAP gives one swap per turn, at no cost. Here there is a second one. Remove it."),
        wrong=_START + "1. SWAP 2/1; Lb1<>Lc1; Mb1<>Mc1; Sc1-c2; Sb1-b2\n",
        right=_START + "1. SWAP 2/1; Lb1<>Lc1; Sc1-c2; Sb1-b2\n",
    ),
    Explanation(
        code=Codes.SWAP_WITH_ITSELF,
        rule="B25",
        story=(
            "A swap needs two pyramids. Here both names can only mean the same one. To swap two pyramids on one "
            "square, give their levels or colours: `S(1)c3<>S(2)c3`."
        ),
        wrong=_START + "1. SWAP 2/1; Lb1<>Lb1; Sc1-c2; Sb1-b2\n",
        right=_START + "1. SWAP 2/1; Lb1<>Lc1; Sc1-c2; Sb1-b2\n",
    ),
    Explanation(
        code=Codes.TWO_SIZES,
        rule="B25",
        story=(
            "In a swap, two pyramids of one size change places, whoever owns them. Here the sizes differ. Name two "
            "pyramids of the same size."
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
            "The board has the files a to e and the ranks 1 to 5. Here a pyramid is named on a square that does not "
            "exist. Check the spelling of the square."
        ),
        wrong=_START + "1. DIG 2/1; Sc6-c5; Sb1-b2\n",
        right=_START + "1. DIG 2/1; Sc1-c2; Sb1-b2\n",
    ),
    Explanation(
        code=Codes.NO_SUCH_PYRAMID,
        rule="B31",
        story=(
            "A pyramid is named by its size and square and, where several fit, by its colour, its level from the "
            "bottom, or both. Here no pyramid fits the name: the square is empty, or its pyramids have other sizes, "
            "colours or levels."
        ),
        wrong=_START + "1. DIG 2/1; Sc2-d2; Sb1-b2\n",
        right=_START + "1. DIG 2/1; Sc1-c2; Sb1-b2\n",
    ),
    Explanation(
        code=Codes.AMBIGUOUS,
        rule="B31",
        story=(
            "The action fits several pyramids and could lead to different positions, and pyrnot does not guess. Add "
            "the colour, `S(w)c3`, the level from the bottom, `S(1)c3`, or both, `S(w1)c3`. The message lists what "
            "would be clear."
        ),
        wrong=setup("2,Lb,2/5/2,SwSg,2/5/5") + "1. DIG 1/1; Sc3-c2\n",
        right=setup("2,Lb,2/5/2,SwSg,2/5/5") + "1. DIG 1/1; S(w)c3-c2\n",
    ),
)

_RESULTS = (
    Explanation(
        code=Codes.CHOICE_MISSING,
        rule="B21",
        story=(
            "An arrival changes at most one pyramid on each square. Here it could change several on one square; one "
            "of them must change, and the mover chooses which. Write the choice with an X, such as `XS(1)c3`."
        ),
        wrong=_TWO_BRACED + "1. HOP 1/1; Sd2-d3\n",
        right=_TWO_BRACED + "1. HOP 1/1; Sd2-d3 XS(1)c3\n",
    ),
    Explanation(
        code=Codes.TWO_CHOICES,
        rule="B21",
        story=(
            "An arrival changes at most one pyramid on each square. Here two X results name two pyramids of one "
            "square, and either could change, but not both. Keep the one that the mover chose."
        ),
        wrong=_TWO_BRACED + "1. HOP 1/1; Sd2-d3 XS(1)c3 XS(2)c3\n",
        right=_TWO_BRACED + "1. HOP 1/1; Sd2-d3 XS(1)c3\n",
    ),
    Explanation(
        code=Codes.CLAIM_FALSE,
        rule="B32",
        story=(
            "An X names a pyramid that the arrival changes, as it was just before the change. Here no change fits "
            "it: there is no brace or swarm, the pyramid changes at another arrival, or the size, colour, level or "
            "new colour is wrong. Correct the X, or remove it where the mover has no choice."
        ),
        wrong=_BRACE + "1. HOP 1/1; Sd2-d3 XSb3\n",
        right=_BRACE + "1. HOP 1/1; Sd2-d3 XSc3\n",
    ),
    Explanation(
        code=Codes.CLAIM_MISSING,
        rule="B32",
        story=(
            "A pyramid changed here without an X. This is only a warning: what the rules make certain happens "
            "whether or not it is written. Add the X that the message names, or let `fmt` or `check --fix` add it."
        ),
        wrong=_BRACE + "1. HOP 1/1; Sd2-d3\n",
        right=_BRACE + "1. HOP 1/1; Sd2-d3 XSc3\n",
    ),
)

FAULTS: tuple[Explanation, ...] = (*SETUP_FAULTS, *_DICE, *_STEPS, *_SWAPS, *_NAMES, *_RESULTS)

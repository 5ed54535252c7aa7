"""The long stories of the faults that Martian Life finds, each with a wrong record and the same made right.

`pyrnot explain` prints them. No rule is applied here.
"""

from __future__ import annotations

from pyrnot.games.martian_life.codes import Codes
from pyrnot.rulebook import Explanation

_START = '[Game "Martian Life"]\n\n'


def _setup(board: str, *tags: str) -> str:
    """The tags of a record that begins on `board` with Red to move."""
    return "".join(['[Game "Martian Life"]\n', *(f"{tag}\n" for tag in tags), f'[Setup "{board} r"]\n\n'])


_ONE_TRIO = '[Trios "1"]'

FAULTS: tuple[Explanation, ...] = (
    Explanation(
        code=Codes.BAD_TRIOS,
        rule="ML2",
        story=(
            'The tag Trios says how many trios each stash has: a number from 1 to 21, or "unlimited". Without the '
            "tag it is five. Here its value is neither, so there is no position to play from, and no turn is "
            "judged."
        ),
        wrong='[Game "Martian Life"]\n[Trios "many"]\n\n1. Sc4\n',
        right='[Game "Martian Life"]\n[Trios "unlimited"]\n\n1. Sc4\n',
    ),
    Explanation(
        code=Codes.STASH_EMPTY,
        rule="ML2",
        story=(
            "A seat has as many pyramids of each size as there are trios in its stash (five without the tag "
            "Trios). What is not on the board is in the stash, and a turn can use no more than that. Here all of "
            "this size are on the board. Place or promote something else; culled and replaced pyramids come back. "
            "A start that shows more than a stash holds is refused by the same rule."
        ),
        wrong=_setup("8/8/8/8/8/8/Sr,Sy,6/8", _ONE_TRIO) + "1. Sc2\n",
        right=_setup("8/8/8/8/8/8/Sr,Sy,6/8", '[Trios "2"]') + "1. Sc2\n",
    ),
    Explanation(
        code=Codes.WRONG_SIZE,
        rule="ML3",
        story=(
            "Only a Small comes from the stash onto an empty square; a Medium or a Large comes only in the place "
            "of the next smaller pyramid (`Sd5=M`). And a promotion names the size that stands on its square now. "
            "Here the size is another. Write the size that is there, or place a Small."
        ),
        wrong=_START + "1. Mc4\n",
        right=_START + "1. Sc4\n",
    ),
    Explanation(
        code=Codes.OCCUPIED,
        rule="ML3",
        story=(
            "A Small is placed on an empty square. Here a pyramid stands there. Choose an empty square; to "
            "replace a pyramid of your own by the next size, write a promotion such as `Sd5=M`."
        ),
        wrong=_START + "1. Sd5\n",
        right=_START + "1. Sd5=M\n",
    ),
    Explanation(
        code=Codes.NO_SUCH_PYRAMID,
        rule="ML3",
        story=(
            "A promotion replaces a pyramid that stands on the square named. Here the square is empty. Mostly the "
            "square is misspelt, or the pyramid was culled at the end of an earlier turn."
        ),
        wrong=_START + "1. Sc4=M\n",
        right=_START + "1. Sd5=M\n",
    ),
    Explanation(
        code=Codes.NOT_YOURS,
        rule="ML3",
        story=(
            "A seat promotes pyramids of its own colour only. Here the one on the square is the other seat's. "
            "Name one of your own; if the turn was the other seat's, a turn is missing before it."
        ),
        wrong=_START + "1. Sd4=M\n",
        right=_START + "1. Sd5=M\n",
    ),
    Explanation(
        code=Codes.WRONG_PROMOTION,
        rule="ML3",
        story=(
            "A Small is replaced by a Medium and a Medium by a Large, one size a turn. Nothing is replaced by a "
            "smaller pyramid or by one of its own size, no Small becomes a Large at once, and a Large stays what "
            "it is. Write the next size."
        ),
        wrong=_START + "1. Sd5=L\n",
        right=_START + "1. Sd5=M\n",
    ),
    Explanation(
        code=Codes.SECOND_ACTION,
        rule="ML3",
        story=(
            "A turn is one action: a Small placed, or a pyramid promoted. Here a second one stands behind a `;`. "
            "Give each seat its own turn. What dies after the turn is no action: its waves follow the action "
            "without `;` (`Sc4 XSe5`)."
        ),
        wrong=_START + "1. Sc4; Sf6\n",
        right=_START + "1. Sc4\n2. Sf6\n",
    ),
    Explanation(
        code=Codes.NO_ACTION,
        rule="ML3",
        story=(
            "A turn is one action: a Small placed, a pyramid promoted, or a pass by a seat that can do nothing "
            "else. Nothing was done in this turn. No record shows this fault, for a turn without an action is no "
            "notation; a program that ends a turn too early meets it."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=Codes.BAD_SETUP,
        rule="ML5",
        story=(
            "After every turn all dying pyramids are removed, until none is dying: so no game ever stands with "
            "one on the board. A Small lives with 1 to 3 neighbours, a Medium with 3 to 5, a Large with 5 to 7. "
            "Here Setup shows one with too few or too many. Correct the position string, or write the position "
            "after the waves."
        ),
        wrong=_setup("8/8/8/8/8/8/Sr,Sy,6/6,Sr,1") + "1. Sc2\n",
        right=_setup("8/8/8/8/8/8/Sr,Sy,6/8") + "1. Sc2\n",
    ),
    Explanation(
        code=Codes.CLAIM_FALSE,
        rule="ML5",
        story=(
            "Behind a turn may stand what it kills, wave by wave, each an X with its pyramids. What is written is "
            "compared with what happens. Here a pyramid is named that does not die in that wave, or dies as "
            "another size, or is named twice, or there is no such wave. Correct it, or leave all waves out: then "
            "nothing is claimed, and `fmt` adds them."
        ),
        wrong=_START + "1. Sc3 XSd5 XSc3\n",
        right=_START + "1. Sc3 XSd4 XSc3\n",
    ),
    Explanation(
        code=Codes.CLAIM_MISSING,
        rule="ML5",
        story=(
            "A player may leave out what a turn kills; but where any wave is written, all must be, each with all "
            "its pyramids. Here a pyramid of a wave, or a whole wave, is missing. Add it, or leave all waves out."
        ),
        wrong=_START + "1. Sd3 XSd4 XSd3\n",
        right=_START + "1. Sd3 XSd4,Se4 XSd3\n",
    ),
    Explanation(
        code=Codes.NEEDLESS_PASS,
        rule="ML8",
        story=(
            "A seat passes only if it can do nothing at all: it has no Small to place or no empty square, and no "
            "Small or Medium of its own for which the stash has the next size. Here something can be done, even "
            "if it only helps the other seat, or dies at once. Play it."
        ),
        wrong=_START + "1. pass\n",
        right=_START + "1. Sc4\n",
    ),
)

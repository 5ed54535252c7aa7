"""What `pyrnot explain` prints of Martian Life's diagnostics: each code with a wrong and a right record."""

from __future__ import annotations

from pyrnot.core.rulebook import Explanation
from pyrnot.games.martian_life.codes import Codes

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
            'The tag Trios gives the number of trios in each stash: 1 to 21, or "unlimited"; the default is five. This '
            "value is neither, so there is no starting position and no turn is judged. Correct the tag or remove it."
        ),
        wrong='[Game "Martian Life"]\n[Trios "many"]\n\n1. Sc4\n',
        right='[Game "Martian Life"]\n[Trios "unlimited"]\n\n1. Sc4\n',
    ),
    Explanation(
        code=Codes.STASH_EMPTY,
        rule="ML2",
        story=(
            "A seat owns as many pyramids of each size as its stash has trios (five, unless the tag Trios changes it). "
            "The stash has those that are not on the board. Here all pyramids of the size needed are on the board. "
            "Place or promote something else; culled and replaced pyramids return to the stash. A starting position "
            "with more pyramids of a size than a seat owns breaks the same rule."
        ),
        wrong=_setup("8/8/8/8/8/8/Sr,Sy,6/8", _ONE_TRIO) + "1. Sc2\n",
        right=_setup("8/8/8/8/8/8/Sr,Sy,6/8", '[Trios "2"]') + "1. Sc2\n",
    ),
    Explanation(
        code=Codes.WRONG_SIZE,
        rule="ML3",
        story=(
            "Only Smalls are placed on empty squares; a Medium or a Large replaces a pyramid of the next smaller size "
            "(`Sd5=M`). A promotion must name the size that is on the square now. Write the size that is there, or "
            "place a Small."
        ),
        wrong=_START + "1. Mc4\n",
        right=_START + "1. Sc4\n",
    ),
    Explanation(
        code=Codes.OCCUPIED,
        rule="ML3",
        story=(
            "A Small can only be placed on an empty square, and this one has a pyramid. Choose an empty square. To "
            "replace your own pyramid with the next size, write a promotion such as `Sd5=M`."
        ),
        wrong=_START + "1. Sd5\n",
        right=_START + "1. Sd5=M\n",
    ),
    Explanation(
        code=Codes.NO_SUCH_PYRAMID,
        rule="ML3",
        story=(
            "A promotion replaces a pyramid, but the square it names is empty. Check the spelling of the square; the "
            "pyramid may also have been culled in an earlier turn."
        ),
        wrong=_START + "1. Sc4=M\n",
        right=_START + "1. Sd5=M\n",
    ),
    Explanation(
        code=Codes.NOT_YOURS,
        rule="ML3",
        story=(
            "A seat can only promote pyramids of its colour, and the one on this square belongs to the other seat. "
            "Name one of the mover's pyramids. If the other seat made this turn, a turn is missing before it."
        ),
        wrong=_START + "1. Sd4=M\n",
        right=_START + "1. Sd5=M\n",
    ),
    Explanation(
        code=Codes.WRONG_PROMOTION,
        rule="ML3",
        story=(
            "A promotion goes up by one size: a Small becomes a Medium, a Medium becomes a Large, and a Large cannot "
            "be promoted. A size cannot be skipped, kept or lowered. Write the next size."
        ),
        wrong=_START + "1. Sd5=L\n",
        right=_START + "1. Sd5=M\n",
    ),
    Explanation(
        code=Codes.SECOND_ACTION,
        rule="ML3",
        story=(
            "A turn is one action: a placement, a promotion or a pass. Here a second one follows after `;`. Write each "
            "seat's action as a turn. Waves are not actions: write them after the action without `;` (`Sc4 XSe5`)."
        ),
        wrong=_START + "1. Sc4; Sf6\n",
        right=_START + "1. Sc4\n2. Sf6\n",
    ),
    Explanation(
        code=Codes.NO_ACTION,
        rule="ML3",
        story=(
            "A turn is one action: a placement, a promotion or a pass. This turn ended without one. No record can show "
            "this fault, because a turn without an action cannot be written; a program that ends a turn too early "
            "meets it."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=Codes.BAD_SETUP,
        rule="ML5",
        story=(
            "Every turn ends with no dying pyramid on the board, so a Setup cannot show one. A Small lives with 1 to 3 "
            "neighbours, a Medium with 3 to 5, a Large with 5 to 7. Correct the position string, or write the position "
            "after the waves."
        ),
        wrong=_setup("8/8/8/8/8/8/Sr,Sy,6/6,Sr,1") + "1. Sc2\n",
        right=_setup("8/8/8/8/8/8/Sr,Sy,6/8") + "1. Sc2\n",
    ),
    Explanation(
        code=Codes.CLAIM_FALSE,
        rule="ML5",
        story=(
            "Waves written after an action are compared with those that happen. Here a pyramid is listed that does not "
            "die in that wave, is of another size or is listed twice, or there is no such wave. Correct the waves, or "
            "leave all of them out: `fmt` adds them."
        ),
        wrong=_START + "1. Sc3 XSd5 XSc3\n",
        right=_START + "1. Sc3 XSd4 XSc3\n",
    ),
    Explanation(
        code=Codes.CLAIM_MISSING,
        rule="ML5",
        story=(
            "Writing waves is optional, but if a turn has any it must have all of them, each with all its pyramids. "
            "Here a pyramid or a wave is missing. Add it, or leave all waves out: `fmt` adds them."
        ),
        wrong=_START + "1. Sd3 XSd4 XSd3\n",
        right=_START + "1. Sd3 XSd4,Se4 XSd3\n",
    ),
    Explanation(
        code=Codes.NEEDLESS_PASS,
        rule="ML8",
        story=(
            "A seat may pass only if it can do nothing: it has no Small in its stash or there is no empty square, and "
            "it has no Small or Medium on the board with the next size in its stash. Here it has something to play, "
            "and must, even if the pyramid dies at once or only the other seat gains. Write the action."
        ),
        wrong=_START + "1. pass\n",
        right=_START + "1. Sc4\n",
    ),
)

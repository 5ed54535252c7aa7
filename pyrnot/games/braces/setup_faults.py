"""Explanations of the faults of tags and position strings, each with a wrong record and the same one corrected."""

from __future__ import annotations

from pyrnot.core.rulebook import Explanation
from pyrnot.games.braces.codes import Codes

GAME = '[Game "Braces"]\n'


def setup(board: str) -> str:
    """The tags of a record that starts from `board` with White to move."""
    return f'{GAME}[Setup "{board} w"]\n\n'


SETUP_FAULTS: tuple[Explanation, ...] = (
    Explanation(
        code=Codes.UNKNOWN_COLOUR,
        rule="R2",
        story=(
            "WhiteReserve and BlackReserve name the colour that a seat's pyramids turn to: green, red, blue, yellow,"
            " orange, purple or cyan. The tag here names something else. Write one of these colours, or drop the "
            "tag: without it White has green and Black has red."
        ),
        wrong=GAME + '[WhiteReserve "pink"]\n\n1. DIG 2/1; Sc1-c2; Sb1-b2\n',
        right=GAME + '[WhiteReserve "purple"]\n\n1. DIG 2/1; Sc1-c2; Sb1-b2\n',
    ),
    Explanation(
        code=Codes.COLOUR_COUNT,
        rule="R2",
        story=(
            "Each seat has one reserve colour, or two, separated by a comma, under the optional rule two-colours. "
            "The tag here names the wrong number of colours. Remove or add a colour, or add the missing Variant tag."
        ),
        wrong=GAME + '[WhiteReserve "green, yellow"]\n\n1. DIG 2/1; Sc1-c2; Sb1-b2\n',
        right=GAME + '[Variant "two-colours"]\n[WhiteReserve "green, yellow"]\n\n1. DIG 2/1; Sc1-c2; Sb1-b2\n',
    ),
    Explanation(
        code=Codes.SAME_COLOUR,
        rule="R2",
        story=(
            "All reserve colours of both seats must differ, so that every pyramid has one owner. Here one colour is "
            "used twice. Change one of the tags; a seat without a tag keeps its defaults, green (and yellow) for "
            "White, red (and purple) for Black."
        ),
        wrong=GAME + '[WhiteReserve "red"]\n\n1. DIG 2/1; Sc1-c2; Sb1-b2\n',
        right=GAME + '[WhiteReserve "red"]\n[BlackReserve "blue"]\n\n1. DIG 2/1; Sc1-c2; Sb1-b2\n',
    ),
    Explanation(
        code=Codes.VARIANTS_CLASH,
        rule="B44",
        story=(
            "The optional rule double-brace can take a pyramid two colours further at once, so it needs two-colours. "
            "The Variant tag here does not include it. Name both rules."
        ),
        wrong=GAME + '[Variant "double-brace"]\n\n1. DIG 2/1; Sc1-c2; Sb1-b2\n',
        right=GAME + '[Variant "two-colours, double-brace"]\n\n1. DIG 2/1; Sc1-c2; Sb1-b2\n',
    ),
    Explanation(
        code=Codes.VARIANTS_CLASH,
        rule="B45",
        story=(
            "The optional rules neutralize, capture and two-colours each decide what happens to a pyramid in its "
            "reserve colour, and neutralize contradicts the other two. Name either neutralize or the others."
        ),
        wrong=GAME + '[Variant "capture, neutralize"]\n\n1. DIG 2/1; Sc1-c2; Sb1-b2\n',
        right=GAME + '[Variant "neutralize"]\n\n1. DIG 2/1; Sc1-c2; Sb1-b2\n',
    ),
    Explanation(
        code=Codes.BAD_SETUP,
        rule="B46",
        story=(
            "Setup must show a possible position: at most three pyramids of each size per seat, one neutral pyramid "
            "of each size (with neutralize, one more for each use), no pyramid on a smaller one, and only the "
            "colours of this game. Correct the position string."
        ),
        wrong=setup("Lb,4/5/2,SwMw,2/5/5") + "1. DIG 1/1; Sc3-c2\n",
        right=setup("Lb,4/5/2,MwSw,2/5/5") + "1. DIG 1/1; Sc3-c2\n",
    ),
)

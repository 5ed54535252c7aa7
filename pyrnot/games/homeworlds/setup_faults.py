"""Explanations of the faults of tags and position strings, each with a wrong record and the same one corrected."""

from __future__ import annotations

from pyrnot.core.rulebook import Explanation
from pyrnot.games.homeworlds.codes import Codes

GAME = '[Game "Homeworlds"]\n'
HOMES = "1. homeworld g3 b2 y3 Al\n2. homeworld b1 y2 g3 Bea\n"

_PLAIN = "Al(n)g3b2,n:y3/Bea(s)b1y2,s:g3"
_PLAIN_BANK = "333322331223"


def setup(systems: str, bank: str, mover: str = "n", tags: str = "") -> str:
    """The tags of a record that begins with these systems."""
    return f'{GAME}{tags}[Setup "{systems} {bank} {mover}"]\n\n'


SETUP_FAULTS: tuple[Explanation, ...] = (
    Explanation(
        code=Codes.BAD_SEATS,
        rule="HN1",
        story=(
            "Seats must be 2, 3 or 4. Without this tag the name tags decide: four players with a West tag, three with "
            "an East tag, otherwise two. Here it has another value, so there is no starting position and no turn is "
            "judged."
        ),
        wrong=f'{GAME}[Seats "5"]\n\n{HOMES}',
        right=f'{GAME}[Seats "2"]\n\n{HOMES}',
    ),
    Explanation(
        code=Codes.TAG_AGAINST_SETUP,
        rule="HN1",
        story=(
            "The number of pieces in Setup tells how many seats play: of each kind there is one more than there are "
            "seats. Here the Seats tag has a different number. Correct whichever of the two is wrong; pyrnot goes by "
            "Setup."
        ),
        wrong=setup(_PLAIN, _PLAIN_BANK, tags='[Seats "3"]\n') + "1. build y1 Al\n",
        right=setup(_PLAIN, _PLAIN_BANK, tags='[Seats "2"]\n') + "1. build y1 Al\n",
    ),
    Explanation(
        code=Codes.BAD_SETUP,
        rule="HN1",
        story=(
            "Two players are North and South, three are North, East and South, and four are all the seats. Here Setup "
            "names a seat that does not play in a game for that many. Correct its letter: n, e, s or w."
        ),
        wrong=setup("Al(n)g3b2,n:y3/Bea(e)b1y2,e:g3", _PLAIN_BANK) + "1. build y1 Al\n",
        right=setup(_PLAIN, _PLAIN_BANK) + "1. build y1 Al\n",
    ),
    Explanation(
        code=Codes.BAD_SETUP,
        rule="H4",
        story=(
            "No piece ever leaves the game: of each of the twelve kinds, the bank and the systems together hold one "
            "more than there are seats. Here there are too many or too few of a kind. Correct the systems or the bank, "
            "which is twelve counts in the order r1 r2 r3 y1 y2 y3 g1 g2 g3 b1 b2 b3."
        ),
        wrong=setup(_PLAIN, "333322331222") + "1. build y1 Al\n",
        right=setup(_PLAIN, _PLAIN_BANK) + "1. build y1 Al\n",
    ),
    Explanation(
        code=Codes.BAD_SETUP,
        rule="H5",
        story=(
            "Each seat places one homeworld. Here Setup gives one seat two: a seat's letter in the brackets after a "
            "name makes that system the seat's homeworld. Leave the brackets empty for an ordinary system."
        ),
        wrong=setup("Al(n)g3b2,n:y3/Mars(n)r1,n:y1/Bea(s)b1y2,s:g3", "233222331223") + "1. build y1 Al\n",
        right=setup("Al(n)g3b2,n:y3/Mars()r1,n:y1/Bea(s)b1y2,s:g3", "233222331223") + "1. build y1 Al\n",
    ),
    Explanation(
        code=Codes.BAD_SETUP,
        rule="H16",
        story=(
            "No two systems can have the same name, whatever the case of its letters. Here two systems of Setup do. "
            "Rename one of them."
        ),
        wrong=setup("Al(n)g3b2,n:y3/AL()r1,n:y1/Bea(s)b1y2,s:g3", "233222331223") + "1. build y1 Al\n",
        right=setup("Al(n)g3b2,n:y3/Mars()r1,n:y1/Bea(s)b1y2,s:g3", "233222331223") + "1. build y1 Al\n",
    ),
    Explanation(
        code=Codes.BAD_SETUP,
        rule="H18",
        story=(
            "A system without ships disappears, and its stars return to the bank. Here Setup has such a system. Remove "
            "it and add its stars to the bank, or add the missing ship."
        ),
        wrong=setup("Al(n)g3b2,n:y3/Mars()r1/Bea(s)b1y2,s:g3", "233322331223") + "1. build y1 Al\n",
        right=setup(_PLAIN, _PLAIN_BANK) + "1. build y1 Al\n",
    ),
    Explanation(
        code=Codes.BAD_SETUP,
        rule="H26",
        story=(
            "A seat that has placed its homeworld is out once the homeworld is gone or has none of its ships. Here "
            "Setup has a seat that would be out but is not listed as out, or one that is listed as out but still has a "
            "homeworld. Correct the systems, or the `out=` at the end."
        ),
        wrong=setup("Al(n)g3b2,s:y3/Bea(s)b1y2,s:g3", _PLAIN_BANK) + "1. build y1 Al\n",
        right=setup(_PLAIN, _PLAIN_BANK) + "1. build y1 Al\n",
    ),
    Explanation(
        code=Codes.BAD_SETUP,
        rule="H34",
        story=(
            "Eliminated seats are skipped. Here the seat to move is one of those that `out=` lists. Name the next seat "
            "in turn order instead."
        ),
        wrong=setup("Cy(e)b3r1,e:y3/Bea(s)b1y2,s:g3", "344433443343", "n out=n") + "1. build y1 Cy\n",
        right=setup("Cy(e)b3r1,e:y3/Bea(s)b1y2,s:g3", "344433443343", "e out=n") + "1. trade y3 r3 Cy\n",
    ),
)

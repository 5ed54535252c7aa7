"""What tells the seats of a game apart in lists of turns: a letter on a colour for each.

The letter is the first of the seat's name, by which the seats of a game differ; the colour is the seat's own, such as
White's, else one by its turn in the order of the seats.
"""

from __future__ import annotations

from collections.abc import Sequence

from pyrnot.core.pieces import Colour

_BY_ORDER = (Colour.ORANGE, Colour.CYAN, Colour.PURPLE, Colour.GREEN)
_OWN = {colour.value: colour for colour in Colour}


def seat_colours(seats: Sequence[str]) -> dict[str, Colour]:
    """The colour of the mark of each seat."""
    return {
        seat: _OWN.get(str(seat).lower(), _BY_ORDER[number % len(_BY_ORDER)]) for number, seat in enumerate(seats)
    }

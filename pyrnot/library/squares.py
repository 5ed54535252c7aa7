"""What stands on the squares of a board, in the slots of its ring, or in its systems, read off its diagram."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from msgspec import Struct

from pyrnot.core.diagram import BoardBlock, Card, Cards, Diagram, DrawnPyramid, Ring
from pyrnot.core.pieces import Colour


class Pyramid(Struct, frozen=True):
    """A pyramid on a board: its `size` (`Small`, `Medium` or `Large`), its `pips` (1 to 3), its `colour`, its
    `letters` as in position strings, and the seat that is its `owner`; None for one that has no owner, such as a
    star.

    >>> import pyrnot
    >>> pyramid = pyrnot.Board("braces")["b1"][0]
    >>> pyramid.size, pyramid.pips, pyramid.colour, pyramid.letters, pyramid.owner
    ('Large', 3, 'white', 'Lw', 'White')
    """

    size: str
    pips: int
    colour: str
    letters: str
    owner: str | None

    def __str__(self) -> str:
        return self.letters


def squares_of(diagram: Diagram, owners: Mapping[Colour, str]) -> dict[str, tuple[Pyramid, ...]]:
    """The pyramids of each square, slot or system of a diagram without marks, from the bottom up or as they are
    listed. `owners` are those of colours."""
    for block in diagram.blocks:
        if isinstance(block, BoardBlock):
            return {name: _pyramids(block.stacks.get(at, ()), owners) for at, name in enumerate(block.grid.names)}
        if isinstance(block, Ring):
            return {slot.label: _pyramids(slot.pyramids, owners) for slot in block.slots}
    return {card.title: _pyramids(_pyramids_on(card), owners) for card in _cards_of(diagram)}


def _cards_of(diagram: Diagram) -> Iterator[Card]:
    """All cards of a diagram, row by row."""
    for block in diagram.blocks:
        if isinstance(block, Cards):
            yield from chain.from_iterable(block.rows)


def _pyramids_on(card: Card) -> list[DrawnPyramid]:
    """The pyramids on a card, those of all its groups."""
    return [shown for group in card.groups for shown in group.pyramids]


def _pyramids(drawn: Iterable[DrawnPyramid], owners: Mapping[Colour, str]) -> tuple[Pyramid, ...]:
    pyramids = []
    for pyramid in drawn:
        size, colour = pyramid.pyramid
        owner = owners.get(colour) if pyramid.owner is None else str(pyramid.owner)
        pyramids += [Pyramid(size.word, int(size), colour.value, pyramid.letters, owner)] * pyramid.count
    return tuple(pyramids)

"""The players of a game: their names by seat, and a diagram that names them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from msgspec.structs import replace

from pyrnot.core.diagram import Block, Cards, Diagram, Facts, Rack
from pyrnot.core.tags import Tags

TO_MOVE = "To move"
"""The fact that names the seat whose turn it is."""
_SEAT_FACTS = frozenset({TO_MOVE, "Won by", "Passed"})
"""The facts whose value is a seat."""


def players_by_seat(tags: Tags, seats: Iterable[str]) -> dict[str, str]:
    """The names of the players by their seats, as far as tags give them: `?` stands for an unknown player."""
    return {seat: tags[seat].strip() for seat in seats if tags.get(seat, "").strip(" ?")}


def named_seats(tags: Tags, seats: Iterable[str]) -> dict[str, str]:
    """The names of the players by their seats, without those that are the seat's own."""
    return {seat: name for seat, name in players_by_seat(tags, seats).items() if name != seat}


def with_seat(seat: str, names: Mapping[str, str]) -> str:
    """A player with the seat, `Tom Reed (Rainbow)`; the seat alone if no player has it."""
    return f"{names[seat]} ({seat})" if seat in names else seat


def name_seats(diagram: Diagram, names: Mapping[str, str]) -> Diagram:
    """The diagram with the players where it has their seats: who is to move, whose stash it is."""
    return Diagram(tuple([_name_block(block, names) for block in diagram.blocks])) if names else diagram


def _name_block(block: Block, names: Mapping[str, str]) -> Block:
    match block:
        case Facts():
            pairs = [(name, with_seat(value, names) if name in _SEAT_FACTS else value) for name, value in block.pairs]
            return Facts(tuple(pairs))
        case Rack() if not block.is_common:
            return replace(block, label=_name_owner(block.label, *names.items()))
        case Cards():
            rows = [
                tuple([replace(card, title=_name_owner(card.title, *names.items())) for card in row])
                for row in block.rows
            ]
            return replace(block, rows=tuple(rows))
        case _:
            return block


@lru_cache(maxsize=1024)
def _name_owner(label: str, *names: tuple[str, str]) -> str:
    """`Rainbow's stash (8 pips)` as `Tom Reed's stash (Rainbow, 8 pips)`."""
    for seat, name in names:
        if label.startswith(f"{seat}'s "):
            what, _, note = label[len(seat) :].partition(" (")
            return f"{name}{what} ({seat}, {note}" if note else f"{name}{what} ({seat})"
    return label

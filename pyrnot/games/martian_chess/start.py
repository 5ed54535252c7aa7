"""How a game of Martian Chess begins: the tags, the first position, and what a Setup must fulfil (MC1, MC2)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from pyrnot.core.diagnostics import Illegal, quote
from pyrnot.core.game import Choice, GameInfo
from pyrnot.core.pieces import Size
from pyrnot.core.positions import illegal_setup
from pyrnot.core.tags import Tags, read_first
from pyrnot.core.variants import read_variants
from pyrnot.games.martian_chess.board import PIPS, SEATS_BY_COUNT, Rules
from pyrnot.games.martian_chess.position import Cell, Position, count_seats, read_position

TAGS = {"Seats": "the number of players, 2 to 4 (without this tag, the name tags decide; MC1)"}
VARIANTS = {
    "no-promotion": "no field promotion, as in older descriptions (MC11)",
    "knights-and-kings": "pawns move like kings of chess, drones like its knights (MC11)",
    "abstract-play": "the clock, moving back and the end as on Abstract Play (MC11)",
}

_COUNT_OF_SEAT = {"West": 3, "East": 4}
"""The number of seats of a game with a tag of that name (MC1)."""
_CORNERS = {2: ("d1", "a8"), 3: ("a1", "a8", "h8"), 4: ("a1", "a8", "h8", "h1")}
"""Number of seats -> the corner where each has its pyramids at the start (MC1)."""
_BY_DISTANCE = (Size.LARGE, Size.LARGE, Size.MEDIUM, Size.SMALL, Size.SMALL)
"""Their sizes, by how many steps along edges they are from the corner."""


def start(tags: Tags, info: GameInfo) -> Position:
    """The position at ply 0. Raises `Illegal` with the name of the wrong tag as its field."""
    count = read_count(tags)
    if "Setup" in tags:
        return read_setup(tags["Setup"], tags, info)
    rules = _rules(count, tags, info)
    return Position(rules, _first_cells(rules), read_first(rules.seats, tags), (0,) * rules.count)


def read_setup(text: str, tags: Tags, info: GameInfo) -> Position:
    """The position of a `Setup` tag, for as many seats as it has points. Raises `Illegal` (R8, MC2, MC7)."""
    position = read_position(text, _rules(count_seats(text) or read_count(tags), tags, info))
    pips = sum(filter(None, position.cells)) + sum(position.points)
    if pips > PIPS * position.rules.count:
        message = f"the board and the points have {pips} pips, but the game has only {PIPS * position.rules.count}"
        raise illegal_setup(message, "MC2")
    return position


def read_count(tags: Tags) -> int:
    """The number of seats (MC1): that of `Seats`, or else 4 with an `East` tag, 3 with a `West` tag, 2 without.

    Raises `Illegal`.
    """
    text = tags.get("Seats")
    if text is None:
        return max([2, *(count for seat, count in _COUNT_OF_SEAT.items() if seat in tags)])
    word = text.strip()
    if word not in map(str, SEATS_BY_COUNT):
        message = f"{quote(word, 24)} is not a number of seats; write 2, 3 or 4"
        raise Illegal("bad-seats", "MC1", message, field="Seats")
    return int(word)


def seat_choices(tags: Tags) -> tuple[Choice, ...]:
    """The number of seats of a new game, unless the players' names or other tags settle it (MC1)."""
    return () if any(tag in tags for tag in ("Setup", "Seats", "South")) else (Choice("Seats", "2", "2"),)


def tag_conflicts(position: Position, tags: Tags) -> Iterator[Illegal]:
    """What is wrong with a `Seats` tag that contradicts `Setup` (MC1)."""
    if "Setup" in tags and "Seats" in tags and read_count(tags) != len(position.seats):
        message = f"Seats is {tags['Seats']}, but Setup is for {len(position.seats)}"
        yield Illegal("tag-against-setup", "MC1", message, field="Seats")


def _rules(count: int, tags: Tags, info: GameInfo) -> Rules:
    variants = read_variants(info, tags)
    return Rules(
        count,
        has_promotion="no-promotion" not in variants,
        has_knights="knights-and-kings" in variants,
        is_site="abstract-play" in variants,
    )


def _first_cells(rules: Rules) -> tuple[Cell, ...]:
    """Nine pyramids in a corner of each territory (MC1)."""
    grid = rules.grid
    cells: list[Cell] = [None] * grid.size
    for corner in _CORNERS[rules.count]:
        inward = 1 if corner[0] == "a" else -1, 1 if corner[1] == "1" else -1
        for across, up in product(range(3), repeat=2):
            square = grid.offset(grid.index[corner], inward[0] * across, inward[1] * up)
            assert square is not None
            cells[square] = _BY_DISTANCE[across + up]
    return tuple(cells)

"""The tags of a game of Homeworlds, and the position that they begin with (HN1, HN2)."""

from __future__ import annotations

from collections.abc import Iterable

from pyrnot.core.diagnostics import Illegal, quote
from pyrnot.core.game import Choice, GameInfo
from pyrnot.core.positions import PositionPart, illegal_setup
from pyrnot.core.tags import Tags, read_first
from pyrnot.core.variants import read_variants
from pyrnot.games.homeworlds.position import (
    KINDS,
    SEATS_BY_COUNT,
    Position,
    Rules,
    Seat,
    count_named,
    plain_name,
)
from pyrnot.games.homeworlds.position_line import is_position_line, read_position_line
from pyrnot.games.homeworlds.position_string import PositionWritten, parse_position, read_position

TAGS = {"Seats": "the number of players, 2 to 4 (without this tag, the name tags decide; HN1)"}
VARIANTS = {
    "sinister": "the first seat to eliminate the next seat wins (H35)",
    "strict": "no self-elimination, no catastrophe before the last action of a turn, no surplus passes (HC3)",
}


def start(tags: Tags, info: GameInfo) -> Position:
    """The position at ply 0: that of `Setup`, or a full bank and no homeworlds (H1). Raises `Illegal`."""
    count = read_seats(tags)
    setup = tags.get("Setup")
    if setup is not None:
        return read_setup(setup, tags, info)
    rules = _rules(count, tags, info)
    return Position(
        rules=rules,
        mover=rules.seats.index(Seat(read_first(rules.seats, tags))),
        bank=(count + 1,) * len(KINDS),
        systems=(),
        placed=(False,) * count,
        out=(False,) * count,
    )


def read_setup(text: str, tags: Tags, info: GameInfo) -> Position:
    """The position that a string shows, for as many seats as its pyramids are for. Raises `Illegal`."""
    written = _parse_line(text) if is_position_line(text) else parse_position(text)
    count = written.count_seats(read_seats(tags), is_certain="Seats" in tags)
    return read_position(written, _rules(count, tags, info))


def _parse_line(text: str) -> PositionWritten:
    """The position that a line shows, as players write it. Raises `Illegal`."""
    value = read_position_line(text).value
    try:
        return parse_position(value)
    except Illegal as error:  # which marks a place of the string that the line stands for
        raise illegal_setup(error.message, error.rule, at=PositionPart(text)) from None


def read_seats(tags: Tags) -> int:
    """The number of seats (HN1): that of `Seats`, or else 4 with a `West` tag, 3 with an `East` tag, 2 without.

    Raises `Illegal`.
    """
    text = tags.get("Seats")
    if text is None:
        return count_named(tags)
    word = text.strip()
    if word not in map(str, SEATS_BY_COUNT):
        raise Illegal(
            "bad-seats", "HN1", f"{quote(word, 24)} is not a number of seats; write 2, 3 or 4", field="Seats"
        )
    return int(word)


def seat_choices(tags: Tags) -> tuple[Choice, ...]:
    """The number of seats of a new game, unless the players' names fill a table exactly (HN1)."""
    named = tuple(seat for seat in Seat if seat in tags)
    is_settled = "Setup" in tags or "Seats" in tags or named in SEATS_BY_COUNT.values()
    return () if is_settled else (Choice("Seats", "2"),)


def tag_conflicts(position: Position, tags: Tags) -> Iterable[Illegal]:
    """What is wrong with a `Seats` tag that contradicts `Setup` (HN1)."""
    if "Setup" in tags and "Seats" in tags and read_seats(tags) != len(position.seats):
        message = f"Seats is {tags['Seats']}, but Setup is for {len(position.seats)}"
        yield Illegal("tag-against-setup", "HN1", message, field="Seats")


def _rules(count: int, tags: Tags, info: GameInfo) -> Rules:
    """The rules for `count` seats; each homeworld is called like its player, or like its seat (HN2)."""
    seats = SEATS_BY_COUNT[count]
    variants = read_variants(info, tags)
    names = tuple(plain_name(tags.get(seat, "")) or seat.value for seat in seats)
    return Rules(seats, names, is_sinister="sinister" in variants, is_strict="strict" in variants)

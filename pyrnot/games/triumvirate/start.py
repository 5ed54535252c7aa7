"""How a game of Triumvirate begins: the tags of the cards (T6) and the first position (T5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Chance, Choice
from pyrnot.core.pieces import Pyramid, Size
from pyrnot.core.positions import illegal_setup
from pyrnot.core.tags import Tags, read_first
from pyrnot.games.triumvirate.actions import Arrangement, WrittenAction
from pyrnot.games.triumvirate.position import (
    BLUE,
    GRID,
    NO_HOSTAGES,
    NONE,
    RED,
    SEATS,
    STARTING_SQUARES,
    TRIOS,
    Card,
    Position,
    Seat,
    Triumvirate,
    count_reserve,
    has_won,
    read_position,
    read_triumvirate,
    write_triumvirate,
)

PLAIN_CARD = "L_ M_ S_"
"""Each seat's card in new games without card tags (T6)."""
CARD_TAGS = {RED: "RedCard", BLUE: "BlueCard"}
"""The tags that give the cards at the start (T6)."""


def start(tags: Tags) -> Position:
    """The position at ply 0. Raises `Illegal` with the tag at fault as its field."""
    laid = {seat: read_triumvirate(tags[tag], tag) for seat, tag in CARD_TAGS.items() if tag in tags}
    if "Setup" in tags:
        return read_setup(tags["Setup"], tags)
    for seat, tag in CARD_TAGS.items():
        if seat not in laid:
            raise Illegal(
                "missing-tag",
                "T6",
                f"missing tag {tag}: {seat.word}'s card at the start is unknown",
                field=tag,
                hint=f'add a tag such as [{tag} "{PLAIN_CARD}"]',
            )
    first = RED if read_first(SEATS, tags) == RED.word else BLUE
    return first_position((laid[RED], laid[BLUE]), first)


def cards_of_first_turns(tags: Tags, first_turns: Sequence[Sequence[WrittenAction]]) -> dict[str, str]:
    """The card tags that are missing, as far as the seats' first turns begin with a card: which one it replaces does
    not matter (T6). Raises `Illegal` for a wrong `First`."""
    if "Setup" in tags:
        return {}
    first = RED if read_first(SEATS, tags) == RED.word else BLUE
    order = (RED, BLUE) if first is RED else (BLUE, RED)
    cards: dict[str, str] = {}
    for seat, turn in zip(order, first_turns, strict=False):
        if CARD_TAGS[seat] not in tags and turn and isinstance(turn[0].action, Arrangement):
            cards[CARD_TAGS[seat]] = write_triumvirate(turn[0].action.triumvirate)
    return cards


def read_setup(text: str, tags: Tags) -> Position:
    """The position that a `Setup` tag shows. Raises `Illegal` (R8, T1, T5, T15)."""
    position = read_position(text)
    for seat in Seat:
        for size in Size:
            lacking = -count_reserve(position, seat, size)
            if lacking > 0:
                message = f"{seat.word} has {TRIOS + lacking} {size.word}s in play, but owns only {TRIOS}"
                raise illegal_setup(message)
    if all(has_won(position, seat) for seat in Seat):
        raise illegal_setup("both seats hold two prisoners of each size, but only one can have won")
    return position


def first_position(laid: tuple[Triumvirate, Triumvirate], first: Seat) -> Position:
    """The position in which a game with these cards begins (T5)."""
    cells: list[Pyramid | None] = [None] * GRID.size
    for seat in Seat:
        for square, size in STARTING_SQUARES[seat].items():
            cells[square] = Pyramid(size, seat.colour)
    cards = Card(laid[RED], NO_HOSTAGES), Card(laid[BLUE], NO_HOSTAGES)
    return Position(tuple(cells), first, cards, held=(NONE, NONE))


def find_conflicts(position: Position, tags: Tags) -> Iterator[Illegal]:
    """The errors of card tags that contradict `Setup` (T6)."""
    for seat, tag in CARD_TAGS.items():
        if "Setup" not in tags or tag not in tags:
            continue
        laid = position.cards[seat].triumvirate
        if read_triumvirate(tags[tag], tag) != laid:
            message = f"{tag} contradicts Setup, which has {write_triumvirate(laid)} on {seat.word}'s card"
            yield Illegal("tag-against-setup", "T6", message, field=tag)


def card_choices(tags: Tags) -> list[Choice]:
    """The cards that a new game lacks: each seat chooses its own (T6)."""
    return [Choice(tag, PLAIN_CARD) for tag in CARD_TAGS.values() if tag not in tags and "Setup" not in tags]


def add_card_tags(chance: Chance, tags: Tags) -> Tags:
    """`tags` with a plain card for each seat that has none (T6)."""
    for tag in CARD_TAGS.values():
        if tag not in tags:
            tags = tags.having(tag, PLAIN_CARD)
    return tags

"""The diagram of a position of Homeworlds: every system as a card, the bank, who is out, and what the turn changed.

Stars are upright, those of a system in one stack; ships lie flat and point away from their owner. The cards are laid
out so that connected systems are near each other: homeworlds at the two ends and, between them, the other systems by
the size of their stars (systems with the same size are never connected), with the systems connected only to the first
homeworlds next to those. A seat without a homeworld yet has an empty place for one. A system that disappeared in the
turn keeps its place, as a card of what it had.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from pyrnot.core.diagram import Block, Card, Cards, Diagram, DrawnPyramid, Facts, Group, Mark, Pose, Rack, Remarks
from pyrnot.core.game import Event, SimpleEvent
from pyrnot.core.pieces import SIZES, Colour, Pyramid, Size
from pyrnot.games.homeworlds import ending, rules
from pyrnot.games.homeworlds.actions import Overpopulated, Vanished
from pyrnot.games.homeworlds.catastrophes import nearly_overpopulated, overpopulated
from pyrnot.games.homeworlds.position import COLOURS, LETTERS, Position, Pyramids, Seat, System

_TURNS = {Seat.SOUTH: 0, Seat.WEST: 1, Seat.NORTH: 2, Seat.EAST: 3}
"""Quarter turns clockwise of each seat's ships: South's point up."""

_Gone = tuple[Pyramid, Mark, Seat | None]
"""A pyramid that is no longer in a system, why, and the seat whose ship it was; None for a star."""

_Place = tuple[str, Seat | None]
"""A system, and the seat whose ships are meant there; None for its stars."""

_SystemCard = tuple[System, Card]
"""A system and the card that shows it."""


class _Changes:
    """What a turn changed.

    `marks` are those of pyramids that are there, `gone` has pyramids that left a system, `cards` the marks of systems
    that were founded or changed, `lost` the systems that disappeared, with what they had.
    """

    def __init__(self, events: Sequence[Event]) -> None:
        self.marks: dict[_Place, list[tuple[Pyramid, Mark]]] = defaultdict(list)
        self.gone: dict[str, list[_Gone]] = defaultdict(list)
        self.cards: dict[str, Mark] = {}
        self.lost: dict[str, list[_Gone]] = defaultdict(list)
        for event in events:
            self._add(event)

    def systems(self) -> set[str]:
        """The names of all systems whose cards show a change."""
        return {*self.cards, *self.gone, *(name for name, _ in self.marks)}

    def _add(self, event: Event) -> None:
        match event:
            case SimpleEvent("placed", places=(system,)):
                self.cards[system] = Mark.PLACED
            case SimpleEvent("changed", places=(system,)):
                self.cards[system] = Mark.CHANGED
            case SimpleEvent("built", places=(system,), pyramids=(ship,), seat=Seat() as seat):
                self.marks[system, seat].append((ship, Mark.PLACED))
            case SimpleEvent("captured", places=(system,), pyramids=(ship,), seat=Seat() as seat):
                self.marks[system, seat].append((ship, Mark.CHANGED))
            case SimpleEvent("sacrificed", places=(system,), pyramids=(ship,), seat=Seat() as seat):
                self.gone[system].append((ship, Mark.REMOVED, seat))
            case SimpleEvent("traded", places=(system,), pyramids=(ship, new), seat=Seat() as seat):
                self._forget(system, seat, ship)
                self.marks[system, seat].append((new, Mark.CHANGED))
                self.gone[system].append((ship, Mark.REMOVED, seat))
            case SimpleEvent("moved", places=(origin, target), pyramids=(ship, *star), seat=Seat() as seat):
                if star:
                    self.cards[target] = Mark.PLACED
                self._forget(origin, seat, ship)
                self.marks[target, seat].append((ship, Mark.MOVED))
                self.gone[origin].append((ship, Mark.LEFT, seat))
            case Overpopulated():
                for seat, ship in event.ships:
                    self._forget(event.system, seat, ship)
                self.gone[event.system] += _returned(event)
            case Vanished():
                self._vanish(event)

    def _vanish(self, event: Vanished) -> None:
        """Records that a system disappeared; any later system of that name is a different one."""
        lost = self.lost[event.system]
        lost += self.gone.pop(event.system, [])
        lost += _returned(event)
        self.cards.pop(event.system, None)
        for place in [place for place in self.marks if place[0] == event.system]:
            del self.marks[place]

    def _forget(self, system: str, seat: Seat, pyramid: Pyramid) -> None:
        """Drops the mark of a pyramid that moved or changed again in the same turn."""
        marks = self.marks[system, seat]
        found = next((mark for mark in marks if mark[0] == pyramid), None)
        if found is not None:
            marks.remove(found)

    def group(self, label: str, system: System, seat: Seat | None, pyramids: Pyramids) -> Group:
        """The group of pyramids at one place, with their marks."""
        changes = self.marks.get((system.name, seat))
        if not changes:
            return _group(label, pyramids, (None,) * len(pyramids), seat)
        left = list(changes)
        marks: list[Mark | None] = []
        for pyramid in pyramids:
            change = next((change for change in left if change[0] == pyramid), None)
            if change is not None:
                left.remove(change)
            marks.append(change[1] if change else None)
        return _group(label, pyramids, tuple(marks), seat)


def draw(position: Position, before: Position | None, events: Sequence[Event]) -> Diagram:
    """The diagram of `position`; `before` and `events` are of the turn that led to it, if there was one."""
    changes = _Changes(events)
    blocks: list[Block] = [_facts(position)]
    blocks.append(Cards("", _rows(position, before, changes)))
    blocks.append(_bank(position, before))
    if events:
        blocks.append(Remarks("This turn", tuple(event.text for event in events)))
    return Diagram(tuple(blocks))


def _facts(position: Position) -> Facts:
    pairs: list[tuple[str, str]] = []
    outcome = ending.outcome(position)
    if outcome is None:
        pairs.append(("To move", position.to_move))
    else:
        pairs += outcome.facts
    pairs += _absences(position)
    for label, find in (("Overpopulated", overpopulated), ("One more overpopulates", nearly_overpopulated)):
        crowded = [f"{system.name} ({colour})" for system in position.systems for colour in find(system)]
        if crowded and (find is overpopulated or outcome is None):
            pairs.append((label, ", ".join(crowded)))
    return Facts(tuple(pairs))


def _absences(position: Position) -> list[tuple[str, str]]:
    """The facts of who is out (H26) and who has not placed a homeworld yet (H6)."""
    seats = position.seats
    out = [seat for seat, is_out in zip(seats, position.out, strict=True) if is_out]
    waiting = [seat for seat, has_placed in zip(seats, position.placed, strict=True) if not has_placed]
    facts = [("Out", ", ".join(out)), ("No homeworld yet", ", ".join(waiting))]
    return [fact for fact in facts if fact[1]]


def _rows(position: Position, before: Position | None, changes: _Changes) -> tuple[tuple[Card, ...], ...]:
    """The cards in rows: homeworlds in the first and the last, and between them the other systems."""
    seats = position.seats
    cards = _cards(position, before, changes)
    homes = [(system, card) for seat in seats for system, card in cards if system.home is seat]
    places = [*((system.home, card) for system, card in homes), *_vacant_places(position)]
    first_seats = seats[: len(seats) // 2]
    first = _cards_of(first_seats, places)
    last = _cards_of(seats[: len(first_seats) - 1 : -1], places)  # clockwise in turn order, as at a table
    middle = _by_nearness(cards, homes, first_seats)
    return tuple(row for row in (first, middle, last) if row)


def _cards_of(seats: Sequence[Seat], places: Sequence[tuple[Seat | None, Card]]) -> tuple[Card, ...]:
    """The cards of the homeworlds of some seats, in the order of the seats."""
    return tuple(card for seat in seats for home, card in places if home is seat)


def _vacant_places(position: Position) -> list[tuple[Seat, Card]]:
    """The seats that have not placed a homeworld, with the cards that stand for it."""
    placed = zip(position.seats, position.placed, strict=True)
    return [(seat, _VACANT[seat]) for seat, has_placed in placed if not has_placed]


def _by_nearness(
    cards: Sequence[_SystemCard], homes: Sequence[_SystemCard], first_seats: Sequence[Seat]
) -> tuple[Card, ...]:
    """The cards of the other systems: first those near the homeworlds of `first_seats`."""
    top = [home for home in homes if home[0].home in first_seats]
    bottom = [home for home in homes if home[0].home not in first_seats]
    by_size = _by_size(cards)

    def nearness(sizes: tuple[Size, ...]) -> tuple[int, tuple[Size, ...]]:
        """Sort key of a row: how many more homeworlds it is connected with in the last row than in the first."""
        system, _ = by_size[sizes][0]
        ways = [sum(rules.are_connected(system, home) for home, _ in homes) for homes in (top, bottom)]
        return ways[1] - ways[0], sizes

    return tuple(card for sizes in sorted(by_size, key=nearness) for _, card in by_size[sizes])


_VACANT = {seat: Card(str(seat), (Group("", (), "no homeworld yet"),), is_vacant=True) for seat in Seat}
"""The cards that stand for homeworlds before they are placed (H5)."""


def _cards(position: Position, before: Position | None, changes: _Changes) -> list[_SystemCard]:
    """Every system with its card; after them those that disappeared in the turn (H18)."""
    seats = position.seats
    changed = changes.systems()
    cards = [
        (system, _card(system, seats, changes) if system.name in changed else _quiet_card(system, seats))
        for system in position.systems
    ]
    if before is not None:
        cards += [(system, _lost_card(system, changes)) for system in before.systems if system.name in changes.lost]
    return cards


def _by_size(cards: Sequence[_SystemCard]) -> dict[tuple[Size, ...], list[_SystemCard]]:
    """The systems that are not homeworlds by the sizes of their stars: those of one size are not connected (H15)."""
    by_size: dict[tuple[Size, ...], list[_SystemCard]] = defaultdict(list)
    for system, card in cards:
        if system.home is None:
            by_size[tuple(sorted({star.size for star in system.stars}))].append((system, card))
    return by_size


@lru_cache(maxsize=4096)
def _quiet_card(system: System, seats: tuple[Seat, ...]) -> Card:
    """The card of a system without changes, which many positions share."""
    return _card(system, seats, _Changes(()))


def _card(system: System, seats: Sequence[Seat], changes: _Changes) -> Card:
    label = "star" if len(system.stars) == 1 else "stars"
    groups = [replace(changes.group(label, system, None, system.stars), is_stack=True)]
    for seat, ships in zip(seats, system.ships, strict=True):
        if ships:
            groups.append(changes.group(seat, system, seat, ships))
    gone = changes.gone.get(system.name, ())
    if gone:
        groups.append(_gone(gone))
    return Card(system.name, tuple(groups), system.home, changes.cards.get(system.name))


def _lost_card(system: System, changes: _Changes) -> Card:
    """The card of a system that disappeared in the turn."""
    return Card(system.name, (_gone(changes.lost[system.name]),), system.home, Mark.REMOVED)


def _returned(event: Overpopulated | Vanished) -> list[_Gone]:
    """What went to the bank."""
    stars: list[_Gone] = [(star, Mark.REMOVED, None) for star in event.stars]
    return stars + [(ship, Mark.REMOVED, seat) for seat, ship in event.ships]


def _gone(pyramids: Sequence[_Gone]) -> Group:
    return Group("gone", tuple([_shown(*pyramid) for pyramid in pyramids]))


def _group(label: str, pyramids: Pyramids, marks: tuple[Mark | None, ...], owner: Seat | None = None) -> Group:
    """Stars, or one seat's ships, with a mark for each."""
    return Group(label, tuple([_shown(pyramid, mark, owner) for pyramid, mark in zip(pyramids, marks, strict=True)]))


def _shown(pyramid: Pyramid, mark: Mark | None = None, owner: Seat | None = None) -> DrawnPyramid:
    """A star or a pyramid of the bank, upright, or a ship of `owner`, lying flat."""
    if owner is None:
        return DrawnPyramid(pyramid, LETTERS[pyramid], mark=mark)
    return DrawnPyramid(pyramid, LETTERS[pyramid], pose=Pose.FLAT, mark=mark, owner=owner, turns=_TURNS[owner])


def _bank(position: Position, before: Position | None) -> Rack:
    """The bank, one group a colour, with what the turn changed."""
    bank = position.bank
    old = position.bank if before is None else before.bank
    sizes = len(SIZES)
    groups = [
        _of_bank(colour, bank[at : at + sizes], old[at : at + sizes])
        for colour, at in zip(COLOURS, range(0, len(bank), sizes), strict=True)
    ]
    return Rack("Bank", tuple(groups), is_common=True)


@lru_cache(maxsize=1024)
def _of_bank(colour: Colour, counts: tuple[int, ...], old: tuple[int, ...]) -> Group:
    """The pyramids of one colour in the bank; `counts` and `old` are by size, now and before the turn."""
    shown: list[DrawnPyramid] = []
    changed: list[str] = []
    for size, count, was in reversed(list(zip(SIZES, counts, old, strict=True))):
        pyramid = Pyramid(size, colour)
        if count:
            shown.append(DrawnPyramid(pyramid, LETTERS[pyramid], count))
        if count != was:
            changed.append(f"{count - was:+d} {LETTERS[pyramid]}")
    note = ", ".join(changed) if shown or changed else "none"
    return Group(colour, tuple(shown), note, Mark.CHANGED if changed else None)

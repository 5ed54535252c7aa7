"""The picture of a position of Homeworlds: every system as a card, the bank, who is out, what the turn changed.

Cards stand such that ways are short: homeworlds at the two ends, between them the systems of one star size in a row,
those that are connected with the first homeworld nearer to it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from pyrnot.diagram import Block, Card, Cards, Diagram, Facts, Group, Mark, Rack, Remarks, Shown
from pyrnot.game import Event
from pyrnot.games.homeworlds import judging, rules
from pyrnot.games.homeworlds.actions import (
    Built,
    Captured,
    Moved,
    Overpopulated,
    Placed,
    Sacrificed,
    Traded,
    Vanished,
)
from pyrnot.games.homeworlds.position import COLOURS, INDEX, LETTERS, Position, Seat, System
from pyrnot.pieces import Pyramid, Size

_Place = tuple[str, Seat | None]
"""A system and whose ships there; None: its stars."""


class _Changes:
    """What a turn did at each place: marks of pieces that are there, pieces that are gone, systems found."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.marks: dict[_Place, list[tuple[Pyramid, Mark]]] = defaultdict(list)
        self.gone: dict[str, list[tuple[Pyramid, Mark]]] = defaultdict(list)
        self.found: set[str] = set()
        for event in events:
            self._add(event)

    def _add(self, event: Event) -> None:
        match event:
            case Placed():
                self.found.add(event.system)
            case Built():
                self.marks[event.system, event.seat].append((event.piece, Mark.PLACED))
            case Traded():
                self._forget(event.system, event.seat, event.piece)
                self.marks[event.system, event.seat].append((event.new, Mark.CHANGED))
                self.gone[event.system].append((event.piece, Mark.REMOVED))
            case Moved():
                if event.star is not None:
                    self.found.add(event.target)
                self._forget(event.origin, event.seat, event.piece)
                self.marks[event.target, event.seat].append((event.piece, Mark.MOVED))
                self.gone[event.origin].append((event.piece, Mark.LEFT))
            case Captured():
                self.marks[event.system, event.seat].append((event.piece, Mark.CHANGED))
            case Sacrificed():
                self.gone[event.system].append((event.piece, Mark.REMOVED))
            case Overpopulated():
                for seat, ship in event.ships:
                    self._forget(event.system, seat, ship)
                pieces = (*event.stars, *(ship for _, ship in event.ships))
                self.gone[event.system] += [(piece, Mark.REMOVED) for piece in pieces]
            case Vanished():
                self.gone[event.system] += [(piece, Mark.REMOVED) for piece in event.pieces]
            case _:
                pass

    def _forget(self, system: str, seat: Seat, piece: Pyramid) -> None:
        """Drops the mark of a piece that went on in the same turn."""
        marks = self.marks[system, seat]
        found = next((mark for mark in marks if mark[0] == piece), None)
        if found is not None:
            marks.remove(found)

    def shown(self, system: System, seat: Seat | None, pieces: Sequence[Pyramid]) -> tuple[Shown, ...]:
        """The pieces of one place, with their marks."""
        marks = list(self.marks[system.name, seat])
        shown = []
        for piece in pieces:
            mark = next((mark for mark in marks if mark[0] == piece), None)
            if mark is not None:
                marks.remove(mark)
            shown.append(_shown(piece, mark[1] if mark else None, seat))
        return tuple(shown)


def draw(position: Position, before: Position | None, events: Sequence[Event]) -> Diagram:
    """The diagram of `position`; `before` and `events` are those of the turn that led to it, if any."""
    changes = _Changes(events)
    blocks: list[Block] = [_facts(position), Cards("", _rows(position, changes)), _bank(position, before)]
    if events:
        blocks.append(Remarks("This turn", tuple(event.text for event in events)))
    return Diagram(tuple(blocks))


def _facts(position: Position) -> Facts:
    pairs: list[tuple[str, str]] = []
    outcome = judging.outcome(position)
    if outcome is None:
        pairs.append(("To move", position.to_move))
    elif outcome.winner is None:
        pairs.append(("Drawn", outcome.message))
    else:
        pairs.append(("Won by", outcome.winner))
    seats = position.seats
    out = [seat for seat, is_out in zip(seats, position.out, strict=True) if is_out]
    waiting = [seat for seat, has_placed in zip(seats, position.placed, strict=True) if not has_placed]
    if out:
        pairs.append(("Out", ", ".join(out)))
    if waiting:
        pairs.append(("No homeworld yet", ", ".join(waiting)))
    crowded = [(system.name, colour) for system in position.systems for colour in rules.overpopulated(system)]
    if crowded:
        pairs.append(("Overpopulated", ", ".join(f"{name} ({colour})" for name, colour in crowded)))
    return Facts(tuple(pairs))


def _rows(position: Position, changes: _Changes) -> tuple[tuple[Card, ...], ...]:
    """The cards, homeworlds in the first and the last row, between them a row for each size of stars."""
    seats = position.seats
    top = [home for seat in seats[: len(seats) // 2] if (home := position.home_of(seat))]
    bottom = [home for seat in seats[len(seats) // 2 :] if (home := position.home_of(seat))]
    by_size: dict[tuple[Size, ...], list[System]] = defaultdict(list)
    for system in position.systems:
        if system.home is None:
            by_size[tuple(sorted({star.size for star in system.stars}))].append(system)

    def nearness(sizes: tuple[Size, ...]) -> tuple[int, tuple[Size, ...]]:
        """How much nearer the systems of such stars are to the last row than to the first."""
        system = by_size[sizes][0]
        ways = [sum(rules.are_connected(system, home) for home in homes) for homes in (top, bottom)]
        return ways[1] - ways[0], sizes

    middle = [by_size[sizes] for sizes in sorted(by_size, key=nearness)]
    rows = [row for row in (top, *middle, bottom) if row]
    return tuple(tuple(_card(system, seats, changes) for system in row) for row in rows)


def _card(system: System, seats: Sequence[Seat], changes: _Changes) -> Card:
    label = "star" if len(system.stars) == 1 else "stars"
    groups = [Group(label, changes.shown(system, None, system.stars))]
    for seat, ships in zip(seats, system.ships, strict=True):
        if ships:
            groups.append(Group(seat, changes.shown(system, seat, ships)))
    gone = changes.gone.get(system.name, ())
    if gone:
        groups.append(Group("gone", tuple(_shown(piece, mark) for piece, mark in gone)))
    mark = Mark.PLACED if system.name in changes.found else None
    return Card(system.name, tuple(groups), system.home, mark)


def _shown(piece: Pyramid, mark: Mark | None = None, owner: Seat | None = None) -> Shown:
    return Shown(piece, LETTERS[piece], mark=mark, owner=owner)


def _bank(position: Position, before: Position | None) -> Rack:
    """What is in the bank, colour by colour, and how the turn changed it."""
    groups = []
    for colour in COLOURS:
        shown: list[Shown] = []
        changed: list[str] = []
        for size in Size:
            piece = Pyramid(size, colour)
            count = position.bank[INDEX[piece]]
            change = 0 if before is None else count - before.bank[INDEX[piece]]
            if count:
                shown.append(Shown(piece, LETTERS[piece], count))
            if change:
                changed.append(f"{change:+d} {LETTERS[piece]}")
        note = ", ".join(changed) if shown or changed else "none"
        groups.append(Group(colour, tuple(shown), note, Mark.CHANGED if changed else None))
    return Rack("Bank", tuple(groups))

"""What can be tried next in a turn of Homeworlds, and what tells positions apart for perft (HN7)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from pyrnot.games.homeworlds import ending as judging
from pyrnot.games.homeworlds import rules
from pyrnot.games.homeworlds.actions import (
    Action,
    Attack,
    Build,
    Catastrophe,
    Discover,
    Homeworld,
    Move,
    Pass,
    Sacrifice,
    Trade,
)
from pyrnot.games.homeworlds.names import fresh_name
from pyrnot.games.homeworlds.position import COLOURS, FRESH, INDEX, KINDS, Position, System
from pyrnot.pieces import SIZES, Colour, Pyramid


def actions(position: Position) -> Iterator[Action]:
    """Every action that may be legal next, none after the turn has won the game (H31)."""
    pending = position.pending or FRESH
    if pending.is_decided or judging.outcome(position) is not None:
        return
    if not position.placed[position.mover]:
        if pending.is_free:
            yield from _homeworlds(position)
            yield Pass()
        return
    if pending.has_placed:
        return
    for system in position.systems:
        for colour in rules.overpopulated(system):
            yield Catastrophe(system.name, colour)
    if pending.has_called or not (pending.is_free or pending.left):
        return
    yield Pass()
    found = fresh_name(rules.live_names(position))
    for system in position.systems:
        own = system.ships[position.mover]
        if not own:
            continue
        ships = tuple(dict.fromkeys(own))
        if pending.is_free:
            yield from (Sacrifice(ship, system.name) for ship in ships)
            powers = {piece.colour for piece in (*own, *system.stars)}
        else:
            assert pending.granted is not None
            powers = {pending.granted}
        if Colour.GREEN in powers:
            yield from _builds(position, system, ships)
        if Colour.BLUE in powers:
            yield from _trades(position, system, ships)
        if Colour.YELLOW in powers:
            yield from _moves(position, system, ships, found)
        if Colour.RED in powers:
            yield from _attacks(position, system)


def _homeworlds(position: Position) -> Iterator[Homeworld]:
    """Every homeworld of one or two stars; the order of the stars means nothing."""
    bank = position.bank
    there = [kind for kind in KINDS if bank[INDEX[kind]]]
    pairs = [(first, second) for place, first in enumerate(there) for second in there[place:]]
    for stars in (*pairs, *((star,) for star in there)):
        for ship in there:
            if all((*stars, ship).count(piece) <= bank[INDEX[piece]] for piece in stars):
                yield Homeworld(stars, ship)


def _builds(position: Position, system: System, ships: tuple[Pyramid, ...]) -> Iterator[Build]:
    for colour in dict.fromkeys(ship.colour for ship in ships):
        smallest = next((size for size in SIZES if position.bank[INDEX[Pyramid(size, colour)]]), None)
        if smallest is not None:
            yield Build(Pyramid(smallest, colour), system.name)


def _trades(position: Position, system: System, ships: tuple[Pyramid, ...]) -> Iterator[Trade]:
    for ship in ships:
        for colour in COLOURS:
            new = Pyramid(ship.size, colour)
            if colour is not ship.colour and position.bank[INDEX[new]]:
                yield Trade(ship, new, system.name)


def _moves(position: Position, system: System, ships: tuple[Pyramid, ...], found: str) -> Iterator[Action]:
    targets = [other.name for other in position.systems if other is not system and rules.are_connected(system, other)]
    sizes = {star.size for star in system.stars}
    stars = [kind for kind in KINDS if kind.size not in sizes and position.bank[INDEX[kind]]]
    for ship in ships:
        yield from (Move(ship, system.name, target) for target in targets)
        yield from (Discover(ship, system.name, star, found) for star in stars)


def _attacks(position: Position, system: System) -> Iterator[Attack]:
    largest = system.ships[position.mover][0].size
    for index, seat in enumerate(position.seats):
        if index != position.mover:
            for ship in dict.fromkeys(system.ships[index]):
                if ship.size <= largest:
                    yield Attack(ship, system.name, seat)


def nameless(position: Position) -> Hashable:
    """The position without the names of systems that were found, and without the order of founding (HN7)."""
    homes = frozenset(system for system in position.systems if system.home is not None)
    others = sorted((system.stars, system.ships) for system in position.systems if system.home is None)
    return (position.mover, position.bank, homes, tuple(others), position.placed, position.out, position.pending)

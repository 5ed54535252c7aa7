"""The actions that may be tried next in a turn of Homeworlds, and how perft merges positions (HN7).

Leaves out what is plainly illegal; `rules` judges the rest.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import lru_cache
from itertools import chain

from pyrnot.core.game import Chance
from pyrnot.core.pieces import SIZES, Colour, Pyramid
from pyrnot.games.homeworlds import ending, rules
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
from pyrnot.games.homeworlds.catastrophes import overpopulated
from pyrnot.games.homeworlds.position import COLOURS, FRESH, INDEX, KINDS, Pending, Position, Pyramids, System, fold

_STARS = (
    *("Vega", "Rigel", "Altair", "Deneb", "Mira", "Spica", "Castor", "Pollux", "Capella", "Procyon", "Antares"),
    *("Algol", "Polaris", "Regulus", "Sirius", "Bellatrix", "Electra", "Maia", "Atlas", "Mimosa", "Canopus"),
)


def actions(position: Position, chance: Chance | None = None) -> Iterator[Action]:
    """Every action that may be legal next; none once the turn has won the game (H31)."""
    pending = position.pending or FRESH
    if pending.is_decided or ending.outcome(position) is not None:
        return
    if not position.placed[position.mover]:
        yield from _first_actions(position, pending)
        return
    if pending.has_placed:
        return
    yield from _catastrophes(position)
    if pending.has_called or not (pending.is_free or pending.left):
        return
    yield Pass()
    new_name = fresh_name({fold(system.name) for system in position.systems})
    for system in position.systems:
        if system.ships[position.mover]:
            yield from _actions_at(position, pending, system, new_name)


def _first_actions(position: Position, pending: Pending) -> Iterator[Action]:
    """The actions of a seat without a homeworld: placing it, or passing (H5, H6)."""
    if pending.is_free:
        yield from _homeworlds(position)
        yield Pass()


def _catastrophes(position: Position) -> Iterator[Catastrophe]:
    """A catastrophe for each colour that overpopulates a system (H22)."""
    for system in position.systems:
        for colour in overpopulated(system):
            yield Catastrophe(system.name, colour)


def _actions_at(position: Position, pending: Pending, system: System, new_name: str) -> Iterator[Action]:
    """The free actions, or those of the sacrifice, at a system where the mover has a ship (H7 to H9)."""
    own = system.ships[position.mover]
    ships = tuple(dict.fromkeys(own))
    if pending.is_free:
        yield from (Sacrifice(ship, system.name) for ship in ships)
        powers = {pyramid.colour for pyramid in (*own, *system.stars)}
    else:
        assert pending.granted is not None
        powers = {pending.granted}
    if Colour.GREEN in powers:
        yield from _builds(position, system, ships)
    if Colour.BLUE in powers:
        yield from _trades(position, system, ships)
    if Colour.YELLOW in powers:
        yield from _moves(position, system, ships, new_name)
    if Colour.RED in powers:
        yield from _attacks(position, system)


def _homeworlds(position: Position) -> Iterator[Homeworld]:
    """Every homeworld of one or two stars, with each pair of stars in one order only."""
    bank = position.bank
    there = [kind for kind in KINDS if bank[INDEX[kind]]]
    pairs = [(first, second) for place, first in enumerate(there) for second in there[place:]]
    for stars in (*pairs, *((star,) for star in there)):
        for ship in there:
            if all((*stars, ship).count(star) <= bank[INDEX[star]] for star in stars):
                yield Homeworld(stars, ship)


def _builds(position: Position, system: System, ships: Pyramids) -> Iterator[Build]:
    for colour in dict.fromkeys(ship.colour for ship in ships):
        smallest = next((size for size in SIZES if position.bank[INDEX[Pyramid(size, colour)]]), None)
        if smallest is not None:
            yield Build(Pyramid(smallest, colour), system.name)


def _trades(position: Position, system: System, ships: Pyramids) -> Iterator[Trade]:
    for ship in ships:
        for colour in COLOURS:
            new = Pyramid(ship.size, colour)
            if colour is not ship.colour and position.bank[INDEX[new]]:
                yield Trade(ship, new, system.name)


def _moves(position: Position, system: System, ships: Pyramids, new_name: str) -> Iterator[Action]:
    targets = [other.name for other in position.systems if other is not system and rules.are_connected(system, other)]
    sizes = {star.size for star in system.stars}
    stars = [kind for kind in KINDS if kind.size not in sizes and position.bank[INDEX[kind]]]
    for ship in ships:
        yield from (Move(ship, system.name, target) for target in targets)
        yield from (Discover(ship, system.name, star, new_name) for star in stars)


def _attacks(position: Position, system: System) -> Iterator[Attack]:
    largest = system.ships[position.mover][0].size
    for index, seat in enumerate(position.seats):
        if index != position.mover:
            for ship in dict.fromkeys(system.ships[index]):
                if ship.size <= largest:
                    yield Attack(ship, system.name, seat)


def fresh_name(used: set[str]) -> str:
    """A name for a system to be discovered; `used` are the folded names of all systems (HF10)."""
    turn = 1
    while True:
        for star in _STARS:
            name = star if turn == 1 else f"{star}{turn}"
            if fold(name) not in used:
                return name
        turn += 1


@lru_cache(maxsize=1 << 16)
def _shape(stars: Pyramids, ships: tuple[Pyramids, ...]) -> tuple[Pyramids, tuple[Pyramids, ...]]:
    """The pyramids of a system, one object for all systems alike: a walk keeps them a million times."""
    return stars, ships


def perft_key(position: Position) -> Hashable:
    """The position without the names of systems and without the order of founding (HN7): a homeworld has a seat."""
    shapes = [(_shape(system.stars, system.ships), system.home) for system in position.systems]
    homes = sorted((home, shape) for shape, home in shapes if home is not None)
    others = sorted(shape for shape, home in shapes if home is None)
    return (position.mover, position.bank, *chain(*homes), *others, position.placed, position.out, position.pending)

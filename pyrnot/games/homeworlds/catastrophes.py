"""Catastrophes of Homeworlds: which systems are overpopulated, and what becomes of them (H22 to H25)."""

from __future__ import annotations

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Event, Transition
from pyrnot.core.pieces import Colour, Pyramid
from pyrnot.games.homeworlds.actions import Overpopulated, Vanished
from pyrnot.games.homeworlds.changes import cleaned_up, played, returned
from pyrnot.games.homeworlds.needs import at_system
from pyrnot.games.homeworlds.position import Pending, Position, Seat, System

TOO_MANY = 4
"""The number of pyramids of one colour that overpopulates a system (H22)."""


def overpopulated(system: System) -> tuple[Colour, ...]:
    """Colours of which a system has four or more pyramids: stars, and ships of all seats (H22)."""
    colours = [pyramid.colour for pyramid in system.pyramids]
    return tuple(colour for colour in dict.fromkeys(colours) if colours.count(colour) >= TOO_MANY)


def nearly_overpopulated(system: System) -> tuple[Colour, ...]:
    """Colours of which one more pyramid would overpopulate a system."""
    colours = [pyramid.colour for pyramid in system.pyramids]
    return tuple(colour for colour in dict.fromkeys(colours) if colours.count(colour) == TOO_MANY - 1)


def play_catastrophe(position: Position, pending: Pending, index: int, colour: Colour) -> Transition[Position]:
    """All pyramids of an overpopulated colour go to the bank (H23); no action is used up (H25). Raises `Illegal`."""
    system = position.systems[index]
    if colour not in overpopulated(system):
        count = sum(pyramid.colour is colour for pyramid in system.pyramids)
        message = (
            f"{system.name} has {count} {colour} {'piece' if count == 1 else 'pieces'}; a catastrophe needs four"
        )
        about = at_system(
            system.name,
            lambda system: colour in overpopulated(system),
            f"the {colour} overpopulation of {system.name} ended",
        )
        raise Illegal("no-overpopulation", "H22", message, field="colour", progress=1, about=about)
    event, left = _blown_up(position, system, colour)
    bank = returned(position.bank, event.pyramids)
    systems = position.systems
    more: tuple[Event, ...]
    if left.stars:
        bank, systems, more = cleaned_up(position, bank, systems, index, left)
    else:
        # H23: ships without a star are lost, even at the mover's own homeworld.
        bank = returned(bank, left.pyramids)
        systems = systems[:index] + systems[index + 1 :]
        more = (Vanished(system=system.name, stars=(), ships=_ships(position, left)),)
    if position.rules.is_strict:
        pending = replace(pending, has_called=True)
    if _eliminates_another(position, left):
        pending = replace(pending, has_eliminated=True)
    return played(position, bank, systems, pending, (event, *more))


def _ships(position: Position, system: System) -> tuple[tuple[Seat, Pyramid], ...]:
    """The ships of a system, each with its owner."""
    return tuple((seat, ship) for seat, ships in zip(position.seats, system.ships, strict=True) for ship in ships)


def _blown_up(position: Position, system: System, colour: Colour) -> tuple[Overpopulated, System]:
    """What a catastrophe takes from a system, and what it leaves."""
    event = Overpopulated(
        system=system.name,
        colour=colour,
        stars=tuple(star for star in system.stars if star.colour is colour),
        ships=tuple(owned for owned in _ships(position, system) if owned[1].colour is colour),
    )
    left = replace(
        system,
        stars=tuple(star for star in system.stars if star.colour is not colour),
        ships=tuple(tuple(ship for ship in ships if ship.colour is not colour) for ships in system.ships),
    )
    return event, left


def _eliminates_another(position: Position, left: System) -> bool:
    """Whether what is left of a system is another seat's homeworld without a star or without a ship of that seat."""
    home = left.home
    if home is None or home is position.to_move:
        return False
    return not left.stars or not left.ships[position.seats.index(home)]

"""What an action of Homeworlds needs: its system, an action left, power, a ship, a pyramid in the bank (H6 to H9).

Each function raises `Illegal` if something is missing. Which action needs what is in `rules`.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.pieces import Colour, Pyramid
from pyrnot.core.subjects import Subject, not_in_supply
from pyrnot.games.homeworlds.changes import Bank
from pyrnot.games.homeworlds.position import BLUE, GREEN, INDEX, LETTERS, RED, YELLOW, Pending, Position, System

_VERBS = {GREEN: "build", BLUE: "trade", YELLOW: "move or discover", RED: "attack"}
_GRANTED = {GREEN: "builds", BLUE: "trades", YELLOW: "moves and discoveries", RED: "attacks"}


def at_system(name: str, has: Callable[[System], bool], text: str) -> Subject:
    """What an action is about that misses something at a system. `text` is a clause: how the system lost it."""

    def state(position: Position) -> bool:
        index = position.find(name)
        return index is not None and has(position.systems[index])

    return Subject(state, False, text, name)


def only_a_homeworld(position: Position, pending: Pending) -> Illegal:
    """What is wrong with any other action before the homeworld, or in the turn that places it (H6)."""
    if pending.has_placed:
        return Illegal("no-action-left", "H6", "nothing can follow: placing the homeworld is the whole turn")
    return Illegal("no-homeworld", "H6", f"{position.to_move} has no homeworld yet, and can only place it or pass")


def find_system(position: Position, name: str, rule: str, field: str = "system") -> int:
    """Index of the system that an action names."""
    index = position.find(name)
    if index is None:
        about = at_system(name, lambda _: True, f"{name} disappeared")
        raise Illegal("unknown-system", rule, f"there is no system called {name}", field=field, about=about)
    return index


def start_action(
    position: Position, pending: Pending, power: Colour, name: str, rule: str
) -> tuple[Pending, int, System]:
    """What is left of the turn after an action of this colour at the system called `name`; its index; the system.

    The action must be left, the system must exist, and it must have the power (H7 to H9).
    """
    after = _spend(pending, power)
    index = find_system(position, name, rule)
    system = position.systems[index]
    _need_power(position, pending, system, power)
    return after, index, system


def _spend(pending: Pending, power: Colour) -> Pending:
    """What is left after one action of this colour: one less of a sacrifice (H9), or no free action (H7)."""
    granted = pending.granted
    if granted is not None:
        if granted is not power:
            message = f"a {granted} sacrifice grants only {_GRANTED[granted]}"
            raise Illegal("sacrifice-colour", "H9", message, field="verb")
        if not pending.left:
            raise Illegal("no-action-left", "H9", "the sacrifice has no actions left", field="verb")
        return replace(pending, left=pending.left - 1)
    if not pending.is_free:
        raise Illegal("no-action-left", "H7", "this turn's free action is already used", field="verb")
    return replace(pending, is_free=False)


def _need_power(position: Position, pending: Pending, system: System, power: Colour) -> None:
    """A ship of the mover's at the system and, for a free action, its colour on one of them or on a star (H8)."""
    mover = position.to_move
    own = system.ships[position.mover]
    if not own:
        message = f"{mover} has no ship at {system.name}"
        seat = position.mover
        about = at_system(
            system.name, lambda system: bool(system.ships[seat]), f"{mover}'s last ship at {system.name} went"
        )
        raise Illegal("no-ship", "H8", message, field="system", progress=1, about=about)
    if pending.granted is not None:
        return
    for pyramid in (*own, *system.stars):
        if pyramid.colour is power:
            return
    message = (
        f"no power to {_VERBS[power]}: {mover} has no {power} ship at {system.name}, and no star there is {power}"
    )
    about = _power_at(system, position.mover, power, f"{mover} lost its power to {_VERBS[power]} at {system.name}")
    raise Illegal("no-power", "H8", message, field="verb", progress=2, about=about)


def _power_at(system: System, seat: int, power: Colour, text: str) -> Subject:
    """What a free action is about that lacks its colour at a system (H8)."""

    def has_power(system: System) -> bool:
        return power in [pyramid.colour for pyramid in (*system.ships[seat], *system.stars)]

    return at_system(system.name, has_power, text)


def need_ship(position: Position, system: System, ship: Pyramid, rule: str) -> None:
    """The ship that an action names is at the system, and is the mover's."""
    if ship not in system.ships[position.mover]:
        message = f"{position.to_move} has no {LETTERS[ship]} at {system.name}"
        raise Illegal(
            "no-ship", rule, message, field="ship", progress=3, about=no_ship(position, system, position.mover, ship)
        )


def no_ship(position: Position, system: System, seat: int, ship: Pyramid) -> Subject:
    """What an action is about that misses a seat's ship at a system."""
    text = f"{position.seats[seat]}'s last {LETTERS[ship]} at {system.name} went"
    return at_system(system.name, lambda system: ship in system.ships[seat], text)


def not_in_bank(pyramid: Pyramid) -> Subject:
    """What an action is about that misses a pyramid in the bank."""
    return not_in_supply(LETTERS[pyramid], "the bank", lambda position: bool(position.bank[INDEX[pyramid]]))


def need_in_bank(bank: Bank, pyramid: Pyramid, rule: str, field: str) -> None:
    """The pyramid that an action takes is in the bank."""
    if not bank[INDEX[pyramid]]:
        message = f"the bank has no {LETTERS[pyramid]}"
        raise Illegal("bank-empty", rule, message, field=field, progress=4, about=not_in_bank(pyramid))


def need_new_name(position: Position, name: str, progress: int = 0) -> None:
    """No system has the name of a new one (H16)."""
    if position.find(name) is not None:
        message = f"there is already a system called {name}"
        about = Subject(lambda position: position.find(name) is not None, True, f"{name} was founded", name)
        raise Illegal("duplicate-name", "H16", message, field="name", progress=progress, about=about)

"""What an action of Homeworlds needs: its system, an action left, power, a ship, a pyramid in the bank (H6 to H9).

Each function raises `Illegal` if something is missing. Which action needs what is in `rules`.
"""

from __future__ import annotations

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.pieces import Colour, Pyramid
from pyrnot.games.homeworlds.changes import Bank
from pyrnot.games.homeworlds.position import BLUE, GREEN, INDEX, LETTERS, RED, YELLOW, Pending, Position, System

_VERBS = {GREEN: "build", BLUE: "trade", YELLOW: "move or discover", RED: "attack"}
_GRANTED = {GREEN: "builds", BLUE: "trades", YELLOW: "moves and discoveries", RED: "attacks"}


def only_a_homeworld(position: Position, pending: Pending) -> Illegal:
    """What is wrong with any other action before the homeworld, or in the turn that places it (H6)."""
    if pending.has_placed:
        return Illegal("no-action-left", "H6", "nothing can follow: placing the homeworld is the whole turn")
    return Illegal("no-homeworld", "H6", f"{position.to_move} has no homeworld yet, and can only place it or pass")


def find_system(position: Position, name: str, rule: str, field: str = "system") -> int:
    """Index of the system that an action names."""
    index = position.find(name)
    if index is None:
        raise Illegal("unknown-system", rule, f"there is no system called {name}", field=field)
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
        raise Illegal("no-ship", "H8", message, field="system", progress=1)
    if pending.granted is not None:
        return
    for pyramid in (*own, *system.stars):
        if pyramid.colour is power:
            return
    message = (
        f"no power to {_VERBS[power]}: {mover} has no {power} ship at {system.name}, and no star there is {power}"
    )
    raise Illegal("no-power", "H8", message, field="verb", progress=2)


def need_ship(position: Position, system: System, ship: Pyramid, rule: str) -> None:
    """The ship that an action names is at the system, and is the mover's."""
    if ship not in system.ships[position.mover]:
        message = f"{position.to_move} has no {LETTERS[ship]} at {system.name}"
        raise Illegal("no-ship", rule, message, field="ship", progress=3)


def need_in_bank(bank: Bank, pyramid: Pyramid, rule: str, field: str) -> None:
    """The pyramid that an action takes is in the bank."""
    if not bank[INDEX[pyramid]]:
        raise Illegal("bank-empty", rule, f"the bank has no {LETTERS[pyramid]}", field=field, progress=4)


def need_new_name(position: Position, name: str, progress: int = 0) -> None:
    """No system has the name of a new one (H16)."""
    if position.find(name) is not None:
        message = f"there is already a system called {name}"
        raise Illegal("duplicate-name", "H16", message, field="name", progress=progress)

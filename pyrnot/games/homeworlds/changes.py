"""How the actions of Homeworlds change a position: the bank, the ships of a system, systems that disappear.

Judges nothing; `rules` and `catastrophes` call it.
"""

from __future__ import annotations

from msgspec.structs import replace

from pyrnot.core.game import Event, Transition
from pyrnot.core.pieces import Pyramid
from pyrnot.games.homeworlds import ending
from pyrnot.games.homeworlds.actions import Vanished
from pyrnot.games.homeworlds.position import INDEX, Pending, Position, Pyramids, System, in_order

Bank = tuple[int, ...]
Ships = tuple[Pyramids, ...]
Systems = tuple[System, ...]


def played(
    position: Position, bank: Bank, systems: Systems, pending: Pending, events: tuple[Event, ...]
) -> Transition[Position]:
    """The position with this bank and these systems, and `pending` left of its turn; H31: unless that has won."""
    if pending.has_eliminated and ending.is_won(position, systems):
        pending = replace(pending, is_decided=True)
    return Transition(replace(position, bank=bank, systems=systems, pending=pending), events)


def taken(bank: Bank, pyramid: Pyramid) -> Bank:
    """The bank without a pyramid, which must be there."""
    counts = list(bank)
    counts[INDEX[pyramid]] -= 1
    return tuple(counts)


def returned(bank: Bank, pyramids: Pyramids) -> Bank:
    """The bank with these pyramids too; they are available at once (H12)."""
    counts = list(bank)
    for pyramid in pyramids:
        counts[INDEX[pyramid]] += 1
    return tuple(counts)


def without_ship(ships: Ships, seat: int, ship: Pyramid) -> Ships:
    """The ships of a system, by seat, without one of `seat`."""
    own = ships[seat]
    place = own.index(ship)
    return (*ships[:seat], own[:place] + own[place + 1 :], *ships[seat + 1 :])


def with_ship(ships: Ships, seat: int, ship: Pyramid) -> Ships:
    """The ships of a system, by seat, with one more of `seat`."""
    return (*ships[:seat], in_order((*ships[seat], ship)), *ships[seat + 1 :])


def lone_ship(position: Position, ship: Pyramid) -> Ships:
    """The ships of a new system, by seat: one of the mover."""
    return tuple([(ship,) if seat == position.mover else () for seat in range(len(position.seats))])


def with_ships(systems: Systems, index: int, ships: Ships) -> Systems:
    """The systems with other ships at one of them."""
    return (*systems[:index], replace(systems[index], ships=ships), *systems[index + 1 :])


def cleaned_up(
    position: Position, bank: Bank, systems: Systems, index: int, left: System
) -> tuple[Bank, Systems, tuple[Event, ...]]:
    """Bank and systems when `left` is what remains of one that lost a ship or a star.

    A system without ships disappears (H18), another seat's homeworld too (H20), but not the mover's own before the
    turn ends (H19).
    """
    if not left.is_empty or left.home is position.to_move:
        return bank, (*systems[:index], left, *systems[index + 1 :]), ()
    gone = Vanished(system=left.name, stars=left.stars, ships=())
    return returned(bank, left.stars), systems[:index] + systems[index + 1 :], (gone,)

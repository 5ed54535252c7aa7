"""The rules of a turn of Homeworlds: what each action needs and what it does (H5 to H17, HC1).

What all actions have in common is in `needs` and `changes`, catastrophes in `catastrophes`, the end of a turn in
`ending`.
"""

from __future__ import annotations

from itertools import compress
from typing import TypeAlias, assert_never

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import SimpleEvent, Transition
from pyrnot.core.leaving import Resign
from pyrnot.core.pieces import SIZES, Pyramid, Size
from pyrnot.core.subjects import Subject, not_in_supply
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
    listed,
)
from pyrnot.games.homeworlds.catastrophes import play_catastrophe
from pyrnot.games.homeworlds.changes import (
    cleaned_up,
    lone_ship,
    played,
    returned,
    taken,
    with_ship,
    with_ships,
    without_ship,
)
from pyrnot.games.homeworlds.needs import (
    at_system,
    find_system,
    need_in_bank,
    need_new_name,
    need_ship,
    no_ship,
    not_in_bank,
    only_a_homeworld,
    start_action,
)
from pyrnot.games.homeworlds.position import (
    BLUE,
    FRESH,
    GREEN,
    INDEX,
    LETTERS,
    RED,
    YELLOW,
    Pending,
    Position,
    Seat,
    System,
    in_order,
)


def play(position: Position, action: Action) -> Transition[Position]:
    """The only judge of an action; those of a turn are judged in the order written (HC1).

    Raises `Illegal`, with a code that tells apart the ways in which a rule can be broken (HC2).
    """
    pending = position.pending or FRESH
    if pending.is_decided:
        return _ignore(position, action)
    if pending.has_called and not isinstance(action, Catastrophe):
        message = "in a strict game, catastrophes must come after the last action of a turn"
        raise Illegal("early-catastrophe", "H24", message)
    if pending.has_resigned:
        raise Illegal("second-action", "H33", "write `resign` as a separate turn, without other actions")
    match action:
        case Resign():
            return _resign(position, pending)
        case Homeworld():
            return _homeworld(position, pending, action)
        case Pass():
            return _pass(position, pending)
        case _ if not position.placed[position.mover] or pending.has_placed:
            raise only_a_homeworld(position, pending)
        case _:
            return _play_at_system(position, pending, action)


_AtSystem: TypeAlias = Build | Trade | Move | Discover | Attack | Sacrifice | Catastrophe
"""The actions at a system, which only a seat with a homeworld has."""


def _play_at_system(position: Position, pending: Pending, action: _AtSystem) -> Transition[Position]:
    """An action of the turn's, or of the sacrifice's (H7 to H17); or a catastrophe (H22)."""
    match action:
        case Build():
            return _build(position, pending, action)
        case Trade():
            return _trade(position, pending, action)
        case Move():
            return _move(position, pending, action)
        case Discover():
            return _discover(position, pending, action)
        case Attack():
            return _attack(position, pending, action)
        case Sacrifice():
            return _sacrifice(position, pending, action)
        case Catastrophe():
            return play_catastrophe(position, pending, find_system(position, action.system, "H22"), action.colour)
        case _:
            assert_never(action)


def _resign(position: Position, pending: Pending) -> Transition[Position]:
    """The seat leaves the game, with or without a homeworld (H33)."""
    mover = position.mover
    seat = position.to_move
    if len(position.seats) < 3:
        message = f"write who resigns at the end of the record, such as `{seat} resigns`: a game for two ends then"
        raise Illegal("leaving-two", "H33", message)
    if replace(pending, resumes=None) != FRESH:
        raise Illegal("second-action", "H33", "write `resign` as a separate turn, without other actions")
    if position.out[mover]:
        raise Illegal("seat-out", "H33", f"{seat} is already out")
    placed = (*position.placed[:mover], True, *position.placed[mover + 1 :])
    after = replace(position, placed=placed, pending=replace(pending, has_resigned=True))
    return Transition(after, (SimpleEvent("resigned", f"{seat} left the game", seat=str(seat)),))


def _ignore(position: Position, action: Action) -> Transition[Position]:
    """After the turn has won the game, no action has an effect (H31); passing has none anyway."""
    if isinstance(action, Pass):
        return Transition(position, (SimpleEvent("passed", f"{position.to_move} passed"),))
    return Transition(position, (SimpleEvent("passed", f"an action after {position.to_move} had won was ignored"),))


# Homeworlds and passing


def _homeworld(position: Position, pending: Pending, action: Homeworld) -> Transition[Position]:
    """One or two stars and a ship of any kinds in the bank (H5); placing them is the whole turn (H6)."""
    mover = position.mover
    seat = position.to_move
    if position.placed[mover]:
        about = Subject(lambda position: position.placed[mover], True, f"{seat} placed its homeworld", seat)
        raise Illegal("second-homeworld", "H5", f"{seat} has already placed a homeworld", about=about)
    if not pending.is_free:
        raise Illegal("no-action-left", "H6", "nothing can come before it: placing a homeworld is the whole turn")
    bank = position.bank
    parts = (*(f"star {number}" for number in range(1, len(action.stars) + 1)), "ship")
    for part, pyramid in zip(parts, (*action.stars, action.ship), strict=True):
        need_in_bank(bank, pyramid, "H5", part)
        bank = taken(bank, pyramid)
    name = action.name or position.rules.names[mover]
    need_new_name(position, name)
    system = System(name=name, home=seat, stars=in_order(action.stars), ships=lone_ship(position, action.ship))
    after = replace(
        position,
        bank=bank,
        systems=(*position.systems, system),
        placed=(*position.placed[:mover], True, *position.placed[mover + 1 :]),
        pending=replace(pending, is_free=False, has_placed=True),
    )
    text = f"{seat} placed the homeworld {name}: {listed(system.stars)} with {LETTERS[action.ship]}"
    remark = _remark(position, action)
    placed = SimpleEvent("placed", f"{text} (unusual: {remark})" if remark else text, (name,), seat=seat)
    return Transition(after, (placed,))


def _remark(position: Position, action: Homeworld) -> str:
    """What is unusual about a homeworld, though never illegal (H5)."""
    colours = {pyramid.colour for pyramid in (*action.stars, action.ship)}
    remarks = []
    if len(action.stars) == 1:
        remarks.append("one star")
    if action.ship.size is not Size.LARGE:
        remarks.append("no large ship")
    if len(colours) < 3:
        remarks.append("fewer than three colours")
    remarks += [f"no {colour}" for colour in (GREEN, BLUE) if colour not in colours]
    before = position.home_of(position.seats[position.mover - 1])
    if before is not None:
        remarks += _compared_with(before, action)
    return ", ".join(remarks)


def _compared_with(before: System, action: Homeworld) -> list[str]:
    """Remarks on the star sizes of a homeworld beside those of the seat before, at most one (H5)."""
    sizes = {star.size for star in action.stars}
    theirs = {star.size for star in before.stars}
    if not sizes & theirs:
        return [f"no star size in common with {before.name}"]
    if len(theirs) == 2 and sizes <= theirs:
        return [f"no star size that {before.name} does not have"]
    return []


def _pass(position: Position, pending: Pending) -> Transition[Position]:
    """Passes the whole turn (H11), an action of a sacrifice (H10) or, unless the game is strict, nothing (HC3)."""
    if pending.is_free:
        after = replace(pending, is_free=False)
        what = ""
    elif pending.left:
        after = replace(pending, left=pending.left - 1)
        what = " an action of the sacrifice"
    elif position.rules.is_strict:
        raise Illegal("needless-pass", "H10", "there is no action left to pass")
    else:
        after = pending
        what = " with no action left"
    passed = SimpleEvent("passed", f"{position.to_move} passed{what}")
    return played(position, position.bank, position.systems, after, (passed,))


# Free actions, and those that a sacrifice grants


def _build(position: Position, pending: Pending, action: Build) -> Transition[Position]:
    """The smallest pyramid in the bank, of a colour that the mover has a ship of at the system (H13)."""
    after, index, system = start_action(position, pending, GREEN, action.system, "H13")
    mover = position.mover
    ship = action.ship
    bank = position.bank
    colour = ship.colour
    if colour not in [own.colour for own in system.ships[mover]]:
        message = f"{position.to_move} has no {colour} ship at {system.name}, so it can build no other there"
        about = at_system(
            system.name,
            lambda system: colour in [own.colour for own in system.ships[mover]],
            f"{position.to_move}'s last {colour} ship at {system.name} went",
        )
        raise Illegal("build-no-template", "H13", message, field="ship", progress=3, about=about)
    first = INDEX[ship] - ship.size + 1
    smallest = next(compress(SIZES, bank[first : first + 3]), None)
    if smallest is None:
        message = f"the bank has no {colour} pieces"
        about = not_in_supply(f"{colour} piece", "the bank", lambda position: any(position.bank[first : first + 3]))
        raise Illegal("bank-empty", "H13", message, field="ship", progress=4, about=about)
    if smallest is not ship.size:
        right = Pyramid(smallest, colour)
        message = f"the smallest {colour} piece in the bank is {LETTERS[right]}, not {LETTERS[ship]}"
        about = not_in_bank(ship) if ship.size < smallest else _back_in_bank(right)
        raise Illegal("build-size", "H13", message, field="ship", progress=5, about=about)
    systems = with_ships(position.systems, index, with_ship(system.ships, mover, ship))
    text = f"{position.to_move} built {LETTERS[ship]} at {system.name}"
    built = SimpleEvent("built", text, (system.name,), (ship,), position.to_move)
    return played(position, taken(bank, ship), systems, after, (built,))


def _back_in_bank(pyramid: Pyramid) -> Subject:
    """What a build is about that leaves out a smaller pyramid of the bank."""
    text = f"{LETTERS[pyramid]} came back to the bank"
    return Subject(lambda position: bool(position.bank[INDEX[pyramid]]), True, text, "the bank")


def _trade(position: Position, pending: Pending, action: Trade) -> Transition[Position]:
    """A ship for a pyramid in the bank, of the same size and another colour (H14)."""
    after, index, system = start_action(position, pending, BLUE, action.system, "H14")
    mover = position.mover
    ship = action.ship
    new = action.new
    bank = position.bank
    need_ship(position, system, ship, "H14")
    if new.size is not ship.size:
        message = f"a trade must keep the size: {LETTERS[ship]} cannot become {LETTERS[new]}"
        raise Illegal("trade-size", "H14", message, field="new", progress=4)
    if new.colour is ship.colour:
        message = f"a trade must change the colour: {LETTERS[ship]} is already {ship.colour}"
        raise Illegal("trade-same-colour", "H14", message, field="new", progress=4)
    need_in_bank(bank, new, "H14", "new")
    ships = with_ship(without_ship(system.ships, mover, ship), mover, new)
    systems = with_ships(position.systems, index, ships)
    bank = returned(taken(bank, new), (ship,))
    text = f"{position.to_move} traded {LETTERS[ship]} for {LETTERS[new]} at {system.name}"
    traded = SimpleEvent("traded", text, (system.name,), (ship, new), position.to_move)
    return played(position, bank, systems, after, (traded,))


def are_connected(system: System, other: System) -> bool:
    """Whether ships can move between two systems: no star of one has the size of a star of the other (H15)."""
    return {star.size for star in system.stars}.isdisjoint([star.size for star in other.stars])


def _move(position: Position, pending: Pending, action: Move) -> Transition[Position]:
    """A ship to another system that is connected with the one it leaves (H15)."""
    after, index, origin = start_action(position, pending, YELLOW, action.origin, "H15")
    mover = position.mover
    ship = action.ship
    need_ship(position, origin, ship, "H15")
    goal = find_system(position, action.target, "H15", "to")
    target = position.systems[goal]
    if goal == index:
        message = f"{LETTERS[ship]} is already at {origin.name}"
        raise Illegal("not-connected", "H15", message, field="to", progress=4)
    if not are_connected(origin, target):
        message = (
            f"{origin.name} ({listed(origin.stars)}) and {target.name} ({listed(target.stars)}) "
            "are not connected: they have stars of the same size"
        )
        raise Illegal("not-connected", "H15", message, field="to", progress=4)
    systems = with_ships(position.systems, goal, with_ship(target.ships, mover, ship))
    left = replace(origin, ships=without_ship(origin.ships, mover, ship))
    bank, systems, events = cleaned_up(position, position.bank, systems, index, left)
    text = f"{position.to_move} moved {LETTERS[ship]} from {origin.name} to {target.name}"
    moved = SimpleEvent("moved", text, (origin.name, target.name), (ship,), position.to_move)
    return played(position, bank, systems, after, (moved, *events))


def _discover(position: Position, pending: Pending, action: Discover) -> Transition[Position]:
    """A ship to a new system, whose star is taken from the bank before the system left is cleaned up (H16)."""
    after, index, origin = start_action(position, pending, YELLOW, action.origin, "H16")
    mover = position.mover
    ship = action.ship
    star = action.star
    need_ship(position, origin, ship, "H16")
    if star.size in [own.size for own in origin.stars]:
        message = (
            f"{LETTERS[star]} has the size of a star of {origin.name} ({listed(origin.stars)}); "
            "a system discovered from there needs another size"
        )
        raise Illegal("not-connected", "H16", message, field="star", progress=4)
    need_in_bank(position.bank, star, "H16", "star")
    need_new_name(position, action.name, progress=5)
    found = System(name=action.name, home=None, stars=(star,), ships=lone_ship(position, ship))
    left = replace(origin, ships=without_ship(origin.ships, mover, ship))
    systems = (*position.systems, found)
    bank, systems, events = cleaned_up(position, taken(position.bank, star), systems, index, left)
    text = f"{position.to_move} discovered {action.name} ({LETTERS[star]}) with {LETTERS[ship]} from {origin.name}"
    moved = SimpleEvent("moved", text, (origin.name, action.name), (ship, star), position.to_move)
    return played(position, bank, systems, after, (moved, *events))


def owners_of(position: Position, system: System, ship: Pyramid) -> tuple[Seat, ...]:
    """The other seats that have such a ship at a system: an attack may mean any of them (H17)."""
    mover = position.mover
    return tuple(
        seat
        for index, (seat, ships) in enumerate(zip(position.seats, system.ships, strict=True))
        if index != mover and ship in ships
    )


def _attack(position: Position, pending: Pending, action: Attack) -> Transition[Position]:
    """Captures a ship of another seat, no larger than the mover's largest ship at the system (H17)."""
    after, index, system = start_action(position, pending, RED, action.system, "H17")
    mover = position.mover
    ship = action.ship
    seats = position.seats
    owner = action.owner
    if owner is None or owner is position.to_move or owner not in owners_of(position, system, ship):
        message = _no_target(position, system, action)
        part = "ship" if owner is None else "owner"
        about = _about_target(position, system, action)
        raise Illegal("attack-no-target", "H17", message, field=part, progress=3, about=about)
    largest = system.ships[mover][0]
    if ship.size > largest.size:
        message = (
            f"{LETTERS[ship]} is larger than {LETTERS[largest]}, {position.to_move}'s largest ship at {system.name}"
        )
        raise Illegal("attack-too-big", "H17", message, field="ship", progress=4)
    victim = seats.index(owner)
    ships = with_ship(without_ship(system.ships, victim, ship), mover, ship)
    if system.home is owner and not ships[victim]:
        after = replace(after, has_eliminated=True)
    systems = with_ships(position.systems, index, ships)
    text = f"{position.to_move} captured {owner}'s {LETTERS[ship]} at {system.name}"
    captured = SimpleEvent("captured", text, (system.name,), (ship,), position.to_move)
    return played(position, position.bank, systems, after, (captured,))


def _about_target(position: Position, system: System, action: Attack) -> Subject | None:
    """What an attack is about that finds no ship; None for one on the mover's own or on that of no seat, which has
    always been wrong."""
    ship = action.ship
    owner = action.owner
    if owner is not None:
        is_other = owner is not position.to_move and owner in position.seats
        return no_ship(position, system, position.seats.index(owner), ship) if is_other else None
    if ship in system.ships[position.mover]:
        return None
    others = [seat for seat in range(len(position.seats)) if seat != position.mover]
    text = f"the last {LETTERS[ship]} of another seat at {system.name} went"
    return at_system(system.name, lambda system: any(ship in system.ships[seat] for seat in others), text)


def _no_target(position: Position, system: System, action: Attack) -> str:
    """Why there is nothing to attack: the ship is the mover's own, or there is none."""
    ship = LETTERS[action.ship]
    mover = position.to_move
    is_own = action.ship in system.ships[position.mover]
    if is_own and action.owner in (None, mover):
        return f"the {ship} at {system.name} is {mover}'s own ship"
    if action.owner is None:
        return f"no other seat has a {ship} at {system.name}"
    return f"{action.owner} has no {ship} at {system.name}"


def _sacrifice(position: Position, pending: Pending, action: Sacrifice) -> Transition[Position]:
    """A ship for as many actions of its colour as it has pips, instead of the free action (H9)."""
    if not pending.is_free:
        message = "only one sacrifice a turn" if pending.granted else "this turn's free action is already used"
        raise Illegal("no-action-left", "H7", message, field="verb")
    index = find_system(position, action.system, "H9")
    system = position.systems[index]
    ship = action.ship
    need_ship(position, system, ship, "H9")
    left = replace(system, ships=without_ship(system.ships, position.mover, ship))
    bank, systems, events = cleaned_up(position, returned(position.bank, (ship,)), position.systems, index, left)
    after = replace(pending, is_free=False, granted=ship.colour, left=int(ship.size))
    text = f"{position.to_move} sacrificed {LETTERS[ship]} at {system.name}"
    sacrificed = SimpleEvent("sacrificed", text, (system.name,), (ship,), position.to_move)
    return played(position, bank, systems, after, (sacrificed, *events))

"""The rules of a turn of Homeworlds: what each action needs and what it does (H5 to H25, HC1).

What the end of a turn does and who has won stands in `judging`; no text of a record is known here.
"""

from __future__ import annotations

from itertools import compress
from typing import assert_never

from msgspec.structs import replace

from pyrnot.diagnostics import Illegal
from pyrnot.game import Event, Played
from pyrnot.games.homeworlds import ending as judging
from pyrnot.games.homeworlds.actions import (
    Action,
    Attack,
    Build,
    Built,
    Captured,
    Catastrophe,
    Discover,
    Homeworld,
    Ignored,
    Move,
    Moved,
    Overpopulated,
    Pass,
    Passed,
    Placed,
    Sacrifice,
    Sacrificed,
    Trade,
    Traded,
    Vanished,
    listed,
)
from pyrnot.games.homeworlds.codes import Codes
from pyrnot.games.homeworlds.names import fold
from pyrnot.games.homeworlds.position import (
    BLUE,
    FRESH,
    GREEN,
    INDEX,
    LETTERS,
    RED,
    SPENT,
    YELLOW,
    Pending,
    Pieces,
    Position,
    Seat,
    System,
    in_order,
)
from pyrnot.pieces import SIZES, Colour, Pyramid, Size

Bank = tuple[int, ...]
Ships = tuple[Pieces, ...]

_DEEDS = {GREEN: "build", BLUE: "trade", YELLOW: "move or discover", RED: "attack"}


def play(position: Position, action: Action) -> Played[Position]:
    """The only judge of an action (HC1). Raises `Illegal`."""
    pending = position.pending or FRESH
    if pending.is_decided:
        return _ignore(position, action)
    if pending.has_called and not isinstance(action, Catastrophe):
        message = "in a strict game a catastrophe is called after the last action of a turn"
        raise Illegal(Codes.EARLY_CATASTROPHE, "H24", message)
    match action:
        case Homeworld():
            return _homeworld(position, pending, action)
        case Pass():
            return _pass(position, pending)
        case _ if not position.placed[position.mover] or pending.has_placed:
            raise _whole_turn(position, pending)
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
            return _catastrophe(position, pending, action)
        case _:
            assert_never(action)


# The parts of a position changed


def _after(
    position: Position,
    bank: Bank,
    systems: tuple[System, ...],
    pending: Pending,
    *events: Event,
) -> Played[Position]:
    """The position with another bank, other systems and what is now left of the turn (H31)."""
    if pending.has_felled and judging.is_won(position, systems):
        pending = replace(pending, is_decided=True)
    after = Position(
        position.rules,
        position.mover,
        bank,
        systems,
        position.placed,
        position.out,
        pending,
        None,
        position.absent,
    )
    return Played(after, events)


def _taken(bank: Bank, piece: Pyramid) -> Bank:
    """The bank without a piece; it must be there."""
    counts = list(bank)
    counts[INDEX[piece]] -= 1
    return tuple(counts)


def _given(bank: Bank, pieces: Pieces) -> Bank:
    """The bank with pieces returned; they are available at once (H12)."""
    counts = list(bank)
    for piece in pieces:
        counts[INDEX[piece]] += 1
    return tuple(counts)


def _without(ships: Ships, seat: int, ship: Pyramid) -> Ships:
    """Each seat's ships at a system without one of `seat`."""
    own = ships[seat]
    place = own.index(ship)
    return (*ships[:seat], own[:place] + own[place + 1 :], *ships[seat + 1 :])


def _with(ships: Ships, seat: int, ship: Pyramid) -> Ships:
    """Each seat's ships at a system with one more of `seat`."""
    return (*ships[:seat], in_order((*ships[seat], ship)), *ships[seat + 1 :])


def _cleaned(
    position: Position, bank: Bank, systems: tuple[System, ...], index: int, left: System
) -> tuple[Bank, tuple[System, ...], tuple[Event, ...]]:
    """What becomes of a system that lost a ship or a star: without ships it disappears (H18), a homeworld of another
    seat too (H20), the mover's own not before the end of his turn (H19)."""
    if not left.is_empty or left.home is position.to_move:
        return bank, (*systems[:index], left, *systems[index + 1 :]), ()
    return _given(bank, left.stars), systems[:index] + systems[index + 1 :], (Vanished(left.name, left.stars),)


# What every action needs


def _whole_turn(position: Position, pending: Pending) -> Illegal:
    """A homeworld is the whole turn, and until then there is nothing but passing (H6)."""
    if pending.has_placed:
        return Illegal(Codes.NO_ACTION_LEFT, "H6", "placing the homeworld was the whole turn")
    return Illegal(Codes.NO_HOMEWORLD, "H6", f"{position.to_move} has no homeworld yet, and can only place it or pass")


def _find(position: Position, name: str, rule: str, part: str = "system") -> int:
    """Index of the system that an action names."""
    index = position.find(name)
    if index is None:
        raise Illegal(Codes.UNKNOWN_SYSTEM, rule, f"there is no system called {name}", part=part)
    return index


def _spend(pending: Pending, power: Colour) -> Pending:
    """One action used: of a sacrifice, of its colour (H9), or else the free one (H7)."""
    free, granted, left, placed, called, felled, decided = (
        pending.is_free,
        pending.granted,
        pending.left,
        pending.has_placed,
        pending.has_called,
        pending.has_felled,
        pending.is_decided,
    )
    if granted is not None:
        if granted is not power:
            message = f"the sacrifice was {granted}: it lets one {_DEEDS[granted]}, not {_DEEDS[power]}"
            raise Illegal(Codes.SACRIFICE_COLOUR, "H9", message, part="verb")
        if not left:
            raise Illegal(Codes.NO_ACTION_LEFT, "H9", "all actions of the sacrifice are used", part="verb")
        return Pending(free, granted, left - 1, placed, called, felled, decided)
    if not free:
        raise Illegal(Codes.NO_ACTION_LEFT, "H7", "the turn's one free action is used", part="verb")
    return _without_free(pending)


def _without_free(pending: Pending) -> Pending:
    """What is left without the free action, of which nothing was sacrificed."""
    if pending is FRESH:
        return SPENT  # so it is in nearly every turn
    return replace(pending, is_free=False)


def _need_power(position: Position, pending: Pending, system: System, power: Colour) -> None:
    """An own ship in the system, and for a free action its colour on a star or an own ship there (H8)."""
    own = system.ships[position.mover]
    if not own:
        raise Illegal(
            Codes.NO_SHIP, "H8", f"{position.to_move} has no ship at {system.name}", part="system", progress=1
        )
    if pending.granted is not None:
        return
    for piece in own:
        if piece.colour is power:
            return
    for piece in system.stars:
        if piece.colour is power:
            return
    message = (
        f"no star and no ship of {position.to_move}'s at {system.name} is {power}: there is no power to {_DEEDS[power]}"
    )
    raise Illegal(Codes.NO_POWER, "H8", message, part="verb", progress=2)


def _need_ship(position: Position, system: System, ship: Pyramid, rule: str) -> None:
    """The ship that an action names is the mover's and is there."""
    if ship not in system.ships[position.mover]:
        message = f"{position.to_move} has no {LETTERS[ship]} at {system.name}"
        raise Illegal(Codes.NO_SHIP, rule, message, part="piece", progress=3)


def _need_in_bank(bank: Bank, piece: Pyramid, rule: str, part: str) -> None:
    """The piece that an action takes is in the bank."""
    if not bank[INDEX[piece]]:
        raise Illegal(Codes.BANK_EMPTY, rule, f"there is no {LETTERS[piece]} in the bank", part=part, progress=4)


# The actions


def _ignore(position: Position, action: Action) -> Played[Position]:
    """Whatever is said after the turn has won the game does nothing (H31); passing does nothing anyway."""
    if isinstance(action, Pass):
        return Played(position, (Passed(position.to_move, ""),))
    return Played(position, (Ignored(position.to_move),))


def _homeworld(position: Position, pending: Pending, action: Homeworld) -> Played[Position]:
    """Two stars, or one, and a ship, of any kinds in the bank (H5); it is the whole turn (H6)."""
    mover = position.mover
    if position.placed[mover]:
        message = f"{position.to_move} has placed a homeworld already"
        raise Illegal(Codes.SECOND_HOMEWORLD, "H5", message)
    if not pending.is_free:
        raise Illegal(Codes.NO_ACTION_LEFT, "H6", "placing a homeworld is a whole turn: nothing goes before it")
    bank = position.bank
    parts = (*(f"star {number}" for number in range(1, len(action.stars) + 1)), "ship")
    for part, piece in zip(parts, (*action.stars, action.ship), strict=True):
        _need_in_bank(bank, piece, "H5", part)
        bank = _taken(bank, piece)
    name = action.name or position.rules.names[mover]
    if position.find(name) is not None:
        raise Illegal(Codes.DUPLICATE_NAME, "H16", f"there is a system called {name} already", part="name")
    seat = position.to_move
    ships = tuple((action.ship,) if index == mover else () for index in range(len(position.seats)))
    system = System(name, seat, in_order(action.stars), ships)
    placed = (*position.placed[:mover], True, *position.placed[mover + 1 :])
    left = Pending(is_free=False, has_placed=True)
    systems = (*position.systems, system)
    after = Position(position.rules, mover, bank, systems, placed, position.out, left, None, position.absent)
    return Played(after, (Placed(seat, name, system.stars, action.ship, _remark(position, action)),))


def _remark(position: Position, action: Homeworld) -> str:
    """What is unusual about a homeworld, though never illegal (H5)."""
    colours = {piece.colour for piece in (*action.stars, action.ship)}
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
        sizes, theirs = {star.size for star in action.stars}, {star.size for star in before.stars}
        if not sizes & theirs:
            remarks.append(f"no star size in common with {before.name}")
        elif len(theirs) == 2 and sizes <= theirs:
            remarks.append(f"no other star sizes than {before.name}")
    return ", ".join(remarks)


def _pass(position: Position, pending: Pending) -> Played[Position]:
    """The whole turn (H11), an action of a sacrifice (H10), or, in a game that is not strict, nothing (HC3)."""
    free, granted, left, placed, called, felled, decided = (
        pending.is_free,
        pending.granted,
        pending.left,
        pending.has_placed,
        pending.has_called,
        pending.has_felled,
        pending.is_decided,
    )
    if free:
        after, what = _without_free(pending), ""
    elif left:
        after, what = Pending(False, granted, left - 1, placed, called, felled, decided), " an action of the sacrifice"
    elif position.rules.is_strict:
        raise Illegal(Codes.NEEDLESS_PASS, "H10", "there is no action left to pass")
    else:
        after, what = pending, " with no action left"
    return _after(position, position.bank, position.systems, after, Passed(position.to_move, what))


def _build(position: Position, pending: Pending, action: Build) -> Played[Position]:
    """The smallest piece in the bank of a colour that one has there (H13)."""
    after = _spend(pending, GREEN)
    index = _find(position, action.system, "H13")
    system = position.systems[index]
    _need_power(position, pending, system, GREEN)
    mover, piece, bank = position.mover, action.piece, position.bank
    colour = piece.colour
    if colour not in [ship.colour for ship in system.ships[mover]]:
        message = f"{position.to_move} has no {colour} ship at {system.name} to build another from"
        raise Illegal(Codes.BUILD_NO_TEMPLATE, "H13", message, part="piece", progress=3)
    first = INDEX[piece] - piece.size + 1
    smallest = next(compress(SIZES, bank[first : first + 3]), None)
    if smallest is None:
        raise Illegal(Codes.BANK_EMPTY, "H13", f"there is no {colour} piece in the bank", part="piece", progress=4)
    if smallest is not piece.size:
        there = LETTERS[Pyramid(smallest, colour)]
        message = f"the smallest {colour} piece in the bank is {there}, not {LETTERS[piece]}"
        raise Illegal(Codes.BUILD_SIZE, "H13", message, part="piece", progress=5)
    built = system.with_ships(_with(system.ships, mover, piece))
    systems = (*position.systems[:index], built, *position.systems[index + 1 :])
    return _after(position, _taken(bank, piece), systems, after, Built(position.to_move, piece, system.name))


def _trade(position: Position, pending: Pending, action: Trade) -> Played[Position]:
    """A ship for a piece of the bank of its size and another colour (H14)."""
    after = _spend(pending, BLUE)
    index = _find(position, action.system, "H14")
    system = position.systems[index]
    _need_power(position, pending, system, BLUE)
    mover, piece, new, bank = position.mover, action.piece, action.new, position.bank
    _need_ship(position, system, piece, "H14")
    if new.size is not piece.size:
        message = f"a trade keeps the size: {LETTERS[piece]} is no match for {LETTERS[new]}"
        raise Illegal(Codes.TRADE_SIZE, "H14", message, part="new", progress=4)
    if new.colour is piece.colour:
        message = f"a trade changes the colour: {LETTERS[piece]} is {piece.colour} already"
        raise Illegal(Codes.TRADE_SAME_COLOUR, "H14", message, part="new", progress=4)
    _need_in_bank(bank, new, "H14", "new")
    traded = system.with_ships(_with(_without(system.ships, mover, piece), mover, new))
    systems = (*position.systems[:index], traded, *position.systems[index + 1 :])
    bank = _given(_taken(bank, new), (piece,))
    return _after(position, bank, systems, after, Traded(position.to_move, piece, new, system.name))


def are_connected(system: System, other: System) -> bool:
    """Whether ships can move between two systems: no star of one has the size of a star of the other (H15)."""
    return {star.size for star in system.stars}.isdisjoint([star.size for star in other.stars])


def _move(position: Position, pending: Pending, action: Move) -> Played[Position]:
    """A ship to another system that is connected with its own (H15)."""
    after = _spend(pending, YELLOW)
    index = _find(position, action.origin, "H15")
    systems = position.systems
    origin = systems[index]
    _need_power(position, pending, origin, YELLOW)
    mover, piece = position.mover, action.piece
    _need_ship(position, origin, piece, "H15")
    goal = _find(position, action.target, "H15", "to")
    target = systems[goal]
    if goal == index:
        message = f"{LETTERS[piece]} is at {origin.name} already"
        raise Illegal(Codes.NOT_CONNECTED, "H15", message, part="to", progress=4)
    if not are_connected(origin, target):
        message = (
            f"{origin.name} ({listed(origin.stars)}) and {target.name} ({listed(target.stars)}) "
            "have stars of one size: they are not connected"
        )
        raise Illegal(Codes.NOT_CONNECTED, "H15", message, part="to", progress=4)
    arrived = target.with_ships(_with(target.ships, mover, piece))
    systems = (*systems[:goal], arrived, *systems[goal + 1 :])
    left = origin.with_ships(_without(origin.ships, mover, piece))
    bank, systems, events = _cleaned(position, position.bank, systems, index, left)
    moved = Moved(position.to_move, piece, origin.name, target.name)
    return _after(position, bank, systems, after, moved, *events)


def _discover(position: Position, pending: Pending, action: Discover) -> Played[Position]:
    """A ship to a new system, whose star comes from the bank before the system left is cleaned up (H16)."""
    after = _spend(pending, YELLOW)
    index = _find(position, action.origin, "H16")
    origin = position.systems[index]
    _need_power(position, pending, origin, YELLOW)
    mover, piece, star = position.mover, action.piece, action.star
    _need_ship(position, origin, piece, "H16")
    if star.size in [own.size for own in origin.stars]:
        message = (
            f"{LETTERS[star]} has the size of a star of {origin.name} ({listed(origin.stars)}): "
            "a system discovered from there has another"
        )
        raise Illegal(Codes.NOT_CONNECTED, "H16", message, part="star", progress=4)
    _need_in_bank(position.bank, star, "H16", "star")
    if position.find(action.name) is not None:
        message = f"there is a system called {action.name} already"
        raise Illegal(Codes.DUPLICATE_NAME, "H16", message, part="name", progress=5)
    ships = tuple([(piece,) if seat == mover else () for seat in range(len(position.seats))])
    systems = (*position.systems, System(action.name, None, (star,), ships))
    left = origin.with_ships(_without(origin.ships, mover, piece))
    bank, systems, events = _cleaned(position, _taken(position.bank, star), systems, index, left)
    moved = Moved(position.to_move, piece, origin.name, action.name, star)
    return _after(position, bank, systems, after, moved, *events)


def owners_of(position: Position, system: System, piece: Pyramid) -> tuple[Seat, ...]:
    """The seats other than the mover that have such a ship at a system: an attack may mean any of them (H17)."""
    mover = position.mover
    return tuple(
        seat
        for index, (seat, ships) in enumerate(zip(position.seats, system.ships, strict=True))
        if index != mover and piece in ships
    )


def _attack(position: Position, pending: Pending, action: Attack) -> Played[Position]:
    """A ship of another seat's, no larger than the mover's largest there, becomes his (H17)."""
    after = _spend(pending, RED)
    index = _find(position, action.system, "H17")
    system = position.systems[index]
    _need_power(position, pending, system, RED)
    mover, piece, seats = position.mover, action.piece, position.seats
    owner = action.owner
    if owner is None or owner not in seats or piece not in system.ships[seats.index(owner)]:
        whose = f"no ship of {owner}'s" if owner is not None else "no other seat's ship"
        if owner is None and piece in system.ships[mover]:
            whose = f"{whose}, only {position.to_move}'s own,"
        message = f"{whose} at {system.name} is a {LETTERS[piece]}"
        raise Illegal(Codes.ATTACK_NO_TARGET, "H17", message, part="piece" if owner is None else "owner", progress=3)
    if owner is position.to_move:
        message = f"the {LETTERS[piece]} at {system.name} is {owner}'s own"
        raise Illegal(Codes.ATTACK_NO_TARGET, "H17", message, part="owner", progress=3)
    largest = system.ships[mover][0]
    if piece.size > largest.size:
        message = (
            f"{LETTERS[piece]} is larger than {position.to_move}'s largest ship at {system.name}, {LETTERS[largest]}"
        )
        raise Illegal(Codes.ATTACK_TOO_BIG, "H17", message, part="piece", progress=4)
    victim = seats.index(owner)
    ships = _with(_without(system.ships, victim, piece), mover, piece)
    if system.home is owner and not ships[victim]:
        after = replace(after, has_felled=True)
    systems = (*position.systems[:index], system.with_ships(ships), *position.systems[index + 1 :])
    captured = Captured(position.to_move, owner, piece, system.name)
    return _after(position, position.bank, systems, after, captured)


def _sacrifice(position: Position, pending: Pending, action: Sacrifice) -> Played[Position]:
    """A ship for as many actions of its colour as its pips, instead of the free one (H9)."""
    if not pending.is_free:
        message = "one sacrifice a turn" if pending.granted else "the turn's one free action is used"
        raise Illegal(Codes.NO_ACTION_LEFT, "H7", message, part="verb")
    index = _find(position, action.system, "H9")
    system = position.systems[index]
    piece = action.piece
    _need_ship(position, system, piece, "H9")
    left = system.with_ships(_without(system.ships, position.mover, piece))
    bank, systems, events = _cleaned(position, _given(position.bank, (piece,)), position.systems, index, left)
    placed, called, felled, decided = pending.has_placed, pending.has_called, pending.has_felled, pending.is_decided
    after = Pending(False, piece.colour, int(piece.size), placed, called, felled, decided)
    sacrificed = Sacrificed(position.to_move, piece, system.name)
    return _after(position, bank, systems, after, sacrificed, *events)


def overpopulated(system: System) -> tuple[Colour, ...]:
    """Colours of which a system has four pieces or more, stars and ships of all seats together (H22)."""
    pieces = system.pieces
    if len(pieces) < 4:
        return ()
    colours = [piece.colour for piece in pieces]
    return tuple(colour for colour in dict.fromkeys(colours) if colours.count(colour) >= 4)


def _catastrophe(position: Position, pending: Pending, action: Catastrophe) -> Played[Position]:
    """All pieces of an overpopulated colour go to the bank, and what is left without a star (H22 to H25)."""
    index = _find(position, action.system, "H22")
    system, colour = position.systems[index], action.colour
    count = sum(piece.colour is colour for piece in system.pieces)
    if count < 4:
        pieces = "1 piece" if count == 1 else f"{count} pieces"
        message = f"{system.name} has {pieces} of {colour}; four overpopulate it"
        raise Illegal(Codes.NO_OVERPOPULATION, "H22", message, part="colour", progress=1)
    gone_stars = tuple(star for star in system.stars if star.colour is colour)
    gone_ships = tuple(
        (seat, ship)
        for seat, ships in zip(position.seats, system.ships, strict=True)
        for ship in ships
        if ship.colour is colour
    )
    bank = _given(position.bank, (*gone_stars, *(ship for _, ship in gone_ships)))
    events: tuple[Event, ...] = (Overpopulated(system.name, colour, gone_stars, gone_ships),)
    left = replace(
        system,
        stars=tuple(star for star in system.stars if star.colour is not colour),
        ships=tuple(tuple(ship for ship in ships if ship.colour is not colour) for ships in system.ships),
    )
    systems = position.systems
    if left.stars:
        bank, systems, more = _cleaned(position, bank, systems, index, left)
    else:
        # H23: ships without a star are lost, at the mover's own homeworld too.
        stranded = left.pieces
        bank = _given(bank, stranded)
        systems, more = systems[:index] + systems[index + 1 :], (Vanished(system.name, stranded),)
    after = pending
    if position.rules.is_strict:
        after = replace(after, has_called=True)
    home = system.home
    if (
        home is not None
        and home is not position.to_move
        and (not left.stars or not left.ships[position.seats.index(home)])
    ):
        after = replace(after, has_felled=True)
    return _after(position, bank, systems, after, *events, *more)


def live_names(position: Position) -> set[str]:
    """The folded names of all systems: none of them may be given again (HF10)."""
    return {fold(system.name) for system in position.systems}

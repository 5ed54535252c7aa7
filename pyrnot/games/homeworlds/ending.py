"""The end of a turn of Homeworlds: homeworlds lost, seats eliminated, who has won, who is next (H26 to H35)."""

from __future__ import annotations

from msgspec.structs import replace

from pyrnot.diagnostics import Illegal, Notice
from pyrnot.game import Event, Outcome, Played
from pyrnot.games.homeworlds.actions import Abandoned, Eliminated, Vanished
from pyrnot.games.homeworlds.codes import Codes
from pyrnot.games.homeworlds.position import INDEX, Position, Seat, System


def end_turn(position: Position) -> Played[Position]:
    """The position with the next seat to move. Raises `Illegal` if a strict game forbids the turn (HC3)."""
    if position.rules.is_strict and is_fallen(position, position.systems, position.mover):
        message = f"{position.to_move} would be out at the end of this turn: in a strict game no seat eliminates itself"
        raise Illegal(Codes.SELF_ELIMINATION, "H28", message)
    return force_end(position)


def force_end(position: Position) -> Played[Position]:
    """The same without judging the turn as a whole."""
    events: list[Event] = []
    out = _out_with(position, position.systems)
    bank, systems = position.bank, position.systems
    if out != position.out:
        bank, systems = _give_up_homes(position, out, events)
    result = _result(position, out)
    mover = _next_seat(position.mover, out)
    absent = position.absent - {position.to_move} if position.absent else position.absent
    after = Position(position.rules, mover, bank, systems, position.placed, out, None, result, absent)
    return Played(after, tuple(events))


def is_fallen(position: Position, systems: tuple[System, ...], index: int) -> bool:
    """Whether a seat that has placed a homeworld has it no longer, or no ship there (H26)."""
    seat = position.rules.seats[index]
    for system in systems:
        if system.home is seat and system.ships[index]:
            return False
    return position.placed[index]


def _out_with(position: Position, systems: tuple[System, ...]) -> tuple[bool, ...]:
    """By seat, who is out if the turn ends with these systems."""
    return tuple([was or is_fallen(position, systems, index) for index, was in enumerate(position.out)])


def is_won(position: Position, systems: tuple[System, ...]) -> bool:
    """Whether the mover would win if his turn ended with these systems (H31)."""
    result = _result(position, _out_with(position, systems))
    return result is not None and result.winner == position.to_move


def _give_up_homes(
    position: Position, out: tuple[bool, ...], events: list[Event]
) -> tuple[tuple[int, ...], tuple[System, ...]]:
    """Bank and systems when the homeworlds of seats now out are gone, or ordinary systems (H19, H21)."""
    bank = list(position.bank)
    systems: list[System] = []
    felled = {seat for seat, was, now in zip(position.seats, position.out, out, strict=True) if now and not was}
    for system in position.systems:
        if system.home not in felled:
            systems.append(system)
        elif system.is_empty:
            for star in system.stars:
                bank[INDEX[star]] += 1
            events.append(Vanished(system.name, system.stars))
        else:
            assert system.home is not None
            systems.append(replace(system, home=None))
            events.append(Abandoned(system.name, system.home))
    events += [Eliminated(seat) for seat in position.seats if seat in felled]
    return tuple(bank), tuple(systems)


def _next_seat(mover: int, out: tuple[bool, ...]) -> int:
    """The next seat in turn order that is not out (HF3, H34); if all are out, simply the next."""
    count = len(out)
    if not out[(mover + 1) % count]:
        return (mover + 1) % count
    order = [(mover + step) % count for step in range(1, count + 1)]
    return next((seat for seat in order if not out[seat]), order[0])


def hand_over(position: Position, seat: str) -> tuple[Position, Notice] | None:
    """The position with another seat to move, the turns of those between missing; None if that cannot be (HN6, H34)."""
    seats = position.seats
    if len(seats) < 3 or seat not in seats:
        return None
    mover = seats.index(Seat(seat))
    if position.out[mover]:
        return None
    missing = set(position.absent)
    skipped = position.mover
    while skipped != mover:
        if not position.out[skipped]:
            missing.add(seats[skipped])
        skipped = (skipped + 1) % len(seats)
    missing.discard(seats[mover])
    message = f"{position.to_move} was to move, but {seat} moves: turns between them are missing"
    notice = Notice(Codes.TURN_MISSING, "HN6", message)
    return replace(position, mover=mover, absent=frozenset(missing)), notice


def _result(position: Position, out: tuple[bool, ...]) -> Outcome | None:
    """How the game ended with the seats that are now out, None if it goes on."""
    seats, mover = position.seats, position.mover
    if out == position.out:
        return None
    living = [seat for seat, is_out in zip(seats, out, strict=True) if not is_out]
    if not living:
        return Outcome(None, "H29", "no seat is left: a draw")
    if len(living) == 1:
        return _last_standing(living[0], seats, is_own_doing=out[mover])
    if position.rules.is_sinister and not out[mover]:
        target = _target(position)
        if target is not None and out[target]:
            message = f"{seats[mover]} eliminated {seats[target]}, the next seat after its own, and wins"
            return Outcome(seats[mover], "H35", message)
    return None


def _target(position: Position) -> int | None:
    """The seat that the mover of a sinister game must eliminate: the next one in play after his own (H35).

    One whose turns are missing has left the game (H34): in the games that people played it was nobody's target.
    """
    count = len(position.seats)
    order = [(position.mover + step) % count for step in range(1, count)]
    return next(
        (seat for seat in order if not position.out[seat] and position.seats[seat] not in position.absent), None
    )


def _last_standing(winner: Seat, seats: tuple[Seat, ...], *, is_own_doing: bool) -> Outcome:
    """The one seat that is left wins (H27, H28; H35 with more than two seats)."""
    if len(seats) > 2:
        return Outcome(winner, "H35", f"{winner} is the last seat in play and wins")
    loser = next(seat for seat in seats if seat is not winner)
    if is_own_doing:
        return Outcome(winner, "H28", f"{loser} eliminated itself: {winner} wins")
    return Outcome(winner, "H27", f"{loser} is out: {winner} wins")


def outcome(position: Position) -> Outcome | None:
    """Who has won, as far as the last turn or the seats that are out tell."""
    if position.result is not None or not any(position.out):
        return position.result
    living = position.living
    if not living:
        return Outcome(None, "H29", "no seat is left: a draw")
    if len(living) == 1:
        return _last_standing(living[0], position.seats, is_own_doing=False)
    return None

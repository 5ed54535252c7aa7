"""The end of a turn of Homeworlds: who is eliminated, who has won and who is next (H19, H21, H26 to H35)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal, Notice
from pyrnot.core.game import Event, Outcome, SimpleEvent, Transition
from pyrnot.core.leaving import Resign
from pyrnot.games.homeworlds.actions import Vanished, WrittenAction
from pyrnot.games.homeworlds.position import INDEX, Pending, Position, Seat, System


def end_turn(position: Position) -> Transition[Position]:
    """The position with the next seat to move. Raises `Illegal` for self-elimination in a strict game (H28, HC3)."""
    has_resigned = position.pending is not None and position.pending.has_resigned
    if position.rules.is_strict and not has_resigned and is_fallen(position, position.systems, position.mover):
        message = f"this turn would eliminate {position.to_move}: a strict game forbids self-elimination"
        raise Illegal("self-elimination", "H28", message)
    return end_anyway(position)


def force_end(position: Position) -> Position:
    """The position after a turn that `end_turn` refuses: self-elimination in a strict game."""
    return end_anyway(position).position


def end_anyway(position: Position) -> Transition[Position]:
    """Like `end_turn`, but allows self-elimination in a strict game too."""
    events: list[Event] = []
    out = _out_with(position, position.systems)
    bank = position.bank
    systems = position.systems
    if out != position.out:
        bank, systems = _give_up_homes(position, out, events)
    result = _result(position, out)
    resumes = None if position.pending is None else position.pending.resumes
    mover = _next_seat(position.mover, out) if resumes is None else resumes
    after = replace(
        position,
        mover=mover,
        bank=bank,
        systems=systems,
        out=out,
        pending=None,
        result=result,
        absent=position.absent - {position.to_move},
    )
    return Transition(after, tuple(events))


def is_fallen(position: Position, systems: tuple[System, ...], index: int) -> bool:
    """Whether a seat has placed a homeworld and then lost it, or its last ship there (H26)."""
    seat = position.rules.seats[index]
    for system in systems:
        if system.home is seat and system.ships[index]:
            return False
    return position.placed[index]


def _out_with(position: Position, systems: tuple[System, ...]) -> tuple[bool, ...]:
    """By seat, whether it is out if the turn ends with these systems (H26, H33)."""
    out = [was or is_fallen(position, systems, index) for index, was in enumerate(position.out)]
    if position.pending is not None and position.pending.has_resigned:
        out[position.mover] = True
    return tuple(out)


def is_won(position: Position, systems: tuple[System, ...]) -> bool:
    """Whether the mover wins if the turn ends with these systems (H31)."""
    result = _result(position, _out_with(position, systems))
    return result is not None and result.winner == position.to_move


def _give_up_homes(
    position: Position, out: tuple[bool, ...], events: list[Event]
) -> tuple[tuple[int, ...], tuple[System, ...]]:
    """Bank and systems after the homeworlds of eliminated seats have disappeared or become ordinary systems (H19,
    H21).

    Adds the events to `events`.
    """
    bank = list(position.bank)
    systems: list[System] = []
    eliminated = {seat for seat, was, now in zip(position.seats, position.out, out, strict=True) if now and not was}
    for system in position.systems:
        if system.home not in eliminated:
            systems.append(system)
        elif system.is_empty:
            for star in system.stars:
                bank[INDEX[star]] += 1
            events.append(Vanished(system=system.name, stars=system.stars, ships=()))
        else:
            systems.append(replace(system, home=None))
            text = f"{system.name} is no longer {system.home}'s homeworld"
            events.append(SimpleEvent("changed", text, (system.name,)))
    events += [
        SimpleEvent("eliminated", f"{seat} is out", seat=seat) for seat in position.seats if seat in eliminated
    ]
    return tuple(bank), tuple(systems)


def _next_seat(mover: int, out: tuple[bool, ...]) -> int:
    """Index of the next seat that is not out (HF3, H34), or of the very next one if all are."""
    count = len(out)
    if not out[(mover + 1) % count]:
        return (mover + 1) % count
    order = [(mover + step) % count for step in range(1, count + 1)]
    return next((seat for seat in order if not out[seat]), order[0])


def skip_to(
    position: Position, seat: str, parsed_actions: Sequence[WrittenAction]
) -> tuple[Position, Notice | None] | None:
    """The position with `seat` to move, in a game for three or four: it leaves between turns (H33), or there is a
    notice that turns are missing (HN6, H34).

    None if `seat` does not play, or is out and does not leave. The seats whose turns are missing become `absent`.
    """
    seats = position.seats
    if len(seats) < 3 or seat not in seats:
        return None
    mover = seats.index(Seat(seat))
    if any(isinstance(written.action, Resign) for written in parsed_actions):
        return replace(position, mover=mover, pending=Pending(resumes=position.mover)), None
    if position.out[mover]:
        return None
    missing = set(position.absent)
    skipped = position.mover
    while skipped != mover:
        if not position.out[skipped]:
            missing.add(seats[skipped])
        skipped = (skipped + 1) % len(seats)
    missing.discard(seats[mover])
    message = f"{position.to_move} is to move, not {seat}: turns may be missing"
    notice = Notice("turn-missing", "HN6", message)
    return replace(position, mover=mover, absent=frozenset(missing)), notice


def _result(position: Position, out: tuple[bool, ...]) -> Outcome | None:
    """How the game ended if these seats are out after the turn, None if it is not over (H27 to H29, H35)."""
    seats = position.seats
    mover = position.mover
    if out == position.out:
        return None
    living = [seat for seat, is_out in zip(seats, out, strict=True) if not is_out]
    if not living:
        return Outcome(None, "H29", "no seat is left, so the game is a draw")
    if len(living) == 1:
        return _last_standing(living[0], seats, is_own_doing=out[mover])
    if position.rules.is_sinister and not out[mover]:
        target = _target(position)
        if target is not None and out[target]:
            message = f"{seats[mover]} eliminated the next seat, {seats[target]}, and wins"
            return Outcome(str(seats[mover]), "H35", message)
    return None


def _target(position: Position) -> int | None:
    """Index of the seat that the mover of a sinister game must eliminate: the next one in play (H35).

    A seat whose turns are missing has left the game (H34) and is skipped, as in the games that people played.
    """
    count = len(position.seats)
    order = [(position.mover + step) % count for step in range(1, count)]
    return next(
        (seat for seat in order if not position.out[seat] and position.seats[seat] not in position.absent), None
    )


def _last_standing(winner: Seat, seats: tuple[Seat, ...], *, is_own_doing: bool) -> Outcome:
    """The win of the only seat left (H27, H28; H35 with more than two seats)."""
    if len(seats) > 2:
        return Outcome(str(winner), "H35", f"{winner} is the last seat in play and wins")
    loser = next(seat for seat in seats if seat is not winner)
    if is_own_doing:
        return Outcome(str(winner), "H28", f"{loser} eliminated itself, so {winner} wins")
    return Outcome(str(winner), "H27", f"{loser} is out, so {winner} wins")


def outcome(position: Position) -> Outcome | None:
    """Who has won, by the last turn or, for a position that was read, by the seats that are out."""
    if position.result is not None or not any(position.out):
        return position.result
    living = position.living
    if not living:
        return Outcome(None, "H29", "no seat is left, so the game is a draw")
    if len(living) == 1:
        return _last_standing(living[0], position.seats, is_own_doing=False)
    return None

"""The end of a Martian Chess turn (the clock) and of the game (MC8, MC9)."""

from __future__ import annotations

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Outcome, Transition
from pyrnot.games.martian_chess.board import PIPS
from pyrnot.games.martian_chess.position import CLOCK_TURNS, Position


def end_turn(position: Position) -> Transition[Position]:
    """Counts the turn, if the clock is running (MC8), and gives the next seat the turn. Raises `Illegal`."""
    if position.captured is None:
        raise Illegal("no-move", "MC3", "a turn needs a move: add it after `clock`")
    seats = position.seats
    after = replace(
        position,
        to_move=seats[(position.place + 1) % len(seats)],
        clock=_clock_after(position),
        quiet=_quiet_after(position),
        calls_clock=False,
        captured=None,
    )
    return Transition(after)


def _clock_after(position: Position) -> int | None:
    """How many turns without a capture are left (MC8): a capture sets the clock back, or stops it (MC11)."""
    if position.calls_clock:
        return CLOCK_TURNS
    if position.clock is None or not position.captured:
        return position.clock and position.clock - 1
    return None if position.rules.is_site else CLOCK_TURNS


def _quiet_after(position: Position) -> int:
    """How many turns there have been since the last capture, up to seven, where that counts (MC11)."""
    return 0 if position.captured or not position.rules.is_site else min(position.quiet + 1, CLOCK_TURNS)


def outcome(position: Position) -> Outcome | None:
    """The winner or a draw (MC8, MC9, MC11); None while the game is not over, and until a turn is."""
    if position.captured is not None or position.calls_clock:
        return None
    if position.rules.is_site and max(position.points) >= PIPS:
        return _count_points(position, "MC11", f"a seat has {max(position.points)} points")
    for seat in position.seats:
        if not position.held_by(seat):
            return _count_points(position, "MC9", f"{seat}'s territory is empty")
    if position.clock == 0:
        return _count_points(position, "MC8", "the clock has run out")
    return None


def _count_points(position: Position, rule: str, reason: str) -> Outcome:
    """Who has most points when the game is over. Of seats with as many, the one that ended it by emptying a territory
    wins; otherwise it is a draw (MC8, MC9)."""
    scores = dict(zip(position.seats, position.points, strict=True))
    most = max(position.points)
    best = [seat for seat in position.seats if scores[seat] == most]
    message = f"{reason}; {', '.join(f'{seat} has {points}' for seat, points in scores.items())}"
    last = position.seats[position.place - 1]
    if len(best) == 1:
        return Outcome(best[0], rule, message)
    if last in best and rule == "MC9":
        return Outcome(last, rule, f"{message}, and {last} ended the game")
    return Outcome(None, rule, message)

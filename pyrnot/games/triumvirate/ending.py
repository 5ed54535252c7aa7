"""The end of a Triumvirate turn and of the game: points used up (T9), prisoners held (T13), a win or a draw."""

from __future__ import annotations

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Outcome, SimpleEvent, Transition
from pyrnot.core.pieces import SIZES
from pyrnot.games.triumvirate.moves import find_use
from pyrnot.games.triumvirate.position import BLUE, NONE, RED, Position, has_won


def end_turn(position: Position) -> Transition[Position]:
    """Ends the turn. Raises `Illegal` if a point is left that can be used (T9); after a win none can (T15)."""
    if not position.turn.has_passed:
        if position.is_untouched:
            message = "a turn uses at least one point; if none can be used, write `pass` after the card"
            raise Illegal("nothing-done", "T9", message)
        check_points_used(position)
    return _close(position)


def check_points_used(position: Position) -> None:
    """Points must be used while the mover's card allows it (T9). Raises `Illegal`."""
    points = position.turn.points
    if not points or find_use(position) is None:
        return
    left, them = ("1 point", "it") if points == 1 else (f"{points} points", "them")
    message = f"{position.mover.word} has {left} left and must use {them} while its card allows it"
    raise Illegal("points-left", "T9", message)


def force_end(position: Position) -> Position | None:
    """The position after a turn that `end_turn` refuses, None if what was played is unknown (T9).

    Points left over are lost. A card alone counts as a pass if no point can be used with it.
    """
    if not position.is_untouched:
        return _close(position).position
    if find_use(position) is not None:
        return None
    return _close(replace(position, pending=replace(position.turn, has_passed=True))).position


def _close(position: Position) -> Transition[Position]:
    """Holds the prisoners that are not hostages (T13), counts passes (T16), and gives the opponent the turn."""
    turn = position.turn
    mover = position.mover
    passes = position.passes + 1 if turn.has_passed else 0
    after = replace(position, mover=mover.other, passes=passes, pending=None)
    if turn.prisoners == NONE:
        return Transition(after)
    names = [f"a {size.word}" for size in reversed(SIZES) for _ in range(turn.prisoners[size - 1])]
    return Transition(after, (SimpleEvent("held", f"{mover.word} holds {', '.join(names)} captured this turn"),))


def outcome(position: Position) -> Outcome | None:
    """The winner (T15) or a draw (T16), within a turn too; None while the game is not over."""
    for seat in (RED, BLUE):
        if has_won(position, seat):
            return Outcome(seat.word, "T15", f"{seat.word} holds at least two prisoners of each size")
    if position.passes >= 2:
        return Outcome(None, "T16", "both seats passed in a row")
    return None

"""The end of a turn (S6, S10) and of the game (S11, S12)."""

from __future__ import annotations

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Outcome, Transition
from pyrnot.games.spectrum.goals import matching_goals
from pyrnot.games.spectrum.position import EXCHANGED, OPEN, PASSED, SEATS, Position, find_winner, write_goal


def end_turn(position: Position) -> Transition[Position]:
    """Ends the mover's turn. Raises `Illegal` if nothing was done (S6) or a conversion is missing (S10)."""
    if position.stage is OPEN:
        raise Illegal("no-action", "S6", "a turn must begin with an exchange or an upconversion")
    if position.stage is EXCHANGED and find_winner(position) is None:
        due = matching_goals(position)
        if due:
            goal = write_goal(position.goals[due[0] - 1])
            message = f"goal {due[0]} ({goal}) must be converted: {position.to_move}'s stash holds its pyramids"
            raise Illegal("conversion-missing", "S10", message)
    passes = position.passes + 1 if position.stage is PASSED else 0
    mover = (position.mover + 1) % len(position.stashes)
    return Transition(replace(position, mover=mover, passes=passes, stage=OPEN))


def outcome(position: Position) -> Outcome | None:
    """The winner (S11), or a draw by passes (S12)."""
    seat = find_winner(position)
    if seat is not None:
        return Outcome(SEATS[seat], "S11", f"{SEATS[seat]}'s stash is worth {position.worth[seat]} pips")
    if position.stage is OPEN and position.passes >= len(position.stashes):
        return Outcome(None, "S12", "every seat passed in a row")
    return None

"""The end of a turn (S6, S10) and of the game (S11 to S13)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Outcome, Transition
from pyrnot.core.leaving import Resign
from pyrnot.games.spectrum.actions import WrittenAction
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
            raise Illegal("conversion-missing", "S10", message, owed=(f"G{due[0]}",))
    passes = position.passes + 1 if position.stage is PASSED else 0
    mover = position.beside(position.mover, 1) if position.resumes is None else position.resumes
    return Transition(replace(position, mover=mover, passes=passes, stage=OPEN, resumes=None))


def skip_to(position: Position, seat: str, parsed_actions: Sequence[WrittenAction]) -> tuple[Position, None] | None:
    """The position in which a seat leaves between turns (S13); None in a game of two, and for any other turn."""
    is_leaving = any(isinstance(written.action, Resign) for written in parsed_actions)
    if not is_leaving or len(position.stashes) < 3:
        return None
    return replace(position, mover=SEATS.index(seat), resumes=position.mover), None


def outcome(position: Position) -> Outcome | None:
    """The winner by its stash (S11) or as the last in play (S13), or a draw by passes (S12)."""
    seat = find_winner(position)
    if seat is not None:
        return Outcome(SEATS[seat], "S11", f"{SEATS[seat]}'s stash is worth {position.worth[seat]} pips")
    playing = position.playing
    if len(playing) == 1:
        return Outcome(SEATS[playing[0]], "S13", f"{SEATS[playing[0]]} is the last seat in play and wins")
    if position.stage is OPEN and position.passes >= len(playing):
        return Outcome(None, "S12", "every seat passed in a row")
    return None

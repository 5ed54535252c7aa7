"""Finds the turns of a game that could have won it and did not (`check --missed-wins`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from pyrnot.core.budget import Budget, OutOfBudget
from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity, Span
from pyrnot.core.game import AnyGame
from pyrnot.core.limits import MISSED_WIN_PLAYS
from pyrnot.core.mixins import BoundsWins
from pyrnot.play.replay import Ply, Replay
from pyrnot.play.turns import TurnPlayed, join_turn, legal_turns, needs_chance

_AnyTurnPlayed = TurnPlayed[Any, Any, Any]


def with_missed_wins(replay: Replay) -> Replay:
    """The replay with a warning for each turn of its main line instead of which another would have won at once, and
    one that says how many turns have more than could be looked at."""
    game = replay.record.game
    if game is None:
        return replay
    missed: list[Diagnostic] = []
    unfinished = 0
    for ply in replay.main_plies:
        if _wins(game, ply.before, ply.played):
            continue
        try:
            win = _find_win(game, ply)
        except OutOfBudget:
            unfinished += 1
            continue
        if win is not None:
            missed.append(_missed(game, ply, win))
    if unfinished:
        missed.append(_unfinished(unfinished, len(replay.main_plies)))
    return replace(replay, diagnostics=(*replay.diagnostics, *missed))


def winning_turns(
    game: AnyGame, before: Any, opening: Any = None, *, budget: Budget | None = None
) -> Iterator[_AnyTurnPlayed]:
    """The legal turns that win for the seat to move. Raises `OutOfBudget`."""
    leads_on = game.may_win if isinstance(game, BoundsWins) else None
    if leads_on is None or leads_on(before):
        turns = legal_turns(game, before, opening, budget=budget, leads_on=leads_on)
        yield from (turn for turn in turns if _wins(game, before, turn))


def _wins(game: AnyGame, before: Any, turn: _AnyTurnPlayed) -> bool:
    """Whether a turn wins for the seat that makes it."""
    outcome = game.outcome(turn.position)
    return outcome is not None and outcome.winner == before.to_move


def _find_win(game: AnyGame, ply: Ply) -> _AnyTurnPlayed | None:
    """A turn that would have won instead of another, with the same dice and without more that chance decides. Raises
    `OutOfBudget`."""
    opening = ply.played.actions[0].written if game.info.opening is not None and ply.played.actions else None
    known = 0 if opening is None else 1
    for turn in winning_turns(game, ply.before, opening, budget=Budget(MISSED_WIN_PLAYS)):
        if not needs_chance(turn.actions[known:]):
            return turn
    return None


def _missed(game: AnyGame, ply: Ply, win: _AnyTurnPlayed) -> Diagnostic:
    joined = join_turn(game, ply.before, win)
    message = f"{ply.before.to_move} could have won with {game.write_turn(joined.actions, joined.ended)}"
    return _warning(message, ply.turn.span, ply.turn.ply)


def _unfinished(count: int, turns: int) -> Diagnostic:
    are_cut = f"{count:,} of the {turns:,} turns have" if count != 1 else f"1 of the {turns:,} turns has"
    message = f"more wins may have been missed: {are_cut} more to try than {MISSED_WIN_PLAYS:,} plays"
    return _warning(message, None, None)


def _warning(message: str, span: Span | None, ply: int | None) -> Diagnostic:
    return Diagnostic(Severity.WARNING, CoreCodes.MISSED_WIN, "R7", span, message, None, ply)

"""Turns that a blank line breaks in the middle, in games where blank lines part the turns: a sacrifice whose actions
follow in the next block.

The rules tell a break where the next block is illegal for the seat that would be to move, but goes on with the
sacrifice; where it may be both, nothing tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Illegal, Severity, Span
from pyrnot.core.tags import Tags
from pyrnot.foreign.homeworlds import SiteTurn, legal_readings
from pyrnot.games.homeworlds.actions import Sacrifice


def join_broken(written: Sequence[SiteTurn], tags: Tags) -> tuple[list[SiteTurn], list[Diagnostic]]:
    """The turns of a game with those joined that a blank line breaks, and what there is to say of it."""
    from pyrnot.games.homeworlds import GAME

    try:
        before: Any = GAME.start(tags)
    except Illegal:
        return list(written), []
    turns: list[SiteTurn] = []
    said: list[Diagnostic] = []
    doubtful: list[Diagnostic] = []
    is_joined = False
    after: Any = before
    for turn in written:
        alone = _position_after(after, turn)
        joined = _joined(turns[-1], turn) if turns and _sacrifices(turns[-1]) else None
        together = _position_after(before, joined) if joined is not None else None
        if joined is not None and together is not None and alone is None:
            turns[-1], after, is_joined = joined, together, True
            said.append(_said(turn, len(turns)))
            continue
        if together is not None and _is_bare(turns[-1]):
            doubtful.append(_doubt(turn, len(turns) + 1))
        if after is not None:
            before, after = after, alone
        turns.append(turn)
    return turns, [*said, *doubtful] if is_joined else []


def _position_after(position: Any, turn: SiteTurn) -> Any:
    """The position after a turn that is legal in one way, else None."""
    if position is None or turn.fault is not None:
        return None
    legal = legal_readings(position, turn.choices)
    return legal[0][1] if legal else None


def _sacrifices(turn: SiteTurn) -> bool:
    return any(isinstance(reading.action, Sacrifice) for choice in turn.choices for reading in choice.readings)


def _is_bare(turn: SiteTurn) -> bool:
    """Whether a turn is a sacrifice and nothing else."""
    return len(turn.choices) == 1


def _joined(first: SiteTurn, second: SiteTurn) -> SiteTurn:
    return replace(
        first,
        end=second.end,
        choices=(*first.choices, *second.choices),
        comments=(*first.comments, *second.comments),
        fault=first.fault or second.fault,
    )


def _said(turn: SiteTurn, ply: int) -> Diagnostic:
    message = "a blank line stands inside this turn: it is read as going on with the sacrifice above it"
    return Diagnostic(Severity.WARNING, CoreCodes.READ_AS, "TR2", Span(turn.start, turn.end), message, None, ply)


def _doubt(turn: SiteTurn, ply: int) -> Diagnostic:
    message = "this may go on with the sacrifice above it or be the next turn, and both are legal"
    hint = "write the whole turn on one line"
    return Diagnostic(Severity.ERROR, CoreCodes.AMBIGUOUS, "TR3", Span(turn.start, turn.end), message, hint, ply)

"""Finds the earlier turn that explains why a turn is illegal: the last one that changed what the turn is about.

Nothing is guessed: the game says what a refusal is about (`Illegal.about`), and the positions of the replay say when
that became as it is. What changed within the illegal turn itself, or has never changed, has no explanation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pyrnot.core.diagnostics import Related, Span
from pyrnot.core.subjects import Subject

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame
    from pyrnot.record.model import Turn


class Step(Struct, frozen=True):
    """A turn that led to an illegal one: its index in the record (-1: it is in another text), its ply, the turn, and
    the positions before it, after each of its actions, and after its end."""

    index: int
    ply: int
    turn: Turn
    positions: Sequence[Any]


Line = Callable[[], Iterable[Step]]
"""The turns that led to a position, the last one first; called only for an illegal turn."""


def game_over(game: AnyGame) -> Subject:
    """The end of the game, which must be over."""
    return Subject(lambda position: game.outcome(position) is not None, True, "the game ended")


def find_related(subject: Subject, line: Iterable[Step]) -> Related | None:
    """The last of the turns before an illegal one that changed what `subject` is about; None if none did.

    `line` are these turns, the last one first, after which it must be as the refusal found it.
    """
    for step in line:
        positions = step.positions
        last = len(positions) - 1
        different = next((at for at in range(last, -1, -1) if subject.state(positions[at]) != subject.now), None)
        if different == last:
            return None  # it changed within the illegal turn
        if different is not None:
            span = _span(step.turn, different) if step.index >= 0 else None
            return Related(step.index, step.ply, span, f"{subject.text} in turn {step.ply}")
    return None


def _span(turn: Turn, number: int) -> Span:
    """Where a change is written: at the action with this number, or for the end of the turn, which follows the last
    action, at all of them."""
    return turn.actions[number].span if number < len(turn.actions) else turn.actions_span

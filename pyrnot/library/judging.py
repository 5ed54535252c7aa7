"""Judges a turn in a position, and lists the legal ones: texts in, plies out.

The judge is `play`; here its answer is put into the library's words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic as Fault
from pyrnot.core.diagnostics import Illegal, Severity, Span
from pyrnot.core.game import AnyGame
from pyrnot.core.tags import Tags
from pyrnot.library.diagnosis import Diagnostic, diagnose, explain_faults
from pyrnot.library.errors import IllegalTurn
from pyrnot.play.plies import judge_turn
from pyrnot.play.question import not_one_turn
from pyrnot.play.replay import Ply
from pyrnot.play.turns import join_turn
from pyrnot.play.turns import legal_turns as walk_turns
from pyrnot.record.grammars import NotNotation, parse_action
from pyrnot.record.model import Comment, Turn


class Judged(Struct, frozen=True):
    """What a text does as one turn, and its comments; or its faults, and the text that explains them."""

    ply: Ply | None = None
    comments: tuple[str, ...] = ()
    faults: tuple[Diagnostic, ...] = ()
    text: str = ""


def judge(rules: AnyGame, position: Any, tags: Tags, text: str) -> Judged:
    """A text, judged as one turn from a position."""
    judged = judge_turn(rules, position, text, tags)
    source, faults = judged.record.source, judged.diagnostics
    if not judged.has_error:
        reason = not_one_turn(judged)
        if reason is None:
            (ply,) = judged.main_plies
            # What precedes the turn is the turn's here: there is no record to which it could belong.
            before = [comment for _, comment in judged.record.comments]
            return Judged(ply, words([*before, *ply.turn.comments]))
        span = Span(0, max(len(source.text), 1))
        faults = (Fault(Severity.ERROR, CoreCodes.NOT_NOTATION, "R3", span, reason, ply=1),)
    return Judged(faults=diagnose(faults, source), text=explain_faults(faults, source))


def words(comments: Iterable[Comment]) -> tuple[str, ...]:
    """Comments without their delimiters and without empty ones."""
    return tuple(found for found in (comment.words for comment in comments) if found)


def legal_turns(rules: AnyGame, position: Any, dice: str | None) -> Iterator[Ply]:
    """The legal turns from a position; see `Board.moves`."""
    return _plies(rules, position, _opening(rules, dice))


def _plies(rules: AnyGame, position: Any, opening: Any) -> Iterator[Ply]:
    unwritten = Turn(1, parent=-1, variation=0, start=0, end=0, number=None, seat=None, actions=())
    try:
        for played in walk_turns(rules, position, opening):
            yield Ply(unwritten, position, join_turn(rules, position, played))
    except Illegal as fault:
        raise IllegalTurn(f"{fault.message} ({fault.hint})" if fault.hint else fault.message) from None


def _opening(rules: AnyGame, dice: str | None) -> Any:
    """The action that begins a turn with these dice; None in a game without. Raises ValueError."""
    info = rules.info
    if info.opening is None:
        if dice is not None:
            raise ValueError(f"{info.title} has no dice")
        return None
    if dice is None:
        raise ValueError(f'{info.title} needs dice, such as moves(dice="{info.opening}")')
    try:
        return parse_action(rules, dice)
    except NotNotation as fault:
        raise ValueError(f"{fault.message}: {dice!r}") from None

"""The answer to a player's question about one turn, in lines: whether it would be legal, what it would do, or what is
wrong with it.

`why` and the viewer give the same answer. The judging is left to `play`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.play.plies import judge_turn, view_ply
from pyrnot.play.question import not_one_turn
from pyrnot.record.source import SourceText
from pyrnot.render.report import draw_diagnostic
from pyrnot.render.text.ansi import Paint, plain
from pyrnot.render.text.lines import printable

if TYPE_CHECKING:
    from pyrnot.core.diagnostics import Diagnostic
    from pyrnot.play.question import Question
    from pyrnot.play.replay import Replay
    from pyrnot.record.model import Record


class Answer(Struct, frozen=True):
    """What is answered, in printable `lines` (a diagnostic is one of them), and the replay of the turn alone."""

    judged: Replay
    is_legal: bool
    lines: tuple[str, ...]


def answer(record: Record, question: Question, position: Any, before: int, paint: Paint = plain) -> Answer:
    """Whether a turn would be legal in a position of a record, the one after ply `before`; its diagnostics painted."""
    assert record.game is not None
    judged = judge_turn(record.game, position, question.text, record.tags)
    wrong_number = question.number_fault(before)
    lines = [f"After ply {before}, {position.to_move} to move:"]
    if wrong_number is not None:
        asked = SourceText(question.text, file=judged.record.source.file, number=record.source.number)
        lines.append(draw_diagnostic(wrong_number, asked, paint))
    if len(judged.record.main_line) < 2:
        lines += _faults(judged, number=record.source.number, before=before, paint=paint)
    refusal = _refuse(judged, wrong_number)
    lines += [refusal] if refusal is not None else _legal(judged)
    return Answer(judged, refusal is None, tuple(lines))


def _refuse(judged: Replay, wrong_number: Diagnostic | None) -> str | None:
    """Why the text is not one legal turn, None if it is."""
    if judged.has_error and len(judged.record.main_line) < 2:
        return "not legal"
    return not_one_turn(judged) or (None if wrong_number is None else "legal, but wrongly numbered")


def _faults(judged: Replay, *, number: int, before: int, paint: Paint) -> Iterator[str]:
    """The diagnostics of a turn judged on its own, as those of record `number` after ply `before`."""
    turn = judged.record.source
    source = SourceText(turn.text, file=turn.file, number=number)
    for fault in judged.diagnostics:
        yield draw_diagnostic(replace(fault, ply=before + (fault.ply or 1)), source, paint)


def _legal(judged: Replay) -> Iterator[str]:
    view = view_ply(judged, 1)
    yield f"legal: {printable(view.turn)}"
    for event in view.events:
        yield f"  - {printable(event.text)}"
    if judged.outcome is not None:
        yield f"  {printable(judged.outcome.message)} ({judged.outcome.rule})"

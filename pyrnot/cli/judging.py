"""Judges records for `check`, in their order.

Verdicts are plain text, so processes that do it for others send little back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.cli.selection import selected_records
from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Severity
from pyrnot.record.opening import Unreadable
from pyrnot.record.source import SourceText
from pyrnot.render.readings import ReadLine
from pyrnot.render.text.ansi import Paint, ansi, plain

if TYPE_CHECKING:
    from pyrnot.play.replay import Replay
    from pyrnot.play.selection import Selection
    from pyrnot.record.model import Record

Item: TypeAlias = SourceText | Unreadable
"""The text of a record, or a file without one."""


class Options(Struct, frozen=True, kw_only=True):
    """How records are judged and reported. `game` is the id of the game of records without a tag; `errors_only` leaves
    warnings out, except in JSON."""

    form: str
    strict: bool
    mainline: bool
    keep_going: bool
    game: str | None
    left_out: bool = False
    errors_only: bool = False
    colour: bool = False
    selection: Selection | None = None

    @property
    def paint(self) -> Paint:
        """What colours the report."""
        return ansi if self.colour else plain


class Verdict(Struct, frozen=True):
    """The report on the selected records of one item, or on a file without one, and its exit code.

    `turns` counts those of the main lines, as written; `readings` says how foreign texts were read. `ends` are the
    lengths of the text up to each error.
    """

    text: str
    records: int
    turns: int
    errors: int
    warnings: int
    exit_code: int
    readings: tuple[ReadLine, ...] = ()
    ends: tuple[int, ...] = ()

    def up_to(self, errors: int) -> Verdict:
        """This verdict as far as this many errors, at least one."""
        return replace(self, text=self.text[: self.ends[errors - 1]], errors=errors, ends=self.ends[:errors])


def judge_all(items: Iterable[Item], options: Options) -> Iterator[Verdict]:
    """The verdicts on all items of a batch, in order."""
    return (judge(item, options) for item in items)


def judge(item: Item, options: Options) -> Verdict:
    """The verdict on one item."""
    if isinstance(item, Unreadable):
        return _unreadable(item, options)
    try:
        records = selected_records(item, options.game, options.selection)
        return _together([_judge_record(record, options) for record in records])
    except Unreadable as fault:
        return _unreadable(fault, options)


def _unreadable(fault: Unreadable, options: Options) -> Verdict:
    from pyrnot.render.report import draw_unreadable_verdict

    code = 1 if fault.code == CoreCodes.NO_RECORD else 2
    text = draw_unreadable_verdict(fault, options.form, options.paint)
    return Verdict(text=text, records=0, turns=0, errors=0, warnings=0, exit_code=code)


def _judge_record(record: Record, options: Options) -> Verdict:
    from pyrnot.play.replay import replay
    from pyrnot.render.readings import draw_left_out, read_line

    judged = replay(record, mainline_only=options.mainline, keep_going=options.keep_going)
    text, ends = _draw(judged, options)
    errors = len(ends)
    if options.left_out and options.form == "text":
        text += draw_left_out(record)
    return Verdict(
        text=text,
        records=1,
        turns=len(judged.record.main_line),
        errors=errors,
        warnings=len(judged.diagnostics) - errors,
        exit_code=1 if errors else 0,
        readings=(read_line(record),) if record.reading is not None and record.reading.is_news else (),
        ends=tuple(ends),
    )


def _draw(judged: Replay, options: Options) -> tuple[str, list[int]]:
    """The report on a record, and its length up to each error."""
    from pyrnot.render.report import draw_fault, draw_json_verdict

    are_errors = [options.strict or fault.severity is Severity.ERROR for fault in judged.diagnostics]
    if options.form == "json":
        text = draw_json_verdict(judged, strict=options.strict)
        return text, [len(text)] * sum(are_errors)
    parts, length, ends = [], 0, []
    for fault, is_error in zip(judged.diagnostics, are_errors, strict=True):
        if is_error or not options.errors_only:
            parts.append(draw_fault(fault, judged.record.source, options.form, options.paint))
            length += len(parts[-1])
        if is_error:
            ends.append(length)
    return "".join(parts), ends


def _together(verdicts: list[Verdict]) -> Verdict:
    """The verdict on all records of an item."""
    if len(verdicts) == 1:
        return verdicts[0]
    starts = accumulate((len(verdict.text) for verdict in verdicts), initial=0)
    return Verdict(
        text="".join(verdict.text for verdict in verdicts),
        records=sum(verdict.records for verdict in verdicts),
        turns=sum(verdict.turns for verdict in verdicts),
        errors=sum(verdict.errors for verdict in verdicts),
        warnings=sum(verdict.warnings for verdict in verdicts),
        exit_code=max((verdict.exit_code for verdict in verdicts), default=0),
        readings=tuple(line for verdict in verdicts for line in verdict.readings),
        ends=tuple(start + end for start, verdict in zip(starts, verdicts, strict=False) for end in verdict.ends),
    )

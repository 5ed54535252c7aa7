"""Judges records for `check`.

Verdicts are plain text, so processes that do it for others send little back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

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


class ReportPart(Struct, frozen=True):
    """A piece of a report, and the number of errors in it."""

    text: str
    errors: int = 0


class Verdict(Struct, frozen=True):
    """The report on a record, or on a file without one (`records` is 0), and its exit code.

    `turns` counts those of the main line, as written; `reading` says how a foreign text was read.
    """

    parts: tuple[ReportPart, ...]
    exit_code: int
    records: int = 0
    turns: int = 0
    warnings: int = 0
    reading: ReadLine | None = None


def judge_all(items: Iterable[Item], options: Options) -> Iterator[Verdict]:
    """The verdicts on all selected records of the items, in order."""
    for item in items:
        try:
            if isinstance(item, Unreadable):
                raise item
            for record in selected_records(item, options.game, options.selection):
                yield judge(record, options)
        except Unreadable as fault:
            yield _unreadable(fault, options)


def _unreadable(fault: Unreadable, options: Options) -> Verdict:
    from pyrnot.render.report import draw_unreadable_verdict

    code = 1 if fault.code == CoreCodes.NO_RECORD else 2
    return Verdict((ReportPart(draw_unreadable_verdict(fault, options.form, options.paint)),), exit_code=code)


def judge(record: Record, options: Options) -> Verdict:
    """The verdict on a record."""
    from pyrnot.play.replay import replay
    from pyrnot.render.readings import draw_left_out, read_line

    judged = replay(record, mainline_only=options.mainline, keep_going=options.keep_going)
    parts = _draw(judged, options)
    errors = sum(part.errors for part in parts)
    if options.left_out and options.form == "text":
        parts.append(ReportPart(draw_left_out(record)))
    return Verdict(
        tuple(parts),
        exit_code=1 if errors else 0,
        records=1,
        turns=len(record.main_line),
        warnings=len(judged.diagnostics) - errors,
        reading=read_line(record) if record.reading is not None and record.reading.is_news else None,
    )


def _draw(judged: Replay, options: Options) -> list[ReportPart]:
    """The report on a record."""
    from pyrnot.render.report import draw_fault, draw_json_verdict

    are_errors = [options.strict or fault.severity is Severity.ERROR for fault in judged.diagnostics]
    if options.form == "json":
        return [ReportPart(draw_json_verdict(judged, strict=options.strict), sum(are_errors))]
    return [
        ReportPart(draw_fault(fault, judged.record.source, options.form, options.paint), int(is_error))
        for fault, is_error in zip(judged.diagnostics, are_errors, strict=True)
        if is_error or not options.errors_only
    ]

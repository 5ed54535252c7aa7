"""The verdict on a record as `check` prints it: for people, as JSON, or as annotations of a GitHub workflow."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pyrnot.render import report
from pyrnot.render.data import unreadable_data, verdict_data

if TYPE_CHECKING:
    from pyrnot.diagnostics import Diagnostic
    from pyrnot.files import Unreadable
    from pyrnot.replay import Replay
    from pyrnot.source import SourceText

FORMS = ("text", "json", "github")


def draw_replay(judged: Replay, form: str, *, strict: bool) -> str:
    """All that is printed of a record, "" if it is right and the form says nothing of such. Lines end with LF."""
    source = judged.record.source
    if form == "json":
        return json.dumps(verdict_data(judged, strict=strict), ensure_ascii=False) + "\n"
    if form == "github":
        return "".join(_annotation(fault, source) for fault in judged.diagnostics)
    return "".join(report.draw_diagnostic(fault, source) + "\n\n" for fault in judged.diagnostics)


def draw_unreadable(fault: Unreadable, form: str) -> str:
    """The same for a file that gives no record."""
    if form == "json":
        return json.dumps(unreadable_data(fault), ensure_ascii=False) + "\n"
    if form == "github":
        return f"::error file={_escape(fault.file)},title={fault.code}::{_escape(fault.message)}\n"
    return report.draw_unreadable(fault) + "\n\n"


def _annotation(fault: Diagnostic, source: SourceText) -> str:
    place = ""
    if fault.span is not None:
        start, end = source.place(fault.span.start), source.place(fault.span.end)
        place = f",line={start.line},col={start.column},endLine={end.line},endColumn={end.column}"
    hint = f" Help: {fault.hint}" if fault.hint else ""
    title = f"{fault.code} {fault.rule or ''}".rstrip()
    return f"::{fault.severity} file={_escape(source.file)}{place},title={title}::{_escape(fault.message + hint)}\n"


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")

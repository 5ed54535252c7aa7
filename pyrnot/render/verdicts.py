"""The verdict on a record as `check` prints it: for people, as JSON, or as annotations of a GitHub workflow.

What draws it is imported when there is something to draw: of most records nothing is said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyrnot.diagnostics import Diagnostic
    from pyrnot.play.replay import Replay
    from pyrnot.record.files import Unreadable
    from pyrnot.record.source import SourceText


def draw_replay(judged: Replay, form: str, *, strict: bool) -> str:
    """All that is printed of a record, "" if it is right and the form says nothing of such. Lines end with LF."""
    source = judged.record.source
    if form == "json":
        from pyrnot.render.data import verdict_data

        return _json_line(verdict_data(judged, strict=strict))
    if form == "github":
        return "".join(_annotation(fault, source) for fault in judged.diagnostics)
    if not judged.diagnostics:
        return ""
    from pyrnot.render.report import draw_diagnostic

    return "".join(draw_diagnostic(fault, source) + "\n\n" for fault in judged.diagnostics)


def draw_unreadable(fault: Unreadable, form: str) -> str:
    """The same for a file that gives no record."""
    if form == "json":
        from pyrnot.render.data import unreadable_data

        return _json_line(unreadable_data(fault))
    if form == "github":
        return f"::error file={_escape(fault.file)},title={fault.code}::{_escape(fault.message)}\n"
    from pyrnot.render import report

    return report.draw_unreadable(fault) + "\n\n"


def _json_line(data: dict[str, Any]) -> str:
    import json

    return json.dumps(data, ensure_ascii=False) + "\n"


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

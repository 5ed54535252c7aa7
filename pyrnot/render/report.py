"""Verdicts and diagnostics as `check` prints them: for people, as JSON, or as annotations of a GitHub workflow.

For people, a diagnostic is the message and the user's own line with the fault underlined (R6.2). Gives plain strings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyrnot.diagnostics import Diagnostic, Severity, Span
from pyrnot.render.text.lines import columns, printable

if TYPE_CHECKING:
    from pyrnot.play.replay import Replay
    from pyrnot.record.files import Unreadable
    from pyrnot.record.source import SourceText

_TAB = " " * 4
_WIDTH = 96
"""Longest excerpt in characters; a line of a record may be ten megabytes long."""


def draw_verdict(replay: Replay, form: str, *, strict: bool) -> str:
    """What `check` prints about a record: lines with their ends, or "" if there is nothing to report.

    `form` is `text`, `json` or `github`; with `strict`, a warning makes a record wrong in JSON.
    """
    source = replay.record.source
    match form:
        case "json":
            from pyrnot.render.data import verdict_data

            return _json_line(verdict_data(replay, strict=strict))
        case "github":
            return "".join(_annotation(fault, source) for fault in replay.diagnostics)
        case _:
            return "".join(draw_diagnostic(fault, source) + "\n\n" for fault in replay.diagnostics)


def draw_unreadable_verdict(fault: Unreadable, form: str) -> str:
    """What `check` prints about a file that contains no record."""
    match form:
        case "json":
            from pyrnot.render.data import unreadable_data

            return _json_line(unreadable_data(fault))
        case "github":
            return f"::error file={_property(fault.file)},title={_property(fault.code)}::{_escape(fault.message)}\n"
        case _:
            return draw_unreadable(fault) + "\n\n"


def draw_diagnostic(fault: Diagnostic, source: SourceText) -> str:
    """A diagnostic for people: several lines, without an end of line after the last."""
    rule = f" {fault.rule}" if fault.rule else ""
    file = printable(source.file)
    lines = [f"{fault.severity}[{fault.code}]{rule}: {printable(fault.message)}"]
    where = f"record {source.number}"
    if fault.line_of_play:
        where += f", {fault.line_of_play}"
    if fault.ply is not None:
        where += f", ply {fault.ply}" if fault.ply else ", before the first turn"
    margin = " "
    if fault.span is None:
        lines.append(f"  --> {file}  {where}")
    else:
        start = source.place(fault.span.start)
        margin = " " * len(str(start.line))
        lines.append(f"  --> {file}:{start.line}:{start.column}  {where}")
        lines += _excerpt(fault.span, source)
    if fault.hint:
        lines.append(f"{margin} = help: {printable(fault.hint)}")
    return "\n".join(lines)


def draw_unreadable(fault: Unreadable) -> str:
    """A diagnostic for people about a file that contains no record."""
    return f"{Severity.ERROR}[{fault.code}] R1: {printable(fault.message)}\n  --> {printable(fault.file)}"


def _excerpt(span: Span, source: SourceText) -> list[str]:
    """The line that contains the start of the fault, and the underline, which stops at the end of that line."""
    start = source.place(span.start)
    text, within = source.line_at(span.start)
    first = min(within, len(text))
    last = max(min(first + max(1, span.end - span.start), len(text)), first + 1)
    cut_left = cut_right = ""
    if len(text) > _WIDTH:
        left = max(0, min(first - _WIDTH // 3, len(text) - _WIDTH))
        right = min(len(text), left + _WIDTH)
        cut_left, cut_right = ("…" if left else ""), ("…" if right < len(text) else "")
        text, first, last = text[left:right], first - left, min(last, right) - left
    before, at, after = (printable(part.replace("\t", _TAB)) for part in (text[:first], text[first:last], text[last:]))
    margin = " " * len(str(start.line))
    pad = " " * (len(cut_left) + columns(before))
    carets = "^" * max(1, columns(at.rstrip() or at))
    return [f"{start.line} | {cut_left}{before}{at}{after}{cut_right}".rstrip(), f"{margin} | {pad}{carets}"]


def _json_line(data: dict[str, Any]) -> str:
    from pyrnot.render.data import dump_json

    return dump_json(data) + "\n"


def _annotation(fault: Diagnostic, source: SourceText) -> str:
    place = ""
    if fault.span is not None:
        start, end = source.place(fault.span.start), source.place(fault.span.end)
        place = f",line={start.line},col={start.column},endLine={end.line},endColumn={end.column}"
    hint = f" Help: {fault.hint}" if fault.hint else ""
    title = _property(f"{fault.code} {fault.rule or ''}".rstrip())
    message = _escape(fault.message + hint)
    return f"::{fault.severity} file={_property(source.file)}{place},title={title}::{message}\n"


def _escape(text: str) -> str:
    """Text of an annotation: its line ends and percent signs as GitHub decodes them, nothing else unprintable."""
    text = printable(text, keep="\r\n\t")
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """A property of an annotation, which `:` and `,` would end."""
    return _escape(text).replace(":", "%3A").replace(",", "%2C")

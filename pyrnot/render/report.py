"""Verdicts and diagnostics as `check` prints them: for people, as JSON, or as annotations of a GitHub workflow.

For people, a diagnostic is the message and the user's own line with the fault underlined (R6.2). Gives strings, which
have colours where a `Paint` gives them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Span
from pyrnot.render.text.ansi import Paint, plain
from pyrnot.render.text.lines import columns, printable
from pyrnot.render.threads import draw_question, given_answers

if TYPE_CHECKING:
    from pyrnot.play.replay import Replay
    from pyrnot.record.opening import Unreadable
    from pyrnot.record.source import SourceText

_TAB = " " * 4
_WIDTH = 96
"""Longest excerpt in characters; a line of a record may be ten megabytes long."""


def draw_json_verdict(replay: Replay, *, strict: bool) -> str:
    """The line of `check --format json` about a record; with `strict`, a warning makes it wrong."""
    from pyrnot.render.data import dump_json, verdict_data

    return dump_json(verdict_data(replay, strict=strict)) + "\n"


def draw_fault(fault: Diagnostic, source: SourceText, form: str, paint: Paint) -> str:
    """What `check` prints about a fault of a record, lines with their ends; `form` is `text` or `github`."""
    return _annotation(fault, source) if form == "github" else draw_diagnostic(fault, source, paint) + "\n\n"


def draw_unreadable_verdict(fault: Unreadable, form: str, paint: Paint) -> str:
    """What `check` prints about a file that contains no record."""
    if form != "json":
        return draw_fault(*fault.diagnosed, form, paint)
    from pyrnot.render.data import dump_json, unreadable_data

    return dump_json(unreadable_data(fault)) + "\n"


def draw_diagnostic(fault: Diagnostic, source: SourceText, paint: Paint = plain, *, file: str | None = None) -> str:
    """A diagnostic for people: several lines, without an end of line after the last. `file` is called so instead of as
    `source` says. A question, or a remark on lines of a thread, is drawn as `draw_question` does."""
    if fault.code in (CoreCodes.QUESTION, CoreCodes.REMARK) and fault.span is not None:
        return draw_question(fault, source, paint, file=file or "")
    rule = f" {fault.rule}" if fault.rule else ""
    file = printable(source.file if file is None else file)
    head = paint(fault.severity, f"{fault.severity}[{fault.code}]")
    lines = [head + paint("bold", f"{rule}: {printable(fault.message)}")]
    arrow = paint("location", "-->")
    where = f"record {source.number}" if source.number else ""
    if fault.line_of_play:
        where += f", {fault.line_of_play}"
    if fault.ply is not None:
        where += f", ply {fault.ply}" if fault.ply else ", before the first turn"
    margin = " "
    if fault.span is None:
        lines.append(f"  {arrow} {file}  {where}".rstrip())
    else:
        start = source.place(fault.span.start)
        part = source.part_at(fault.span.start)
        where += f", {printable(part)}" if part else ""
        margin = " " * len(str(start.line))
        lines.append(f"  {arrow} {file}:{start.line}:{start.column}  {where}")
        text, pad, carets = _excerpt(fault.span, source)
        lines.append(f"{paint('location', f'{start.line} |')} {text}".rstrip())
        lines.append(f"{paint('location', f'{margin} |')} {pad}{paint(fault.severity, carets)}")
    if fault.hint:
        lines.append(f"{margin} {paint('location', '=')} {paint('help', 'help')}: {printable(fault.hint)}")
    return "\n".join(lines)


def _excerpt(span: Span, source: SourceText) -> tuple[str, str, str]:
    """The line that contains the start of the fault, the blanks before the underline, and the underline, which stops at
    the end of that line."""
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
    pad = " " * (len(cut_left) + columns(before))
    carets = "^" * max(1, columns(at.rstrip() or at))
    return f"{cut_left}{before}{at}{after}{cut_right}".rstrip(), pad, carets


def _annotation(fault: Diagnostic, source: SourceText) -> str:
    where = ""
    if fault.span is not None:
        start, end = source.place(fault.span.start), source.place(fault.span.end)
        where = f",line={start.line},col={start.column},endLine={end.line},endColumn={end.column}"
    hint = f" Help: {fault.hint}" if fault.hint else ""
    title = _property(f"{fault.code} {fault.rule or ''}".rstrip())
    answers = "".join(f"\n{answer}  {effect}".rstrip() for answer, effect in given_answers(fault, source))
    message = _escape(fault.message + hint + answers)
    return f"::{fault.severity} file={_property(source.file)}{where},title={title}::{message}\n"


def _escape(text: str) -> str:
    """Text of an annotation: its line ends and percent characters as GitHub decodes them, nothing else unprintable."""
    text = printable(text, keep="\r\n\t")
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """A property of an annotation, which `:` and `,` would end."""
    return _escape(text).replace(":", "%3A").replace(",", "%2C")

"""A question about lines of a thread, or a remark on them, as people see it (TR5.1): with the lines, numbered as in the
file, and with the answers that a question may have."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Span
from pyrnot.render.text.ansi import Paint, plain
from pyrnot.render.text.lines import columns, printable

if TYPE_CHECKING:
    from pyrnot.record.source import SourceText

_BEFORE = 2
"""How many lines before those that are asked about are shown; blank ones do not count."""
_MOST = 12
"""Of more lines than these the first and the last are shown."""
_WIDTH = 96
_TAB = " " * 4
_GAP = 3
_WIDEST_ANSWER = 40
"""The effect of a longer answer is on a separate line."""


def draw_question(fault: Diagnostic, source: SourceText, paint: Paint = plain, *, file: str = "") -> str:
    """A question with its answers, or a remark: several lines, without an end of line after the last. The file is
    called `file`, if that is given, instead of as `source` says."""
    assert fault.span is not None
    rule = f" {fault.rule}" if fault.rule else ""
    is_question = fault.code == CoreCodes.QUESTION
    head = "question" if is_question else f"{fault.severity}[{fault.code}]"
    style = "question" if is_question else fault.severity
    part = source.part_at(fault.span.start)
    where = [printable(text) for text in ("" if fault.said_by in part else fault.said_by, part) if text]
    place = f"{printable(file or source.file)}:{source.place(fault.span.start).line}"
    margin = " " * (len(str(source.place(max(fault.span.end - 1, fault.span.start)).line)) + 1)
    lines = [paint(style, f"{head}{rule}") + paint("bold", f": {printable(fault.message)}")]
    lines.append(f"  {paint('location', '-->')} " + f"{place}  {', '.join(where)}".rstrip())
    lines += draw_lines(fault.span, source, paint, before=_BEFORE if is_question else 0)
    mark = f"{paint('location', '=')} "
    for answer in align_answers(given_answers(fault, source), indent=len(margin) + 2):
        lines.append(f"{margin}{mark}{answer}")
        mark = "  "
    if fault.hint:
        lines.append(f"{margin}{paint('location', '=')} {paint('help', 'help')}: {printable(fault.hint)}")
    return "\n".join(lines)


def given_answers(fault: Diagnostic, source: SourceText) -> list[tuple[str, str]]:
    """The answers that a question offers, as `--answer` takes them (`8=replaces 5: Sf3`), each with its effect."""
    line = source.place(fault.span.start).line if fault.span else 1
    return [(f"{line}={answer.text}", answer.effect) for answer in fault.answers]


def align_answers(answers: Iterable[tuple[str, str]], *, indent: int) -> list[str]:
    """Answers and their effects, printable, the effects below each other. That of a long answer is on its own line;
    `indent` is the number of columns that will precede each answer."""
    shown = [(printable(answer), printable(effect)) for answer, effect in answers]
    width = max((columns(answer) for answer, _ in shown if columns(answer) <= _WIDEST_ANSWER), default=0) + _GAP
    return [
        f"{answer}{' ' * (width - columns(answer))}{effect}".rstrip()
        if columns(answer) < width
        else f"{answer}\n{' ' * (indent + width)}{effect}".rstrip()
        for answer, effect in shown
    ]


def draw_lines(span: Span, source: SourceText, paint: Paint = plain, *, before: int = 0, after: int = 0) -> list[str]:
    """The lines of a span, the middle ones of many left out, with some `before` and `after` it, each after its number;
    blank ones do not count. If others are shown too, those of the span are in bold."""
    text = source.original
    first = text.rfind("\n", 0, span.start) + 1
    last = text.find("\n", max(span.end - 1, first))
    last = len(text) if last < 0 else last + 1
    above: list[tuple[str, str]] = []
    while first and len(above) < before:
        end, first = first, text.rfind("\n", 0, first - 1) + 1
        above = _rows(source, first, end) + above
    own = _rows(source, text.rfind("\n", 0, span.start) + 1, last)
    if len(own) > _MOST:
        own[_MOST // 2 : -_MOST // 2] = [("", "…")]
    below: list[tuple[str, str]] = []
    while last < len(text) and len(below) < after:
        start, last = last, (text.find("\n", last) + 1) or len(text)
        below += _rows(source, start, last)
    if above or below:
        own = [(number, paint("bold", line)) for number, line in own]
    rows = [*above, *own, *below]
    width = max(len(number) for number, _ in rows)
    return [f"{paint('location', f'{number:>{width}} |')} {line}" for number, line in rows]


def _rows(source: SourceText, start: int, end: int) -> list[tuple[str, str]]:
    """The lines from one offset to another that are not blank, each with its number."""
    found = []
    while start < end:
        text = printable(source.line_at(start)[0].replace("\t", _TAB))
        if text.strip():
            found.append((str(source.place(start).line), text[:_WIDTH].rstrip() + "…" * (len(text) > _WIDTH)))
        start = (source.original.find("\n", start) + 1) or end
    return found

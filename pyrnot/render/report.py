"""Diagnostics for people: the message, the user's own line, and what is at fault underlined (R6.2).

Gives strings without colour; knows no terminal.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from pyrnot.diagnostics import Diagnostic, Severity, Span

if TYPE_CHECKING:
    from pyrnot.record.files import Unreadable
    from pyrnot.record.source import SourceText

_TAB = 4
_WIDTH = 96
"""An excerpt is cut to so many columns around the fault: a line may be ten megabytes long."""


def draw_diagnostic(fault: Diagnostic, source: SourceText) -> str:
    """A diagnostic in full, several lines, without an end of line."""
    rule = f" {fault.rule}" if fault.rule else ""
    lines = [f"{fault.severity}[{fault.code}]{rule}: {fault.message}"]
    where = f"record {source.number}"
    if fault.line_of_play:
        where += f", {fault.line_of_play}"
    if fault.ply is not None:
        where += f", ply {fault.ply}" if fault.ply else ", before the first turn"
    if fault.span is None:
        lines.append(f"  --> {source.file}  {where}")
    else:
        start = source.place(fault.span.start)
        lines.append(f"  --> {source.file}:{start.line}:{start.column}  {where}")
        lines += _excerpt(fault.span, source)
    if fault.hint:
        margin = " " * len(str(source.place(fault.span.start).line)) if fault.span else " "
        lines.append(f"{margin} = help: {fault.hint}")
    return "\n".join(lines)


def draw_unreadable(fault: Unreadable) -> str:
    """The same for a file that gives no record."""
    return f"{Severity.ERROR}[{fault.code}] R1: {fault.message}\n  --> {fault.file}"


def _excerpt(span: Span, source: SourceText) -> list[str]:
    """The line that the fault begins on, and the underline: to the line's end if the fault goes on."""
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
    before, at, after = (_plain(part) for part in (text[:first], text[first:last], text[last:]))
    margin = " " * len(str(start.line))
    pad = " " * (len(cut_left) + cell_width(before))
    carets = "^" * max(1, cell_width(at.rstrip()) if at.strip() else cell_width(at))
    return [f"{start.line} | {cut_left}{before}{at}{after}{cut_right}".rstrip(), f"{margin} | {pad}{carets}"]


def _plain(text: str) -> str:
    """Tabs as blanks, and a mark for each other control character: a record's text must not drive the terminal."""
    if text.isprintable():
        return text
    shown = (
        " " * _TAB if sign == "\t" else sign if sign.isprintable() or sign == "\u00a0" else "\ufffd" for sign in text
    )
    return "".join(shown)


def cell_width(text: str) -> int:
    """Columns that a text takes in a terminal."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.category(sign) in ("Mn", "Me") else 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in text
    )

"""Diagnostics that point at a line of a thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Code, Diagnostic, Severity, Span
from pyrnot.foreign.thread.text import Line

if TYPE_CHECKING:
    from pyrnot.foreign.thread.seats import SeatBook
    from pyrnot.foreign.thread.several import Section

_SHOWN = 60


def fault_at(
    line: Line,
    code: Code,
    rule: str,
    message: str,
    *,
    hint: str | None = None,
    is_error: bool = True,
    ply: int | None = None,
) -> Diagnostic:
    """A diagnostic that points at a line of the thread."""
    return Diagnostic(
        severity=Severity.ERROR if is_error else Severity.WARNING,
        code=code,
        rule=rule,
        span=Span(line.start, max(line.end, line.start + 1)),
        message=message,
        hint=hint,
        ply=ply,
    )


def short(text: str) -> str:
    """A text as messages quote it."""
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."


def tag_faults(section: Section) -> list[Diagnostic]:
    """Tags that are given twice, with two values."""
    first: dict[str, str] = {}
    faults = []
    for tag in section.tags:
        value = first.setdefault(tag.name.lower(), tag.value)
        if value != tag.value:
            message = f"the tag {tag.name} is given twice: {value[:40]!r} and {tag.value[:40]!r}"
            faults.append(
                Diagnostic(
                    severity=Severity.ERROR,
                    code=CoreCodes.TAG_TWICE,
                    rule="R2",
                    span=tag.span,
                    message=message,
                    hint="delete the one that is wrong",
                    ply=0,
                )
            )
    return faults


def seat_faults(book: SeatBook) -> list[Diagnostic]:
    """Players who take another seat than the one that the tags give them."""
    return [
        fault_at(
            line,
            CoreCodes.THREAD_CONFLICT,
            "TR4",
            f"{name} plays {declared} by this line, but {tagged} by the tags",
            hint="correct the tags or the line",
            ply=0,
        )
        for line, name, declared, tagged in book.conflicts
    ]


def starter_fault(line: Line) -> Diagnostic:
    """A line that may say who begins, in words that are not read."""
    message = f"`{short(line.text)}` may say who begins, but cannot be read"
    hint = 'write who begins as a tag, as in `[First "Black"]`'
    return fault_at(line, CoreCodes.THREAD_UNCLEAR, "TR4", message, hint=hint, ply=0)

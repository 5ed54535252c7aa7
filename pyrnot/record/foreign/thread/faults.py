"""Diagnostics that point at a line of a thread."""

from __future__ import annotations

from pyrnot.diagnostics import Code, Diagnostic, Severity, Span
from pyrnot.record.foreign.thread.text import Line

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

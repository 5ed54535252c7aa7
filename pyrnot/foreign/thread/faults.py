"""Diagnostics that point at a line of a thread."""

from __future__ import annotations

from collections.abc import Sequence

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Code, Diagnostic, Severity
from pyrnot.foreign.thread.text import Line
from pyrnot.record.model import Tag

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
    return Diagnostic(Severity.ERROR if is_error else Severity.WARNING, code, rule, line.span, message, hint, ply)


def short(text: str) -> str:
    """A text as messages quote it."""
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."


def tag_faults(tags: Sequence[Tag]) -> list[Diagnostic]:
    """Tags that are given twice, with two values."""
    first: dict[str, str] = {}
    faults = []
    for tag in tags:
        value = first.setdefault(tag.name.lower(), tag.value)
        if value != tag.value:
            message = f"the tag {tag.name} is given twice: {value[:40]!r} and {tag.value[:40]!r}"
            hint = "delete the one that is wrong"
            faults.append(Diagnostic(Severity.ERROR, CoreCodes.TAG_TWICE, "R2", tag.span, message, hint, 0))
    return faults

"""Records and their diagnostics (R2 to R6): tables in text files, one case a line, its cells apart by ` |`.

A line that begins with `[` is what comes before the text of each case below it, until the next. `\\n`, `\\x20` and
`\\u200b` are written as in Python.

records.txt   name | text, with `«` and `»` around what each diagnostic marks | plies judged | each diagnostic, and
its help line fixes.txt     name | text | the text once the fix of its first diagnostic is made; none: it has no fix
turns.txt     name | text | its turns, their actions joined by `;`
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from reading import MARTIAN, found, judge, read, shorten, turn_texts
from tables import unescape

from pyrnot.core.diagnostics import Span


def cases(name: str) -> pytest.MarkDecorator:
    """The cases of a table, each with what comes before its text."""
    return pytest.mark.parametrize(("before", "cells"), list(_cases_of(Path(__file__).parent / name)))


def _cases_of(path: Path) -> Iterator[object]:
    before = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        name, *cells = (unescape(cell.strip(" ")) for cell in f"{line} ".split(" |"))
        if line.startswith("["):
            before = name
        elif line:
            yield pytest.param(before, cells, id=name)


def marked(text: str, spans: Iterable[Span | None]) -> str:
    """The text with `«` and `»` around the spans."""
    marks = []
    for start, end in filter(None, spans):
        marks += [(start, 1, "«»")] if start == end else [(start, 1, "«"), (end, 0, "»")]
    for at, _, mark in sorted(marks, reverse=True):
        text = text[:at] + mark + text[at:]
    return text


@cases("records.txt")
def test_record(before: str, cells: list[str]) -> None:
    text, plies, *diagnostics = cells
    judged = judge(before + re.sub("[«»]", "", text))
    assert [shorten(diagnostic) for diagnostic in judged.diagnostics] == [
        diagnostic.partition(": ")[0] for diagnostic in diagnostics
    ]
    assert judged.length == int(plies)
    if diagnostics:
        assert (
            marked(judged.record.source.text, (diagnostic.span for diagnostic in judged.diagnostics)) == before + text
        )
    for diagnostic, expected in zip(judged.diagnostics, diagnostics, strict=True):
        _, has_help, wanted = expected.partition(": ")
        assert not has_help or diagnostic.hint == (None if wanted == "-" else wanted)


@cases("fixes.txt")
def test_fix(before: str, cells: list[str]) -> None:
    text = before + cells[0]
    diagnostic = judge(text).diagnostics[0]
    fixed = None
    if diagnostic.fix is not None:
        (start, end), new = diagnostic.fix
        fixed = text[:start] + new + text[end:]
        assert diagnostic.code not in {other.code for other in judge(fixed).diagnostics if other.span.start <= start}
    assert fixed == (before + cells[1] if cells[1:] else None)


@cases("turns.txt")
def test_turns(before: str, cells: list[str]) -> None:
    record = read(before + cells[0])
    assert [diagnostic.message for diagnostic in record.diagnostics] == []
    assert turn_texts(record) == cells[1:]


LONG = {
    "R3.2-a-huge-number": (f"1. Sa1 {'9' * 5000}. Sh8 3. Sa1", 3, ["R3@2 wrong-number"]),
    "R3.7-a-thousand-zeros": (f"{'0' * 1000}1. Sa1 2. Sh8", 2, []),
    "R4.2-a-huge-mark": (f"1. Sa1 ${'9' * 5000} 2. Sh8", 2, ["R4@1 bad-mark"]),
    "R6.3-stray-full-stops-are-one-error": (f"1. Sa1 {'. ' * 100_000}\n2. Sh8", 2, ["R3@1 stray-sign"]),
}


@pytest.mark.parametrize(("text", "plies", "diagnostics"), LONG.values(), ids=LONG)
def test_long_record(text: str, plies: int, diagnostics: list[str]) -> None:
    judged = judge(MARTIAN + text)
    assert (found(judged), judged.length) == (diagnostics, plies)


def test_r6_4_a_thousand_errors_are_kept() -> None:
    assert len(judge(MARTIAN + "[\n" * 5000).diagnostics) == 1000

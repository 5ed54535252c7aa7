"""How a foreign text was read, in words (TR5.1): one line for each record, and the lines that were left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from pyrnot.record.model import Record
from pyrnot.render.text.lines import printable

_LISTED = 20
"""Of more records than these only the sums are given."""
_WIDTH = 100


class ReadLine(Struct, frozen=True):
    """How one record was read: its file and number, the title of the detected form, how many lines went where, and how
    many questions are open."""

    file: str
    number: int
    title: str
    turns: int
    lines: int
    inferred: int
    left_out: int
    questions: int


def read_line(record: Record) -> ReadLine:
    """How a record was read from a foreign text."""
    reading = record.reading
    assert reading is not None
    source, counts = record.source, (reading.line_count, reading.inferred, len(reading.left_out))
    return ReadLine(source.file, source.number, reading.title, len(record.main_line), *counts, len(record.questions))


def draw_read_lines(lines: Sequence[ReadLine]) -> Iterator[str]:
    """A line for each record; for more than a screen of them, a line for each form."""
    if len(lines) <= _LISTED:
        for line in lines:
            yield (f"{line.file}, record {line.number}: " if len(lines) > 1 else "") + _draw([line])
        return
    for title in dict.fromkeys(line.title for line in lines):
        same = [line for line in lines if line.title == title]
        yield f"{len(same)} records, each {_draw(same)}"


def _draw(lines: Sequence[ReadLine]) -> str:
    """How records of the same form were read, their counts added up."""
    turns, count, inferred, left_out, questions = (
        sum(getattr(line, name) for line in lines) for name in ("turns", "lines", "inferred", "left_out", "questions")
    )
    parts = [f"read as {lines[0].title}: {_count(turns, 'turn')} from {_count(count, 'line')}"]
    if inferred:
        parts.append(f"{inferred} inferred")
    if left_out:
        parts.append(f"{left_out} left out (--left-out)")
    if questions:
        parts.append(f"{_count(questions, 'question')} open")
    return ", ".join(parts)


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def draw_left_out(record: Record) -> str:
    """The lines of a text that do not belong to its record, with their numbers; "" for a record of pyrnot's own."""
    reading = record.reading
    if reading is None or not reading.left_out:
        return ""
    width = len(str(max(reading.left_out_numbers)))
    shown = [f"left out of {printable(record.source.file)}, record {record.source.number}:"]
    for line in reading.left_out:
        text = "".join(char if char.isprintable() else " " for char in line.text[:_WIDTH])
        shown.append(f"{line.number:>{width}} | {text}{'…' if len(line.text) > _WIDTH else ''}".rstrip())
        if line.reason:
            shown.append(f"{'':>{width}} = {printable(line.reason)}")
    return "\n".join(shown) + "\n\n"

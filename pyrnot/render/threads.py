"""What people see of how a foreign text was read (TR5.1): a line for each record, the lines that were left out, and
the questions and remarks, with their lines, numbered as in the file, and with the answers that a question may
have."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from msgspec import Struct

from pyrnot.core.diagnostics import Diagnostic, Span
from pyrnot.record.model import Record
from pyrnot.record.source import SourceText
from pyrnot.render.text.ansi import Paint, plain
from pyrnot.render.text.lines import Charset, columns, counted, hang, printable, short

_BEFORE = 2
"""How many lines before those that are asked about are shown; blank ones do not count."""
_MOST = 12
"""Of more lines than these the first and the last are shown."""
_WIDTH = 96
_TAB = " " * 4
_GAP = 3
_WIDEST_ANSWER = 40
"""The effect of a longer answer is on a separate line."""


def draw_question(
    diagnostic: Diagnostic, source: SourceText, paint: Paint = plain, *, file: str = "", width: int | None = None
) -> str:
    """A question with its answers, or a remark: several lines, without an end of line after the last. The file is
    called `file`, if that is given, instead of as `source` says. Lines have at most `width` columns, unless it is
    None."""
    assert diagnostic.span is not None
    rule = f" {diagnostic.rule}" if diagnostic.rule else ""
    head = "question" if diagnostic.is_question else f"{diagnostic.severity}[{diagnostic.code}]"
    style = "question" if diagnostic.is_question else diagnostic.severity
    part = source.part_at(diagnostic.span.start)
    where = [printable(text) for text in ("" if diagnostic.said_by in part else diagnostic.said_by, part) if text]
    place = f"{printable(file or source.file)}:{source.place(diagnostic.span.start).line}"
    margin = " " * (len(str(source.place(max(diagnostic.span.end - 1, diagnostic.span.start)).line)) + 1)
    head += rule
    message = hang(f": {printable(diagnostic.message)}", width, first=len(head), indent=2)
    lines = [paint(style, head) + paint("bold", message)]
    lines.append(f"  {paint('location', '-->')} " + f"{place}  {', '.join(where)}".rstrip())
    before = _BEFORE if diagnostic.is_question else 0
    lines += draw_lines(diagnostic.span, source, paint, before=before, width=width)
    lines += draw_answers(given_answers(diagnostic, source), margin, paint, width)
    if diagnostic.hint:
        lines.append(draw_hint(diagnostic.hint, margin, paint, width))
    return "\n".join(lines)


def draw_hint(hint: str, margin: str, paint: Paint = plain, width: int | None = None) -> str:
    """What helps, after a mark."""
    first = len(margin) + len("= help: ")
    text = hang(printable(hint), width, first=first, indent=first)
    return f"{margin}{paint('location', '=')} {paint('help', 'help')}: {text}"


def draw_answers(
    answers: Iterable[tuple[str, str]], margin: str, paint: Paint = plain, width: int | None = None
) -> Iterator[str]:
    """Answers and their effects, below each other, the first after a mark."""
    mark = f"{paint('location', '=')} "
    for answer in align_answers(answers, indent=len(margin) + 2, width=width):
        yield f"{margin}{mark}{answer}"
        mark = "  "


def given_answers(diagnostic: Diagnostic, source: SourceText) -> list[tuple[str, str]]:
    """The answers that a question offers, as `--answer` takes them (`8=replaces 5: Sf3`), each with its effect."""
    line = source.place(diagnostic.span.start).line if diagnostic.span else 1
    return [(f"{line}={answer.text}", answer.effect) for answer in diagnostic.answers]


def align_answers(answers: Iterable[tuple[str, str]], *, indent: int, width: int | None = None) -> list[str]:
    """Answers and their effects, printable, the effects below each other. That of a long answer is on its own line;
    `indent` is the number of columns that will precede each answer. Lines have at most `width` columns, unless it is
    None."""
    shown = [(printable(answer), printable(effect)) for answer, effect in answers]
    widest = _WIDEST_ANSWER if width is None else min(_WIDEST_ANSWER, width // 2 - indent)
    wide = max((columns(answer) for answer, _ in shown if columns(answer) <= widest), default=0) + _GAP
    left = indent + wide
    lines = []
    for answer, effect in shown:
        gap = f"\n{' ' * left}" if columns(answer) >= wide else " " * (wide - columns(answer))
        first = hang(answer, width, first=indent, indent=indent + 2)
        lines.append(f"{first}{gap}{hang(effect, width, first=left, indent=left)}".rstrip())
    return lines


def draw_lines(
    span: Span,
    source: SourceText,
    paint: Paint = plain,
    *,
    before: int = 0,
    after: int = 0,
    width: int | None = None,
) -> list[str]:
    """The lines of a span, the middle ones of many left out, with some `before` and `after` it, each after its
    number; blank ones do not count. If others are shown too, those of the span are in bold. A line is cut to `width`
    columns, unless it is None."""
    starts = source.line_starts
    first, last = (bisect_right(starts, offset) for offset in (span.start, max(span.end - 1, span.start)))
    above = [*islice(_rows(source, reversed(starts[: first - 1])), before)][::-1]
    of_span = starts[first - 1 : last]
    own = [*islice(_rows(source, of_span), _MOST + 1)]
    if len(own) > _MOST:
        last_ones = [*islice(_rows(source, reversed(of_span)), _MOST // 2)][::-1]
        own = [*own[: _MOST // 2], ("", "…"), *last_ones]
    below = [*islice(_rows(source, starts[last:]), after)]
    style = "bold" if above or below else ""
    rows = [*((row, "") for row in above), *((row, style) for row in own), *((row, "") for row in below)]
    margin = max(len(number) for (number, _), _ in rows)
    drawn = []
    for (number, line), of_line in rows:
        text = line if width is None else short(line, Charset.UNICODE, max(width - margin - len(" | "), _GAP))
        drawn.append(f"{paint('location', f'{number:>{margin}} |')} {paint(of_line, text) if of_line else text}")
    return drawn


def _rows(source: SourceText, starts: Iterable[int]) -> Iterator[tuple[str, str]]:
    """The lines that begin at these offsets and are not blank, each with its number."""
    for start in starts:
        text = printable(source.line_at(start)[0].replace("\t", _TAB))
        if text.strip():
            shown = text[:_WIDTH].rstrip()
            yield str(source.place(start).line), f"{shown}…" if len(text) > _WIDTH else shown


_LISTED = 20
"""Of more records than these only the sums are given."""
_LEFT_OUT_WIDTH = 100


class ReadLine(Struct, frozen=True):
    """How one record was read: its file and number, the title of the detected form, and the counts of its turns, of
    the lines, and of the questions that are open."""

    file: str
    number: int
    title: str
    counts: Counter[str]


def read_line(record: Record) -> ReadLine:
    """How a record was read from a foreign text."""
    transcript = record.transcript
    assert transcript is not None
    counts = Counter(
        turns=len(record.main_line),
        lines=transcript.line_count,
        inferred=transcript.inferred,
        left_out=len(transcript.left_out),
        questions=len(record.questions),
    )
    return ReadLine(record.source.file, record.source.number, transcript.title, counts)


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
    counts = sum((line.counts for line in lines), Counter[str]())
    parts = [f"read as {lines[0].title}: {counted(counts['turns'], 'turn')} from {counted(counts['lines'], 'line')}"]
    if counts["inferred"]:
        parts.append(f"{counts['inferred']} inferred")
    if counts["left_out"]:
        parts.append(f"{counts['left_out']} left out (--left-out)")
    if counts["questions"]:
        parts.append(f"{counted(counts['questions'], 'question')} open")
    return ", ".join(parts)


def draw_left_out(record: Record) -> str:
    """The lines of a text that do not belong to its record, with their numbers; "" for a record of pyrnot's own."""
    transcript = record.transcript
    if transcript is None or not transcript.left_out:
        return ""
    width = len(str(max(transcript.left_out_numbers)))
    shown = [f"left out of {printable(record.source.file)}, record {record.source.number}:"]
    for line in transcript.left_out:
        text = "".join(char if char.isprintable() else " " for char in line.text[:_LEFT_OUT_WIDTH])
        shown.append(f"{line.number:>{width}} | {text}{'…' if len(line.text) > _LEFT_OUT_WIDTH else ''}".rstrip())
        if line.reason:
            shown.append(f"{'':>{width}} = {printable(line.reason)}")
    return "\n".join(shown) + "\n\n"

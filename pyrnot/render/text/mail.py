"""Records as plain text for mail: one diagram below the other, on lines that mail programs do not break."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pyrnot.core.diagnostics import Diagnostic
from pyrnot.play.course import START, Course, Stop
from pyrnot.play.plies import AnyPly
from pyrnot.render.text.diagram import draw_text
from pyrnot.render.text.lines import Charset, Piece, clean, columns, fold_words
from pyrnot.render.words import say_fault

_WIDTH = 72
"""Columns; a line of this length can be quoted a few times before a mail program breaks it."""


def draw_mail(
    course: Course,
    plies: Sequence[AnyPly] | None = None,
    *,
    charset: Charset = Charset.UNICODE,
    flip: bool = False,
    variations: bool = True,
) -> Iterator[str]:
    """One record in pieces of text that end in a line end; joined, they are the document."""
    record = course.record
    title = _words(course.title, charset)
    yield f"{title}\n{'=' * min(columns(title.split(chr(10))[-1]), _WIDTH)}\n"
    tags = [_words(tag.value, charset, f"{tag.name}: ") for tag in record.tag_lines]
    if tags:
        yield "\n" + "\n".join(tags) + "\n"
    if plies is None:
        yield from _comments(course.stop(START).comments, charset)
    for stop in course.chosen(plies, variations=variations):
        yield from _stop(course, stop, charset, flip=flip)
    if plies is not None:
        return
    unjudged = course.unjudged(variations=variations)
    if unjudged:
        turns = "\n".join(_words(stop.text, charset, f"{stop.ply}. ") for stop in unjudged)
        yield f"\n\nTurns not judged:\n\n{turns}\n"
        yield from _faults(course, [fault for stop in unjudged for fault in stop.faults], charset)
    if course.result:
        yield "\n\n" + _words(course.result, charset, "Result: ") + "\n"


def _stop(course: Course, stop: Stop, charset: Charset, *, flip: bool) -> Iterator[str]:
    if stop.turn == START:
        head = "Start"
    else:
        yield from _comments(stop.lead, charset)
        seat = f"{stop.seat}: " if stop.seat else ""
        where = f"  ({stop.line})" if stop.line else ""
        head = _words(" ".join((stop.text, *stop.marks)) + where, charset, f"{stop.ply}. {seat}")
    yield f"\n\n{head}\n{'-' * max(columns(line) for line in head.split(chr(10)))}\n"
    if stop.is_legal and stop.position is not None:
        yield "\n" + draw_text(stop.diagram, charset=charset, width=_WIDTH, flip=flip) + "\n"
    if stop.turn != START:
        yield from _comments(stop.comments, charset)
    yield from _faults(course, stop.faults, charset)


def _comments(comments: Sequence[str], charset: Charset) -> Iterator[str]:
    for comment in comments:
        yield "\n" + "\n\n".join(_words(" ".join(part.split()), charset) for part in comment.split("\n\n")) + "\n"


def _faults(course: Course, faults: Sequence[Diagnostic], charset: Charset) -> Iterator[str]:
    for fault in faults:
        first, *rest = say_fault(fault, course.record.source)
        # Never break the excerpt: its underline would no longer point at the fault.
        yield "\n" + "\n".join([_words(first, charset), *(clean(line, charset) for line in rest)]) + "\n"


def _words(text: str, charset: Charset, first: str = "") -> str:
    """Text after `first`, broken between words, with the other lines indented."""
    return fold_words(clean(text, charset), _WIDTH, first=Piece(first, len(first)), indent=min(len(first), 8))

"""Records as text: Markdown, with diagrams in code blocks and comments as quotations, and plain text for mail.

In Markdown, text from a record is escaped, so that no Markdown or HTML in it takes effect.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from pyrnot.core.diagnostics import Diagnostic
from pyrnot.core.diagram import Diagram
from pyrnot.play.course import START, Course, Stop
from pyrnot.play.plies import AnyPly
from pyrnot.render.text.diagram import draw_text
from pyrnot.render.text.lines import Charset, Piece, clean, columns, fold_words
from pyrnot.render.words import say_diagram, say_fault

Picture = Callable[[Stop], str]
"""Makes the picture of a stop, and returns its address as a link takes it."""

_MAIL_WIDTH = 72
"""Columns; a line of this length can be quoted a few times before a mail program breaks it."""
_SPECIAL = re.compile(r"([\\`*_\[\]<>|~&$])")
_WORDS = re.compile(r"[^\s|]+|[\s|]+")
_LINKED = re.compile(r"://|@\w|\b(?:www\.|mailto:|xmpp:)", re.IGNORECASE)
_OPENS_BLOCK = re.compile(r"(\d*)([-+=#.)])")


def _body(
    course: Course, plies: Sequence[AnyPly] | None, *, variations: bool
) -> Iterator[str | Stop | Diagram | Diagnostic | list[Stop]]:
    """What is between the tags and the result: comments, turns, positions after them, faults; and, if all plies are
    given (None), the list of the turns that were not judged."""
    if plies is None:
        yield from course.stop(START).comments
    for stop in course.chosen(plies, variations=variations):
        yield from stop.lead
        yield stop
        if stop.is_legal and stop.position is not None:
            yield stop.diagram
        if stop.turn != START:
            yield from stop.comments
        yield from stop.faults
    unjudged = [*course.unjudged(variations=variations)]
    if unjudged and plies is None:
        yield unjudged
        yield from [fault for stop in unjudged for fault in stop.faults]


def draw_markdown(
    course: Course,
    plies: Sequence[AnyPly] | None = None,
    *,
    charset: Charset = Charset.UNICODE,
    flip: bool = False,
    variations: bool = True,
    picture: Picture | None = None,
) -> Iterator[str]:
    """One record in pieces of text that end in a line end; joined, they are the document.

    Positions are drawn as text, or, with `picture`, shown by links to the pictures that it makes.
    """
    record = course.record
    yield f"# {inline(course.title)}\n"
    tags = [f"| {inline(tag.name)} | {inline(tag.value)} |" for tag in record.tag_lines]
    if tags:
        yield "\n| Tag | Value |\n| --- | --- |\n" + "\n".join(tags) + "\n"
    stop = course.stop(START)
    for part in _body(course, plies, variations=variations):
        match part:
            case str():
                lines = (_line(line) for line in part.split("\n"))
                yield "\n" + "\n".join(f"> {line}".rstrip() for line in lines) + "\n"
            case Stop():
                stop = part
                yield f"\n{_heading(stop)}\n"
            case Diagram() if picture is not None:
                title = f"Position after {stop.caption}" if stop.ply else "Position at the start"
                words = ". ".join([title, *say_diagram(part)])
                yield f"\n![{inline(words)}]({picture(stop)})\n"
            case Diagram():
                yield f"\n{fenced(draw_text(part, charset=charset, flip=flip))}\n"
            case Diagnostic():
                said = "\n".join(clean(line, charset) for line in say_fault(part, record.source))
                yield f"\n{fenced(said)}\n"
            case list():
                turns = "\n".join(f"- {stop.ply}\\. {_code(stop.text)}" for stop in part)
                yield f"\n## Turns not judged\n\n{turns}\n"
    if course.result and plies is None:
        yield f"\n**Result:** {inline(course.result)}\n"


def _heading(stop: Stop) -> str:
    if stop.turn == START:
        return "## Start"
    level, where = ("###", f" ({stop.line})") if stop.line else ("##", "")
    seat = f"{stop.seat}: " if stop.seat else ""
    marks = f" {' '.join(stop.marks)}" if stop.marks else ""
    return f"{level} {stop.ply}. {inline(seat)}{_code(stop.text)}{inline(marks + where)}"


def fenced(text: str) -> str:
    """A code block that none of its lines can end: its fence is longer than any run of backticks in it."""
    fence = _fence(text, 3)
    return f"{fence}text\n{text}\n{fence}"


def _fence(text: str, least: int) -> str:
    return "`" * max([least, *(len(run) + 1 for run in re.findall(r"`+", text))])


def _code(text: str) -> str:
    """A turn as inline code."""
    text = clean(text, Charset.UNICODE)
    fence = _fence(text, 1)
    pad = " " if "`" in text else ""
    return f"{fence}{pad}{text}{pad}{fence}" if text else ""


def _line(text: str) -> str:
    """One line of running text, escaped so that it does not start a list, a heading or another block."""
    text = inline(text.strip())
    found = _OPENS_BLOCK.match(text)
    return f"{found[1]}\\{text[found.start(2) :]}" if found else text


def inline(text: str) -> str:
    """Text escaped for use within a line. Words that sites make links of (addresses, `@names`) are code."""
    words = _WORDS.findall(clean(text, Charset.UNICODE))
    return "".join(_code(word) if _LINKED.search(word) else _SPECIAL.sub(r"\\\1", word) for word in words)


def draw_mail(
    course: Course,
    plies: Sequence[AnyPly] | None = None,
    *,
    charset: Charset = Charset.UNICODE,
    flip: bool = False,
    variations: bool = True,
) -> Iterator[str]:
    """One record as plain text, one diagram below the other, on lines that mail programs do not break; in pieces as
    those of `draw_markdown`."""

    def words(text: str, first: str = "") -> str:
        """Text after `first`, broken between words, with the other lines indented."""
        start = Piece(first, len(first))
        return fold_words(clean(text, charset), _MAIL_WIDTH, first=start, indent=min(len(first), 8))

    record = course.record
    yield _underlined(words(course.title), "=")
    tags = [words(tag.value, f"{tag.name}: ") for tag in record.tag_lines]
    if tags:
        yield "\n" + "\n".join(tags) + "\n"
    for part in _body(course, plies, variations=variations):
        match part:
            case str():
                yield "\n" + "\n\n".join(words(" ".join(text.split())) for text in part.split("\n\n")) + "\n"
            case Stop(turn=turn) if turn == START:
                yield f"\n\n{_underlined('Start', '-')}"
            case Stop():
                seat = f"{part.seat}: " if part.seat else ""
                where = f"  ({part.line})" if part.line else ""
                head = words(" ".join((part.text, *part.marks)) + where, f"{part.ply}. {seat}")
                yield f"\n\n{_underlined(head, '-')}"
            case Diagram():
                yield "\n" + draw_text(part, charset=charset, width=_MAIL_WIDTH, flip=flip) + "\n"
            case Diagnostic():
                first, *rest = say_fault(part, record.source)
                # Never break the excerpt: its underline would no longer point at the fault.
                yield "\n" + "\n".join([words(first), *(clean(line, charset) for line in rest)]) + "\n"
            case list():
                turns = "\n".join(words(stop.text, f"{stop.ply}. ") for stop in part)
                yield f"\n\nTurns not judged:\n\n{turns}\n"
    if course.result and plies is None:
        yield "\n\n" + words(course.result, "Result: ") + "\n"


def _underlined(text: str, line: str) -> str:
    return f"{text}\n{line * max(columns(one) for one in text.split(chr(10)))}\n"

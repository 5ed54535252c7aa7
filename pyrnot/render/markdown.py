"""Records as Markdown: a heading for each turn, diagrams in code blocks, comments as quotations.

Text from a record is escaped, so that no Markdown or HTML in it takes effect.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from pyrnot.core.diagnostics import Diagnostic
from pyrnot.play.course import START, Course, Stop
from pyrnot.play.plies import AnyPly
from pyrnot.render.text.diagram import draw_text
from pyrnot.render.text.lines import Charset, clean
from pyrnot.render.words import say_diagram, say_fault

Picture = Callable[[Stop], str]
"""Makes the picture of a stop, and returns its address as a link takes it."""

_WIDTH = 80
_SPECIAL = re.compile(r"([\\`*_\[\]<>|~&$])")
_WORDS = re.compile(r"[^\s|]+|[\s|]+")
_LINKED = re.compile(r"://|@\w|\b(?:www\.|mailto:|xmpp:)", re.IGNORECASE)
_OPENS_BLOCK = re.compile(r"(\d*)([-+=#.)])")


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
    yield f"# {_inline(course.title)}\n"
    tags = [f"| {_inline(tag.name)} | {_inline(tag.value)} |" for tag in record.tag_lines]
    if tags:
        yield "\n| Tag | Value |\n| --- | --- |\n" + "\n".join(tags) + "\n"
    stops = course.chosen(plies, variations=variations)
    if plies is None:
        yield from _quotes(course.stop(START).comments)
    for stop in stops:
        yield from _stop(course, stop, charset, flip=flip, picture=picture)
    if plies is not None:
        return
    unjudged = course.unjudged(variations=variations)
    if unjudged:
        turns = "\n".join(f"- {stop.ply}\\. {_code(stop.text)}" for stop in unjudged)
        yield f"\n## Turns not judged\n\n{turns}\n"
        yield from _faults(course, [fault for stop in unjudged for fault in stop.faults], charset)
    if course.result:
        yield f"\n**Result:** {_inline(course.result)}\n"


def _stop(course: Course, stop: Stop, charset: Charset, *, flip: bool, picture: Picture | None) -> Iterator[str]:
    where = f" ({stop.line})" if stop.line else ""
    level = "###" if stop.variation else "##"
    if stop.turn == START:
        yield "\n## Start\n"
    else:
        yield from _quotes(stop.lead)
        seat = f"{stop.seat}: " if stop.seat else ""
        marks = f" {' '.join(stop.marks)}" if stop.marks else ""
        yield f"\n{level} {stop.ply}. {_inline(seat)}{_code(stop.text)}{_inline(marks + where)}\n"
    is_drawn = stop.is_legal and stop.position is not None
    if is_drawn and picture is not None:
        title = f"Position after {stop.caption}" if stop.ply else "Position at the start"
        words = ". ".join([title, *say_diagram(stop.diagram)])
        yield f"\n![{_inline(words)}]({picture(stop)})\n"
    elif is_drawn:
        yield _fenced(draw_text(stop.diagram, charset=charset, width=_WIDTH, flip=flip))
    if stop.turn != START:
        yield from _quotes(stop.comments)
    yield from _faults(course, stop.faults, charset)


def _quotes(comments: Sequence[str]) -> Iterator[str]:
    """Comments as quotations that keep their lines."""
    for comment in comments:
        lines = (_line(line) for line in comment.split("\n"))
        yield "\n" + "\n".join(f"> {line}".rstrip() for line in lines) + "\n"


def _faults(course: Course, faults: Sequence[Diagnostic], charset: Charset) -> Iterator[str]:
    for fault in faults:
        yield _fenced("\n".join(clean(line, charset) for line in say_fault(fault, course.record.source)))


def _fenced(text: str) -> str:
    """A code block, with a fence longer than any run of backticks in it."""
    fence = _fence(text, 3)
    return f"\n{fence}text\n{text}\n{fence}\n"


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
    text = _inline(text.strip())
    found = _OPENS_BLOCK.match(text)
    return f"{found[1]}\\{text[found.start(2) :]}" if found else text


def _inline(text: str) -> str:
    """Text escaped for use within a line. Words that sites make links of (addresses, `@names`) are code."""
    words = _WORDS.findall(clean(text, Charset.UNICODE))
    return "".join(_code(word) if _LINKED.search(word) else _SPECIAL.sub(r"\\\1", word) for word in words)

"""Records as Markdown: a heading a turn, diagrams in code blocks, comments as quotations.

Whatever a record says comes out as text: no markup of Markdown or HTML in it has effect.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pyrnot.render.report import draw_diagnostic
from pyrnot.render.text import draw_text
from pyrnot.render.text_lines import Charset, clean
from pyrnot.stops import START, Course, Stop

_WIDTH = 80
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&$^=!-])")
_OPENING = re.compile(r"^(\d+)([.)])|^([+-])(?=\s|$)")


def draw_markdown(
    course: Course,
    plies: Sequence[int] | None = None,
    *,
    charset: Charset = Charset.UNICODE,
    flip: bool = False,
    variations: bool = True,
) -> Iterator[str]:
    """One record in pieces of text, each a block with its line ends; joined they are the document."""
    record = course.record
    yield f"# {_inline(course.title)}\n"
    tags = [f"| {_inline(tag.name)} | {_inline(tag.value)} |" for tag in record.tag_lines]
    if tags:
        yield "\n| Tag | Value |\n| --- | --- |\n" + "\n".join(tags) + "\n"
    stops = course.chosen(plies, variations=variations)
    if plies is None or START not in {stop.turn for stop in stops}:
        yield from _quotes(course.start.comments if plies is None else ())
    for stop in stops:
        yield from _stop(course, stop, charset, flip)
    if plies is not None:
        return
    unjudged = course.unjudged(variations=variations)
    if unjudged:
        turns = " ".join(f"{stop.ply}. {stop.text}" for stop in unjudged)
        yield "\n## Turns that were not judged\n\n" + _inline(turns) + "\n"
        yield from _faults(course, [fault for stop in unjudged for fault in stop.faults], charset)
    if record.result is not None:
        yield f"\n**Result:** {_inline(record.result.text)}\n"


def _stop(course: Course, stop: Stop, charset: Charset, flip: bool) -> Iterator[str]:
    where = f" ({course.record.variations[stop.variation].name})" if stop.variation else ""
    level = "###" if stop.variation else "##"
    if stop.turn == START:
        yield "\n## Start\n"
    else:
        yield from _quotes(stop.lead)
        seat = f"{stop.seat}: " if stop.seat else ""
        marks = f" {' '.join(stop.marks)}" if stop.marks else ""
        yield f"\n{level} {stop.ply}\\. {_inline(f'{seat}{stop.text}{marks}{where}')}\n"
    view = course.view(stop.turn) if stop.is_legal else None
    if view is not None:
        yield _fenced(draw_text(view.diagram, charset=charset, width=_WIDTH, flip=flip))
    if stop.turn != START:
        yield from _quotes(stop.comments)
    yield from _faults(course, stop.faults, charset)


def _quotes(comments: Sequence[str]) -> Iterator[str]:
    """Comments as quotations, each with its own lines."""
    for comment in comments:
        lines = (_line(line) for line in comment.split("\n"))
        yield "\n" + "\n".join(f"> {line}".rstrip() for line in lines) + "\n"


def _faults(course: Course, faults: Sequence[object], charset: Charset) -> Iterator[str]:
    for fault in faults:
        text = draw_diagnostic(fault, course.record.source)  # type: ignore[arg-type]
        yield _fenced("\n".join(clean(line, charset) for line in text.split("\n")))


def _fenced(text: str) -> str:
    """A code block; its fence is longer than any row of backticks in it."""
    longest = max((len(row) for row in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"\n{fence}text\n{text}\n{fence}\n"


def _line(text: str) -> str:
    """One line of running text, which must not open a list."""
    return _OPENING.sub(lambda found: f"{found[1] or ''}\\{found[2] or found[3]}", _inline(text.strip()))


def _inline(text: str) -> str:
    """Text without effect on the markup round it."""
    return _SPECIAL.sub(r"\\\1", clean(text, Charset.UNICODE))

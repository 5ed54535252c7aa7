"""The formats of `export`: what one file of each holds, and how it is written. A new format is an entry in `FORMATS`.

Knows no files: a writer gives the content of one, piece by piece.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum, auto
from functools import partial
from itertools import chain, islice
from pathlib import PurePath
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.play.course import Course, Stop
from pyrnot.play.plies import AnyPly, View, players, view_ply
from pyrnot.play.write import write_record
from pyrnot.render.data import FORMAT, VERSION, dump_json, record_data
from pyrnot.render.html.page import Page
from pyrnot.render.markdown import draw_markdown
from pyrnot.render.raster import draw_gif, draw_png
from pyrnot.render.svg.diagram import draw_sheet, draw_svg, picture_height
from pyrnot.render.svg.parts import ALL_PARTS, Part
from pyrnot.render.svg.style import Theme
from pyrnot.render.text.diagram import draw_text
from pyrnot.render.text.lines import Charset
from pyrnot.render.text.mail import draw_mail


class Drawing(Struct, frozen=True, kw_only=True):
    """How to draw, as given by the options of `export`.

    `size` is the width of a picture in pixels; if that is None, pictures are `scale` times as large as usual. Of html,
    `index` is the address of the page that lists all records, if there is one; of md, `save_picture` writes the picture
    of a stop of the record with this number in its file, and returns its address.
    """

    sheet: bool
    flip: bool
    theme: str
    size: int | None
    scale: float
    columns: int
    delay: float
    ascii: bool
    mainline: bool
    parts: frozenset[Part] = ALL_PARTS
    index: str = ""
    save_picture: Callable[[Job, int, Stop, View], str] | None = None


class Job(Struct, frozen=True):
    """A record to be written, and the plies chosen from it (None: all plies, in variations too)."""

    course: Course
    plies: Sequence[AnyPly] | None

    def views(self) -> Iterator[View]:
        """What to draw at the plies that were chosen."""
        return (view_ply(self.course.replay, ply) for ply in self.plies or ())


_PNG_SCALE = 2
"""A PNG is usually this many times as large as an SVG, so that its letters are sharp on dense screens."""

Pieces: TypeAlias = Iterator[str] | Iterator[bytes]


class Unit(Enum):
    """What one file holds."""

    PLY = auto()
    RECORD = auto()
    RECORDS = auto()


class Format(Struct, frozen=True):
    """A format: what one file holds, how it is written, and whether it is a picture, of which parts can be drawn."""

    unit: Unit
    write: Callable[[Iterator[Job], Drawing], Pieces]
    is_picture: bool = False


# Pictures


def _write_svg(jobs: Iterator[Job], drawing: Drawing) -> Iterator[str]:
    for job in jobs:
        if drawing.sheet:
            yield "".join(_draw_sheet(job, drawing))
        else:
            yield from _draw_views(job, drawing)


def _write_png(jobs: Iterator[Job], drawing: Drawing) -> Iterator[bytes]:
    scale = drawing.scale if drawing.sheet else _PNG_SCALE * drawing.scale
    return map(draw_png, _write_svg(jobs, replace(_for_pixels(drawing), scale=scale)))


def _write_gif(jobs: Iterator[Job], drawing: Drawing) -> Iterator[bytes]:
    for job in jobs:
        # All pictures of an animation are as high as the highest.
        heights = (picture_height(view.diagram, _caption(job, view), drawing.parts) for view in job.views())
        yield draw_gif(_draw_views(job, _for_pixels(drawing), max(heights, default=0)), delay=drawing.delay)


def _draw_sheet(job: Job, drawing: Drawing) -> Iterator[str]:
    return draw_sheet(
        (([view.caption], view.diagram) for view in job.views()),
        title=job.course.title,
        description="\n".join(f"{stop.ply}. {stop.text}" for stop in job.course.line(0) if stop.is_legal),
        columns=drawing.columns,
        theme=Theme(drawing.theme),
        size=drawing.size,
        scale=drawing.scale,
        flip=drawing.flip,
        parts=drawing.parts,
    )


def _draw_views(job: Job, drawing: Drawing, height: float = 0) -> Iterator[str]:
    """The SVG of each ply with its caption, at least `height` units high."""
    for view in job.views():
        yield draw_view(job.course, view, drawing, caption=_caption(job, view), height=height)


def draw_view(course: Course, view: View, drawing: Drawing, *, caption: Sequence[str] = (), height: float = 0) -> str:
    """The SVG of a ply, at least `height` units high."""
    return draw_svg(
        view.diagram,
        title=f"{course.title}, {view.caption}",
        description=draw_text(view.diagram, flip=drawing.flip),
        caption=caption,
        height=height,
        theme=Theme(drawing.theme),
        size=drawing.size,
        scale=drawing.scale,
        flip=drawing.flip,
        parts=drawing.parts,
    )


def _caption(job: Job, view: View) -> list[str]:
    return [line for line in (view.caption, players(job.course.replay)) if line]


def _for_pixels(drawing: Drawing) -> Drawing:
    """For pixels: only a browser knows the reader's theme, so they are light unless `--theme` says otherwise."""
    return replace(drawing, theme="light") if drawing.theme == "auto" else drawing


# Documents


def _write_html(jobs: Iterator[Job], drawing: Drawing) -> Iterator[str]:
    first = list(islice(jobs, 2))
    files = {PurePath(job.course.record.source.file).stem for job in first}
    title = first[0].course.title if len(first) == 1 else f"{files.pop() if len(files) == 1 else 'Game'} records"
    page = Page(title, flip=drawing.flip, theme=Theme(drawing.theme), index=drawing.index)
    yield from page.head()
    for job in chain(first, jobs):
        yield from page.record(job.course, job.plies, variations=not drawing.mainline)
    yield from page.foot()


def _write_md(jobs: Iterator[Job], drawing: Drawing) -> Iterator[str]:
    for number, job in enumerate(jobs, 1):
        picture = drawing.save_picture and partial(drawing.save_picture, job, number)
        yield "\n" if number > 1 else ""
        yield from _draw_text(job, drawing, partial(draw_markdown, picture=picture))


def _write_txt(jobs: Iterator[Job], drawing: Drawing) -> Iterator[str]:
    for number, job in enumerate(jobs, 1):
        yield "\n\n" if number > 1 else ""
        yield from _draw_text(job, drawing, draw_mail)


def _draw_text(job: Job, drawing: Drawing, draw: Callable[..., Iterable[str]]) -> Iterable[str]:
    charset = Charset.ASCII if drawing.ascii else Charset.UNICODE
    return draw(job.course, job.plies, charset=charset, flip=drawing.flip, variations=not drawing.mainline)


def _write_json(jobs: Iterator[Job], drawing: Drawing) -> Iterator[str]:
    yield f'{{"format": "{FORMAT}", "version": {VERSION}, "records": ['
    for number, job in enumerate(jobs):
        yield ",\n" if number else "\n"
        yield dump_json(record_data(job.course, job.plies, variations=not drawing.mainline), indent=1)
    yield "\n]}\n"


def _write_pyr(jobs: Iterator[Job], _drawing: Drawing) -> Iterator[str]:
    for number, job in enumerate(jobs):
        yield ("\n" if number else "") + write_record(job.course.replay)


FORMATS = {
    "svg": Format(Unit.PLY, _write_svg, is_picture=True),
    "png": Format(Unit.PLY, _write_png, is_picture=True),
    "gif": Format(Unit.RECORD, _write_gif, is_picture=True),
    "html": Format(Unit.RECORDS, _write_html),
    "md": Format(Unit.RECORDS, _write_md),
    "txt": Format(Unit.RECORDS, _write_txt),
    "json": Format(Unit.RECORDS, _write_json),
    "pyr": Format(Unit.RECORDS, _write_pyr),
}
"""Formats by their suffix, which is also their name for `--to`."""

SUFFIXES = {**{name: name for name in FORMATS}, "htm": "html", "markdown": "md", "text": "txt"}
"""The format for each suffix of an output file."""

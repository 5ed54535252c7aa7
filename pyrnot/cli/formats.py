"""The formats of `export`: what one file of each holds, and how it is written. A new format is an entry in `FORMATS`.

Knows no files: a writer gives the content of one, piece by piece.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from itertools import chain, islice
from pathlib import PurePath
from typing import TYPE_CHECKING, TypeAlias

import click
from msgspec import Struct
from msgspec.structs import replace

from pyrnot.cli.output import note
from pyrnot.cli.pictures import Chosen
from pyrnot.cli.targets import Names

if TYPE_CHECKING:
    from pyrnot.play.course import Course
    from pyrnot.play.plies import AnyPly, View
    from pyrnot.render.svg.parts import Part
    from pyrnot.render.svg.style import Theme


class Drawing(Chosen, frozen=True):
    """How to draw, as given by the options of `export`.

    `size` is the width of a picture in pixels; if that is None, pictures are `scale` times as large as usual.
    """

    flip: bool
    theme: str
    size: int | None
    scale: float
    columns: int
    delay: float
    ascii: bool
    mainline: bool


class Job(Struct, frozen=True):
    """A record to be written, and the plies chosen from it (None: all plies, in variations too)."""

    course: Course
    plies: list[AnyPly] | None

    @property
    def names(self) -> Names:
        """Values for the fields of a file name."""
        source = self.course.record.source
        game = self.course.record.game
        return Names(file=source.file, game=game.info.id if game else "unknown", record=source.number)

    def views(self) -> Iterator[View]:
        """The plies to draw."""
        from pyrnot.play.plies import view_plies

        plies = self.plies or ()
        return view_plies(self.course.replay, plies)


_PNG_SCALE = 2
"""A PNG is usually this many times as large as an SVG, so that its letters are sharp on dense screens."""

Pieces: TypeAlias = Iterator[str] | Iterator[bytes]


class Unit(Enum):
    """What one file holds; the value is the pattern for its name in a folder."""

    PLY = "{file}-{record}-{ply}"
    RECORD = "{file}-{record}"
    RECORDS = "{file}"


class Format(Struct, frozen=True, kw_only=True):
    """A format."""

    unit: Unit
    write: Callable[[Iterator[Job], Drawing], Pieces]
    needs_images: bool = False
    """Whether it takes the packages of the extra `images`."""
    is_picture: bool = False
    """Whether it draws pictures, so that `--parts` applies."""
    has_variations: bool = False
    """Whether a file of one record has its variations, too; one of many has them anyway."""
    is_record: bool = False
    """Whether it is a record again, so that it has all plies and no errors."""


# Pictures


def _write_svg(jobs: Iterator[Job], drawing: Drawing) -> Iterator[str]:
    for job in jobs:
        yield from _draw_views(job, drawing)


def _write_png(jobs: Iterator[Job], drawing: Drawing) -> Iterator[bytes]:
    from pyrnot.render.raster import draw_png

    return map(draw_png, _write_svg(jobs, replace(_for_pixels(drawing), scale=_PNG_SCALE * drawing.scale)))


def _write_svg_sheet(jobs: Iterator[Job], drawing: Drawing) -> Iterator[str]:
    return ("".join(_draw_sheet(job, drawing)) for job in jobs)


def _write_png_sheet(jobs: Iterator[Job], drawing: Drawing) -> Iterator[bytes]:
    from pyrnot.render.raster import draw_png

    return map(draw_png, _write_svg_sheet(jobs, _for_pixels(drawing)))


def _draw_sheet(job: Job, drawing: Drawing) -> Iterator[str]:
    from pyrnot.render.svg.diagram import draw_sheet

    return draw_sheet(
        (([view.caption], view.diagram) for view in job.views()),
        title=job.course.title,
        description="\n".join(f"{stop.ply}. {stop.text}" for stop in job.course.line(0) if stop.is_legal),
        columns=drawing.columns,
        size=drawing.size,
        scale=drawing.scale,
        theme=_theme(drawing),
        flip=drawing.flip,
        parts=_parts(drawing),
    )


def _write_gif(jobs: Iterator[Job], drawing: Drawing) -> Iterator[bytes]:
    from pyrnot.play.plies import view_plies
    from pyrnot.render.raster import draw_gif
    from pyrnot.render.svg.diagram import picture_height

    for job in jobs:
        # All pictures of an animation are as high as the highest.
        views = view_plies(job.course.replay, job.plies or ())
        parts = _parts(drawing)
        height = max((picture_height(view.diagram, _caption(job.course, view), parts) for view in views), default=0)
        yield draw_gif(_draw_views(job, _for_pixels(drawing), height), delay=drawing.delay)


def _draw_views(job: Job, drawing: Drawing, height: float = 0) -> Iterator[str]:
    """The SVG of each ply with its caption, at least `height` units high."""
    for view in job.views():
        yield draw_view(job.course, view, drawing, caption=_caption(job.course, view), height=height)


def draw_view(course: Course, view: View, drawing: Drawing, *, caption: Sequence[str] = (), height: float = 0) -> str:
    """The SVG of a ply, at least `height` units high."""
    from pyrnot.render.svg.diagram import draw_svg
    from pyrnot.render.text.diagram import draw_text

    return draw_svg(
        view.diagram,
        title=f"{course.title}, {view.caption}",
        description=draw_text(view.diagram, flip=drawing.flip),
        size=drawing.size,
        scale=drawing.scale,
        theme=_theme(drawing),
        flip=drawing.flip,
        parts=_parts(drawing),
        caption=caption,
        height=height,
    )


def _caption(course: Course, view: View) -> list[str]:
    from pyrnot.play.plies import players

    return [line for line in (view.caption, players(course.replay)) if line]


def _theme(drawing: Drawing) -> Theme:
    from pyrnot.render.svg.style import Theme

    return Theme(drawing.theme)


def _parts(drawing: Drawing) -> frozenset[Part]:
    from pyrnot.render.svg.parts import ALL_PARTS

    return ALL_PARTS if drawing.parts is None else drawing.parts


def _for_pixels(drawing: Drawing) -> Drawing:
    """For pixels: only a browser knows the reader's theme, so they are light unless `--theme` says otherwise."""
    return replace(drawing, theme="light") if drawing.theme == "auto" else drawing


# Documents


def _write_html(jobs: Iterator[Job], drawing: Drawing) -> Iterator[str]:
    from pyrnot.render.html.page import Page

    first = list(islice(jobs, 2))
    files = {PurePath(job.names.file).stem for job in first}
    title = first[0].course.title if len(first) == 1 else f"{files.pop() if len(files) == 1 else 'Game'} records"
    page = Page(title, flip=drawing.flip, theme=_theme(drawing))
    yield from page.head()
    for job in chain(first, jobs):
        yield from page.record(job.course, job.plies, variations=not drawing.mainline)
    yield from page.foot()


def _write_md(jobs: Iterator[Job], drawing: Drawing) -> Iterator[str]:
    from pyrnot.render.markdown import draw_markdown

    return _write_text(jobs, drawing, draw_markdown, gap="\n")


def _write_txt(jobs: Iterator[Job], drawing: Drawing) -> Iterator[str]:
    from pyrnot.render.text.mail import draw_mail

    return _write_text(jobs, drawing, draw_mail, gap="\n\n")


def _write_text(
    jobs: Iterator[Job], drawing: Drawing, draw: Callable[..., Iterable[str]], *, gap: str
) -> Iterator[str]:
    from pyrnot.render.text.lines import Charset

    charset = Charset.ASCII if drawing.ascii else Charset.UNICODE
    for number, job in enumerate(jobs):
        yield gap if number else ""
        yield from draw(job.course, job.plies, charset=charset, flip=drawing.flip, variations=not drawing.mainline)


def _write_json(jobs: Iterator[Job], drawing: Drawing) -> Iterator[str]:
    from pyrnot.render.data import FORMAT, VERSION, dump_json, record_data

    yield f'{{"format": "{FORMAT}", "version": {VERSION}, "records": ['
    for number, job in enumerate(jobs):
        yield ",\n" if number else "\n"
        yield dump_json(record_data(job.course, job.plies, variations=not drawing.mainline), indent=1)
    yield "\n]}\n"


def _write_pyr(jobs: Iterator[Job], _drawing: Drawing) -> Iterator[str]:
    from pyrnot.play.write import write_record

    for number, job in enumerate(jobs):
        yield ("\n" if number else "") + write_record(job.course.replay)


FORMATS = {
    "svg": Format(unit=Unit.PLY, write=_write_svg, is_picture=True),
    "png": Format(unit=Unit.PLY, write=_write_png, needs_images=True, is_picture=True),
    "gif": Format(unit=Unit.RECORD, write=_write_gif, needs_images=True, is_picture=True),
    "html": Format(unit=Unit.RECORDS, write=_write_html),
    "md": Format(unit=Unit.RECORDS, write=_write_md),
    "txt": Format(unit=Unit.RECORDS, write=_write_txt),
    "json": Format(unit=Unit.RECORDS, write=_write_json),
    "pyr": Format(unit=Unit.RECORDS, write=_write_pyr, is_record=True),
}
"""Formats by their suffix, which is also their name for `--to`."""

SHEETS = {
    "svg": Format(unit=Unit.RECORD, write=_write_svg_sheet, is_picture=True),
    "png": Format(unit=Unit.RECORD, write=_write_png_sheet, needs_images=True, is_picture=True),
}
"""Formats that `--sheet` changes, as they are then."""

SUFFIXES = {**{name: name for name in FORMATS}, "htm": "html", "markdown": "md", "text": "txt"}
"""The format for each suffix of an output file."""


def check_images(to: str) -> None:
    """Raises `click.UsageError` if the packages for images are missing, and warns if there are no fonts."""
    from pyrnot.render.raster import ExtraMissing, check_packages, has_fonts

    try:
        check_packages(to)
    except ExtraMissing as fault:
        raise click.UsageError(str(fault)) from None
    if not has_fonts():
        note("warning: no fonts found; the pictures will have no letters")

"""`pyrnot export`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, groupby, islice
from pathlib import PurePath
from typing import TYPE_CHECKING

import click
from msgspec import Struct
from msgspec.structs import replace

from pyrnot.cli.options import pick_records, reading_options, record_option
from pyrnot.cli.targets import Names, Target
from pyrnot.cli.trouble import say_faults, say_unreadable
from pyrnot.game import AnyGame
from pyrnot.record.files import Unreadable

if TYPE_CHECKING:
    from pyrnot.diagram import Diagram
    from pyrnot.play.course import Course
    from pyrnot.play.plies import View
    from pyrnot.render.svg.diagram import Theme

PICTURES = ("svg", "png", "gif")
DOCUMENTS = ("html", "md", "txt", "json", "pyr")
_SUFFIXES = {**{name: name for name in (*PICTURES, *DOCUMENTS)}, "htm": "html", "markdown": "md", "text": "txt"}
_SIZES = {"svg": 480, "png": 960, "gif": 480}
_SHEET_SIZE = 280


class Wishes(Struct, frozen=True):
    """How the user wants it drawn."""

    to: str
    ply: str
    flip: bool
    theme: Theme
    size: int
    columns: int
    delay: float
    ascii: bool
    variations: bool


class Job(Struct, frozen=True):
    """A record to be written out, and the plies asked for (None: all there is)."""

    course: Course
    plies: list[int] | None

    @property
    def names(self) -> Names:
        """What the fields of a file name stand for."""
        source = self.course.record.source
        game = self.course.record.game
        return Names(source.file, game.info.id if game else "unknown", source.number, None)


@click.command("export")
@reading_options
@record_option
@click.option("--to", type=click.Choice([*PICTURES, *DOCUMENTS]), help="What to write; else the suffix of -o says it.")
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    help="A file, a folder, a pattern such as game-{record}-{ply}.svg, or - for standard output.",
)
@click.option(
    "--ply", metavar="P", help="start, end, all, 3, 3-7, -1, or several with commas. [svg, png: end; else all]"
)
@click.option("--sheet", is_flag=True, help="svg, png: all plies of a record in one picture.")
@click.option(
    "--columns", type=click.IntRange(1, 50), default=4, show_default=True, help="Diagrams in a row of a sheet."
)
@click.option("--flip", is_flag=True, help="Seen from the other side.")
@click.option("--theme", type=click.Choice(["auto", "light", "dark"]), default="auto", help="Colours of the ground.")
@click.option("--size", type=click.IntRange(40, 8000), help="Width of a diagram in pixels.")
@click.option(
    "--delay", type=click.FloatRange(0.02, 600), default=1.5, show_default=True, help="gif: seconds from turn to turn."
)
@click.option("--ascii", "is_ascii", is_flag=True, help="md, txt: diagrams in ASCII.")
@click.option("--mainline", is_flag=True, help="Leave variations out.")
@click.option("--force", is_flag=True, help="Overwrite files.")
@click.pass_context
def export_command(
    ctx: click.Context,
    paths: tuple[str, ...],
    game: AnyGame | None,
    encoding: str,
    number: int | None,
    to: str | None,
    output: str | None,
    ply: str | None,
    sheet: bool,
    columns: int,
    flip: bool,
    theme: str,
    size: int | None,
    delay: float,
    is_ascii: bool,
    mainline: bool,
    force: bool,
) -> None:
    """Write records as pictures (svg, png, gif), replay pages (html), text (md, txt, json) and canonical records (pyr).

    Pictures are of the last position, one file each, unless --ply says which; documents hold all plies.
    Exit 1 if a record has an error or not that ply; what lies before the fault is written all the same.
    """
    from pyrnot.render.svg.diagram import Theme

    to = to or _guess(output)
    is_picture = to in PICTURES and to != "gif" and not sheet
    if sheet and to not in ("svg", "png"):
        raise click.UsageError("--sheet is for svg and png")
    target = Target(output, to, _folder_pattern(to, is_picture), force=force)
    if to == "pyr" and (ply is not None or mainline):
        raise click.UsageError(
            "--ply and --mainline are not for pyr: a record is written whole, and only if it is right"
        )
    if target.has("ply") and not is_picture:
        raise click.UsageError(f"{{ply}} in the name is for single pictures: this {to} holds many plies")
    if to in ("png", "gif"):
        _need_images(to)
    wishes = Wishes(
        to,
        ply or ("end" if is_picture else "all"),
        flip,
        Theme(theme),
        size or (_SHEET_SIZE if sheet else _SIZES.get(to, 0)),
        columns,
        delay,
        is_ascii,
        not mainline,
    )
    jobs = _Jobs(pick_records(paths, game, encoding, number, None), wishes)
    if is_picture:
        _write_pictures(jobs, wishes, target)
    elif sheet or to == "gif":
        _write_sheets(jobs, wishes, target)
    else:
        _write_documents(jobs, wishes, target)
    ctx.exit(jobs.exit_code)


def _guess(output: str | None) -> str:
    suffix = PurePath(output or "").suffix.lower().removeprefix(".")
    if suffix not in _SUFFIXES:
        raise click.UsageError(f"say what to write: --to {', '.join((*PICTURES, *DOCUMENTS))}")
    return _SUFFIXES[suffix]


def _folder_pattern(to: str, is_picture: bool) -> str:
    if is_picture:
        return "{file}-{record}-{ply}"
    return "{file}" if to in DOCUMENTS else "{file}-{record}"


class _Jobs:
    """The records to be written, replayed one after another; faults are said when their record is done."""

    def __init__(self, records: Iterable[object], wishes: Wishes) -> None:
        self.records = records
        self.wishes = wishes
        self.exit_code = 0

    def __iter__(self) -> Iterator[Job]:
        from pyrnot.play.course import plot_course
        from pyrnot.play.plies import NoSuchPly, choose_plies
        from pyrnot.play.replay import replay
        from pyrnot.record.model import Record

        is_document = self.wishes.to in DOCUMENTS
        for record in self.records:
            if isinstance(record, Unreadable):
                self._leave(say_unreadable(record))
                continue
            assert isinstance(record, Record)
            replayed = replay(record, mainline_only=not self.wishes.variations)
            course = plot_course(replayed)
            if is_document and self.wishes.ply.strip().lower() == "all":
                yield Job(course, None)
            elif replayed.start is not None:
                try:
                    yield Job(course, choose_plies(self.wishes.ply, replayed))
                except NoSuchPly as fault:
                    click.echo(f"{record.source.file}, record {record.source.number}: {fault}", err=True)
                    self._leave(1)
            self._leave(say_faults(replayed))

    def _leave(self, exit_code: int) -> None:
        self.exit_code = max(self.exit_code, exit_code)


# Pictures


def _write_pictures(jobs: Iterable[Job], wishes: Wishes, target: Target) -> None:
    """One file for each ply."""
    for job in _alone(jobs, target, wishes):
        names = [target.name(replace(job.names, ply=ply)) for ply in job.plies or ()]
        if len(set(names)) < len(names):
            raise _too_many(len(names), wishes)
        with _watched("Drawing", len(names)) as advance:
            for name, svg in zip(names, _draw_views(job, wishes, advance), strict=True):
                _write(target, name, [_picture_bytes(svg, wishes)])


def _write_sheets(jobs: Iterable[Job], wishes: Wishes, target: Target) -> None:
    """One picture, still or moving, for each record."""
    for job in _alone(jobs, target, wishes):
        name = target.name(job.names)
        with _watched("Drawing", len(job.plies or ())) as advance:
            if wishes.to == "gif":
                _write(target, name, [_gif_bytes(job, wishes, advance)])
            else:
                _write(target, name, [_picture_bytes(_draw_sheet(job, wishes, advance), wishes)])


def _alone(jobs: Iterable[Job], target: Target, wishes: Wishes) -> Iterator[Job]:
    """The jobs; says so before anything is written where there is room for one only and there are two."""
    if not target.is_single:
        yield from jobs
        return
    rest = iter(jobs)
    first = list(islice(rest, 2))
    if len(first) > 1:
        raise _too_many(None, wishes)
    yield from first


def _too_many(count: int | None, wishes: Wishes) -> click.UsageError:
    fields = "{record}-{ply}" if wishes.to != "gif" else "{record}"
    return click.UsageError(
        f"{count or 'several'} pictures do not go into one file: "
        f"give a folder or a pattern, such as -o 'game-{fields}.{wishes.to}'"
    )


def _draw_views(job: Job, wishes: Wishes, advance: Callable[[], None], height: float = 0) -> Iterator[str]:
    """The SVG of each ply."""
    from pyrnot.play.plies import view_plies
    from pyrnot.render.svg.diagram import draw_svg
    from pyrnot.render.text.diagram import draw_text

    for view in view_plies(job.course.replay, job.plies or ()):
        yield draw_svg(
            view.diagram,
            title=f"{job.course.title}, {view.caption}",
            description=draw_text(view.diagram, flip=wishes.flip),
            size=wishes.size,
            theme=_theme(wishes),
            flip=wishes.flip,
            caption=_caption(job.course, view),
            height=height,
        )
        advance()


def _caption(course: Course, view: View) -> list[str]:
    from pyrnot.play.plies import players

    return [line for line in (view.caption, players(course.replay)) if line]


def _draw_sheet(job: Job, wishes: Wishes, advance: Callable[[], None]) -> str:
    from pyrnot.play.plies import view_plies
    from pyrnot.render.svg.diagram import draw_sheet

    def pictures() -> Iterator[tuple[list[str], Diagram]]:
        for view in view_plies(job.course.replay, job.plies or ()):
            yield [view.caption], view.diagram
            advance()

    return draw_sheet(
        pictures(),
        title=job.course.title,
        description="\n".join(f"{stop.ply}. {stop.text}" for stop in job.course.line(0) if stop.is_legal),
        columns=wishes.columns,
        size=wishes.size,
        theme=_theme(wishes),
        flip=wishes.flip,
    )


def _gif_bytes(job: Job, wishes: Wishes, advance: Callable[[], None]) -> bytes:
    from pyrnot.play.plies import view_plies
    from pyrnot.render.raster import draw_gif
    from pyrnot.render.svg.diagram import picture_height

    # All pictures of a GIF have the size of the highest.
    views = view_plies(job.course.replay, job.plies or ())
    height = max((picture_height(view.diagram, _caption(job.course, view)) for view in views), default=0)
    return draw_gif(_draw_views(job, wishes, advance, height), delay=wishes.delay)


def _picture_bytes(svg: str, wishes: Wishes) -> bytes:
    if wishes.to == "svg":
        return svg.encode()
    from pyrnot.render.raster import draw_png

    return draw_png(svg)


def _need_images(to: str) -> None:
    """Says what to install where a package for images is missing, and what is missing where there are no fonts."""
    from pyrnot.render.raster import ExtraMissing, check_packages, has_fonts

    try:
        check_packages(to)
    except ExtraMissing as fault:
        raise click.UsageError(str(fault)) from None
    if not has_fonts():
        click.echo("warning: no fonts are installed, so the pictures have no letters", err=True)


def _theme(wishes: Wishes) -> Theme:
    """Only a browser knows what the reader's system prefers: other pictures are light unless told otherwise."""
    from pyrnot.render.svg.diagram import Theme

    return Theme.LIGHT if wishes.theme is Theme.AUTO and wishes.to != "svg" else wishes.theme


# Documents


def _write_documents(jobs: Iterable[Job], wishes: Wishes, target: Target) -> None:
    """One file for the records that have its name: for all, for those of a file, or for each. None for records with an
    error where records are to be written: these are right or not there."""
    if wishes.to == "pyr":
        jobs = (job for job in jobs if not job.course.replay.has_error)
    for name, group in groupby(jobs, key=lambda job: target.name(job.names)):
        with _watched("Writing", None) as advance:
            _write(target, name, (piece.encode("utf-8", "replace") for piece in _document(group, wishes, advance)))


def _document(jobs: Iterator[Job], wishes: Wishes, advance: Callable[[], None]) -> Iterator[str]:
    """The document with these records, in pieces."""
    match wishes.to:
        case "html":
            yield from _page(jobs, wishes, advance)
        case "json":
            yield from _json(jobs, wishes, advance)
        case "pyr":
            from pyrnot.play.write import write_record

            gap = ""
            for job in jobs:
                yield gap + write_record(job.course.replay)
                gap = "\n"
                advance()
        case _:
            from pyrnot.render.markdown import draw_markdown
            from pyrnot.render.text.lines import Charset
            from pyrnot.render.text.mail import draw_mail

            draw = draw_markdown if wishes.to == "md" else draw_mail
            charset = Charset.ASCII if wishes.ascii else Charset.UNICODE
            gap = ""
            for job in jobs:
                yield gap
                yield from draw(job.course, job.plies, charset=charset, flip=wishes.flip, variations=wishes.variations)
                gap = "\n\n" if wishes.to == "txt" else "\n"
                advance()


def _page(jobs: Iterator[Job], wishes: Wishes, advance: Callable[[], None]) -> Iterator[str]:
    from pyrnot.render.html.page import Page

    first = list(islice(jobs, 2))
    files = {PurePath(job.names.file).stem for job in first}
    title = first[0].course.title if len(first) == 1 else f"{files.pop() if len(files) == 1 else 'Game'} records"
    page = Page(title, flip=wishes.flip, theme=wishes.theme)
    yield from page.head()
    for job in chain(first, jobs):
        yield from page.record(job.course, job.plies, variations=wishes.variations)
        advance()
    yield from page.foot()


def _json(jobs: Iterator[Job], wishes: Wishes, advance: Callable[[], None]) -> Iterator[str]:
    from pyrnot.render.data import FORMAT, VERSION, record_data

    comma = ""
    yield f'{{"format": "{FORMAT}", "version": {VERSION}, "records": ['
    for job in jobs:
        data = record_data(job.course, job.plies, variations=wishes.variations)
        yield f"{comma}\n{json.dumps(data, ensure_ascii=False, indent=1)}"
        comma = ","
        advance()
    yield "\n]}\n"


# Writing


def _write(target: Target, name: str, pieces: Iterable[bytes]) -> None:
    with target.open(name) as file:
        for piece in pieces:
            file.write(piece)


@contextmanager
def _watched(what: str, total: int | None) -> Iterator[Callable[[], None]]:
    """A progress bar on stderr for long work, if a person is watching; yields what moves it on."""
    if not sys.stderr.isatty() or (total is not None and total < 3):
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda: progress.advance(task)

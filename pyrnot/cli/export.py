"""`pyrnot export`: writes records as pictures and documents."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby, islice
from pathlib import PurePath
from urllib.parse import quote

import click
from msgspec.structs import replace

from pyrnot.cli.formats import FORMATS, SUFFIXES, Drawing, Format, Job, Unit, draw_view
from pyrnot.cli.inputs import Input, collection_options
from pyrnot.cli.options import (
    PLY_HELP,
    flip_option,
    force_option,
    grouped,
    output_option,
    parts_options,
    ply_option,
    record_option,
)
from pyrnot.cli.output import for_document, for_output, note
from pyrnot.cli.reporting import chosen_plies, report_faults
from pyrnot.cli.targets import STANDARD_OUTPUT, Target, names_folder
from pyrnot.play.counts import Standings
from pyrnot.play.course import Stop, plot_course
from pyrnot.play.plies import View
from pyrnot.play.replay import replay
from pyrnot.record.model import Record
from pyrnot.render.html.index import draw_index, list_record
from pyrnot.render.raster import ExtraMissing, check_packages, has_fonts
from pyrnot.render.svg.parts import Part
from pyrnot.render.svg.style import Theme

_INDEX = "index.html"
_SHEETS = ("svg", "png")
"""The formats that `--sheet` is for."""

drawing_options = grouped(
    "drawing",
    Drawing,
    click.option("--sheet", is_flag=True, help="svg, png: draw all plies of a record in one picture."),
    flip_option,
    click.option("--theme", type=click.Choice(["auto", "light", "dark"]), default="auto", help="Background colours."),
    click.option("--size", type=click.IntRange(40, 8000), metavar="PIXELS", help="Width of a picture."),
    click.option(
        "--scale",
        type=click.FloatRange(0.1, 5),
        default=1,
        metavar="FACTOR",
        help="Magnification of pictures.",
    ),
    click.option("--columns", type=click.IntRange(1, 50), default=4, metavar="N", help="Diagrams per row of a sheet."),
    click.option(
        "--delay",
        type=click.FloatRange(0.02, 600),
        default=1.5,
        metavar="SECONDS",
        help="gif: time between turns.",
    ),
    click.option("--ascii", is_flag=True, help="md, txt: draw in ASCII."),
    click.option("--mainline", is_flag=True, help="Leave out variations."),
)
"""The options that say how to draw: the command receives `drawing`."""


@click.command("export")
@collection_options("[PATH...]", is_drawn=True)
@record_option(default=None)
@click.option("--to", type=click.Choice(list(FORMATS)), help="Output format (default: the suffix of -o).")
@output_option("OUT", "A file, a folder (for pictures game-1-3.svg and so on), or - for standard output (the default).")
@ply_option(f"Plies to write: {PLY_HELP} (default: end for svg and png, else all).")
@click.option("--pictures", is_flag=True, help="md: write the diagrams as SVG files next to the text and show those.")
@parts_options
@drawing_options
@force_option
def export_command(
    given: Input,
    number: int | None,
    to: str | None,
    output: str | None,
    ply: str | None,
    pictures: bool,
    parts: frozenset[Part] | None,
    drawing: Drawing,
    force: bool,
) -> None:
    """Export diagrams, animations and replay pages.

    Pictures (svg, png) show the last position, one file each, unless --ply or --sheet is given. An animation (gif)
    shows all plies of a record. Documents (html, md, txt, json) hold all plies of all records; pyr is canonical
    notation.

    For html, a folder after -o gets a page for each record and an index.html that lists them; so does a new name
    without a suffix if PATH is a folder.

    A record with an error is exported up to the error. Exit 1 if a record has an error or lacks that ply.
    """
    to = to or _format_of(output)
    form = FORMATS[to]
    has_pages = to == "html" and _is_folder(output, given)
    if has_pages:
        output = os.path.join(output or "", "")
    if drawing.sheet or has_pages:
        form = replace(form, unit=Unit.RECORD)
    target = Target(output, to, force=force, inputs=given.real_paths)
    _check_usage(to, ply, drawing, pictures=pictures, has_parts=parts is not None)
    drawing = replace(drawing, parts=given.parts(parts), index=_INDEX if has_pages else "")
    if has_pages:
        target.check(os.path.join(target.output, _INDEX))
    if pictures:
        if target.output == STANDARD_OUTPUT:
            raise click.UsageError("--pictures writes files next to the text: give its name with -o FILE")
        drawing = replace(drawing, save_picture=partial(_save_picture, target, drawing))
    if to in ("png", "gif"):
        _check_images(to)
    rows: list[str] = []
    standings = Standings()
    jobs = _replay_all(given.records(number), to, ply or ("end" if form.unit is Unit.PLY else "all"), drawing)
    for name, part in _split(jobs, form, target):
        if has_pages:
            part = list(part)
            for job in part:
                standings.add(job.course.replay)
                rows.append(list_record(job.course, os.path.basename(name)))
        with target.open(name) as file:
            for piece in form.write(iter(part), drawing):
                if name == STANDARD_OUTPUT and isinstance(piece, str):
                    piece = (for_output if to == "pyr" else for_document)(piece)
                file.write(piece if isinstance(piece, bytes) else piece.encode("utf-8", "replace"))
    if rows:
        with target.open(os.path.join(target.output, _INDEX)) as file:
            page = draw_index(rows, standings.rows(), theme=Theme(drawing.theme))
            file.write(page.encode("utf-8", "replace"))


def _check_usage(to: str, ply: str | None, drawing: Drawing, *, pictures: bool, has_parts: bool) -> None:
    """Raises `UsageError` if an option is not for this format, or contradicts another one."""
    if drawing.sheet and to not in _SHEETS:
        raise click.UsageError(f"--sheet works only with {' and '.join(_SHEETS)}")
    if pictures and to != "md":
        raise click.UsageError("--pictures works only with md")
    if to == "pyr" and (ply is not None or drawing.mainline):
        raise click.UsageError(f"--ply and --mainline do not apply to {to}: it always holds complete records")
    if has_parts and not (pictures or FORMATS[to].is_picture):
        raise click.UsageError(f"--parts and --board-only are for pictures, not for {to}")
    if drawing.size and drawing.scale != 1:
        raise click.UsageError("give either --size or --scale")


def _check_images(to: str) -> None:
    """Raises `click.UsageError` if the packages for images are missing, and warns if there are no fonts."""
    try:
        check_packages(to)
    except ExtraMissing as fault:
        raise click.UsageError(str(fault)) from None
    if not has_fonts():
        note("warning: no fonts found; the pictures will have no letters")


def _is_folder(output: str | None, given: Input) -> bool:
    """Whether the pages of the records go into a folder: `-o` names one, or a new one for what comes from a folder."""
    if output is None or output == STANDARD_OUTPUT:
        return False
    is_new = not PurePath(output).suffix and not os.path.exists(output)
    return names_folder(output) or (is_new and any(map(os.path.isdir, given.paths)))


def _format_of(output: str | None) -> str:
    suffix = PurePath(output or "").suffix.lower().removeprefix(".")
    if suffix not in SUFFIXES:
        raise click.UsageError(f"choose a format: --to {', '.join(FORMATS)}")
    return SUFFIXES[suffix]


def _replay_all(records: Iterable[Record], to: str, ply: str, drawing: Drawing) -> Iterator[Job]:
    """The records that can be written; the faults of each are reported once it has been written."""
    takes_all = not FORMATS[to].is_picture and ply.strip().lower() == "all"
    for record in records:
        replayed = replay(record, mainline_only=drawing.mainline)
        if takes_all:
            if not (to == "pyr" and replayed.has_error):
                yield Job(plot_course(replayed), None)
        elif plies := chosen_plies(ply, replayed):
            yield Job(plot_course(replayed), list(dict.fromkeys(plies)))
        report_faults(replayed)


def _split(jobs: Iterator[Job], form: Format, target: Target) -> Iterator[tuple[str, Iterable[Job]]]:
    """The name of each file, and the jobs that it holds. Raises `click.UsageError` for several pictures in one file."""
    if form.unit is Unit.RECORDS:
        yield from groupby(jobs, key=lambda job: target.name(job.course.record.source.file))
        return
    if form.unit is Unit.PLY:
        jobs = (Job(job.course, [ply]) for job in jobs for ply in job.plies or ())
    if not target.is_folder:
        first = list(islice(jobs, 2))
        if len(first) > 1:
            raise click.UsageError("cannot write several pictures to one file; give a folder, such as -o pictures/")
        jobs = iter(first)
    for job in jobs:
        source = job.course.record.source
        plies = job.plies or () if form.unit is Unit.PLY else ()
        yield target.name(source.file, source.number, *plies), [job]


# Files that belong together


def _save_picture(target: Target, drawing: Drawing, job: Job, number: int, stop: Stop, view: View) -> str:
    """Writes the picture of a stop of record `number` in a Markdown file: `game-1-3.svg` next to `game.md`. Returns its
    address, seen from the text."""
    text = PurePath(target.name(job.course.record.source.file))
    variation = f"v{stop.variation}" if stop.variation else ""
    path = text.with_name(f"{text.stem}-{number}-{stop.ply}{variation}.svg")
    with target.open(str(path)) as file:
        file.write(draw_view(job.course, view, drawing).encode("utf-8", "replace"))
    return quote(os.fsencode(path.name))

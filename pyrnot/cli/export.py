"""`pyrnot export`: writes records as pictures and documents."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from pathlib import PurePath

import click
from msgspec.structs import replace

from pyrnot.cli.formats import FORMATS, SHEETS, SUFFIXES, Drawing, Format, Job, Unit, check_images
from pyrnot.cli.multi_file import Album, PageFolder
from pyrnot.cli.options import ANY_PLIES, Input, grouped, offering, record_option
from pyrnot.cli.output import for_document, for_output
from pyrnot.cli.pictures import PARTS_OPTIONS, PLY_HELP, any_input_options
from pyrnot.cli.reporting import Reporter
from pyrnot.cli.targets import STANDARD_OUTPUT, Target, names_folder
from pyrnot.record.model import Record
from pyrnot.record.opening import Unreadable

drawing_options = grouped(
    "drawing",
    Drawing,
    *PARTS_OPTIONS,
    click.option("--flip", is_flag=True, help="Draw the board from the other side."),
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
@any_input_options
@record_option(default=None)
@click.option("--to", type=click.Choice(list(FORMATS)), help="Output format (default: the suffix of -o).")
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    shell_complete=offering("complete_file"),
    help="A file, a folder, a pattern such as game-{record}-{ply}.svg, or - for standard output (the default).",
)
@click.option(
    "--ply",
    type=ANY_PLIES,
    metavar="P",
    help=f"Plies to write: {PLY_HELP} (default: end for svg and png, else all).",
)
@click.option("--sheet", is_flag=True, help="svg, png: draw all plies of a record in one picture.")
@click.option("--pictures", is_flag=True, help="md: write the diagrams as SVG files next to the text and show those.")
@drawing_options
@click.option("--force", is_flag=True, help="Overwrite existing files.")
@click.pass_context
def export_command(
    ctx: click.Context,
    given: Input,
    number: int | None,
    to: str | None,
    output: str | None,
    ply: str | None,
    sheet: bool,
    pictures: bool,
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
    if sheet and to not in SHEETS:
        raise click.UsageError(f"--sheet works only with {' and '.join(SHEETS)}")
    if pictures and to != "md":
        raise click.UsageError("--pictures works only with md")
    form = SHEETS[to] if sheet else FORMATS[to]
    is_folder = to == "html" and _is_folder(output, given)
    if is_folder and not names_folder(output):
        output = f"{output}/"
    unit = Unit.RECORD if is_folder else form.unit
    target = Target(output, to, unit.value, force=force, inputs=given.identities)
    folder = PageFolder(target, drawing) if is_folder else None
    if folder is not None:
        form = folder.form
    elif pictures:
        form = Album(target).form
    _check_usage(to, form, target, ply, drawing)
    drawing = replace(drawing, parts=drawing.of(given), board_only=False)
    if form.needs_images:
        check_images(to)
    ply = ply or ("end" if form.unit is Unit.PLY else "all")
    reporter = Reporter()
    jobs = _replay_all(given.records(number), form, ply, reporter, mainline=drawing.mainline)
    for name, part in _split(jobs, form, target):
        with target.open(name) as file:
            for piece in form.write(part, drawing):
                if name == STANDARD_OUTPUT and isinstance(piece, str):
                    piece = (for_output if form.is_record else for_document)(piece)
                file.write(piece if isinstance(piece, bytes) else piece.encode("utf-8", "replace"))
    if folder is not None:
        folder.finish()
    ctx.exit(reporter.exit_code)


def _check_usage(to: str, form: Format, target: Target, ply: str | None, drawing: Drawing) -> None:
    """Raises `UsageError` if an option is not for this format, or contradicts another one."""
    if form.is_record and (ply is not None or drawing.mainline):
        raise click.UsageError(f"--ply and --mainline do not apply to {to}: it always holds complete records")
    if target.has("ply") and form.unit is not Unit.PLY:
        raise click.UsageError(f"{{ply}} needs one file per ply, but this {to} file holds many plies")
    if not form.is_picture and not drawing.is_all:
        raise click.UsageError(f"--parts and --board-only are for pictures, not for {to}")
    if drawing.size and drawing.scale != 1:
        raise click.UsageError("give either --size or --scale")


def _is_folder(output: str | None, given: Input) -> bool:
    """Whether the pages of the records go into a folder: `-o` names one, or a new one for what comes from a folder."""
    if output is None or output == STANDARD_OUTPUT:
        return False
    is_new = not PurePath(output).suffix and not os.path.exists(output) and "{" not in output
    return names_folder(output) or (is_new and any(map(os.path.isdir, given.paths)))


def _format_of(output: str | None) -> str:
    suffix = PurePath(output or "").suffix.lower().removeprefix(".")
    if suffix not in SUFFIXES:
        raise click.UsageError(f"choose a format: --to {', '.join(FORMATS)}")
    return SUFFIXES[suffix]


def _replay_all(
    records: Iterable[Record | Unreadable], form: Format, ply: str, reporter: Reporter, *, mainline: bool
) -> Iterator[Job]:
    """The records that can be written; the faults of each are reported once it has been written."""
    from pyrnot.play.course import plot_course
    from pyrnot.play.plies import NoSuchPly, choose_any_plies
    from pyrnot.play.replay import replay

    takes_all = (form.unit is Unit.RECORDS or form.has_variations) and ply.strip().lower() == "all"
    for record in reporter.readable(records):
        replayed = replay(record, mainline_only=mainline)
        if takes_all:
            if not (form.is_record and replayed.has_error):
                yield Job(plot_course(replayed), None)
        elif replayed.start is not None:
            try:
                yield Job(plot_course(replayed), choose_any_plies(ply, replayed))
            except NoSuchPly as fault:
                reporter.record(record, fault)
        reporter.diagnostics(replayed)


def _split(jobs: Iterator[Job], form: Format, target: Target) -> Iterator[tuple[str, Iterator[Job]]]:
    """The name of each file, and the jobs that it holds. Raises `click.UsageError` for several pictures in one file."""
    if form.unit is Unit.RECORDS:
        yield from groupby(jobs, key=lambda job: target.name(job.names))
        return
    several = click.UsageError(
        "cannot write several pictures to one file; give a folder or a pattern, such as "
        f"-o '{form.unit.value}.{target.suffix}'"
    )
    if target.is_single:
        first = list(islice(jobs, 2))
        if len(first) > 1:
            raise several
        jobs = iter(first)
    for job in jobs:
        if form.unit is Unit.RECORD:
            yield target.name(job.names), iter([job])
            continue
        plies = job.plies or ()
        names = [target.name(replace(job.names, ply=ply if isinstance(ply, int) else str(ply))) for ply in plies]
        if len(set(names)) < len(names):
            raise several
        for name, ply in zip(names, plies, strict=True):
            yield name, iter([Job(job.course, [ply])])

"""`pyrnot export`: writes records as pictures and documents."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import partial
from itertools import chain, groupby, islice
from pathlib import PurePath
from urllib.parse import quote

import click
from msgspec.structs import replace

from pyrnot.cli.formats import (
    EMBED,
    FORMATS,
    LINE,
    NAMES,
    OF_HOMEWORLDS,
    PICTURES,
    RECORDS,
    STILL,
    SUFFIXES,
    Drawing,
    Job,
    Writer,
    draw_node,
    embed,
    write_html,
    write_md,
)
from pyrnot.cli.input_options import collection_options
from pyrnot.cli.inputs import Input
from pyrnot.cli.options import force_option, grouped, is_given, output_option, reads, record_option
from pyrnot.cli.ply_options import (
    PLY_HELP,
    chosen_plies,
    flip_option,
    parts_options,
    parts_to_draw,
    ply_option,
    warning_of_flip,
)
from pyrnot.cli.printing import for_document, for_output, note, say
from pyrnot.cli.reports import report_diagnostics
from pyrnot.cli.streams import Failed
from pyrnot.cli.target import STANDARD_OUTPUT, Target, names_folder
from pyrnot.core.pieces import join_words
from pyrnot.play.counts import Counts, keys_of_standings, standings_of
from pyrnot.play.line_tree import Node, build_tree
from pyrnot.play.plies import illegal_ply
from pyrnot.play.replay import Replay
from pyrnot.render.captions import Style
from pyrnot.render.html.index import draw_index, list_record
from pyrnot.render.raster import LONGEST_DELAY, ExtraMissing, TooManyPixels, check_packages, has_fonts
from pyrnot.render.svg.diagram import Shared
from pyrnot.render.svg.parts import POST_PARTS, Part
from pyrnot.render.svg.style import Theme

_INDEX = "index.html"
_MOST_LETTERS = 20
"""How many letters a warning shows."""


def _read_site(address: str) -> str:
    """The address of a web page. Raises ValueError."""
    if address and not re.fullmatch(r"https?://\S+", address):
        raise ValueError(f"{address!r} is not the address of a web page, such as https://example.org/pyrnot/")
    return address


drawing_options = grouped(
    "drawing",
    Drawing,
    click.option(
        "--style",
        type=click.Choice([style.value for style in Style]),
        callback=lambda _context, _option, name: Style(name),
        default=Style.POST.value,
        help="svg, png, gif: the board with a caption (post), or everything (full).",
    ),
    click.option("--sheet", is_flag=True, help="svg, png: draw all plies of a record in one picture."),
    flip_option,
    click.option("--theme", type=click.Choice(["auto", "light", "dark"]), default="auto", help="Background colours."),
    click.option("--size", type=click.IntRange(40, 8000), metavar="PIXELS", help="Width of a picture."),
    click.option(
        "--scale", type=click.FloatRange(0.1, 5), default=1, metavar="FACTOR", help="Magnification of pictures."
    ),
    click.option(
        "--columns", type=click.IntRange(1, 50), default=4, metavar="N", help="Diagrams per row of a sheet."
    ),
    click.option(
        "--delay",
        type=click.FloatRange(0.02, LONGEST_DELAY),
        default=1.5,
        metavar="SECONDS",
        help="gif: time between turns.",
    ),
    click.option("--ascii", is_flag=True, help="md, txt: draw in ASCII."),
    click.option(
        "--site",
        callback=reads(_read_site),
        metavar="URL",
        default="",
        show_default=False,
        help="html: link to the page of `pyrnot site` at this address, with the record.",
    ),
    click.option("--mainline", is_flag=True, help="Leave out variations."),
)
"""The options that say how to draw: the command receives `drawing`."""


def _read_format(name: str) -> str:
    """The format of a name, which is a suffix: `md`, or `markdown`. Raises ValueError."""
    word = name.strip().lower().removeprefix(".")
    if word not in SUFFIXES:
        raise ValueError(f"{name!r} is not a format; the formats: {', '.join(NAMES)}")
    return SUFFIXES[word]


def _complete_format(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    return [name for name in NAMES if name.startswith(begun)]


@click.command("export")
@collection_options("[PATH...]", is_drawn=True)
@record_option(default=None)
@click.option(
    "--to",
    callback=reads(_read_format),
    metavar="FORMAT",
    shell_complete=_complete_format,
    help=f"Output format: {', '.join(NAMES)} (default: the suffix of -o).",
)
@output_option(
    "OUT",
    "A file, a folder (its pictures are braces-game-1-3.svg and so on), or - for standard output (the default).",
)
@ply_option(f"Plies to write: {PLY_HELP} (default: end for svg, png and line, else all).")
@click.option("--pictures", is_flag=True, help="md: write the diagrams as SVG files next to the text and show those.")
@parts_options
@drawing_options
@force_option
def export_command(
    inputs: Input,
    number: int | None,
    to: str | None,
    output: str | None,
    ply: str | None,
    pictures: bool,
    parts: frozenset[Part] | None,
    drawing: Drawing,
    force: bool,
) -> None:
    """Runs `pyrnot export`."""
    to = _format_of(output) if to is None else _check_suffix(to, output)
    has_pages = to == "html" and _is_folder(output, inputs)
    if has_pages:
        output = os.path.join(output or "", "")
    target = Target(output, "html" if to == EMBED else to, force=force, inputs=inputs.real_paths)
    _check_usage(to, ply, drawing, pictures=pictures, has_parts=parts is not None)
    drawing = _with_parts(drawing, parts, to, has_record=inputs.beginning is None)
    if has_pages:
        target.check(_index_of(target))
    _check_output(to, target, pictures=pictures)
    if to in ("png", "gif"):
        _check_images(to)
    ply = ply or ("end" if _ends_by_default(to, drawing) else "all")
    replays = warning_of_flip(inputs.replays(number, mainline_only=drawing.mainline), flip=drawing.flip)
    jobs = _choose_jobs(replays, to, ply)
    if has_pages:
        _write_pages(jobs, target, drawing)
    elif to == EMBED:
        _write_embedded(jobs, target, drawing)
    else:
        _write_files(jobs, to, target, drawing, pictures=pictures)
        _warn_of_missing(drawing.missing)


# Usage


def _check_output(to: str, target: Target, *, pictures: bool) -> None:
    """Raises `UsageError` if standard output cannot take all that is written."""
    if target.output != STANDARD_OUTPUT:
        return
    if pictures:
        raise click.UsageError("--pictures writes files next to the text: give its name with -o FILE")
    if to == EMBED:
        raise click.UsageError("embed writes a page and prints the line that shows it: give its name with -o FILE")


_DRAWN = (*PICTURES, "html", EMBED)
_FORMATS_OF = {
    "style": PICTURES,
    "sheet": STILL,
    "flip": (*_DRAWN, "md", "txt"),
    "theme": _DRAWN,
    "size": PICTURES,
    "scale": PICTURES,
    "delay": ("gif",),
    "ascii": ("md", "txt"),
    "site": ("html",),
}
"""The formats for which each option of `drawing_options` is, where it is not for all of them."""
_OF_PICTURES_OF_TEXT = ("theme", "size", "scale")
"""The options that are also for the pictures of a Markdown text (`--pictures`)."""


def _check_drawing(to: str, drawing: Drawing, *, pictures: bool) -> None:
    """Raises `UsageError` if an option that says how to draw is not for this format."""
    for name, formats in _FORMATS_OF.items():
        is_for_text = pictures and name in _OF_PICTURES_OF_TEXT
        if is_given(name) and to not in formats and not is_for_text:
            raise click.UsageError(f"--{name} works only with {join_words(formats)}")
    if is_given("columns") and not drawing.sheet:
        raise click.UsageError("--columns works only with --sheet")


def _check_usage(to: str, ply: str | None, drawing: Drawing, *, pictures: bool, has_parts: bool) -> None:
    """Raises `UsageError` if an option is not for this format, or contradicts another one."""
    _check_drawing(to, drawing, pictures=pictures)
    if pictures and to != "md":
        raise click.UsageError("--pictures works only with md")
    if to in RECORDS:
        _check_complete(to, ply, drawing)
    draws_parts = pictures or to in PICTURES
    if has_parts and not draws_parts:
        raise click.UsageError(f"--parts and --board-only are for pictures, not for {to}")
    if drawing.size and drawing.scale != 1:
        raise click.UsageError("give either --size or --scale")


def _with_parts(drawing: Drawing, parts: frozenset[Part] | None, to: str, *, has_record: bool) -> Drawing:
    """The drawing with the parts that the options name, else with those of its style."""
    if parts is not None or to not in PICTURES:
        return replace(drawing, style=Style.FULL, parts=parts_to_draw(parts, has_record=has_record))
    if drawing.style is Style.FULL:
        return replace(drawing, parts=parts_to_draw(None, has_record=has_record))
    return replace(drawing, parts=POST_PARTS if has_record else POST_PARTS - {Part.CAPTION})


def _check_complete(to: str, ply: str | None, drawing: Drawing) -> None:
    """Raises `UsageError` if an option leaves out a part of records."""
    if ply is not None or drawing.mainline:
        raise click.UsageError(f"--ply and --mainline do not apply to {to}: it always holds complete records")


def _check_images(to: str) -> None:
    """Raises `click.UsageError` if the packages for images are missing, and warns if there are no fonts."""
    try:
        check_packages(to)
    except ExtraMissing as error:
        raise click.UsageError(str(error)) from None
    if not has_fonts():
        note("warning: no fonts found; the pictures will have no letters")


def _warn_of_missing(letters: Collection[str]) -> None:
    """Warns of letters that no font has."""
    if letters:
        more = " …" if len(letters) > _MOST_LETTERS else ""
        shown = " ".join(sorted(letters)[:_MOST_LETTERS])
        note(f"warning: use --to svg, or install a font with these letters, which are boxes now: {shown}{more}")


def _is_folder(output: str | None, inputs: Input) -> bool:
    """Whether the pages go into a folder: `-o` names one, or a new one for what comes from a folder."""
    if output is None or output == STANDARD_OUTPUT:
        return False
    if names_folder(output):
        return True
    is_new = not PurePath(output).suffix and not os.path.exists(output)
    return is_new and any(os.path.isdir(path) for path in inputs.paths)


def _format_of(output: str | None) -> str:
    """The format for the suffix of `-o`. Raises `click.UsageError` if it is none."""
    suffix = _suffix_of(output)
    if suffix not in SUFFIXES:
        why = f"; no format has the suffix .{suffix}" if suffix else ""
        raise click.UsageError(f"choose a format: --to {', '.join(NAMES)}{why}")
    return SUFFIXES[suffix]


def _check_suffix(to: str, output: str | None) -> str:
    """The format that `--to` names. Raises `click.UsageError` if `-o` has the suffix of another kind of picture."""
    suffix = _suffix_of(output)
    if suffix in PICTURES and to != suffix:
        raise click.UsageError(
            f"leave out --to, or give the file another name: its suffix says {suffix}, and --to {to}"
        )
    return to


def _suffix_of(output: str | None) -> str:
    """The suffix of a file, in small letters and without its dot."""
    return PurePath(output or "").suffix.lower().removeprefix(".")


def _choose_jobs(replays: Iterable[Replay], to: str, ply: str) -> Iterator[Job]:
    """The records that can be written; the diagnostics of each are reported once it has been written."""
    takes_all = to not in (*PICTURES, EMBED) and ply.strip().lower() == "all"
    for replayed in replays:
        if takes_all:
            if to not in RECORDS or not replayed.has_error:
                yield Job(build_tree(replayed), None)
        else:
            plies = chosen_plies(ply, replayed, with_illegal=to not in ("json", "pyr"))
            refused = illegal_ply(replayed)
            if to in ("gif", EMBED) and ply == "all" and refused is not None:
                plies.append(refused)
            if plies:
                yield Job(build_tree(replayed), list(dict.fromkeys(plies)))
        report_diagnostics(replayed)


def _shows_ply(to: str, drawing: Drawing) -> bool:
    """Whether a file shows one ply."""
    return to in STILL and not drawing.sheet


def _ends_by_default(to: str, drawing: Drawing) -> bool:
    """Whether only the end is written unless a ply is given."""
    return to == LINE or _shows_ply(to, drawing)


# Files


def _write_files(jobs: Iterator[Job], to: str, target: Target, drawing: Drawing, *, pictures: bool) -> None:
    """Writes a file for each ply, for each record, or for each file that is read, as the format has it."""
    if _shows_ply(to, drawing):
        files = _file_by_ply(jobs, target)
    elif drawing.sheet or to == "gif":
        files = _file_by_record(jobs, target)
    else:
        files = groupby(jobs, key=lambda job: target.name(job.line_tree.record.source.file))
    writer: Writer = FORMATS[to]
    if pictures:
        writer = partial(write_md, save_picture=partial(_save_picture, target, drawing))
    for name, jobs_of_file in files:
        pieces: Iterator[str | bytes] = iter(writer(iter(jobs_of_file), drawing))
        if to in OF_HOMEWORLDS:
            first = list(islice(pieces, 1))
            if not first:  # the format has no words for any of the records: no file is written, nor replaced
                continue
            pieces = chain(first, pieces)
        _write(target, name, pieces, is_record=to in RECORDS)


def _file_by_ply(jobs: Iterator[Job], target: Target) -> Iterator[tuple[str, Iterable[Job]]]:
    """The name of a file for each ply, and what it shows. Raises `click.UsageError` for several in one file."""
    jobs_of_plies = (Job(job.line_tree, [ply]) for job in jobs for ply in job.plies or ())
    for job in _for_files(jobs_of_plies, target):
        source = job.line_tree.record.source
        yield target.name(source.file, source.number, *(job.plies or ()), game=_game_of(job)), [job]


def _file_by_record(jobs: Iterator[Job], target: Target) -> Iterator[tuple[str, Iterable[Job]]]:
    """The name of a file for each record, and what it holds. Raises `click.UsageError` for several in one file."""
    for job in _for_files(jobs, target):
        source = job.line_tree.record.source
        yield target.name(source.file, source.number, game=_game_of(job)), [job]


def _game_of(job: Job) -> str:
    game = job.line_tree.record.game
    return game.info.id if game else ""


def _for_files(jobs: Iterator[Job], target: Target) -> Iterator[Job]:
    """The jobs, each for a separate file. Raises `click.UsageError` for several if there is no folder for them."""
    if target.is_folder:
        return jobs
    first_two = list(islice(jobs, 2))
    if len(first_two) == 2:
        raise click.UsageError("cannot write several pictures to one file; give a folder, such as -o pictures/")
    return iter(first_two)


def _write(target: Target, name: str, pieces: Iterable[str | bytes], *, is_record: bool = False) -> None:
    """Writes a file piece by piece. Raises `Failed` for a picture with too many pixels."""
    try:
        with target.open(name) as file:
            for piece in pieces:
                if isinstance(piece, bytes):
                    file.write(piece)
                    continue
                if name == STANDARD_OUTPUT:
                    piece = for_output(piece) if is_record else for_document(piece)
                file.write(piece.encode("utf-8", "replace"))
    except TooManyPixels as error:
        raise Failed(f"cannot write {name}: {error}") from None


def _write_pages(jobs: Iterator[Job], target: Target, drawing: Drawing) -> None:
    """Writes a page for each record into a folder, and one that lists them."""
    rows: list[str] = []
    shared = Shared()
    counts: Counts = Counter()
    for name, (job,) in _file_by_record(jobs, target):
        counts.update(keys_of_standings(job.line_tree.replay))
        rows.append(list_record(job.line_tree, os.path.basename(name), shared))
        _write(target, name, write_html(iter([job]), drawing, _INDEX))
    if rows:
        index = draw_index(rows, shared, standings_of(counts), theme=Theme(drawing.theme))
        _write(target, _index_of(target), [index])


def _write_embedded(jobs: Iterator[Job], target: Target, drawing: Drawing) -> None:
    """Writes a page without a script for each record, and prints the line of HTML that shows it in another page."""
    for name, (job,) in _file_by_record(jobs, target):
        page = embed(job, drawing)
        _write(target, name, [page.html])
        say(page.frame(quote(os.fsencode(os.path.basename(name)))))


def _index_of(target: Target) -> str:
    return os.path.join(target.output, _INDEX)


def _save_picture(target: Target, drawing: Drawing, job: Job, number: int, node: Node) -> str:
    """Writes the picture of a node of record `number` in a Markdown file: `game-1-3.svg` next to `game.md`. Returns
    its address, seen from the text."""
    text = PurePath(target.name(job.line_tree.record.source.file))
    variation = f"v{node.variation}" if node.variation else ""
    path = text.with_name(f"{text.stem}-{number}-{node.ply}{variation}.svg")
    _write(target, str(path), [draw_node(job.line_tree, node, drawing)])
    return quote(os.fsencode(path.name))

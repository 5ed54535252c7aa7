"""`pyrnot export`: writes records as pictures and documents. A new format is an entry in `FORMATS`."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, groupby, islice
from pathlib import PurePath
from urllib.parse import quote

import click
from msgspec import Struct
from msgspec.structs import replace

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
from pyrnot.cli.output import (
    STANDARD_OUTPUT,
    Target,
    chosen_plies,
    for_document,
    for_output,
    names_folder,
    note,
    report_diagnostics,
)
from pyrnot.play.counts import Counts, keys_of_standings, standings_of
from pyrnot.play.line_tree import LineTree, Node, build_tree
from pyrnot.play.plies import AnyPly, players
from pyrnot.play.replay import replay
from pyrnot.play.write import write_record
from pyrnot.record.model import Record
from pyrnot.render.data import FORMAT, VERSION, dump_json, record_data
from pyrnot.render.documents import draw_mail, draw_markdown
from pyrnot.render.html.index import draw_index, list_record
from pyrnot.render.html.page import Page
from pyrnot.render.raster import ExtraMissing, check_packages, draw_gif, draw_png, has_fonts
from pyrnot.render.svg.diagram import draw_sheet, draw_svg, picture_height
from pyrnot.render.svg.parts import ALL_PARTS, Part
from pyrnot.render.svg.style import Theme
from pyrnot.render.text.lines import Charset

_INDEX = "index.html"
_PNG_SCALE = 2
"""A PNG is usually this many times as large as an SVG, so that its letters are sharp on dense screens."""


class Drawing(Struct, frozen=True, kw_only=True):
    """How to draw, as the options say.

    `size` is the width of a picture in pixels; if that is None, pictures are `scale` times as large as usual. Of
    html, `index` is the address of the page that lists all records, if there is one; of md, `save_picture` writes the
    picture of a node of the record with this number in its file, and returns its address.
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
    save_picture: Callable[[Job, int, Node], str] | None = None


class Job(Struct, frozen=True):
    """A record to be written, and the plies chosen from it (None: all plies, in variations too)."""

    line_tree: LineTree
    plies: Sequence[AnyPly] | None

    def nodes(self) -> Sequence[Node]:
        """What to draw: the stops at the plies that were chosen."""
        return self.line_tree.chosen(self.plies)


# Pictures


def _write_svg(jobs: Iterator[Job], drawing: Drawing) -> Iterator[str]:
    for job in jobs:
        yield from ["".join(_draw_sheet(job, drawing))] if drawing.sheet else _draw_stops(job, drawing)


def _write_png(jobs: Iterator[Job], drawing: Drawing) -> Iterator[bytes]:
    scale = drawing.scale if drawing.sheet else _PNG_SCALE * drawing.scale
    return map(draw_png, _write_svg(jobs, replace(_for_pixels(drawing), scale=scale)))


def _write_gif(jobs: Iterator[Job], drawing: Drawing) -> Iterator[bytes]:
    for job in jobs:
        # All pictures of an animation are as high as the highest.
        heights = (picture_height(node.diagram, _caption(job, node), drawing.parts) for node in job.nodes())
        yield draw_gif(_draw_stops(job, _for_pixels(drawing), max(heights, default=0)), delay=drawing.delay)


def _draw_sheet(job: Job, drawing: Drawing) -> Iterator[str]:
    main_line = range(1, job.line_tree.replay.length + 1)
    return draw_sheet(
        (([node.caption], node.diagram) for node in job.nodes()),
        title=job.line_tree.title,
        description="\n".join(f"{node.ply}. {node.text}" for node in job.line_tree.chosen(main_line)),
        columns=drawing.columns,
        theme=Theme(drawing.theme),
        size=drawing.size,
        scale=drawing.scale,
        flip=drawing.flip,
        parts=drawing.parts,
    )


def _draw_stops(job: Job, drawing: Drawing, height: float = 0) -> Iterator[str]:
    """The SVG of each ply with its caption, at least `height` units high."""
    for node in job.nodes():
        yield draw_stop(job.line_tree, node, drawing, caption=_caption(job, node), height=height)


def draw_stop(
    line_tree: LineTree, node: Node, drawing: Drawing, *, caption: Sequence[str] = (), height: float = 0
) -> str:
    """The SVG of a ply, at least `height` units high."""
    return draw_svg(
        node.diagram,
        title=f"{line_tree.title}, {node.caption}",
        caption=caption,
        height=height,
        theme=Theme(drawing.theme),
        size=drawing.size,
        scale=drawing.scale,
        flip=drawing.flip,
        parts=drawing.parts,
    )


def _caption(job: Job, node: Node) -> list[str]:
    return [line for line in (node.caption, players(job.line_tree.replay)) if line]


def _for_pixels(drawing: Drawing) -> Drawing:
    """For pixels: only a browser knows the reader's theme, so they are light unless `--theme` says otherwise."""
    return replace(drawing, theme="light") if drawing.theme == "auto" else drawing


# Documents


def _write_html(jobs: Iterator[Job], drawing: Drawing) -> Iterator[str]:
    first = list(islice(jobs, 2))
    files = {PurePath(job.line_tree.record.source.file).stem for job in first}
    name = files.pop() if len(files) == 1 else "Game"
    title = first[0].line_tree.title if len(first) == 1 else f"{name} records"
    page = Page(title, flip=drawing.flip, theme=Theme(drawing.theme), index=drawing.index)
    yield from page.head()
    for job in chain(first, jobs):
        yield from page.record(job.line_tree, job.plies, variations=not drawing.mainline)
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
    return draw(job.line_tree, job.plies, charset=charset, flip=drawing.flip, variations=not drawing.mainline)


def _write_json(jobs: Iterator[Job], drawing: Drawing) -> Iterator[str]:
    yield f'{{"format": "{FORMAT}", "version": {VERSION}, "records": ['
    for number, job in enumerate(jobs):
        yield ",\n" if number else "\n"
        yield dump_json(record_data(job.line_tree, job.plies, variations=not drawing.mainline), indent=1)
    yield "\n]}\n"


def _write_pyr(jobs: Iterator[Job], _drawing: Drawing) -> Iterator[str]:
    for number, job in enumerate(jobs):
        yield ("\n" if number else "") + write_record(job.line_tree.replay)


FORMATS: dict[str, Callable[[Iterator[Job], Drawing], Iterator[str] | Iterator[bytes]]] = {
    "svg": _write_svg,
    "png": _write_png,
    "gif": _write_gif,
    "html": _write_html,
    "md": _write_md,
    "txt": _write_txt,
    "json": _write_json,
    "pyr": _write_pyr,
}
"""What gives the content of one file, piece by piece, by the suffix of a format, which is also its name for
`--to`."""
_SUFFIXES = {**{name: name for name in FORMATS}, "htm": "html", "markdown": "md", "text": "txt"}
"""The format for each suffix of an output file."""
_STILL = ("svg", "png")
_PICTURES = ("svg", "png", "gif")
"""The formats that show one ply, and those of which parts can be drawn."""


drawing_options = grouped(
    "drawing",
    Drawing,
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
        "--delay", type=click.FloatRange(0.02, 600), default=1.5, metavar="SECONDS", help="gif: time between turns."
    ),
    click.option("--ascii", is_flag=True, help="md, txt: draw in ASCII."),
    click.option("--mainline", is_flag=True, help="Leave out variations."),
)
"""The options that say how to draw: the command receives `drawing`."""


@click.command("export")
@collection_options("[PATH...]", is_drawn=True)
@record_option(default=None)
@click.option("--to", type=click.Choice(list(FORMATS)), help="Output format (default: the suffix of -o).")
@output_option(
    "OUT", "A file, a folder (for pictures game-1-3.svg and so on), or - for standard output (the default)."
)
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
    """Runs `pyrnot export`."""
    to = to or _format_of(output)
    is_ply = to in _STILL and not drawing.sheet
    has_pages = to == "html" and _is_folder(output, given)
    if has_pages:
        output = os.path.join(output or "", "")
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
    counts: Counts = Counter()
    jobs = _replay_all(given.records(number), to, ply or ("end" if is_ply else "all"), drawing)
    if is_ply or drawing.sheet or has_pages or to == "gif":
        files = _one_by_one(jobs, target, is_ply=is_ply)
    else:
        files = groupby(jobs, key=lambda job: target.name(job.line_tree.record.source.file))
    for name, part in files:
        if has_pages:
            part = list(part)
            for job in part:
                counts.update(keys_of_standings(job.line_tree.replay))
                rows.append(list_record(job.line_tree, os.path.basename(name)))
        with target.open(name) as file:
            for piece in FORMATS[to](iter(part), drawing):
                if name == STANDARD_OUTPUT and isinstance(piece, str):
                    piece = (for_output if to == "pyr" else for_document)(piece)
                file.write(piece if isinstance(piece, bytes) else piece.encode("utf-8", "replace"))
    if rows:
        with target.open(os.path.join(target.output, _INDEX)) as file:
            page = draw_index(rows, standings_of(counts), theme=Theme(drawing.theme))
            file.write(page.encode("utf-8", "replace"))


def _check_usage(to: str, ply: str | None, drawing: Drawing, *, pictures: bool, has_parts: bool) -> None:
    """Raises `UsageError` if an option is not for this format, or contradicts another one."""
    if drawing.sheet and to not in _STILL:
        raise click.UsageError(f"--sheet works only with {' and '.join(_STILL)}")
    if pictures and to != "md":
        raise click.UsageError("--pictures works only with md")
    if to == "pyr" and (ply is not None or drawing.mainline):
        raise click.UsageError(f"--ply and --mainline do not apply to {to}: it always holds complete records")
    if has_parts and not (pictures or to in _PICTURES):
        raise click.UsageError(f"--parts and --board-only are for pictures, not for {to}")
    if drawing.size and drawing.scale != 1:
        raise click.UsageError("give either --size or --scale")


def _check_images(to: str) -> None:
    """Raises `click.UsageError` if the packages for images are missing, and warns if there are no fonts."""
    try:
        check_packages(to)
    except ExtraMissing as error:
        raise click.UsageError(str(error)) from None
    if not has_fonts():
        note("warning: no fonts found; the pictures will have no letters")


def _is_folder(output: str | None, given: Input) -> bool:
    """Whether the pages of the records go into a folder: `-o` names one, or a new one for what comes from a
    folder."""
    if output is None or output == STANDARD_OUTPUT:
        return False
    is_new = not PurePath(output).suffix and not os.path.exists(output)
    return names_folder(output) or (is_new and any(map(os.path.isdir, given.paths)))


def _format_of(output: str | None) -> str:
    suffix = PurePath(output or "").suffix.lower().removeprefix(".")
    if suffix not in _SUFFIXES:
        raise click.UsageError(f"choose a format: --to {', '.join(FORMATS)}")
    return _SUFFIXES[suffix]


def _replay_all(records: Iterable[Record], to: str, ply: str, drawing: Drawing) -> Iterator[Job]:
    """The records that can be written; the diagnostics of each are reported once it has been written."""
    takes_all = to not in _PICTURES and ply.strip().lower() == "all"
    for record in records:
        replayed = replay(record, mainline_only=drawing.mainline)
        if takes_all:
            if not (to == "pyr" and replayed.has_error):
                yield Job(build_tree(replayed), None)
        elif plies := chosen_plies(ply, replayed):
            yield Job(build_tree(replayed), list(dict.fromkeys(plies)))
        report_diagnostics(replayed)


def _one_by_one(jobs: Iterator[Job], target: Target, *, is_ply: bool) -> Iterator[tuple[str, Iterable[Job]]]:
    """The name of a file for each record, or for each ply, and what it holds. Raises `click.UsageError` for several
    pictures in one file."""
    if is_ply:
        jobs = (Job(job.line_tree, [ply]) for job in jobs for ply in job.plies or ())
    if not target.is_folder:
        first = list(islice(jobs, 2))
        if len(first) > 1:
            raise click.UsageError("cannot write several pictures to one file; give a folder, such as -o pictures/")
        jobs = iter(first)
    for job in jobs:
        source = job.line_tree.record.source
        yield target.name(source.file, source.number, *((job.plies or ()) if is_ply else ())), [job]


def _save_picture(target: Target, drawing: Drawing, job: Job, number: int, node: Node) -> str:
    """Writes the picture of a node of record `number` in a Markdown file: `game-1-3.svg` next to `game.md`. Returns
    its address, seen from the text."""
    text = PurePath(target.name(job.line_tree.record.source.file))
    variation = f"v{node.variation}" if node.variation else ""
    path = text.with_name(f"{text.stem}-{number}-{node.ply}{variation}.svg")
    with target.open(str(path)) as file:
        file.write(draw_stop(job.line_tree, node, drawing).encode("utf-8", "replace"))
    return quote(os.fsencode(path.name))

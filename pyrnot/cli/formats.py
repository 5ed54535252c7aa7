"""What an exported file holds, by its format. A new format is an entry in `FORMATS`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from pathlib import PurePath
from typing import TypeVar

import click
from msgspec import Struct, field
from msgspec.structs import replace

from pyrnot.cli.reports import report_record
from pyrnot.foreign.forms import SDG_OPENING
from pyrnot.foreign.sites.write import Unwritable, dump_ap, write_ap, write_hwl, write_lines, write_sdg
from pyrnot.play.line_tree import LineTree, Node
from pyrnot.play.plies import AnyPly
from pyrnot.play.write import write_record
from pyrnot.render.animation import draw_animation
from pyrnot.render.captions import Style, caption_of
from pyrnot.render.data import FORMAT, VERSION, dump_json, record_data
from pyrnot.render.documents import draw_mail, draw_markdown
from pyrnot.render.html.embedded import Embedded, EmbeddedPly, draw_embedded
from pyrnot.render.html.page import Page
from pyrnot.render.raster import draw_png, missing_letters
from pyrnot.render.svg.diagram import NO_CAPTION, draw_sheet, draw_svg
from pyrnot.render.svg.parts import ALL_PARTS, Part
from pyrnot.render.svg.style import Theme
from pyrnot.render.svg.words import Caption
from pyrnot.render.text.lines import Charset

T = TypeVar("T")

_PNG_SCALE = 2
"""A PNG is usually this many times as large as an SVG, so that its letters are sharp on dense screens."""


class Drawing(Struct, frozen=True, kw_only=True):
    """How to draw, as the options say.

    `size` is the width of a picture in pixels; if that is None, pictures are `scale` times as large as usual.
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
    site: str = ""
    style: Style = Style.FULL
    parts: frozenset[Part] = ALL_PARTS
    missing: set[str] = field(default_factory=set)
    """The letters that pictures in pixels lack, added as they are drawn."""


class Job(Struct, frozen=True):
    """A record to be written, and the plies chosen from it (None: all plies, in variations too)."""

    line_tree: LineTree
    plies: Sequence[AnyPly] | None

    def nodes(self) -> Sequence[Node]:
        """What to draw: the nodes at the plies that were chosen."""
        return self.line_tree.chosen(self.plies)


# Pictures


def _write_svg(jobs: Iterator[Job], drawing: Drawing) -> Iterator[str]:
    for job in jobs:
        if drawing.sheet:
            yield "".join(_draw_sheet(job, drawing))
        else:
            yield from _draw_nodes(job, drawing)


def _write_png(jobs: Iterator[Job], drawing: Drawing) -> Iterator[bytes]:
    scale = drawing.scale if drawing.sheet else _PNG_SCALE * drawing.scale
    for svg in _write_svg(jobs, replace(_for_pixels(drawing), scale=scale)):
        drawing.missing.update(missing_letters(svg))
        yield draw_png(svg)


def _write_gif(jobs: Iterator[Job], drawing: Drawing) -> Iterator[bytes]:
    for job in jobs:
        for svg in _draw_nodes(job, drawing):
            drawing.missing.update(missing_letters(svg))
        yield draw_animation(
            job.line_tree,
            job.nodes(),
            delay=drawing.delay,
            style=drawing.style,
            theme=Theme(_for_pixels(drawing).theme),
            size=drawing.size,
            scale=drawing.scale,
            flip=drawing.flip,
            parts=drawing.parts,
        )


def _draw_sheet(job: Job, drawing: Drawing) -> Iterator[str]:
    main_line = range(1, job.line_tree.replay.length + 1)
    return draw_sheet(
        ((Caption((node.caption,), is_below=drawing.style is Style.POST), node.diagram) for node in job.nodes()),
        title=job.line_tree.title,
        description="\n".join(f"{node.ply}. {node.text}" for node in job.line_tree.chosen(main_line)),
        columns=drawing.columns,
        theme=Theme(drawing.theme),
        size=drawing.size,
        scale=drawing.scale,
        flip=drawing.flip,
        parts=drawing.parts,
    )


def _draw_nodes(job: Job, drawing: Drawing) -> Iterator[str]:
    """The SVG of each ply with its caption."""
    for node in job.nodes():
        yield draw_node(job.line_tree, node, drawing, caption=_caption(job, node, drawing))


def draw_node(line_tree: LineTree, node: Node, drawing: Drawing, *, caption: Caption = NO_CAPTION) -> str:
    """The SVG of a ply."""
    return draw_svg(
        node.diagram,
        title=f"{line_tree.title}, {node.caption}",
        caption=caption,
        theme=Theme(drawing.theme),
        size=drawing.size,
        scale=drawing.scale,
        flip=drawing.flip,
        parts=drawing.parts,
    )


def _caption(job: Job, node: Node, drawing: Drawing) -> Caption:
    return caption_of(job.line_tree, node, drawing.style)


def _for_pixels(drawing: Drawing) -> Drawing:
    """For pixels: only a browser knows the reader's theme, so they are light unless `--theme` says otherwise."""
    return replace(drawing, theme="light") if drawing.theme == "auto" else drawing


# Documents


def write_html(jobs: Iterator[Job], drawing: Drawing, index: str = "") -> Iterator[str]:
    """A page with all records; `index` is the address of the page that lists all pages, if there is one."""
    first_two = list(islice(jobs, 2))
    page = Page(_page_title(first_two), flip=drawing.flip, theme=Theme(drawing.theme), index=index, site=drawing.site)
    yield from page.head()
    for job in chain(first_two, jobs):
        yield from page.record(job.line_tree, job.plies, variations=not drawing.mainline)
    yield from page.foot()


def embed(job: Job, drawing: Drawing) -> Embedded:
    """The page without a script for a record, to be shown in a frame of another page."""
    plies = [
        EmbeddedPly(node.ply, node.caption, caption_of(job.line_tree, node, Style.POST), node.diagram)
        for node in job.nodes()
    ]
    return draw_embedded(plies, job.line_tree.title, theme=Theme(drawing.theme), flip=drawing.flip)


def _page_title(first_two: Sequence[Job]) -> str:
    """The title of the only record; of several such as `club records`, if their file is called so."""
    if len(first_two) == 1:
        return first_two[0].line_tree.title
    files = {PurePath(job.line_tree.record.source.file).stem for job in first_two}
    name = files.pop() if len(files) == 1 else "Game"
    return f"{name} records"


def write_md(
    jobs: Iterator[Job], drawing: Drawing, save_picture: Callable[[Job, int, Node], str] | None = None
) -> Iterator[str]:
    """A Markdown text. `save_picture` writes the picture of a node of record `number` in a file, and returns its
    address; without it boards are drawn in letters."""
    for number, job in enumerate(jobs, 1):
        yield "\n" if number > 1 else ""
        picture = None if save_picture is None else partial(save_picture, job, number)
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
    for number, job in enumerate(jobs, 1):
        yield ",\n" if number > 1 else "\n"
        yield dump_json(record_data(job.line_tree, job.plies, variations=not drawing.mainline), indent=1)
    yield "\n]}\n"


def _write_pyr(jobs: Iterator[Job], _drawing: Drawing) -> Iterator[str]:
    for number, job in enumerate(jobs, 1):
        blank_line = "\n" if number > 1 else ""
        yield blank_line + write_record(job.line_tree.replay)


def _write_sdg(jobs: Iterator[Job], _drawing: Drawing) -> Iterator[str]:
    return _with_blank_lines(_check_headers(_writable(jobs, lambda job: write_sdg(job.line_tree.replay))))


def _check_headers(transcripts: Iterable[str]) -> Iterator[str]:
    """Transcripts for one file. Raises `click.UsageError` for several that would be read as one game."""
    have_headers = True
    for number, transcript in enumerate(transcripts):
        have_headers = have_headers and transcript.startswith(SDG_OPENING)
        if number and not have_headers:
            raise click.UsageError(
                "give a folder, such as -o games/, after `pyrnot split` if the games share a file: several"
                " transcripts in one file each need a header, and for that a winner and the"
                " tags Round, Date and EndDate"
            )
        yield transcript


def _write_hwl(jobs: Iterator[Job], _drawing: Drawing) -> Iterator[str]:
    return _with_blank_lines(_writable(jobs, lambda job: write_hwl(job.line_tree.replay)))


def _write_lines(jobs: Iterator[Job], _drawing: Drawing) -> Iterator[str]:
    return _with_blank_lines(_writable(jobs, lambda job: write_lines(job.line_tree.replay, job.nodes())))


def _with_blank_lines(texts: Iterable[str]) -> Iterator[str]:
    """Texts with a blank line between them."""
    for number, text in enumerate(texts):
        yield "\n" + text if number else text


def _write_ap(jobs: Iterator[Job], _drawing: Drawing) -> Iterator[str]:
    games = list(_writable(jobs, lambda job: write_ap(job.line_tree.replay)))
    if games:
        yield dump_ap(games)


def _writable(jobs: Iterator[Job], write: Callable[[Job], T]) -> Iterator[T]:
    """What `write` makes of each record; one that it has no words for is reported."""
    for job in jobs:
        try:
            yield write(job)
        except Unwritable as error:
            report_record(job.line_tree.record, error)


Writer = Callable[[Iterator[Job], Drawing], Iterator[str] | Iterator[bytes]]
"""What gives the content of one file, piece by piece."""

LINE = "line"
"""The format of positions as players of Homeworlds write them."""

FORMATS: dict[str, Writer] = {
    "svg": _write_svg,
    "png": _write_png,
    "gif": _write_gif,
    "html": write_html,
    "md": write_md,
    "txt": _write_txt,
    "json": _write_json,
    "pyr": _write_pyr,
    "sdg": _write_sdg,
    "ap": _write_ap,
    "hwl": _write_hwl,
    LINE: _write_lines,
}
"""The writers by the suffix of their format, which is also its name for `--to`."""
EMBED = "embed"
"""The format of a page for a frame, of which a line to paste is printed, too."""
NAMES = (*FORMATS, EMBED)
SUFFIXES = {**{name: name for name in NAMES}, "htm": "html", "markdown": "md", "text": "txt"}
"""The format for each suffix of an output file."""
STILL = ("svg", "png")
"""The formats that show one ply."""
PICTURES = ("svg", "png", "gif")
"""The formats of which parts can be drawn."""
RECORDS = ("pyr", "sdg", "ap", "hwl")
"""The formats that hold complete records, and none with an error."""
OF_HOMEWORLDS = ("sdg", "ap", "hwl", LINE)
"""The formats that have no words for some records, such as those of other games."""

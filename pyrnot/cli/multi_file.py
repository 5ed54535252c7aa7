"""What `export` writes as several files that belong together: a page for each record with an index of them, and a
Markdown document with its pictures."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING
from urllib.parse import quote

import click

from pyrnot.cli.formats import Drawing, Format, Job, Unit, draw_view
from pyrnot.cli.targets import STANDARD_OUTPUT, Target

if TYPE_CHECKING:
    from pyrnot.play.course import Stop
    from pyrnot.play.plies import View
    from pyrnot.render.html.index import Entry

_INDEX = "index.html"


class PageFolder:
    """A folder of replay pages, one for each record, and the index, which is written last by `finish`."""

    form: Format

    def __init__(self, target: Target, drawing: Drawing) -> None:
        self._target = target
        self._drawing = drawing
        self._entries: list[Entry] = []
        self._index = os.path.join(os.path.dirname(target.pattern), _INDEX)
        target.check(self._index)
        self.form = Format(unit=Unit.RECORD, write=self._write, has_variations=True)

    def _write(self, jobs: Iterator[Job], drawing: Drawing) -> Iterator[str]:
        from pyrnot.render.html.index import list_record
        from pyrnot.render.html.page import Page
        from pyrnot.render.svg.style import Theme

        for job in jobs:
            name = os.path.basename(self._target.name(job.names))
            self._entries.append(list_record(job.course, name))
            page = Page(job.course.title, flip=drawing.flip, theme=Theme(drawing.theme), index=_INDEX)
            yield from page.head()
            yield from page.record(job.course, job.plies, variations=not drawing.mainline)
            yield from page.foot()

    def finish(self) -> None:
        """Writes the index."""
        from pyrnot.render.html.index import draw_index
        from pyrnot.render.svg.style import Theme

        if self._entries:
            with self._target.open(self._index) as file:
                page = draw_index(self._entries, theme=Theme(self._drawing.theme))
                file.write(page.encode("utf-8", "replace"))


class Album:
    """Markdown whose pictures are SVG files next to it: `game-1-3.svg` is ply 3 of the first record in `game.md`."""

    form: Format

    def __init__(self, target: Target) -> None:
        if target.pattern == STANDARD_OUTPUT:
            raise click.UsageError("--pictures writes files next to the text: give its name with -o FILE")
        self._target = target
        self.form = Format(unit=Unit.RECORDS, write=self._write, is_picture=True)

    def _write(self, jobs: Iterator[Job], drawing: Drawing) -> Iterator[str]:
        from pyrnot.render.markdown import draw_markdown

        for number, job in enumerate(jobs, 1):
            yield "\n" if number > 1 else ""
            picture = partial(self._write_picture, job, number, drawing)
            variations = not drawing.mainline
            yield from draw_markdown(job.course, job.plies, flip=drawing.flip, variations=variations, picture=picture)

    def _write_picture(self, job: Job, number: int, drawing: Drawing, stop: Stop, view: View) -> str:
        """Writes the picture of a stop, and returns its address, seen from the text."""
        text = PurePath(self._target.name(job.names))
        variation = f"v{stop.variation}" if stop.variation else ""
        path = text.with_name(f"{text.stem}-{number}-{stop.ply}{variation}.svg")
        with self._target.open(str(path)) as file:
            file.write(draw_view(job.course, view, drawing).encode("utf-8", "replace"))
        return quote(os.fsencode(path.name))

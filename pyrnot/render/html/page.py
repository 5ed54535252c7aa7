"""A replay page: one HTML file for one record or many, which needs nothing from elsewhere.

Without script it is a sheet of all positions, with pictures and words; `assets/page.js` makes a board to step
through of the same elements. This module writes what stands round the records: `page_record` writes those.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Iterator, Sequence
from importlib.resources import files

from msgspec import Struct

from pyrnot import __version__
from pyrnot.play.course import Course
from pyrnot.render.html.record import RecordPage, TurnedPictures, plain
from pyrnot.render.svg.diagram import Shared, Theme, svg_symbols
from pyrnot.render.svg.style import svg_page_style, svg_variables


class PageOptions(Struct, frozen=True):
    """What the user asked for: which plies (None: all), from which side, in which colours."""

    plies: Sequence[int] | None = None
    flip: bool = False
    theme: Theme = Theme.AUTO
    variations: bool = True


class Page:
    """Writes a page piece by piece: `head`, then `record` for each, then `foot`. The pieces joined are the file."""

    def __init__(self, title: str, *, flip: bool = False, theme: Theme = Theme.AUTO) -> None:
        self.title = title
        self.flip = flip
        self.theme = theme
        self.shared = Shared()
        self.turned = TurnedPictures()
        self.records: list[tuple[str, str]] = []

    def head(self) -> Iterator[str]:
        """All that stands before the first record."""
        script = _asset("page.js")
        allowed = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{allowed}'; img-src data:"
        theme = "" if self.theme is Theme.AUTO else f' data-theme="{self.theme}"'
        yield (
            f'<!doctype html>\n<html lang="en"{theme}>\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
            f'<meta name="generator" content="pyrnot {__version__}">\n'
            '<meta name="color-scheme" content="light dark">\n'
            f"<title>{plain(self.title)}</title>\n<style>\n{_style()}</style>\n</head>\n<body>\n"
        )
        yield f'<svg class="pyr defs" width="0" height="0" aria-hidden="true">{svg_symbols()}</svg>\n<main>\n'

    def record(self, course: Course, plies: Sequence[int] | None = None, *, variations: bool = True) -> Iterator[str]:
        """One record."""
        record = RecordPage(course, len(self.records) + 1, self.shared, self.turned, flip=self.flip)
        # A section has one place on the page, however often its ply was asked for.
        stops = list(dict.fromkeys(course.chosen(plies, variations=variations)))
        yield from record.write(stops, plies is None, variations)
        self.records.append((record.anchor, course.title))

    def foot(self) -> Iterator[str]:
        """All that stands behind the last record: the style sheet puts the list of records above them."""
        yield "</main>\n"
        if len(self.records) > 1:
            links = "".join(f'<li><a href="#{anchor}">{plain(title)}</a></li>\n' for anchor, title in self.records)
            yield f'<nav class="records" aria-label="Records"><ol>\n{links}</ol></nav>\n'
        yield f'<svg class="pyr defs" width="0" height="0" aria-hidden="true">{self.shared.defs()}</svg>\n'
        # The pictures seen from the other side are like enough to those on the page to be packed very small.
        data = {"defs": self.turned.shared.defs(), "pictures": self.turned.pictures}
        packed = base64.b64encode(zlib.compress(json.dumps(data).encode(), 9)).decode()
        count = len(self.turned.pictures)
        yield f'<script type="application/octet-stream" id="turned" data-count="{count}">{packed}</script>\n'
        yield f"<script>{_asset('page.js')}</script>\n</body>\n</html>\n"


def draw_page(courses: Sequence[Course], options: PageOptions | None = None) -> Iterator[str]:
    """A whole page in pieces, titled after its records."""
    options = options or PageOptions()
    page = Page(page_title(courses), flip=options.flip, theme=options.theme)
    yield from page.head()
    for course in courses:
        yield from page.record(course, options.plies, variations=options.variations)
    yield from page.foot()


def page_title(courses: Sequence[Course]) -> str:
    """What a page with these records is called."""
    if len(courses) == 1:
        return courses[0].title
    return f"{len(courses)} game records"


def _style() -> str:
    """The style sheet: the colours of the diagrams in both themes, their rules, and the page's own."""
    dark = svg_variables(Theme.DARK)
    # On paper the ground is white, whatever the screen's is.
    return (
        f":root{{{svg_variables(Theme.LIGHT)}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n"
        f"@media screen{{:root[data-theme=dark]{{{dark}}}}}\n{svg_page_style()}\n{_asset('page.css')}"
    )


def _asset(name: str) -> str:
    text = (files("pyrnot.render.html") / "assets" / name).read_text("utf-8")
    # Nothing in a script may end the element that it stands in.
    return text.replace("</script", r"<\/script")

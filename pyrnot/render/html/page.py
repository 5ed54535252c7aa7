"""A replay page: one self-contained HTML file for any number of records.

Without scripts it lists all positions in pictures and words; `assets/page.js` turns the same elements into a board to
step through. This module writes what surrounds the records; `record.py` writes the records.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Iterator, Sequence
from importlib.resources import files

from pyrnot import __version__
from pyrnot.play.course import Course
from pyrnot.render.html.record import RecordPage, TurnedPictures, html_text
from pyrnot.render.svg.diagram import Shared, Theme, svg_symbols
from pyrnot.render.svg.style import svg_page_style, svg_variables


class Page:
    """Writes a page in pieces: `head`, then `record` for each record, then `foot`. The pieces joined are the file."""

    def __init__(self, title: str, *, flip: bool = False, theme: Theme = Theme.AUTO) -> None:
        self.title = title
        self.flip = flip
        self.theme = theme
        self.shared = Shared()
        self.turned = TurnedPictures()
        self.records: list[tuple[str, str]] = []

    def head(self) -> Iterator[str]:
        """Everything before the first record."""
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
            f"<title>{html_text(self.title)}</title>\n<style>\n{_style()}</style>\n</head>\n<body>\n"
        )
        yield f'<svg class="pyr defs" width="0" height="0" aria-hidden="true">{svg_symbols()}</svg>\n<main>\n'

    def record(self, course: Course, plies: Sequence[int] | None = None, *, variations: bool = True) -> Iterator[str]:
        """One record, with the given plies of the main line or with all of its turns (None)."""
        record = RecordPage(course, len(self.records) + 1, self.shared, self.turned, flip=self.flip)
        # A ply listed twice still gets one section.
        stops = list(dict.fromkeys(course.chosen(plies, variations=variations)))
        yield from record.write(stops, is_complete=plies is None, variations=variations)
        self.records.append((record.anchor, course.title))

    def foot(self) -> Iterator[str]:
        """Everything after the last record; the style sheet moves the list of records above them."""
        yield "</main>\n"
        if len(self.records) > 1:
            links = "".join(f'<li><a href="#{anchor}">{html_text(title)}</a></li>\n' for anchor, title in self.records)
            yield f'<nav class="records" aria-label="Records"><ol>\n{links}</ol></nav>\n'
        yield f'<svg class="pyr defs" width="0" height="0" aria-hidden="true">{self.shared.defs()}</svg>\n'
        # The boards seen from the other side are similar to those on the page, so they compress very well.
        data = {"defs": self.turned.shared.defs(), "pictures": self.turned.pictures}
        packed = base64.b64encode(zlib.compress(json.dumps(data).encode(), 9)).decode()
        count = len(self.turned.pictures)
        yield f'<script type="application/octet-stream" id="turned" data-count="{count}">{packed}</script>\n'
        yield f"<script>{_asset('page.js')}</script>\n</body>\n</html>\n"


def _style() -> str:
    """The style sheet: the colours of both themes, the rules for diagrams, and those for the page."""
    dark = svg_variables(Theme.DARK)
    # Print on white, whatever the theme on screen.
    return (
        f":root{{{svg_variables(Theme.LIGHT)}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n"
        f"@media screen{{:root[data-theme=dark]{{{dark}}}}}\n{svg_page_style()}\n{_asset('page.css')}"
    )


def _asset(name: str) -> str:
    text = (files("pyrnot.render.html") / "assets" / name).read_text("utf-8")
    # A script must not contain its own end tag.
    return text.replace("</script", r"<\/script")

"""A replay page: one self-contained HTML file for any number of records.

Without scripts it lists all positions in pictures and words; with them it is a board to step through, whose positions
are made when they are looked at. This module writes what surrounds the records; `record` writes the records.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pyrnot.play.line_tree import LineTree
from pyrnot.play.plies import AnyPly
from pyrnot.render.html.document import document_head, page_script, style
from pyrnot.render.html.pictures import Pictures
from pyrnot.render.html.record import RecordPage
from pyrnot.render.svg.style import Theme
from pyrnot.render.svg.symbols import svg_symbols
from pyrnot.render.svg.text import html_text

_BLOCKED = "If nothing else appears, the script of this page is blocked: save the page and open it in a browser."


class Page:
    """Writes a page in pieces: `head`, then `record` for each record, then `foot`. The pieces joined are the file.

    `index` is the address of the page that lists all records, `site` that of the page on which a record is played on,
    if there are such.
    """

    def __init__(
        self, title: str, *, flip: bool = False, theme: Theme = Theme.AUTO, index: str = "", site: str = ""
    ) -> None:
        self.title = title
        self.site = site
        self.theme = theme
        self.index = index
        self.pictures = Pictures(flip=flip)
        self.records: list[tuple[str, str]] = []

    def head(self) -> Iterator[str]:
        """Everything before the first record."""
        yield document_head(self.title, theme=self.theme, css=style("page.css"), script=page_script())
        yield '<body class="page">\n'
        if self.index:
            yield f'<nav class="up" aria-label="Collection"><a href="{html_text(self.index)}">All records</a></nav>\n'
        yield f'<svg class="pyr defs" width="0" height="0" aria-hidden="true">{svg_symbols()}</svg>\n'
        yield f'<p class="blocked">{_BLOCKED}</p>\n<main>\n'

    def record(
        self, line_tree: LineTree, plies: Sequence[AnyPly] | None = None, *, variations: bool = True
    ) -> Iterator[str]:
        """One record, with the given plies or with all of its turns (None)."""
        record = RecordPage(line_tree, len(self.records) + 1, self.pictures, self.site)
        # A ply listed twice still gets one section.
        nodes = line_tree.chosen(None if plies is None else list(dict.fromkeys(plies)), variations=variations)
        listed = line_tree.turns(variations=variations) if plies is None else nodes
        yield from record.write(nodes, listed)
        self.records.append((record.anchor, line_tree.title))

    def foot(self) -> Iterator[str]:
        """Everything after the last record; the style sheet moves the list of records above them."""
        yield "</main>\n"
        if len(self.records) > 1:
            links = "".join(
                f'<li><a href="#{anchor}">{html_text(title)}</a></li>\n' for anchor, title in self.records
            )
            yield f'<noscript><nav class="records" aria-label="Records"><ol>\n{links}</ol></nav></noscript>\n'
        # The script finds each drawing on a separate line.
        shared = self.pictures.shared.defs().replace('<g id="py', '\n<g id="py').replace("</defs>", "\n</defs>")
        yield f'<noscript id="drawings"><svg class="pyr defs" width="0" height="0">{shared}</svg></noscript>\n'
        yield f"<script>{page_script()}</script>\n</body>\n</html>\n"

"""A game as a page without a script, to be shown in a frame of another page: a picture for each ply with links to the
next and the previous one. The picture is as large as the frame allows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from pyrnot.core.diagram import Diagram
from pyrnot.render.html.document import asset, common_style, document_head
from pyrnot.render.svg.diagram import Shared
from pyrnot.render.svg.groups import Drawn
from pyrnot.render.svg.layout import compose
from pyrnot.render.svg.parts import POST_PARTS
from pyrnot.render.svg.style import Theme
from pyrnot.render.svg.symbols import svg_symbols
from pyrnot.render.svg.text import escape, html_text
from pyrnot.render.svg.words import Caption
from pyrnot.render.text.diagram import draw_text

_LINKS = 48
"""The height of the line of links below a picture, in pixels."""
_WIDEST = 480
"""The usual width of a frame, in pixels."""


class Embedded(Struct, frozen=True):
    """A page, its title, and the width and height of its pictures in units."""

    html: str
    title: str
    wide: float
    high: float

    def frame(self, address: str) -> str:
        """The line of HTML that shows the page in another one: as wide as there is room, up to the usual width."""
        height = round(_WIDEST * self.high / self.wide) + _LINKS
        return (
            f'<iframe src="{escape(address)}" title="{html_text(self.title)}" width="{_WIDEST}" height="{height}" '
            f'loading="lazy" style="border:0;width:100%;max-width:{_WIDEST}px;height:auto;'
            f'aspect-ratio:{_WIDEST}/{height}"></iframe>'
        )


class EmbeddedPly(Struct, frozen=True):
    """A ply to show: its title, and the picture with its caption."""

    ply: int
    title: str
    caption: Caption
    diagram: Diagram

    @property
    def name(self) -> str:
        """What links to it are called."""
        return f"p{self.ply}"


def draw_embedded(plies: Iterable[EmbeddedPly], title: str, *, theme: Theme, flip: bool) -> Embedded:
    """The page of one ply or more."""
    shared = Shared()
    shown = [(ply, compose(ply.diagram, ply.caption, shared.put, POST_PARTS, flip=flip)) for ply in plies]
    wide = max(drawn.width for _, drawn in shown)
    high = max(drawn.height for _, drawn in shown)
    body = "".join(_sections(shown, wide, high, flip=flip))
    drawings = f'<svg class="pyr defs" width="0" height="0" aria-hidden="true">{svg_symbols()}{shared.defs()}</svg>'
    css = f"{common_style()}{asset('embedded.css')}:root{{--ratio:{wide / high:.4f};--links:{_LINKS}px}}"
    head = document_head(title, theme=theme, css=css, script="")
    return Embedded(
        f"{head}<body>\n{drawings}\n<main>\n<h1>{html_text(title)}</h1>\n{body}</main>\n</body>\n</html>\n",
        title,
        wide,
        high,
    )


def _sections(shown: Sequence[tuple[EmbeddedPly, Drawn]], wide: float, high: float, *, flip: bool) -> Iterator[str]:
    names = [ply.name for ply, _ in shown]
    last = shown[-1][0].ply
    for at, (ply, drawn) in enumerate(shown):
        links = [
            _link(names[0] if at else "", "&#8676;", "Start"),
            _link(names[at - 1] if at else "", "&#8592;", "Previous turn"),
            f"<span>{ply.ply} / {last}</span>",
            _link(names[at + 1] if at + 1 < len(names) else "", "&#8594;", "Next turn"),
            _link(names[-1] if at + 1 < len(names) else "", "&#8677;", "End"),
        ]
        yield (
            f'<section id="{ply.name}"><svg class="pyr" role="img" viewBox="0 0 {wide:g} {high:g}">'
            f"<title>{html_text(ply.title)}</title><desc>{escape(draw_text(ply.diagram, flip=flip))}</desc>"
            f'{drawn.svg}</svg><nav aria-label="Stepping">{"".join(links)}</nav></section>\n'
        )


def _link(name: str, symbol: str, label: str) -> str:
    """A link to a ply; only its symbol where there is none."""
    if not name:
        return f'<span class="off" aria-hidden="true">{symbol}</span>'
    return f'<a href="#{name}" aria-label="{label}" title="{label}">{symbol}</a>'

"""The board of a position as commands print it: in colour where the stream has it, and for mails in plain letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TextIO

from pyrnot.cli.streams import has_colour

if TYPE_CHECKING:
    from pyrnot.core.diagram import Diagram


def draw_board(
    diagram: Diagram,
    stream: TextIO,
    *,
    charset: str = "unicode",
    flip: bool = False,
    caption: Sequence[str] = (),
    legend: bool = True,
) -> str:
    """The text of a diagram for a stream, in colour if it has that. `caption` is lines above it, `legend` explains its
    marks below."""
    if has_colour(stream):
        from pyrnot.render.text.terminal import draw_ansi

        return draw_ansi(diagram, charset, flip=flip, caption=caption, legend=legend)
    from pyrnot.render.text.diagram import draw_text
    from pyrnot.render.text.lines import Charset

    return draw_text(diagram, charset=Charset(charset), flip=flip, caption=caption, legend=legend)

"""The board of a position as commands print it: in colour on a terminal, and for mails in plain letters."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from pyrnot.diagram import Diagram


def draw_board(
    diagram: Diagram, stream: TextIO, *, charset: str = "unicode", flip: bool = False, caption: Sequence[str] = ()
) -> str:
    """The text of a diagram for a stream, in colour if that is a terminal. `caption` is lines above it."""
    if stream.isatty() and not os.environ.get("NO_COLOR"):
        from pyrnot.render.text.terminal import draw_ansi

        return draw_ansi(diagram, charset, flip=flip, caption=caption)
    from pyrnot.render.text.diagram import Charset, draw_text

    return draw_text(diagram, charset=Charset(charset), flip=flip, caption=caption)

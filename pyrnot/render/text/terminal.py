"""Diagrams for a terminal with colours: the text of `diagram.py`, letter for letter, with styles added.

Text from a record becomes a `rich.text.Text` as it is and is never read as markup.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from io import StringIO
from typing import Literal

from rich.color import ColorSystem
from rich.console import Console
from rich.markdown import Markdown
from rich.style import Style
from rich.text import Text
from rich.theme import Theme

from pyrnot.core.diagram import Diagram, Mark
from pyrnot.core.patterns import lazy_pattern
from pyrnot.core.pieces import Colour
from pyrnot.render.palette import DARK_INK, LIGHT_INK, PAINTS
from pyrnot.render.text.ansi import COLOURS
from pyrnot.render.text.board import DEFAULT_SCALE, Scale
from pyrnot.render.text.diagram import lay_out
from pyrnot.render.text.lines import Charset, columns
from pyrnot.render.text.pen import Pen


def _number(number: int) -> str:
    """A colour of the palette of 256, which looks the same on every terminal, in rich's words."""
    return f"color({number})"


_INKS = {DARK_INK: _number(16), LIGHT_INK: _number(231)}
"""The tones of letters on pyramids."""
WORDS = {style: _number(number) for style, number in COLOURS.items()}
"""The colours of words such as `error`, to be read on a light and on a dark background."""
_STYLES: dict[str, Style] = {
    **{
        colour: Style(color=_INKS[paint.ink], bgcolor=_number(paint.number), bold=True)
        for colour, paint in PAINTS.items()
    },
    Mark.MOVED: Style(color=WORDS["question"], bold=True),
    Mark.PLACED: Style(color=WORDS["help"], bold=True),
    Mark.CHANGED: Style(color=WORDS["warning"], bold=True),
    Mark.REMOVED: Style(color=WORDS["error"], bold=True),
    Mark.LEFT: Style(color=WORDS["question"]),
    Mark.WRITTEN: Style(color=WORDS["error"]),
    Mark.WRONG: Style(color=WORDS["error"], bold=True, reverse=True),
    "label": Style(bold=True),
    "quiet": Style(dim=True),
}
_CODE = lazy_pattern(r"\x1b\[[\d;]*m")


class _ColourPen(Pen):
    """Writes what `Pen` writes, between escape codes, which cannot come from a record: `clean` replaces them."""

    def paint(self, style: str, text: str) -> str:
        return _STYLES[style].render(text, color_system=ColorSystem.TRUECOLOR)

    def columns(self, text: str) -> int:
        return columns(_CODE.sub("", text))


def pyramid_style(colour: Colour) -> Style:
    """How pyramids of a colour are written."""
    return _STYLES[colour]


_PENS = {charset: _ColourPen(charset) for charset in Charset}


def draw_colour(
    diagram: Diagram,
    *,
    charset: Charset = Charset.UNICODE,
    width: int = 80,
    flip: bool = False,
    caption: Sequence[str] = (),
    legend: bool = True,
    scale: Scale = DEFAULT_SCALE,
) -> Text:
    """The diagram in colour; its `plain` is what `draw_text` returns for the same arguments, unless `scale` draws the
    board otherwise."""
    drawn = lay_out(diagram, _PENS[charset], width, flip=flip, caption=caption, legend=legend, scale=scale)
    return Text.from_ansi(drawn, no_wrap=True, end="")


def draw_markdown(source: str, width: int) -> Text:
    """A document of one `#` heading and what follows it, at most `width` columns wide."""
    theme = Theme({"markdown.code": "bold", "markdown.h2": "bold", "markdown.table.border": "dim"})
    console = Console(file=StringIO(), width=width, theme=theme)
    heading, _, body = source.removeprefix("# ").partition("\n")
    drawn = Text.assemble((f"{heading}\n{'=' * len(heading)}\n\n", "bold"))
    for segment in console.render(Markdown(body, code_theme="ansi_dark", hyperlinks=False)):
        drawn.append(segment.text, segment.style)
    lines: list[Text] = []
    for line in drawn.split("\n"):
        line.rstrip()
        if line or (lines and lines[-1]):  # rich writes two blank lines around tables and examples
            lines.append(line)
    return Text("\n", no_wrap=True, end="").join(lines)


def ansi_codes(text: Text) -> str:
    """A diagram in colour with escape codes for as many colours as the terminal supports.

    Whether there should be colours has been decided, so nothing in the environment prevents them.
    """
    is_dumb = os.environ.get("TERM", "") in ("dumb", "unknown")
    colours: Literal["256", "auto"] = "256" if is_dumb else "auto"
    console = Console(file=StringIO(), force_terminal=True, highlight=False, no_color=False, color_system=colours)
    with console.capture() as capture:
        console.print(text, soft_wrap=True, end="")
    return capture.get()

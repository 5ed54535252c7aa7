"""Diagrams for a terminal with colours: the text of `text.py`, letter for letter, with styles added.

The only drawing that knows rich. What a record says goes into `rich.text.Text` as it is, never as markup.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import StringIO

from rich.console import Console
from rich.style import Style
from rich.text import Text

from pyrnot.diagram import Diagram, Mark, Shown
from pyrnot.render.palette import PAINTS
from pyrnot.render.text.diagram import lay_out
from pyrnot.render.text.lines import Charset
from pyrnot.render.text.pen import Pen

_STYLES: dict[str, Style] = {
    **{colour: Style(color=paint.ink, bgcolor=paint.fill, bold=True) for colour, paint in PAINTS.items()},
    Mark.MOVED: Style(color="bright_magenta", bold=True),
    Mark.PLACED: Style(color="bright_green", bold=True),
    Mark.CHANGED: Style(color="bright_yellow", bold=True),
    Mark.REMOVED: Style(color="bright_red", bold=True),
    Mark.LEFT: Style(color="bright_magenta"),
    "label": Style(bold=True),
    "quiet": Style(dim=True),
}
_FIRST_CODE = 0xE000
_END = "\uf8ff"
# Characters for private use stand for "a style begins" and "it ends": they cannot come from a record, since
# `clean` lets none through.
_CODES = {name: chr(_FIRST_CODE + number) for number, name in enumerate(_STYLES)}
_STYLE_OF_CODE = {code: _STYLES[name] for name, code in _CODES.items()}
_CODE = re.compile("([\ue000-\uf8ff])")


class _ColourPen(Pen):
    """Writes what `Pen` writes, with codes for the styles round it."""

    is_plain = False

    def pyramid(self, shown: Shown) -> str:
        return _styled(shown.pyramid.colour, super().pyramid(shown))

    def mark(self, mark: Mark) -> str:
        return _styled(mark, super().mark(mark))

    def label(self, text: str) -> str:
        return _styled("label", text)

    def quiet(self, text: str) -> str:
        return _styled("quiet", text)


def draw_colour(
    diagram: Diagram,
    *,
    charset: Charset = Charset.UNICODE,
    width: int = 80,
    flip: bool = False,
    caption: Sequence[str] = (),
) -> Text:
    """What `draw_text` draws with the same arguments, in colour. Its `plain` is that very text."""
    text = Text(no_wrap=True, end="")
    style: Style | None = None
    for part in _CODE.split(lay_out(diagram, _ColourPen(charset), width, flip, caption)):
        if part == _END:
            style = None
        elif part in _STYLE_OF_CODE:
            style = _STYLE_OF_CODE[part]
        elif part:
            text.append(part, style)
    return text


def draw_ansi(
    diagram: Diagram,
    charset: str = Charset.UNICODE,
    *,
    width: int = 80,
    flip: bool = False,
    caption: Sequence[str] = (),
) -> str:
    """What `draw_colour` draws as text with escape codes, in as many colours as the terminal is known to have."""
    text = draw_colour(diagram, charset=Charset(charset), width=width, flip=flip, caption=caption)
    console = Console(file=StringIO(), force_terminal=True, highlight=False)
    with console.capture() as capture:
        console.print(text, soft_wrap=True, end="")
    return capture.get()


def _styled(name: str, text: str) -> str:
    return f"{_CODES[name]}{text}{_END}"

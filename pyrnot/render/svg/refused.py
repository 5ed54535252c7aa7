"""What an illegal turn wrote on a board, dashed and in red, and a word on each square that is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pyrnot.core.diagram import RefusedRoutes
from pyrnot.render.svg.arrows import Arrow
from pyrnot.render.svg.stacks import Rect
from pyrnot.render.svg.text import escape, text_width
from pyrnot.render.svg.words import BOLD

_INSET = 3
_WORD = 12
"""The height of the letters of a word."""
_PAD = 4


def draw_refused(
    refused: RefusedRoutes, arrows: Sequence[Arrow], squares: Sequence[Rect], page: Rect
) -> Iterator[str]:
    """The arrows of the routes, rings round the squares that they name alone and round what is wrong, and the words;
    `squares` are those of the board by their indices, and no word leaves `page`."""
    for arrow in arrows:
        yield f'<g class="py-refused">{arrow.svg}{arrow.stops}</g>'
    alone = {route[0] for route in (refused.written, refused.owed) if len(set(route)) == 1}
    for square in sorted(alone - refused.wrong.keys()):
        yield _ring(squares[square], "py-written")
    for square in refused.wrong:
        yield _ring(squares[square], "py-wrong")
    for square, word in refused.wrong.items():
        yield _word(word, squares[square], page)


def _ring(square: Rect, kind: str) -> str:
    x = square.left + _INSET
    y = square.top + _INSET
    side = square.right - square.left - 2 * _INSET
    return f'<rect class="py-ring {kind}" x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" rx="7"/>'


def _word(word: str, square: Rect, page: Rect) -> str:
    """A word at the lower edge of a square, over its neighbours if it must."""
    width = text_width(word, _WORD) * BOLD + 2 * _PAD
    middle = (square.left + square.right) / 2
    middle = min(max(middle, page.left + width / 2), page.right - width / 2)
    top = square.bottom - _WORD - 4
    return (
        f'<g class="py-word"><rect x="{middle - width / 2:.1f}" y="{top:g}" width="{width:.1f}" height="{_WORD + 4}" '
        f'rx="4"/><text x="{middle:.1f}" y="{top + _WORD + 0.6:g}">{escape(word)}</text></g>'
    )

"""Diagrams as plain text, of no more columns than asked for: the same picture with and without colour.

No escape codes, no colour: `terminal.py` adds those to the same layout.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import assert_never

from pyrnot.diagram import Board, Cards, Diagram, Facts, Mark, Rack, Remarks, Ring
from pyrnot.render.text.blocks import cards_text, facts_text, rack_text, remarks_text, ring_text
from pyrnot.render.text.board import board_text
from pyrnot.render.text.lines import Charset, Piece, clean, columns, fold, fold_words, short
from pyrnot.render.text.pen import Another, Pen

__all__ = ["Charset", "draw_text", "lay_out"]


def draw_text(
    diagram: Diagram,
    *,
    charset: Charset = Charset.UNICODE,
    width: int = 80,
    flip: bool = False,
    caption: Sequence[str] = (),
) -> str:
    """The diagram as lines of at most `width` columns, without a line end after the last.

    `caption` is lines above it, `flip` turns boards round so that the far side is near. Whatever the
    caption and the diagram hold, no control character comes out.
    """
    return lay_out(diagram, Pen(charset), width, flip, caption)


def lay_out(diagram: Diagram, pen: Pen, width: int, flip: bool, caption: Sequence[str]) -> str:
    """The text of a diagram as `pen` writes it."""
    parts = [fold_words(clean(line, pen.charset), width, Piece("", 0), 2) for line in caption]
    was_picture = bool(parts)
    for block in diagram.blocks:
        is_picture = False
        match block:
            case Board():
                text, is_picture = board_text(block, pen, width, flip), True
            case Rack():
                text = rack_text(block, pen, width)
            case Ring():
                text, is_picture = ring_text(block, pen, width), True
            case Cards():
                text, is_picture = cards_text(block, pen, width), True
            case Facts():
                text = facts_text(block, pen, width)
            case Remarks():
                text = remarks_text(block, pen, width)
            case _:
                assert_never(block)
        # A blank line sets a picture off from what is above and below it.
        if parts and (is_picture or was_picture):
            parts.append("")
        parts.append(text)
        was_picture = is_picture
    legend = _legend(diagram, pen, width)
    if legend:
        parts.append(legend)
    return "\n".join(parts)


_Ground = tuple[str, str | None]
"""What a board's squares have signs for: the words for its spots, "" if it has none, and for the region in play, None
if that is the whole board."""


def _legend(diagram: Diagram, pen: Pen, width: int) -> str:
    """What the signs mean that were written, "" if none was."""
    grounds = tuple(
        [
            (
                block.spot_label if block.spots else "",
                block.region_label if block.region is not None and len(block.region) < block.grid.size else None,
            )
            for block in diagram.blocks
            if isinstance(block, Board)
        ]
    )
    return _legend_text(frozenset(pen.used), pen.has_ghosts, grounds, pen.another, pen.charset, width)


@lru_cache(maxsize=512)
def _legend_text(
    used: frozenset[Mark],
    has_ghosts: bool,
    grounds: tuple[_Ground, ...],
    another: Another,
    charset: Charset,
    width: int,
) -> str:
    pen = another(charset)
    legend = list(_signs(used, has_ghosts, grounds, pen, width))
    if not legend:
        return ""
    return fold([Piece(text, columns(text)) for text in legend], width, Piece(pen.label("Signs") + ":", 6), 2, 2)


def _signs(
    used: frozenset[Mark], has_ghosts: bool, grounds: tuple[_Ground, ...], pen: Pen, width: int
) -> Iterator[str]:
    """Signs with what they mean."""
    signs = pen.signs
    for mark in Mark:
        if mark in used:
            yield f"{signs.marks[mark]} {mark.value}"
    if has_ghosts:
        yield "(..) no longer there"
    for spots, region in grounds:
        if spots:
            yield f"{signs.spot} {short(spots, pen.charset, width - 4)}"
        if region is not None:
            yield f"{signs.outside} not {short(region, pen.charset, width - 8) or 'in play'}"

"""Diagrams as plain text, of no more columns than asked for: the same picture with and without colour.

No escape codes, no colour: `terminal.py` adds those to the same layout.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from pyrnot.diagram import Board, Cards, Diagram, Facts, Mark, Rack, Remarks, Ring
from pyrnot.render.text_blocks import cards_text, facts_text, rack_text, remarks_text, ring_text
from pyrnot.render.text_board import board_text
from pyrnot.render.text_lines import Charset, Piece, clean, columns, fold, fold_words, short
from pyrnot.render.text_pen import Pen

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
    legend = list(_legend(diagram, pen, width))
    if legend:
        pieces = [Piece(text, columns(text)) for text in legend]
        parts.append(fold(pieces, width, Piece(pen.label("Signs") + ":", 6), 2, 2))
    return "\n".join(parts)


def _legend(diagram: Diagram, pen: Pen, width: int) -> Iterator[str]:
    """What the signs mean that were written."""
    signs = pen.signs
    for mark in Mark:
        if mark in pen.used:
            yield f"{signs.marks[mark]} {mark.value}"
    if pen.has_ghosts:
        yield "(..) no longer there"
    for block in diagram.blocks:
        if isinstance(block, Board):
            if block.spots and block.spot_label:
                yield f"{signs.spot} {short(block.spot_label, pen.charset, width - 4)}"
            if block.region is not None and len(block.region) < block.grid.size:
                yield f"{signs.outside} not {short(block.region_label, pen.charset, width - 8) or 'in play'}"

"""Diagrams as plain text of a given width; `terminal.py` adds colour to the same layout."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from pyrnot.core.diagram import Block, BoardBlock, Cards, Diagram, Facts, Mark, Rack, Remarks, Ring
from pyrnot.render.text.blocks import cards_text, facts_text, rack_text, remarks_text
from pyrnot.render.text.board import DEFAULT_SCALE, Scale, board_text
from pyrnot.render.text.lines import Charset, Piece, clean, columns, fold, fold_words, short
from pyrnot.render.text.pen import Pen
from pyrnot.render.text.ring import ring_text

_PICTURES = (BoardBlock, Ring, Cards)
_PENS = {charset: Pen(charset) for charset in Charset}


def draw_text(
    diagram: Diagram,
    *,
    charset: Charset = Charset.UNICODE,
    width: int = 80,
    flip: bool = False,
    caption: Sequence[str] = (),
    legend: bool = True,
) -> str:
    """The diagram on lines of at most `width` columns, without a line end after the last.

    `caption` is the lines above it, `legend` tells whether its symbols are explained below; `flip` turns boards
    round. Whatever the caption and the diagram contain, the result has no control characters.
    """
    return lay_out(diagram, _PENS[charset], width, flip=flip, caption=caption, legend=legend)


def lay_out(
    diagram: Diagram,
    pen: Pen,
    width: int,
    *,
    flip: bool,
    caption: Sequence[str],
    legend: bool = True,
    scale: Scale = DEFAULT_SCALE,
) -> str:
    """The text of a diagram as `pen` writes it, with its board, or its ring or cards if it has none, as large as
    `scale` says."""
    parts = [fold_words(clean(line, pen.charset), width, indent=2) for line in caption]
    was_picture = bool(parts)
    has_board = any(isinstance(block, BoardBlock) for block in diagram.blocks)
    has_ghosts = False
    for block in diagram.blocks:
        is_picture = _stands_apart(block, scale)
        if parts and (is_picture or was_picture):
            parts.append("")
        own_scale = DEFAULT_SCALE if has_board and isinstance(block, Cards) else scale
        parts.append(_block_text(block, pen, width, flip=flip, scale=own_scale))
        if isinstance(block, BoardBlock):
            has_ghosts = "(" in parts[-1]  # only what is no longer there is in brackets
        was_picture = is_picture
    entries = [*_legend(diagram, pen, width, has_ghosts=has_ghosts)] if legend else []
    if entries:
        parts.append(_legend_text(entries, pen, width))
    return "\n".join(parts)


def _stands_apart(block: Block, scale: Scale) -> bool:
    """Whether a blank line sets a block off from what is above and below it: a picture, unless it has edges and needs
    the room."""
    return isinstance(block, _PICTURES) and not (scale.is_even and isinstance(block, BoardBlock))


def _block_text(block: Block, pen: Pen, width: int, *, flip: bool, scale: Scale) -> str:
    """The text of one block, a picture as large as `scale` says."""
    match block:
        case BoardBlock():
            return board_text(block, pen, width, flip=flip, scale=scale)
        case Rack():
            return rack_text(block, pen, width)
        case Ring():
            return ring_text(block, pen, width, zoom=scale.zoom)
        case Cards():
            return cards_text(block, pen, width, zoom=scale.zoom)
        case Facts():
            return facts_text(block, pen, width)
        case Remarks():
            return remarks_text(block, pen, width)
        case _:
            assert_never(block)


def _legend_text(entries: Iterable[tuple[str, str]], pen: Pen, width: int) -> str:
    """The legend, as many of its entries on a line as fit."""
    pieces = [Piece(f"{glyph} {words}", len(glyph) + 1 + columns(words)) for glyph, words in entries]
    return fold(pieces, width, first=Piece(f"{pen.paint('label', 'Signs')}:", 6), indent=2, gap=2)


def _legend(diagram: Diagram, pen: Pen, width: int, *, has_ghosts: bool) -> Iterator[tuple[str, str]]:
    """The entries of the legend: each symbol in the diagram, and what it means."""
    boards = [block for block in diagram.blocks if isinstance(block, BoardBlock)]
    used = diagram.marks()
    if not has_ghosts and any(board.waves for board in boards):
        used |= {Mark.REMOVED}
    for mark in Mark:
        if mark in used:
            yield pen.glyphs.marks[mark], mark.value
    if has_ghosts:
        yield "(..)", "no longer there"
    for board in boards:
        yield from _legend_of_board(board, pen, width, has_ghosts=has_ghosts)


def _legend_of_board(board: BoardBlock, pen: Pen, width: int, *, has_ghosts: bool) -> Iterator[tuple[str, str]]:
    """The entries for what boards alone have: waves, spots, and what is outside the region."""
    if board.waves and has_ghosts:
        yield f"1-{max(board.waves.values())}", "removed in this wave"
    if board.spots and board.spot_label:
        yield pen.glyphs.spot, short(board.spot_label, pen.charset, width - 4)
    if board.outside:
        yield pen.glyphs.outside, f"not {short(board.region_label, pen.charset, width - 8) or 'in play'}"

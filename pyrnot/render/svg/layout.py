"""Lays out a picture: one column, or the board with a column of stashes beside it, so that it is not much too tall.

Where a block goes depends on the kinds of blocks only, so that all pictures of a game have the same layout. Lengths
are in units.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from pyrnot.core.diagram import GONE, Block, BoardBlock, Cards, Diagram, Facts, Mark, Rack, Remarks, Ring
from pyrnot.render.svg.board import board_size, draw_board, stops_of
from pyrnot.render.svg.groups import Drawn, Put, draw_cards, draw_rack
from pyrnot.render.svg.parts import Part, chosen_blocks
from pyrnot.render.svg.ring import draw_ring
from pyrnot.render.svg.symbols import MARK_LETTER, draw_number, use, use_mark
from pyrnot.render.svg.words import WIDTH, Caption, draw_caption, draw_facts, draw_legend, draw_remarks

_BESIDE = 204
"""The width of the column beside the board."""
_GAP = 8
"""Between blocks."""
_MOST_GROUPS = 6
"""With more groups of pyramids than this in the column beside the board, what the turn did goes below the board."""
_LARGEST = 1.12
"""A board of few squares is drawn at this scale at most."""


def compose(diagram: Diagram, caption: Caption, put: Put, parts: frozenset[Part], *, flip: bool = False) -> Drawn:
    """A picture of the caption, the blocks and the legend, of those that belong to `parts`.

    The caption, what comes before the board, and the legend are as wide as the picture.
    """
    diagram = Diagram(tuple(chosen_blocks(diagram.blocks, parts)))
    above, below, aside = _assign(diagram.blocks)
    width = WIDTH + (_BESIDE if aside else 0)
    top = _Column(0, _GAP, width)
    has_caption = Part.CAPTION in parts
    if has_caption and not caption.is_below:
        top.add(*draw_caption(caption, width))
    top.add_blocks(above, put, flip=flip)
    main = _Column(0, top.y, WIDTH)
    main.add_blocks(below, put, flip=flip)
    beside = _Column(WIDTH, top.y, _BESIDE)
    beside.add_blocks(aside, put, flip=flip)
    foot = _Column(0, max(main.y, beside.y), width)
    if has_caption and caption.is_below:
        foot.add(*draw_caption(caption, width))
    if Part.LEGEND in parts:
        foot.add(*draw_legend(legend(diagram), width))
    svg = "".join(top.drawn + main.drawn + beside.drawn + foot.drawn)
    return Drawn(svg, width, round(foot.y, 1))


def _assign(blocks: Sequence[Block]) -> tuple[list[Block], list[Block], list[Block]]:
    """The blocks above the board; the board and those below it; those beside it.

    Stashes go beside a board or ring. So does what the turn did, where there is room below them; there is not beside
    a ring. Goals, which belong to no seat, go below the ring.
    """
    at = next((at for at, block in enumerate(blocks) if isinstance(block, BoardBlock | Ring)), None)
    if at is None or not any(_is_stash(block) for block in blocks):
        return [], list(blocks), []
    has_room = _has_room_beside(blocks[at], blocks)
    rest = blocks[at + 1 :]
    aside = [block for block in rest if _is_stash(block) or (has_room and isinstance(block, Remarks))]
    return [*blocks[:at]], [blocks[at], *(block for block in rest if block not in aside)], aside


def _has_room_beside(picture: Block, blocks: Sequence[Block]) -> bool:
    """Whether there is room for what the turn did beside a board or ring, below the stashes."""
    groups = [*Diagram(tuple(blocks)).groups()]
    return isinstance(picture, BoardBlock) and len(groups) <= _MOST_GROUPS


def _is_stash(block: Block) -> bool:
    return isinstance(block, Cards) or (isinstance(block, Rack) and not block.is_common)


class _Column:
    """Drawings one below the other, from (`x`, `y`) down; `y` moves on."""

    def __init__(self, x: float, y: float, width: float) -> None:
        self.x = x
        self.y = y
        self.width = width
        self.drawn: list[str] = []

    def add(self, svg: str, height: float) -> None:
        """Puts a drawing below the last, unless it is empty."""
        if svg:
            self.drawn.append(f'<g transform="translate({self.x:g} {self.y:g})">{svg}</g>')
            self.y += height + _GAP

    def add_blocks(self, blocks: Iterable[Block], put: Put, *, flip: bool) -> None:
        """Draws blocks as wide as the column."""
        for block in blocks:
            match block:
                case BoardBlock():
                    self.add(*_fit_board(block, put, self.width, flip=flip))
                case Rack():
                    self.add(*draw_rack(block, put, self.width))
                case Ring():
                    self.add(*draw_ring(block, put))
                case Cards():
                    self.add(*draw_cards(block, put, self.width))
                case Facts():
                    self.add(*draw_facts(block, self.width))
                case Remarks():
                    self.add(*draw_remarks(block, self.width))
                case _:
                    assert_never(block)


def _fit_board(board: BoardBlock, put: Put, width: float, *, flip: bool) -> tuple[str, float]:
    """The board in the middle of a column, as large as it can be, and its height."""
    wide, high = board_size(board)
    scale = min(_LARGEST, (width - 4) / wide)
    left = (width - wide * scale) / 2 - 2
    drawn = draw_board(board, put, flip=flip)
    return f'<g transform="translate({left:.1f} 0)scale({scale:.3f})">{drawn}</g>', round(high * scale)


def legend(diagram: Diagram) -> list[tuple[str, str]]:
    """The entries of the legend: each symbol in the diagram, and what it means."""
    boards = [block for block in diagram.blocks if isinstance(block, BoardBlock)]
    marks = diagram.marks(except_squares=frozenset().union(*map(stops_of, boards)))
    entries = [(use_mark(mark), mark.value) for mark in MARK_LETTER if mark in marks]
    entries += _legend_of_moves(boards)
    if any(board.ghosts for board in boards) or _has_gone_group(diagram):
        entries.append((_GHOST, "no longer there"))
    for board in boards:
        entries += _legend_of_ground(board)
    return entries


def _legend_of_moves(boards: Sequence[BoardBlock]) -> Iterator[tuple[str, str]]:
    """The entries for arrows and their stops, and for what was removed in waves."""
    if any(len(path) > 2 for board in boards for path in board.paths):
        yield _STOP, "stop on the way"
    if any(board.move_count > 1 for board in boards):
        yield draw_number(1, Mark.MOVED, 0, 0), "order of the moves"
    if any(board.waves for board in boards):
        yield draw_number(1, Mark.REMOVED, 0, 0), "removed in this wave"
    if any(board.swaps for board in boards):
        yield _SWAP, "swapped"


def _has_gone_group(diagram: Diagram) -> bool:
    """Whether a pyramid in a group is no longer there."""
    return any(shown.mark in GONE for group in diagram.groups() for shown in group.pyramids)


def _legend_of_ground(board: BoardBlock) -> Iterator[tuple[str, str]]:
    """The entries for the spots of a board and for its squares out of play."""
    if board.spots and board.spot_label:
        yield _SPOT, board.spot_label
    if board.outside:
        yield _OUTSIDE, f"not {board.region_label or 'in play'}"


_STOP = '<circle class="py-stop" r="4.4"/>'
_SWAP = (
    '<g class="py-arrow"><path class="py-path" d="M-4 0H4"/>'
    '<path class="py-head" d="M-10 0L-3 6V-6zM10 0L3 6V-6z"/></g>'
)
_SQUARE = 'x="-7" y="-7" width="14" height="14"'
_OUTSIDE = "".join(f'<rect class="{kind}" {_SQUARE}/>' for kind in ("py-sd", "py-out", "py-thin"))
_SPOT = f'<rect class="py-spot" {_SQUARE} rx="3"/>'
_GHOST = f'<g class="ghost py-black" transform="scale(.6)">{use("pyG1")}</g>'

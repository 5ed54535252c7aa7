"""A board as SVG: squares, what the last turn did to them, and the pyramids on them.

Lengths are in units; a square is `side_of(board)` units wide, and `board_size` gives the size of the whole drawing.
From below to above: the squares and their marks, arrows, pyramids, ghosts, and the symbols of marks and stops.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from pyrnot.core.diagram import BoardBlock, DrawnPyramid, Mark
from pyrnot.core.grid import Grid
from pyrnot.render.svg.arrows import Arrow, Leg, Point, draw_arrow
from pyrnot.render.svg.groups import Put
from pyrnot.render.svg.refused import draw_refused
from pyrnot.render.svg.stacks import (
    ALONE,
    STACKED,
    Rect,
    badge_of,
    draw_gone,
    draw_gone_beside,
    draw_stack,
    is_alone,
    middle_of,
    outlines_of,
)
from pyrnot.render.svg.symbols import BADGE_RADIUS, use_mark

MARGIN = 16
"""Room for the coordinates, at the left and below."""
_EDGE = 2
"""Between the upper edge of the drawing and the squares."""
_SPOT_INSET = 3
_REFUSED = frozenset({Mark.WRITTEN, Mark.WRONG})
"""The marks that are drawn as arrows, rings and words."""
_CORNER = 8.5
"""How far from the edges of its square a badge in the corner is."""


def side_of(board: BoardBlock) -> int:
    """The side of a square: wider where pyramids are stacked, because towers need room."""
    is_stacked = board.has_stacks or not all(
        is_alone(stack) for stacks in (board.stacks, board.ghosts) for stack in stacks.values() if stack
    )
    return STACKED if is_stacked else ALONE


def board_size(board: BoardBlock) -> tuple[int, int]:
    """The width and height of a drawn board, in its own units."""
    side = side_of(board)
    return board.grid.files * side + MARGIN + 4, board.grid.ranks * side + MARGIN + 4


def draw_board(board: BoardBlock, put: Put, *, flip: bool) -> str:
    """The board; `put` puts down what is likely to be on other boards of the game too: the ground and the stacks."""
    grid = board.grid
    side = side_of(board)
    left, top = _corners(grid, side, flip=flip)
    parts = [put(_ground(grid, side, flip=flip), 0, 0)]
    if board.region is not None:
        path = "".join([f"M{left[at]} {top[at]}h{side}v{side}h-{side}z" for at in sorted(board.outside)])
        parts.append(put(f'<path class="py-out" d="{path}"/>', 0, 0))
    parts += _marked_squares(board, left, top)
    router = _Router(board, left, top)
    arrows = router.arrows()
    parts += [arrow.svg for arrow in arrows.values()]
    for square, stack in board.stacks.items():
        parts.append(put(draw_stack(stack, grid.names[square], left[square], top[square], side), 0, 0))
    parts += _ghosts(board, left, top)
    badges = list(_badges(board, left, top))
    parts += [use_mark(mark, x, y) for mark, x, y in badges]
    parts += [arrow.stops for arrow in arrows.values()]
    if len(board.paths) > 1:
        taken = [*router.taken()]
        taken += [Rect.around(x, y, BADGE_RADIUS) for _, x, y in badges]
        parts += _numbers(arrows, taken)
    if board.refused is not None:
        corners = zip(left, top, strict=True)
        squares = [Rect(x, y, x + side, y + side) for x, y in corners]
        parts += draw_refused(board.refused, router.refused_arrows(), squares, router.page)
    return "".join(parts)


def _marked_squares(board: BoardBlock, left: Sequence[int], top: Sequence[int]) -> Iterator[str]:
    """The marks of squares as their colours, and the spots."""
    side = side_of(board)
    stops = stops_of(board)
    for square, mark in board.marks.items():
        if square not in stops:
            at = f'x="{left[square]}" y="{top[square]}"'
            yield f'<rect class="py-q py-{mark}" {at} width="{side}" height="{side}"/>'
    inner = side - 2 * _SPOT_INSET
    for square in sorted(board.spots):
        at = f'x="{left[square] + _SPOT_INSET}" y="{top[square] + _SPOT_INSET}"'
        yield f'<rect class="py-spot" {at} width="{inner}" height="{inner}" rx="7"/>'


def _ghosts(board: BoardBlock, left: Sequence[int], top: Sequence[int]) -> Iterator[str]:
    """What is no longer on its square: where it was, or beside what is on the square now."""
    side = side_of(board)
    for square, gone in board.ghosts.items():
        name = board.grid.names[square]
        if board.stacks.get(square):
            yield draw_gone_beside(gone, name, left[square], top[square])
        else:
            yield draw_gone(gone, name, left[square], top[square], side, board.waves.get(square))


def _numbers(arrows: Mapping[int, Arrow], taken: Iterable[Rect]) -> Iterator[str]:
    """The numbers of arrows, each where it hides neither what is `taken`, nor an arrow, nor another number."""
    hidden = [*taken, *(rect for arrow in arrows.values() for rect in arrow.covered)]
    for number, arrow in arrows.items():
        others = [rect for other in arrows.values() if other is not arrow for rect in other.shaft()]
        svg, rect = arrow.number(number, [*hidden, *others])
        yield svg
        hidden.append(rect)


def stops_of(board: BoardBlock) -> frozenset[int]:
    """The squares where a pyramid only stopped on its way: nothing else left them."""
    ends = {square for path in board.paths for square in (path[0], path[-1])}
    between = {square for path in board.paths for square in path[1:-1]}
    return frozenset(square for square in between - ends if board.marks.get(square, Mark.LEFT) is Mark.LEFT)


def _corners(grid: Grid, side: int, *, flip: bool) -> tuple[list[int], list[int]]:
    """The left and the top edge of each square, by square index."""
    columns = range(grid.files)
    rows = range(grid.ranks - 1, -1, -1)
    if flip:
        columns = columns[::-1]
        rows = rows[::-1]
    left = [MARGIN + column * side for column in columns]
    top = [_EDGE + row * side for row in rows]
    return left * grid.ranks, [y for y in top for _ in columns]


def _ground(grid: Grid, side: int, *, flip: bool) -> str:
    """The squares and their coordinates."""
    left, top = _corners(grid, side, flip=flip)
    files = grid.files
    ranks = grid.ranks
    width = files * side
    height = ranks * side
    dark = "".join(
        f"M{left[at]} {top[at]}h{side}v{side}h-{side}z"
        for at in range(files * ranks)
        if (at % files + at // files) % 2 == 0
    )
    labels = [
        *(("abcdefgh"[at], left[at] + side // 2, height + 14) for at in range(files)),
        *((str(rank + 1), 7, top[rank * files] + side // 2 + 4) for rank in range(ranks)),
    ]
    whole = f'x="{MARGIN}" y="{_EDGE}" width="{width}" height="{height}"'
    return (
        f'<rect class="py-sl" {whole}/><path class="py-sd" d="{dark}"/><rect class="py-edge" {whole} rx="1"/>'
        + "".join(f'<text class="py-n" x="{x}" y="{y}">{text}</text>' for text, x, y in labels)
    )


def _badges(board: BoardBlock, left: Sequence[int], top: Sequence[int]) -> Iterator[tuple[Mark, float, float]]:
    """The marks of squares that no pyramid there (or gone from there) has, and where their symbols are: in the middle
    of an empty square, where an arrow begins, otherwise in a corner."""
    stops = stops_of(board)
    side = side_of(board)
    for square, mark in board.marks.items():
        stack = board.stacks.get(square, ())
        gone = board.ghosts.get(square, ())
        if square in stops or mark in _REFUSED or any(shown.mark is mark for shown in (*stack, *gone)):
            continue
        if not stack and not gone:
            right = side / 2
            down = side / 2
        else:
            right = _CORNER
            down = side - _CORNER if gone else _CORNER
        yield mark, left[square] + right, top[square] + down


class _Router:
    """Draws a board's arrows from pyramid to pyramid; `left` and `top` are the corners of its squares."""

    def __init__(self, board: BoardBlock, left: Sequence[int], top: Sequence[int]) -> None:
        self.board = board
        self.side = side = side_of(board)
        self.left = left
        self.top = top
        width = board.grid.files * side
        height = board.grid.ranks * side
        self.page = Rect(MARGIN + 3, _EDGE + 3, MARGIN + width - 3, _EDGE + height - 3)
        self.used: Counter[frozenset[int]] = Counter()

    def arrows(self) -> dict[int, Arrow]:
        """The arrows of the paths, by their numbers in the order of the moves."""
        routes = {number: path for number, path in enumerate(self.board.paths, 1) if len(set(path)) > 1}
        shared = Counter(frozenset(pair) for route in routes.values() for pair in pairwise(route))
        drawn = {
            number: draw_arrow(
                [self._leg(*pair, is_shared=shared[frozenset(pair)] > 1) for pair in pairwise(route)],
                self.page,
                is_double=number - 1 in self.board.swaps,
            )
            for number, route in routes.items()
        }
        return {number: arrow for number, arrow in drawn.items() if arrow}

    def refused_arrows(self) -> list[Arrow]:
        """The arrows of what an illegal turn wrote, and of what is owed."""
        refused = self.board.refused
        if refused is None:
            return []
        drawn = [
            draw_arrow([self._leg(*pair, is_shared=False) for pair in pairwise(route)], self.page, is_double=False)
            for route in (refused.written, refused.owed)
            if len(set(route)) > 1
        ]
        return [arrow for arrow in drawn if arrow]

    def taken(self) -> Iterator[Rect]:
        """What the number of an arrow must not hide: pyramids, their badges, and what is no longer there."""
        board = self.board
        for square in board.stacks.keys() | board.ghosts.keys():
            yield from self._outlines(square)
            x = self.left[square]
            y = self.top[square]
            stack = board.stacks.get(square, ())
            if is_alone(stack) and stack[0].mark:
                right, down = badge_of(stack[0], self.side)
                yield Rect.around(x + right, y + down, BADGE_RADIUS)
            if square in board.ghosts:
                yield Rect(x, y, x + 33, y + 28)

    def _leg(self, start: int, end: int, *, is_shared: bool) -> Leg:
        """The way between two squares. Where there are others, in either direction, none lies on another."""
        pair = frozenset((start, end))
        side = (9, -9, 18, -18)[self.used[pair] % 4] if is_shared else 0
        self.used[pair] += 1
        return Leg(
            start=self._middle(start),
            end=self._middle(end),
            at_start=self._outlines(start),
            at_end=self._outlines(end),
            obstacles=[rect for square in self._around(start, end) for rect in self._outlines(square)],
            bend=side if start <= end else -side,
        )

    def _on(self, square: int) -> tuple[DrawnPyramid, ...]:
        """The pyramids drawn on a square, even if they are no longer there."""
        return self.board.stacks.get(square) or self.board.ghosts.get(square, ())

    def _middle(self, square: int) -> Point:
        return middle_of(self._on(square), self.left[square], self.top[square], self.side)

    def _outlines(self, square: int) -> list[Rect]:
        return outlines_of(self._on(square), self.left[square], self.top[square], self.side)

    def _around(self, one: int, other: int) -> Iterator[int]:
        """The squares between two, within the box that they span, on which something is drawn."""
        files = self.board.grid.files
        low, high = sorted((one // files, other // files))
        near, far = sorted((one % files, other % files))
        for rank in range(low, high + 1):
            for square in range(rank * files + near, rank * files + far + 1):
                if square not in (one, other) and self._on(square):
                    yield square

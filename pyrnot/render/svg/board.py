"""A board as SVG: squares, what the last turn did to them, and the pyramids on them.

Lengths are in units; a square is `side_of(board)` units wide, and `board_size` gives the size of the whole drawing.
From below to above: the squares and their marks, arrows, pyramids, ghosts, and the symbols of marks and stops.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from pyrnot.core.diagram import BoardBlock, DrawnPyramid, Mark
from pyrnot.core.grid import Grid
from pyrnot.render.svg.arrows import Arrow, Leg, Point, draw_arrow, place_number
from pyrnot.render.svg.groups import Put
from pyrnot.render.svg.refused import draw_refused
from pyrnot.render.svg.stacks import (
    ALONE,
    STACKED,
    Rect,
    badges_of,
    draw_gone,
    draw_gone_below,
    draw_gone_beside,
    draw_stack,
    is_alone,
    is_nest,
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
_DIVIDER = 4
"""The width of a line between territories."""
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
    parts += _ghosts(board, left, top)
    if board.file_lines or board.rank_lines:
        parts.append(put(_dividers(board, left, top), 0, 0))
    router = _Router(board, left, top)
    arrows = router.arrows()
    parts += [arrow.svg for arrow in arrows]
    for square, stack in board.stacks.items():
        parts.append(put(draw_stack(stack, grid.names[square], left[square], top[square], side), 0, 0))
    parts += _ghosts_beside(board, left, top)
    badges = list(_badges(board, left, top))
    parts += [use_mark(mark, x, y) for mark, x, y in badges]
    parts += [arrow.stops for arrow in arrows]
    if board.move_count > 1:
        taken = [*router.taken()]
        taken += [Rect.around(x, y, BADGE_RADIUS) for _, x, y in badges]
        parts += _numbers(arrows, router.numbers(), taken)
    parts += _refused(board, router, left, top)
    return "".join(parts)


def _refused(board: BoardBlock, router: _Router, left: Sequence[int], top: Sequence[int]) -> Iterator[str]:
    """What an illegal turn wrote, and what is wrong with it."""
    if board.refused is not None:
        side = side_of(board)
        squares = [Rect(x, y, x + side, y + side) for x, y in zip(left, top, strict=True)]
        yield from draw_refused(board.refused, router.refused_arrows(), squares, router.page)


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


def _dividers(board: BoardBlock, left: Sequence[int], top: Sequence[int]) -> str:
    """The lines between the territories of a board."""
    files = board.grid.files
    side = side_of(board)
    # A line is at the edge that two squares share: the left or upper edge of the farther square.
    rows = [max(top[(line - 1) * files], top[line * files]) for line in board.rank_lines]
    columns = [max(left[line - 1], left[line]) for line in board.file_lines]
    half = _DIVIDER // 2
    across = "".join([f"M{MARGIN} {y - half}h{files * side}v{_DIVIDER}h-{files * side}z" for y in rows])
    height = board.grid.ranks * side
    down = "".join([f"M{x - half} {_EDGE}h{_DIVIDER}v{height}h-{_DIVIDER}z" for x in columns])
    return f'<path class="py-arm" d="{across}{down}"/>'


def _ghosts(board: BoardBlock, left: Sequence[int], top: Sequence[int]) -> Iterator[str]:
    """What is no longer on its square, where it was; arrows are over it."""
    side = side_of(board)
    crossed = {square for path in board.paths for square in path}
    for square, gone in board.ghosts.items():
        where = board.grid.names[square], left[square], top[square], side
        if board.stacks.get(square):
            continue
        if square in crossed and square not in board.waves:
            yield draw_gone_below(gone, *where)
        else:
            yield draw_gone(gone, *where, board.waves.get(square))


def _ghosts_beside(board: BoardBlock, left: Sequence[int], top: Sequence[int]) -> Iterator[str]:
    """What is no longer on a square, beside what is on it now."""
    for square, gone in board.ghosts.items():
        if board.stacks.get(square):
            yield draw_gone_beside(gone, board.grid.names[square], left[square], top[square])


def _numbers(arrows: Sequence[Arrow], numbers: Sequence[Sequence[int]], taken: Iterable[Rect]) -> Iterator[str]:
    """The `numbers` of the moves of each arrow, one for all of it or one for each leg, where they hide neither what
    is `taken`, nor an arrow, nor another number."""
    hidden = [*taken, *(rect for arrow in arrows for rect in arrow.covered)]
    shafts = [arrow.shaft() for arrow in arrows]
    for arrow, moves, own in zip(arrows, numbers, shafts, strict=True):
        others = [rect for shaft in shafts if shaft is not own for rect in shaft]
        for leg, number in enumerate(moves):
            curves = arrow.curves if len(moves) == 1 else arrow.curves[leg : leg + 1]
            svg, rect = place_number(number, curves, [*hidden, *others])
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
        self.routes = {index: path for index, path in enumerate(board.paths) if len(set(path)) > 1}

    def arrows(self) -> list[Arrow]:
        """The arrows of the paths, in the order of the moves."""
        shared = Counter(frozenset(pair) for route in self.routes.values() for pair in pairwise(route))
        drawn = []
        for index, route in self.routes.items():
            legs = [self._leg(*pair, is_shared=shared[frozenset(pair)] > 1) for pair in pairwise(route)]
            drawn.append(self._draw(route, legs, is_double=index in self.board.swaps))
        return drawn

    def numbers(self) -> list[list[int]]:
        """The numbers of the moves of each arrow."""
        if not self.board.counts_legs:
            return [[index + 1] for index in self.routes]
        numbers = []
        first = 1
        for index, path in enumerate(self.board.paths):
            if index in self.routes:
                numbers.append([*range(first, first + len(path) - 1)])
            first += len(path) - 1
        return numbers

    def _draw(self, route: Sequence[int], legs: Sequence[Leg], *, is_double: bool = False) -> Arrow:
        """The arrow of a route. Its stops are in the middle of their squares, unless those hold pyramids now."""
        is_free = [not self.board.stacks.get(square) for square in route[1:-1]]
        return draw_arrow(legs, self.page, is_double=is_double, is_free=is_free)

    def refused_arrows(self) -> list[Arrow]:
        """The arrows of what an illegal turn wrote, and of what is owed."""
        refused = self.board.refused
        if refused is None:
            return []
        routes = [route for route in (refused.written, refused.owed) if len(set(route)) > 1]
        return [
            self._draw(route, [self._leg(*pair, is_shared=False) for pair in pairwise(route)]) for route in routes
        ]

    def taken(self) -> Iterator[Rect]:
        """What the number of an arrow must not hide: pyramids, their badges, and what is no longer there."""
        board = self.board
        for square in board.stacks.keys() | board.ghosts.keys():
            outlines = self._outlines(square)
            yield from outlines
            for tower in outlines[1:]:
                yield Rect(tower.left - 5, tower.top, tower.right, tower.bottom)  # with the symbols of its marks
            x = self.left[square]
            y = self.top[square]
            stack = board.stacks.get(square, ())
            if stack and is_nest(stack):
                for _, right, down in badges_of(stack, self.side):
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
        return self.left[square] + self.side / 2, self.top[square] + self.side / 2

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

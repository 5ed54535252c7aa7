"""Arrows from where a pyramid was to where it is: round what they must not hide, and marked where it stopped.

Lengths are in units of the board. Knows nothing of squares: `Way` has the points and the rectangles.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from pyrnot.render.svg.stacks import Rect

Point = tuple[float, float]

_HEAD_LONG = 11
_HEAD_HALF = 7.5
_GAP = 2
"""Between the tip of an arrow and what it points at."""
_CLEAR = 3.5
"""How near the middle of an arrow may come to what it must not hide."""
_SHORTEST = {False: 13, True: 25}
"""An arrow shorter than this, with one head or with two (True), has no shaft."""
_UNSEEN = 100
"""How many crossings it is worth that an arrow can be seen."""
_STEP = 5
"""How far apart the points are at which an arrow is checked."""
_BENDS = (0, 12, -12, 20, -20, 30, -30, 42, -42, 56, -56, 70, -70)
"""How far from the straight line the middle of an arrow may be, best first; positive is to its right."""
_STOP_RADIUS = 4.4


class Way(Struct, frozen=True, kw_only=True):
    """What an arrow is drawn from: its `points`, the first and last in the middle of a pyramid.

    `outlines` has, for each point, the rectangles of what is drawn there, which the arrow does not enter. `obstacles`
    has, for each segment, the rectangles of what it should not cross, and `bends` how far it has to swerve anyway,
    because there are others between these points. `page` is the rectangle that it may not leave.
    """

    points: Sequence[Point]
    outlines: Sequence[Sequence[Rect]]
    obstacles: Sequence[Sequence[Rect]]
    bends: Sequence[float]
    page: Rect
    is_double: bool = False


class _Curve(Struct, frozen=True):
    """A quadratic curve: it leaves `start` towards `control` and reaches `end` from there."""

    start: Point
    control: Point
    end: Point

    def at(self, t: float) -> Point:
        """The point at `t`, from 0 to 1."""
        a, b, c = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
        return (
            a * self.start[0] + b * self.control[0] + c * self.end[0],
            a * self.start[1] + b * self.control[1] + c * self.end[1],
        )

    def upto(self, t: float) -> _Curve:
        """The part from the start to the point at `t`."""
        return _Curve(self.start, _between(self.start, self.control, t), self.at(t))

    def turned(self) -> _Curve:
        """The same curve from its end to its start."""
        return _Curve(self.end, self.control, self.start)


class Arrow(Struct, frozen=True):
    """A drawn arrow, and the symbols of its stops, which belong above the pyramids."""

    line: str = ""
    stops: str = ""


def draw_arrow(way: Way) -> Arrow:
    """The arrow, which is empty if it would be too short to be seen."""
    curves = [
        _bend(start, end, rects, bend, way.page, at_start, at_end, _SHORTEST[way.is_double])
        for (start, end), rects, bend, (at_start, at_end) in zip(
            pairwise(way.points), way.obstacles, way.bends, pairwise(way.outlines), strict=True
        )
    ]
    stops = "".join([_stop(curve.end) for curve in curves[:-1]])
    heads = []
    curves[-1], head = _with_head(curves[-1])
    heads.append(head)
    if way.is_double:
        first, head = _with_head(curves[0].turned())
        curves[0] = first.turned()
        heads.append(head)
    if not any(heads):
        return Arrow()
    line = "".join([f"M{_xy(curve.start)}{_path_to(curve)}" for curve in curves])
    path = f'<path class="py-path" d="{line}"/><path class="py-head" d="{"".join(heads)}"/>'
    return Arrow(f'<g class="py-arrow">{path}</g>', stops)


def _stop(point: Point) -> str:
    return f'<circle class="py-stop" cx="{point[0]:.4g}" cy="{point[1]:.4g}" r="{_STOP_RADIUS}"/>'


def _bend(
    start: Point,
    end: Point,
    rects: Sequence[Rect],
    bend: float,
    page: Rect,
    at_start: Sequence[Rect],
    at_end: Sequence[Rect],
    shortest: float,
) -> _Curve:
    """The least bent way from `start` to `end` that is at least `shortest` between what is drawn there, stays on the
    page and crosses none of the rectangles, or as little of them as possible."""
    bends = _BENDS if not bend else (bend, *[more * math.copysign(1, bend) for more in _BENDS if more > abs(bend)])
    best, least = _trim(_swerve(start, end, bend), at_start, at_end), math.inf
    for by in bends:
        whole = _swerve(start, end, by)
        curve = _trim(whole, at_start, at_end)
        crossed = _count_crossed(whole, rects, page)
        if math.dist(curve.start, curve.end) < shortest:
            crossed += _UNSEEN
        if crossed < least:
            best, least = curve, crossed
        if not crossed:
            break
    return best


def _swerve(start: Point, end: Point, by: float) -> _Curve:
    """A curve whose middle is `by` to the right of the straight line."""
    middle = _between(start, end, 0.5)
    length = math.dist(start, end) or 1
    across = ((start[1] - end[1]) / length, (end[0] - start[0]) / length)
    return _Curve(start, (middle[0] + 2 * by * across[0], middle[1] + 2 * by * across[1]), end)


def _count_crossed(curve: _Curve, rects: Sequence[Rect], page: Rect) -> int:
    """At how many of its points a curve crosses a rectangle or is off the page."""
    if not rects and page.has(*curve.control):
        return 0
    count = max(4, round(math.dist(curve.start, curve.end) / _STEP))
    points = [curve.at(number / count) for number in range(1, count)]
    off = sum(2 for x, y in points if not page.has(x, y, within=-_CLEAR))
    return off + sum(any(rect.has(x, y, within=_CLEAR) for rect in rects) for x, y in points)


def _trim(curve: _Curve, at_start: Sequence[Rect], at_end: Sequence[Rect]) -> _Curve:
    """The part of a curve outside what is drawn at its start and at its end."""

    def is_outside(point: Point, rects: Sequence[Rect]) -> bool:
        return not any(rect.has(*point, within=_GAP) for rect in rects)

    if at_end and not is_outside(curve.end, at_end):
        curve = curve.upto(_last(lambda t: is_outside(curve.at(t), at_end)))
    if at_start and not is_outside(curve.start, at_start):
        back = curve.turned()
        curve = back.upto(_last(lambda t: is_outside(back.at(t), at_start))).turned()
    return curve


def _with_head(curve: _Curve) -> tuple[_Curve, str]:
    """The curve cut short where its head begins, and the head, whose tip is at its end; "" if it is too short."""
    tip = curve.end
    at_base = _last(lambda t: math.dist(curve.at(t), tip) >= _HEAD_LONG)
    base = curve.at(at_base)
    length = math.dist(base, tip)
    if length < _HEAD_LONG / 2:
        return curve, ""
    dx, dy = (tip[0] - base[0]) / length * _HEAD_HALF, (tip[1] - base[1]) / length * _HEAD_HALF
    left, right = (base[0] - dy, base[1] + dx), (base[0] + dy, base[1] - dx)
    return curve.upto(at_base), f"M{_xy(tip)}L{_xy(left)}L{_xy(right)}z"


def _last(holds: Callable[[float], bool]) -> float:
    """The number from 0 to 1 up to which something holds."""
    low, high = 0.0, 1.0
    for _ in range(12):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def _path_to(curve: _Curve) -> str:
    middle = _between(curve.start, curve.end, 0.5)
    if math.dist(middle, curve.control) < 0.5:
        return f"L{_xy(curve.end)}"
    return f"Q{_xy(curve.control)} {_xy(curve.end)}"


def _between(one: Point, other: Point, part: float) -> Point:
    return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part


def _xy(point: Point) -> str:
    return f"{round(point[0], 1):g} {round(point[1], 1):g}"


def lanes(routes: Sequence[Sequence[int]]) -> Iterator[list[float]]:
    """For each route through squares, how far each of its segments has to swerve so that no two between the same two
    squares, in either direction, lie on each other."""
    pairs = [[(min(pair), max(pair)) for pair in pairwise(route)] for route in routes]
    every = [pair for route in pairs for pair in route]
    used: dict[tuple[int, int], int] = {}
    for route, its_pairs in zip(routes, pairs, strict=True):
        bends: list[float] = []
        for start, pair in zip(route, its_pairs, strict=False):
            number = used[pair] = used.get(pair, -1) + 1
            is_shared = every.count(pair) > 1
            side = (9, -9, 18, -18)[number % 4] if is_shared else 0
            bends.append(side if start == pair[0] else -side)
        yield bends

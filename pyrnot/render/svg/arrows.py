"""Arrows from where a pyramid was to where it is: round what they must not hide, and marked where it stopped.

Lengths are in units of the board. Knows nothing of squares: a `Leg` has the points and the rectangles.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.diagram import Mark
from pyrnot.render.svg.stacks import Rect
from pyrnot.render.svg.symbols import draw_number

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
"""The penalty for an arrow too short to be seen, in crossings."""
_STEP = 5
"""How far apart the points are at which an arrow is checked."""
_BENDS = (0, 12, -12, 20, -20, 30, -30, 42, -42, 56, -56, 70, -70)
"""How far from the straight line the middle of an arrow may be, best first; positive is to its right."""
_STOP_RADIUS = 4.4
_NUMBER_RADIUS = 6.8
_ALONG = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)
"""Where on a shaft its number may be, best first."""
_ASIDE = (0, 4, -4, 9, -9, 11.5, -11.5)
"""How far beside it."""


class Leg(Struct, frozen=True, kw_only=True):
    """A part of an arrow's way, from the middle of one pyramid to that of the next.

    The arrow enters neither `at_start` nor `at_end`, the rectangles of what is drawn there, and should not cross
    those of `obstacles`. It swerves by `bend` anyway, because there are others between these points.
    """

    start: Point
    end: Point
    at_start: Sequence[Rect]
    at_end: Sequence[Rect]
    obstacles: Sequence[Rect]
    bend: float


class _Curve(Struct, frozen=True):
    """A quadratic curve: it leaves `start` towards `control` and reaches `end` from there."""

    start: Point
    control: Point
    end: Point

    def at(self, t: float) -> Point:
        """The point at `t`, from 0 to 1."""
        return _between(_between(self.start, self.control, t), _between(self.control, self.end, t), t)

    def part_while(self, holds: Callable[[Point], bool]) -> _Curve:
        """The part from the start to the last point for which something holds."""
        low = 0.0
        high = 1.0
        for _ in range(12):
            middle = (low + high) / 2
            low, high = (middle, high) if holds(self.at(middle)) else (low, middle)
        return _Curve(self.start, _between(self.start, self.control, low), self.at(low))

    def reversed(self) -> _Curve:
        """The same curve from its end to its start."""
        return _Curve(self.end, self.control, self.start)


class Arrow(Struct, frozen=True):
    """An arrow that belongs below the pyramids, and the symbols of its stops, which belong above them.

    `curves` is its shaft, leg by leg, and `covered` are the rectangles of its heads and stops.
    """

    svg: str
    stops: str
    curves: Sequence[_Curve]
    covered: Sequence[Rect]

    def shaft(self) -> list[Rect]:
        """Squares along the shaft, which are as wide as it is."""
        return [Rect.around(*curve.at(step / 10), 2.5) for curve in self.curves for step in range(1, 10)]


def place_number(number: int, curves: Sequence[_Curve], taken: Sequence[Rect]) -> tuple[str, Rect]:
    """A number on one of the legs of an arrow or beside it, and its rectangle, which hides as little as possible of
    `taken`."""
    legs = sorted(curves, key=lambda curve: -math.dist(curve.start, curve.end))
    tried = []
    for by, curve, t in product(_ASIDE, legs, _ALONG):
        x, y = _beside(curve, t, by)
        hidden = sum(max(0, _NUMBER_RADIUS - rect.distance(x, y)) for rect in taken)
        tried.append((hidden, x, y))
        if not hidden:
            break
    _, x, y = min(tried, key=lambda found: found[0])
    return draw_number(number, Mark.MOVED, x, y, _NUMBER_RADIUS), Rect.around(x, y, _NUMBER_RADIUS)


def draw_arrow(legs: Sequence[Leg], page: Rect, *, is_double: bool, is_free: Sequence[bool]) -> Arrow:
    """One line through all legs, with a head at its end, or at both. It does not leave `page`, and enters what is
    drawn where it begins and ends only if it would be too short to be seen.

    Where it stops on the way it goes through the middle, over or under what is there. Its stop is there if the place
    `is_free`, else at the edge.
    """
    last = len(legs) - 1
    curves = []
    ends = []
    for number, leg in enumerate(legs):
        outer = replace(
            leg, at_start=leg.at_start if number == 0 else (), at_end=leg.at_end if number == last else ()
        )
        curve = _bend(outer, page, _SHORTEST[is_double])
        curves.append(curve)
        if number < last:
            ends.append(curve.end if is_free[number] else _trim(curve, leg).end)
    stops = [f'<circle class="py-stop" cx="{x:.4g}" cy="{y:.4g}" r="{_STOP_RADIUS}"/>' for x, y in ends]
    covered = [Rect.around(x, y, _STOP_RADIUS) for x, y in ends]
    curves[-1], heads = _with_head(curves[-1])
    if is_double:
        first, head = _with_head(curves[0].reversed())
        curves[0] = first.reversed()
        heads += head
    for corners in heads:
        xs, ys = zip(*corners, strict=True)
        covered.append(Rect(min(xs) + 2, min(ys) + 2, max(xs) - 2, max(ys) - 2))  # a head is less than its rectangle
    line = f"M{_xy(curves[0].start)}{''.join(map(_path, curves))}"
    outlines = "".join(f"M{'L'.join(map(_xy, corners))}z" for corners in heads)
    path = f'<path class="py-path" d="{line}"/><path class="py-head" d="{outlines}"/>'
    return Arrow(f'<g class="py-arrow">{path}</g>', "".join(stops), curves, covered)


def _bend(leg: Leg, page: Rect, shortest: float) -> _Curve:
    """The least bent way that is at least `shortest` between what is drawn at its ends, stays on the page and crosses
    none of the rectangles, or as little of them as possible."""
    bend = leg.bend
    bends = _BENDS if not bend else (bend, *[more * math.copysign(1, bend) for more in _BENDS if more > abs(bend)])
    tried = []
    for by in bends:
        whole = _swerve(leg.start, leg.end, by)
        curve = _trim(whole, leg)
        crossed = _count_crossed(whole, leg.obstacles, page)
        if math.dist(curve.start, curve.end) < shortest:
            crossed += _UNSEEN
        if not crossed:
            return curve
        tried.append((crossed, curve))
    return min(tried, key=lambda pair: pair[0])[1]


def _swerve(start: Point, end: Point, by: float) -> _Curve:
    """A curve whose middle is `by` to the right of the straight line."""
    middle = _between(start, end, 0.5)
    length = math.dist(start, end) or 1
    across = ((start[1] - end[1]) / length, (end[0] - start[0]) / length)
    return _Curve(start, (middle[0] + 2 * by * across[0], middle[1] + 2 * by * across[1]), end)


def _beside(curve: _Curve, t: float, by: float) -> Point:
    """The point that is `by` to the right of a curve at `t`."""
    return _swerve(curve.at(t - 0.01), curve.at(t + 0.01), by).at(0.5)


def _count_crossed(curve: _Curve, rects: Sequence[Rect], page: Rect) -> int:
    """At how many of its points a curve crosses a rectangle or is off the page."""
    if not rects and not page.distance(*curve.control):
        return 0
    count = max(4, round(math.dist(curve.start, curve.end) / _STEP))
    points = [curve.at(number / count) for number in range(1, count)]
    off = sum(2 for point in points if page.distance(*point))
    return off + sum(any(rect.distance(*point) <= _CLEAR for rect in rects) for point in points)


def _trim(curve: _Curve, leg: Leg) -> _Curve:
    """The part of a curve outside what is drawn at its start and at its end."""

    def is_outside(point: Point, rects: Sequence[Rect]) -> bool:
        return not any(rect.distance(*point) <= _GAP for rect in rects)

    if not is_outside(curve.end, leg.at_end):
        curve = curve.part_while(lambda point: is_outside(point, leg.at_end))
    if not is_outside(curve.start, leg.at_start):
        curve = curve.reversed().part_while(lambda point: is_outside(point, leg.at_start)).reversed()
    return curve


def _with_head(curve: _Curve) -> tuple[_Curve, list[list[Point]]]:
    """The curve cut short where its head begins, and the head, from the tip at its end; no head if it is too
    short."""
    tip = curve.end
    shaft = curve.part_while(lambda point: math.dist(point, tip) >= _HEAD_LONG)
    base = shaft.end
    length = math.dist(base, tip)
    if length < _HEAD_LONG / 2:
        return curve, []
    dx = (tip[0] - base[0]) / length * _HEAD_HALF
    dy = (tip[1] - base[1]) / length * _HEAD_HALF
    return shaft, [[tip, (base[0] - dy, base[1] + dx), (base[0] + dy, base[1] - dx)]]


def _path(curve: _Curve) -> str:
    is_straight = math.dist(_between(curve.start, curve.end, 0.5), curve.control) < 0.5
    return f"L{_xy(curve.end)}" if is_straight else f"Q{_xy(curve.control)} {_xy(curve.end)}"


def _between(one: Point, other: Point, part: float) -> Point:
    return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part


def _xy(point: Point) -> str:
    return f"{round(point[0], 1):g} {round(point[1], 1):g}"

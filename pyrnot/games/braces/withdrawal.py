"""Withdrawals (B40): which pyramids two halves have left, so that the mover may change what was between them.

A brace closes around a pyramid; a withdrawal opens. It needs the turn's past: where each half was at the start of the
turn, whether steps took it away, and whether the pyramid between has stood still. A position carries this past in its
running turn, as a track: a `Tag` for each pyramid that can matter, stack by stack, which moves as the stacks do. No
rule other than B40 asks for it, and without the optional rule it is always `NO_TRACK`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.pieces import Size
from pyrnot.games.braces.board import ORTHOGONAL, Place
from pyrnot.games.braces.stacks import BIT, NEUTRAL, NOBODY, Owner, Pile, Rules


class Tag(Struct, frozen=True):
    """What a pyramid has done this turn.

    `home` is its square at the start of the turn. `half` is its owner's bit if it could then be a half (neutral, or
    the mover's and not capped), else 0. `is_still` until a step or swap takes it; `has_left` while it is away from
    home because a step took it off.
    """

    home: int
    half: int
    is_still: bool = True
    has_left: bool = False


Tags = tuple[Tag | None, ...]
"""Those of a stack, bottom up; None for a pyramid that cannot matter."""

Track = tuple[Tags, ...]
"""By square: the tags of its stack. Empty if no pyramid may be withdrawn from in this turn."""

NO_TRACK: Track = ()


@lru_cache(maxsize=64)
def first_track(rules: Rules, cells: tuple[Pile, ...], mover: Owner) -> Track:
    """The track at the start of a turn. Remembered for the latest positions: all variations there ask for it, and a
    bare WILD does so five times. `rules` tells equal stacks apart that belong to others."""
    mine = {BIT[mover], NEUTRAL}
    parts: set[tuple[int, Size]] = set()
    still: set[tuple[int, Size]] = set()
    for square, pile in enumerate(cells):
        for size in Size:
            halves = {u: {half.bit for half in cells[u].halves[size]} & mine for u in ORTHOGONAL[square]}
            beside = {u for u, bits in halves.items() if bits}
            if pile.targets[size] and len(beside) > 1 and any(BIT[mover] in halves[u] for u in beside):
                still.add((square, size))
                parts |= {(u, size) for u in beside}
    if not parts:
        return NO_TRACK
    return tuple(tuple(_first_tags(square, pile, mover, parts, still)) for square, pile in enumerate(cells))


def _first_tags(
    square: int, pile: Pile, mover: Owner, parts: set[tuple[int, Size]], still: set[tuple[int, Size]]
) -> Iterator[Tag | None]:
    for level, (pyramid, (owner, _)) in enumerate(zip(pile, pile.bearings, strict=True), 1):
        is_half = owner in (mover, NOBODY) and not pile.is_capped(level) and (square, pyramid.size) in parts
        half = BIT[owner] if is_half else 0
        yield Tag(square, half) if half or (square, pyramid.size) in still else None


def after_step(track: Track, here: int, levels: Sequence[int], there: int) -> Track:
    """The track after the pyramids on these levels of `here` have stepped to `there`. Each is then off its home
    because of a step, or at home."""
    tags = track[here]
    taken = [tags[level - 1] for level in levels]
    arrived = [
        tag and replace(tag, is_still=False, has_left=there != tag.home and (tag.has_left or here == tag.home))
        for tag in taken
    ]
    rows = list(track)
    rows[here] = tuple([tag for level, tag in enumerate(tags, 1) if level not in levels])
    rows[there] = (*rows[there], *arrived)
    return tuple(rows)


def after_swap(track: Track, first: Place, second: Place) -> Track:
    """The track after two pyramids have changed places. A swap may bring one home but never counts as leaving."""
    rows = [list(tags) for tags in track]
    q, low = first
    t, high = second
    mine = rows[q][low - 1]
    other = rows[t][high - 1]
    rows[q][low - 1] = other and replace(other, is_still=False, has_left=other.has_left and q != other.home)
    rows[t][high - 1] = mine and replace(mine, is_still=False, has_left=mine.has_left and t != mine.home)
    return tuple(map(tuple, rows))


def after_capture(track: Track, place: Place) -> Track:
    """The track after a pyramid is captured."""
    square, level = place
    tags = track[square]
    return (*track[:square], (*tags[: level - 1], *tags[level:]), *track[square + 1 :])


def withdrawn(track: Track, cells: Sequence[Pile], here: int, there: int, count: int) -> list[Place]:
    """The pyramids that the mover may change because the top `count` pyramids on `there` have just stepped there from
    `here`. `track` and `cells` are as just after the step."""
    places: set[Place] = set()
    top = len(track[there]) - count
    for tag, pyramid in zip(track[there][top:], cells[there][top:], strict=True):
        if tag is None or not tag.half or tag.home != here:
            continue
        for square in ORTHOGONAL[here]:
            if there in ORTHOGONAL[square] or not _has_partner(track, cells, tag, pyramid.size, square):
                continue
            places.update(
                (square, level)
                for level, (target, it) in enumerate(zip(cells[square], track[square], strict=True), 1)
                if it is not None and it.is_still and target.size is pyramid.size
            )
    return sorted(places)


def _has_partner(track: Track, cells: Sequence[Pile], tag: Tag, size: Size, square: int) -> bool:
    """Whether another half has left a square next to `square` and is not next to it now, and one of the two halves is
    the mover's."""
    near = ORTHOGONAL[square]
    return any(
        other is not None
        and other.half
        and other.has_left
        and pyramid.size is size
        and other.home != tag.home
        and other.home in near
        and at not in near
        and (tag.half | other.half) != NEUTRAL
        for at, tags in enumerate(track)
        for other, pyramid in zip(tags, cells[at], strict=True)
    )

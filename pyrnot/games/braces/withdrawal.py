"""Who stood still and who left since the start of a turn, and who can so be withdrawn from (B40).

Pyramids that look alike are told apart here by where they stood at the start. Where a player took one of
several like pyramids on one square, nothing tells which has gone, and the mover may say it later: so a track is
a set of worlds, each with one answer. That holds for each step by itself, also for one that goes on with a path.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.games.braces.board import ORTHOGONAL
from pyrnot.games.braces.stacks import BIT, NEUTRAL, Owner, Pile
from pyrnot.pieces import Size


class Tag(Struct, frozen=True):
    """What a pyramid has done this turn.

    `home` is its square at the start. `half` is its owner's bit if it was then neutral, or the mover's and
    not capped; else 0. `is_still`: no step or swap took it. `has_left`: a step took it off its home; it is not back.
    """

    home: int
    half: int
    is_still: bool = True
    has_left: bool = False


World = tuple[tuple[Tag | None, ...], ...]
"""By square, bottom up: the tag of each pyramid, None for one that plays no part."""

Track = frozenset[World]

NO_TRACK: Track = frozenset()

Place = tuple[int, int]
"""A square and a level."""


def first_track(cells: Sequence[Pile], mover: Owner) -> Track:
    """The one world at the start of a turn, empty if nothing stands between two halves of the mover's."""
    parts: set[tuple[int, Size]] = set()
    still: set[tuple[int, Size]] = set()
    for square, pile in enumerate(cells):
        for size in Size:
            halves = [(u, mine) for u in ORTHOGONAL[square] if (mine := cells[u].halves[size] & (BIT[mover] | NEUTRAL))]
            if pile.targets[size] and len(halves) > 1 and any(mine & BIT[mover] for _, mine in halves):
                still.add((square, size))
                parts |= {(u, size) for u, _ in halves}
    if not parts:
        return frozenset()
    return frozenset({tuple(_tags(square, pile, mover, parts, still) for square, pile in enumerate(cells))})


def _tags(
    square: int, pile: Pile, mover: Owner, parts: set[tuple[int, Size]], still: set[tuple[int, Size]]
) -> tuple[Tag | None, ...]:
    tags: list[Tag | None] = []
    for level, (pyramid, (owner, _)) in enumerate(zip(pile, pile.bearings, strict=True), 1):
        half = BIT[owner] if owner in (mover, Owner.NOBODY) and not pile.is_capped(level) else 0
        if (square, pyramid.size) not in parts:
            half = 0
        is_part = half or (square, pyramid.size) in still
        tags.append(Tag(square, half) if is_part else None)
    return tuple(tags)


def after_step(track: Track, cells: Sequence[Pile], here: int, levels: Sequence[int], there: int) -> Track:
    """The track when pyramids step on from `here`, where `cells` are those before the step."""
    return frozenset(
        _moved(world, here, rest, there, taken)
        for world in track
        for rest, taken in _ways_to_take(cells[here], world[here], levels)
    )


def _moved(world: World, here: int, rest: tuple[Tag | None, ...], there: int, taken: tuple[Tag | None, ...]) -> World:
    arrived = tuple(tag and replace(tag, is_still=False, has_left=_has_left(tag, here, there)) for tag in taken)
    return tuple(
        rest if square == here else (*tags, *arrived) if square == there else tags for square, tags in enumerate(world)
    )


def _has_left(tag: Tag, here: int, there: int) -> bool:
    """Whether a pyramid is off its home because of a step, once it has stepped."""
    return there != tag.home and (tag.has_left or here == tag.home)


def _ways_to_take(
    pile: Pile, tags: tuple[Tag | None, ...], levels: Sequence[int]
) -> Iterator[tuple[tuple[Tag | None, ...], tuple[Tag | None, ...]]]:
    """What stays and what goes, for each answer to which of like pyramids in a row have gone."""
    runs: list[list[int]] = []
    for index, pyramid in enumerate(pile):
        if index and pile[index - 1] == pyramid:
            runs[-1].append(index)
        else:
            runs.append([index])
    wanted = {level - 1 for level in levels}
    for chosen in product(*(combinations(run, len(wanted & set(run))) for run in runs)):
        gone = {index for part in chosen for index in part}
        yield (
            tuple([tag for index, tag in enumerate(tags) if index not in gone]),
            tuple([tag for index, tag in enumerate(tags) if index in gone]),
        )


def after_swap(track: Track, first: Place, second: Place) -> Track:
    """The track when two pyramids change places. A swap takes nobody off its home for a withdrawal."""
    return frozenset(_swapped(world, first, second) for world in track)


def _swapped(world: World, first: Place, second: Place) -> World:
    rows = [list(tags) for tags in world]
    (q, low), (t, high) = first, second
    mine, other = rows[q][low - 1], rows[t][high - 1]
    rows[q][low - 1] = other and replace(other, is_still=False, has_left=other.has_left and q != other.home)
    rows[t][high - 1] = mine and replace(mine, is_still=False, has_left=mine.has_left and t != mine.home)
    return tuple(map(tuple, rows))


def after_capture(track: Track, cells: Sequence[Pile], place: Place) -> Track:
    """The track when a pyramid is removed, where `cells` are those before that."""
    square, level = place
    return frozenset(
        (*world[:square], rest, *world[square + 1 :])
        for world in track
        for rest, _ in _ways_to_take(cells[square], world[square], (level,))
    )


def withdrawn_from(world: World, cells: Sequence[Pile], here: int, there: int, count: int) -> frozenset[Place]:
    """The pyramids that the top `count` pyramids on `there`, which have just stepped there from `here`, and others
    before them have withdrawn from, in one world."""
    places: set[Place] = set()
    top = len(world[there]) - count
    for tag, pyramid in zip(world[there][top:], cells[there][top:], strict=True):
        if tag is None or not tag.half or tag.home != here:
            continue
        for square in ORTHOGONAL[here]:
            if there in ORTHOGONAL[square] or not _has_partner(world, cells, tag, pyramid.size, square):
                continue
            places |= {
                (square, level)
                for level, (target, it) in enumerate(zip(cells[square], world[square], strict=True), 1)
                if it is not None and it.is_still and target.size is pyramid.size
            }
    return frozenset(places)


def _has_partner(world: World, cells: Sequence[Pile], tag: Tag, size: Size, square: int) -> bool:
    """Whether another half has left a square beside `square` and does not stand beside it; one of them the mover's."""
    near = ORTHOGONAL[square]
    return any(
        other is not None
        and other.half
        and other.has_left
        and other.home != tag.home
        and other.home in near
        and pyramid.size is size
        and (tag.half | other.half) != NEUTRAL
        for at, tags in enumerate(world)
        if at not in near
        for other, pyramid in zip(tags, cells[at], strict=True)
    )

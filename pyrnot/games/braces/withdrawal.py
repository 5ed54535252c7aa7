"""Withdrawals (B40): which pyramids two halves have left, so that the mover may change what was between them.

A brace closes around a pyramid; a withdrawal opens. It needs the turn's past: where each half was at the start of the
turn, whether steps took it away, and whether the pyramid between has stood still. A position carries this past in its
running turn, as a track.

A `Tag` says what one pyramid has done this turn. A `World` has a tag for each pyramid that can matter, stack by stack,
so that it moves as the stacks do. One world would be enough if players said which pyramid moves. But of two like
Smalls on a square, `Sc3-c4` moves "a Small", and only a later X may tell which of them was meant. So a `Track` is a set
of worlds, one for each answer that is still possible:

    first_track     at the start of the turn: one world, or none if nothing can be withdrawn from
    after_step      each world becomes one for each choice among like pyramids; after_swap and after_capture likewise
    withdrawals     after a step: what the mover may change, world by world
    worlds_with     after the choice: the worlds in which it was possible; the others are dropped

`steps`, `swaps` and `arrivals` call these in that order. No rule other than B40 asks for a track, and without the
optional rule it is always `NO_TRACK`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.pieces import Size
from pyrnot.games.braces.board import ORTHOGONAL, Place
from pyrnot.games.braces.options import Pick
from pyrnot.games.braces.stacks import BIT, NEUTRAL, NOBODY, Owner, Pile, Rules


class Tag(Struct, frozen=True):
    """What a pyramid has done this turn.

    `home` is its square at the start of the turn. `half` is its owner's bit if it could then be a half (neutral, or the
    mover's and not capped), else 0. `is_still` until a step or swap takes it; `has_left` while it is away from home
    because a step took it off.
    """

    home: int
    half: int
    is_still: bool = True
    has_left: bool = False


World = tuple[tuple[Tag | None, ...], ...]
"""By square, bottom up: the tag of each pyramid, None for one that cannot matter."""

Track = frozenset[World]

NO_TRACK: Track = frozenset()


@lru_cache(maxsize=64)
def first_track(rules: Rules, cells: tuple[Pile, ...], mover: Owner) -> Track:
    """The track at the start of a turn: one world, or none if no pyramid is between two halves of the mover's.

    Remembered for the latest positions: all variations there ask for it, and a bare WILD does so five times.
    """
    parts: set[tuple[int, Size]] = set()
    still: set[tuple[int, Size]] = set()
    for square, pile in enumerate(cells):
        for size in Size:
            halves = [(u, mine) for u in ORTHOGONAL[square] if (mine := cells[u].halves[size] & (BIT[mover] | NEUTRAL))]
            if pile.targets[size] and len(halves) > 1 and any(mine & BIT[mover] for _, mine in halves):
                still.add((square, size))
                parts |= {(u, size) for u, _ in halves}
    if not parts:
        return NO_TRACK
    assert all(pile.rules is rules for pile in cells)  # equal stacks under other rules are something else
    return frozenset({tuple(_tags(square, pile, mover, parts, still) for square, pile in enumerate(cells))})


def _tags(
    square: int, pile: Pile, mover: Owner, parts: set[tuple[int, Size]], still: set[tuple[int, Size]]
) -> tuple[Tag | None, ...]:
    tags: list[Tag | None] = []
    for level, (pyramid, (owner, _)) in enumerate(zip(pile, pile.bearings, strict=True), 1):
        half = BIT[owner] if owner in (mover, NOBODY) and not pile.is_capped(level) else 0
        if (square, pyramid.size) not in parts:
            half = 0
        is_part = half or (square, pyramid.size) in still
        tags.append(Tag(square, half) if is_part else None)
    return tuple(tags)


def after_step(
    track: Track, cells: Sequence[Pile], here: int, levels: Sequence[int], there: int, *, is_certain: bool = False
) -> Track:
    """The track after pyramids on these levels of `here` have stepped to `there`; `cells` are as before the step.

    It may be any of like pyramids that have gone, unless it is certain that it was those on these very levels.
    """
    take = _take if is_certain else _ways_to_take
    return frozenset(
        _moved(world, here, rest, there, taken)
        for world in track
        for rest, taken in take(cells[here], world[here], levels)
    )


def _moved(world: World, here: int, rest: tuple[Tag | None, ...], there: int, taken: tuple[Tag | None, ...]) -> World:
    arrived = tuple(tag and replace(tag, is_still=False, has_left=_has_left(tag, here, there)) for tag in taken)
    return tuple(
        rest if square == here else (*tags, *arrived) if square == there else tags for square, tags in enumerate(world)
    )


def _has_left(tag: Tag, here: int, there: int) -> bool:
    """Whether a pyramid that steps is then off its home because of a step."""
    return there != tag.home and (tag.has_left or here == tag.home)


_Parted = tuple[tuple[Tag | None, ...], tuple[Tag | None, ...]]
"""The tags that stay and those that go."""


def _take(_: Pile, tags: tuple[Tag | None, ...], levels: Sequence[int]) -> Iterator[_Parted]:
    """The tags that stay and those on these levels, which go."""
    yield _part(tags, {level - 1 for level in levels})


def _part(tags: tuple[Tag | None, ...], gone: Collection[int]) -> _Parted:
    return (
        tuple([tag for index, tag in enumerate(tags) if index not in gone]),
        tuple([tag for index, tag in enumerate(tags) if index in gone]),
    )


def _ways_to_take(pile: Pile, tags: tuple[Tag | None, ...], levels: Sequence[int]) -> Iterator[_Parted]:
    """The tags that stay and those that go, for each answer to which of like pyramids in a row have gone."""
    runs: list[list[int]] = []
    for index, pyramid in enumerate(pile):
        if index and pile[index - 1] == pyramid:
            runs[-1].append(index)
        else:
            runs.append([index])
    wanted = {level - 1 for level in levels}
    for chosen in product(*(combinations(run, len(wanted & set(run))) for run in runs)):
        yield _part(tags, {index for part in chosen for index in part})


def after_swap(track: Track, first: Place, second: Place) -> Track:
    """The track after two pyramids have changed places. A swap may bring one home but never counts as leaving (B40)."""
    return frozenset(_swapped(world, first, second) for world in track)


def _swapped(world: World, first: Place, second: Place) -> World:
    rows = [list(tags) for tags in world]
    (q, low), (t, high) = first, second
    mine, other = rows[q][low - 1], rows[t][high - 1]
    rows[q][low - 1] = other and replace(other, is_still=False, has_left=other.has_left and q != other.home)
    rows[t][high - 1] = mine and replace(mine, is_still=False, has_left=mine.has_left and t != mine.home)
    return tuple(map(tuple, rows))


def after_capture(track: Track, cells: Sequence[Pile], place: Place) -> Track:
    """The track after a pyramid is captured; `cells` are as before the capture."""
    square, level = place
    return frozenset(
        (*world[:square], rest, *world[square + 1 :])
        for world in track
        for rest, _ in _ways_to_take(cells[square], world[square], (level,))
    )


def withdrawals(
    track: Track, cells: Sequence[Pile], here: int, there: int, count: int
) -> Mapping[World, frozenset[Place]]:
    """By world: the pyramids that the mover may change because the top `count` pyramids on `there` have just stepped
    there from `here`. `cells` are as just after the step."""
    return {world: _withdrawn_from(world, cells, here, there, count) for world in track}


def worlds_with(withdrawn: Mapping[World, frozenset[Place]], picks: Sequence[Pick]) -> Track:
    """The worlds in which all the withdrawals among `picks` are possible."""
    places = {(pick.square, pick.level) for pick in picks if pick.is_withdrawal}
    return frozenset({world for world, possible in withdrawn.items() if places <= possible})


def _withdrawn_from(world: World, cells: Sequence[Pile], here: int, there: int, count: int) -> frozenset[Place]:
    places: set[Place] = set()
    top = len(world[there]) - count
    away: list[tuple[int, Tag, Size]] | None = None
    for tag, pyramid in zip(world[there][top:], cells[there][top:], strict=True):
        if tag is None or not tag.half or tag.home != here:
            continue
        away = _find_away(world, cells) if away is None else away
        for square in ORTHOGONAL[here]:
            if there in ORTHOGONAL[square] or not _has_partner(away, tag, pyramid.size, square):
                continue
            places.update(
                (square, level)
                for level, (target, it) in enumerate(zip(cells[square], world[square], strict=True), 1)
                if it is not None and it.is_still and target.size is pyramid.size
            )
    return frozenset(places)


def _find_away(world: World, cells: Sequence[Pile]) -> list[tuple[int, Tag, Size]]:
    """The halves that a step has taken off their squares: where each is now, its tag and its size."""
    return [
        (at, tag, pyramid.size)
        for at, tags in enumerate(world)
        for tag, pyramid in zip(tags, cells[at], strict=True)
        if tag is not None and tag.has_left and tag.half
    ]


def _has_partner(away: Sequence[tuple[int, Tag, Size]], tag: Tag, size: Size, square: int) -> bool:
    """Whether another half has left a square next to `square` and is not next to it now, and one of the two halves is
    the mover's."""
    near = ORTHOGONAL[square]
    return any(
        its_size is size
        and other.home != tag.home
        and other.home in near
        and at not in near
        and (tag.half | other.half) != NEUTRAL
        for at, other, its_size in away
    )

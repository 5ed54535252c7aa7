"""Withdrawals (B40): which pyramids two halves have left, so that the mover may change what was between them.

A brace closes around a pyramid; a withdrawal opens. It needs the turn's past: where each half was at the start of the
turn, whether steps took it away, and whether the pyramid between has stood still. A position carries this past in its
running turn, as a track: a `Tag` for each pyramid that can matter, stack by stack, which moves as the stacks do. No
rule other than B40 asks for it, and without the optional rule it is always `NO_TRACK`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.pieces import SIZES, Size
from pyrnot.games.braces.board import GRID, ORTHOGONAL, Place
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
    """The track at the start of a turn.

    Remembered for the latest positions: all variations there ask for it, and a bare WILD does so five times. `rules`
    tells equal stacks apart that belong to others.
    """
    halves: set[_Kind] = set()
    targets: set[_Kind] = set()
    for square, pile in enumerate(cells):
        for size in SIZES:
            if not pile.targets[size]:
                continue
            beside = _find_halves_beside(cells, square, size, mover)
            if beside:
                targets.add((square, size))
                halves.update((near, size) for near in beside)
    if not halves:
        return NO_TRACK
    return tuple([tuple(_first_tags(square, pile, mover, halves, targets)) for square, pile in enumerate(cells)])


_Kind = tuple[int, Size]
"""The pyramids of one size on a square."""


def _find_halves_beside(cells: Sequence[Pile], square: int, size: Size, mover: Owner) -> list[int]:
    """The squares beside `square` with halves of this size that the mover may withdraw; none if they would not do:
    they are on two squares at least, and one is the mover's own (B40)."""
    bits_beside: dict[int, set[int]] = {}
    for near in ORTHOGONAL[square]:
        bits = {half.bit for half in cells[near].halves[size]} & {BIT[mover], NEUTRAL}
        if bits:
            bits_beside[near] = bits
    has_own = any(BIT[mover] in bits for bits in bits_beside.values())
    return list(bits_beside) if has_own and len(bits_beside) > 1 else []


def _first_tags(
    square: int, pile: Pile, mover: Owner, halves: set[_Kind], targets: set[_Kind]
) -> Iterator[Tag | None]:
    for level, (pyramid, (owner, _)) in enumerate(zip(pile, pile.bearings, strict=True), 1):
        kind = (square, pyramid.size)
        if kind in halves and owner in (mover, NOBODY) and not pile.is_capped(level):
            yield Tag(square, BIT[owner])
        elif kind in targets:
            yield Tag(square, 0)
        else:
            yield None


def after_step(track: Track, here: int, levels: Sequence[int], there: int) -> Track:
    """The track after the pyramids on these levels of `here` have stepped to `there`. Each is then off its home
    because of a step, or at home."""
    tags = track[here]
    arrived = [_tag_after_step(tags[level - 1], here, there) for level in levels]
    rows = list(track)
    rows[here] = tuple([tag for level, tag in enumerate(tags, 1) if level not in levels])
    rows[there] = (*rows[there], *arrived)
    return tuple(rows)


def _tag_after_step(tag: Tag | None, here: int, there: int) -> Tag | None:
    if tag is None:
        return None
    has_left = tag.has_left or here == tag.home
    return replace(tag, is_still=False, has_left=has_left and there != tag.home)


def after_swap(track: Track, first: Place, second: Place) -> Track:
    """The track after two pyramids have changed places. A swap may bring one home but never counts as leaving."""
    rows = [list(tags) for tags in track]
    first_square, first_level = first
    second_square, second_level = second
    first_tag = rows[first_square][first_level - 1]
    second_tag = rows[second_square][second_level - 1]
    rows[first_square][first_level - 1] = _tag_after_swap(second_tag, first_square)
    rows[second_square][second_level - 1] = _tag_after_swap(first_tag, second_square)
    return tuple(map(tuple, rows))


def _tag_after_swap(tag: Tag | None, there: int) -> Tag | None:
    if tag is None:
        return None
    return replace(tag, is_still=False, has_left=tag.has_left and there != tag.home)


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
            if not _is_away(there, square) or not _has_partner(track, cells, tag, pyramid.size, square):
                continue
            places.update((square, level) for level in _find_still(track[square], cells[square], pyramid.size))
    return sorted(places)


def _is_away(here: int, square: int) -> bool:
    """Whether `here` is far enough from `square` to have withdrawn from it: not next to it, and not the same."""
    return here != square and here not in ORTHOGONAL[square]


def _find_still(tags: Tags, pile: Pile, size: Size) -> list[int]:
    """The levels of a stack's pyramids of a size that nothing has moved this turn."""
    return [
        level
        for level, (tag, pyramid) in enumerate(zip(tags, pile, strict=True), 1)
        if tag is not None and tag.is_still and pyramid.size is size
    ]


def _has_partner(track: Track, cells: Sequence[Pile], tag: Tag, size: Size, square: int) -> bool:
    """Whether another half has left a square next to `square` and is away from it now, and one of the two halves is
    the mover's."""
    near = ORTHOGONAL[square]
    for here, tags in enumerate(track):
        if not _is_away(here, square):
            continue
        for partner, pyramid in zip(tags, cells[here], strict=True):
            if partner is None or not partner.half or not partner.has_left or pyramid.size is not size:
                continue
            is_other_side = partner.home != tag.home and partner.home in near
            if is_other_side and (tag.half | partner.half) != NEUTRAL:
                return True
    return False


# Why there was none

_Step = tuple[int, int]
"""The square that it leaves and the one that it reaches."""


def why_not_withdrawn(
    track: Track, cells: Sequence[Pile], steps: Sequence[_Step], square: int, size: Size
) -> str | None:
    """Why the action whose steps have just been played did not withdraw from the pyramid of this size on `square`.

    `track` and `cells` are as after them. None if no half has left `square` in this turn, or if they have
    withdrawn and nothing comes of it.
    """
    target = GRID.names[square]
    halves = _find_halves_of(track, cells, square, size)
    if not any(tag.has_left for _, tag in halves):
        return None
    if not _find_still(track[square], cells[square], size):
        return f"nothing withdraws from a {size.word} that has moved this turn"
    gone = {tag.home for here, tag in halves if tag.has_left and _is_away(here, square)}
    if len(gone) > 1:
        return _why_too_early(steps, gone, square, size)
    near = [here for here, _ in sorted(halves, key=_is_still) if not _is_away(here, square)]
    if not near:
        return f"only a step withdraws a half from {target}, not a swap"
    return f"move both halves away from {target}: a {size.word} is still {_where(near[0], square)}"


def _find_halves_of(track: Track, cells: Sequence[Pile], square: int, size: Size) -> list[tuple[int, Tag]]:
    """The halves of this size that were next to `square` at the start of the turn, each with where it is now."""
    return [
        (here, tag)
        for here, tags in enumerate(track)
        for tag, pyramid in zip(tags, cells[here], strict=True)
        if tag is not None and tag.half and tag.home in ORTHOGONAL[square] and pyramid.size is size
    ]


def _is_still(half: tuple[int, Tag]) -> bool:
    return half[1].is_still


def _where(here: int, square: int) -> str:
    """Where a half is that is not away from `square`, for a message."""
    return "on it" if here == square else f"on {GRID.names[here]}, next to it"


def _why_too_early(steps: Sequence[_Step], gone: Set[int], square: int, size: Size) -> str | None:
    """Why halves that are all away from `square` now, and began the turn on the squares `gone`, did not withdraw."""
    target = GRID.names[square]
    last = [(start, end) for start, end in steps if start in gone]
    if not last:
        return f"both halves left {target} too early: only the step that takes the second one away withdraws"
    for start, end in last:
        if not _is_away(end, square):
            left = f"the {size.word} that left {GRID.names[start]}"
            return f"{left} did not get away from {target}: it came to stand {_where(end, square)}"
    return None

"""What a written action may mean: which pyramids (B31, B33), and which choices of the mover (B21, B40).

Only the names are judged here: whether anything on the board fits them. The rest is left to `rules.play`. To find the
mover's choices an action is often played, so the outcome travels with the reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice, pairwise, product
from typing import assert_never

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Reading
from pyrnot.core.pieces import Colour, Size
from pyrnot.games.braces import progress
from pyrnot.games.braces.actions import (
    ABSURD,
    Action,
    Dice,
    Name,
    Pass,
    Path,
    Swap,
    WrittenAction,
    WrittenDice,
    WrittenPass,
    WrittenPath,
    WrittenSwap,
)
from pyrnot.games.braces.board import DIG, GRID, OFF_BOARD, WILD, Place, Power
from pyrnot.games.braces.branches import Branch, best, deciding, follow
from pyrnot.games.braces.claims import AGREES, Claims, agreement
from pyrnot.games.braces.codes import Codes
from pyrnot.games.braces.dice import check_dice, check_rolled
from pyrnot.games.braces.options import Option
from pyrnot.games.braces.outlook import find_outlook, without_likes
from pyrnot.games.braces.position import COLOUR_WORD, Position, letters
from pyrnot.games.braces.progress import at_step
from pyrnot.games.braces.stacks import BLACK, NOBODY, WHITE, Owner, Pile
from pyrnot.games.braces.steps import walk
from pyrnot.games.braces.swaps import check_swap, settle_swap, swap_places, two_sizes, with_itself
from pyrnot.games.braces.work import spend


def readings(
    position: Position, written: WrittenAction, *, every: bool = False, only_legal: bool = False
) -> Sequence[Reading[Action]]:
    """The exact actions that a written one may mean: `every` one, or those that decide what becomes of it. Raises
    `Illegal` if there are none. With `only_legal` no time is spent on the fault of a path that is not."""
    match written:
        case WrittenPath():
            return read_path(position, written, every=every, only_legal=only_legal)
        case WrittenSwap():
            return read_swap(position, written, every=every)
        case WrittenDice():
            return read_dice(written)
        case WrittenPass():
            return (Reading(Pass()),)
        case _:
            assert_never(written)


def read_dice(written: WrittenDice) -> Sequence[Reading[Action]]:
    """The dice; a WILD whose use is not written may be any power, tried in order (B6). Raises `Illegal`."""
    if written.face != WILD or written.use is not None:
        return _read_plain_dice(written.face, written.use, written.rolls)
    dice = Dice(written.face, None, written.rolls)
    check_dice(dice)
    fault = Illegal(
        Codes.NO_WILD_USE,
        "B6",
        f"this turn is illegal whichever of {', '.join(power.value for power in Power)} WILD is used as",
        part="face",
    )
    return [Reading(replace(dice, use=power.value, is_trial=True), rank, fault) for rank, power in enumerate(Power)]


@lru_cache(maxsize=1024)
def _read_plain_dice(face: str, use: str | None, rolls: tuple[tuple[int, int], ...]) -> tuple[Reading[Action]]:
    """The dice just as written. Cached: a file repeats the same few throws."""
    dice = Dice(face, use, rolls)
    check_dice(dice)
    return (Reading(dice),)


# Steps


_OWNERS = tuple(Owner)
_OWN_AND_NEUTRAL = ((WHITE, NOBODY), (BLACK, NOBODY))
"""By seat: the owners whose pyramids it may move without DIG (B10)."""


def read_path(
    position: Position, written: WrittenPath, *, every: bool = False, only_legal: bool = False
) -> Sequence[Reading[Action]]:
    """Every pyramid or unit that may take this path, each with the choices that the X results fit best; but once it is
    clear that the action is ambiguous, or which of them gets furthest, the others only if `every` one is wanted. Raises
    `Illegal` if none fits."""
    check_rolled(position)
    if len(written.sizes) > 1 or written.levels is not None:
        _check_order(written)
    squares = _indices(written.squares)
    fitting = candidates(position, written, squares[0])
    if len(fitting) > 1:
        fitting = without_likes(position.cells[squares[0]], fitting)
    only_legal = only_legal or (position.pending is not None and position.pending.is_trial)
    if len(fitting) > 1 or only_legal:
        return _read_several(position, written, squares, fitting, every=every, only_legal=only_legal)
    depths = fitting[0]
    walked = walk(position, squares, depths)
    if walked is not None:
        path, played = walked
        return (Reading(path, played=played),)
    claims = Claims(written.claims)
    branches = follow(position, squares, depths, claims)
    found = Seen().unknown(branches, claims)
    return [_read(squares, depths, branch) for branch in deciding(found, claims, at_step(len(squares) - 1))]


class Seen:
    """The boards that legal readings of an action lead to."""

    __slots__ = ("boards",)

    def __init__(self) -> None:
        self.boards: set[object] = set()

    def unknown(self, branches: Iterable[Branch], claims: Claims) -> list[Branch]:
        """The branches without those that are legal, as far as agreement tells, and lead to a board seen before; the
        boards of legal ones are remembered.

        It does not matter then which of the two is meant (B31), though they may differ in who has left which square
        (B40).
        """
        found: list[Branch] = []
        for branch in branches:
            if branch.agreement == AGREES and branch.fault is None and branch.board in self.boards:
                continue
            if branch.is_legal(claims):
                self.boards.add(branch.board)
            found.append(branch)
        return found


def _read_several(
    position: Position,
    written: WrittenPath,
    squares: tuple[int, ...],
    fitting: Sequence[tuple[int, ...]],
    *,
    every: bool,
    only_legal: bool,
) -> Sequence[Reading[Action]]:
    """The readings of a path that several pyramids or units may take: those that can get furthest are played first.

    With `only_legal` raises `Illegal` if none is, whatever its fault. In a trial (a bare WILD) this use is not the one
    then, and if none is, that is the fault (B6).
    """
    outlooks = [find_outlook(position, squares, depths) for depths in fitting]
    claims, seen = Claims(written.claims), Seen()
    found: dict[int, Sequence[Branch]] = {}
    end = at_step(len(squares) - 1)
    reached, first = (end + 1, -1) if only_legal else (-1, 0)
    for number in sorted(range(len(fitting)), key=lambda number: -outlooks[number]):
        outlook, depths = outlooks[number], fitting[number]
        is_settled = outlook < end and (-outlook, number) > (-reached, first)
        if not every and (is_settled or len(seen.boards) > 1):
            break
        spend(len(squares))
        branches = _play(position, squares, depths, claims, reached if number > first else reached - 1)
        found[number] = seen.unknown(branches, claims)
        for branch in () if only_legal else branches:
            progress = branch.progress(claims, end)
            if (-progress, number) < (-reached, first):
                reached, first = progress, number
    if only_legal and not any(found.values()):
        raise Illegal(Codes.NO_WILD_USE, "B6", "no pyramid gets to the end of this path")
    depths_of = {id(branch): fitting[number] for number in found for branch in found[number]}
    decisive = deciding([branch for number in sorted(found) for branch in found[number]], claims, end)
    return [_read(squares, depths_of[id(branch)], branch) for branch in decisive]


def _play(
    position: Position, squares: tuple[int, ...], depths: tuple[int, ...], claims: Claims, beats: int
) -> Sequence[Branch]:
    """What one pyramid or unit can do on a path, by `follow`."""
    try:
        walked = walk(position, squares, depths)
    except Illegal as fault:
        return (Branch(position, fault=fault.with_traceback(None)),)
    if walked is None:
        return follow(position, squares, depths, claims, beats)
    path, played = walked
    # Asked once, at the end: an X that is false or missing at one arrival remains so at those after it.
    made = claims.made_by(played.events)
    agrees = agreement(claims, made, range(len(path.picks)))
    return (Branch(played.position, path.picks, played.events, made, agrees),)


def _read(squares: tuple[int, ...], depths: tuple[int, ...], branch: Branch) -> Reading[Action]:
    """The reading that a branch is."""
    rest = ((),) * (len(squares) - 1 - len(branch.picks))
    return Reading(Path(squares, depths, (*branch.picks, *rest)), played=branch.played, refused=branch.fault)


@lru_cache(maxsize=512)
def _indices(names: tuple[str, ...]) -> tuple[int, ...]:
    """The squares of a path. Cached: most paths are single steps, and there are few of those."""
    return tuple([GRID.index.get(name, OFF_BOARD) for name in names])


def _check_order(written: WrittenPath) -> None:
    """A unit is named from the bottom up (B15)."""
    sizes, levels = written.sizes, written.levels or ()
    if any(low < high for low, high in pairwise(sizes)) or any(low >= high for low, high in pairwise(levels)):
        named = "".join([size.letter for size in sizes[:12]])
        raise Illegal(
            Codes.WRONG_ORDER,
            "B15",
            f"{named} is not in order: name a unit from the bottom up",
            part="name",
            progress=progress.WRONG_ORDER,
        )


def candidates(position: Position, written: WrittenPath, start: int) -> Sequence[tuple[int, ...]]:
    """The pyramids, or sets of pyramids, that the mover may move and that fit the name (B31, B33), by their depths.

    If there are none, one that the mover may not move, so that its fault is found. Raises `Illegal` if nothing fits.
    """
    pile = position.cells[start] if start != OFF_BOARD else position.rules.empty
    power = position.pending.power if position.pending is not None else None
    movable = _OWNERS if power is DIG else _OWN_AND_NEUTRAL[position.mover]
    sizes, colour, levels = written.sizes, written.colour, written.levels
    fitting = [
        level
        for level, pyramid in enumerate(pile, 1)
        if pyramid.size in sizes and (colour is None or colour is pyramid.colour)
    ]
    mine = [level for level in fitting if pile.bearings[level - 1].owner in movable]
    if levels is not None:
        is_there = all(level in fitting for level in levels)
        sets = [levels] if is_there and sizes == tuple([pile[level - 1].size for level in levels]) else []
    elif len(sizes) == 1:
        sets = [(level,) for level in mine or fitting[:1]]
    else:
        sets = _units(pile, mine, sizes, movable) or list(islice(_sets(pile, fitting, sizes), 1))
    if not sets:
        raise _not_there(
            written.squares[0], sizes, colour, levels or (), pile, part="name", progress=progress.NOT_THERE
        )
    return [tuple([len(pile) - level for level in found]) for found in sorted(sets)]


def _units(pile: Pile, mine: Sequence[int], sizes: Sequence[Size], movable: Sequence[Owner]) -> list[tuple[int, ...]]:
    """The sets of the levels in `mine` that can be such a unit: those of one owner, else one that is mixed."""
    units = [
        found
        for owner in movable
        for found in _sets(pile, [level for level in mine if pile.bearings[level - 1].owner is owner], sizes)
    ]
    return units or list(islice(_sets(pile, mine, sizes), 1))


def _sets(pile: Pile, levels: Sequence[int], sizes: Sequence[Size]) -> Iterator[tuple[int, ...]]:
    """Every set of the given levels that has exactly these sizes, from the bottom up."""
    of_size = [
        combinations([level for level in levels if pile[level - 1].size is size], sizes.count(size))
        for size in sorted(set(sizes), reverse=True)
    ]
    for parts in product(*of_size):
        yield tuple([level for part in parts for level in part])


def _not_there(
    square: str,
    sizes: Sequence[Size],
    colour: Colour | None,
    levels: Sequence[int],
    pile: Pile,
    *,
    part: str,
    progress: int,
) -> Illegal:
    """The fault of a name that fits nothing (B31)."""
    where = f"{part} square"
    if GRID.find(square) is None:
        return Illegal(Codes.OFF_BOARD, "B31", f"no such square: {square}", part=where, progress=progress)
    if not pile:
        return Illegal(Codes.NO_SUCH_PYRAMID, "B31", f"{square} is empty", part=where, progress=progress)
    stack = " ".join([letters(pyramid) for pyramid in pile])
    sizes_there = [pyramid.size for pyramid in pile]
    if any(sizes.count(size) > sizes_there.count(size) for size in sizes):
        wanted = sizes[0].word if len(sizes) == 1 else "such unit"
        message = f"there is no {wanted} on {square}, only {stack}"
        return Illegal(Codes.NO_SUCH_PYRAMID, "B31", message, part=f"{part} size", progress=progress)
    what = sizes[0].word if len(sizes) == 1 else "unit"
    adjective = f"{COLOUR_WORD[colour]} " if colour is not None else ""
    if levels and max(levels) >= ABSURD:
        place = f"so high a level of {square}"
    else:
        place = f"level {' and '.join(map(str, levels))} of {square}" if levels else square
    message = f"there is no {adjective}{what} on {place}; from the bottom up, {square} has {stack}"
    return Illegal(Codes.NO_SUCH_PYRAMID, "B31", message, part=f"{part} mark", progress=progress)


# Swaps


def read_swap(position: Position, written: WrittenSwap, *, every: bool = False) -> Sequence[Reading[Action]]:
    """Every two pyramids that fit the names, of any owner (B25, B31), each with the choices that the X results fit
    best; but once it is clear that the action is ambiguous, the others only if `every` one is wanted."""
    check_swap(position)
    first, second = written.first, written.second
    if first.size is not second.size:
        raise two_sizes(first.size, second.size)
    found: list[Branch] = []
    swaps: dict[int, Swap] = {}
    claims, seen = Claims(written.claims), Seen()
    tried: set[frozenset[Place]] = set()
    for one, other in product(_places(position, first), _places(position, second)):
        if len(seen.boards) > 1 and not every:
            break
        if frozenset((one, other)) in tried:
            continue  # the same swap, named the other way round
        tried.add(frozenset((one, other)))
        if one == other:
            found.append(Branch(position, ((),), fault=with_itself(position, one)))
        else:
            spend()
            found += seen.unknown(_swap(position, one, other, claims), claims)
        swaps |= {id(branch): Swap(one, other, branch.picks[0]) for branch in found[len(swaps) :]}
    return [
        Reading(swaps[id(branch)], played=branch.played, refused=branch.fault)
        for branch in deciding(found, claims, progress.SWAP_PLAYED)
    ]


def _swap(position: Position, one: Place, other: Place, claims: Claims) -> Sequence[Branch]:
    """The ways to swap two pyramids that agree best with the X results."""
    landing = swap_places(position, one, other)

    def branch(option: Option) -> Branch:
        played = settle_swap(position, Swap(one, other, option.picks), landing, option)
        made = claims.made_by(played.events)
        return Branch(played.position, (option.picks,), played.events, made, agreement(claims, made, range(1)))

    grown = [branch(option) for option in landing.options.written(claims.has_x(0))]
    return best(grown or [branch(next(iter(landing.options)))], claims)


def _places(position: Position, name: Name) -> list[Place]:
    """The pyramids that fit a name (B31). Raises `Illegal` if there are none."""
    square = GRID.find(name.square)
    pile = position.cells[square] if square is not None else position.rules.empty
    places = [
        (square, level)
        for level, pyramid in enumerate(pile, 1)
        if square is not None
        and pyramid.size is name.size
        and name.colour in (None, pyramid.colour)
        and name.level in (None, level)
    ]
    if not places:
        levels = () if name.level is None else (name.level,)
        raise _not_there(
            name.square, (name.size,), name.colour, levels, pile, part=name.part, progress=progress.SWAP_NOT_THERE
        )
    return places

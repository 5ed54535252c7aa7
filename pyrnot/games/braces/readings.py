"""What a written action may mean: which pyramids (B31, B33), and which choices of the mover (B21, B40).

Only the names are judged here: whether anything on the board fits them. The rest is left to `rules.play`. To find the
mover's choices an action is often played, so the outcome travels with the reading.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice, pairwise, product
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.diagnostics import Illegal
from pyrnot.game import Event, Played, Reading
from pyrnot.games.braces import progress
from pyrnot.games.braces.actions import (
    ABSURD,
    Action,
    Claim,
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
from pyrnot.games.braces.changes import Pick
from pyrnot.games.braces.claims import AGREES, SILENT, agreement, changes_of, check_claims, match
from pyrnot.games.braces.codes import Codes
from pyrnot.games.braces.dice import check_dice, check_rolled
from pyrnot.games.braces.position import COLOUR_WORD, Position, letters
from pyrnot.games.braces.stacks import BLACK, NOBODY, WHITE, Owner, Pile
from pyrnot.games.braces.steps import TOP, Step, begin_step, check_takable, end_step, walk
from pyrnot.games.braces.swaps import check_swap, settle_swap, swap_places, two_sizes
from pyrnot.pieces import Colour, Size


def readings(position: Position, written: WrittenAction) -> Sequence[Reading[Action]]:
    """The exact actions that a written one may mean. Raises `Illegal` if there are none."""
    match written:
        case WrittenPath():
            return read_path(position, written)
        case WrittenSwap():
            return read_swap(position, written)
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
    return [Reading(replace(dice, use=power.value), rank, fault) for rank, power in enumerate(Power)]


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


_MAX_UNWRITTEN = 256
"""How many branches of a path are followed that all lack an X."""


class Branch(Struct, frozen=True):
    """An action played as far as it goes, with one choice at each arrival."""

    position: Position
    picks: tuple[tuple[Pick, ...], ...] = ()
    events: tuple[Event, ...] = ()
    agreement: int = AGREES
    """How well it agrees with the X results so far: `AGREES`, or less."""
    is_stopped: bool = False
    """Whether its next step is illegal."""

    @property
    def played(self) -> Played[Position] | None:
        """The outcome of the action, None if it cannot be played to its end."""
        return None if self.is_stopped else Played(self.position, self.events)


def read_path(position: Position, written: WrittenPath) -> Sequence[Reading[Action]]:
    """Every pyramid or unit that may take this path, each with the choices that the X results fit best."""
    check_rolled(position)
    if len(written.sizes) > 1 or written.levels is not None:
        _check_order(written)
    squares = _indices(written.squares)
    fitting = candidates(position, written, squares[0])
    branches: list[tuple[tuple[int, ...], Branch]] = []
    for depths in fitting:
        walked = walk(position, squares, depths)
        if walked is None:
            branches += [(depths, branch) for branch in _branches(position, squares, depths, written.claims)]
            continue
        path, played = walked
        if len(fitting) == 1:
            return (Reading(path, played=played),)
        # Asked once, at the end: an X that is false or missing at one arrival remains so at those after it.
        agrees = agreement(written.claims, changes_of(played.events), len(path.picks))
        branches.append((depths, Branch(played.position, path.picks, played.events, agrees)))
    found: list[Reading[Action]] = []
    seen: set[object] = set()
    for depths, branch in branches:
        if len(branches) > 1 and _is_known(branch, written.claims, seen):
            continue
        rest = ((),) * (len(squares) - 1 - len(branch.picks))
        found.append(Reading(Path(squares, depths, (*branch.picks, *rest)), played=branch.played))
    return found


@lru_cache(maxsize=512)
def _indices(names: tuple[str, ...]) -> tuple[int, ...]:
    """The squares of a path. Cached: most paths are single steps, and there are few of those."""
    return tuple([GRID.index.get(name, OFF_BOARD) for name in names])


def _is_known(branch: Branch, claims: Sequence[Claim], seen: set[object]) -> bool:
    """Whether a legal branch that agrees with the X results leads to a board in `seen`; if not, adds its board.

    It does not matter then which of the two is meant (B31), though they may differ in who has left which square (B40).
    """
    if branch.is_stopped or branch.agreement < AGREES:
        return False
    board = (branch.position.cells, branch.position.used)
    if board in seen:
        return True
    try:
        check_claims(claims, branch.events, 0)
    except Illegal:
        return False
    seen.add(board)
    return False


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


def _branches(
    position: Position, squares: Sequence[int], depths: tuple[int, ...], claims: Sequence[Claim]
) -> Sequence[Branch]:
    """The ways to play a path that agree best with its X results."""
    try:
        check_takable(position, squares[0], depths)
    except Illegal:
        return (Branch(position, is_stopped=True),)
    branches = [Branch(position)]
    stopped: list[Branch] = []
    for number, (here, there) in enumerate(pairwise(squares)):
        grown: list[Branch] = []
        for branch in branches:
            try:
                step = begin_step(branch.position, here, depths, there, number)
            except Illegal:
                stopped.append(replace(branch, is_stopped=True))
                continue
            grown += [_grow(branch, step, option.picks, claims) for option in step.landing.options]
        branches = _still_possible(grown)
        depths = TOP[len(depths)]
    if branches:
        return _best(_closest(branches, claims))
    furthest = max(len(branch.picks) for branch in stopped)
    return [branch for branch in stopped if len(branch.picks) == furthest]


def _grow(branch: Branch, step: Step, picks: tuple[Pick, ...], claims: Sequence[Claim]) -> Branch:
    """The branch with one more step and the mover's picks at its arrival."""
    events: list[Event] = list(branch.events)
    position = end_step(branch.position, step, picks, events)
    agrees = agreement(claims, changes_of(events), step.number + 1)
    return Branch(position, (*branch.picks, picks), tuple(events), min(branch.agreement, agrees))


def _still_possible(branches: Sequence[Branch]) -> list[Branch]:
    """The branches that agree best with the X results so far.

    If each has a choice that is not written, all are kept, for the path to go on as far as any of them lets it: if one
    gets to its end, the fault is B21 and not one of a later step (B47). They are illegal anyway, so of those that have
    come to one position one will do; and if there are absurdly many, some.
    """
    agreeing = _agreeing(branches)
    if len(agreeing) < 2 or agreeing[0].agreement > SILENT:
        return agreeing
    by_position = {branch.position: branch for branch in agreeing}
    return sorted(by_position.values(), key=_is_won)[:_MAX_UNWRITTEN]


def _best(branches: Sequence[Branch]) -> list[Branch]:
    """The branches, played to the end, that agree best with the X results; one if each lacks an X that B21 needs."""
    agreeing = _agreeing(branches)
    return agreeing if agreeing[0].agreement > SILENT else agreeing[:1]


def _agreeing(branches: Sequence[Branch]) -> list[Branch]:
    best = max((branch.agreement for branch in branches), default=AGREES)
    return [branch for branch in branches if branch.agreement == best]


def _is_won(branch: Branch) -> bool:
    pending = branch.position.pending
    return pending is not None and pending.is_won


def _closest(branches: Sequence[Branch], claims: Sequence[Claim]) -> Sequence[Branch]:
    """The branches, played to the end, that the largest number of the X results fit."""
    if len(branches) < 2:
        return branches
    fitting = [len(match(claims, changes_of(branch.events))) for branch in branches]
    return [branch for branch, count in zip(branches, fitting, strict=True) if count == max(fitting)]


# Swaps


def read_swap(position: Position, written: WrittenSwap) -> Sequence[Reading[Action]]:
    """Every two pyramids that fit the names, whoever owns them (B25, B31), each with the choices that the X results fit
    best."""
    check_swap(position)
    first, second = written.first, written.second
    if first.size is not second.size:
        raise two_sizes(first.size, second.size)
    pairs = list(product(_places(position, first), _places(position, second)))
    found: list[Reading[Action]] = []
    seen: set[object] = set()
    for one, other in pairs:
        if one == other:
            found.append(Reading(Swap(one, other)))
            continue
        landing = swap_places(position, one, other)
        grown: list[Branch] = []
        for option in landing.options:
            played = settle_swap(position, Swap(one, other, option.picks), landing)
            agrees = agreement(written.claims, changes_of(played.events), 1)
            grown.append(Branch(played.position, (option.picks,), played.events, agrees))
        found += [
            Reading(Swap(one, other, branch.picks[0]), played=branch.played)
            for branch in _closest(_best(grown), written.claims)
            if len(pairs) == 1 or not _is_known(branch, written.claims, seen)
        ]
    return found


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

"""What a written action means: each of its meanings is played, and one decision says what becomes of it (B31, B47).

The meanings are every pyramid or unit that its name fits (`names`), with every choice at each arrival that its X
results allow (B21). They are played depth first, and there are at most `MOST_MEANINGS`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Event, Interpretation, Transition
from pyrnot.games.braces.actions import (
    Action,
    Change,
    Changed,
    Claim,
    Dice,
    Pass,
    Path,
    Picks,
    Swap,
    WrittenAction,
    WrittenDice,
    WrittenPass,
    WrittenPath,
    WrittenSwap,
)
from pyrnot.games.braces.arrivals import Landing
from pyrnot.games.braces.board import GRID, OFF_BOARD, WILD, Power
from pyrnot.games.braces.changes import Ways, stack_after
from pyrnot.games.braces.claims import Fitting, find_fitting, is_true, pair_up, with_colours_after
from pyrnot.games.braces.dice import check_dice, check_rolled
from pyrnot.games.braces.names import find_pairs, find_units
from pyrnot.games.braces.position import Position
from pyrnot.games.braces.progress import SWAP_UNWRITTEN, UNWRITTEN, at_step
from pyrnot.games.braces.steps import TOP, begin_step, check_takable
from pyrnot.games.braces.swaps import begin_swap, check_swap, two_sizes

MOST_MEANINGS = 200
"""How many meanings an action may have (B47)."""
_UNNAMED, _NAMED, _NAMED_HERE = range(3)


def interpretations(position: Position, written: WrittenAction) -> Sequence[Interpretation[Action]]:
    """The meaning of an action; several that lead to different boards if it is ambiguous (B31), or if its X results
    are false and it is not clear what happened (B32). Raises `Illegal` if it cannot be played to its end."""
    match written:
        case WrittenPath() | WrittenSwap():
            return _read_either_way(position, written)
        case WrittenDice():
            return read_dice(written.face, written.use, written.rolls)
        case WrittenPass():
            return (Interpretation(Pass()),)
        case _:
            assert_never(written)


def _read_either_way(position: Position, written: WrittenPath | WrittenSwap) -> Sequence[Interpretation[Action]]:
    """The meaning of a path or a swap whose X results may have the colours after the changes, where only these fit
    (B32)."""
    others = with_colours_after(written.claims)
    if others == written.claims:
        return _read(position, written)
    found: Sequence[Interpretation[Action]] = ()
    error: Illegal | None = None
    try:
        found = _read(position, written)
    except Illegal as illegal:
        error = illegal.with_traceback(None)
    if not _has_true(found, written.claims):
        try:
            again = _read(position, replace(written, claims=others))
        except Illegal:
            again = ()
        if _has_true(again, others):
            return again
    if error is not None:
        raise error
    return found


def _has_true(found: Sequence[Interpretation[Action]], claims: Sequence[Claim]) -> bool:
    """Whether the X results are true for one of the meanings."""
    return any(one.transition is not None and is_true(claims, one.transition) for one in found)


def _read(position: Position, written: WrittenPath | WrittenSwap) -> Sequence[Interpretation[Action]]:
    return read_path(position, written) if isinstance(written, WrittenPath) else read_swap(position, written)


@lru_cache(maxsize=1024)
def read_dice(face: str, use: str | None, rolls: tuple[tuple[int, int], ...]) -> Sequence[Interpretation[Action]]:
    """The dice; a WILD whose use is not written may be any power, tried in order (B6). Raises `Illegal`.

    Cached: a file repeats the same few throws.
    """
    dice = Dice(face, use, rolls)
    check_dice(dice)
    if face != WILD or use is not None:
        return (Interpretation(dice),)
    illegal = Illegal(
        "no-wild-use",
        "B6",
        f"this turn is illegal whichever of {', '.join(power.value for power in Power)} WILD is used as",
        field="face",
    )
    return [Interpretation(Dice(face, power.value, rolls), rank, illegal) for rank, power in enumerate(Power)]


def read_path(position: Position, written: WrittenPath) -> Sequence[Interpretation[Action]]:
    """The meanings that decide what a path is. Raises `Illegal`."""
    check_rolled(position)
    squares = _indices(written.squares)
    played = _Meanings(written.claims)
    for depths in find_units(position, written, squares[0]):
        try:
            check_takable(position, squares[0], depths)
        except Illegal as illegal:
            played.fail(illegal)
        else:
            played.play_path(position, Path(squares, depths, ()), depths, ())
    return played.decide()


@lru_cache(maxsize=512)
def _indices(names: tuple[str, ...]) -> tuple[int, ...]:
    """The squares of a path. Cached: most paths are single steps, and there are few of those."""
    return tuple([GRID.index.get(name, OFF_BOARD) for name in names])


def read_swap(position: Position, written: WrittenSwap) -> Sequence[Interpretation[Action]]:
    """The meanings that decide what a swap is. Raises `Illegal`."""
    check_swap(position)
    if written.first.size is not written.second.size:
        raise two_sizes(written.first.size, written.second.size)
    played = _Meanings(written.claims)
    for first, second in find_pairs(position, written):
        played.play_swap(position, Swap(first, second))
    return played.decide()


class _Meaning(Struct, frozen=True):
    """A meaning that was played to its end, and how many of the X results fit it."""

    action: Action
    played: Transition[Position]
    fitting: int

    @property
    def board(self) -> object:
        """What it leads to."""
        return self.played.position.cells, self.played.position.used


class _Meanings:
    """The meanings of one action that have been played.

    `ended` are those that came to their end; of the others, `furthest` is what was wrong with the one that got
    furthest, the first of them if several did.
    """

    def __init__(self, claims: Sequence[Claim]) -> None:
        self.claims = claims
        self.ended: list[_Meaning] = []
        self.furthest: Illegal | None = None
        self.count = 0

    def decide(self) -> Sequence[Interpretation[Action]]:
        """Those that are legal or, if none is, those that the most X results fit; one for each board they lead to.

        If these are several, the action is ambiguous (B31); a false X is left to `check_claims` (B32). Raises
        `furthest` if none came to its end (B47).
        """
        if not self.ended:
            illegal = self.furthest
            self.furthest = None
            assert illegal is not None
            try:
                raise illegal
            finally:
                del illegal  # or it would keep this call alive by its traceback, and this call the exception
        if len(self.ended) == 1:
            (meaning,) = self.ended
            return (Interpretation(meaning.action, transition=meaning.played),)
        most = max([meaning.fitting for meaning in self.ended])
        boards: dict[object, _Meaning] = {}
        for meaning in self.ended:
            if meaning.fitting == most:
                boards.setdefault(meaning.board, meaning)
        return [Interpretation(meaning.action, transition=meaning.played) for meaning in boards.values()]

    def play_path(self, position: Position, path: Path, depths: tuple[int, ...], events: tuple[Event, ...]) -> None:
        """Plays the steps of a path that are still to come, with every choice that the X results allow (B12, B21)."""
        number = len(path.picks)
        if number == len(path.squares) - 1:
            self._end(path, position, events)
            return
        try:
            landing = begin_step(position, path.squares[number], depths, path.squares[number + 1], number)
        except Illegal as illegal:
            self.fail(illegal)
            return
        for changes, picks in self._choices(landing, events, at_step(number, UNWRITTEN)):
            after, made = landing.settle(changes)
            longer = Path(path.squares, path.depths, (*path.picks, picks))
            self.play_path(after, longer, TOP[len(depths)], events + made)

    def play_swap(self, position: Position, swap: Swap) -> None:
        """Plays a swap with every choice that the X results allow (B21, B25)."""
        try:
            landing = begin_swap(position, swap.first, swap.second)
        except Illegal as illegal:
            self.fail(illegal)
            return
        for changes, picks in self._choices(landing, (), SWAP_UNWRITTEN):
            after, made = landing.settle(changes)
            self._end(Swap(swap.first, swap.second, picks), after, made)

    def fail(self, illegal: Illegal) -> None:
        """Counts a meaning that cannot be played to its end."""
        self._count()
        if self.furthest is None or illegal.progress > self.furthest.progress:
            self.furthest = illegal.with_traceback(None)

    def _end(self, action: Action, position: Position, events: tuple[Event, ...]) -> None:
        """Counts a meaning that has been played to its end."""
        self._count()
        fitting = len(pair_up(self._fitting(events))) if self.claims else 0
        self.ended.append(_Meaning(action, Transition(position, events), fitting))

    def _count(self) -> None:
        self.count += 1
        if self.count > MOST_MEANINGS:
            message = (
                f"write every X result and the level of each pyramid: this fits more than {MOST_MEANINGS} actions"
            )
            raise Illegal("ambiguous", "B31", message)

    def _choices(
        self, landing: Landing, events: tuple[Event, ...], progress: int
    ) -> Iterator[tuple[tuple[Change, ...], Picks]]:
        """The choices at an arrival that the X results allow, each with the mover's picks. If there are none, an X is
        missing (B21)."""
        possible = landing.possible
        if not possible.is_choice:
            yield possible.only, ()
            return
        before = self._fitting(events, only_needed=True)
        ways = [self._allowed(landing, way, before) for way in possible.ways]
        is_missing = True
        for changes in possible.choices(ways):
            is_missing = False
            yield changes, possible.picks(changes)
        if is_missing:
            self.fail(landing.unwritten(ways, progress))

    def _allowed(self, landing: Landing, way: Ways, before: list[Fitting]) -> Ways:
        """What may happen on a square; only what an X right after this step names, if one does (B21, B40).

        `before` are the X results that earlier changes of the action need.
        """
        if len(way) == 1:
            return way
        allowed = self._find_named(landing, way, before)
        if not landing.possible.scarce and any(named == _NAMED_HERE for named, _ in allowed):
            allowed = [(named, change) for named, change in allowed if named == _NAMED_HERE]
        return tuple([change for _, change in allowed])

    def _find_named(self, landing: Landing, way: Ways, before: list[Fitting]) -> list[tuple[int, Change | None]]:
        """The changes of a square, each with how an X names it, without those that need an X and have none.

        Of changes that give the same stack, as captures of like pyramids do, it is the lowest that has an X, else the
        lowest.
        """
        by_stack: dict[object, tuple[int, Change | None]] = {}
        for change in way:
            if change is None:
                by_stack[None] = (_UNNAMED, None)
                continue
            named = self._how_named(change, landing.number, before)
            if named == _UNNAMED and change.needs_x:
                continue
            after = stack_after(landing.position.cells[change.square], change)
            if after not in by_stack or named > by_stack[after][0]:
                by_stack[after] = (named, change)
        return list(by_stack.values())

    def _how_named(self, change: Change, arrival: int, before: list[Fitting]) -> int:
        """Whether an X is left for a change at this arrival, and whether it stands right after this step."""
        fitting = find_fitting(self.claims, change, arrival)
        if len(pair_up([*before, fitting])) == len(before):
            return _UNNAMED
        if any(self.claims[index].arrival is not None for index in fitting):
            return _NAMED_HERE
        return _NAMED

    def _fitting(self, events: Sequence[Event], *, only_needed: bool = False) -> list[Fitting]:
        """The X results that fit each change made so far, or each that needs one."""
        return [
            find_fitting(self.claims, event.change, event.arrival)
            for event in events
            if isinstance(event, Changed) and (event.change.needs_x or not only_needed)
        ]

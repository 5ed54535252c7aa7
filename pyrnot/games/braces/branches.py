"""Actions played as far as they go, with the choices of the mover that the X results fit best (B21, B31, B47).

At each arrival a path branches into what the mover may choose. Only those branches are followed that decide what the
action is: as long as all choices have an X, the ones that it fits; from the first one without, whichever gets furthest,
for then the action is illegal. Which pyramids may take a path is for `readings`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Event, Played
from pyrnot.games.braces.board import GRID, ORTHOGONAL
from pyrnot.games.braces.claims import AGREES, SILENT, Claims, Made, agreement, match, progress_at_end
from pyrnot.games.braces.options import Option, Pick
from pyrnot.games.braces.outlook import find_outlook, is_open
from pyrnot.games.braces.position import Position
from pyrnot.games.braces.progress import at_step
from pyrnot.games.braces.steps import TOP, Step, begin_step, check_takable, end_step

_MAX_UNWRITTEN = 256
"""How many ways to continue are tried once a choice is not written."""
_MANY = 16
"""How many branches there must be before it pays to look for two different ends, and to merge some."""
_MAX_LOOKED_AT = 64
"""How many steps are taken to find two different ends."""
_MAX_CHOICES = 200
"""How many choices of a path that is known to be illegal are compared to find which of its faults names it."""


class Branch(Struct, frozen=True):
    """An action played as far as it goes, with one choice at each arrival."""

    position: Position
    picks: tuple[tuple[Pick, ...], ...] = ()
    events: tuple[Event, ...] = ()
    made: tuple[Made, ...] = ()
    """The changes among its events."""
    agreement: int = AGREES
    """How well it agrees with the X results so far: `AGREES`, or less."""
    fault: Illegal | None = None
    """Why its next step is illegal, if it is."""

    @property
    def played(self) -> Played[Position] | None:
        """The outcome of the action, None if it cannot be played to its end."""
        return Played(self.position, self.events) if self.fault is None else None

    @property
    def board(self) -> object:
        """What it leads to, as far as it can be seen."""
        return self.position.cells, self.position.used

    def progress(self, claims: Claims, end: int) -> int:
        """How far it gets; `end` is the progress of a path played to its end."""
        return progress_at_end(claims, self.made, end) if self.fault is None else self.fault.progress

    def is_legal(self, claims: Claims) -> bool:
        """Whether it is played to its end, and no X is false or missing."""
        is_right = self.fault is None and self.agreement == AGREES
        return is_right and len(match(self.made)) == len(claims)


def follow(
    position: Position, squares: Sequence[int], depths: tuple[int, ...], claims: Claims, beats: int = -1
) -> Sequence[Branch]:
    """The ways to play a path that agree best with its X results; none if it is illegal and, since an X is missing or
    false, certain to get no further than `beats`."""
    try:
        check_takable(position, squares[0], depths)
    except Illegal as fault:
        return (Branch(position, fault=fault.with_traceback(None)),)
    outlook = find_outlook(position, squares, depths)
    if is_open(outlook, squares):
        if not claims.listed:
            return _Path(squares, depths, claims, outlook, beats).follow(Branch(position))
        legal = _Path(squares, depths, claims, outlook, at_step(len(squares))).follow(Branch(position))
        if legal or beats > at_step(len(squares) - 1):
            return legal
    return _Path(squares, depths, claims, outlook, beats, is_illegal=True).follow(Branch(position))


class _Path:
    """A path being followed by one pyramid or unit; `is_illegal` if it is known to be, and only its fault is sought."""

    def __init__(
        self,
        squares: Sequence[int],
        depths: tuple[int, ...],
        claims: Claims,
        outlook: int,
        beats: int,
        *,
        is_illegal: bool = False,
    ) -> None:
        self.squares = squares
        self.depths = depths
        self.claims = claims
        self.outlook = outlook
        self.beats = beats
        self.is_illegal = is_illegal
        self.furthest: Branch | None = None
        self.left = _MAX_LOOKED_AT
        self.choices = _MAX_CHOICES

    def follow(self, start: Branch) -> Sequence[Branch]:
        """The ways that agree best; the one that got furthest if none can be played to its end."""
        branches = [start]
        if not is_open(self.outlook, self.squares):
            deque(self._legal_ends(branches, 0), maxlen=0)  # there are none, but this soon gets far
            self.left = _MAX_LOOKED_AT
        for number in range(len(self.squares) - 1):
            if self._is_furthest():
                branches = []
                break
            steps = [(branch, step) for branch in branches if (step := self._begin(branch, number)) is not None]
            branches = self._agreeing_after(steps, number)
            if self._wants_legal():
                branches = self._fitting(branches, number)
                if not branches:
                    return ()
            if steps and not branches:
                if self.beats >= self.outlook:
                    return ()
                end = self._unwritten_end(steps)
                branches = [] if end is None else [end]
                break
            if len(branches) > _MANY:
                ends = () if self.is_illegal else self._two_ends(branches, number + 1)
                if ends:
                    return ends
                branches = self._merged(branches)
        if branches:
            found = closest(branches, self.claims)
            if self._wants_legal():
                return [branch for branch in found if branch.is_legal(self.claims)]
            return found
        assert self.furthest is not None
        return (self.furthest,)

    def _is_furthest(self) -> bool:
        """Whether a branch has come to where all must end, so that no other one gets further."""
        furthest = None if self.furthest is None else self.furthest.fault
        return furthest is not None and furthest.progress >= self.outlook and not is_open(self.outlook, self.squares)

    def _wants_legal(self) -> bool:
        """Whether only legal branches count: another one has been played to its end, and has a false X (B32)."""
        return self.beats > at_step(len(self.squares) - 1)

    def _fitting(self, branches: Sequence[Branch], number: int) -> list[Branch]:
        """The branches in which, after this step, all X results have their change that no later step can give one."""
        later = self.squares[number + 1 :] if number < len(self.squares) - 2 else ()
        open_squares = {near for square in later for near in (square, *ORTHOGONAL[square])}
        due = {
            index
            for index, claim in enumerate(self.claims.listed)
            if GRID.index.get(claim.name.square) not in open_squares
        }
        return [
            branch
            for branch in branches
            if branch.agreement == AGREES and (not due or len(match(branch.made, due)) == len(due))
        ]

    def _begin(self, branch: Branch, number: int) -> Step | None:
        """The branch's next step as it lands; None if it is illegal, which may be as far as any branch gets."""
        depths = TOP[len(self.depths)] if number else self.depths
        try:
            return begin_step(branch.position, self.squares[number], depths, self.squares[number + 1], number)
        except Illegal as fault:
            if self.furthest is None or fault.progress > (self.furthest.fault or fault).progress:
                self.furthest = replace(branch, fault=fault.with_traceback(None))
            return None

    def _agreeing_after(self, steps: Sequence[tuple[Branch, Step]], number: int) -> list[Branch]:
        """The branches after this step that agree best with the X results; none if each lacks an X.

        The first one will do if the path is known to be illegal and enough choices were compared to find its fault.
        """
        ways: list[tuple[Branch, Step, Option, tuple[Made, ...], int]] = []
        for branch, step in steps:
            for option in step.landing.options.written(self.claims.has_x(number)):
                made, agrees = self._made(branch, option, number)
                if agrees > SILENT:
                    ways.append((branch, step, option, made, agrees))
                    if agrees < AGREES or not self.is_illegal:
                        continue
                    self.choices -= 1
                    if self.choices < 0:
                        return [_grow(branch, step, option, made, agrees)]
        most = max((agrees for *_, agrees in ways), default=SILENT)
        return [
            _grow(branch, step, option, made, agrees) for branch, step, option, made, agrees in ways if agrees == most
        ]

    def _made(self, branch: Branch, option: Option, number: int) -> tuple[tuple[Made, ...], int]:
        """What a branch has changed with this option at its next arrival, and how that agrees with the X results."""
        made = (*branch.made, *self.claims.made(option.changes, number))
        return made, min(branch.agreement, agreement(self.claims, made, range(number, number + 1)))

    def _unwritten_end(self, steps: Sequence[tuple[Branch, Step]]) -> Branch | None:
        """An end of the path after a choice that is not written; None if there is none.

        The action is illegal anyway, but if it can be played to its end, the fault is B21 and not one of a later step
        (B47). If there are absurdly many ways, some are tried.
        """
        left = _MAX_UNWRITTEN
        tried: set[Position] = set()

        def find_end(branch: Branch, step: Step) -> Branch | None:
            nonlocal left
            for option in step.landing.options:
                if not left or self._is_furthest():
                    break
                left -= 1
                grown = _grow(
                    branch, step, option, (*branch.made, *self.claims.made(option.changes, step.number)), SILENT
                )
                if step.number == len(self.squares) - 2:
                    return grown
                if grown.position in tried:
                    continue
                tried.add(grown.position)
                following = self._begin(grown, step.number + 1)
                end = None if following is None else find_end(grown, following)
                if end is not None:
                    return end
            return None

        return next((end for branch, step in steps if (end := find_end(branch, step)) is not None), None)

    def _two_ends(self, branches: Sequence[Branch], number: int) -> Sequence[Branch]:
        """Two legal ends of the path on different boards, which make it ambiguous (B31); none if not soon found."""
        boards: dict[object, Branch] = {}
        for end in self._legal_ends(branches, number):
            boards.setdefault(end.board, end)
            if len(boards) > 1:
                return tuple(boards.values())
        return ()

    def _legal_ends(self, branches: Iterable[Branch], number: int) -> Iterator[Branch]:
        """The legal ends of the branches that have come to step `number`, as far as they are soon found."""
        for branch in branches:
            self.left -= 1
            if self.left < 0 or self._is_furthest():
                return
            if number == len(self.squares) - 1:
                if branch.is_legal(self.claims):
                    yield branch
                continue
            step = self._begin(branch, number) if branch.agreement == AGREES else None
            if step is not None:
                options = step.landing.options.written(self.claims.has_x(number))
                grown = (_grow(branch, step, option, *self._made(branch, option, number)) for option in options)
                yield from self._legal_ends(grown, number + 1)

    def _merged(self, branches: Sequence[Branch]) -> list[Branch]:
        """The branches without those that have come to the same position as another, and of which the X results say
        the same."""
        known: dict[object, Branch] = {}
        for branch in branches:
            known.setdefault((branch.position, self._told_of(branch)), branch)
        return list(known.values())

    def _told_of(self, branch: Branch) -> object:
        """All that the X results can say of a branch's changes: which of them fit which. Changes that have no X and
        need none are left out."""
        named = {(one.arrival, one.change.place): one.named_by for one in branch.made}

        def needs(one: Made) -> tuple[object, ...]:
            """What its arrival needs an X for: nothing, this very change, or one of several sets."""
            ways = one.change.settled_by
            if len(ways) < 2:
                return (-1,) if ways and one.change.place in ways[0] else ()
            return one.arrival, tuple(sorted(tuple(sorted(named[one.arrival, place] for place in way)) for way in ways))

        def rivals(one: Made) -> tuple[tuple[int, ...], ...]:
            """The X results that fit what its arrival could have changed instead."""
            return tuple(sorted([self.claims.naming(rival, one.arrival) for rival in one.change.rivals]))

        told = [
            (one.named_by, rivals(one) if one.named_by else (), needs(one))
            for one in branch.made
            if one.named_by or one.change.settled_by
        ]
        return tuple(sorted(told))


def _grow(branch: Branch, step: Step, option: Option, made: tuple[Made, ...], agrees: int) -> Branch:
    """The branch with one more step and the mover's choice at its arrival; `made` are its changes then."""
    events: list[Event] = list(branch.events)
    position = end_step(branch.position, step, option, events)
    return Branch(position, (*branch.picks, option.picks), tuple(events), made, agrees)


def best(branches: Sequence[Branch], claims: Claims) -> Sequence[Branch]:
    """The branches, played to the end, that agree best with the X results and that the largest number of them fit; one
    if each lacks an X that B21 needs."""
    agreeing = _agreeing(branches)
    return closest(agreeing if agreeing[0].agreement > SILENT else agreeing[:1], claims)


def closest(branches: Sequence[Branch], claims: Claims) -> Sequence[Branch]:
    """The branches, played to the end, that the largest number of the X results fit."""
    if len(branches) < 2:
        return branches
    fitting = [len(match(branch.made)) for branch in branches]
    return [branch for branch, count in zip(branches, fitting, strict=True) if count == max(fitting)]


def _agreeing(branches: Sequence[Branch]) -> list[Branch]:
    found = max((branch.agreement for branch in branches), default=AGREES)
    return [branch for branch in branches if branch.agreement == found]


def deciding(branches: Sequence[Branch], claims: Claims, end: int) -> Sequence[Branch]:
    """The branches, in order, that decide what an action is: the legal ones; if there are none, the first that got
    furthest (B47); and two that end in different positions, if any, which show that it is not clear what happened."""
    if len(branches) < 3:
        return branches
    legal = {number for number, branch in enumerate(branches) if branch.is_legal(claims)}
    reached = [branch.progress(claims, end) for branch in branches] if not legal else []
    kept = legal or {reached.index(max(reached))}
    ends: dict[Position, int] = {}
    for number, branch in enumerate(branches):
        if branch.fault is None and len(ends) < 2:
            ends.setdefault(branch.position, number)
    kept.update(ends.values())
    return [branches[number] for number in sorted(kept)]

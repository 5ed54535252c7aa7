"""What one arrival can do, and what the mover may choose of it: at most one change on each square (B20, B21, B40, B45).

There may be hundreds of such sets of changes, so each is made only when it is needed. What can change is found by
`changes`; which of the sets a player wrote, by `branches`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations, product

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.pieces import SIZES, Colour, Pyramid, Size, Stack
from pyrnot.games.braces.board import Place
from pyrnot.games.braces.stacks import USES, Pile, Rules, Uses
from pyrnot.games.braces.work import spend


class Pick(Struct, frozen=True):
    """A change that the mover chose: one of several on a square (B21), or a withdrawal (B40)."""

    square: int
    level: int
    is_withdrawal: bool = False


class Change(Struct, frozen=True, kw_only=True):
    """One pyramid that an arrival changes; `after` is None if it is captured.

    `rivals` are the changes that were possible on this square instead. `settled_by` has the smallest sets of places of
    which any one, if the pyramids on all of them have an X, leaves its arrival nothing else to do (B21, B22, B45); all
    changes of an arrival have the same. It is empty where the mover has no choice.
    """

    square: int
    level: int
    before: Pyramid
    after: Pyramid | None
    is_withdrawal: bool = False
    rivals: tuple[Change, ...] = ()
    settled_by: tuple[frozenset[Place], ...] = ()

    @property
    def place(self) -> Place:
        """Where the pyramid is just after the arrival."""
        return self.square, self.level

    @property
    def is_neutralizing(self) -> bool:
        """Whether it counts as one of the times its size may be made neutral (B45)."""
        return self.after is not None and self.after.colour is Colour.CLEAR


class Option(Struct, frozen=True):
    """One set of changes that an arrival can make, and the picks by which the mover chooses it."""

    changes: tuple[Change, ...]
    picks: tuple[Pick, ...]


BySquare = Mapping[int, Sequence[Change]]
"""The changes that are possible on each square, of which at most one happens."""

_Ways = tuple[Change | None, ...]
"""What can happen on one square; None: nothing."""

IsPossible = Callable[[Sequence[Pick]], bool]
"""Whether the mover may make these picks together (B40)."""


class Options:
    """Everything that an arrival can do, option by option."""

    only: Option | None
    """The single option of an arrival that leaves the mover no choice; None if there is one."""
    plays: int
    """How many plays it took to find what can change."""

    def __init__(self, listed: Sequence[Option], plays: int = 0) -> None:
        self.plays = plays
        self._listed = listed
        self.only = listed[0] if len(listed) == 1 else None

    def __iter__(self) -> Iterator[Option]:
        return iter(self._listed)

    def find(self, picks: tuple[Pick, ...]) -> Option | None:
        """The option with these picks; None if there is none."""
        for option in self._listed:
            if option.picks == picks:
                return option
        return None

    def written(self, has_x: Callable[[Change], bool]) -> Iterator[Option]:
        """The options that X results can settle, by whether a change has an X that fits it. It may be that several
        changes share it, which is not enough."""
        for option in self._listed:
            places = {change.place for change in option.changes if has_x(change)}
            sets = option.changes[0].settled_by if option.changes else ()
            if not sets or any(needed <= places for needed in sets):
                yield option


NOTHING = Options((Option((), ()),))
"""The single option of an arrival that changes nothing."""


class _Apart(Options):
    """The options where what happens on one square has no effect on the choice on another: as many as the product of
    the ways on all squares.

    An option is then settled (see `Change`) by one set only: the withdrawals, and a change for each square whose
    certain changes lead to different stacks.
    """

    def __init__(
        self, cells: Sequence[Pile], certain: BySquare, optional: BySquare, is_possible: IsPossible | None
    ) -> None:
        super().__init__(())
        self._squares = sorted({*certain, *optional})
        self._ways = [_find_ways(square, certain, optional) for square in self._squares]
        self._is_open = [
            len({stack_after(cells[square], change) for change in certain.get(square, ())}) > 1
            for square in self._squares
        ]
        self._is_possible = is_possible

    def __iter__(self) -> Iterator[Option]:
        return self._list(self._ways)

    def find(self, picks: tuple[Pick, ...]) -> Option | None:
        wanted = {pick.square: pick for pick in picks}
        ways = [
            way if len(way) == 1 else tuple([one for one in way if _pick(one) == wanted.get(square)])
            for square, way in zip(self._squares, self._ways, strict=True)
        ]
        return next((option for option in self._list(ways) if option.picks == picks), None)

    def written(self, has_x: Callable[[Change], bool]) -> Iterator[Option]:
        return self._list(
            [
                tuple([one for one in way if one is None or not self._needs_x(one, is_open) or has_x(one)])
                for way, is_open in zip(self._ways, self._is_open, strict=True)
            ]
        )

    def _needs_x(self, change: Change, is_open: bool) -> bool:
        return is_open or change.is_withdrawal

    def _list(self, ways: Sequence[_Ways]) -> Iterator[Option]:
        for chosen in product(*ways):
            spend()
            option = self._make(chosen)
            if self._is_possible is None or self._is_possible(option.picks):
                yield option

    def _make(self, chosen: _Ways) -> Option:
        changes = tuple([change for change in chosen if change is not None])
        needed = frozenset(
            [
                change.place
                for change, is_open in zip(chosen, self._is_open, strict=True)
                if change is not None and self._needs_x(change, is_open)
            ]
        )
        if needed:
            changes = tuple([replace(change, settled_by=(needed,)) for change in changes])
        return Option(changes, _picks(chosen, self._ways))


def list_options(
    rules: Rules,
    cells: Sequence[Pile],
    used: Uses,
    certain: BySquare,
    optional: BySquare,
    is_possible: IsPossible | None,
) -> Options:
    """Every set of at most one change on each square to which no further certain change could be added (B21, B45)."""
    if not (rules.neutralize and scarce_sizes(used, certain, optional)):
        return _Apart(cells, certain, optional, is_possible)
    found, plays = _list_scarce(cells, used, certain, optional)
    return Options([option for option in found if is_possible is None or is_possible(option.picks)], plays)


def _find_ways(square: int, certain: BySquare, optional: BySquare, scarce: Collection[Size] = ()) -> _Ways:
    """What can happen on one square."""
    forced, free = certain.get(square, ()), optional.get(square, ())
    ways = [
        replace(change, rivals=tuple([rival for rival in (*forced, *free) if rival is not change]))
        for change in (*forced, *free)
    ]
    if all(change.is_neutralizing and change.before.size in scarce for change in forced):
        return (*ways, None)
    return tuple(ways)


def _pick(change: Change | None) -> Pick | None:
    return None if change is None else Pick(change.square, change.level, change.is_withdrawal)


def _picks(chosen: _Ways, ways: Sequence[_Ways]) -> tuple[Pick, ...]:
    """What the mover picks: the changes on squares where something else could happen."""
    picks = [_pick(change) for change, of_square in zip(chosen, ways, strict=True) if len(of_square) > 1]
    return tuple([pick for pick in picks if pick is not None])


# Where neutral pyramids are scarce (B45)


def scarce_sizes(used: Uses, *found: BySquare) -> set[Size]:
    """The sizes of which more pyramids could become neutral than may, with one change on each square (B45)."""
    squares = [
        (square, change.before.size)
        for by_square in found
        for square, changes in by_square.items()
        for change in changes
        if change.is_neutralizing
    ]
    return {
        size
        for size in SIZES
        if len({square for square, of_size in squares if of_size is size}) > USES - used[size - 1]
    }


def _list_scarce(
    cells: Sequence[Pile], used: Uses, certain: BySquare, optional: BySquare
) -> tuple[Sequence[Option], int]:
    """The options where fewer pyramids may become neutral than could, and how many plays it took to list them."""
    squares = sorted({*certain, *optional})
    scarce = scarce_sizes(used, certain, optional)
    ways = [_find_ways(square, certain, optional, scarce) for square in squares]
    found: list[tuple[_Ways, tuple[Change, ...]]] = []
    plays = 0
    for chosen in product(*ways):
        spend()
        plays += 1
        changes = tuple([change for change in chosen if change is not None])
        uses = list(used)
        for change in changes:
            uses[change.before.size - 1] += change.is_neutralizing
        left_out = [
            change
            for square, taken in zip(squares, chosen, strict=True)
            if taken is None
            for change in certain.get(square, ())
        ]
        if max(uses) > USES or any(
            not change.is_neutralizing or uses[change.before.size - 1] < USES for change in left_out
        ):
            continue
        found.append((chosen, changes))
    settling = _find_settling(cells, [changes for _, changes in found])
    spend(len(found))
    options = [
        Option(tuple([replace(change, settled_by=settled_by) for change in changes]), _picks(chosen, ways))
        for (chosen, changes), settled_by in zip(found, settling, strict=True)
    ]
    return options, plays + len(found)


def _find_settling(
    cells: Sequence[Pile], options: Sequence[tuple[Change, ...]]
) -> Iterator[tuple[frozenset[Place], ...]]:
    """For each option, the smallest sets of its places that settle it; none if it needs no X (see `Change`).

    X results allow every option that changes all the pyramids that they name; but a withdrawal happens only if it is
    among them (B40). They settle what happens if all those options lead to the same board.
    """
    allowed: dict[frozenset[Place], set[object]] = defaultdict(set)
    boards = [
        frozenset([(change.square, stack_after(cells[change.square], change)) for change in changes])
        for changes in options
    ]
    for changes, board in zip(options, boards, strict=True):
        for named in _named_sets(changes):
            allowed[named].add(board)
    for changes in options:
        smallest: list[frozenset[Place]] = []
        for named in _named_sets(changes):
            if len(allowed[named]) == 1 and not any(smaller <= named for smaller in smallest):
                smallest.append(named)
        yield () if smallest == [frozenset()] else tuple(smallest)


def _named_sets(changes: Sequence[Change]) -> Iterator[frozenset[Place]]:
    """The sets of places that X results for an option may name, the smallest first: every withdrawal is in each."""
    withdrawn = [change.place for change in changes if change.is_withdrawal]
    others = [change.place for change in changes if not change.is_withdrawal]
    for count in range(len(others) + 1):
        for named in combinations(others, count):
            yield frozenset([*withdrawn, *named])


def stack_after(pile: Pile, change: Change) -> Stack:
    """The stack after the change."""
    made = () if change.after is None else (change.after,)
    return (*pile[: change.level - 1], *made, *pile[change.level :])

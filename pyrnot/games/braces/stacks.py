"""Stacks, and all that follows from one stack alone: who is capped, what a step costs, what can be half of a brace.

The rules in play are here too (`Rules`), with what a brace or swarm makes of a single pyramid. Where pyramids stand on
the board, and so who braces whom, is left to `changes`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from enum import IntEnum
from functools import cached_property
from threading import Lock
from typing import NamedTuple
from weakref import WeakValueDictionary

from msgspec import Struct

from pyrnot.core.pieces import SIZES, Colour, Pyramid, Size, Stack


class Owner(IntEnum):
    """Whom a pyramid belongs to (B2). The seats are in turn order."""

    WHITE = 0
    BLACK = 1
    NOBODY = 2


WHITE, BLACK, NOBODY = Owner
"""Aliases: ten times faster to look up than `Owner.WHITE`. Those of `Power` and `Size` elsewhere are for the same."""

OTHER = (BLACK, WHITE)
"""By seat: its opponent."""

BIT = (1, 2, 4)
"""By owner: its bit. A set of owners is the sum of their bits."""
NEUTRAL = BIT[NOBODY]
BOTH = BIT[WHITE] | BIT[BLACK]

DOUBLE = 3
"""A seat's bit shifted left by this: the seat braces with two grey-scale halves (B44)."""

USES = 2
"""How many pyramids of one size can be made neutral in a game (B45)."""

MAX_COST = 7
"""The most that the steps of any turn can cost together, in points (B8)."""

_MAX_PILES = 2_000
"""How many stacks are remembered. A walk over all turns meets a thousand, and so do fifty games in a file."""

Ladder = tuple[Colour, ...]
"""A seat's colours: the first one, then its one or two reserve colours in order (B43)."""

Uses = tuple[int, int, int]
"""How often each size has been made neutral: S, M, L (B45)."""


class Bearing(NamedTuple):
    """What a pyramid's colour means: its owner, and its grade, the number of colours past the first (0: grey-scale)."""

    owner: Owner
    grade: int


class Target(NamedTuple):
    """A pyramid that belongs to a seat and so may change colour: its level from 1, its owner and its grade."""

    level: int
    owner: Owner
    grade: int


class Movable(NamedTuple):
    """A pyramid, or a unit (B15), that may leave a stack, and its cost in points.

    `depths` gives for each pyramid, from the lowest, how many are above it; `largest` is the one that must be able to
    land.
    """

    cost: int
    depths: tuple[int, ...]
    largest: Size


class Leaving(Struct, frozen=True):
    """Certain pyramids that step off a stack, with their levels from 1, their cost in points and what remains."""

    pyramids: Stack
    levels: tuple[int, ...]
    cost: int
    rest: Stack


class Pile(tuple[Pyramid, ...]):
    """A stack, bottom up, with what follows from it. Equal to the plain tuple of its pyramids."""

    bearings: tuple[Bearing, ...]
    roof: Size
    """The largest size that may land on it (B9)."""
    capper: Owner
    """The owner of the top pyramid, which caps those of the other seat (B13). Neutral pyramids cap nothing."""
    costs: tuple[int, ...]
    """By level: the cost of a step away in points (B11), with the cap penalty (B14)."""
    halves: tuple[int, int, int, int]
    """By size: the owners, as bits, of pyramids that can be half of a brace: not capped, or neutral (B17)."""
    grey_halves: tuple[int, int, int, int]
    """By size: the same, counting only grey-scale pyramids (B44)."""
    targets: tuple[tuple[Target, ...], ...]
    """By size: the pyramids that belong to a seat."""
    changed_by: tuple[int, int, int, int]
    """By size of a pyramid that arrives nearby: the seats, as bits, whose brace or swarm might change one here."""
    unfinished: int
    """The seats, as bits, that have pyramids here that are not in their last colour (B29, B43)."""
    rules: Rules
    """The rules whose `pile` made it."""
    leavings: dict[tuple[int, ...], Leaving]
    """By depths: the answers that `leave` has given."""

    def __reduce__(self) -> tuple[object, ...]:
        """Copies are the rules' own stack of these pyramids: what follows from it need not be copied."""
        return self.rules.pile, (tuple(self),)

    def is_capped(self, level: int) -> bool:
        """Whether the pyramid on this level, counted from 1 at the bottom, is capped (B13)."""
        owner = self.bearings[level - 1].owner
        return self.capper is not owner and NOBODY not in (owner, self.capper)

    def leave(self, depths: tuple[int, ...]) -> Leaving:
        """The pyramids at these depths, from the lowest, as they step away. Neither B10 nor B15 is checked."""
        leaving = self.leavings.get(depths)
        if leaving is None:
            taken = [len(self) - 1 - depth for depth in depths]
            leaving = self.leavings[depths] = Leaving(
                pyramids=tuple([self[index] for index in taken]),
                levels=tuple([index + 1 for index in taken]),
                cost=sum([self.costs[index] for index in taken]),
                rest=tuple([pyramid for index, pyramid in enumerate(self) if index not in taken]),
            )
        return leaving

    @cached_property
    def movables(self) -> tuple[tuple[Movable, ...], tuple[Movable, ...], tuple[Movable, ...]]:
        """By owner: what may leave, alone or as a unit. Of like pyramids in a row only the lowest are listed."""
        white, black, nobody = (tuple(self._find_movables(owner)) for owner in Owner)
        return white, black, nobody

    def _find_movables(self, owner: Owner) -> Iterator[Movable]:
        levels = [level for level, bearing in enumerate(self.bearings) if bearing.owner is owner]
        top = len(self) - 1
        units: list[tuple[int, ...]] = [()]
        for level in levels:
            grown = []
            for unit in units:
                if level and level - 1 not in unit and self[level] == self[level - 1]:
                    continue  # the like pyramid just below would do the same
                if unit and (self.is_capped(level + 1) or self.is_capped(unit[0] + 1)):
                    continue
                bigger = (*unit, level)
                cost = sum([self.costs[i] for i in bigger])
                if cost > MAX_COST and len(bigger) > 1:
                    continue
                grown.append(bigger)
                yield Movable(cost, tuple([top - i for i in bigger]), self[bigger[0]].size)
            units += grown

    @cached_property
    def beside(self) -> tuple[tuple[tuple[Target, int, int], ...], ...]:
        """By size: the pyramids that may change colour, each with the owners, as bits, of the others of its size here
        that can be half of a brace, and the owners of those that are grey-scale (B41)."""
        return ((), *(tuple(self._find_beside(size)) for size in SIZES))

    def _find_beside(self, size: Size) -> Iterator[tuple[Target, int, int]]:
        halves = [
            (level, BIT[bearing.owner], bearing.grade == 0)
            for level, (pyramid, bearing) in enumerate(zip(self, self.bearings, strict=True), 1)
            if pyramid.size is size and not self.is_capped(level)
        ]
        for target in self.targets[size]:
            partners = greys = 0
            for level, half, is_grey in halves:
                if level != target.level:
                    partners |= half
                    greys |= half if is_grey else 0
            yield target, partners, greys

    @cached_property
    def singles(self) -> tuple[tuple[Movable, ...], tuple[Movable, ...], tuple[Movable, ...]]:
        """By owner: what may leave alone, one pyramid of each size."""
        white, black, nobody = (
            tuple({movable.largest: movable for movable in movables if len(movable.depths) == 1}.values())
            for movables in self.movables
        )
        return white, black, nobody


class Rules:
    """The rules in play: the optional ones (B40 to B45) and the colours of both seats.

    `make_rules` gives one object for equal rules, so that positions can compare them by identity.
    """

    def __init__(self, variants: frozenset[str], ladders: tuple[Ladder, Ladder]) -> None:
        self.variants = variants
        self.ladders = ladders
        self.withdraw = "withdraw" in variants
        self.same_stack = "same-stack" in variants
        self.capture = "capture" in variants
        self.double_brace = "double-brace" in variants
        self.neutralize = "neutralize" in variants
        self.last = len(ladders[0]) - 1
        """Grade of a seat's last colour: 1, or 2 with `two-colours`."""
        self.bearing = {Colour.CLEAR: Bearing(NOBODY, 0)}
        for seat in (WHITE, BLACK):
            for grade, colour in enumerate(ladders[seat]):
                self.bearing[colour] = Bearing(seat, grade)
        self._piles: dict[Stack, Pile] = {}
        self.empty = self.pile(())

    def __reduce__(self) -> tuple[object, ...]:
        """A copy, pickled or not, is the one object for these rules: so a copied position equals the original."""
        return make_rules, (self.variants, self.ladders)

    def effects(self, size: Size, owner: Owner, grade: int, by: int, used: Uses) -> tuple[Pyramid | None, ...]:
        """What the seats in `by` (bits, see `DOUBLE`) make of a pyramid of a seat that they brace or swarm (B19,
        B42 to B45): nothing, one result (None: captured), or two, which cancel out (B20)."""
        ladder = self.ladders[owner]
        opponent = BIT[OTHER[owner]]
        after: tuple[Pyramid | None, ...] = ()
        if by & opponent:
            if grade < self.last:
                further = grade + (2 if by & opponent << DOUBLE else 1)
                after = (Pyramid(size, ladder[min(further, self.last)]),)
            elif self.capture:
                after = (None,)
            elif self.neutralize and used[size - 1] < USES:
                after = (Pyramid(size, Colour.CLEAR),)
        if grade and by & BIT[owner]:
            after += (Pyramid(size, ladder[grade - 1]),)
        return after

    def pile(self, pyramids: Stack) -> Pile:
        """The stack of these pyramids, bottom up."""
        pile = self._piles.get(pyramids)
        if pile is None:
            if len(self._piles) >= _MAX_PILES:
                self._piles.clear()
            pile = self._make_pile(pyramids)
            self._piles[pile] = pile
        return pile

    def _make_pile(self, pyramids: Stack) -> Pile:
        pile = Pile(pyramids)
        pile.rules = self
        pile.bearings = bearings = tuple([self.bearing[pyramid.colour] for pyramid in pyramids])
        pile.roof = pyramids[-1].size if pyramids else Size.LARGE
        pile.capper = bearings[-1].owner if pyramids else NOBODY
        penalty = _cap_penalty(pile)
        costs: list[int] = []
        halves, grey_halves, changed_by = [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]
        targets: list[list[Target]] = [[], [], [], []]
        pile.unfinished = 0
        for level, (pyramid, (owner, grade)) in enumerate(zip(pyramids, bearings, strict=True), 1):
            size = pyramid.size
            is_capped = pile.is_capped(level)
            costs.append(size + (penalty if is_capped else 0))
            if not is_capped:
                halves[size] |= BIT[owner]
                if grade == 0:
                    grey_halves[size] |= BIT[owner]
            if owner is not NOBODY:
                targets[size].append(Target(level, owner, grade))
                if grade < self.last:
                    pile.unfinished |= BIT[owner]
                changing = self._find_changing(size, owner, grade)
                changed_by[size] |= changing
                changed_by[Size.SMALL] |= changing  # by a swarm
        pile.costs = tuple(costs)
        pile.halves = (0, halves[1], halves[2], halves[3])
        pile.grey_halves = (0, grey_halves[1], grey_halves[2], grey_halves[3])
        pile.targets = tuple([tuple(of_size) for of_size in targets])
        pile.changed_by = (0, changed_by[1], changed_by[2], changed_by[3])
        pile.leavings = {}
        return pile

    def _find_changing(self, size: Size, owner: Owner, grade: int) -> int:
        """The seats, as bits, whose brace or swarm might change such a pyramid.

        No seat is missing: what several seats do together each does alone, and no use made of B45 lets more happen.
        """
        return sum(bit for bit in BIT[:NOBODY] if self.effects(size, owner, grade, bit, (0, 0, 0)))


def _cap_penalty(pile: Pile) -> int:
    """What a capped pyramid of `pile` pays to leave it, in points: the number of the capping seat's pyramids in the run
    at the top, with neutral ones inside the run not counted (B14)."""
    run = 0
    for bearing in reversed(pile.bearings):
        if bearing.owner is pile.capper:
            run += 1
        elif bearing.owner is not NOBODY:
            break
    return run


_in_play: WeakValueDictionary[tuple[frozenset[str], tuple[Ladder, Ladder]], Rules] = WeakValueDictionary()
"""All rules that anything still holds."""
_recent: deque[Rules] = deque(maxlen=64)
"""Keeps the latest rules, and the stacks that they remember, for the next record."""
_making = Lock()


def make_rules(variants: frozenset[str], ladders: tuple[Ladder, Ladder]) -> Rules:
    """The rules with these optional ones and these colours for White and Black.

    An `lru_cache` would not do: two threads that ask at the same time can get two objects for equal rules, and so does
    one that asks again after many others.
    """
    with _making:
        rules = _in_play.get((variants, ladders))
        if rules is None:
            rules = _in_play[variants, ladders] = Rules(variants, ladders)
        _recent.append(rules)
    return rules

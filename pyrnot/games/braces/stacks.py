"""Stacks, with all that follows from one stack alone: who is capped, what a step costs, what can be half of a brace.

The rules in play are here too (`Rules`), with what a brace or swarm makes of a single pyramid. Where pyramids stand
on the board, and so who braces whom, is left to `changes`.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from pyrnot.core.pieces import Colour, Pyramid, Size, Stack


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
    """What a pyramid's colour means: its owner, and its grade.

    The grade is the number of colours past the owner's first one (0: grey-scale).
    """

    owner: Owner
    grade: int


class Target(NamedTuple):
    """A pyramid that belongs to a seat and so may change colour: its level from 1, its owner and its grade."""

    level: int
    owner: Owner
    grade: int


class Half(NamedTuple):
    """A pyramid that can be half of a brace or part of a swarm: it is not capped (B17, B18). Its level from 1, its
    owner's bit, and whether it is a seat's and grey-scale."""

    level: int
    bit: int
    is_grey: bool


class Movable(NamedTuple):
    """A pyramid, or a unit (B15), that may leave a stack, and its cost in points.

    `depths` gives for each pyramid, from the lowest, how many are above it; `largest` is the one that must be able to
    land.
    """

    cost: int
    depths: tuple[int, ...]
    largest: Size


ByOwner = tuple[tuple[Movable, ...], tuple[Movable, ...], tuple[Movable, ...]]


class Leaving(Struct, frozen=True):
    """Certain pyramids that step off a stack, with their levels from 1, their cost in points, and what remains."""

    pyramids: Stack
    levels: tuple[int, ...]
    cost: int
    remaining: Stack


class Pile(tuple[Pyramid, ...]):
    """A stack, bottom up, with what follows from it. Equal to the plain tuple of its pyramids."""

    bearings: tuple[Bearing, ...]
    roof: Size
    """The largest size that may land on it (B9)."""
    capper: Owner
    """The owner of the top pyramid, which caps those of the other seat (B13). Neutral pyramids cap nothing."""
    costs: tuple[int, ...]
    """By level: the cost of a step away in points (B11), with the cap penalty (B14)."""
    halves: tuple[tuple[Half, ...], ...]
    """By size: the pyramids that can be half of a brace."""
    targets: tuple[tuple[Target, ...], ...]
    """By size: the pyramids that belong to a seat."""
    swarmable: tuple[Target, ...]
    """Those of them that are larger than a Small, and so can be swarmed (B18)."""
    unfinished: int
    """The seats, as bits, that have pyramids here that are not in their last colour (B29, B43)."""
    leavings: dict[tuple[int, ...], Leaving]
    """By depths: the answers that `leave` has given."""

    def is_capped(self, level: int) -> bool:
        """Whether the pyramid on this level, counted from 1 at the bottom, is capped (B13)."""
        owner = self.bearings[level - 1].owner
        return self.capper is not owner and NOBODY not in (owner, self.capper)

    def leave(self, depths: tuple[int, ...]) -> Leaving:
        """The pyramids at these depths, from the lowest, as they step away. Neither B10 nor B15 is checked."""
        leaving = self.leavings.get(depths)
        if leaving is None:
            indices = [len(self) - 1 - depth for depth in depths]
            leaving = Leaving(
                pyramids=tuple([self[index] for index in indices]),
                levels=tuple([index + 1 for index in indices]),
                cost=sum([self.costs[index] for index in indices]),
                remaining=tuple([pyramid for index, pyramid in enumerate(self) if index not in indices]),
            )
            self.leavings[depths] = leaving
        return leaving

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """By level: the number of its row. Like pyramids right above each other are in one row: without B40 it does
        not matter which of them is meant."""
        row = 0
        rows = [row]
        for low, high in pairwise(self):
            if low != high:
                row += 1
            rows.append(row)
        return tuple(rows)

    @cached_property
    def movables(self) -> ByOwner:
        """By owner: what may leave, alone or as a unit. Of like pyramids in a row only the lowest are listed."""
        white, black, nobody = (tuple(self._find_movables(owner)) for owner in Owner)
        return white, black, nobody

    def every_movable(self) -> ByOwner:
        """The same with all of like pyramids, which B40 tells apart."""
        white, black, nobody = (tuple(self._find_movables(owner, every=True)) for owner in Owner)
        return white, black, nobody

    def _find_movables(self, owner: Owner, *, every: bool = False) -> Iterator[Movable]:
        top = len(self) - 1
        units: list[tuple[int, ...]] = [()]  # each grows by one pyramid of the owner after another, by their indices
        for index, bearing in enumerate(self.bearings):
            if bearing.owner is not owner:
                continue
            is_like_lower = index > 0 and self[index] == self[index - 1]
            grown = []
            for unit in units:
                if is_like_lower and not every and index - 1 not in unit:
                    continue  # the like pyramid just below would do the same
                if unit and not self._may_join(unit, index):
                    continue
                bigger = (*unit, index)
                grown.append(bigger)
                cost = sum([self.costs[i] for i in bigger])
                yield Movable(cost, tuple([top - i for i in bigger]), self[bigger[0]].size)
            units += grown

    def _may_join(self, unit: tuple[int, ...], index: int) -> bool:
        """Whether the pyramid at an index may leave together with others.

        It may if none of them is capped (B15), and they do not cost more than any turn can pay (B8).
        """
        if self.is_capped(index + 1) or self.is_capped(unit[0] + 1):
            return False
        return sum([self.costs[i] for i in unit]) + self.costs[index] <= MAX_COST


class Rules:
    """The rules in play: the optional ones (B40 to B45) and the colours of both seats. `make_rules` makes them."""

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
        self._hash = hash((variants, ladders))
        self._piles: dict[Stack, Pile] = {}
        self.empty = self.pile(())

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Rules) and (self.variants, self.ladders) == (other.variants, other.ladders)
        )

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled and copied without the stacks that it remembers."""
        return make_rules, (self.variants, self.ladders)

    def effects(self, size: Size, owner: Owner, grade: int, by: int, used: Uses) -> tuple[Pyramid | None, ...]:
        """What the seats in `by` (bits, see `DOUBLE`) make of a pyramid of a seat that they brace or swarm (B19,
        B42 to B45): nothing, one result (None: captured), or two, which cancel out (B20)."""
        ladder = self.ladders[owner]
        opponent = BIT[OTHER[owner]]
        after: tuple[Pyramid | None, ...] = ()
        if by & opponent:
            if grade < self.last:
                is_double = self.double_brace and by & opponent << DOUBLE
                further = grade + 2 if is_double else grade + 1
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
        pile.bearings = tuple([self.bearing[pyramid.colour] for pyramid in pyramids])
        pile.roof = pyramids[-1].size if pyramids else Size.LARGE
        pile.capper = pile.bearings[-1].owner if pyramids else NOBODY
        penalty = _cap_penalty(pile)
        costs: list[int] = []
        halves: list[list[Half]] = [[], [], [], []]  # by size, which begins at 1
        targets: list[list[Target]] = [[], [], [], []]
        pile.unfinished = 0
        for level, (pyramid, (owner, grade)) in enumerate(zip(pyramids, pile.bearings, strict=True), 1):
            if pile.is_capped(level):
                costs.append(pyramid.size + penalty)
            else:
                costs.append(pyramid.size)
                halves[pyramid.size].append(Half(level, BIT[owner], owner is not NOBODY and grade == 0))
            if owner is not NOBODY:
                targets[pyramid.size].append(Target(level, owner, grade))
                if grade < self.last:
                    pile.unfinished |= BIT[owner]
        pile.costs = tuple(costs)
        pile.halves = tuple(map(tuple, halves))
        pile.targets = tuple(map(tuple, targets))
        pile.swarmable = pile.targets[Size.MEDIUM] + pile.targets[Size.LARGE]
        pile.leavings = {}
        return pile


def _cap_penalty(pile: Pile) -> int:
    """What a capped pyramid of `pile` pays to leave it, in points: the number of the capping seat's pyramids in the
    run at the top, with neutral ones inside the run not counted (B14)."""
    run = 0
    for bearing in reversed(pile.bearings):
        if bearing.owner is pile.capper:
            run += 1
        elif bearing.owner is not NOBODY:
            break
    return run


@lru_cache(maxsize=64)
def make_rules(variants: frozenset[str], ladders: tuple[Ladder, Ladder]) -> Rules:
    """The rules with these optional ones and these colours for White and Black.

    Remembered, with their stacks, for the next record.
    """
    return Rules(variants, ladders)

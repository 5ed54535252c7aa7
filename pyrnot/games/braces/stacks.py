"""Stacks, and what the rules ask about them again and again: who is capped, what a step costs, what may be a half.

Everything here follows from one stack alone. What stands beside it is `changes.py`'s affair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from msgspec import Struct

from pyrnot.pieces import Colour, Pyramid, Size, Stack


class Owner(IntEnum):
    """Whom a pyramid belongs to (B2). The seats stand in turn order."""

    WHITE = 0
    BLACK = 1
    NOBODY = 2


WHITE, BLACK, NOBODY = Owner
"""To name one so costs a tenth of going through the class."""

OTHER = (BLACK, WHITE)
"""By seat: its opponent."""

BIT = (1, 2, 4)
"""By owner: a set of owners is the sum of these."""
NEUTRAL = BIT[NOBODY]
BOTH = BIT[WHITE] | BIT[BLACK]

MOST = 7
"""No turn's steps cost more than this together (B8)."""

_REMEMBERED = 2_000
"""A walk over all turns meets a thousand stacks, a file of games twice as many in a hundred games; each takes two
kilobytes with what it knows of others."""

Ladder = tuple[Colour, ...]
"""A seat's colours: the first, then the one or two in reserve (B43)."""


class Bearing(NamedTuple):
    """What a colour says of its pyramid: whose it is, and how many colours away from the first (0: grey-scale)."""

    owner: Owner
    grade: int


class Target(NamedTuple):
    """A pyramid that may change colour: where it is in its stack, whose it is, and its grade."""

    level: int
    owner: Owner
    grade: int


class Movable(NamedTuple):
    """A pyramid, or a unit (B15), that may leave a stack.

    `depths` says for each, from the lowest, how many pyramids stand above it; `largest` must be able to land.
    """

    cost: int
    depths: tuple[int, ...]
    largest: Size


class Leaving(Struct, frozen=True):
    """What it means that certain pyramids step away from a stack."""

    pyramids: Stack
    levels: tuple[int, ...]
    cost: int
    rest: Pile
    """The stack without them."""


class Pile(tuple[Pyramid, ...]):
    """A stack, bottom up, with what follows from it. Equal to the plain tuple of its pyramids."""

    bearings: tuple[Bearing, ...]
    roof: Size
    """The largest size that may land on it (B9)."""
    capper: Owner
    """The seat whose pyramid is on top: it caps those of the other seat (B13). NOBODY caps nothing."""
    costs: tuple[int, ...]
    """By level: what a step away costs, in points, the cap penalty (B14) included."""
    halves: tuple[int, int, int, int]
    """By size: who has pyramids here that can be half of a brace, as bits: not capped, or neutral (B17)."""
    grey_halves: tuple[int, int, int, int]
    """The same, of grey-scale pyramids alone (B44)."""
    targets: tuple[tuple[Target, ...], ...]
    """By size: the pyramids that belong to a seat."""
    changed_by: tuple[int, int, int, int]
    """By size: for which seats a pyramid of it that arrives beside this might change one here, by a brace or a swarm,
    as bits. For others it surely changes none (B19)."""
    unfinished: int
    """Who has pyramids here that are not in their last colour, as bits."""
    has_several_targets: bool
    """Whether two or more pyramids, of whatever size, belong to a seat."""
    leavings: dict[tuple[int, ...], Leaving]
    """What was asked of `Rules.leave` already."""
    grown: dict[Stack, Pile]
    """What was asked of `Rules.land_on` already."""
    named: dict[tuple[Size, Colour | None, tuple[Owner, ...]], tuple[tuple[int, ...], ...]]
    """By size, colour if it was written, and whose may move: the depths of the single pyramids so named (B31)."""

    def is_capped(self, level: int) -> bool:
        """Whether the pyramid on this level, counted from 1 at the bottom, is capped (B13)."""
        owner = self.bearings[level - 1].owner
        return self.capper is not owner and NOBODY not in (owner, self.capper)

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
                    continue  # its like just below would do the same
                if unit and (self.is_capped(level + 1) or self.is_capped(unit[0] + 1)):
                    continue
                bigger = (*unit, level)
                cost = sum([self.costs[i] for i in bigger])
                if cost > MOST and len(bigger) > 1:
                    continue
                grown.append(bigger)
                yield Movable(cost, tuple([top - i for i in bigger]), self[bigger[0]].size)
            units += grown

    @cached_property
    def singles(self) -> tuple[tuple[Movable, ...], tuple[Movable, ...], tuple[Movable, ...]]:
        """By owner: what may leave alone, one of each size."""
        white, black, nobody = (
            tuple({movable.largest: movable for movable in movables if len(movable.depths) == 1}.values())
            for movables in self.movables
        )
        return white, black, nobody


class Rules:
    """The rules in play: the optional ones (B40 to B45) and the colours of both seats.

    Made by `make_rules`, which gives one object for equal rules: so two positions compare them by identity.
    """

    def __init__(self, variants: frozenset[str], ladders: tuple[Ladder, Ladder]) -> None:
        self.ladders = ladders
        self.withdraw = "withdraw" in variants
        self.same_stack = "same-stack" in variants
        self.capture = "capture" in variants
        self.double_brace = "double-brace" in variants
        self.neutralize = "neutralize" in variants
        self.last = len(ladders[0]) - 1
        """Grade of a seat's last colour: 1, or 2 with `two-colours`."""
        self.bearing = {Colour.CLEAR: Bearing(Owner.NOBODY, 0)}
        for owner in (Owner.WHITE, Owner.BLACK):
            for grade, colour in enumerate(ladders[owner]):
                self.bearing[colour] = Bearing(owner, grade)
        self._piles: dict[Stack, Pile] = {}
        self._linked: list[Pile] = []
        """Stacks that know others, those too that are not among `_piles` any more, as in a position that is kept."""
        self.empty = self.pile(())

    def pile(self, pyramids: Stack) -> Pile:
        """The stack of these pyramids, bottom up."""
        pile = self._piles.get(pyramids)
        if pile is None:
            if len(self._piles) >= _REMEMBERED:
                self._forget()
            pile = self._make_pile(pyramids)
            self._piles[pile] = pile
        return pile

    def _forget(self) -> None:
        """Lets go of all stacks, and of what they know of others: or each would keep all others alive."""
        for pile in self._linked:
            pile.leavings.clear()
            pile.grown.clear()
        self._linked.clear()
        self._piles.clear()

    def _note_link(self, pile: Pile) -> None:
        """Says that a stack will know another."""
        if not pile.leavings and not pile.grown:
            self._linked.append(pile)

    def leave(self, pile: Pile, depths: tuple[int, ...]) -> Leaving:
        """What it means that pyramids at these depths, from the lowest, step away."""
        leaving = pile.leavings.get(depths)
        if leaving is None:
            taken = [len(pile) - 1 - depth for depth in depths]
            leaving = Leaving(
                tuple([pile[index] for index in taken]),
                tuple([index + 1 for index in taken]),
                sum([pile.costs[index] for index in taken]),
                self.pile(tuple([pyramid for index, pyramid in enumerate(pile) if index not in taken])),
            )
            self._note_link(pile)
            pile.leavings[depths] = leaving
        return leaving

    def land_on(self, pile: Pile, pyramids: Stack) -> Pile:
        """The stack once these have landed on it."""
        grown = pile.grown.get(pyramids)
        if grown is None:
            grown = self.pile(pile + pyramids)
            self._note_link(pile)
            pile.grown[pyramids] = grown
        return grown

    def _make_pile(self, pyramids: Stack) -> Pile:
        pile = Pile(pyramids)
        pile.bearings = bearings = tuple([self.bearing[pyramid.colour] for pyramid in pyramids])
        pile.roof = pyramids[-1].size if pyramids else Size.LARGE
        pile.capper = bearings[-1].owner if pyramids else NOBODY
        penalty = _cap_penalty(pile)
        costs: list[int] = []
        halves, grey_halves = [0, 0, 0, 0], [0, 0, 0, 0]
        targets: list[list[Target]] = [[], [], [], []]
        pile.unfinished = 0
        for level, (pyramid, (owner, grade)) in enumerate(zip(pyramids, bearings, strict=True), 1):
            is_capped = pile.is_capped(level)
            costs.append(pyramid.size + (penalty if is_capped else 0))
            if not is_capped:
                halves[pyramid.size] |= BIT[owner]
                if grade == 0:
                    grey_halves[pyramid.size] |= BIT[owner]
            if owner is not NOBODY:
                targets[pyramid.size].append(_target(level, owner, grade))
                if grade < self.last:
                    pile.unfinished |= BIT[owner]
        pile.costs = tuple(costs)
        pile.halves = (0, halves[1], halves[2], halves[3])
        pile.grey_halves = (0, grey_halves[1], grey_halves[2], grey_halves[3])
        pile.targets = tuple([tuple(of_size) for of_size in targets])
        small, medium, large = (self._changed_by(of_size) for of_size in targets[1:])
        pile.changed_by = (0, small | medium | large, medium, large)
        pile.has_several_targets = sum(map(len, targets)) > 1
        pile.leavings, pile.grown, pile.named = {}, {}, {}
        return pile

    def _changed_by(self, targets: Sequence[Target]) -> int:
        """The seats for which a brace or swarm might change one of these, as bits (B19, B42, B45)."""
        seats = 0
        for _, owner, grade in targets:
            if grade:
                seats |= BIT[owner]
            if grade < self.last or self.capture or self.neutralize:
                seats |= BIT[OTHER[owner]]
        return seats


@cache
def _target(level: int, owner: Owner, grade: int) -> Target:
    """There are few, and many stacks that have them: they share them."""
    return Target(level, owner, grade)


def _cap_penalty(pile: Pile) -> int:
    """What a capped pyramid of `pile` pays to leave it: the run of the capping seat's pyramids at the top, with
    the neutral ones inside it passed over (B14)."""
    run = 0
    for bearing in reversed(pile.bearings):
        if bearing.owner is pile.capper:
            run += 1
        elif bearing.owner is not NOBODY:
            break
    return run


@lru_cache(maxsize=256)
def make_rules(variants: frozenset[str], ladders: tuple[Ladder, Ladder]) -> Rules:
    """The rules with these optional ones and these colours for White and Black."""
    return Rules(variants, ladders)

"""The diagram of a position of Braces: the board, each seat's pyramids by colour, and what the turn changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain

from pyrnot.core.diagram import Block, BoardBlock, Diagram, DrawnPyramid, Facts, Group, Mark, Rack, Remarks
from pyrnot.core.game import Event
from pyrnot.core.pieces import SIZES, Colour, Pyramid, Stack
from pyrnot.games.braces.actions import Changed, Stepped, Swapped
from pyrnot.games.braces.board import GRID
from pyrnot.games.braces.ending import outcome
from pyrnot.games.braces.position import COLOUR_WORD, SEATS, Position, letters, words
from pyrnot.games.braces.stacks import BLACK, USES, WHITE, Owner, Pile


def draw(position: Position, before: Position | None, events: Sequence[Event]) -> Diagram:
    """The diagram of `position`; `before` and `events` are those of the turn that led to it, if any."""
    blocks: list[Block] = [_facts(position), _board(position, before, events)]
    now = Counter(chain.from_iterable(position.cells))
    then = now if before is None else Counter(chain.from_iterable(before.cells))
    blocks += [_pyramids(now, then, position.rules.ladders[owner], owner) for owner in (WHITE, BLACK)]
    if events:
        blocks.append(Remarks("This turn", tuple(event.text for event in events)))
    return Diagram(tuple(blocks))


def _facts(position: Position) -> Facts:
    won = outcome(position)
    pairs = [*won.facts] if won else [("To move", position.to_move)]
    if position.rules.neutralize:
        used = ", ".join(f"{position.used[size - 1]} of {USES} {size.word}s" for size in reversed(SIZES))
        pairs.append(("Made neutral", used))
    return Facts(tuple(pairs))


# The board


@dataclass(slots=True)
class _Marked:
    """A pyramid while the turn is followed, with what the turn has done to it so far."""

    pyramid: Pyramid
    mark: Mark | None = None


@dataclass(slots=True)
class _Followed:
    """The board while the events of a turn are followed: the squares they have touched so far."""

    start: Sequence[Pile]
    touched: dict[int, list[_Marked]] = field(default_factory=dict)
    ghosts: dict[int, list[Pyramid]] = field(default_factory=dict)
    left: set[int] = field(default_factory=set)
    paths: list[list[int]] = field(default_factory=list)
    swaps: set[int] = field(default_factory=set)

    def pile(self, square: int) -> list[_Marked]:
        """The stack on a square now."""
        if square not in self.touched:
            self.touched[square] = [_Marked(pyramid) for pyramid in self.start[square]]
        return self.touched[square]

    def step(self, event: Stepped) -> None:
        start = self.pile(event.start)
        leaving = [start[level - 1] for level in event.levels]
        start[:] = [marked for level, marked in enumerate(start, 1) if level not in event.levels]
        self.pile(event.end).extend(leaving)
        _mark_moved(leaving)
        self.left.add(event.start)
        if event.arrival and self.paths:
            self.paths[-1].append(event.end)
        else:
            self.paths.append([event.start, event.end])

    def swap(self, event: Swapped) -> None:
        (first_square, first_level), (second_square, second_level) = event.places_before
        first = self.pile(first_square)[first_level - 1]
        second = self.pile(second_square)[second_level - 1]
        self.pile(first_square)[first_level - 1] = second
        self.pile(second_square)[second_level - 1] = first
        _mark_moved((first, second))
        self.swaps.add(len(self.paths))
        self.paths.append([first_square, second_square])

    def change(self, event: Changed) -> None:
        change = event.change
        pile = self.pile(change.square)
        if change.after is None:
            del pile[change.level - 1]
            self.ghosts.setdefault(change.square, []).append(change.before)
        else:
            pile[change.level - 1] = _Marked(change.after, Mark.CHANGED)


def _mark_moved(pyramids: Iterable[_Marked]) -> None:
    """Marks pyramids as moved, unless they are marked as changed, which matters more."""
    for marked in pyramids:
        marked.mark = marked.mark or Mark.MOVED


def _follow(before: Position, events: Sequence[Event]) -> _Followed:
    """The board of `before` as the events of a turn have left it."""
    followed = _Followed(before.cells)
    for event in events:
        match event:
            case Stepped():
                followed.step(event)
            case Swapped():
                followed.swap(event)
            case Changed():
                followed.change(event)
            case _:
                pass
    return followed


def _board(position: Position, before: Position | None, events: Sequence[Event]) -> BoardBlock:
    followed = _Followed(position.cells) if before is None else _follow(before, events)
    return BoardBlock(
        GRID,
        _stacks(followed),
        dict.fromkeys(sorted(followed.left), Mark.LEFT),
        {square: _stack(tuple(gone), (Mark.REMOVED,) * len(gone)) for square, gone in followed.ghosts.items()},
        tuple(map(tuple, followed.paths)),
        swaps=frozenset(followed.swaps),
        has_stacks=True,
    )


def _stacks(followed: _Followed) -> dict[int, tuple[DrawnPyramid, ...]]:
    """By square: the stack there at the end of the turn, with the marks of its pyramids."""
    stacks: dict[int, tuple[DrawnPyramid, ...]] = {}
    for square, pile in enumerate(followed.start):
        if square not in followed.touched:
            if pile:
                stacks[square] = _stack(pile)
            continue
        touched = followed.touched[square]
        if touched:
            pyramids = tuple([marked.pyramid for marked in touched])
            stacks[square] = _stack(pyramids, tuple([marked.mark for marked in touched]))
    return stacks


@lru_cache(maxsize=4096)
def _stack(pile: Stack, marks: tuple[Mark | None, ...] = ()) -> tuple[DrawnPyramid, ...]:
    """A stack, with the marks of its pyramids if it has any."""
    marks = marks or (None,) * len(pile)
    return tuple([_show(pyramid, mark=mark) for pyramid, mark in zip(pile, marks, strict=True)])


def _show(pyramid: Pyramid, count: int = 1, mark: Mark | None = None) -> DrawnPyramid:
    return DrawnPyramid(pyramid, letters(pyramid), count, mark=mark, name=words(pyramid))


# The seats


def _pyramids(
    now: Mapping[Pyramid, int], then: Mapping[Pyramid, int], ladder: Iterable[Colour], owner: Owner
) -> Rack:
    """A seat's pyramids on the board, by colour, each with how many the turn added or took away."""
    groups = []
    for colour in ladder:
        trio = _TRIO[colour]
        counts = tuple([now[pyramid] for pyramid in trio])
        change = 0 if now is then else sum(counts) - sum([then[pyramid] for pyramid in trio])
        groups.append(_group(colour, counts, change))
    return Rack(f"{SEATS[owner]}'s pyramids", tuple(groups))


_TRIO = {colour: [Pyramid(size, colour) for size in reversed(SIZES)] for colour in COLOUR_WORD}


@lru_cache(maxsize=1024)
def _group(colour: Colour, counts: tuple[int, ...], change: int) -> Group:
    """The Larges, Mediums and Smalls of a colour, in these counts."""
    shown = [_show(pyramid, count) for pyramid, count in zip(_TRIO[colour], counts, strict=True) if count]
    note = "" if shown else "none"
    if change:
        note = f"{note} ({change:+d})".strip()
    return Group(COLOUR_WORD[colour], tuple(shown), note, Mark.CHANGED if change else None)

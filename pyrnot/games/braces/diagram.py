"""The picture of a position of Braces: the board, each seat's pyramids colour by colour, what the turn changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pyrnot.diagram import Block, Board, Diagram, Facts, Group, Mark, Rack, Remarks, Shown
from pyrnot.game import Event
from pyrnot.games.braces.actions import Changed, Stepped, Swapped
from pyrnot.games.braces.board import GRID
from pyrnot.games.braces.changes import USES
from pyrnot.games.braces.position import COLOUR_WORD, SEATS, Position, letters
from pyrnot.games.braces.stacks import Owner
from pyrnot.games.braces.winning import outcome
from pyrnot.pieces import Pyramid, Size


def draw(position: Position, before: Position | None, events: Sequence[Event]) -> Diagram:
    """The diagram of `position`; `before` and `events` are those of the turn that led to it, if any."""
    blocks: list[Block] = [_facts(position), _board(position, before, events)]
    blocks += [_pyramids(position, before, owner) for owner in (Owner.WHITE, Owner.BLACK)]
    if events:
        blocks.append(Remarks("This turn", tuple(event.text for event in events)))
    return Diagram(tuple(blocks))


def _facts(position: Position) -> Facts:
    won = outcome(position)
    pairs = [("Won by", won.word), ("Because", won.message)] if won else [("To move", position.to_move)]
    if position.rules.neutralize:
        used = ", ".join(f"{position.used[size - 1]} of {USES} {size.word}s" for size in reversed(Size))
        pairs.append(("Made neutral", used))
    return Facts(tuple(pairs))


# The board


@dataclass(slots=True)
class _Marked:
    """A pyramid while the turn is followed, and what the turn has done to it so far."""

    pyramid: Pyramid
    mark: Mark | None = None


@dataclass(slots=True)
class _Followed:
    """The board while the events of a turn are followed."""

    cells: list[list[_Marked]]
    ghosts: dict[int, list[Pyramid]] = field(default_factory=dict)
    left: set[int] = field(default_factory=set)
    paths: list[list[int]] = field(default_factory=list)

    def step(self, event: Stepped) -> None:
        start, end = self.cells[event.start], self.cells[event.end]
        indices = {level - 1 for level in event.levels}
        taken = [marked for index, marked in enumerate(start) if index in indices]
        start[:] = [marked for index, marked in enumerate(start) if index not in indices]
        end += taken
        _mark_moved(taken)
        self.left.add(event.start)
        if event.arrival and self.paths:
            self.paths[-1].append(event.end)
        else:
            self.paths.append([event.start, event.end])

    def swap(self, event: Swapped) -> None:
        (q, low), (t, high) = event.places_before
        first, second = self.cells[q][low - 1], self.cells[t][high - 1]
        self.cells[q][low - 1], self.cells[t][high - 1] = second, first
        _mark_moved((first, second))

    def change(self, event: Changed) -> None:
        square, level, before, after, *_ = event.change
        if after is None:
            del self.cells[square][level - 1]
            self.ghosts.setdefault(square, []).append(before)
        else:
            self.cells[square][level - 1] = _Marked(after, Mark.CHANGED)


def _mark_moved(pyramids: Iterable[_Marked]) -> None:
    """Marks pyramids as moved, unless they have changed colour too: that weighs more."""
    for marked in pyramids:
        marked.mark = marked.mark or Mark.MOVED


def _board(position: Position, before: Position | None, events: Sequence[Event]) -> Board:
    start = position if before is None else before
    followed = _Followed([[_Marked(pyramid) for pyramid in pile] for pile in start.cells])
    for event in events if before is not None else ():
        match event:
            case Stepped():
                followed.step(event)
            case Swapped():
                followed.swap(event)
            case Changed():
                followed.change(event)
            case _:
                pass
    return Board(
        GRID,
        {
            square: tuple(Shown(marked.pyramid, letters(marked.pyramid), mark=marked.mark) for marked in stack)
            for square, stack in enumerate(followed.cells)
            if stack
        },
        dict.fromkeys(sorted(followed.left), Mark.LEFT),
        {
            square: tuple(Shown(pyramid, letters(pyramid), mark=Mark.REMOVED) for pyramid in gone)
            for square, gone in followed.ghosts.items()
        },
        tuple(map(tuple, followed.paths)),
    )


# The seats


def _pyramids(position: Position, before: Position | None, owner: Owner) -> Rack:
    """A seat's pyramids on the board, by colour; how many the turn brought or took is said beside them."""
    now = Counter(pyramid for pile in position.cells for pyramid in pile)
    then = now if before is None else Counter(pyramid for pile in before.cells for pyramid in pile)
    groups: list[Group] = []
    for colour in position.rules.ladders[owner]:
        pyramids = [Pyramid(size, colour) for size in reversed(Size)]
        shown = tuple(Shown(pyramid, letters(pyramid), now[pyramid]) for pyramid in pyramids if now[pyramid])
        change = sum(now[pyramid] - then[pyramid] for pyramid in pyramids)
        note = "" if shown else "none"
        if change:
            note = f"{note} ({change:+d})".strip()
        groups.append(Group(COLOUR_WORD[colour], shown, note, Mark.CHANGED if change else None))
    return Rack(f"{SEATS[owner]}'s pyramids", tuple(groups))

"""What a position looks like, before any style: neutral blocks that a game fills and renderers draw.

A diagram records which pyramids are where and what the last turn changed. It knows nothing of terminals,
pixels or the rules of a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum

from msgspec import Struct

from pyrnot.core.grid import Grid
from pyrnot.core.pieces import Pyramid


class Mark(StrEnum):
    """What the last turn did to a pyramid or a square, or an illegal one would have; the value is the word for it in
    the legend."""

    MOVED = "moved"
    PLACED = "placed"
    CHANGED = "changed"
    REMOVED = "removed"
    LEFT = "left"
    WRITTEN = "written"
    WRONG = "wrong"


GONE = frozenset({Mark.REMOVED, Mark.LEFT})
"""The marks of pyramids that are no longer where they are drawn."""


class Pose(StrEnum):
    """Whether a pyramid is upright or lies on its side."""

    UPRIGHT = "upright"
    FLAT = "flat"


class DrawnPyramid(Struct, frozen=True):
    """A pyramid in a diagram, or `count` pyramids that look the same.

    `letters` is how the game writes it in a position string (`Sw`, `Qg`, `g3`); every renderer shows them, because
    colour must not be the only carrier. `owner` is the owner's seat where the colour does not tell. A flat pyramid
    points up, or `turns` quarter turns clockwise from there. `name` is what players call it (`green pawn`) where that
    is not its colour and size.
    """

    pyramid: Pyramid
    letters: str
    count: int = 1
    pose: Pose = Pose.UPRIGHT
    mark: Mark | None = None
    owner: str | None = None
    turns: int = 0
    name: str = ""

    @property
    def words(self) -> str:
        """The pyramid in words: `white Large`."""
        return self.name or f"{self.pyramid.colour} {self.pyramid.size.word}"


class Group(Struct, frozen=True, cache_hash=True):
    """Pyramids under one label: a section of a card, one colour of a stash, a goal.

    `mark` applies to the whole group (a goal just drawn); `note` is a short text beside it; `is_stack` if the
    pyramids stand on each other, from the bottom up. The hash is kept, because text is cached by group.
    """

    label: str
    pyramids: tuple[DrawnPyramid, ...]
    note: str = ""
    mark: Mark | None = None
    is_stack: bool = False


class RefusedRoutes(Struct, frozen=True):
    """What an illegal turn wrote on a board: the squares of its refused action and of one that is `owed`, first to
    last, and a word for each square that is wrong. A single square is one on which a pyramid was put."""

    written: tuple[int, ...] = ()
    owed: tuple[int, ...] = ()
    wrong: Mapping[int, str] = {}


class BoardBlock(Struct, frozen=True):
    """A grid with a stack (bottom up) on some of its squares; squares are indices of `grid`.

    `marks` are the squares that the last turn touched (left, or cleared of pyramids), `ghosts` the pyramids that it
    took off a square (bottom up), and `paths` the squares that moved pyramids passed through, first to last, in the
    order of the moves; those at the indices `swaps` are two squares whose pyramids changed places. If a board
    `counts_legs`, each leg of a path is a move, else each path is. `waves` tells in
    which wave of several a square lost its pyramid. `spots` are special squares (entry squares), explained by
    `spot_label`.
    `region` is the part of the grid in play, None for all of it. `has_stacks` tells whether the game stacks pyramids:
    pictures leave room for that even where there are no stacks. `refused` is what an illegal turn wrote. `file_lines`
    and `rank_lines` are the lines that divide the board into territories, each after that many files or ranks.
    """

    grid: Grid
    stacks: Mapping[int, tuple[DrawnPyramid, ...]]
    marks: Mapping[int, Mark] = {}
    ghosts: Mapping[int, tuple[DrawnPyramid, ...]] = {}
    paths: tuple[tuple[int, ...], ...] = ()
    spots: frozenset[int] = frozenset()
    spot_label: str = ""
    region: frozenset[int] | None = None
    region_label: str = ""
    swaps: frozenset[int] = frozenset()
    waves: Mapping[int, int] = {}
    has_stacks: bool = False
    refused: RefusedRoutes | None = None
    counts_legs: bool = False
    file_lines: tuple[int, ...] = ()
    rank_lines: tuple[int, ...] = ()

    @property
    def move_count(self) -> int:
        """How many moves the paths are."""
        return sum(len(path) - 1 for path in self.paths) if self.counts_legs else len(self.paths)

    @property
    def outside(self) -> frozenset[int]:
        """The squares that are not in play."""
        return frozenset() if self.region is None else frozenset(range(self.grid.size)) - self.region

    def shown_marks(self, except_squares: frozenset[int]) -> set[Mark | None]:
        """The marks on squares (other than `except_squares`) and pyramids.

        Where a wave emptied a square, its number is shown instead.
        """
        unmarked = except_squares | self.waves.keys()
        marks: set[Mark | None] = {mark for square, mark in self.marks.items() if square not in unmarked}
        for stacks in (self.stacks, self.ghosts):
            for square, stack in stacks.items():
                if square not in self.waves:
                    marks.update(pyramid.mark for pyramid in stack)
        return marks


class Rack(Struct, frozen=True):
    """A labelled row of groups beside the board: a stash, a card, held prisoners, the goals.

    `is_common` if it belongs to no seat, as goals and a bank do.
    """

    label: str
    groups: tuple[Group, ...]
    is_common: bool = False


class Ring(Struct, frozen=True):
    """Slots in a circle, listed clockwise from the top, and the direction of its indicator."""

    label: str
    slots: tuple[Group, ...]
    clockwise: bool = True


class Card(Struct, frozen=True):
    """A titled card with groups on it (a star system); `owner` is the seat it belongs to, if any, and `is_vacant`
    tells that it only stands for one that will be there."""

    title: str
    groups: tuple[Group, ...]
    owner: str | None = None
    mark: Mark | None = None
    is_vacant: bool = False


class Cards(Struct, frozen=True):
    """Cards in rows; cards in the same row or in neighbouring rows belong close together."""

    label: str
    rows: tuple[tuple[Card, ...], ...]


class Facts(Struct, frozen=True):
    """Short facts about the position, as (name, value) pairs such as ("To move", "White")."""

    pairs: tuple[tuple[str, str], ...]


class Remarks(Struct, frozen=True):
    """Sentences under a label: what the last turn changed."""

    label: str
    lines: tuple[str, ...]


Block = BoardBlock | Rack | Ring | Cards | Facts | Remarks


class Diagram(Struct, frozen=True):
    """The picture of a position: its blocks, from top to bottom."""

    blocks: tuple[Block, ...]

    def groups(self) -> Iterator[Group]:
        """Every group of the racks, rings and cards."""
        for block in self.blocks:
            match block:
                case Rack():
                    yield from block.groups
                case Ring():
                    yield from block.slots
                case Cards():
                    for row in block.rows:
                        for card in row:
                            yield from card.groups
                case _:
                    pass

    @property
    def has_board(self) -> bool:
        """Whether there is a board, which has sides; a ring and cards have none."""
        return any(isinstance(block, BoardBlock) for block in self.blocks)

    @property
    def shows_fault(self) -> bool:
        """Whether anything is marked that an illegal turn wrote, or that is wrong."""
        return not self.marks().isdisjoint({Mark.WRITTEN, Mark.WRONG})

    def marks(self, except_squares: frozenset[int] = frozenset()) -> frozenset[Mark]:
        """Every mark in the diagram, on squares (other than `except_squares`), pyramids, groups and cards."""
        marks: set[Mark | None] = set()
        for group in self.groups():
            marks.add(group.mark)
            marks.update(pyramid.mark for pyramid in group.pyramids)
        for block in self.blocks:
            if isinstance(block, BoardBlock):
                marks |= block.shown_marks(except_squares)
            elif isinstance(block, Cards):
                marks |= {card.mark for row in block.rows for card in row}
        return frozenset(mark for mark in marks if mark)

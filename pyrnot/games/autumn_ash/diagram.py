"""The diagram of an Autumn Ash position: points, board, stashes, and what the last turn did. Judges nothing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain

from pyrnot.core.diagram import Block, BoardBlock, Diagram, DrawnPyramid, Facts, Group, Mark, Rack, Remarks
from pyrnot.core.game import Event, SimpleEvent
from pyrnot.core.pieces import SIZES, Colour, Pyramid, Stack
from pyrnot.games.autumn_ash.actions import Bagged
from pyrnot.games.autumn_ash.ending import outcome
from pyrnot.games.autumn_ash.entry import find_entry_squares
from pyrnot.games.autumn_ash.position import LETTERS, PROGRESSION, TRIOS, Position, Seat, word_of


def draw(position: Position, before: Position | None, events: Sequence[Event]) -> Diagram:
    """The diagram of `position`. `before` and `events` are those of the last turn, whose changes are marked."""
    on_board = Counter(chain.from_iterable(position.cells))
    blocks: list[Block] = [
        draw_facts(position),
        draw_board(position, events),
        *[draw_stash(on_board, seat) for seat in _SEATS],
    ]
    if before is not None or events:
        blocks.append(Remarks("This turn", tuple(event.text for event in events)))
    return Diagram(tuple(blocks))


_SEATS = tuple(Seat)


def draw_facts(position: Position) -> Facts:
    """The seat to move or the result, the points, and the optional rules in play."""
    ended = outcome(position)
    first = (("To move", str(position.to_move)),) if ended is None else ended.facts
    points = [(str(seat), _count_points(position.points_of(seat))) for seat in _SEATS]
    variant = position.variant
    names = [name for name, on in (("easy", variant.is_easy), ("unsettled", variant.is_unsettled)) if on]
    return Facts((*first, *points, *([("Optional rules", ", ".join(names))] if names else [])))


def _count_points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def draw_board(position: Position, events: Sequence[Event]) -> BoardBlock:
    """The board with its entry squares and, in `unsettled`, the squares where the playfield may lie (AA21)."""
    variant = position.variant
    grid = variant.grid
    cells = position.cells
    level_marks: defaultdict[int, dict[int, Mark]] = defaultdict(dict)  # by square, then by level
    marks: dict[int, Mark] = {}
    ghosts: dict[int, tuple[DrawnPyramid, ...]] = {}
    paths: list[tuple[int, ...]] = []
    for event in events:
        match event:
            case SimpleEvent("placed", places=(name,)):
                level_marks[grid.index[name]][0] = Mark.PLACED
            case SimpleEvent("moved"):
                path = tuple(grid.index[name] for name in event.places)
                paths.append(path)
                level_marks[path[-1]][len(cells[path[-1]]) - 1] = Mark.MOVED
                if path[0] != path[-1]:
                    marks[path[0]] = Mark.LEFT
            case Bagged():
                for name, bagged in zip(event.squares, event.pyramids, strict=True):
                    square = grid.index[name]
                    marks[square] = Mark.REMOVED
                    ghosts[square] = _show(bagged, (Mark.REMOVED,) * len(bagged))
                    # What is left here did not move: the pyramid that did was bagged.
                    level_marks.pop(square, None)
    return BoardBlock(
        grid=grid,
        stacks=_stacks(position, level_marks),
        marks=marks,
        ghosts=ghosts,
        paths=tuple(paths),
        spots=frozenset(find_entry_squares(variant, position.cells)) if variant.is_unsettled else variant.corners,
        spot_label="entry square",
        region=_region(position) if variant.is_unsettled else None,
        region_label="where the playfield may lie",
        has_stacks=True,
    )


def _stacks(position: Position, level_marks: Mapping[int, Mapping[int, Mark]]) -> dict[int, tuple[DrawnPyramid, ...]]:
    """The stacks on the board by square, with the marks of their levels."""
    stacks: dict[int, tuple[DrawnPyramid, ...]] = {}
    for square, stack in enumerate(position.cells):
        if not stack:
            continue
        if square in level_marks:
            stacks[square] = _show(stack, tuple([level_marks[square].get(level) for level in range(len(stack))]))
        else:
            stacks[square] = _show(stack)
    return stacks


def draw_stash(on_board: Mapping[Pyramid, int], seat: Seat) -> Rack:
    """A seat's stash, which is all that is not `on_board` (AA2): a group for each colour, in order of change."""
    groups = [_stash_of(colour, *[on_board[pyramid] for pyramid in _TRIO[colour]]) for colour in PROGRESSION[seat]]
    return Rack(f"{seat}'s stash", tuple(groups))


_TRIO = {colour: [Pyramid(size, colour) for size in SIZES] for colour in TRIOS}


# Most stacks and groups occur in many positions, so each is built once.


@lru_cache(maxsize=1024)
def _stash_of(colour: Colour, pawns: int, drones: int, queens: int) -> Group:
    """A stash's pyramids of a colour, given how many of each size are on the board."""
    shown: list[DrawnPyramid] = []
    for pyramid, gone in zip(_TRIO[colour], (pawns, drones, queens), strict=True):
        if gone != TRIOS[colour]:
            shown.append(DrawnPyramid(pyramid, LETTERS[pyramid], TRIOS[colour] - gone, name=word_of(pyramid)))
    return Group(colour, tuple(shown))


@lru_cache(maxsize=4096)
def _show(stack: Stack, marks: tuple[Mark | None, ...] = ()) -> tuple[DrawnPyramid, ...]:
    """A stack, bottom up; `marks`, if given, has one entry for each pyramid."""
    each = marks or (None,) * len(stack)
    return tuple(
        [
            DrawnPyramid(pyramid, LETTERS[pyramid], mark=mark, name=word_of(pyramid))
            for pyramid, mark in zip(stack, each, strict=True)
        ]
    )


def _region(position: Position) -> frozenset[int]:
    """The squares of all playfields that hold every pyramid (AA21)."""
    files = position.variant.grid.files
    return frozenset(
        rank * files + file
        for field in position.variant.playfields_for(position.cells)
        for rank in range(field.bottom, field.top + 1)
        for file in range(field.left, field.right + 1)
    )

"""The picture of an Autumn Ash position: board, stashes, points, and what the last turn did."""

from __future__ import annotations

from collections.abc import Sequence

from pyrnot.diagram import Block, Board, Diagram, Facts, Group, Mark, Rack, Remarks, Shown
from pyrnot.game import Event
from pyrnot.games.autumn_ash.actions import Bagged, Entered, Moved
from pyrnot.games.autumn_ash.position import LETTERS, PROGRESSION, TRIOS, Position, Seat
from pyrnot.games.autumn_ash.rules import find_entry_squares, outcome
from pyrnot.pieces import Colour, Pyramid, Size, Stack


def draw(position: Position, before: Position | None, events: Sequence[Event]) -> Diagram:
    """All of a position; with the turn's events, what it changed is marked."""
    blocks: list[Block] = [
        draw_facts(position),
        draw_board(position, events),
        *(draw_stash(position, seat) for seat in Seat),
    ]
    if before is not None or events:
        blocks.append(Remarks("This turn", tuple(event.text for event in events)))
    return Diagram(tuple(blocks))


def draw_facts(position: Position) -> Facts:
    """Who is to move or has won, the points, and the optional rules in play."""
    ended = outcome(position)
    if ended is None:
        first = ("To move", str(position.to_move))
    elif ended.winner is not None:
        first = ("Won by", ended.winner)
    else:
        first = ("Drawn", ended.message)
    points = [(str(seat), _count_points(position.points_of(seat))) for seat in Seat]
    variant = position.variant
    names = [name for name, on in (("easy", variant.is_easy), ("unsettled", variant.is_unsettled)) if on]
    return Facts((first, *points, *([("Optional rules", ", ".join(names))] if names else [])))


def _count_points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def draw_board(position: Position, events: Sequence[Event]) -> Board:
    """The board, with the entry squares and, where the playfield may shift, the squares that it can still reach."""
    variant = position.variant
    grid = variant.grid
    stacks = {square: _show(stack) for square, stack in enumerate(position.cells) if stack}
    marks: dict[int, Mark] = {}
    ghosts: dict[int, tuple[Shown, ...]] = {}
    paths: list[tuple[int, ...]] = []
    for event in events:
        match event:
            case Entered():
                square = grid.index[event.square]
                _mark(stacks, square, 0, Mark.PLACED)
            case Moved():
                path = tuple(grid.index[name] for name in event.path)
                paths.append(path)
                _mark(stacks, path[-1], -1, Mark.MOVED)
                if path[0] != path[-1]:
                    marks[path[0]] = Mark.LEFT
            case Bagged():
                for name, bagged in zip(event.squares, event.pyramids, strict=True):
                    square = grid.index[name]
                    marks[square] = Mark.REMOVED
                    ghosts[square] = _show(bagged, Mark.REMOVED)
                    if square in stacks:
                        # What lies here now was not moved: the moved pyramid is in the bag.
                        stacks[square] = _show(position.cells[square])
            case _:
                pass
    return Board(
        grid,
        stacks,
        marks,
        ghosts,
        tuple(paths),
        spots=frozenset(find_entry_squares(variant, position.cells)) if variant.is_unsettled else variant.corners,
        spot_label="entry square",
        region=_region(position) if variant.is_unsettled else None,
        region_label="where the playfield may lie",
    )


def draw_stash(position: Position, seat: Seat) -> Rack:
    """A seat's stash, a group for each colour in the order of change (AA2, AA7)."""
    groups = tuple(Group(colour, _stash_of(position.cells, colour)) for colour in PROGRESSION[seat])
    return Rack(f"{seat}'s stash", groups)


def _stash_of(cells: Sequence[Stack], colour: Colour) -> tuple[Shown, ...]:
    shown: list[Shown] = []
    for size in reversed(Size):
        pyramid = Pyramid(size, colour)
        left = TRIOS[colour] - sum(stack.count(pyramid) for stack in cells)
        if left:
            shown.append(Shown(pyramid, LETTERS[pyramid], left))
    return tuple(shown)


def _show(stack: Stack, mark: Mark | None = None) -> tuple[Shown, ...]:
    return tuple(Shown(pyramid, LETTERS[pyramid], mark=mark) for pyramid in stack)


def _mark(stacks: dict[int, tuple[Shown, ...]], square: int, level: int, mark: Mark) -> None:
    """Marks one pyramid of a square, if the turn left any there."""
    if square in stacks:
        shown = list(stacks[square])
        shown[level] = Shown(shown[level].pyramid, shown[level].letters, mark=mark)
        stacks[square] = tuple(shown)


def _region(position: Position) -> frozenset[int]:
    """The squares of all playfields that hold what is on the board (AA21)."""
    files = position.variant.grid.files
    return frozenset(
        rank * files + file
        for field in position.variant.playfields_for(position.cells)
        for rank in range(field.bottom, field.top + 1)
        for file in range(field.left, field.right + 1)
    )

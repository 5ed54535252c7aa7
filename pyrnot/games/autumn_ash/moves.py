"""What may be tried: every entry and move that the rules allow (AA3 to AA10, AA20, AA21).

A move that ends the turn wrongly (AA16) is offered too: `ending` refuses it.
"""

from __future__ import annotations

from collections.abc import Iterator

from pyrnot.core.game import Chance
from pyrnot.core.pieces import Size
from pyrnot.games.autumn_ash.actions import Action, Enter, Move
from pyrnot.games.autumn_ash.entry import find_entry_squares
from pyrnot.games.autumn_ash.position import CHANGES, FIRST_COLOUR, PAWN, Position, sizes_in_stash
from pyrnot.games.autumn_ash.steps import Lifted, find_illegal, lift

Route = tuple[Lifted, tuple[int, ...], Size]
"""A move by squares: the pyramid taken up, its path (start first), and the size that it changes to."""


def actions(position: Position, chance: Chance | None = None) -> Iterator[Action]:
    """Every action that `play` allows next."""
    if not position.has_moved:
        yield from moves(position)
        if position.entered is None:
            yield from entries(position)


def entries(position: Position) -> Iterator[Enter]:
    """Every entry allowed at the start of a turn (AA3, AA21)."""
    sizes = sizes_in_stash(position.stash, FIRST_COLOUR[position.to_move])
    if sizes:
        names = position.variant.grid.names
        for square in sorted(find_entry_squares(position.variant, position.cells)):
            for size in sizes:
                yield Enter(size, names[square])


def moves(position: Position) -> Iterator[Move]:
    """Every move allowed to a mover that has not moved yet; the shortest of each pyramid first."""
    names = position.variant.grid.names
    for lifted, path, new_size in find_routes(position):
        yield Move(lifted.pyramid.size, tuple([names[square] for square in path]), new_size)


def find_routes(position: Position) -> Iterator[Route]:
    """The same moves by squares (AA4 to AA7, AA10)."""
    changes = CHANGES[position.to_move]
    for start, stack in enumerate(position.cells):
        if not stack or stack[-1].colour not in changes:
            continue
        sizes = sizes_in_stash(position.stash, changes[stack[-1].colour])
        if sizes:
            lifted = lift(position, start)
            for path in find_paths(lifted, start):
                is_cap = bool(lifted.board[path[-1]])
                for size in sizes:
                    if size is PAWN or not is_cap:
                        yield lifted, path, size


def find_paths(lifted: Lifted, start: int) -> Iterator[tuple[int, ...]]:
    """Every path of one or two steps that nothing bars, start first (AA5, AA8 to AA10)."""
    beside = lifted.variant.beside
    board = lifted.board
    onward: list[int] = []
    for to in beside[start]:
        if find_illegal(lifted, start, to) is None:
            yield start, to
            if not board[to]:
                onward.append(to)
    for midway in onward:
        for to in beside[midway]:
            if find_illegal(lifted, midway, to) is None:
                yield start, midway, to

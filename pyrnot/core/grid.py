"""Squares of a rectangular board: names, neighbours, and the board part of a position string (R8).

A square is an index: 0 for a1, then b1, c1 and so on along each rank. A grid holds no pyramids:
`read_cells` and `write_cells` take the functions with which a game reads and writes one square.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import TypeVar

from pyrnot.core.diagnostics import Span
from pyrnot.core.positions import PositionPart, illegal_setup

Cell = TypeVar("Cell")

ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))

Table = tuple[tuple[int, ...], ...]


class Grid:
    """A board of `files` by `ranks` squares. Grids of the same size are interchangeable."""

    def __init__(self, files: int, ranks: int) -> None:
        self.files = files
        self.ranks = ranks
        self.size = files * ranks
        self.names = tuple(f"{'abcdefgh'[i % files]}{i // files + 1}" for i in range(self.size))
        self.index = {name: i for i, name in enumerate(self.names)}

    def find(self, name: str) -> int | None:
        """Index of the square called `name` (`c3`), None if this board has no such square."""
        return self.index.get(name)

    def offset(self, square: int, file_step: int, rank_step: int) -> int | None:
        """The square `file_step` files and `rank_step` ranks away, None if that is off the board."""
        file = square % self.files + file_step
        rank = square // self.files + rank_step
        if 0 <= file < self.files and 0 <= rank < self.ranks:
            return rank * self.files + file
        return None

    def table(self, steps: Iterable[tuple[int, int]]) -> Table:
        """For each square, the squares that the (file, rank) `steps` reach from it."""
        steps = tuple(steps)
        reached = ((self.offset(square, *step) for step in steps) for square in range(self.size))
        return tuple(tuple(to for to in row if to is not None) for row in reached)

    @cached_property
    def orthogonal(self) -> Table:
        """For each square, the up to four squares that share an edge with it."""
        return self.table(ORTHOGONAL)

    @cached_property
    def diagonal(self) -> Table:
        """For each square, the up to four squares that share only a corner with it."""
        return self.table(DIAGONAL)

    @cached_property
    def around(self) -> Table:
        """For each square, the up to eight squares around it."""
        return self.table(ORTHOGONAL + DIAGONAL)

    @cached_property
    def by_name(self) -> tuple[int, ...]:
        """All squares sorted by file, then rank (a1, a2 ... b1 ...): the order of lists in records."""
        return tuple(sorted(range(self.size), key=lambda square: self.names[square]))


def write_cells(grid: Grid, cells: Sequence[Cell], write: Callable[[Cell], str]) -> str:
    """The board part of a position string (R8); `write` gives "" for an empty cell."""
    ranks = []
    for rank in range(grid.ranks - 1, -1, -1):
        parts: list[str] = []
        empty = 0
        for cell in cells[rank * grid.files : (rank + 1) * grid.files]:
            text = write(cell)
            if not text:
                empty += 1
                continue
            if empty:
                parts.append(str(empty))
                empty = 0
            parts.append(text)
        if empty:
            parts.append(str(empty))
        ranks.append(",".join(parts))
    return "/".join(ranks)


def read_cells(grid: Grid, board: PositionPart, read: Callable[[PositionPart], Cell], empty: Cell) -> list[Cell]:
    """Cells of a board part, by square index; what `write_cells` writes, and runs of empty cells that are not merged.

    `read` reads a cell that is not empty. Raises `Illegal` at the part that is wrong.
    """
    count = board.text.count("/") + 1
    ranks = list(islice(board.split("/"), grid.ranks + 1))
    if count != grid.ranks:
        at = Span(ranks[-1].start, board.end) if count > grid.ranks else board.span
        raise illegal_setup(f"the board has {count} ranks, not {grid.ranks}", at=at)
    cells: list[Cell] = []
    for number, rank in zip(range(grid.ranks, 0, -1), ranks, strict=True):
        row: list[Cell] = []
        for part in rank.split(","):
            run = _read_run(grid, part)
            if len(row) + (run or 1) > grid.files:
                message = f"rank {number} has more than {grid.files} squares"
                raise illegal_setup(message, at=Span(part.start, rank.end))
            row += [empty] * run if run else [read(part)]
        if len(row) < grid.files:
            raise illegal_setup(f"rank {number} has {len(row)} squares, not {grid.files}", at=rank)
        cells[:0] = row
    return cells


def _read_run(grid: Grid, part: PositionPart) -> int:
    """How many empty cells a part stands for; 0 if it shows a cell that is not empty. Raises `Illegal`."""
    text = part.text
    if not (text.isascii() and text.isdigit()):
        return 0
    digits = text.lstrip("0")
    if digits != text:
        instead = digits if 0 < len(digits) <= 2 else None
        raise illegal_setup(f"{part.shown} is not a number of empty squares", at=part, instead=instead)
    return int(digits) if len(digits) <= 2 else grid.files + 1


def board_pyramids(board: PositionPart) -> Iterator[PositionPart]:
    """Every pyramid of a board part that `read_cells` has read, in the order of the text."""
    for rank in board.split("/"):
        for part in rank.split(","):
            if not part.text.isdigit():
                yield from part.pairs()

"""The boards of Martian Chess: its seats, their territories, and how pyramids move (MC1, MC4, MC10, MC11)."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from pyrnot.core.grid import DIAGONAL, KNIGHT, ORTHOGONAL, Grid
from pyrnot.core.pieces import Colour, Pyramid, Size

HALF = Grid(4, 8)
WHOLE = Grid(8, 8)

SEATS = ("South", "West", "North", "East")
"""All seats in turn order, which is clockwise (MC1)."""
SEATS_BY_COUNT = {2: ("South", "North"), 3: SEATS[:3], 4: SEATS}
_QUARTERS = {2: ("South", "North"), 3: ("South", None, "West", "North"), 4: ("South", "East", "West", "North")}
"""Number of seats -> the territories from the lower left to the upper right; None: it is of no seat (MC10)."""
COLOURS = {"South": Colour.RED, "West": Colour.YELLOW, "North": Colour.BLUE, "East": Colour.GREEN}
"""The colours in which diagrams show the pyramids in each territory: in the game, colours mean nothing (MC3)."""

PIPS = 18
"""The pips of the pyramids with which each seat begins (MC1), and the points that win on Abstract Play (MC11)."""

SIZE_LETTER = {Size.SMALL: "P", Size.MEDIUM: "D", Size.LARGE: "Q"}
SIZE_OF_LETTER = {letter: size for size, letter in SIZE_LETTER.items()}
WORDS = {Size.SMALL: "pawn", Size.MEDIUM: "drone", Size.LARGE: "queen"}


class Manner(Struct, frozen=True):
    """How a pyramid moves: its steps, how many of them at most, and the same in words."""

    steps: tuple[tuple[int, int], ...]
    longest: int
    words: str


_PAWN = Manner(DIAGONAL, 1, "one square diagonally")
_DRONE = Manner(ORTHOGONAL, 2, "one or two squares along a file or rank")
_QUEEN = Manner(ORTHOGONAL + DIAGONAL, 7, "any distance in a straight line")
_KING = Manner(ORTHOGONAL + DIAGONAL, 1, "one square in any direction")
_KNIGHT = Manner(KNIGHT, 1, "like a knight of chess")


_GRIDS = {2: HALF, 3: WHOLE, 4: WHOLE}
"""The board, by the number of seats."""


def _owners(count: int) -> tuple[str | None, ...]:
    """The seat in whose territory each square is: of four files and four ranks, on half a board all four files."""
    grid = _GRIDS[count]
    across = grid.files // 4
    owners = []
    for square in range(grid.files * grid.ranks):
        rank, file = divmod(square, grid.files)
        owners.append(_QUARTERS[count][rank // 4 * across + file // 4])
    return tuple(owners)


_OWNERS = {count: _owners(count) for count in _GRIDS}


class Rules(Struct, frozen=True):
    """What is fixed for a game: how many seats it has, and its optional rules (MC11)."""

    count: int = 2
    has_promotion: bool = True
    has_knights: bool = False
    is_site: bool = False
    """Whether the rules of Abstract Play apply."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in turn order."""
        return SEATS_BY_COUNT[self.count]

    @property
    def grid(self) -> Grid:
        """The board."""
        return _GRIDS[self.count]

    def owner(self, square: int) -> str | None:
        """The seat in whose territory a square is, None if it is in none (MC1, MC10)."""
        return _OWNERS[self.count][square]

    def pyramid(self, size: Size, square: int) -> Pyramid:
        """A pyramid of this size on a square, in the colour of the territory."""
        owner = self.owner(square)
        return Pyramid(size, COLOURS[owner] if owner else Colour.GREY)

    def manner(self, size: Size) -> Manner:
        """How pyramids of a size move (MC4, MC11)."""
        return ((_KING, _KNIGHT, _QUEEN) if self.has_knights else (_PAWN, _DRONE, _QUEEN))[size - 1]


@lru_cache(maxsize=1024)
def rays(grid: Grid, manner: Manner, square: int) -> tuple[tuple[int, ...], ...]:
    """The lines along which a pyramid moves from a square, each with its squares in order (MC4)."""
    lines = [
        [grid.offset(square, file_step * times, rank_step * times) for times in range(1, manner.longest + 1)]
        for file_step, rank_step in manner.steps
    ]
    return tuple(tuple(end for end in line if end is not None) for line in lines)

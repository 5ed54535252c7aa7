"""The pyramids, board and positions of Autumn Ash, and position strings.

Knows the optional rules and the playfield, but judges nothing: `start` judges positions, `rules` judges actions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import chain, compress, pairwise

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.grid import DIAGONAL, ORTHOGONAL, Grid, read_cells, write_cells
from pyrnot.core.pieces import SIZES, Colour, Pyramid, Size, Stack
from pyrnot.core.positions import PositionPart, illegal_setup, read_pyramid, read_seat, split_fields
from pyrnot.core.subjects import Subject, not_in_supply, on_top

PAWN = Size.SMALL
DRONE = Size.MEDIUM
QUEEN = Size.LARGE
SIZE_LETTER = {PAWN: "P", DRONE: "D", QUEEN: "Q"}
SIZE_OF_LETTER = {letter: size for size, letter in SIZE_LETTER.items()}
SIZE_WORD = {PAWN: "pawn", DRONE: "drone", QUEEN: "queen"}

WINNING_POINTS = 21
"""The fewest points that win (AA15: more than 20)."""


class Seat(StrEnum):
    """The two seats, in turn order."""

    RAINBOW = "Rainbow"
    XENO = "Xeno"

    @property
    def opponent(self) -> Seat:
        """The other seat."""
        return OPPONENT[self]


OPPONENT = {Seat.RAINBOW: Seat.XENO, Seat.XENO: Seat.RAINBOW}
SEATS = tuple(map(str, Seat))
SEAT_LETTER = {Seat.RAINBOW: "r", Seat.XENO: "x"}

PROGRESSION = {
    Seat.RAINBOW: (Colour.GREEN, Colour.YELLOW, Colour.RED, Colour.BLUE, Colour.BLACK),
    Seat.XENO: (Colour.CLEAR, Colour.WHITE, Colour.ORANGE, Colour.CYAN, Colour.PURPLE),
}
"""Each seat's colours in order of change; the last is burnt."""

FIRST_COLOUR = {seat: colours[0] for seat, colours in PROGRESSION.items()}
OWNER = {colour: seat for seat, colours in PROGRESSION.items() for colour in colours}
NEXT_COLOUR = {colour: following for colours in PROGRESSION.values() for colour, following in pairwise(colours)}
"""The colour that each colour changes to; burnt ones (black, purple) are missing."""
CHANGES = {seat: dict(pairwise(colours)) for seat, colours in PROGRESSION.items()}
"""The same for each seat's colours only."""

BONUS = {colours[step]: bonus for colours in PROGRESSION.values() for step, bonus in ((2, 3), (3, 6), (4, 12))}
"""Points for a bag of each colour on top of its pips (AA14); colours without a bonus are missing."""

COLOUR_LETTER = {
    Colour.GREEN: "g",
    Colour.YELLOW: "y",
    Colour.RED: "r",
    Colour.BLUE: "b",
    Colour.BLACK: "k",
    Colour.CLEAR: "t",
    Colour.WHITE: "w",
    Colour.ORANGE: "o",
    Colour.CYAN: "c",
    Colour.PURPLE: "p",
}

PYRAMIDS = {
    SIZE_LETTER[size] + COLOUR_LETTER[colour]: Pyramid(size, colour)
    for colour in COLOUR_LETTER
    for size in SIZE_LETTER
}
"""Every kind of pyramid by its letters (`Qg`)."""
LETTERS = {pyramid: letters for letters, pyramid in PYRAMIDS.items()}
KINDS = tuple(PYRAMIDS.values())
"""Every kind of pyramid, in the order in which stashes are counted: by colour, smallest first."""
_FIRST_KIND = {colour: 3 * place for place, colour in enumerate(COLOUR_LETTER)}
KINDS_OF = {colour: slice(first, first + 3) for colour, first in _FIRST_KIND.items()}
"""The slice of `KINDS` that holds a colour."""

TRIOS = {colour: 1 if colour in FIRST_COLOUR.values() else 2 for colour in COLOUR_LETTER}
"""How many trios of each colour the game has (AA2)."""


@lru_cache(maxsize=64)
def word_of(pyramid: Pyramid) -> str:
    """A pyramid's name in a sentence: `green queen`."""
    return f"{pyramid.colour} {SIZE_WORD[pyramid.size]}"


def about_top(square: int, name: str, top: Pyramid) -> Subject:
    """What an action is about that found this pyramid on top of a square."""
    return on_top(square, name, (top,), word_of(top))


class Box(Struct, frozen=True):
    """The smallest rectangle around some squares: 0-based first and last file and rank."""

    left: int
    right: int
    bottom: int
    top: int

    def holds(self, other: Box) -> bool:
        """Whether `other` lies entirely within this box."""
        return (
            self.left <= other.left
            and other.right <= self.right
            and self.bottom <= other.bottom
            and other.top <= self.top
        )


PLAYFIELD_MEASURES = ((6, 5), (5, 6))
"""Files and ranks of a playfield (AA21)."""


class Variant:
    """One choice of optional rules, with lookup tables of its board. `VARIANTS` holds the only four."""

    def __init__(self, is_easy: bool, is_unsettled: bool) -> None:
        self.is_easy = is_easy
        self.is_unsettled = is_unsettled

    def __reduce__(self) -> tuple[object, ...]:
        """A copy, pickled or not, is the one object for these rules: so a copied position equals the original."""
        return _find_variant, (self.is_easy, self.is_unsettled)

    @cached_property
    def grid(self) -> Grid:
        """The board: six files by five ranks, or 8 by 8 (AA21)."""
        return Grid(8, 8) if self.is_unsettled else Grid(6, 5)

    @cached_property
    def corners(self) -> frozenset[int]:
        """The entry squares of the settled board (AA3)."""
        return frozenset(self.grid.index[name] for name in ("a1", "f1", "a5", "f5"))

    @cached_property
    def beside(self) -> tuple[tuple[int, ...], ...]:
        """For each square, those orthogonally next to it."""
        return self.grid.orthogonal

    @cached_property
    def beside_corners(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The entry squares of the settled board, each with the two squares next to it."""
        return tuple((corner, self.beside[corner]) for corner in sorted(self.corners))

    @cached_property
    def nearest(self) -> tuple[tuple[int, ...], ...]:
        """For each square, itself and those orthogonally next to it (AA8)."""
        return tuple((square, *beside) for square, beside in enumerate(self.beside))

    @cached_property
    def ahead(self) -> dict[tuple[int, int], int]:
        """For each step (from, to), the square straight ahead if the board has one (AA9)."""
        found: dict[tuple[int, int], int] = {}
        for here in range(self.grid.size):
            for file_step, rank_step in ORTHOGONAL:
                to = self.grid.offset(here, file_step, rank_step)
                beyond = self.grid.offset(here, 2 * file_step, 2 * rank_step)
                if to is not None and beyond is not None:
                    found[here, to] = beyond
        return found

    @cached_property
    def lines(self) -> tuple[tuple[tuple[tuple[int, ...], tuple[int, ...]], ...], ...]:
        """For each square, the four lines through it, each as its two arms from the square outwards (AA12)."""
        directions = [step for step in ORTHOGONAL + DIAGONAL if step > (0, 0)]
        return tuple(
            tuple((self._arm(square, files, ranks), self._arm(square, -files, -ranks)) for files, ranks in directions)
            for square in range(self.grid.size)
        )

    def _arm(self, square: int, file_step: int, rank_step: int) -> tuple[int, ...]:
        squares: list[int] = []
        to = self.grid.offset(square, file_step, rank_step)
        while to is not None:
            squares.append(to)
            to = self.grid.offset(to, file_step, rank_step)
        return tuple(squares)

    @cached_property
    def playfields(self) -> tuple[Box, ...]:
        """Every rectangle of the board that may be the playfield (AA21)."""
        return tuple(
            Box(left, left + files - 1, bottom, bottom + ranks - 1)
            for files, ranks in PLAYFIELD_MEASURES
            for left in range(self.grid.files - files + 1)
            for bottom in range(self.grid.ranks - ranks + 1)
        )

    def find_box(self, cells: Sequence[Stack]) -> Box | None:
        """The smallest box around every pyramid on the board, None if there is none."""
        squares = tuple(compress(range(self.grid.size), cells))
        if not squares:
            return None
        files = self.grid.files
        columns = [square % files for square in squares]
        return Box(min(columns), max(columns), squares[0] // files, squares[-1] // files)

    def playfields_for(self, cells: Sequence[Stack]) -> list[Box]:
        """The playfields that hold every pyramid on the board (AA21)."""
        box = self.find_box(cells)
        return [field for field in self.playfields if box is None or field.holds(box)]

    def is_within(self, box: Box | None, square: int) -> bool:
        """Whether one playfield can hold both `box` and `square` (AA21)."""
        if box is None:
            return True
        rank, file = divmod(square, self.grid.files)
        files = max(box.right, file) - min(box.left, file) + 1
        ranks = max(box.top, rank) - min(box.bottom, rank) + 1
        return max(files, ranks) <= 6 and min(files, ranks) <= 5


VARIANTS = {(easy, unsettled): Variant(easy, unsettled) for easy in (False, True) for unsettled in (False, True)}
"""The variants by (easy, unsettled)."""


def _find_variant(is_easy: bool, is_unsettled: bool) -> Variant:
    return VARIANTS[is_easy, is_unsettled]


class Position(Struct, frozen=True):
    """The board, the points, and how far the current turn has got.

    `cells` are the stacks (bottom up) by square index; `stash` counts, for each of `KINDS`, the pyramids not on the
    board; `points` are Rainbow's and Xeno's. `entered` (the square where a pyramid entered) and `has_moved` are set
    only within a turn.
    """

    variant: Variant
    cells: tuple[Stack, ...]
    stash: tuple[int, ...]
    to_move: Seat
    points: tuple[int, int] = (0, 0)
    entered: int | None = None
    has_moved: bool = False

    @property
    def seats(self) -> tuple[str, ...]:
        """Rainbow and Xeno."""
        return SEATS

    def points_of(self, seat: Seat) -> int:
        """A seat's points."""
        return self.points[0 if seat is Seat.RAINBOW else 1]


def find_winner(position: Position) -> Seat | None:
    """The seat with more than 20 points (AA15)."""
    rainbow, xeno = position.points
    if rainbow >= WINNING_POINTS:
        return Seat.RAINBOW
    return Seat.XENO if xeno >= WINNING_POINTS else None


def hand_over(position: Position) -> Position:
    """The position between turns, with the opponent to move."""
    return replace(position, to_move=OPPONENT[position.to_move], entered=None, has_moved=False)


def count_stash(cells: Iterable[Stack]) -> tuple[int, ...]:
    """How many of each of `KINDS` are in the stashes, given the board (AA2)."""
    on_board = list(chain.from_iterable(cells))
    return tuple(TRIOS[kind.colour] - on_board.count(kind) for kind in KINDS)


def find_kind(size: Size, colour: Colour) -> int:
    """Index of a kind of pyramid in `KINDS`."""
    return _FIRST_KIND[colour] + size - 1


def not_in_stash(kind: int) -> Subject:
    """What an action is about that misses a kind of pyramid in the stash of its seat."""
    pyramid = KINDS[kind]
    where = f"{OWNER[pyramid.colour]}'s stash"
    return not_in_supply(word_of(pyramid), where, lambda position: position.stash[kind] > 0)


def sizes_in_stash(stash: Sequence[int], colour: Colour) -> Sequence[Size]:
    """The sizes of a colour that are in the stash, each once, smallest first (AA2)."""
    return tuple(compress(SIZES, stash[KINDS_OF[colour]]))


def count_on_board(stash: Sequence[int], colour: Colour) -> int:
    """How many pyramids of a colour are on the board, given the stashes."""
    return 3 * TRIOS[colour] - sum(stash[KINDS_OF[colour]])


DEFAULT_BOARD = "6/2,Qt,Dt,Pt,1/6/1,Pg,Dg,Qg,2/6"
UNSETTLED_BOARD = "8/8/8/8/8/8/8/8"
_EMPTY: Stack = ()
_COLOURS = "".join(COLOUR_LETTER.values())
_SEAT_OF_LETTER = {letter: seat for seat, letter in SEAT_LETTER.items()}


def read_position(variant: Variant, text: str) -> Position:
    """The position that a position string shows, possible or not. Raises `Illegal` (R8) if it shows none."""
    expected = "write the board, the seat to move (r or x), Rainbow's points and Xeno's points"
    board, letter, *points = split_fields(text, expected, 4, 4)[0]
    cells = read_board(variant, board)
    seat = _SEAT_OF_LETTER[read_seat(letter, _SEAT_OF_LETTER)]
    rainbow, xeno = map(_read_points, points)
    return Position(variant, cells, count_stash(cells), seat, (rainbow, xeno))


def write_position(position: Position) -> str:
    """The position string of a position between two turns; the exact inverse of `read_position`."""
    board = write_cells(position.variant.grid, position.cells, _write_stack)
    return f"{board} {SEAT_LETTER[position.to_move]} {position.points[0]} {position.points[1]}"


def read_board(variant: Variant, board: PositionPart) -> tuple[Stack, ...]:
    """The stacks that the board part of a position string shows. Raises `Illegal` (R8)."""
    return tuple(read_cells(variant.grid, board, _read_stack, _EMPTY))


def _read_points(part: PositionPart) -> int:
    # The length keeps absurd numbers away from `int`.
    digits = part.text.lstrip("0") or "0"
    is_number = part.text.isascii() and part.text.isdigit() and len(digits) <= 9
    if digits != part.text or not is_number:
        instead = digits if is_number else None
        raise illegal_setup(f"{part.shown} is not a number of points", at=part, instead=instead)
    return int(digits)


def _read_stack(part: PositionPart) -> Stack:
    pairs = list(part.pairs()) or [part]
    return tuple([read_pyramid(pair, PYRAMIDS, "PDQ", _COLOURS) for pair in pairs])


def _write_stack(stack: Stack) -> str:
    return "".join(LETTERS[pyramid] for pyramid in stack)

"""What stands on the board of Autumn Ash, whose it is, and its position string.

Knows the pyramids, the optional rules and the playfield; no turn is judged here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cached_property
from itertools import chain, compress, pairwise

from msgspec import Struct

from pyrnot.diagnostics import Illegal
from pyrnot.grid import DIAGONAL, ORTHOGONAL, Grid, read_cells, write_cells
from pyrnot.pieces import SIZES, Colour, Pyramid, Size, Stack
from pyrnot.tags import Tags, read_first, setup_fault

PAWN, DRONE, QUEEN = Size.SMALL, Size.MEDIUM, Size.LARGE
SIZE_LETTER = {PAWN: "P", DRONE: "D", QUEEN: "Q"}
SIZE_OF_LETTER = {letter: size for size, letter in SIZE_LETTER.items()}
SIZE_WORD = {PAWN: "pawn", DRONE: "drone", QUEEN: "queen"}

WINNING_POINTS = 21
"""Points with which a seat has won (AA15: more than 20)."""


class Seat(StrEnum):
    """The two seats, in turn order."""

    RAINBOW = "Rainbow"
    XENO = "Xeno"

    @property
    def opponent(self) -> Seat:
        """The other seat."""
        return OPPONENT[self]


OPPONENT = {Seat.RAINBOW: Seat.XENO, Seat.XENO: Seat.RAINBOW}
SEATS: tuple[str, ...] = tuple(Seat)
SEAT_LETTER = {Seat.RAINBOW: "r", Seat.XENO: "x"}

PROGRESSION = {
    Seat.RAINBOW: (Colour.GREEN, Colour.YELLOW, Colour.RED, Colour.BLUE, Colour.BLACK),
    Seat.XENO: (Colour.CLEAR, Colour.WHITE, Colour.ORANGE, Colour.CYAN, Colour.PURPLE),
}
"""Each seat's colours in the order in which its pyramids change; the last is burnt."""

FIRST_COLOUR = {seat: colours[0] for seat, colours in PROGRESSION.items()}
OWNER = {colour: seat for seat, colours in PROGRESSION.items() for colour in colours}
NEXT_COLOUR = {colour: following for colours in PROGRESSION.values() for colour, following in pairwise(colours)}
"""What a colour changes into; a burnt one (black, purple) is not there."""
CHANGES = {seat: dict(pairwise(colours)) for seat, colours in PROGRESSION.items()}
"""The same for each seat's own colours alone."""

BONUS = {
    **{colours[step]: bonus for colours in PROGRESSION.values() for step, bonus in ((2, 3), (3, 6), (4, 12))},
}
"""Points for a bag of this colour beyond its pips (AA14); a colour that gives none is not there."""

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
COLOUR_OF_LETTER = {letter: colour for colour, letter in COLOUR_LETTER.items()}

PYRAMIDS = {
    SIZE_LETTER[size] + COLOUR_LETTER[colour]: Pyramid(size, colour) for colour in COLOUR_LETTER for size in SIZE_LETTER
}
"""Every kind of pyramid by its letters (`Qg`)."""
LETTERS = {pyramid: letters for letters, pyramid in PYRAMIDS.items()}
KINDS = tuple(PYRAMIDS.values())
"""Every kind of pyramid, in the order in which stashes are counted: by colours, of each the smallest first."""
_FIRST_KIND = {colour: 3 * place for place, colour in enumerate(COLOUR_LETTER)}
KINDS_OF = {colour: slice(first, first + 3) for colour, first in _FIRST_KIND.items()}
"""Where the kinds of a colour are among `KINDS`."""

TRIOS = {colour: 1 if colour in FIRST_COLOUR.values() else 2 for colour in COLOUR_LETTER}
"""How many trios of a colour are in the game (AA2)."""


def word_of(pyramid: Pyramid) -> str:
    """A pyramid in a sentence: `green queen`."""
    return f"{pyramid.colour} {SIZE_WORD[pyramid.size]}"


class Box(Struct, frozen=True):
    """The least rectangle that holds some squares: 0-based first and last file and rank."""

    left: int
    right: int
    bottom: int
    top: int

    def holds(self, other: Box) -> bool:
        """Whether all of `other` lies within."""
        return (
            self.left <= other.left
            and other.right <= self.right
            and self.bottom <= other.bottom
            and other.top <= self.top
        )


PLAYFIELD_MEASURES = ((6, 5), (5, 6))
"""Files and ranks of a playfield (AA21)."""


class Variant:
    """The rules in play, and tables of the board that they are played on. There is one for each choice."""

    def __init__(self, is_easy: bool, is_unsettled: bool) -> None:
        self.is_easy = is_easy
        self.is_unsettled = is_unsettled

    @cached_property
    def grid(self) -> Grid:
        """The board: six files by five ranks, or 8 by 8 (AA21)."""
        return Grid(8, 8) if self.is_unsettled else Grid(6, 5)

    @cached_property
    def corners(self) -> frozenset[int]:
        """The entry squares of the settled board (AA3)."""
        return frozenset(self.grid.index[name] for name in ("a1", "f1", "a5", "f5"))

    @cached_property
    def beside_corners(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The entry squares of the settled board, each with the two squares beside it."""
        return tuple((corner, self.beside[corner]) for corner in sorted(self.corners))

    @cached_property
    def beside(self) -> tuple[tuple[int, ...], ...]:
        """For each square, those orthogonally beside it."""
        return self.grid.orthogonal

    @cached_property
    def nearest(self) -> tuple[tuple[int, ...], ...]:
        """For each square, itself and those orthogonally beside it (AA8)."""
        return tuple((square, *beside) for square, beside in enumerate(self.beside))

    @cached_property
    def ahead(self) -> dict[tuple[int, int], int]:
        """For each step (from, to) the square straight ahead of it, where the board has one (AA9)."""
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
        """For each square the four lines through it, each as its two arms from the square outwards (AA12)."""
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

    def find_box(self, squares: Iterable[int]) -> Box | None:
        """The least rectangle that holds the squares, None if there are none."""
        files = self.grid.files
        places = [divmod(square, files) for square in squares]
        if not places:
            return None
        ranks = [rank for rank, _ in places]
        columns = [file for _, file in places]
        return Box(min(columns), max(columns), min(ranks), max(ranks))

    def playfields_for(self, cells: Sequence[Stack]) -> list[Box]:
        """The playfields that hold every pyramid on the board (AA21)."""
        box = self.find_box(square for square, stack in enumerate(cells) if stack)
        return [field for field in self.playfields if box is None or field.holds(box)]

    def is_within(self, box: Box | None, square: int) -> bool:
        """Whether one playfield can hold both what `box` holds and `square` (AA21)."""
        if box is None:
            return True
        rank, file = divmod(square, self.grid.files)
        files = max(box.right, file) - min(box.left, file) + 1
        ranks = max(box.top, rank) - min(box.bottom, rank) + 1
        return any(files <= wide and ranks <= high for wide, high in PLAYFIELD_MEASURES)


VARIANTS = {(easy, unsettled): Variant(easy, unsettled) for easy in (False, True) for unsettled in (False, True)}
"""The rules in play by (easy, unsettled)."""


class Position(Struct, frozen=True):
    """All that stands on the board, and how far the running turn has got.

    `cells` are the stacks (bottom up) by square index, `stash` is how many pyramids of each of `KINDS` are not on
    the board, `points` those of Rainbow and Xeno. `entered` (the square on which a pyramid entered) and `has_moved` are
    set within a turn only.
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
        """What a seat has scored, in points."""
        return self.points[0 if seat is Seat.RAINBOW else 1]


def count_stash(cells: Iterable[Stack]) -> tuple[int, ...]:
    """How many of each of `KINDS` the board leaves in the stashes (AA2)."""
    on_board = list(chain.from_iterable(cells))
    return tuple(TRIOS[kind.colour] - on_board.count(kind) for kind in KINDS)


def find_kind(size: Size, colour: Colour) -> int:
    """The place of a kind of pyramid among `KINDS`."""
    return _FIRST_KIND[colour] + size - 1


def sizes_in_stash(stash: Sequence[int], colour: Colour) -> Sequence[Size]:
    """The sizes that a stash holds of a colour, each once, smallest first (AA2)."""
    return tuple(compress(SIZES, stash[KINDS_OF[colour]]))


def count_on_board(stash: Sequence[int], colour: Colour) -> int:
    """How many pyramids of a colour are on the board, given what the stashes hold."""
    return 3 * TRIOS[colour] - sum(stash[KINDS_OF[colour]])


EMPTY: Stack = ()
DEFAULT_BOARD = "6/2,Qt,Dt,Pt,1/6/1,Pg,Dg,Qg,2/6"
UNSETTLED_BOARD = "8/8/8/8/8/8/8/8"


def first_position(variant: Variant, tags: Tags) -> Position:
    """Where a game begins without `Setup` (AA1, AA21). Raises `Illegal` for a wrong `First`."""
    board = UNSETTLED_BOARD if variant.is_unsettled else DEFAULT_BOARD
    cells = tuple(read_cells(variant.grid, board, _read_stack, EMPTY))
    return Position(variant, cells, count_stash(cells), Seat(read_first(SEATS, tags)))


def read_position(variant: Variant, text: str) -> Position:
    """The position that a position string shows. Raises `Illegal`: R8 if it is none, AA22 if it cannot be."""
    fields = text.split(" ")
    if len(fields) != 4:
        raise setup_fault(
            "a position is the board, the seat to move (r or x), Rainbow's points and Xeno's points, one space between"
        )
    board, letter, rainbow_points, xeno_points = fields
    try:
        cells = tuple(read_cells(variant.grid, board, _read_stack, EMPTY))
    except ValueError as fault:
        raise setup_fault(str(fault)) from None
    seat = next((seat for seat in Seat if SEAT_LETTER[seat] == letter), None)
    if seat is None:
        raise setup_fault(f"the seat to move is r (Rainbow) or x (Xeno), not {letter[:12]!r}")
    points = (_read_points(rainbow_points), _read_points(xeno_points))
    position = Position(variant, cells, count_stash(cells), seat, points)
    check_position(position)
    return position


def write_position(position: Position) -> str:
    """The position string of a position between two turns."""
    board = write_cells(position.variant.grid, position.cells, _write_stack)
    return f"{board} {SEAT_LETTER[position.to_move]} {position.points[0]} {position.points[1]}"


def check_position(position: Position) -> None:
    """Raises `Illegal` (AA22) for what no game can lead to."""
    grid = position.variant.grid
    for pyramid, left in zip(KINDS, position.stash, strict=True):
        in_game = TRIOS[pyramid.colour]
        if left < 0:
            count = in_game - left
            raise _impossible(f"there are {count} {word_of(pyramid)}s on the board, but only {in_game} in the game")
    for square, stack in enumerate(position.cells):
        for pyramid in stack[1:]:
            if pyramid.size is not PAWN:
                raise _impossible(
                    f"a {word_of(pyramid)} lies on a pyramid on {grid.names[square]}, but a cap is a pawn"
                )
            if pyramid.colour in FIRST_COLOUR.values():
                raise _impossible(
                    f"a {word_of(pyramid)} lies on another on {grid.names[square]}: "
                    "it cannot have got there without a change of colour"
                )
    if min(position.points) >= WINNING_POINTS:
        raise _impossible(f"both seats have more than {WINNING_POINTS - 1} points")
    if position.variant.is_unsettled and not position.variant.playfields_for(position.cells):
        raise _impossible("no playfield (6 by 5 or 5 by 6 squares) holds all the pyramids")


def _impossible(message: str) -> Illegal:
    return setup_fault(message, "AA22")


def _read_points(text: str) -> int:
    # As `write_position` writes them; the length keeps absurd numbers from `int`.
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and (text == "0" or text[0] != "0")):
        raise setup_fault(f"{text[:12]!r} is no number of points")
    return int(text)


def _read_stack(text: str) -> Stack:
    letters = [text[at : at + 2] for at in range(0, len(text), 2)]
    unknown = next((pair for pair in letters if pair not in PYRAMIDS), None)
    if unknown is not None or not letters:
        raise ValueError(
            f"{(unknown or text)[:12]!r} is no pyramid: write P, D or Q and one of {''.join(COLOUR_OF_LETTER)}"
        )
    return tuple(PYRAMIDS[pair] for pair in letters)


def _write_stack(stack: Stack) -> str:
    return "".join(LETTERS[pyramid] for pyramid in stack)

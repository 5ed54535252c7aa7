"""Positions of Triumvirate and their text: the board, both cards, the prisoners, the running turn.

Applies no rule of play; it knows only what a position string may hold.
"""

from __future__ import annotations

import re
from enum import IntEnum

from msgspec import Struct

from pyrnot.diagnostics import Illegal
from pyrnot.games.triumvirate.codes import Codes
from pyrnot.grid import Grid, read_cells, write_cells
from pyrnot.pieces import SIZE_OF_LETTER, Colour, Pyramid, Size
from pyrnot.tags import setup_fault

GRID = Grid(8, 8)
TRIOS = 5
"""How many trios each seat owns."""


class Seat(IntEnum):
    """A seat, in turn order; it indexes what a position has one of for each."""

    RED = 0
    BLUE = 1

    @property
    def word(self) -> str:
        """The seat's name."""
        return ("Red", "Blue")[self]

    @property
    def letter(self) -> str:
        """The letter of its pyramids, and of the seat to move."""
        return "rb"[self]

    @property
    def colour(self) -> Colour:
        """The colour of its pyramids."""
        return COLOURS[self]

    @property
    def other(self) -> Seat:
        """The opponent."""
        return OTHER[self]


# To ask a class for a member costs five times what a name of its own does.
RED, BLUE = Seat
OTHER = (BLUE, RED)
"""By seat, the opponent."""
COLOURS = (Colour.RED, Colour.BLUE)
SEATS = tuple(seat.word for seat in Seat)
STARTING_SQUARES = (
    {GRID.index["h1"]: Size.LARGE, GRID.index["g1"]: Size.MEDIUM, GRID.index["f1"]: Size.SMALL},
    {GRID.index["a8"]: Size.LARGE, GRID.index["b8"]: Size.MEDIUM, GRID.index["c8"]: Size.SMALL},
)
"""Each seat's three starting squares, with the size that begins there (T5)."""


class Section(IntEnum):
    """A section of a card, which is also a manner of moving (T1, T10); it indexes a card's places."""

    ORTHOGONAL = 0
    DIAGONAL = 1
    L_SHAPED = 2

    @property
    def letter(self) -> str:
        """`O`, `D` or `L`."""
        return "ODL"[self]


SECTION_OF_LETTER = {section.letter: section for section in Section}


class Laid(Struct, frozen=True):
    """A pyramid on a card. On its own card it is the seat's, as a hostage the opponent's."""

    size: Size
    is_flat: bool

    @property
    def text(self) -> str:
        """`M_` flat, `M^` upright."""
        return self.size.letter + ("_" if self.is_flat else "^")


Triumvirate = tuple[Laid, ...]
"""A seat's own pyramids on its card, by section. Those of a position are one of each size (T1)."""


class Card(Struct, frozen=True):
    """A seat's card: its triumvirate, and the hostages it has there (None: no hostage), by section."""

    triumvirate: Triumvirate
    hostages: tuple[Laid | None, ...]

    @property
    def points(self) -> int:
        """How many pyramids lie on it: the points of a turn that begins with it (T8)."""
        return 6 - self.hostages.count(None)


NO_HOSTAGES = (None, None, None)

Counts = tuple[int, int, int]
"""How many pyramids of each size: Small, Medium, Large."""

NONE: Counts = (0, 0, 0)


class Pending(Struct, frozen=True):
    """What is left of the running turn.

    `prisoners` counts those of this turn that can still become hostages, `named` holds the hostage places
    used in this turn: once there is one, no point can be used.
    """

    points: int
    prisoners: Counts
    named: frozenset[Section]
    has_passed: bool


class Position(Struct, frozen=True):
    """A position of Triumvirate. Between turns `pending` is None.

    `held` counts the prisoners that each seat holds, those of the running turn among them until they
    are made hostages (T15). `passes` counts the passes in a row that led here: 2 is a draw.
    """

    cells: tuple[Pyramid | None, ...]
    mover: Seat
    cards: tuple[Card, Card]
    held: tuple[Counts, Counts]
    passes: int
    pending: Pending | None = None

    @property
    def seats(self) -> tuple[str, ...]:
        """Red and Blue."""
        return SEATS

    @property
    def to_move(self) -> str:
        """Name of the seat whose turn it is."""
        return self.mover.word

    @property
    def points(self) -> int:
        """Points that the seat to move has left in this turn (T8)."""
        return self.pending.points if self.pending else self.cards[self.mover].points


def added(counts: Counts, size: Size, number: int) -> Counts:
    """`counts` with so many more of one size."""
    small, medium, large = counts
    if size is Size.SMALL:
        return small + number, medium, large
    if size is Size.MEDIUM:
        return small, medium + number, large
    return small, medium, large + number


def count_reserve(position: Position, seat: Seat, size: Size) -> int:
    """How many pyramids of a size wait in a seat's reserve: what is left of its five (T5).

    Negative if the position holds more than there are.
    """
    on_board = position.cells.count(Pyramid(size, COLOURS[seat]))
    captor = seat.other
    hostages = [hostage.size for hostage in position.cards[captor].hostages if hostage is not None]
    return TRIOS - 1 - on_board - position.held[captor][size - 1] - hostages.count(size)


def has_won(position: Position, seat: Seat) -> bool:
    """Whether a seat holds two prisoners or more of each size, hostages not counted (T15)."""
    small, medium, large = position.held[seat]
    return small >= 2 and medium >= 2 and large >= 2


def start_position(cards: tuple[Card, Card], mover: Seat) -> Position:
    """The position in which a game begins (T5)."""
    cells: list[Pyramid | None] = [None] * GRID.size
    for seat in Seat:
        for square, size in STARTING_SQUARES[seat].items():
            cells[square] = Pyramid(size, seat.colour)
    return Position(tuple(cells), mover, cards, (NONE, NONE), 0)


# Text


def write_triumvirate(triumvirate: Triumvirate) -> str:
    """`L_ M^ S_`, as in a card's tag."""
    return " ".join(laid.text for laid in triumvirate)


def read_triumvirate(text: str, tag: str) -> Triumvirate:
    """The triumvirate of a card's tag. Raises `Illegal` (T1)."""
    if not re.fullmatch(r" *(?:[SML] *[_^] *)+", text):
        raise Illegal(
            Codes.BAD_CARD,
            "T1",
            f"{text[:24]!r} is no card: it names the pyramids on O, D and L, each flat (_) or upright (^), "
            'such as "L_ M^ S_"',
            part=tag,
        )
    triumvirate = tuple(_read_laid(size + pose) for size, pose in re.findall(r"([SML]) *([_^])", text))
    check_triumvirate(triumvirate, tag)
    return triumvirate


def check_triumvirate(triumvirate: Triumvirate, tag: str = "") -> None:
    """A triumvirate is one Large, one Medium and one Small (T1). Raises `Illegal`.

    Its `part` is `tag`, or without one the section whose pyramid is too many.
    """
    sizes = [laid.size for laid in triumvirate]
    if len(sizes) == 3 and len(set(sizes)) == 3:
        return
    if len(sizes) != 3:
        message, part = f"a card has three sections, O, D and L, with a pyramid on each, not {len(sizes)}", ""
    else:
        again = next(section for section in Section if sizes[section] in sizes[:section])
        message = f"a card has one Large, one Medium and one Small, not two {sizes[again].word}s or more"
        part = again.letter
    raise Illegal(Codes.BAD_CARD, "T1", message, part=tag or part)


def write_held(counts: Counts) -> str:
    """`LLMS`, or `-` for none."""
    return "".join(size.letter * counts[size - 1] for size in reversed(Size)) or "-"


def write_position(position: Position) -> str:
    """The position string (R8)."""
    board = write_cells(GRID, position.cells, _write_cell)
    cards = (_write_card(card) for card in position.cards)
    held = (write_held(counts) for counts in position.held)
    passes = ["p" * position.passes] if position.passes else []
    return " ".join([board, position.mover.letter, *cards, *held, *passes])


def read_position(text: str) -> Position:
    """The exact inverse of `write_position`. Raises `Illegal` (R8; T1 for a card that is not one of each size)."""
    fields = text.split(" ")
    if len(fields) not in (6, 7):
        raise setup_fault(f"a position has six fields, or seven after a pass, not {len(fields)}")
    board, mover, *rest = fields[:6]
    if mover not in ("r", "b"):
        raise setup_fault(f"{mover[:12]!r} is no seat to move: write r or b")
    try:
        cells = tuple(read_cells(GRID, board, _read_cell, None))
    except ValueError as fault:
        raise setup_fault(str(fault)) from None
    passes = 0
    if len(fields) == 7:
        if fields[6] not in ("p", "pp"):
            raise setup_fault(f"{fields[6][:12]!r} is neither p (after a pass) nor pp (after two)")
        passes = len(fields[6])
    position = Position(
        cells,
        Seat.RED if mover == "r" else Seat.BLUE,
        (_read_card(rest[0]), _read_card(rest[1])),
        (_read_held(rest[2]), _read_held(rest[3])),
        passes,
    )
    _check_position(position)
    return position


def _check_position(position: Position) -> None:
    """No seat has more than five of a size, and not both have won. Raises `Illegal`."""
    for seat in Seat:
        for size in Size:
            lacking = -count_reserve(position, seat, size)
            if lacking > 0:
                raise setup_fault(f"{seat.word} owns {TRIOS} {size.word}s, and {TRIOS + lacking} are in play")
    if all(has_won(position, seat) for seat in Seat):
        raise setup_fault("both seats hold two prisoners of each size: only one can have won")


def letters(pyramid: Pyramid) -> str:
    """A pyramid as a position string has it: `Lr`."""
    return pyramid.size.letter + ("r" if pyramid.colour is Colour.RED else "b")


def _write_cell(cell: Pyramid | None) -> str:
    return "" if cell is None else letters(cell)


def _read_cell(text: str) -> Pyramid:
    if not re.fullmatch("[SML][rb]", text):
        raise ValueError(f"{text[:12]!r} is no pyramid: write a size and a colour, such as Sr or Lb")
    return Pyramid(SIZE_OF_LETTER[text[0]], COLOURS["rb".index(text[1])])


def _write_card(card: Card) -> str:
    hostages = ("-" if hostage is None else hostage.text for hostage in card.hostages)
    return f"{','.join(laid.text for laid in card.triumvirate)}|{','.join(hostages)}"


def _read_card(text: str) -> Card:
    laid, place = "[SML][_^]", "(?:[SML][_^]|-)"
    if not re.fullmatch(rf"{laid},{laid},{laid}\|{place},{place},{place}", text):
        raise setup_fault(f"{text[:32]!r} is no card: write it as in L_,M^,S_|-,-,-")
    own, taken = text.split("|")
    triumvirate = tuple(map(_read_laid, own.split(",")))
    check_triumvirate(triumvirate, "Setup")
    return Card(triumvirate, tuple(None if part == "-" else _read_laid(part) for part in taken.split(",")))


def _read_laid(text: str) -> Laid:
    return Laid(SIZE_OF_LETTER[text[0]], text[1] == "_")


def _read_held(text: str) -> Counts:
    if text != "-" and not re.fullmatch("(?=.)L*M*S*", text):
        raise setup_fault(f"{text[:32]!r} is no row of held prisoners: write it as in LLMS, or - for none")
    return text.count("S"), text.count("M"), text.count("L")

"""A position of Braces, and its string (R8, B46). What turns do to it is left to `rules` and its neighbours."""

from __future__ import annotations

from msgspec import Struct

from pyrnot.core.grid import board_pyramids, read_cells, write_cells
from pyrnot.core.pieces import SIZE_OF_LETTER, Colour, Pyramid, Size
from pyrnot.core.positions import PositionPart, illegal_setup, read_pyramid, read_seat, split_fields
from pyrnot.games.braces.board import GRID, TIP, Place, Power
from pyrnot.games.braces.stacks import MAX_COST, NOBODY, Owner, Pile, Rules, Uses
from pyrnot.games.braces.withdrawal import NO_TRACK, Track

SEATS = ("White", "Black")

COLOUR_OF_LETTER = {
    "w": Colour.WHITE,
    "b": Colour.BLACK,
    "n": Colour.CLEAR,
    "g": Colour.GREEN,
    "r": Colour.RED,
    "u": Colour.BLUE,
    "y": Colour.YELLOW,
    "o": Colour.ORANGE,
    "p": Colour.PURPLE,
    "c": Colour.CYAN,
}
LETTER_OF_COLOUR = {colour: letter for letter, colour in COLOUR_OF_LETTER.items()}
COLOUR_OF_LETTER["t"] = Colour.CLEAR

_PYRAMID_OF_LETTERS = {
    size.letter + letter: Pyramid(size, colour) for letter, colour in COLOUR_OF_LETTER.items() for size in Size
}
_EXPECTED = "write the board and the seat to move (w or b), with `neutralize` how often each size was made neutral"

COLOUR_WORD = {colour: "neutral" if colour is Colour.CLEAR else colour.value for colour in LETTER_OF_COLOUR}

START = "1,LbMbSb,LbMbSb,LbMbSb,1/5/2,LnMnSn,2/5/1,LwMwSw,LwMwSw,LwMwSw,1"
"""The board at the start of a game (B1)."""

Cells = tuple[Pile, ...]
"""By square: its stack."""


class Pending(Struct, frozen=True):
    """What is left of the running turn, once its dice are rolled.

    `left` is in points. `track` records which pyramids stood still and which have left; it is empty unless a pyramid
    may be withdrawn from (B40).
    """

    power: Power
    value: int
    left: int
    has_swapped: bool = False
    is_won: bool = False
    has_passed: bool = False
    track: Track = NO_TRACK

    @property
    def limit(self) -> int:
        """The most that the steps of the turn may cost together, in points (B7, B8)."""
        return limit_of(self.power, self.value)


def limit_of(power: Power, value: int) -> int:
    """The most that the steps of a turn may cost together, in points (B7, B8)."""
    return MAX_COST if power is TIP else value


class Position(Struct, frozen=True):
    """The board, the seat to move, how often each size was made neutral (B45), and the running turn, if any."""

    rules: Rules
    cells: Cells
    mover: Owner
    used: Uses = (0, 0, 0)
    pending: Pending | None = None

    @property
    def seats(self) -> tuple[str, ...]:
        """Both seats, in turn order."""
        return SEATS

    @property
    def to_move(self) -> str:
        """The seat whose turn it is."""
        return SEATS[self.mover]


def pyramid_at(position: Position, place: Place) -> Pyramid:
    """The pyramid on a level of a square."""
    square, level = place
    return position.cells[square][level - 1]


def letters(pyramid: Pyramid) -> str:
    """A pyramid as in a position string: `Lw`."""
    return pyramid.size.letter + LETTER_OF_COLOUR[pyramid.colour]


def words(pyramid: Pyramid) -> str:
    """A pyramid as in a sentence: `white Large`."""
    return f"{COLOUR_WORD[pyramid.colour]} {pyramid.size.word}"


def write_position(position: Position) -> str:
    """The position string: board, seat to move, and with `neutralize` how often each size was made neutral."""
    board = write_cells(GRID, position.cells, lambda pile: "".join(map(letters, pile)))
    text = f"{board} {'wb'[position.mover]}"
    if position.rules.neutralize:
        small, medium, large = position.used
        text += f" L{large}M{medium}S{small}"
    return text


def read_position(text: str, rules: Rules) -> Position:
    """The position that `text` shows. Raises `Illegal`: R8 for a malformed string, B3 and B46 (as B46) for a position
    that this game cannot have."""
    fields, _ = split_fields(text, _EXPECTED, 2, 3)
    board, seat = fields[:2]
    mover = Owner("wb".index(read_seat(seat, {"w": "White", "b": "Black"})))
    used = _read_used(fields[2], rules) if len(fields) == 3 else (0, 0, 0)
    cells = read_cells(GRID, board, lambda cell: rules.pile(_read_stack(cell, rules)), rules.empty)
    _check_counts(board, rules, used)
    return Position(rules, tuple(cells), mover, used)


def _read_used(field: PositionPart, rules: Rules) -> Uses:
    """How often each size was made neutral (B45), the sizes in any order."""
    uses = {pair.text[:1]: pair.text[1:] for pair in field.pairs()}
    if not rules.neutralize:
        message = f"{field.shown} cannot follow the seat to move without `neutralize`"
        raise illegal_setup(message, at=field, hint="leave it out")
    has_each_size = len(field.text) == 6 and set(uses) == set(SIZE_OF_LETTER)
    if not has_each_size or not set(uses.values()) <= set("012"):
        message = f"{field.shown} is not how often each size was made neutral: write it as in L0M1S2"
        raise illegal_setup(message, at=field)
    return int(uses["S"]), int(uses["M"]), int(uses["L"])


def _read_stack(cell: PositionPart, rules: Rules) -> tuple[Pyramid, ...]:
    """A cell's pyramids, bottom up; their sizes never grow (B3)."""
    pyramids: list[Pyramid] = []
    for part in list(cell.pairs()) or [cell]:
        pyramid = read_pyramid(part, _PYRAMID_OF_LETTERS, "LMS", "".join(COLOUR_OF_LETTER))
        if pyramid.colour not in rules.bearing:
            message = f"no {COLOUR_WORD[pyramid.colour]} pyramid takes part in this game"
            raise illegal_setup(message, "B46", at=part)
        if pyramids and pyramid.size > pyramids[-1].size:
            message = f"a {pyramid.size.word} stands on a {pyramids[-1].size.word}: sizes never grow towards the top"
            raise illegal_setup(message, "B46", at=part)
        pyramids.append(pyramid)
    return tuple(pyramids)


def _check_counts(board: PositionPart, rules: Rules, used: Uses) -> None:
    """At most three pyramids of each size for a seat, and one neutral one with those made neutral (B46)."""
    by_kind: dict[tuple[Owner, Size], list[PositionPart]] = {}
    for part in board_pyramids(board):
        pyramid = _PYRAMID_OF_LETTERS[part.text]
        by_kind.setdefault((rules.bearing[pyramid.colour].owner, pyramid.size), []).append(part)
    for (owner, size), parts in by_kind.items():
        most = 1 + used[size - 1] if owner is NOBODY else 3
        if len(parts) > most:
            whose = "neutral" if owner is NOBODY else f"{SEATS[owner]}'s"
            message = f"there are {len(parts)} {whose} {size.word}s, and there can be {most}"
            raise illegal_setup(message, "B46", at=parts[most])

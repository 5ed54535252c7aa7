"""A position of Braces, and its string (R8, B46). What turns do to it is left to `rules` and its neighbours."""

from __future__ import annotations

import re
from collections import Counter

from msgspec import Struct

from pyrnot.games.braces.board import GRID, TIP, Power
from pyrnot.games.braces.stacks import MAX_COST, NOBODY, Owner, Pile, Rules, Uses
from pyrnot.games.braces.withdrawal import NO_TRACK, Track
from pyrnot.grid import read_cells, write_cells
from pyrnot.pieces import SIZE_OF_LETTER, Colour, Pyramid
from pyrnot.tags import setup_fault

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

COLOUR_WORD = {colour: "neutral" if colour is Colour.CLEAR else colour.value for colour in LETTER_OF_COLOUR}

START = "1,LbMbSb,LbMbSb,LbMbSb,1/5/2,LnMnSn,2/5/1,LwMwSw,LwMwSw,LwMwSw,1"
"""The board at the start of a game (B1)."""

Cells = tuple[Pile, ...]
"""By square: its stack."""


class Pending(Struct, frozen=True):
    """What is left of the running turn, once its dice are rolled.

    `power` is None only to try a turn without any power (B6). `left` is in points. `track` records who stood still and
    who left; it is empty unless a pyramid may be withdrawn from (B40).
    """

    power: Power | None
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


def limit_of(power: Power | None, value: int) -> int:
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
    fields = text.split(" ")
    if len(fields) < 2:
        raise setup_fault("write a board and the seat to move (w or b), separated by one space")
    board, seat, *state = fields
    if seat not in ("w", "b"):
        raise setup_fault(f"{seat[:12]!r} is not a seat to move; write w or b")
    used = _read_used(state, rules)
    try:
        cells = tuple(read_cells(GRID, board, lambda cell: rules.pile(_read_stack(cell, rules)), rules.empty))
    except ValueError as fault:
        raise setup_fault(str(fault)) from None
    _check_counts(cells, used)
    return Position(rules, cells, Owner("wb".index(seat)), used)


def _read_used(state: list[str], rules: Rules) -> Uses:
    """How often each size was made neutral; never, if left out (B45)."""
    if not state:
        return (0, 0, 0)
    found = re.fullmatch(r"L([012])M([012])S([012])", state[0]) if rules.neutralize and len(state) == 1 else None
    if found is None:
        shown = " ".join(state)[:24]
        wanted = "write how often each size was made neutral, as in L0M1S2" if rules.neutralize else "remove it"
        raise setup_fault(f"unexpected {shown!r} after the seat to move; {wanted}")
    large, medium, small = map(int, found.groups())
    return (small, medium, large)


def _read_stack(text: str, rules: Rules) -> tuple[Pyramid, ...]:
    """A cell's pyramids, bottom up; none may be on a smaller one (B3)."""
    if not re.fullmatch(r"(?:[LMS][a-z])+", text):
        raise setup_fault(f"{text[:24]!r} is not a stack; write its pyramids from the bottom up, as in LwMwSb")
    pyramids: list[Pyramid] = []
    for size_letter, letter in zip(text[::2], text[1::2], strict=True):
        colour = COLOUR_OF_LETTER.get(letter)
        if colour is None:
            raise setup_fault(f"{letter!r} is not a colour in Braces")
        if colour not in rules.bearing:
            raise setup_fault(f"this game has no {COLOUR_WORD[colour]} pyramids", "B46")
        pyramid = Pyramid(SIZE_OF_LETTER[size_letter], colour)
        if pyramids and pyramid.size > pyramids[-1].size:
            raise setup_fault(
                f"in {text[:24]!r} a {pyramid.size.word} is on a {pyramids[-1].size.word}; write stacks bottom up, "
                "with no pyramid on a smaller one",
                "B46",
            )
        pyramids.append(pyramid)
    return tuple(pyramids)


def _check_counts(cells: Cells, used: Uses) -> None:
    """At most three pyramids of each size per seat, and one neutral one plus those made neutral (B46)."""
    counts = Counter(
        (bearing.owner, pyramid.size) for pile in cells for pyramid, bearing in zip(pile, pile.bearings, strict=True)
    )
    for (owner, size), count in counts.items():
        most = 1 + used[size - 1] if owner is NOBODY else 3
        if count > most:
            whose = "neutral" if owner is NOBODY else SEATS[owner]
            raise setup_fault(f"too many {whose} {size.word}s: {count} (at most {most})", "B46")

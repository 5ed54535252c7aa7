"""A position of Braces, and its text form (R8, B46). Plays nothing."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.games.braces.board import GRID, Power
from pyrnot.games.braces.stacks import MOST, Owner, Pile, Rules
from pyrnot.games.braces.withdrawal import NO_TRACK, Track
from pyrnot.grid import read_cells, write_cells
from pyrnot.pieces import SIZE_OF_LETTER, Colour, Pyramid, Size
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

Cells = tuple[Pile, ...]
"""A stack a square, by square index."""


class Pending(Struct, frozen=True):
    """What is left of the running turn, once its dice are rolled.

    `power` is None only where pyrnot asks itself what a turn does without any (B6). `left` is in points; `track`
    says who stood still and who left, and is empty unless pyramids can be withdrawn (B40).
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
        """What the steps of the whole turn may cost together, in points (B7, B8)."""
        return limit_of(self.power, self.value)


def limit_of(power: Power | None, value: int) -> int:
    """What the steps of a whole turn may cost together, in points (B7, B8)."""
    return MOST if power is Power.TIP else value


@lru_cache(maxsize=4096)
def spend(pending: Pending, cost: int) -> Pending:
    """What is left of a turn after a step of that cost in points. Kept: the many positions of a walk share it."""
    return replace(pending, left=pending.left - cost)


class Position(Struct, frozen=True):
    """The board, the seat to move, how often each size was made neutral (S, M, L; B45), and the running turn."""

    rules: Rules
    cells: Cells
    mover: Owner
    used: tuple[int, int, int] = (0, 0, 0)
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
    """How a pyramid is written in a position string: `Lw`."""
    return pyramid.size.letter + LETTER_OF_COLOUR[pyramid.colour]


def words(pyramid: Pyramid) -> str:
    """How a pyramid is called in a sentence: `white Large`."""
    return f"{COLOUR_WORD[pyramid.colour]} {pyramid.size.word}"


def write_position(position: Position) -> str:
    """Position string: board, seat to move, and with `neutralize` how often each size was used."""
    board = write_cells(GRID, position.cells, lambda pile: "".join(map(letters, pile)))
    text = f"{board} {'wb'[position.mover]}"
    if position.rules.neutralize:
        small, medium, large = position.used
        text += f" L{large}M{medium}S{small}"
    return text


def read_position(text: str, rules: Rules) -> Position:
    """The position that `text` shows. Raises `Illegal`: R8 if it is no position string, B46 if none of this game."""
    fields = text.split(" ")
    if len(fields) < 2:
        raise setup_fault("a position is a board and the seat to move (w or b), separated by one space")
    board, seat, *state = fields
    if seat not in ("w", "b"):
        raise setup_fault(f"{seat[:12]!r} is no seat to move: it is w or b")
    used = _read_used(state, rules)
    try:
        cells = tuple(read_cells(GRID, board, lambda cell: rules.pile(_read_stack(cell, rules)), rules.empty))
    except ValueError as fault:
        raise setup_fault(str(fault)) from None
    _check_counts(cells, rules, used)
    return Position(rules, cells, Owner("wb".index(seat)), used)


def _read_used(state: list[str], rules: Rules) -> tuple[int, int, int]:
    """How often each size was made neutral: left out, it is never (B45)."""
    if not state:
        return (0, 0, 0)
    found = re.fullmatch(r"L([012])M([012])S([012])", state[0]) if rules.neutralize and len(state) == 1 else None
    if found is None:
        shown = " ".join(state)[:24]
        wanted = "it may say how often each size was made neutral, as in L0M1S2" if rules.neutralize else "nothing may"
        raise setup_fault(f"{shown!r} cannot follow the seat to move: {wanted}")
    large, medium, small = map(int, found.groups())
    return (small, medium, large)


def _read_stack(text: str, rules: Rules) -> tuple[Pyramid, ...]:
    """A cell's pyramids, bottom up; their sizes never grow (B3)."""
    if not re.fullmatch(r"(?:[LMS][a-z])+", text):
        raise setup_fault(f"{text[:24]!r} is no stack: its pyramids are written as in LwMwSb, from the bottom up")
    pyramids: list[Pyramid] = []
    for size_letter, letter in zip(text[::2], text[1::2], strict=True):
        colour = COLOUR_OF_LETTER.get(letter)
        if colour is None:
            raise setup_fault(f"{letter!r} is no colour of Braces")
        if colour not in rules.bearing:
            raise setup_fault(f"no {COLOUR_WORD[colour]} pyramid takes part in this game", "B46")
        pyramid = Pyramid(SIZE_OF_LETTER[size_letter], colour)
        if pyramids and pyramid.size > pyramids[-1].size:
            raise setup_fault(
                f"in {text[:24]!r} a {pyramid.size.word} stands on a {pyramids[-1].size.word}: sizes never grow "
                "towards the top",
                "B46",
            )
        pyramids.append(pyramid)
    return tuple(pyramids)


def _check_counts(cells: Cells, rules: Rules, used: tuple[int, int, int]) -> None:
    """At most three pyramids of each size for a seat, and one neutral one with those made neutral (B46)."""
    counts = Counter(
        (bearing.owner, pyramid.size) for pile in cells for pyramid, bearing in zip(pile, pile.bearings, strict=True)
    )
    for (owner, size), count in counts.items():
        most = 1 + used[size - 1] if owner is Owner.NOBODY else 3
        if count > most:
            whose = "neutral" if owner is Owner.NOBODY else f"{SEATS[owner]}'s"
            raise setup_fault(f"there are {count} {whose} {size.word}s, and there can be {most}", "B46")


def count_on_board(position: Position, owner: Owner, size: Size, below_grade: int = 99) -> int:
    """How many pyramids of a size an owner has on the board, of a grade below the given one."""
    return sum(
        1
        for pile in position.cells
        for target in pile.targets[size]
        if target.owner is owner and target.grade < below_grade
    )

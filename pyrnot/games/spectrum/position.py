"""Positions of Spectrum and their text form. Judges no turn, and of a position only what its text must hold."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from msgspec import Struct

from pyrnot.diagnostics import Illegal
from pyrnot.games.spectrum.codes import Codes
from pyrnot.games.spectrum.lots import COLOUR_OF_LETTER, LETTER_OF_COLOUR, NOTHING, Lot, pips
from pyrnot.pieces import SIZE_OF_LETTER, Colour, Pyramid, Size
from pyrnot.tags import setup_fault

SEATS = ("A", "B", "C", "D")
MIN_SEATS = 2
COPIES = 4
"""How many pyramids of each size and colour stashes and spectrum hold together (S2)."""
GOALS = 3

Circle = tuple[Colour, ...]
"""The twelve colours in their order clockwise; a slot is a place in it."""
Stash = tuple[Lot, ...]
"""A seat's pyramids: a lot for each slot of the circle."""

DEFAULT_CIRCLE: Circle = tuple(COLOUR_OF_LETTER[letter] for letter in "roygcbpiwakt")


class Goal(NamedTuple):
    """The colours of a goal's three pyramids."""

    small: Colour
    medium: Colour
    large: Colour

    @property
    def pyramids(self) -> tuple[Pyramid, ...]:
        """The Small, the Medium and the Large."""
        return tuple(Pyramid(size, colour) for size, colour in zip(Size, self, strict=True))


class Stage(IntEnum):
    """How far the running turn is."""

    OPEN = 0
    EXCHANGED = 1
    CONVERTED = 2
    PASSED = 3


# To ask a class for a member costs five times what a name of its own does.
OPEN, EXCHANGED, CONVERTED, PASSED = Stage


class Position(Struct, frozen=True):
    """All stashes and goals; what no stash holds lies in the spectrum.

    `worth` is what each stash is worth, in pips: counted once, and then kept up as pyramids come and go. `mover` is the
    index of the seat to move, also while its turn runs; `stage` is `OPEN` between turns. A goal is None if the game
    ended before it was drawn again.
    """

    circle: Circle
    clockwise: bool
    stashes: tuple[Stash, ...]
    worth: tuple[int, ...]
    goals: tuple[Goal | None, ...]
    mover: int
    passes: int = 0
    stage: Stage = OPEN

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in play."""
        return SEATS[: len(self.stashes)]

    @property
    def to_move(self) -> str:
        """The seat whose turn it is."""
        return SEATS[self.mover]

    def slot(self, colour: Colour) -> int:
        """The colour's place in the circle."""
        return self.circle.index(colour)

    def next_slot(self, slot: int) -> int:
        """The place that the indicator leads to from `slot` (S4)."""
        return (slot + (1 if self.clockwise else -1)) % len(self.circle)

    def spectrum(self, slot: int) -> Lot:
        """What the spectrum holds of the colour at `slot`."""
        small = medium = large = COPIES
        for stash in self.stashes:
            smalls, mediums, larges = stash[slot]
            small -= smalls
            medium -= mediums
            large -= larges
        return small, medium, large

    def stash_pips(self, seat: int) -> int:
        """What a seat's stash is worth, in pips."""
        return self.worth[seat]


def count_worth(stashes: tuple[Stash, ...]) -> tuple[int, ...]:
    """What each stash is worth, in pips."""
    return tuple(sum(map(pips, stash)) for stash in stashes)


def goal_letters(goal: Goal | None) -> str:
    """`SrMkLw`, or `-` for a goal not drawn."""
    if goal is None:
        return "-"
    return "".join(size.letter + LETTER_OF_COLOUR[colour] for size, colour in zip(Size, goal, strict=True))


def read_goal(text: str) -> Goal | None:
    """The goal that `SrMkLw` names, None if `text` names none."""
    if len(text) != 2 * len(Size) or text[::2] != "SML":
        return None
    colours = [COLOUR_OF_LETTER.get(letter) for letter in text[1::2]]
    small, medium, large = colours
    if small is None or medium is None or large is None:
        return None
    return Goal(small, medium, large)


def goals_clash(goals: tuple[Goal | None, ...]) -> Pyramid | None:
    """A pyramid that two goals share, which the bag cannot give (S5); None if there is none."""
    seen: set[Pyramid] = set()
    for goal in goals:
        for pyramid in goal.pyramids if goal else ():
            if pyramid in seen:
                return pyramid
            seen.add(pyramid)
    return None


def read_circle(text: str) -> Circle | None:
    """The circle whose letters `text` lists clockwise, None if it does not list every colour once (S1)."""
    if len(text) != len(COLOUR_OF_LETTER) or set(text) != set(COLOUR_OF_LETTER):
        return None
    return tuple(COLOUR_OF_LETTER[letter] for letter in text)


def circle_letters(circle: Circle) -> str:
    """The inverse of `read_circle`."""
    return "".join(LETTER_OF_COLOUR[colour] for colour in circle)


def write_position(position: Position) -> str:
    """`<circle> <+ or -> <stashes> <goals> <seat to move>[ pN]` (R8)."""
    fields = [
        circle_letters(position.circle),
        "+" if position.clockwise else "-",
        "/".join(_write_stash(position.circle, stash) for stash in position.stashes),
        "/".join(map(goal_letters, position.goals)),
        position.to_move,
    ]
    if position.passes:
        fields.append(f"p{position.passes}")
    return " ".join(fields)


def _write_stash(circle: Circle, stash: Stash) -> str:
    pyramids = [
        size.letter + LETTER_OF_COLOUR[colour]
        for colour, lot in zip(circle, stash, strict=True)
        for size, count in zip(Size, lot, strict=True)
        for _ in range(count)
    ]
    return ",".join(pyramids) or "-"


def read_position(text: str) -> Position:
    """The position that `text` shows. Raises `Illegal` (R8, S2 for too many pyramids, S5 for goals)."""
    fields = text.split(" ")
    if len(fields) not in (5, 6):
        raise setup_fault("a position is circle, indicator, stashes, goals and the seat to move, with blanks between")
    circle = read_circle(fields[0])
    if circle is None:
        raise setup_fault(f"{fields[0][:24]!r} is no circle: it lists each of roygcbpiwakt once")
    if fields[1] not in ("+", "-"):
        raise setup_fault(f"{fields[1][:12]!r} is no indicator: + is clockwise, - counter-clockwise")
    stash_texts = fields[2].split("/")
    if not MIN_SEATS <= len(stash_texts) <= len(SEATS):
        raise setup_fault(f"there are {len(stash_texts)} stashes, not 2 to 4")
    stashes = tuple(_read_stash(circle, stash) for stash in stash_texts)
    seats = SEATS[: len(stashes)]
    if fields[4] not in seats:
        raise setup_fault(f"{fields[4][:12]!r} is no seat to move: the seats are {', '.join(seats)}")
    passes = _read_passes(fields[5], len(seats)) if len(fields) == 6 else 0
    goals = _read_goals(fields[3])
    mover = seats.index(fields[4])
    position = Position(circle, fields[1] == "+", stashes, count_worth(stashes), goals, mover, passes)
    for slot, colour in enumerate(circle):
        for size, left in zip(Size, position.spectrum(slot), strict=True):
            if left < 0:
                raise _too_many(size, colour)
    return position


def _too_many(size: Size, colour: Colour) -> Illegal:
    """More pyramids in the stashes than there are (S2)."""
    return setup_fault(f"the stashes hold more than the {COPIES} {colour.value} {size.word}s of the game", rule="S2")


def _read_stash(circle: Circle, text: str) -> Stash:
    """A stash as `_write_stash` writes it: in circle order, then by size."""
    if text == "-":
        return (NOTHING,) * len(circle)
    counts = [[0, 0, 0] for _ in circle]
    reached, before = (0, 0), ""
    for part in text.split(","):
        size, colour = SIZE_OF_LETTER.get(part[:1]), COLOUR_OF_LETTER.get(part[1:])
        if size is None or colour is None:
            raise setup_fault(f"{part[:12]!r} is no pyramid: a size (S, M, L) and a colour's letter are, as in Sr")
        here = (circle.index(colour), size.value)
        if here < reached:
            raise setup_fault(f"{part} stands after {before}, but a stash is in circle order, then S, M, L")
        reached, before = here, part
        counts[here[0]][size - 1] += 1
        if counts[here[0]][size - 1] > COPIES:
            raise _too_many(size, colour)
    return tuple((small, medium, large) for small, medium, large in counts)


def _read_goals(text: str) -> tuple[Goal | None, ...]:
    goals: list[Goal | None] = []
    for part in text.split("/"):
        goal = read_goal(part)
        if goal is None and part != "-":
            raise setup_fault(f"{part[:12]!r} is no goal: a goal is a Small, a Medium and a Large, as in SrMkLw")
        goals.append(goal)
    if len(goals) != GOALS:
        raise setup_fault(f"there are {len(goals)} goals, not {GOALS}")
    clash = goals_clash(tuple(goals))
    if clash is not None:
        raise setup_fault(_clash_words(clash), rule="S5")
    return tuple(goals)


def _clash_words(pyramid: Pyramid) -> str:
    return f"two goals show the {pyramid.colour.value} {pyramid.size.word}, but the bag had only one"


def _read_passes(text: str, seats: int) -> int:
    """How many seats passed in a row: `p1` up to as many as there are seats (S12)."""
    for passes in range(1, seats + 1):
        if text == f"p{passes}":
            return passes
    raise setup_fault(f"{text[:12]!r} says nothing about passes: p1 is one, and at most p{seats} can be")


def goals_of_tag(text: str) -> tuple[Goal, ...]:
    """The three goals of a `Goals` tag (S5). Raises `Illegal`."""
    parts = [part for part in text.split(" ") if part]
    goals = [goal for goal in map(read_goal, parts) if goal is not None]
    if len(goals) != len(parts) or len(goals) != GOALS:
        message = "Goals lists three goals, each a Small, a Medium and a Large, as in SrMkLw SoMoLi SaMtLy"
        raise Illegal(Codes.BAD_GOALS, "S5", message, part="Goals")
    clash = goals_clash(tuple(goals))
    if clash is not None:
        raise Illegal(Codes.BAD_GOALS, "S5", _clash_words(clash), part="Goals")
    return tuple(goals)

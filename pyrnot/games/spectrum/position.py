"""Positions of Spectrum and their strings. Judges no action; `start` judges which positions a game can start from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import NamedTuple

from msgspec import Struct

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.pieces import SIZES, Colour, Pyramid, Size
from pyrnot.core.positions import PositionPart, illegal_setup, read_pyramid, read_seat, split_fields
from pyrnot.games.spectrum.lots import COLOUR_OF_LETTER, LETTER_OF_COLOUR, Lot, pips

SEATS = ("A", "B", "C", "D")
MIN_SEATS = 2
COPIES = 4
"""How many pyramids of each size and colour are in the stashes and the spectrum together (S2)."""
GOALS = 3
PIPS_TO_WIN = 6
"""The most that a winning stash is worth (S11)."""

Circle = tuple[Colour, ...]
"""The twelve colours in clockwise order; a slot is an index into it."""
Stash = tuple[Lot, ...]
"""A seat's pyramids: a lot for each slot of the circle."""

DEFAULT_CIRCLE: Circle = tuple(COLOUR_OF_LETTER[letter] for letter in "roygcbpiwakt")


_PYRAMID_OF_LETTERS = {
    size.letter + letter: Pyramid(size, colour) for letter, colour in COLOUR_OF_LETTER.items() for size in Size
}


class Goal(NamedTuple):
    """The colours of a goal's three pyramids."""

    small: Colour
    medium: Colour
    large: Colour

    @property
    def pyramids(self) -> tuple[Pyramid, ...]:
        """The Small, the Medium and the Large."""
        return tuple(map(Pyramid, SIZES, self))


class Stage(IntEnum):
    """How far the current turn has got."""

    OPEN = 0
    EXCHANGED = 1
    CONVERTED = 2
    PASSED = 3
    RESIGNED = 4


# Aliases: five times faster than `Stage.OPEN`.
OPEN, EXCHANGED, CONVERTED, PASSED, RESIGNED = Stage


class Position(Struct, frozen=True):
    """All stashes and goals. Pyramids in no stash are in the spectrum.

    `worth` is the worth of each stash in pips, kept up to date as pyramids come and go. `mover` is the index of the
    seat to move, also within its turn; `stage` is `OPEN` between turns. A goal is None if the game ended before it
    was drawn again. `out` are the seats that have left, whose stashes are out of play (S13); `resumes` is the seat to
    move next while another one leaves between turns.
    """

    circle: Circle
    clockwise: bool
    stashes: tuple[Stash, ...]
    worth: tuple[int, ...]
    goals: tuple[Goal | None, ...]
    mover: int
    passes: int = 0
    stage: Stage = OPEN
    out: frozenset[int] = frozenset()
    resumes: int | None = None

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of the game."""
        return SEATS[: len(self.stashes)]

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that have not left, by index."""
        return tuple([seat for seat in range(len(self.stashes)) if seat not in self.out])

    def beside(self, seat: int, step: int) -> int:
        """The next seat in play after `seat`, or with a step of -1 the one before it."""
        beside = (seat + step) % len(self.stashes)
        while beside in self.out:
            beside = (beside + step) % len(self.stashes)
        return beside

    @property
    def to_move(self) -> str:
        """The seat whose turn it is."""
        return SEATS[self.mover]

    def slot(self, colour: Colour) -> int:
        """The colour's index in the circle."""
        return self.circle.index(colour)

    def next_slot(self, slot: int) -> int:
        """The slot that follows `slot` in the indicator's direction (S4)."""
        return (slot + (1 if self.clockwise else -1)) % len(self.circle)

    def spectrum(self, slot: int) -> Lot:
        """The spectrum's pyramids of the colour at `slot`."""
        small = medium = large = COPIES
        for stash in self.stashes:
            smalls, mediums, larges = stash[slot]
            small -= smalls
            medium -= mediums
            large -= larges
        return small, medium, large


def find_winner(position: Position) -> int | None:
    """Index of the seat that has won (S11), None if there is none.

    The mover comes first, then the seats after it. Between turns the mover is the seat before the one to move.
    """
    if min(position.worth) > PIPS_TO_WIN:
        return None
    count = len(position.stashes)
    first = position.beside(position.mover, -1) if position.stage is OPEN else position.mover
    seats = ((first + step) % count for step in range(count))
    return next((seat for seat in seats if position.worth[seat] <= PIPS_TO_WIN and seat not in position.out), None)


def check_not_alone(position: Position) -> None:
    """Raises `Illegal` if the turn has the action that must be its only one (S9, S13)."""
    if position.stage is PASSED:
        raise Illegal("second-action", "S9", "a pass converts nothing: it must be the only action of its turn")
    if position.stage is RESIGNED:
        raise Illegal("second-action", "S13", "write `resign` as a separate turn, without other actions")


def changed_stash(stash: Stash, slot: int, lot: Lot) -> Stash:
    """The stash with another lot at `slot`."""
    return (*stash[:slot], lot, *stash[slot + 1 :])


def count_worth(stashes: tuple[Stash, ...]) -> tuple[int, ...]:
    """The worth of each stash, in pips."""
    return tuple(sum(map(pips, stash)) for stash in stashes)


def write_goal(goal: Goal | None) -> str:
    """`SrMkLw`, or `-` for a goal that is not drawn."""
    if goal is None:
        return "-"
    return "".join(size.letter + LETTER_OF_COLOUR[colour] for size, colour in zip(Size, goal, strict=True))


def read_goal(text: str) -> Goal | None:
    """The goal written as `SrMkLw`, its pyramids in any order; None if `text` is not a goal."""
    if len(text) != 2 * len(Size):
        return None
    colours = {letters[0]: COLOUR_OF_LETTER.get(letters[1]) for letters in (text[at : at + 2] for at in (0, 2, 4))}
    small, medium, large = (colours.get(size.letter) for size in Size)
    if small is None or medium is None or large is None:
        return None
    return Goal(small, medium, large)


def describe_clash(goals: Iterable[Goal | None]) -> str | None:
    """A message about a pyramid that two goals share, which the bag cannot give (S5); None if there is none."""
    seen: set[Pyramid] = set()
    for goal in goals:
        if goal is None:
            continue
        for pyramid in goal.pyramids:
            if pyramid in seen:
                return f"two goals show the {pyramid.colour} {pyramid.size.word}, but the bag has only one"
            seen.add(pyramid)
    return None


def read_circle(text: str) -> Circle | None:
    """The circle whose letters `text` lists clockwise, None unless it lists every colour once (S1)."""
    if len(text) != len(COLOUR_OF_LETTER) or set(text) != set(COLOUR_OF_LETTER):
        return None
    return tuple(COLOUR_OF_LETTER[letter] for letter in text)


def write_circle(circle: Circle) -> str:
    """The letters of a circle; the inverse of `read_circle`."""
    return "".join(LETTER_OF_COLOUR[colour] for colour in circle)


def write_position(position: Position) -> str:
    """`<circle> <+ or -> <stashes> <goals> <seat to move>[ pN][ out=BC]`; the exact inverse of `read_position`."""
    fields = [
        write_circle(position.circle),
        "+" if position.clockwise else "-",
        "/".join(_write_stash(position.circle, stash) for stash in position.stashes),
        "/".join(map(write_goal, position.goals)),
        position.to_move,
    ]
    if position.passes:
        fields.append(f"p{position.passes}")
    if position.out:
        fields.append("out=" + "".join(SEATS[seat] for seat in sorted(position.out)))
    return " ".join(fields)


def _write_stash(circle: Circle, stash: Stash) -> str:
    pyramids = [
        size.letter + LETTER_OF_COLOUR[colour]
        for colour, lot in zip(circle, stash, strict=True)
        for size, count in zip(Size, lot, strict=True)
        for _ in range(count)
    ]
    return ",".join(pyramids) or "-"


_EXPECTED = (
    "write circle, indicator, stashes, goals and the seat to move, then the passes in a row (p1) and the seats that "
    "have left (out=B) if there are any"
)


def read_position(text: str) -> Position:
    """The position that `text` shows. Raises `Illegal` (R8, S2 for too many pyramids, S5 for goals)."""
    fields, _ = split_fields(text, _EXPECTED, 5, 7 if _OUT in text else 6)
    circle = read_circle(fields[0].text)
    if circle is None:
        raise illegal_setup(f"{fields[0].shown} is not a circle; list each of roygcbpiwakt once", at=fields[0])
    if fields[1].text not in ("+", "-"):
        message = f"{fields[1].shown} is not an indicator; write + (clockwise) or - (counter-clockwise)"
        raise illegal_setup(message, at=fields[1])
    count = fields[2].text.count("/") + 1
    if not MIN_SEATS <= count <= len(SEATS):
        raise illegal_setup(f"write 2 to 4 stashes, not {count}", at=fields[2])
    stashes = tuple([_read_stash(circle, stash) for stash in fields[2].split("/")])
    seats = SEATS[: len(stashes)]
    *state, last = fields[4:]
    out = _read_out(last, seats) if state and last.text.startswith(_OUT) else frozenset()
    passes = state[1:] if out else [*state, last][1:]
    if len(passes) > 1:
        raise illegal_setup(f"unexpected field {passes[1].shown}: {_EXPECTED}", at=passes[1])
    return Position(
        circle=circle,
        clockwise=fields[1].text == "+",
        stashes=stashes,
        worth=count_worth(stashes),
        goals=_read_goals(fields[3]),
        mover=seats.index(read_seat(fields[4], dict(zip(seats, seats, strict=True)))),
        passes=_read_passes(passes[0], len(seats) - len(out)) if passes else 0,
        out=out,
    )


_OUT = "out="


def _read_out(part: PositionPart, seats: Sequence[str]) -> frozenset[int]:
    """The seats that have left (S13): some of three or four, never all. Raises `Illegal`."""
    letters = part.text.removeprefix(_OUT)
    out = frozenset([seats.index(letter) for letter in letters if letter in seats])
    if len(seats) < 3 or not 0 < len(out) == len(letters) < len(seats):
        message = f"{part.shown} does not list some of three or four seats, each once; write it as in out=B"
        raise illegal_setup(message, "S13" if out else "R8", at=part)
    return out


def _read_stash(circle: Circle, stash: PositionPart) -> Stash:
    """One stash, its pyramids in any order. Raises `Illegal`."""
    parts = () if stash.text == "-" else stash.split(",")
    counts = {colour: [0, 0, 0] for colour in circle}
    for part in parts:
        size, colour = read_pyramid(part, _PYRAMID_OF_LETTERS, "SML", "roygcbpiwakt")
        counts[colour][size - 1] += 1
    return tuple([(small, medium, large) for small, medium, large in counts.values()])


def _read_goals(field: PositionPart) -> tuple[Goal | None, ...]:
    count = field.text.count("/") + 1
    if count != GOALS:
        raise illegal_setup(f"write {GOALS} goals, not {count}", at=field)
    goals: list[Goal | None] = []
    for part in field.split("/"):
        goal = read_goal(part.text)
        if goal is None and part.text != "-":
            found = f"{part.shown} is not a goal" if part.text else "a goal is missing here"
            raise illegal_setup(f"{found}; write a Small, a Medium and a Large, as in SrMkLw", at=part)
        clash = describe_clash([*goals, goal])
        if clash is not None:
            raise illegal_setup(clash, "S5", at=part)
        goals.append(goal)
    return tuple(goals)


def _read_passes(part: PositionPart, seats: int) -> int:
    """How many seats passed in a row: from `p1` to the number of seats (S12)."""
    for passes in range(1, seats + 1):
        if part.text == f"p{passes}":
            return passes
    message = f"{part.shown} is not a number of passes; write p1 to p{seats}"
    raise illegal_setup(message, at=part, hint="leave it out" if part.text == "p0" else None)

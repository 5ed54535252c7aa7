"""Actions as written, exact actions, and events. The other modules say what they mean."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from pyrnot.core.game import Event, ParsedAction, Throw
from pyrnot.core.pieces import Colour, Pyramid, Size
from pyrnot.games.braces.board import FACES, GRID, Place
from pyrnot.games.braces.position import COLOUR_WORD, words

ABSURD = 1000
"""Every number on a die, and every level, from this one up: no longer one is worth the digits."""

# What is written


class Name(Struct, frozen=True):
    """One pyramid as the player named it (B31): colour and level only if they were written.

    `square` is as written, in lower case, and may not exist. `field` is the key under which the action has its spans.
    """

    size: Size
    colour: Colour | None
    level: int | None
    square: str
    field: str = ""


class Claim(Struct, frozen=True, kw_only=True):
    """An X result as written (B32).

    `arrival` is the number of the arrival that it follows, from 0; None after the last square, where it may belong to
    any. `new` is the colour written after `=`; `is_capture` is for `=x`.
    """

    name: Name
    arrival: int | None
    new: Colour | None
    is_capture: bool = False


class WrittenDice(ParsedAction, kw_only=True, frozen=True):
    """The dice (B4 to B6): the face, the `use` after `=`, and the rolls, of which the last counts.

    A face that the die has is in capitals, however it was written.
    """

    face: str
    use: str | None
    rolls: tuple[tuple[int, int], ...]


class WrittenPath(ParsedAction, kw_only=True, frozen=True):
    """Steps of a pyramid or a unit (B12, B15, B33). Colour and levels only if written; the start comes first."""

    sizes: tuple[Size, ...]
    colour: Colour | None
    levels: tuple[int, ...] | None
    squares: tuple[str, ...]
    claims: tuple[Claim, ...] = ()


class WrittenSwap(ParsedAction, kw_only=True, frozen=True):
    """A swap of two pyramids (B25)."""

    first: Name
    second: Name
    claims: tuple[Claim, ...] = ()


class WrittenPass(ParsedAction, kw_only=True, frozen=True):
    """`pass` (B30)."""


WrittenAction = WrittenDice | WrittenPath | WrittenSwap | WrittenPass

# What exactly is done


class Dice(Struct, frozen=True):
    """The dice as read. They are judged only when played, so words and numbers may be some that no die has."""

    face: str
    use: str | None
    rolls: tuple[tuple[int, int], ...]


Picks = tuple[Place, ...]
"""Where the pyramids are, just after an arrival, whose change the mover chose: one of several on its square (B21,
B45), or a withdrawal (B40)."""


class Path(Struct, frozen=True):
    """Steps of certain pyramids of one square, and for each step the changes that the mover chose.

    `depths` gives for each pyramid, from the lowest, how many are above it at the start.
    """

    squares: tuple[int, ...]
    depths: tuple[int, ...]
    picks: tuple[Picks, ...]


class Swap(Struct, frozen=True):
    """Two certain pyramids to swap, in the order written, and the changes that the mover chose."""

    first: Place
    second: Place
    picks: Picks = ()


class Pass(Struct, frozen=True):
    """No step is possible, so nothing is done (B30)."""


Action = Dice | Path | Swap | Pass

# What happens


class Rolled(Event, frozen=True):
    """The dice were rolled and give `value` points to spend.

    Of the `rolls` of the number dice the last one counts.
    """

    kind: ClassVar[str] = "rolled"
    face: str
    use: str | None
    rolls: tuple[tuple[int, int], ...]
    value: int

    @property
    def text(self) -> str:
        used = f" used as {self.use}" if self.use else ""
        rolls = " R ".join(f"{left}/{right}" for left, right in self.rolls)
        return f"{self.face}{used} {rolls}, worth {self.value}"

    @property
    def throws(self) -> tuple[Throw, ...]:
        numbers = tuple("123456")
        number_dice = (Throw("number dice", numbers, str(number)) for roll in self.rolls for number in roll)
        return (Throw("treehouse die", FACES, self.face), *number_dice)


class Stepped(Event, frozen=True):
    """Pyramids stepped from one square to the top of another.

    `levels` are as before the step; `cost` is in points.
    """

    kind: ClassVar[str] = "moved"
    pyramids: tuple[Pyramid, ...]
    start: int
    levels: tuple[int, ...]
    end: int
    cost: int
    arrival: int

    @property
    def text(self) -> str:
        named = " and ".join([words(pyramid) for pyramid in self.pyramids])
        return f"{named} {GRID.names[self.start]}-{GRID.names[self.end]} for {self.cost}"

    @property
    def places(self) -> tuple[str, ...]:
        return (GRID.names[self.start], GRID.names[self.end])


class Swapped(Event, frozen=True):
    """Two pyramids changed places; `places_before` are where each was."""

    kind: ClassVar[str] = "swapped"
    first: Pyramid
    second: Pyramid
    places_before: tuple[Place, Place]

    @property
    def text(self) -> str:
        first_square, second_square = self.places
        return f"{words(self.first)} on {first_square} and {words(self.second)} on {second_square} changed places"

    @property
    def places(self) -> tuple[str, ...]:
        return tuple([GRID.names[square] for square, _ in self.places_before])


class Change(Struct, frozen=True, kw_only=True):
    """One pyramid that an arrival changes; `after` is None if it is captured.

    Its level is as just after the arrival. `needs_x` if it happens only where an X names it: the mover chose it (B21,
    B40, B45).
    """

    square: int
    level: int
    before: Pyramid
    after: Pyramid | None
    is_withdrawal: bool = False
    needs_x: bool = False

    @property
    def is_neutralizing(self) -> bool:
        """Whether it counts as one of the times its size may be made neutral (B45)."""
        return self.after is not None and self.after.colour is Colour.CLEAR


class Changed(Event, frozen=True):
    """An arrival changed a pyramid; `arrival` is the number of the arrival in the action, from 0."""

    kind: ClassVar[str] = "changed"
    change: Change
    arrival: int

    @property
    def text(self) -> str:
        change = self.change
        which = f"{words(change.before)} on {GRID.names[change.square]}"
        if change.after is None:
            return f"{which} is captured"
        how = " by a withdrawal" if change.is_withdrawal else ""
        return f"{which} becomes {COLOUR_WORD[change.after.colour]}{how}"

    @property
    def places(self) -> tuple[str, ...]:
        return (GRID.names[self.change.square],)


class Captured(Changed, frozen=True):
    """An arrival removed a pyramid from the game (B42)."""

    kind: ClassVar[str] = "captured"


class Passed(Event, frozen=True):
    """A seat had no step and passed."""

    kind: ClassVar[str] = "passed"

    @property
    def text(self) -> str:
        return "passed: no step is possible"

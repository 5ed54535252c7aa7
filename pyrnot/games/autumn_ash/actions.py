"""What is written, what is done and what happens in Autumn Ash: written actions, exact actions, events.

Squares are names (`a1`) here, as the player wrote them: whether the board has them is for the rules to say.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from pyrnot.game import Event, Written
from pyrnot.games.autumn_ash.position import SIZE_WORD, Seat, word_of
from pyrnot.pieces import Pyramid, Size

# What is done


class Enter(Struct, frozen=True):
    """Put a pyramid of the mover's first colour on an entry square (AA3)."""

    size: Size
    square: str


class Move(Struct, frozen=True):
    """Move the top pyramid along a path (start square first) and change it (AA4 to AA7).

    `new_size` is None where the player left it out; only a cap may do without.
    """

    size: Size
    path: tuple[str, ...]
    new_size: Size | None


class Pass(Struct, frozen=True):
    """Do nothing, which nobody may (AA16)."""

    word: str = "pass"


Action = Enter | Move | Pass

# What a player wrote


class WrittenEntry(Written, kw_only=True, frozen=True):
    """`+Qa1`. Parts: `size`, `square`."""

    action: Enter


class WrittenMove(Written, kw_only=True, frozen=True):
    """`Qa1-b1-b2=D Xb2,c2,d2 +8`. Parts: `size`, `start`, `step1` ..., `new`, `bagged`, `bagged1` ..., `points`.

    `bagged` and `points` (its digits) are claims; None where nothing is written.
    """

    action: Move
    bagged: tuple[str, ...] | None
    points: str | None


class WrittenPass(Written, kw_only=True, frozen=True):
    """`pass`."""

    action: ClassVar[Pass] = Pass()


AnyWritten = WrittenEntry | WrittenMove | WrittenPass

# What happens


class Entered(Event, frozen=True):
    """A pyramid came into play."""

    kind: ClassVar[str] = "placed"
    pyramid: Pyramid
    square: str

    @property
    def text(self) -> str:
        return f"the {word_of(self.pyramid)} enters on {self.square}"

    @property
    def places(self) -> tuple[str, ...]:
        return (self.square,)


class Moved(Event, frozen=True):
    """A pyramid went along a path; `capped` is the top pyramid that it ended on, if any."""

    kind: ClassVar[str] = "moved"
    pyramid: Pyramid
    path: tuple[str, ...]
    capped: Pyramid | None

    @property
    def text(self) -> str:
        onto = f", onto the {word_of(self.capped)}" if self.capped else ""
        return f"the {word_of(self.pyramid)} moves {'-'.join(self.path)}{onto}"

    @property
    def places(self) -> tuple[str, ...]:
        return self.path


class Changed(Event, frozen=True):
    """The moved pyramid became another of its progression."""

    kind: ClassVar[str] = "changed"
    square: str
    old: Pyramid
    new: Pyramid

    @property
    def text(self) -> str:
        return f"the {word_of(self.old)} on {self.square} becomes a {word_of(self.new)}"

    @property
    def places(self) -> tuple[str, ...]:
        return (self.square,)


class Bagged(Event, frozen=True):
    """Pyramids went back to the stash from the squares of rows; squares sorted by file, then rank.

    `pyramids` has, for each of `squares`, those that lay there, bottom up.
    """

    kind: ClassVar[str] = "bagged"
    squares: tuple[str, ...]
    pyramids: tuple[tuple[Pyramid, ...], ...]

    @property
    def text(self) -> str:
        bag = [pyramid for stack in self.pyramids for pyramid in stack]
        counts = [(sum(pyramid.size is size for pyramid in bag), SIZE_WORD[size]) for size in reversed(Size)]
        sizes = ", ".join(f"{count} {word}{'s' if count > 1 else ''}" for count, word in counts if count)
        return f"{bag[0].colour} is bagged from {', '.join(self.squares)}: {sizes}"

    @property
    def places(self) -> tuple[str, ...]:
        return self.squares


class Scored(Event, frozen=True):
    """A seat got points for a bag: its pips, its colour's bonus, and what the seat has then."""

    kind: ClassVar[str] = "scored"
    seat: Seat
    pips: int
    bonus: int
    total: int

    @property
    def points(self) -> int:
        """What the bag scored, in points."""
        return self.pips + self.bonus

    @property
    def text(self) -> str:
        sum_of = f" ({self.pips} pips and {self.bonus} for the colour)" if self.bonus else ""
        return f"{self.seat} scores {self.points}{sum_of} and has {self.total}"

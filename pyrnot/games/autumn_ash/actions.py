"""The actions of Autumn Ash, as written and exact, and the events of a bag.

Squares are names (`a1`) as the player wrote them; the rules check that the board has them.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from pyrnot.core.game import Event, ParsedAction
from pyrnot.core.pieces import Pyramid, Size, join_words
from pyrnot.games.autumn_ash.position import SIZE_WORD, Seat


class Enter(Struct, frozen=True):
    """Put a pyramid of the mover's first colour on an entry square (AA3)."""

    size: Size
    square: str


class Move(Struct, frozen=True):
    """Move the top pyramid of a square along a path, start square first, and change it (AA4 to AA7).

    `new_size` is None if the player left it out, which is allowed for a cap only.
    """

    size: Size
    path: tuple[str, ...]
    new_size: Size | None


class Pass(Struct, frozen=True):
    """Do nothing, which is never legal (AA16)."""


Action = Enter | Move | Pass


class WrittenAction(ParsedAction, kw_only=True, frozen=True):
    """An action as written. `bagged` and `points` (its digits) are claims of a move, None if left out.

    Parts of `+Qa1`: `size`, `square`. Parts of `Qa1-b1-b2=D Xb2,c2,d2 +8`: `size`, `start`, `step1` ..., `new`,
    `bagged`, `bagged1` ..., `points`.
    """

    action: Action
    bagged: tuple[str, ...] | None = None
    points: str | None = None


class Bagged(Event, frozen=True):
    """The pyramids of rows went back to the stash (AA13).

    `squares` are sorted by file, then rank; `pyramids` holds, for each of them, the pyramids bagged there, bottom up.
    """

    kind: ClassVar[str] = "bagged"
    squares: tuple[str, ...]
    pyramids: tuple[tuple[Pyramid, ...], ...]

    @property
    def text(self) -> str:
        bag = [pyramid for stack in self.pyramids for pyramid in stack]
        counts = [(sum(pyramid.size is size for pyramid in bag), SIZE_WORD[size]) for size in reversed(Size)]
        sizes = join_words([f"{count} {word}{'s' if count > 1 else ''}" for count, word in counts if count])
        return f"the {bag[0].colour} pyramids on {join_words(self.squares)} are bagged: {sizes}"

    @property
    def places(self) -> tuple[str, ...]:
        return self.squares


class Scored(Event, frozen=True):
    """A seat scored a bag (AA14): its pips, the bonus for its colour, and the seat's points afterwards."""

    kind: ClassVar[str] = "scored"
    seat: Seat
    pips: int
    bonus: int
    total: int

    @property
    def points(self) -> int:
        """What the bag is worth, in points."""
        return self.pips + self.bonus

    @property
    def text(self) -> str:
        parts = f" ({self.pips} for the pips and {self.bonus} for the colour)" if self.bonus else ""
        return f"{self.seat} scores {self.points}{parts} and now has {self.total}"

"""What a turn of Homeworlds consists of: actions, as written and exact, and what goes to the bank. No rules.

Homeworlds is written almost exactly as it is played. Only two things may be left out, a homeworld's name and the
owner of an attacked ship, so one set of classes serves for both.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from pyrnot.core.game import Event, ParsedAction
from pyrnot.core.leaving import Resign
from pyrnot.core.pieces import Colour, Pyramid, join_words
from pyrnot.games.homeworlds.position import LETTERS, Pyramids, Seat


class Homeworld(Struct, frozen=True):
    """Places a homeworld of one or two stars and a ship; `name` is None if it is not written (H5)."""

    stars: Pyramids
    ship: Pyramid
    name: str | None = None


class Build(Struct, frozen=True):
    """Builds a ship from the bank (H13)."""

    ship: Pyramid
    system: str


class Trade(Struct, frozen=True):
    """Swaps a ship for `new` from the bank (H14)."""

    ship: Pyramid
    new: Pyramid
    system: str


class Move(Struct, frozen=True):
    """Moves a ship to another system (H15)."""

    ship: Pyramid
    origin: str
    target: str


class Discover(Struct, frozen=True):
    """Moves a ship to a new system (H16)."""

    ship: Pyramid
    origin: str
    star: Pyramid
    name: str


class Attack(Struct, frozen=True):
    """Captures another seat's ship; `owner` is None if it is not written (H17)."""

    ship: Pyramid
    system: str
    owner: Seat | None = None


class Sacrifice(Struct, frozen=True):
    """Returns a ship to the bank, for actions of its colour (H9)."""

    ship: Pyramid
    system: str


class Catastrophe(Struct, frozen=True):
    """Returns all pyramids of one colour at a system to the bank (H23)."""

    system: str
    colour: Colour


class Pass(Struct, frozen=True):
    """Passes the turn or one action of a sacrifice (H10, H11)."""


Action = Homeworld | Build | Trade | Move | Discover | Attack | Sacrifice | Catastrophe | Pass | Resign


class WrittenAction(ParsedAction, kw_only=True, frozen=True):
    """An action as written.

    Its parts are `verb`, `ship` and `system` (for a move or a discovery, the system left), and also: for a homeworld
    `star 1`, `star 2` and `name`; for a trade `new`; for a move `to`; for a discovery `star` and `name`; for an
    attack `owner`; for a catastrophe `colour`.
    """

    action: Action
    others: tuple[Action, ...] = ()
    """What else it may mean, as other sites write it: a ship to be built without its size."""


def listed(pyramids: Pyramids) -> str:
    """Pyramids as a list in a sentence: `y3, y1 and g2`."""
    return join_words([LETTERS[pyramid] for pyramid in pyramids])


class _Returned(Event, frozen=True):
    """Stars and ships (each with its owner) went to the bank."""

    kind: ClassVar[str] = "returned"
    system: str
    stars: Pyramids
    ships: tuple[tuple[Seat, Pyramid], ...]

    @property
    def places(self) -> tuple[str, ...]:
        return (self.system,)

    @property
    def pyramids(self) -> Pyramids:
        """All that went to the bank."""
        return (*self.stars, *(ship for _, ship in self.ships))


class Overpopulated(_Returned, frozen=True):
    """A catastrophe sent stars and ships to the bank."""

    colour: Colour

    @property
    def text(self) -> str:
        return f"a {self.colour} catastrophe at {self.system} sent {listed(self.pyramids)} to the bank"


class Vanished(_Returned, frozen=True):
    """A system disappeared, and all that was left there went to the bank."""

    @property
    def text(self) -> str:
        back = f"; {listed(self.pyramids)} went to the bank" if self.pyramids else ""
        return f"{self.system} disappeared{back}"

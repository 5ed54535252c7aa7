"""What a turn of Homeworlds consists of: actions, as written and exact, and the events that they lead to. No rules.

Homeworlds is written almost exactly as it is played. Only two things may be left out, a homeworld's name and the
owner of an attacked ship, so one set of classes serves for both.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from pyrnot.core.game import Event, Written
from pyrnot.core.pieces import Colour, Pyramid
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


Action = Homeworld | Build | Trade | Move | Discover | Attack | Sacrifice | Catastrophe | Pass


class WrittenAction(Written, kw_only=True, frozen=True):
    """An action as written.

    Its parts are `verb`, `ship` and `system` (for a move or a discovery, the system left), and also: for a homeworld
    `star 1`, `star 2` and `name`; for a trade `new`; for a move `to`; for a discovery `star` and `name`; for an attack
    `owner`; for a catastrophe `colour`.
    """

    action: Action


def listed(pyramids: Pyramids) -> str:
    """Pyramids as a list in a sentence: `y3, y1 and g2`."""
    shown = [LETTERS[pyramid] for pyramid in pyramids]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


class _AtSystem(Event, frozen=True):
    """An event at one system."""

    system: str

    @property
    def places(self) -> tuple[str, ...]:
        return (self.system,)


class Placed(_AtSystem, frozen=True):
    """A seat placed its homeworld; `remark` says what is unusual about it, or is empty (H5)."""

    kind: ClassVar[str] = "placed"
    seat: Seat
    stars: Pyramids
    ship: Pyramid
    remark: str

    @property
    def text(self) -> str:
        remark = f" (unusual: {self.remark})" if self.remark else ""
        return f"{self.seat} placed the homeworld {self.system}: {listed(self.stars)} with {LETTERS[self.ship]}{remark}"


class Built(_AtSystem, frozen=True):
    """A seat built a ship."""

    kind: ClassVar[str] = "built"
    seat: Seat
    ship: Pyramid

    @property
    def text(self) -> str:
        return f"{self.seat} built {LETTERS[self.ship]} at {self.system}"


class Traded(_AtSystem, frozen=True):
    """A seat swapped `ship` for `new`."""

    kind: ClassVar[str] = "traded"
    seat: Seat
    ship: Pyramid
    new: Pyramid

    @property
    def text(self) -> str:
        return f"{self.seat} traded {LETTERS[self.ship]} for {LETTERS[self.new]} at {self.system}"


class Moved(Event, frozen=True):
    """A ship went to another system; `star` is that system's star if the ship discovered it, else None."""

    kind: ClassVar[str] = "moved"
    seat: Seat
    ship: Pyramid
    origin: str
    target: str
    star: Pyramid | None = None

    @property
    def text(self) -> str:
        ship = LETTERS[self.ship]
        if self.star is not None:
            return f"{self.seat} discovered {self.target} ({LETTERS[self.star]}) with {ship} from {self.origin}"
        return f"{self.seat} moved {ship} from {self.origin} to {self.target}"

    @property
    def places(self) -> tuple[str, ...]:
        return (self.origin, self.target)


class Captured(_AtSystem, frozen=True):
    """A seat captured a ship of `owner`."""

    kind: ClassVar[str] = "captured"
    seat: Seat
    owner: Seat
    ship: Pyramid

    @property
    def text(self) -> str:
        return f"{self.seat} captured {self.owner}'s {LETTERS[self.ship]} at {self.system}"


class Sacrificed(_AtSystem, frozen=True):
    """A seat sacrificed a ship."""

    kind: ClassVar[str] = "sacrificed"
    seat: Seat
    ship: Pyramid

    @property
    def text(self) -> str:
        return f"{self.seat} sacrificed {LETTERS[self.ship]} at {self.system}"


class _Returned(_AtSystem, frozen=True):
    """Stars and ships (each with its owner) went to the bank."""

    kind: ClassVar[str] = "returned"
    stars: Pyramids
    ships: tuple[tuple[Seat, Pyramid], ...]

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


class Abandoned(_AtSystem, frozen=True):
    """A homeworld became an ordinary system (H21)."""

    kind: ClassVar[str] = "changed"
    seat: Seat

    @property
    def text(self) -> str:
        return f"{self.system} is no longer {self.seat}'s homeworld"


class Eliminated(Event, frozen=True):
    """A seat is out (H26)."""

    kind: ClassVar[str] = "eliminated"
    seat: Seat

    @property
    def text(self) -> str:
        return f"{self.seat} is out"


class Passed(Event, frozen=True):
    """A seat passed: its turn, an action of a sacrifice, or nothing (a surplus pass, H10); `what` ends the sentence."""

    kind: ClassVar[str] = "passed"
    seat: Seat
    what: str

    @property
    def text(self) -> str:
        return f"{self.seat} passed{self.what}"


class Ignored(Event, frozen=True):
    """An action written after the turn had won the game was ignored (H31)."""

    kind: ClassVar[str] = "passed"
    seat: Seat

    @property
    def text(self) -> str:
        return f"an action after {self.seat} had won was ignored"

"""What a turn of Homeworlds is made of: actions, as written and exact, and events. Applies no rule.

Homeworlds is written almost exactly as it is played. Only two things may be left out, a homeworld's name and the
owner of a ship that is attacked; so one set of classes serves for both.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from pyrnot.game import Event, Written
from pyrnot.games.homeworlds.position import LETTERS, Pieces, Seat
from pyrnot.pieces import Colour, Pyramid


class Homeworld(Struct, frozen=True):
    """One or two stars and a ship from the bank; `name` is None where it is not written (H5)."""

    stars: Pieces
    ship: Pyramid
    name: str | None = None


class Build(Struct, frozen=True):
    """A new ship (H13)."""

    piece: Pyramid
    system: str


class Trade(Struct, frozen=True):
    """A ship for a piece of the bank (H14)."""

    piece: Pyramid
    new: Pyramid
    system: str


class Move(Struct, frozen=True):
    """A ship to another system (H15)."""

    piece: Pyramid
    origin: str
    target: str


class Discover(Struct, frozen=True):
    """A ship to a new system (H16)."""

    piece: Pyramid
    origin: str
    star: Pyramid
    name: str


class Attack(Struct, frozen=True):
    """A ship of another seat; `owner` is None where it is not written (H17)."""

    piece: Pyramid
    system: str
    owner: Seat | None = None


class Sacrifice(Struct, frozen=True):
    """A ship for actions of its colour (H9)."""

    piece: Pyramid
    system: str


class Catastrophe(Struct, frozen=True):
    """All pieces of a colour in a system (H23)."""

    system: str
    colour: Colour


class Pass(Struct, frozen=True):
    """Nothing (H10, H11)."""


Action = Homeworld | Build | Trade | Move | Discover | Attack | Sacrifice | Catastrophe | Pass


class WrittenAction(Written, kw_only=True, frozen=True):
    """An action as written.

    Parts: `verb`, `piece`, `system`; of a homeworld `star 1`, `star 2`, `ship`, `name`; of a trade `new`; of a move
    `to`; of a discovery `star`, `name`; of an attack `owner`; of a catastrophe `colour`. The system left is `system`.
    """

    action: Action


def listed(pieces: Pieces) -> str:
    """Pieces as a list in a sentence: `y3, y1 and g2`."""
    shown = [LETTERS[piece] for piece in pieces]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


class Placed(Event, frozen=True):
    """A homeworld came onto the table; `remark` says what is unusual about it (H5), "" if nothing is."""

    kind: ClassVar[str] = "placed"
    seat: Seat
    system: str
    stars: Pieces
    ship: Pyramid
    remark: str

    @property
    def text(self) -> str:
        remark = f" (unusual: {self.remark})" if self.remark else ""
        return f"{self.seat} placed the homeworld {self.system}: {listed(self.stars)} with {LETTERS[self.ship]}{remark}"

    @property
    def places(self) -> tuple[str, ...]:
        return (self.system,)


class Built(Event, frozen=True):
    """A new ship."""

    kind: ClassVar[str] = "built"
    seat: Seat
    piece: Pyramid
    system: str

    @property
    def text(self) -> str:
        return f"{self.seat} built {LETTERS[self.piece]} at {self.system}"

    @property
    def places(self) -> tuple[str, ...]:
        return (self.system,)


class Traded(Event, frozen=True):
    """A ship became one of another colour."""

    kind: ClassVar[str] = "traded"
    seat: Seat
    piece: Pyramid
    new: Pyramid
    system: str

    @property
    def text(self) -> str:
        return f"{self.seat} traded {LETTERS[self.piece]} for {LETTERS[self.new]} at {self.system}"

    @property
    def places(self) -> tuple[str, ...]:
        return (self.system,)


class Moved(Event, frozen=True):
    """A ship went to another system; `star` is that system's star if the ship discovered it."""

    kind: ClassVar[str] = "moved"
    seat: Seat
    piece: Pyramid
    origin: str
    target: str
    star: Pyramid | None = None

    @property
    def text(self) -> str:
        ship = LETTERS[self.piece]
        if self.star is not None:
            return f"{self.seat} discovered {self.target} ({LETTERS[self.star]}) with {ship} from {self.origin}"
        return f"{self.seat} moved {ship} from {self.origin} to {self.target}"

    @property
    def places(self) -> tuple[str, ...]:
        return (self.origin, self.target)


class Captured(Event, frozen=True):
    """A ship changed its owner."""

    kind: ClassVar[str] = "captured"
    seat: Seat
    owner: Seat
    piece: Pyramid
    system: str

    @property
    def text(self) -> str:
        return f"{self.seat} captured {self.owner}'s {LETTERS[self.piece]} at {self.system}"

    @property
    def places(self) -> tuple[str, ...]:
        return (self.system,)


class Sacrificed(Event, frozen=True):
    """A ship went back to the bank for actions."""

    kind: ClassVar[str] = "sacrificed"
    seat: Seat
    piece: Pyramid
    system: str

    @property
    def text(self) -> str:
        return f"{self.seat} sacrificed {LETTERS[self.piece]} at {self.system}"

    @property
    def places(self) -> tuple[str, ...]:
        return (self.system,)


class Overpopulated(Event, frozen=True):
    """A catastrophe: stars and ships (each with its owner) that went back to the bank."""

    kind: ClassVar[str] = "returned"
    system: str
    colour: Colour
    stars: Pieces
    ships: tuple[tuple[Seat, Pyramid], ...]

    @property
    def text(self) -> str:
        pieces = (*self.stars, *(ship for _, ship in self.ships))
        return f"a {self.colour} catastrophe at {self.system} sent {listed(pieces)} to the bank"

    @property
    def places(self) -> tuple[str, ...]:
        return (self.system,)


class Vanished(Event, frozen=True):
    """A system disappeared; what was left there went back to the bank."""

    kind: ClassVar[str] = "returned"
    system: str
    pieces: Pieces

    @property
    def text(self) -> str:
        back = f"; {listed(self.pieces)} went to the bank" if self.pieces else ""
        return f"{self.system} disappeared{back}"

    @property
    def places(self) -> tuple[str, ...]:
        return (self.system,)


class Abandoned(Event, frozen=True):
    """A homeworld became an ordinary system (H21)."""

    kind: ClassVar[str] = "changed"
    system: str
    seat: Seat

    @property
    def text(self) -> str:
        return f"{self.system} is {self.seat}'s homeworld no longer"

    @property
    def places(self) -> tuple[str, ...]:
        return (self.system,)


class Eliminated(Event, frozen=True):
    """A seat is out (H26)."""

    kind: ClassVar[str] = "eliminated"
    seat: Seat

    @property
    def text(self) -> str:
        return f"{self.seat} is out"


class Passed(Event, frozen=True):
    """A seat passed: its turn, an action of a sacrifice, or nothing at all (a surplus pass, H10)."""

    kind: ClassVar[str] = "passed"
    seat: Seat
    what: str

    @property
    def text(self) -> str:
        return f"{self.seat} passed{self.what}"


class Ignored(Event, frozen=True):
    """Something was said after the turn had won the game (H31)."""

    kind: ClassVar[str] = "passed"
    seat: Seat

    @property
    def text(self) -> str:
        return f"what {self.seat} said after winning was ignored"

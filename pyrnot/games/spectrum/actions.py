"""The actions of Spectrum, as written and exact, and the events that they cause. Applies no rule."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from msgspec import Struct

from pyrnot.core.game import Event, Written
from pyrnot.core.pieces import Colour, Pyramid, Size, join_words
from pyrnot.games.spectrum.lots import Lot, lot_words
from pyrnot.games.spectrum.position import Goal, write_goal


class Source(NamedTuple):
    """A seat, and the pyramids taken from its stash."""

    seat: str
    lot: Lot


class Exchange(Struct, frozen=True):
    """Give pyramids of one colour and take pyramids of another (S6); `sources` are the stashes taken from (S8)."""

    given: Lot
    colour: Colour
    taken: Lot
    to: Colour
    sources: tuple[Source, ...] = ()


class Upconversion(Struct, frozen=True):
    """Give a pyramid and take another size of its colour (S7). `given` is a lot because a player may write several."""

    given: Lot
    colour: Colour
    taken: Size
    sources: tuple[Source, ...] = ()


class Conversion(Struct, frozen=True):
    """Convert a goal, counted from 1, and draw a new one in its place (S10); `drawn` is None if none is drawn."""

    number: int
    drawn: tuple[Pyramid, ...] | None


class Pass(Struct, frozen=True):
    """Do nothing (S9)."""


Action = Exchange | Upconversion | Conversion | Pass


class WrittenAction(Written, kw_only=True, frozen=True):
    """An action as written: `sources` may be missing from an exchange or upconversion, which takes from them (S8).

    Parts of `MM(r)>LS(o)@B:L`: `give`, `from` (the colour given), `take`, `to` (the colour taken), `source 1` ...
    Parts of `M(b)=L@C`: `give`, `from` (the colour), `take` (the new size), `source 1` ...
    Parts of `G2=SrMkLw`: `goal`, `drawn`, `drawn 1` ...
    """

    action: Action


class Exchanged(Event, frozen=True):
    """A seat gave pyramids of one colour and took pyramids of the next."""

    kind: ClassVar[str] = "exchanged"
    seat: str
    given: Lot
    colour: Colour
    taken: Lot
    to: Colour

    @property
    def text(self) -> str:
        return f"{self.seat} gave {lot_words(self.given, self.colour)} for {lot_words(self.taken, self.to)}"

    @property
    def places(self) -> tuple[str, ...]:
        return (self.colour.value, self.to.value)


class Upconverted(Event, frozen=True):
    """A seat gave a pyramid and took one of the next size."""

    kind: ClassVar[str] = "promoted"
    seat: str
    size: Size
    colour: Colour
    to: Size

    @property
    def text(self) -> str:
        colour = self.colour.value
        return f"{self.seat} gave 1 {colour} {self.size.word} for 1 {colour} {self.to.word}"

    @property
    def places(self) -> tuple[str, ...]:
        return (self.colour.value,)


class TakenFrom(Event, frozen=True):
    """Pyramids that the spectrum lacked came from another seat's stash."""

    kind: ClassVar[str] = "captured"
    seat: str
    lot: Lot
    colour: Colour

    @property
    def text(self) -> str:
        return f"{lot_words(self.lot, self.colour)} came from {self.seat}'s stash"

    @property
    def places(self) -> tuple[str, ...]:
        return (self.colour.value,)


class Converted(Event, frozen=True):
    """A seat gave back the three pyramids of a goal."""

    kind: ClassVar[str] = "converted"
    seat: str
    number: int
    goal: Goal

    @property
    def text(self) -> str:
        pyramids = join_words([f"the {colour.value} {size.word}" for size, colour in self.goal.pyramids])
        return f"{self.seat} gave back {pyramids} for goal {self.number}"


class Drawn(Event, frozen=True):
    """A new goal came out of the bag."""

    kind: ClassVar[str] = "drawn"
    number: int
    goal: Goal

    @property
    def text(self) -> str:
        return f"the new goal {self.number} is {write_goal(self.goal)}"


class Turned(Event, frozen=True):
    """The indicator turned around."""

    kind: ClassVar[str] = "turned"
    clockwise: bool

    @property
    def text(self) -> str:
        return f"the indicator turned {'clockwise' if self.clockwise else 'counter-clockwise'}"


class Passed(Event, frozen=True):
    """A seat passed, because it could do nothing."""

    kind: ClassVar[str] = "passed"
    seat: str

    @property
    def text(self) -> str:
        return f"{self.seat} passed"

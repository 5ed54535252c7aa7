"""What a turn of Spectrum is made of: actions as written, exact actions, events. Applies no rule."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from msgspec import Struct

from pyrnot.game import Event, Written
from pyrnot.games.spectrum.lots import Lot, join_words, lot_words
from pyrnot.games.spectrum.position import Goal, goal_letters
from pyrnot.pieces import Colour, Pyramid, Size


class Source(NamedTuple):
    """A seat, and what is taken from its stash."""

    seat: str
    lot: Lot


class Exchange(Struct, frozen=True):
    """Pyramids of one colour against pyramids of another; `sources` are all stashes taken from."""

    given: Lot
    colour: Colour
    taken: Lot
    to: Colour
    sources: tuple[Source, ...] = ()


class Upconversion(Struct, frozen=True):
    """A pyramid (or what a player wrongly wrote) against one of another size; `sources` as in `Exchange`."""

    given: Lot
    colour: Colour
    taken: Size
    sources: tuple[Source, ...] = ()


class WrittenAction(Written, kw_only=True, frozen=True):
    """One action of a turn."""


class WrittenExchange(WrittenAction, kw_only=True, frozen=True):
    """`MM(r)>LS(o)@B:L`: `action` takes from the seats that are written.

    Parts: `give`, `from` (the colour given), `take`, `to` (the colour taken), `source 1` ...
    """

    action: Exchange


class WrittenUpconversion(WrittenAction, kw_only=True, frozen=True):
    """`M(b)=L@C`: `action` takes from the seats that are written.

    Parts: `give`, `from` (the colour), `take` (the new size), `source 1` ...
    """

    action: Upconversion


class WrittenConversion(WrittenAction, kw_only=True, frozen=True):
    """`G2=SrMkLw`; `drawn` is None where no new goal is written. Parts: `goal`, `drawn`, `drawn 1` ..."""

    number: int
    drawn: tuple[Pyramid, ...] | None


class WrittenPass(WrittenAction, kw_only=True, frozen=True):
    """`pass`"""


class Conversion(Struct, frozen=True):
    """A goal, counted from 1, and what is drawn in its place; None if nothing is."""

    number: int
    drawn: tuple[Pyramid, ...] | None


class Pass(Struct, frozen=True):
    """Nothing."""


Action = Exchange | Upconversion | Conversion | Pass


class Exchanged(Event, frozen=True):
    """A seat gave a lot of one colour and took a lot of the next."""

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
    """A seat gave a pyramid for one of the next size."""

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
    """What the spectrum lacked came from another seat's stash."""

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
        return f"the new goal {self.number} is {goal_letters(self.goal)}"


class Turned(Event, frozen=True):
    """The indicator turned round."""

    kind: ClassVar[str] = "turned"
    clockwise: bool

    @property
    def text(self) -> str:
        return f"the indicator turned: {'clockwise' if self.clockwise else 'counter-clockwise'}"


class Passed(Event, frozen=True):
    """A seat could do nothing."""

    kind: ClassVar[str] = "passed"
    seat: str

    @property
    def text(self) -> str:
        return f"{self.seat} could do nothing and passed"

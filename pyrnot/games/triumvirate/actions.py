"""The parts of a Triumvirate turn: exact actions, actions as written, and events. Applies no rule."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from pyrnot.core.game import Event, Written
from pyrnot.core.pieces import Size
from pyrnot.games.triumvirate.position import GRID, Laid, Seat, Section, Triumvirate, write_triumvirate

# Exact actions. A square is its index on the board.


class Arrangement(Struct, frozen=True):
    """The mover rearranges its triumvirate (T7)."""

    triumvirate: Triumvirate


class Move(Struct, frozen=True):
    """A point is used: a pyramid moves, and captures what is on its end square (T8, T10, T11)."""

    size: Size
    start: int
    end: int


class Placing(Struct, frozen=True):
    """A point is used: a pyramid from the reserve is placed (T8)."""

    size: Size
    square: int


class Pass(Struct, frozen=True):
    """The mover passes (T9)."""


class Hostage(Struct, frozen=True):
    """A prisoner taken this turn becomes the hostage on a section (T13)."""

    section: Section
    laid: Laid


Action = Arrangement | Move | Placing | Pass | Hostage


# Actions as written. Triumvirate's notation is exact, so each carries its exact action.


class WrittenCard(Written, kw_only=True, frozen=True):
    """`<L_ M^ S_>`. Parts: the sections' letters."""

    action: Arrangement


class WrittenMove(Written, kw_only=True, frozen=True):
    """`Lh1-h3`, `Mg1xSf2`, `Mg1xf2`. Parts: size, from, mark, captured, to."""

    action: Move
    captures: bool
    captured: Size | None = None


class WrittenPlacing(Written, kw_only=True, frozen=True):
    """`+Sg1`. Parts: size, to."""

    action: Placing


class WrittenPass(Written, kw_only=True, frozen=True):
    """`pass`."""

    action: ClassVar[Pass] = Pass()


class WrittenHostage(Written, kw_only=True, frozen=True):
    """`HD=M_`. Parts: section, size."""

    action: Hostage


WrittenAction = WrittenCard | WrittenMove | WrittenPlacing | WrittenPass | WrittenHostage


# Events


class Arranged(Event, frozen=True):
    """A seat rearranged its triumvirate."""

    kind: ClassVar[str] = "arranged"
    seat: Seat
    triumvirate: Triumvirate

    @property
    def text(self) -> str:
        return f"{self.seat.word} lays {write_triumvirate(self.triumvirate)} on its card"


class Moved(Event, frozen=True):
    """A pyramid moved."""

    kind: ClassVar[str] = "moved"
    seat: Seat
    size: Size
    start: int
    end: int

    @property
    def text(self) -> str:
        return f"{self.seat.word}'s {self.size.word} moves from {GRID.names[self.start]} to {GRID.names[self.end]}"

    @property
    def places(self) -> tuple[str, ...]:
        return GRID.names[self.start], GRID.names[self.end]


class OnSquare(Event, frozen=True):
    """The base of events on a single square."""

    seat: Seat
    size: Size
    square: int

    @property
    def places(self) -> tuple[str, ...]:
        return (GRID.names[self.square],)


class Captured(OnSquare, frozen=True):
    """An opponent's pyramid became the mover's prisoner."""

    kind: ClassVar[str] = "captured"

    @property
    def text(self) -> str:
        return f"{self.seat.word} captures {self.seat.other.word}'s {self.size.word} on {GRID.names[self.square]}"


class Placed(OnSquare, frozen=True):
    """A pyramid was placed from the reserve."""

    kind: ClassVar[str] = "placed"

    @property
    def text(self) -> str:
        return f"{self.seat.word} places a {self.size.word} on {GRID.names[self.square]}"


class Passed(Event, frozen=True):
    """A seat that could not use a point passed."""

    kind: ClassVar[str] = "passed"
    seat: Seat

    @property
    def text(self) -> str:
        return f"{self.seat.word} cannot use a point and passes"


class HostageMade(Event, frozen=True):
    """A prisoner became a hostage."""

    kind: ClassVar[str] = "converted"
    seat: Seat
    section: Section
    laid: Laid

    @property
    def text(self) -> str:
        pose = "flat" if self.laid.is_flat else "upright"
        return f"{self.seat.word} makes a {self.laid.size.word} its hostage on {self.section.letter}, {pose}"


class HostageReplaced(Event, frozen=True):
    """A hostage was replaced by another, and is held from now on."""

    kind: ClassVar[str] = "exchanged"
    seat: Seat
    section: Section
    laid: Laid

    @property
    def text(self) -> str:
        return f"{self.seat.word} now holds the {self.laid.size.word} that was its hostage on {self.section.letter}"


class PrisonerHeld(Event, frozen=True):
    """Prisoners taken this turn that did not become hostages are held."""

    kind: ClassVar[str] = "held"
    seat: Seat
    prisoners: tuple[Size, ...]

    @property
    def text(self) -> str:
        names = ", ".join(f"a {size.word}" for size in self.prisoners)
        return f"{self.seat.word} holds {names} captured this turn"

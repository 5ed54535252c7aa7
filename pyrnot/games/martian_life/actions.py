"""The parts of a Martian Life turn: actions as written, exact actions, and events. Applies no rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec import Struct

from pyrnot.core.game import Event, Written
from pyrnot.core.pieces import Pyramid, Size
from pyrnot.games.martian_life.position import GRID, name


class Placement(Struct, frozen=True):
    """The mover puts a pyramid from its stash on a square."""

    size: Size
    square: int


class Promotion(Struct, frozen=True):
    """The mover replaces a pyramid of `size` on a square with one of size `to`."""

    size: Size
    square: int
    to: Size


class Pass(Struct, frozen=True):
    """The mover passes."""


Action = Placement | Promotion | Pass

WrittenWave = tuple[tuple[Size, int], ...]
"""The pyramids of a wave as the record lists them: size and square of each."""


class WrittenAction(Written, kw_only=True, frozen=True):
    """`Sc4`, `Sd4=M` or `pass`, with the waves written after it; none written claims nothing (ML5).

    Parts: `size`, `square`, `to`, `wave 1`, `culled 1.2` (the second pyramid of the first wave).
    """

    action: Action
    waves: tuple[WrittenWave, ...] = ()


class Placed(Event, frozen=True):
    """A pyramid came from the stash onto a square."""

    kind: ClassVar[str] = "placed"
    seat: str
    pyramid: Pyramid
    square: int

    @property
    def text(self) -> str:
        return f"{self.seat} placed a Small on {GRID.names[self.square]}"

    @property
    def places(self) -> tuple[str, ...]:
        return (GRID.names[self.square],)


class Promoted(Event, frozen=True):
    """A pyramid was replaced with the next size."""

    kind: ClassVar[str] = "promoted"
    seat: str
    before: Pyramid
    after: Pyramid
    square: int

    @property
    def text(self) -> str:
        square = GRID.names[self.square]
        return f"{self.seat} promoted the {self.before.size.word} on {square} to a {self.after.size.word}"

    @property
    def places(self) -> tuple[str, ...]:
        return (GRID.names[self.square],)


class Culled(Event, frozen=True):
    """One wave: the pyramids removed together, sorted by file, then rank (ML5)."""

    kind: ClassVar[str] = "culled"
    wave: int
    pyramids: tuple[tuple[int, Pyramid], ...]

    @property
    def text(self) -> str:
        *first, last = [f"the {name(pyramid)} on {GRID.names[square]}" for square, pyramid in self.pyramids]
        return f"wave {self.wave} culled {', '.join(first)}{' and ' if first else ''}{last}"

    @property
    def places(self) -> tuple[str, ...]:
        return tuple(GRID.names[square] for square, _ in self.pyramids)


class Passed(Event, frozen=True):
    """A seat with no legal action passed."""

    kind: ClassVar[str] = "passed"
    seat: str

    @property
    def text(self) -> str:
        return f"{self.seat} had nothing to play and passed"


def waves_of(events: Sequence[Event]) -> tuple[Culled, ...]:
    """The waves among a turn's events, in order."""
    return tuple([event for event in events if isinstance(event, Culled)])

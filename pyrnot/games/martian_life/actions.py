"""What a turn of Martian Life is made of: actions as written, exact actions, events. Applies no rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec import Struct

from pyrnot.game import Event, Written
from pyrnot.games.martian_life.position import GRID, name
from pyrnot.pieces import Pyramid, Size

CulledPyramid = tuple[Size, int]
"""A pyramid of a wave as players write it: its size and its square."""


class Placement(Struct, frozen=True):
    """A pyramid of the mover's from the stash onto a square."""

    size: Size
    square: int


class Promotion(Struct, frozen=True):
    """The mover's pyramid of one size on a square replaced by one of another size."""

    size: Size
    square: int
    to: Size


class Pass(Struct, frozen=True):
    """Nothing."""


Action = Placement | Promotion | Pass


class WrittenAction(Written, kw_only=True, frozen=True):
    """`Sc4`, `Sd4=M` or `pass`, with the waves written after it; none written claims nothing (ML5).

    Parts: `size`, `square`, `to`, `wave 1`, `culled 1.2` (the second pyramid of the first wave).
    """

    action: Action
    waves: tuple[tuple[CulledPyramid, ...], ...] = ()


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
    """A pyramid was replaced by the next size."""

    kind: ClassVar[str] = "promoted"
    seat: str
    before: Pyramid
    after: Pyramid
    square: int

    @property
    def text(self) -> str:
        square = GRID.names[self.square]
        return f"{self.seat} replaced the {self.before.size.word} on {square} by a {self.after.size.word}"

    @property
    def places(self) -> tuple[str, ...]:
        return (GRID.names[self.square],)


class Culled(Event, frozen=True):
    """One wave: the pyramids that were removed together, sorted by file, then rank (ML5)."""

    kind: ClassVar[str] = "culled"
    wave: int
    pyramids: tuple[tuple[int, Pyramid], ...]

    @property
    def text(self) -> str:
        shown = [f"the {name(pyramid)} on {GRID.names[square]}" for square, pyramid in self.pyramids]
        listed = shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
        return f"wave {self.wave} culled {listed}"

    @property
    def places(self) -> tuple[str, ...]:
        return tuple(GRID.names[square] for square, _ in self.pyramids)


class Passed(Event, frozen=True):
    """A seat could do nothing."""

    kind: ClassVar[str] = "passed"
    seat: str

    @property
    def text(self) -> str:
        return f"{self.seat} could do nothing and passed"


def waves_of(events: Sequence[Event]) -> tuple[Culled, ...]:
    """The waves among a turn's events, in their order."""
    return tuple([event for event in events if isinstance(event, Culled)])

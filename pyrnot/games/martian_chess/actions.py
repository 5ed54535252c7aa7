"""The actions of Martian Chess, exact and as written. Applies no rule."""

from __future__ import annotations

from msgspec import Struct

from pyrnot.core.game import ParsedAction
from pyrnot.core.pieces import Size


class Move(Struct, frozen=True):
    """A pyramid moves from one square to another, both by name, and captures or joins what is there (MC4).

    The size is None if the square is empty and none was written.
    """

    size: Size | None
    start: str
    end: str


class ClockCall(Struct, frozen=True):
    """The mover calls the clock (MC8)."""


Action = Move | ClockCall


class WrittenAction(ParsedAction, kw_only=True, frozen=True):
    """An action as written. The mark (`-`, `x` or `+`), the promoted size and the points are claims of a move (MC5,
    MC6); what was not written is None.

    Parts of a move: `size`, `from`, `mark`, `to`, `promoted`, `points`; of a call: `word`.
    """

    action: Action
    mark: str = "-"
    promoted: Size | None = None
    points: int | None = None

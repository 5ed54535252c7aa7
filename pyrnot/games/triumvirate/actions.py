"""The actions of Triumvirate, exact and as written. Applies no rule."""

from __future__ import annotations

from msgspec import Struct

from pyrnot.core.game import ParsedAction
from pyrnot.core.pieces import Size
from pyrnot.games.triumvirate.position import Laid, Section, Triumvirate

# A square is its index on the board.


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


class WrittenAction(ParsedAction, kw_only=True, frozen=True):
    """An action as written; Triumvirate's notation is exact. `captures` and `captured` are claims of a move (T17).

    Parts of a card: the sections' letters; of a move: `size`, `from`, `mark`, `captured`, `to`; of a placing: `size`,
    `to`; of a hostage: `section`, `size`.
    """

    action: Action
    captures: bool = False
    captured: Size | None = None

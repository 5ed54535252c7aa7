"""The actions of Spectrum, as written and exact. Applies no rule."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from pyrnot.core.game import ParsedAction
from pyrnot.core.leaving import Resign
from pyrnot.core.pieces import Colour, Pyramid, Size
from pyrnot.games.spectrum.lots import Lot


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
    """Give a pyramid and take another size of its colour (S7). `given` is a lot because a player may write
    several."""

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


Action = Exchange | Upconversion | Conversion | Pass | Resign


class WrittenAction(ParsedAction, kw_only=True, frozen=True):
    """An action as written: `sources` may be missing from an exchange or upconversion, which takes from them (S8).

    Parts of `MM(r)>LS(o)@B:L`: `give`, `from` (the colour given), `take`, `to` (the colour taken), `source 1` ...
    Parts of `M(b)=L@C`: `give`, `from` (the colour), `take` (the new size), `source 1` ...
    Parts of `G2=SrMkLw`: `goal`, `drawn`, `drawn 1` ...
    """

    action: Action

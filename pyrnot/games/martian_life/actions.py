"""The actions of Martian Life, as written and exact. Applies no rule."""

from __future__ import annotations

from msgspec import Struct

from pyrnot.core.game import ParsedAction
from pyrnot.core.pieces import Size


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


class WrittenAction(ParsedAction, kw_only=True, frozen=True):
    """`Sc4`, `Sd4=M` or `pass`, with the waves written after it; none written claims nothing (ML5).

    Parts: `size`, `square`, `to`, `wave 1`, `culled 1.2` (the second pyramid of the first wave).
    """

    action: Action
    waves: tuple[WrittenWave, ...] = ()

"""What a position looks like, before any style: neutral blocks that a game fills and renderers draw.

A diagram says which pyramids lie where and what the last turn changed. It knows no characters of a
terminal, no pixels, and no game.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from pyrnot.grid import Grid
from pyrnot.pieces import Pyramid


class Mark(StrEnum):
    """What the last turn did to a pyramid or a square; the value is the legend's word for it."""

    MOVED = "moved"
    PLACED = "placed"
    CHANGED = "changed"
    REMOVED = "removed"
    LEFT = "left"


class Pose(StrEnum):
    """How a pyramid stands."""

    UPRIGHT = "upright"
    FLAT = "flat"


class Shown(Struct, frozen=True):
    """A pyramid (or `count` like ones) in a diagram.

    `letters` is how the game writes it in a position string (`Sw`, `Qg`, `g3`); every renderer shows
    them, since colour alone carries nothing. `owner` is the owner's seat where the colour does not say it. One that
    lies points up, or so many quarter `turns` clockwise from there.
    """

    pyramid: Pyramid
    letters: str
    count: int = 1
    pose: Pose = Pose.UPRIGHT
    mark: Mark | None = None
    owner: str | None = None
    turns: int = 0


class Group(Struct, frozen=True):
    """Pyramids that lie together under one label: a section of a card, a colour of a stash, a goal.

    `mark` is for the group as a whole (a goal just drawn), `note` a few words beside it.
    """

    label: str
    pyramids: tuple[Shown, ...]
    note: str = ""
    mark: Mark | None = None


class Board(Struct, frozen=True):
    """A grid with a stack (bottom up) on some of its squares, all by square index.

    `marks` are squares that the last turn touched (a square left, one where pyramids were removed).
    `ghosts` are pyramids that the last turn took off a square. `paths` are the squares that moved
    pyramids went through, from the first to the last. `spots` are squares with a meaning of their own
    (entry squares), named in `spot_label`. `region` is the part of the grid in play, None for all of it.
    """

    grid: Grid
    stacks: Mapping[int, tuple[Shown, ...]]
    marks: Mapping[int, Mark] = {}
    ghosts: Mapping[int, tuple[Shown, ...]] = {}
    paths: tuple[tuple[int, ...], ...] = ()
    spots: frozenset[int] = frozenset()
    spot_label: str = ""
    region: frozenset[int] | None = None
    region_label: str = ""


class Rack(Struct, frozen=True):
    """A labelled row of groups beside the board: a stash, a card, held prisoners, the goals."""

    label: str
    groups: tuple[Group, ...]


class Ring(Struct, frozen=True):
    """Slots in a circle, the first at the top, the others clockwise, and the way an indicator points."""

    label: str
    slots: tuple[Group, ...]
    clockwise: bool = True


class Card(Struct, frozen=True):
    """A titled card with groups on it (a star system): `owner` is the seat whose card it is, if any."""

    title: str
    groups: tuple[Group, ...]
    owner: str | None = None
    mark: Mark | None = None


class Cards(Struct, frozen=True):
    """Cards in rows; what lies in one row or in neighbouring rows belongs close together."""

    label: str
    rows: tuple[tuple[Card, ...], ...]


class Facts(Struct, frozen=True):
    """Short facts about the position: (name, value) pairs such as ("To move", "White")."""

    pairs: tuple[tuple[str, str], ...]


class Remarks(Struct, frozen=True):
    """Whole sentences under a label: what the last turn changed."""

    label: str
    lines: tuple[str, ...]


Block = Board | Rack | Ring | Cards | Facts | Remarks


class Diagram(Struct, frozen=True):
    """The whole picture of a position: its blocks, from the top to the bottom."""

    blocks: tuple[Block, ...]

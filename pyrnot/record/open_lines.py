"""What is being read: a turn, and the line of play that it belongs to.

Only `lines` fills them in and knows what may follow; here they become the turn and the variation of a record.
"""

from __future__ import annotations

from enum import Enum, auto

from msgspec import Struct

from pyrnot.record.model import Action, Comment, Number, SeatWritten, Turn, Variation, name_line


class State(Enum):
    """What may follow in the turn being read."""

    EXPECTS = auto()
    """An action must follow: after the number, the seat or a `;`."""
    OPEN = auto()
    """Its last action has been read; `;` may add another."""
    COMPLETE = auto()
    """A mark, a comment or a variation follows its actions, so no other action can be added."""
    FOULED = auto()
    """A misplaced character follows its actions and has been reported; any more text breaks it."""
    BROKEN = auto()
    """It is not notation, which has been reported; the rest of it is skipped."""


class OpenTurn(Struct, kw_only=True):
    """A turn being read, the turn `index` of its record. `is_closed` by its full stop."""

    index: int
    ply: int
    parent: int
    variation: int
    start: int
    end: int
    number: Number | None
    state: State = State.EXPECTS
    is_closed: bool = False
    seat: SeatWritten | None = None
    actions: list[Action] = []
    marks: list[str] = []
    comments: list[Comment] = []
    variations: list[int] = []

    def finish(self) -> Turn:
        """The turn, once all of it has been read."""
        return Turn(
            ply=self.ply,
            parent=self.parent,
            variation=self.variation,
            start=self.start,
            end=self.end,
            number=self.number,
            seat=self.seat,
            actions=tuple(self.actions),
            is_broken=self.state is State.BROKEN,
            marks=tuple(self.marks),
            comments=tuple(self.comments),
            variations=tuple(self.variations),
        )


class OpenLine(Struct, kw_only=True):
    """A line of play being read, which replaces the turn `instead_of` at `replaced_ply`.

    `ply` and `last` are those of its last turn, or of the turn that its first one follows; `brackets` counts those
    opened in a broken turn, where they mean nothing; `has_stray` tells whether a stray character has been reported
    since that turn began, or before the first (R6.3)."""

    number: int = 0
    instead_of: int = -1
    replaced_ply: int = 0
    last: int = -1
    ply: int = 0
    start: int = 0
    turn: OpenTurn | None = None
    turns: list[int] = []
    comments: list[Comment] = []
    brackets: int = 0
    has_stray: bool = False

    @property
    def name(self) -> str:
        """What diagnostics call it."""
        return name_line(self.number, self.replaced_ply)

    def finish(self) -> Variation:
        """The line of play, once all of it has been read."""
        return Variation(
            number=self.number,
            instead_of=self.instead_of,
            ply=self.replaced_ply,
            comments=tuple(self.comments),
            turns=tuple(self.turns),
        )

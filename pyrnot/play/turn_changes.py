"""The main line of a record as it is written, and changes of its turns that may put it right."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import cached_property

from msgspec import Struct

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, RepairKind, Span
from pyrnot.core.game import AnyGame
from pyrnot.play.replay import Replay
from pyrnot.play.slips import Texts
from pyrnot.record.model import Turn
from pyrnot.record.typed import written_actions

FEW = 3
"""With fewer turns after the first error than this, little speaks against the turn that has it."""


class ChangeSize(IntEnum):
    """How much of a record a change changes, from small to large."""

    CHARACTER = 1
    SLIP = 2
    ACTION = 3
    ORDER = 4
    TURN = 5


class TurnChange(Struct, frozen=True):
    """A change of the turn with an index in the main line: `instead` is the turn that it makes of it. The first
    `length` turns are legal with it, and one more if the result is right, too; `other` is the turn with which it is
    exchanged."""

    kind: RepairKind
    index: int
    instead: str
    length: int
    size: ChangeSize
    distance: int = 0
    other: int = 0


class MainLine:
    """The main line of a record: its turns, where their actions are written, and the texts of these.

    `fault` is the index of the first turn that is not legal: the number of turns, if only the result is wrong.
    """

    def __init__(self, replay: Replay) -> None:
        record = replay.record
        assert record.game is not None
        self.game: AnyGame = record.game
        self.record = record
        self.turns = [record.turns[index] for index in record.main_line]
        written = [self._written(turn, replay.diagnostics) for turn in self.turns]
        self.texts = [texts for texts, _ in written]
        self.spans = [span for _, span in written]
        self.fault = replay.length

    def __len__(self) -> int:
        return len(self.turns)

    def line_of(self, index: int) -> int:
        """The number of the line on which a turn begins."""
        return self.record.source.place(self.turns[index].start).line

    def end_of(self, index: int) -> int:
        """Where what stands with a turn without variations ends: its marks and comments."""
        text = self.record.source.text
        if index + 1 < len(self.turns):
            end = self.turns[index + 1].start
        else:
            end = len(text) if self.record.result is None else self.record.result.span.start
        return len(text[:end].rstrip())

    @cached_property
    def has_few(self) -> bool:
        """Whether too few turns follow the first error to speak against the turn that has it."""
        return len(self.turns) - self.fault < FEW

    def is_again(self, index: int) -> bool:
        """Whether a turn is the same as one of the two before it."""
        return self.texts[index] in self.texts[max(0, index - 2) : index]

    def is_whole(self, change: TurnChange) -> bool:
        """Whether all turns are legal with a change, and the result is right."""
        return change.length > len(self.turns)

    def _written(self, turn: Turn, diagnostics: Sequence[Diagnostic]) -> tuple[Texts, Span]:
        """The actions of a turn as they are written, also of one that is not notation, and where; one empty text if
        that is unknown."""
        text = self.record.source.text
        if not turn.is_broken:
            return tuple(text[action.start : action.end] for action in turn.actions), turn.actions_span
        for diagnostic in diagnostics:
            if diagnostic.code == CoreCodes.NOT_NOTATION and diagnostic.ply == turn.ply and diagnostic.span:
                actions = written_actions(text, turn.start, diagnostic.span.start)
                if actions is not None:
                    return tuple(part.strip() for part in actions.text.split(";")), actions.span
                break
        return ("",), Span(turn.start, turn.start)

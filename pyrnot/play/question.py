"""What a player asks with `why`: one turn, as it is typed, and the ply that its number gives it; and whether it was
one turn.

A turn that is not notation is read by its game's table of spellings (TR3.4), with a warning that shows the reading.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity, Span, shorten
from pyrnot.play.plies import judge_turn
from pyrnot.record.numbering import numbered_ply
from pyrnot.record.typed import read_typed

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame
    from pyrnot.core.tags import Tags
    from pyrnot.play.replay import Replay

_SHOWN = 200
"""Characters of a turn that a message quotes."""
_NUMBER = re.compile(r"([0-9]{1,9})\s*(\.\.\.|…|\.)")


class Question(Struct, frozen=True):
    """A turn about which a player asks. `ply` is the one that its number, perhaps in `pairs`, gives it; None if it has
    no number."""

    text: str
    ply: int | None
    pairs: bool

    def choose_ply(self, replay: Replay) -> str:
        """The ply after which the turn is judged: the one before its own, the end if the record has no such turn."""
        if self.ply is None or not 1 <= self.ply <= len(replay.record.main_line):
            return "end"
        return str(self.ply - 1)


def read_question(text: str, replay: Replay) -> Question:
    """The turn `text`, its number read as those of the record are."""
    text = text.strip()
    found = _NUMBER.match(text)
    record = replay.record
    if found is None:
        return Question(text, None, record.pairs)
    dots = 1 if found[2] == "." else 3
    pairs = record.pairs or (dots == 3 and len(record.main_line) < 2)  # too few turns to tell how they are numbered
    return Question(text, numbered_ply(int(found[1]), dots, pairs=pairs), pairs)


def judge_typed(game: AnyGame, position: Any, question: Question, tags: Tags, before: int) -> Replay:
    """Judges a turn after ply `before` as `judge_turn` does, but by what it was read as where it is not notation, the
    first legal way if there are several."""
    judge = partial(judge_turn, game, position, tags=tags, before=before, pairs=question.pairs)
    judged = judge(question.text)
    ways = read_typed(game, question.text, position) if judged.has_error else []
    readings = [(way, judge(way)) for way in ways]
    if not readings:
        return judged
    way, judged = next((reading for reading in readings if not reading[1].has_error), readings[0])
    return replace(judged, diagnostics=(read_as(question.text, way, before + 1), *judged.diagnostics))


def read_as(typed: str, way: str, ply: int) -> Diagnostic:
    """The warning that a turn was read as another text, in which it is the fault of the whole (TR3.4)."""
    message = f"`{shorten(typed, _SHOWN)}` was read as `{way}`"
    return Diagnostic(Severity.WARNING, CoreCodes.READ_AS, "TR3", Span(0, len(way)), message, ply=ply)


def not_one_turn(judged: Replay) -> str | None:
    """Why a text that was judged as one turn is none, or several; None for one turn."""
    turns = len(judged.record.main_line)
    if turns > 1:
        return f"not a turn but {turns}: give one turn at a time"
    return None if turns else "not a turn"

"""The sound part of a record with errors (`fmt --sound`): its turns up to the first fault, and the variations in which
nothing is wrong. Judges nothing: the faults come from the replay.
"""

from __future__ import annotations

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Severity, Span
from pyrnot.play.course import stop_at
from pyrnot.play.replay import Replay
from pyrnot.record.model import Record, Result

_DOUBTFUL = frozenset({CoreCodes.WRONG_NUMBER, CoreCodes.WRONG_SEAT})
"""The codes of faults at which a turn may be missing, so that the turns after it are not sound although they can be
played."""


def sound_part(replay: Replay) -> Replay | None:
    """A record with errors up to its first fault, to be written; None if it has no start.

    The result is that of the rules, or `*`.
    """
    if replay.start is None or replay.record.game is None:
        return None
    length = _sound_length(replay)
    position = stop_at(replay, length).position
    outcome = replay.record.game.outcome(position)
    record = _cut(replay, length)
    return replace(replay, record=record, length=length, position=position, outcome=outcome, diagnostics=())


def _sound_length(replay: Replay) -> int:
    """The number of sound turns of the main line."""
    doubtful = [
        fault.ply - 1
        for fault in replay.diagnostics
        if fault.ply and not fault.line_of_play and fault.code in _DOUBTFUL and fault.severity is Severity.ERROR
    ]
    return min([replay.length, *doubtful])


def _cut(replay: Replay, length: int) -> Record:
    """The record with the first turns of its main line only, and with its sound variations."""
    record = replay.record
    faulty = {fault.line_of_play for fault in replay.diagnostics if fault.severity is Severity.ERROR}
    sound = {
        line.number
        for line in record.variations
        if line.name not in faulty and all(replay.plies[index] is not None for index in line.turns)
    }
    turns = tuple(
        replace(turn, variations=tuple(number for number in turn.variations if number in sound))
        for turn in record.turns
    )
    tags = {tag.name.lower(): tag for tag in reversed(record.tag_lines)}  # the first of each name
    main_line, *others = record.variations
    return replace(
        record,
        turns=turns,
        variations=(replace(main_line, turns=main_line.turns[:length]), *others),
        tag_lines=tuple(reversed(tags.values())),
        result=Result("*", Span(0, 0)),
        tail=(),
    )

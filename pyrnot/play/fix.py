"""Fixes what can be fixed safely (`check --fix`): numbers out of sequence, omitted results of actions, and the missing
result of a game that is over. Leaves every other character as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Fix, Severity
from pyrnot.play.results import missing_result
from pyrnot.record.numbering import write_number

if TYPE_CHECKING:
    from pyrnot.play.replay import Ply, Replay

CERTAIN = frozenset({CoreCodes.WRONG_NUMBER, "claim-missing", CoreCodes.MISSING_RESULT})
"""The codes of the faults that can be fixed."""


def fix_record(replay: Replay) -> str | None:
    """The record's text with its fixable faults fixed; None if there are none, or an error that cannot be fixed."""
    edits = find_fixes(replay)
    if not edits:
        return None
    text, end, parts = replay.record.source.original, 0, []
    for span, new in edits:  # joined once: each may be one of a hundred thousand
        parts += [text[end : span.start], new]
        end = span.end
    return "".join([*parts, text[end:]])


def find_fixes(replay: Replay) -> list[Fix]:
    """The changes of the record's text, in their order; none if there are no fixable faults, or an error that cannot be
    fixed."""
    record = replay.record
    faults = replay.diagnostics
    if any(fault.severity is Severity.ERROR and fault.code != CoreCodes.WRONG_NUMBER for fault in faults):
        return []
    codes = {fault.code for fault in faults} & CERTAIN
    text = record.source.original
    if not codes or text != record.source.text:
        return []
    edits = _renumber(replay) if CoreCodes.WRONG_NUMBER in codes else []
    for index, turn in enumerate(record.turns):
        ply = replay.plies[index]
        if ply is not None and _has_missing_claim(ply):
            assert record.game is not None
            edits.append(Fix(turn.actions_span, record.game.write_turn(ply.played.taken, ply.played.ended)))
    if replay.outcome is not None and CoreCodes.MISSING_RESULT in codes:
        edits.append(missing_result(record, replay.outcome))
    return sorted(edits)


def _has_missing_claim(ply: Ply) -> bool:
    notices = [*ply.played.notices, *(notice for taken in ply.played.taken for notice in taken.notices)]
    return any(notice.code == "claim-missing" for notice in notices)


def _renumber(replay: Replay) -> list[Fix]:
    pairs = replay.record.pairs
    turns = replay.record.turns
    return [Fix(turn.number.span, write_number(turn.ply, pairs=pairs)) for turn in turns if turn.number is not None]

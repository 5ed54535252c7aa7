"""Fixes what can be fixed safely (`check --fix`): numbers out of sequence, omitted results of actions, and the missing
result of a game that is over. Leaves every other character as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Severity, Span
from pyrnot.play.results import write_result
from pyrnot.play.write import write_turn_text
from pyrnot.record.numbering import write_number

if TYPE_CHECKING:
    from pyrnot.play.replay import Ply, Replay

CERTAIN = frozenset({CoreCodes.WRONG_NUMBER, "claim-missing", CoreCodes.MISSING_RESULT})
"""The codes of the faults that can be fixed."""
_OF_NUMBERS = frozenset({CoreCodes.WRONG_NUMBER, CoreCodes.TOO_MANY_FAULTS})
"""The second alone counts further wrong numbers: further errors of other kinds come after a thousand of those kinds."""


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


def find_fixes(replay: Replay) -> list[tuple[Span, str]]:
    """The places of the record's text to change and what to write there, in the order of the text; none if there are
    no fixable faults, or an error that cannot be fixed."""
    record = replay.record
    faults = replay.diagnostics
    if any(fault.severity is Severity.ERROR and fault.code not in _OF_NUMBERS for fault in faults):
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
            edits.append((turn.actions_span, write_turn_text(record.game, ply)))
    if replay.outcome is not None and CoreCodes.MISSING_RESULT in codes:
        word = write_result(replay.outcome)
        end = len(text.rstrip())
        edits.append((record.result.span, word) if record.result else (Span(end, end), f"\n{word}"))
    return sorted(edits)


def _has_missing_claim(ply: Ply) -> bool:
    notices = [*ply.played.notices, *(notice for taken in ply.played.taken for notice in taken.notices)]
    return any(notice.code == "claim-missing" for notice in notices)


def _renumber(replay: Replay) -> list[tuple[Span, str]]:
    pairs = replay.record.pairs
    turns = [turn for turn in replay.record.turns if turn.number is not None]
    return [(turn.number.span, write_number(turn.ply, pairs=pairs)) for turn in turns if turn.number is not None]

"""Fixes what can be fixed safely (`check --fix`): numbers out of sequence, omitted results of actions, and the missing
result of a game that is over. Leaves every other character as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Fix, Severity
from pyrnot.record.numbering import write_number

if TYPE_CHECKING:
    from pyrnot.play.replay import Replay

CERTAIN = frozenset({CoreCodes.WRONG_NUMBER, "claim-missing", CoreCodes.MISSING_RESULT})
"""The codes of the faults that can be fixed."""


def fix_record(replay: Replay) -> str | None:
    """The record's text with its fixable faults fixed; None if there are none, or an error that cannot be fixed."""
    fixes = find_fixes(replay)
    return apply_fixes(replay.record.source.original, fixes) if fixes else None


def apply_fixes(text: str, fixes: Sequence[Fix]) -> str:
    """The text with changes made, which must not overlap."""
    fixes = sorted(fixes)
    starts = [0, *(fix.span.end for fix in fixes)]
    pieces = (text[start : fix.span.start] + fix.text for start, fix in zip(starts, fixes, strict=False))
    return "".join(pieces) + text[starts[-1] :]


def find_fixes(replay: Replay) -> list[Fix]:
    """The changes of the record's text, in their order; none if there are no fixable faults, or an error that cannot be
    fixed."""
    record, faults = replay.record, replay.diagnostics
    if record.source.original != record.source.text:
        return []
    if any(fault.severity is Severity.ERROR and fault.code != CoreCodes.WRONG_NUMBER for fault in faults):
        return []
    fixes = {fault.fix for fault in faults if fault.code in CERTAIN and fault.fix is not None}
    if any(fault.code == CoreCodes.WRONG_NUMBER for fault in faults):  # numbers that continue from a wrong one, too
        numbered = ((turn.ply, turn.number) for turn in record.turns if turn.number is not None)
        fixes |= {Fix(number.span, write_number(ply, pairs=record.pairs)) for ply, number in numbered}
    return sorted(fixes)

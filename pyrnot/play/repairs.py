"""Names the turn that is really wrong: the repairs of a record's first error, and the hint that the best of them
gives.

What every record needs is here; the search, which only a wrong one needs, is imported for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Repair, RepairKind, Severity
from pyrnot.core.limits import REPAIRED_RECORDS
from pyrnot.play.replay import Replay, hint_at


class RepairBudget(Struct):
    """How many more records of a run get repairs: the first ones that have an error."""

    left: float = REPAIRED_RECORDS

    def take(self, replay: Replay) -> bool:
        """Whether this record, the next of the run, gets repairs; it is then counted."""
        if not replay.has_error or self.left <= 0:
            return False
        self.left -= 1
        return True


def with_repairs(replay: Replay) -> Replay:
    """The replay with the repairs of its main line's first error, and the hint that the best of them gives.

    Only an error of a turn, or a result that contradicts the rules, has repairs.
    """
    diagnostic = _first_error(replay)
    if diagnostic is None:
        return replay
    from pyrnot.play.repair_search import find_repairs  # which a right record does not need

    repairs = find_repairs(replay)
    if not repairs:
        return replay
    repaired = replace(diagnostic, repairs=repairs)
    if diagnostic.hint is None or not _is_last_turn(replay):
        repaired = _with_hint(repaired, repairs[0])
    diagnostics = (repaired if found is diagnostic else found for found in replay.diagnostics)
    return replace(replay, diagnostics=tuple(diagnostics))


def _first_error(replay: Replay) -> Diagnostic | None:
    """The diagnostic of the main line's first error, if that is one of a turn or of the result."""
    record = replay.record
    if record.game is None or replay.start is None or record.questions:
        return None
    errors = [found for found in replay.diagnostics if found.severity is Severity.ERROR and not found.line_of_play]
    if replay.length == len(record.main_line):
        return next((error for error in errors if error.code == CoreCodes.WRONG_RESULT), None)
    return _error_at(errors, record.turns[record.main_line[replay.length]].ply)


def _error_at(errors: Sequence[Diagnostic], ply: int) -> Diagnostic | None:
    """The first error of a turn, but that of a wrong seat, which does not make it illegal."""
    return next((error for error in errors if error.ply == ply and error.code != CoreCodes.WRONG_SEAT), None)


def _is_last_turn(replay: Replay) -> bool:
    """Whether the first error is in the last turn: no turn follows that could speak against its own hint."""
    return replay.length + 1 == len(replay.record.main_line)


def _with_hint(diagnostic: Diagnostic, best: Repair) -> Diagnostic:
    """The diagnostic with the hint of its best repair. A hint at the turn itself stays if it says the same, or more
    than which turn would be legal."""
    is_of_turn = best.ply == diagnostic.ply and diagnostic.code != CoreCodes.WRONG_RESULT
    if not is_of_turn or best.kind is not RepairKind.REPLACE:
        return replace(diagnostic, hint=best.message, fix=None, legal_turns=())
    legal_turns = diagnostic.legal_turns
    if diagnostic.hint is not None and (not legal_turns or best.instead in legal_turns):
        return diagnostic
    fix = best.edits[0] if best.edits else None
    return replace(diagnostic, hint=hint_at([best.instead]), fix=fix, legal_turns=(best.instead,))

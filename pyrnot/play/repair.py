"""What can be done for a record with diagnostics, which the replay has found: to fix what is certain (`check --fix`),
where every other character stays as it is; to keep its sound part (`fmt --sound`), its turns up to the first error
and the variations in which nothing is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Fix, Severity, Span
from pyrnot.play.line_tree import node_at
from pyrnot.record.model import Record, Result
from pyrnot.record.numbering import write_number

if TYPE_CHECKING:
    from pyrnot.play.replay import Replay

CERTAIN = frozenset({CoreCodes.WRONG_NUMBER, "claim-missing", CoreCodes.MISSING_RESULT})
"""The codes of the diagnostics that can be fixed: numbers out of sequence unless a turn may be missing, omitted
results of actions and of the game."""
_DOUBTFUL = frozenset({CoreCodes.WRONG_NUMBER, CoreCodes.WRONG_SEAT})
"""The codes of diagnostics at which a turn may be missing, so that the turns after it are not sound although they can
be played."""


def fix_record(replay: Replay) -> str | None:
    """The record's text with its fixable diagnostics fixed; None if there are none, or an error that cannot be
    fixed."""
    fixes = find_fixes(replay)
    return apply_fixes(replay.record.source.original, fixes) if fixes else None


def apply_fixes(text: str, fixes: Sequence[Fix]) -> str:
    """The text with changes made, which must not overlap."""
    fixes = sorted(fixes)
    starts = [0, *(fix.span.end for fix in fixes)]
    pieces = (text[start : fix.span.start] + fix.text for start, fix in zip(starts, fixes, strict=False))
    return "".join(pieces) + text[starts[-1] :]


def find_fixes(replay: Replay) -> list[Fix]:
    """The changes of the record's text, in their order; none if there are no fixable diagnostics, or an error that
    cannot be fixed."""
    record = replay.record
    diagnostics = replay.diagnostics
    if record.source.original != record.source.text:
        return []
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.severity is Severity.ERROR]
    if not all(map(_is_only_misnumbered, errors)):
        return []
    fixes = {
        diagnostic.fix for diagnostic in diagnostics if diagnostic.code in CERTAIN and diagnostic.fix is not None
    }
    if errors:
        # Numbers that continue from a wrong one, too.
        fixes |= _numbered_again(record)
    return sorted(fixes)


def _is_only_misnumbered(error: Diagnostic) -> bool:
    """Whether an error is a wrong number at which no turn seems to be missing: its hint would say which."""
    return error.code == CoreCodes.WRONG_NUMBER and error.hint is None


def _numbered_again(record: Record) -> set[Fix]:
    """The changes that write the number of each turn that has one by its ply."""
    numbered = ((turn.ply, turn.number) for turn in record.turns if turn.number is not None)
    return {Fix(number.span, write_number(ply, pairs=record.pairs)) for ply, number in numbered}


def sound_part(replay: Replay) -> Replay | None:
    """A record with errors up to its first diagnostic, to be written; None if it has no start.

    The result is that of the rules, or `*`.
    """
    if replay.start is None or replay.record.game is None:
        return None
    length = _sound_length(replay)
    position = node_at(replay, length).position
    outcome = replay.record.game.outcome(position)
    record = _cut(replay, length)
    return replace(replay, record=record, length=length, position=position, outcome=outcome, diagnostics=())


def _sound_length(replay: Replay) -> int:
    """The number of sound turns of the main line."""
    doubtful = [
        diagnostic.ply - 1
        for diagnostic in replay.diagnostics
        if diagnostic.ply
        and not diagnostic.line_of_play
        and diagnostic.code in _DOUBTFUL
        and diagnostic.severity is Severity.ERROR
    ]
    return min([replay.length, *doubtful])


def _cut(replay: Replay, length: int) -> Record:
    """The record with the first turns of its main line only, and with its sound variations."""
    record = replay.record
    faulty = {diagnostic.line_of_play for diagnostic in replay.diagnostics if diagnostic.severity is Severity.ERROR}
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
        result=Result("*", Span(0, 0), "*"),
        tail=(),
    )

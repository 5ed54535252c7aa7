"""Ranks the changes with which a record is legal beyond its first error, and says what they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pyrnot.core.alike import alike_ends
from pyrnot.core.diagnostics import Fix, PossibleAnswer, Repair, RepairKind, Span, shorten
from pyrnot.play.replay import rewrite
from pyrnot.play.turn_changes import MainLine, TurnChange
from pyrnot.record.answers import replacing
from pyrnot.record.model import Number

_MOST_REPAIRS = 3
_MOST_OF_ONE_TURN = 2
"""The most repairs of one turn, as long as there are others: which turn is wrong helps more than how."""


def best_repairs(line: MainLine, changes: Sequence[TurnChange]) -> tuple[Repair, ...]:
    """The best repairs, in order: those with which the most turns are legal, then the smallest changes.

    Of equal ones those first that have the fewest rivals, the turns with the error being one side and all earlier
    ones the other; then an earlier turn, for its text is rarely right by chance with all that follows. Only if
    little follows the error, the turn that has it comes before all others.
    """
    rivals = Counter((change.length, change.size, change.index < line.fault) for change in changes)

    def rank(change: TurnChange) -> tuple[int | bool, ...]:
        is_earlier = change.index < line.fault
        return (
            -change.length,
            change.size,
            line.has_few and is_earlier,
            rivals[change.length, change.size, is_earlier],
            not is_earlier,
            -change.index,
            change.distance,
        )

    count: Counter[int] = Counter()
    best: list[TurnChange] = []
    others: list[TurnChange] = []
    for change in sorted(changes, key=rank):
        count[change.index] += 1
        kept = best if count[change.index] <= _MOST_OF_ONE_TURN else others
        kept.append(change)
    return tuple(_repair(line, change) for change in [*best, *others][:_MOST_REPAIRS])


def _repair(line: MainLine, change: TurnChange) -> Repair:
    """What users see of a change."""
    turn = line.turns[change.index]
    span = line.spans[change.index]
    written = "; ".join(line.texts[change.index])
    edits: Sequence[Fix | None] = []
    other_ply = None
    match change.kind:
        case RepairKind.INSERT:
            span = Span(turn.start, turn.start)
            written = ""
        case RepairKind.REPLACE:
            edits = [rewrite(line.record, span, change.instead)]
        case RepairKind.EXCHANGE:
            edits = _exchange(line, change)
            other_ply = line.turns[change.other].ply
    return Repair(
        kind=change.kind,
        ply=turn.ply,
        span=span,
        written=written,
        instead=change.instead,
        legal_to=_legal_to(line, change),
        message=_message(line, change),
        edits=tuple(filter(None, edits)) if all(edits) else (),
        answer=_answer(line, change),
        other_ply=other_ply,
    )


def _exchange(line: MainLine, change: TurnChange) -> Sequence[Fix]:
    """The changes by which two turns change places with their marks and comments, and with their numbers if those
    are in each other's place, too. None where a variation stands with one: its numbers would be wrong then."""
    source = line.record.source
    one = line.turns[change.index]
    other = line.turns[change.other]
    if source.original != source.text or one.variations or other.variations:
        return []
    span = Span(line.spans[change.index].start, line.end_of(change.index))
    other_span = Span(line.spans[change.other].start, line.end_of(change.other))
    if _are_numbers_exchanged(one.number, other.number):
        span = Span(one.start, span.end)
        other_span = Span(other.start, other_span.end)
    return [Fix(span, source.text[slice(*other_span)]), Fix(other_span, source.text[slice(*span)])]


def _are_numbers_exchanged(number: Number | None, later: Number | None) -> bool:
    """Whether the number of a turn comes after that of a later one; `2...` comes after `2.`."""
    if number is None or later is None:
        return False
    return (number.value or 0, number.dots) > (later.value or 0, later.dots)


def _answer(line: MainLine, change: TurnChange) -> PossibleAnswer | None:
    """The answer that makes a change in a thread with an illegal turn, if the turn has its line to itself."""
    if not line.record.is_thread or change.kind is not RepairKind.REPLACE or line.fault == len(line):
        return None
    number = line.line_of(change.index)
    if sum(line.line_of(index) == number for index in range(len(line))) > 1:
        return None
    ply = line.turns[change.index].ply
    written = "; ".join(line.texts[change.index])
    effect = f"turn {ply} is {shorten(change.instead)}, not {shorten(written)}; {_legal(line, change)}"
    return PossibleAnswer(replacing(number, ply, change.instead), effect)


def _message(line: MainLine, change: TurnChange) -> str:
    """Such as ``turn 3 may be wrong: with `Sg3` for `Sg2` all 31 turns are legal (line 9)``."""
    turn = line.turns[change.index]
    match change.kind:
        case RepairKind.INSERT:
            why = f"a turn may be missing before turn {turn.ply}: with `{change.instead}` there,"
        case RepairKind.REMOVE:
            what = "written twice" if line.is_again(change.index) else "one too many"
            why = f"turn {turn.ply} may be {what}: without it,"
        case RepairKind.EXCHANGE:
            other = line.turns[change.other]
            why = f"turns {turn.ply} and {other.ply} may be in each other's place: exchanged,"
        case RepairKind.REPLACE:
            new, old = _difference(change.instead.split("; "), line.texts[change.index])
            why = f"turn {turn.ply} may be wrong: with {new} for {old}"
    return f"{why} {_legal(line, change)} (line {line.line_of(change.index)})"


def _legal(line: MainLine, change: TurnChange) -> str:
    """How far the record is legal with a change. A thread is not read beyond its illegal turn."""
    is_all = change.length >= len(line) and not line.record.is_thread
    length = _legal_to(line, change)
    return f"all {length} turns are legal" if is_all else f"turns up to {length} are legal"


def _legal_to(line: MainLine, change: TurnChange) -> int:
    """The last ply that is legal with a change: one less than the turns written up to there if it removes one of
    them, one more if it adds one."""
    added = {RepairKind.INSERT: 1, RepairKind.REMOVE: -1}
    return min(change.length, len(line)) + added.get(change.kind, 0)


def _difference(new: Sequence[str], old: Sequence[str]) -> tuple[str, str]:
    """The actions in which a turn differs from another, each side as it is quoted: `` `+Lg1` ``; all of both turns
    where one side has none."""
    start, end = alike_ends(new, old)
    sides = [side[start : len(side) - end] for side in (new, old)]
    if not all(sides):
        sides = [new, old]
    shown_new, shown_old = (f"`{'; '.join(side)}`" for side in sides)
    return shown_new, shown_old

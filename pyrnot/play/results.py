"""Judges a record's result and its `Result` tag by each other and by the rules' outcome (R5.2 to R5.4).

Replays nothing: the outcome comes from the replay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Code, Diagnostic, Fix, Severity, Span, quote
from pyrnot.core.game import Outcome
from pyrnot.core.tags import find_seat
from pyrnot.record.model import Record, Result, Tag, first_character


class ResultMeaning(Struct, frozen=True):
    """What a result means. `winner` is a seat, `draw`, `*`, or None where it names only the `loser` (one of three
    resigns). One that `needs_proof` must be the outcome by the rules."""

    winner: str | None
    loser: str | None = None
    needs_proof: bool = False

    def allows(self, word: str) -> bool:
        """Whether the outcome can be this seat, `draw` or `*`, in any case (R5.2, R5.4)."""
        if self.winner is None:
            return self.loser is None or self.loser.lower() != word.lower()
        return self.winner.lower() == word.lower()


def read_result(result: Result, seats: Sequence[str]) -> ResultMeaning | None:
    """The meaning of a result in a game with these seats; None if it names none of them."""
    words = result.text.split()
    if words[0] == "*":
        return ResultMeaning("*")
    if words[0] == "draw":
        return ResultMeaning("draw", needs_proof=len(words) == 1)
    seat = next((seat for seat in seats if seat.lower() == words[0]), None)
    if seat is None:
        return None
    if words[1] == "wins":
        return ResultMeaning(seat, needs_proof=True)
    others = [other for other in seats if other != seat]
    return ResultMeaning(others[0] if len(others) == 1 else None, loser=seat)


def agrees(result: Result | None, seats: Sequence[str], outcome: Outcome | None) -> bool:
    """Whether a result is what the rules give after the last turn, or nothing that they could contradict."""
    meaning = None if result is None else read_result(result, seats)
    if meaning is None or meaning.winner == "*":
        return True
    return not meaning.needs_proof if outcome is None else meaning.allows(outcome.word)


def judge_result(
    record: Record, seats: Sequence[str], outcome: Outcome | None, *, is_complete: bool
) -> Iterator[Diagnostic]:
    """The diagnostics of the result and the `Result` tag, given the `outcome` after the main line's last legal turn.

    Unless the replay `is_complete`, the outcome is unknown and nothing is compared with it (R5.3).
    """
    result = record.result
    meaning = None if result is None else read_result(result, seats)
    if result is not None and meaning is None:
        yield _bad_result(record, result, seats)
    tag = record.tag("Result")
    if tag is not None:
        yield from _judge_tag(record, tag, meaning, outcome if is_complete else None)
    if not is_complete:
        return
    if result is None:
        if outcome is not None and not record.result_is_tag:
            yield _missing_result(record, outcome)
    elif meaning is not None:
        yield from _judge_meaning(record, result, meaning, outcome)


def _bad_result(record: Record, result: Result, seats: Sequence[str]) -> Diagnostic:
    """The diagnostic of a result that names none of the seats."""
    message = f"{quote(result.written)} is not a valid result for this game"
    who, _, what = result.text.partition(" ")
    seat = find_seat(seats, who)  # perhaps by its letter
    if not seat:
        hint = f"its seats: {', '.join(seats)}"
        return _diagnostic(record, CoreCodes.BAD_RESULT, message, result.span, hint=hint)
    right = f"{seat} {what}"
    hint = f"write `{right}`"
    return _diagnostic(record, CoreCodes.BAD_RESULT, message, result.span, hint=hint, fix=Fix(result.span, right))


def _missing_result(record: Record, outcome: Outcome) -> Diagnostic:
    """The warning that a game is over whose record has no result, or `*`."""
    message = f"the game is over ({outcome.message}), but the record has no result"
    word = write_result(outcome)
    if record.result is None:
        span = _last_character(record)
        end = len(record.source.text.rstrip())
        fix = Fix(Span(end, end), f"\n{word}")
    else:
        span = record.result.span
        fix = Fix(span, word)
    code = CoreCodes.MISSING_RESULT
    return _diagnostic(record, code, message, span, hint=f"write {word}", severity=Severity.WARNING, fix=fix)


def _judge_meaning(
    record: Record, result: Result, meaning: ResultMeaning, outcome: Outcome | None
) -> Iterator[Diagnostic]:
    """The result contradicts the rules, or it claims what they do not prove."""
    if meaning.winner == "*":
        if outcome is not None:
            yield _missing_result(record, outcome)
    elif outcome is not None:
        if not meaning.allows(outcome.word):
            message = f"the result is `{result.written}`, but {outcome.message}"
            yield _diagnostic(record, CoreCodes.WRONG_RESULT, message, result.span)
    elif meaning.needs_proof:
        message = f"unproven result `{result.written}`: by the rules the game is not over"
        yield _diagnostic(record, CoreCodes.UNPROVED_RESULT, message, result.span, severity=Severity.WARNING)


def _judge_tag(
    record: Record, tag: Tag, meaning: ResultMeaning | None, outcome: Outcome | None
) -> Iterator[Diagnostic]:
    """The tag contradicts the result, which is an error, or, in a record without a result, the rules: only a warning
    unless the tag replaces the result."""
    value = tag.value.strip(" ").lower()
    result = record.result
    if result is not None:
        if meaning is not None and not meaning.allows(value):
            written = quote(tag.value, empty="empty")
            message = f"{record.result_name} is {written}, but the record ends with `{result.written}`"
            yield _diagnostic(
                record, CoreCodes.RESULT_TAG, message, tag.value_span, hint=_right_value(record, meaning, value)
            )
    elif outcome is not None and value not in (outcome.word.lower(), "*"):
        message = f"{record.result_name} is {quote(tag.value, empty='empty')}, but {outcome.message}"
        severity = Severity.ERROR if record.result_is_tag else Severity.WARNING
        yield _diagnostic(record, CoreCodes.RESULT_TAG, message, tag.value_span, severity=severity)


def _right_value(record: Record, meaning: ResultMeaning, value: str) -> str | None:
    """What to write in a tag whose value names no result, such as `0-1` or a player's name; None for a tag that names
    another one, which may be right."""
    assert record.game is not None
    words = ("draw", "*", *(seat.lower() for seat in record.game.info.seats))
    return None if value in words or meaning.winner is None else f"write `{meaning.winner}`"


def tag_value(text: str, seats: Sequence[str]) -> str | None:
    """The value of a `Result` tag that is true to a result (R5.4); None for "", and where several may have won."""
    meaning = read_result(Result(text.lower(), Span(0, 0), text), seats) if text else None
    return None if meaning is None else meaning.winner


def write_result(outcome: Outcome) -> str:
    """The result that the rules have decided, as a record ends with it."""
    return f"{outcome.winner} wins" if outcome.winner else "draw"


def _diagnostic(
    record: Record,
    code: Code,
    message: str,
    span: Span,
    *,
    hint: str | None = None,
    severity: Severity = Severity.ERROR,
    fix: Fix | None = None,
) -> Diagnostic:
    ply = record.turns[record.main_line[-1]].ply if record.main_line else 0
    return Diagnostic(severity, code, "R5", span, message, hint, ply, fix=fix)


def _last_character(record: Record) -> Span:
    """Where a result is missing: the last character of the main line's last turn."""
    if not record.main_line:
        return first_character(record.source)
    end = record.turns[record.main_line[-1]].end
    return Span(end - 1, end)

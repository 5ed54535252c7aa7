"""The numbers that turns should have (R3.2): by plies, or in pairs as chess numbers its moves.

Reads no text. Whether a record may number in pairs depends on its seats, so the replay decides that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Fix, Severity, shorten
from pyrnot.record.model import Number, Turn

if TYPE_CHECKING:
    from pyrnot.record.model import Record


def is_in_pairs(turns: Sequence[Turn]) -> bool:
    """Whether turns are numbered in pairs: whether most second turns of a pair have three dots.

    If just as many have one dot, the first of them decides.
    """
    votes = (turn.number.dots == 3 for turn in turns if turn.number is not None and not turn.ply % 2)
    first = next(votes, False)
    balance = (1 if first else -1) + sum(1 if vote else -1 for vote in votes)
    return balance > 0 or (first and not balance)


def expected_number(ply: int, *, pairs: bool) -> tuple[int, int]:
    """The number of a turn, and how many dots follow it."""
    return ((ply + 1) // 2, 1 if ply % 2 else 3) if pairs else (ply, 1)


def write_number(ply: int, *, pairs: bool) -> str:
    """The number of a turn with its dots: `3.`, or in pairs `2.` and `2...`."""
    value, dots = expected_number(ply, pairs=pairs)
    return f"{value}{'.' * dots}"


def numbered_ply(value: int, dots: int, *, pairs: bool) -> int:
    """The ply of the turn with a number; the inverse of `expected_number`."""
    return 2 * value - (dots == 1) if pairs else value


def number_diagnostic(turn: Turn, record: Record) -> Diagnostic | None:
    """The diagnostic of a turn whose number is out of sequence, in a record that begins with one.

    A number that merely continues from a wrong one is not reported again.
    """
    number = turn.number
    if number is None:
        return None
    value, dots = expected_number(turn.ply, pairs=record.pairs)
    if number.dots == dots and (number.value == value or _follows(number, turn, record)):
        return None
    if record.turns[0].number is None:
        return None
    right = write_number(turn.ply, pairs=record.pairs)
    shown = shorten(record.source.text[number.start : number.end])
    return Diagnostic(
        severity=Severity.ERROR,
        code=CoreCodes.WRONG_NUMBER,
        rule="R3",
        span=number.span,
        message=f"turn {turn.ply} of this line should be numbered {right}, not {shown}",
        ply=turn.ply,
        line_of_play=record.variations[turn.variation].name,
        fix=Fix(number.span, right),
    )


def _follows(number: Number, turn: Turn, record: Record) -> bool:
    """Whether a number would be right if the one before it were; a variation's first repeats that of the turn it
    replaces."""
    replaced = record.variations[turn.variation].instead_of
    index = turn.parent
    while index >= 0 and record.turns[index].number is None:  # few: where others have one, each is an error
        index = record.turns[index].parent
    if index < 0 or record.turns[index].variation != turn.variation:
        before = record.turns[replaced].number if replaced >= 0 else None
        return before is not None and before.value == number.value
    before = record.turns[index].number
    assert before is not None
    return before.value is not None and number.value == before.value + (not record.pairs or before.dots == 3)

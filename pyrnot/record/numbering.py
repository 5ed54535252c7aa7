"""The numbers that turns should have (R3.2): by plies, or in pairs as chess numbers its moves.

Reads no text. Whether a record may number in pairs depends on its seats, so the replay decides that.
"""

from __future__ import annotations

import re
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
    dots = [turn.number.dots for turn in turns if turn.number is not None and turn.ply % 2 == 0]
    in_pairs = dots.count(3)
    by_plies = len(dots) - in_pairs
    if dots and in_pairs == by_plies:
        return dots[0] == 3
    return in_pairs > by_plies


def expected_number(ply: int, *, pairs: bool) -> tuple[int, int]:
    """The number of a turn, and how many dots follow it.

    >>> expected_number(4, pairs=False), expected_number(4, pairs=True)
    ((4, 1), (2, 3))
    """
    if not pairs:
        return ply, 1
    is_second = ply % 2 == 0
    return (ply + 1) // 2, 3 if is_second else 1


def write_number(ply: int, *, pairs: bool) -> str:
    """The number of a turn with its dots: `3.`, or in pairs `2.` and `2...`."""
    value, dots = expected_number(ply, pairs=pairs)
    return f"{value}{'.' * dots}"


def numbered_ply(value: int, dots: int, *, pairs: bool) -> int:
    """The ply of the turn with a number; the inverse of `expected_number`."""
    if not pairs:
        return value
    return 2 * value - 1 if dots == 1 else 2 * value


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
        message=f"turn {turn.ply} of this line should be numbered `{right}`, not `{shown}`",
        hint=_missing_turn(number, turn, record),
        ply=turn.ply,
        line_of_play=record.variations[turn.variation].name,
        fix=Fix(number.span, right),
    )


def _missing_turn(number: Number, turn: Turn, record: Record) -> str | None:
    """What to do where a number is too high: a turn is missing, or it is in a comment that was not closed before
    it."""
    if number.value is None or turn.parent < 0:
        return None
    if numbered_ply(number.value, number.dots, pairs=record.pairs) <= turn.ply:
        return None
    right = write_number(turn.ply, pairs=record.pairs)
    hidden = re.compile(rf"^[^\S\n]*{re.escape(right)}(?!\.)", re.MULTILINE)
    for comment in record.turns[turn.parent].comments:
        if hidden.search(comment.text):
            line = record.source.place(comment.span.start).line
            return f"close the comment of line {line} with `}}`: it contains `{right}`"
    return f"add turn {right.rstrip('.')} if it is missing"


def _follows(number: Number, turn: Turn, record: Record) -> bool:
    """Whether a number would be right if the one before it were; a variation's first repeats that of the turn it
    replaces."""
    index = turn.parent
    while index >= 0 and record.turns[index].number is None:  # few: where others have one, each is an error
        index = record.turns[index].parent
    if index < 0 or record.turns[index].variation != turn.variation:
        replaced = record.variations[turn.variation].instead_of
        before = record.turns[replaced].number if replaced >= 0 else None
        return before is not None and before.value == number.value
    before = record.turns[index].number
    assert before is not None
    if before.value is None:
        return False
    is_first_of_pair = record.pairs and before.dots == 1
    return number.value == (before.value if is_first_of_pair else before.value + 1)

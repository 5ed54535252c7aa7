"""What a turn's number ought to be (R3.2): by plies, or in pairs as chess numbers its moves.

Reads no text; whether a record may number in pairs is known only with its seats, so the replay asks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pyrnot.codes import CoreCodes
from pyrnot.diagnostics import Diagnostic, Severity
from pyrnot.record.model import Number, Turn

if TYPE_CHECKING:
    from pyrnot.record.model import Record

_SHOWN = 24


def is_in_pairs(turns: Sequence[Turn]) -> bool:
    """Whether turns are numbered in pairs: if most second turns of a pair have three dots, whatever a few have; where
    as many have one dot, the first of them decides."""
    votes = [turn.number.dots == 3 for turn in turns if turn.number is not None and not turn.ply % 2]
    for_pairs = sum(votes)
    return 2 * for_pairs > len(votes) or (bool(votes) and votes[0] and 2 * for_pairs == len(votes))


def expected_number(ply: int, *, pairs: bool) -> tuple[int, int]:
    """The number of a turn, and how many dots stand behind it."""
    return ((ply + 1) // 2, 1 if ply % 2 else 3) if pairs else (ply, 1)


def number_faults(record: Record) -> Iterator[Diagnostic]:
    """Numbers out of sequence. One that only follows on from a wrong one is not reported again."""
    turns = record.turns
    if not turns or turns[0].number is None:
        return
    pairs = record.pairs
    previous: dict[int, Number] = {}
    for turn in turns:
        number = turn.number
        if number is None:
            continue
        value, dots = expected_number(turn.ply, pairs=pairs)
        if number.dots != dots or (number.value != value and not _follows(number, turn, previous, record)):
            shown = record.source.text[number.span.start : number.span.end]
            shown = shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}..."
            right = f"{value}{'.' * dots}"
            message = f"turn {turn.ply} of this line should be numbered {right}, not {shown}"
            name = record.variations[turn.variation].name
            yield Diagnostic(Severity.ERROR, CoreCodes.WRONG_NUMBER, "R3", number.span, message, None, turn.ply, name)
        previous[turn.variation] = number


def _follows(number: Number, turn: Turn, previous: dict[int, Number], record: Record) -> bool:
    """Whether a number is right if the one before it was; the first of a variation is that of the turn it replaces."""
    before = previous.get(turn.variation)
    if before is None:
        replaced = record.variations[turn.variation].instead_of
        before = record.turns[replaced].number if replaced >= 0 else None
        return before is not None and before.value == number.value
    if before.value is None:
        return False
    return number.value == before.value + (not record.pairs or before.dots == 3)

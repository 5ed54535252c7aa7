"""Whether a text is a record of pyrnot's own, and if not, what else it is (TR1.2).

Looks at the head of a text only, however long the text is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from pyrnot.codes import CoreCodes
from pyrnot.diagnostics import Severity
from pyrnot.record.files import Unreadable, split_records_of
from pyrnot.record.foreign import load_form, read_foreign, recognise_form
from pyrnot.record.source import SourceText

if TYPE_CHECKING:
    from pyrnot.game import AnyGame
    from pyrnot.record.model import Record

_UNSEEN = 2_000
"""Characters at the end of a head that was cut off, whose faults do not count."""
_FREE = ("lines", "thread")
"""Forms that are tried on a text that shows no form of its own: one of them may read it without an error."""


class _Strict(Struct, frozen=True):
    """What becomes of a text if it is read as a record: how many turns it has, how many of them are notation."""

    turns: int
    faults: int
    has_game: bool

    @property
    def is_record(self) -> bool:
        return self.turns > 0 and not self.faults and self.has_game


def recognise(head: str, game: AnyGame | None, *, is_whole: bool) -> str | None:
    """The form of a text that begins like this, None if it is to be read as a record. `is_whole`: it ends here too."""
    head = head.removeprefix("\ufeff")
    if load_form("sdg").recognises(head):
        return "sdg"
    strict = _read_strictly(head, game, is_whole=is_whole)
    if strict.is_record:
        return None
    form = recognise_form(head)
    if form is not None:
        return form
    if is_whole:
        for free in _FREE:
            if _reads_without_error(head, free, game):
                return free
    return None


def suggest(text: str, game: AnyGame | None) -> str | None:
    """The form that reads a text which is no record, None if none does without an error (TR6)."""
    form = recognise_form(text.removeprefix("\ufeff"))
    return form if form is not None and _reads_without_error(text, form, game) else None


def _read_strictly(head: str, game: AnyGame | None, *, is_whole: bool) -> _Strict:
    from pyrnot.record.read import read_record

    turns = faults = 0
    has_game = True
    try:
        for source in split_records_of("", head):
            record = read_record(source, game)
            counted = len(head) if is_whole else len(source.text) - _UNSEEN
            turns += len(record.turns)
            faults += _count_faults(record, counted)
            has_game = has_game and (record.game is not None or _names_unknown_game(record))
            if faults or not has_game:
                break
    except Unreadable:
        return _Strict(0, 1, has_game=False)
    return _Strict(turns, faults, has_game)


def _count_faults(record: Record, counted: int) -> int:
    return sum(
        fault.severity is Severity.ERROR and fault.code not in _NO_FAULT_OF_NOTATION and (fault.span or (0, 0))[0] < counted
        for fault in record.diagnostics
    )


_NO_FAULT_OF_NOTATION = (CoreCodes.MISSING_GAME, CoreCodes.UNKNOWN_GAME)


def _names_unknown_game(record: Record) -> bool:
    return any(fault.code is CoreCodes.UNKNOWN_GAME for fault in record.diagnostics)


def _reads_without_error(text: str, form: str, game: AnyGame | None) -> bool:
    from pyrnot.play.replay import replay

    records = read_foreign(SourceText(text, form=form), game)
    return bool(records) and all(record.turns and not replay(record, keep=False).has_error for record in records)



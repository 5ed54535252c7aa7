"""Whether a text is a record of pyrnot's own, and if not, what else it is (TR1.2).

Looks at the head of a text only, however long the text is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Code, Diagnostic, Severity
from pyrnot.core.game import AnyGame
from pyrnot.foreign import read_foreign, recognise_form
from pyrnot.foreign.work import OutOfWork, limited
from pyrnot.play.replay import replay
from pyrnot.record.model import Record
from pyrnot.record.opening import Unreadable
from pyrnot.record.outline import OPENS_TAG
from pyrnot.record.read import read_strictly
from pyrnot.record.source import HEAD, SourceText
from pyrnot.record.sources import split_records_of

_UNSEEN = 2_000
"""Characters at the end of a head that was cut off, whose faults do not count."""
_SHORT = 8_000
"""Characters of a text that is tried though nothing in it speaks for another form."""
_WORK_TRIED = 300_000
"""The work that a hint at another form may take, in characters that are looked at: about half a second."""
_FREE = ("lines", "thread")
"""Forms that are tried on a text that shows no form: one of them may read it without an error."""
_COMMENTED_TURN = re.compile(r"^[ \t]*#[ \t]?\d{1,3}[ \t.:)]+\S", re.MULTILINE)
_BEGINS_AS_IN_A_RECORD = re.compile(r"[\[{#(*]|\d{1,9}\s{0,3}\.")
"""A line of a record: a tag, a comment, a variation, or a turn with its number."""


def recognise(head: str, game: AnyGame | None, *, is_whole: bool) -> str | None:
    """The form of a text that begins like this, None if it is to be read as a record. `is_whole`: it ends here too."""
    head = head.removeprefix("\ufeff")
    strict = _read_as_records(head, game, is_whole=is_whole)
    if strict.turns and not strict.faults and strict.has_game:
        return None
    form = recognise_form(head)
    if form is not None or not is_whole:
        return form
    records: list[Record] = []
    for free in _FREE:
        records = read_foreign(SourceText(head, form=free), game)
        if _title_of_sound(records) is not None:
            return free
    # Strict reading finds the faults of a text that is set out as a record is, a thread those of most others.
    is_faulty = 2 * strict.faults > strict.turns and not _is_laid_out(head)
    may_be_thread = strict.hides_turns or not strict.has_game or is_faulty
    has_turns = records and all(one.game is not None and not _has(one, CoreCodes.NO_RECORD) for one in records)
    return "thread" if may_be_thread and has_turns else None


def suggest(record: Record, game: AnyGame | None) -> Record:
    """A record that has faults of notation, with a hint at the form that would read it without an error, if there is
    one (TR6) and it is found quickly."""
    text = record.source.original
    if len(text) > HEAD:
        return record
    form = recognise_form(text.removeprefix("\ufeff"))
    broken = sum(turn.is_broken for turn in record.turns)
    is_faulty = len(text) <= _SHORT and 2 * broken >= len(record.turns)
    if form is None and (not is_faulty or any(fault.hint is not None for fault in _errors(record))):
        return record
    names_game = not _has(record, CoreCodes.MISSING_GAME)
    forms = [form] if form is not None else [name for name in _FREE if names_game or name != "thread"]
    with suppress(OutOfWork), limited(_WORK_TRIED):
        for name in forms:
            title = _title_of_sound(read_foreign(SourceText(text, form=name), game))
            if title is not None:
                faults = list(record.diagnostics)
                index = next(index for index, fault in enumerate(faults) if fault.severity is Severity.ERROR)
                faults[index] = replace(faults[index], hint=f"this looks like {title}: --from {name} reads it")
                return replace(record, diagnostics=tuple(faults))
    return record


class _Strict(NamedTuple):
    """What becomes of a text if it is read as records: how many turns it has, how many faults of notation, and whether
    all turns of a record would be comments."""

    turns: int
    faults: int
    has_game: bool
    hides_turns: bool = False


def _read_as_records(head: str, game: AnyGame | None, *, is_whole: bool) -> _Strict:
    turns = faults = 0
    has_game = True
    hides_turns = False
    try:
        for source in split_records_of("", head):
            record = read_strictly(source, game)
            counted = len(head) if is_whole else len(source.text) - _UNSEEN
            turns += len(record.turns)
            # Lines such as `#1 Sd5=M`, where `#` belongs to a number.
            hides_turns = not record.turns and _COMMENTED_TURN.search(record.source.text) is not None
            faults += sum((fault.span or (0, 0))[0] < counted for fault in _errors(record))
            faults += _is_list(record) + hides_turns
            has_game = not _has(record, CoreCodes.MISSING_GAME)
            if faults or not has_game:
                break
    except Unreadable:
        return _Strict(0, 1, has_game=False)
    return _Strict(turns, faults, has_game, hides_turns)


def _is_list(record: Record) -> bool:
    """Whether all turns are numbered 1, as Markdown writes lists (TR2.4), or down to 1, the newest first (TR4.1): no
    record is, a thread may be."""
    values = [turn.number.value for turn in record.turns if turn.number is not None and turn.number.dots == 1]
    count = len(values)
    return count == len(record.turns) > 2 and (set(values) == {1} or values == list(range(count, 0, -1)))


def _is_laid_out(text: str) -> bool:
    """Whether a text is set out as a record is: tags and numbered lines."""
    lines = [line.lstrip() for line in text.splitlines()]
    return OPENS_TAG.match(text) is not None and all(_BEGINS_AS_IN_A_RECORD.match(line) for line in lines if line)


def _has(record: Record, code: Code) -> bool:
    return any(fault.code is code for fault in record.diagnostics)


def _errors(record: Record) -> list[Diagnostic]:
    """The errors of a record, but for those of its `Game` tag."""
    of_game = (CoreCodes.MISSING_GAME, CoreCodes.UNKNOWN_GAME)
    return [fault for fault in record.diagnostics if fault.severity is Severity.ERROR and fault.code not in of_game]


def _title_of_sound(records: Sequence[Record]) -> str | None:
    """What to call the text that records were read from, None if one of them has an error."""
    if any(not record.turns or replay(record, hints=False).has_error for record in records):
        return None
    return next((record.reading.title for record in records if record.reading is not None), None)

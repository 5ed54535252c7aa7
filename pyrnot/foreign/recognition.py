"""Whether a text is a record of pyrnot's own, and if not, what else it is (TR1.2).

Looks at the head of a text only, however long the text is.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity
from pyrnot.core.game import AnyGame
from pyrnot.foreign import load_form, recognise_form
from pyrnot.record.model import Record
from pyrnot.record.opening import Unreadable
from pyrnot.record.outline import OPENS_TAG
from pyrnot.record.read import read_strictly
from pyrnot.record.source import HEAD
from pyrnot.record.sources import split_records_of

_UNSEEN = 2_000
"""Characters at the end of a head that was cut off, whose faults do not count."""
_BEGINS_AS_IN_A_RECORD = re.compile(
    r"[\[{(*]|\d{1,9}\s{0,3}\.|#(?![ \t]?\d)|(?i:draw|[^\W\d_]{1,20} (?:wins|resigns|forfeits))\b"
)
"""A line of a record: a tag, a comment, a variation, a turn with its number, or a result."""
_LONE_WORD = re.compile(r"\n[^\S\n]*(?:\n|[^\W\d_][\w'-]*[^\S\n]*\n)")
_COMMENTED_TURN = re.compile(r"^[ \t]*#[ \t]?\d{1,3}[ \t.:)]+\S", re.MULTILINE)


def recognise(head: str, game: AnyGame | None, *, is_whole: bool) -> str | None:
    """The form of a text that begins like this, None if it is to be read as a record. `is_whole`: it ends here too.

    A text of tags and numbered lines is a record with faults, if at most half of its turns are faulty.
    """
    head = head.removeprefix("\ufeff")
    strict = _read_as_records(head, game, is_whole=is_whole)
    if strict.is_sound:
        return None
    form = recognise_form(head)
    if form is not None:
        return form
    is_record = strict.is_empty or (_is_laid_out(head) and 2 * strict.faults <= max(strict.turns, 1))
    return None if is_record else "thread"


def suggest(record: Record) -> Record:
    """A record that has faults of notation, with a hint at the form that its text seems to have (TR6)."""
    head = record.source.original[:HEAD].removeprefix("\ufeff")
    form = recognise_form(head)
    errors = _errors(record)
    broken = sum(turn.is_broken for turn in record.turns)
    is_helped = any(fault.hint for fault in errors)
    if form is None and 2 * broken >= len(record.turns) and not is_helped and not _is_laid_out(head):
        form = "thread"
    if form is None or not errors:
        return record
    hint = f"this looks like {load_form(form).TITLE}: try --from {form}"
    faults = [replace(fault, hint=hint) if fault is errors[0] else fault for fault in record.diagnostics]
    return replace(record, diagnostics=tuple(faults))


def takes_lone_word(record: Record) -> bool:
    """Whether an action continues over a blank line, or with a word that is alone on its line: a greeting or a
    signature, which would become the name of a system (TR3.1)."""
    text = record.source.text
    return any(
        "\n" in (written := text[action.start : action.end]) and _LONE_WORD.search(f"{written}\n") is not None
        for turn in record.turns
        for action in turn.actions
    )


class _Strict(NamedTuple):
    """What becomes of a text if it is read as records: how many turns it has, how many faults of notation, and whether
    it says of which game it is."""

    turns: int
    faults: int
    has_game: bool
    is_empty: bool = False
    """Whether it holds nothing but comments, none of them a turn."""

    @property
    def is_sound(self) -> bool:
        """Whether it can be read as records to its end."""
        return bool(self.turns) and not self.faults and self.has_game


def _read_as_records(head: str, game: AnyGame | None, *, is_whole: bool) -> _Strict:
    turns = faults = 0
    has_game = True
    try:
        for source in split_records_of("", head):
            record = read_strictly(source, game)
            counted = len(head) if is_whole else len(source.text) - _UNSEEN
            turns += len(record.turns)
            faults += sum((fault.span or (0, 0))[0] < counted for fault in _errors(record))
            if (
                takes_lone_word(record)
                or _is_list(record)
                or any(fault.code is CoreCodes.TURN_AFTER_RESULT for fault in record.diagnostics)
                or (not record.turns and _COMMENTED_TURN.search(source.text))
            ):
                faults += len(record.turns) + 1
            has_game &= all(fault.code is not CoreCodes.MISSING_GAME for fault in record.diagnostics)
    except Unreadable:
        return _Strict(0, 1, has_game=False, is_empty=_COMMENTED_TURN.search(head) is None)
    return _Strict(turns, faults, has_game)


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


def _errors(record: Record) -> list[Diagnostic]:
    """The errors of a record, but for those of its `Game` tag."""
    of_game = (CoreCodes.MISSING_GAME, CoreCodes.UNKNOWN_GAME)
    return [fault for fault in record.diagnostics if fault.severity is Severity.ERROR and fault.code not in of_game]

"""Whether a text is a record of pyrnot's own, and if not, what else it is (TR1.2).

Looks at the head of a text only, however long the text is.
"""

from __future__ import annotations

import re

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity
from pyrnot.core.game import AnyGame
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.forms import load_form, recognise_form
from pyrnot.record.model import Record
from pyrnot.record.opening import Unreadable
from pyrnot.record.outline import OPENS_TAG
from pyrnot.record.read import read_strictly
from pyrnot.record.source import HEAD
from pyrnot.record.sources import split_records_of
from pyrnot.record.tokens import ENDS_GAME, LETTER

_UNSEEN = 2_000
"""Characters at the end of a head that was cut off, whose diagnostics do not count."""
_LEFT_OPEN = (CoreCodes.COMMENT_UNCLOSED, CoreCodes.VARIATION_UNCLOSED)
"""What is wrong with a head that was cut off within a comment or a variation, wherever that begins."""
_BEGINS_AS_IN_A_RECORD = lazy_pattern(
    rf"[\[{{(*]|\d{{1,9}}\s{{0,3}}\.|#(?![ \t]?\d)|(?i:draw|{LETTER}{{1,20}} {ENDS_GAME})\b"
)
"""A line of a record: a tag, a comment, a variation, a turn with its number, or a result."""
_LONE_WORD = lazy_pattern(rf"\n[^\S\n]*(?:\n|{LETTER}[\w'-]*[^\S\n]*\n)")
_COMMENTED_TURN = lazy_pattern(r"^[ \t]*#[ \t]?\d{1,3}[ \t.:)]+\S", re.MULTILINE)


def recognise(head: str, game: AnyGame | None, *, is_whole: bool) -> str | None:
    """The form of a text that begins like this, None if it is to be read as a record. `is_whole`: it ends here too.

    A text of tags and numbered lines is a record with diagnostics, if at most half of its turns are faulty.
    """
    head = head.removeprefix("\ufeff")
    records = _read_head(head, game)
    turns = sum(len(record.turns) for record in records)
    errors = sum(_count_errors(record, head, is_whole=is_whole) for record in records)
    if turns and not errors and not any(_lacks_game(record) for record in records):
        return None
    form = recognise_form(head)
    if form is not None:
        return form
    if not records:
        return "thread" if _COMMENTED_TURN.search(head) else None
    is_record = _is_laid_out(head) and 2 * errors <= max(turns, 1)
    return None if is_record else "thread"


def _read_head(head: str, game: AnyGame | None) -> list[Record]:
    """The records that a text is if it is of pyrnot's own; none if it has neither tags nor turns."""
    try:
        return [read_strictly(source, game, suggests=False) for source in split_records_of("", head)]
    except Unreadable:
        return []


def _lacks_game(record: Record) -> bool:
    """Whether a record does not say of which game it is."""
    return any(diagnostic.code is CoreCodes.MISSING_GAME for diagnostic in record.diagnostics)


def suggest(record: Record) -> Record:
    """A record that has diagnostics of notation, with a hint at the form that its text seems to have (TR6)."""
    head = record.source.original[:HEAD].removeprefix("\ufeff")
    form = recognise_form(head)
    errors = _errors(record)
    broken = sum(1 for turn in record.turns if turn.is_broken)
    is_helped = any(diagnostic.hint for diagnostic in errors)
    if form is None and 2 * broken >= len(record.turns) and not is_helped and not _is_laid_out(head):
        form = "thread"
    if form is None or not errors:
        return record
    hint = f"this looks like {load_form(form).TITLE}: try --from {form}"
    diagnostics = [
        replace(diagnostic, hint=hint) if diagnostic is errors[0] else diagnostic for diagnostic in record.diagnostics
    ]
    return replace(record, diagnostics=tuple(diagnostics))


def takes_lone_word(record: Record) -> bool:
    """Whether an action continues over a blank line, or with a word that is alone on its line: a greeting or a
    signature, which would become the name of a system (TR3.1)."""
    text = record.source.text
    return any(_has_lone_word(text[action.start : action.end]) for turn in record.turns for action in turn.actions)


def _has_lone_word(written: str) -> bool:
    return "\n" in written and _LONE_WORD.search(f"{written}\n") is not None


def _count_errors(record: Record, head: str, *, is_whole: bool) -> int:
    """How many errors of notation a record of a head has, but for those where the head of a longer text is cut off;
    more than it has turns if it is none."""
    if not _may_be_record(record):
        return len(record.turns) + 1
    errors = _errors(record)
    end = len(head)
    if not is_whole:
        errors = [error for error in errors if error.code not in _LEFT_OPEN]
        end = len(record.source.text) - _UNSEEN
    return sum(1 for error in errors if (error.span.start if error.span else 0) < end)


def _may_be_record(record: Record) -> bool:
    """Whether a record is not only what a list, a chat or a mail is too."""
    if takes_lone_word(record) or _is_list(record):
        return False
    if any(diagnostic.code is CoreCodes.TURN_AFTER_RESULT for diagnostic in record.diagnostics):
        return False
    return bool(record.turns) or not _COMMENTED_TURN.search(record.source.text)


def _is_list(record: Record) -> bool:
    """Whether all turns are numbered 1, as Markdown writes lists (TR2.4), or down to 1, the newest first (TR4.1), or
    more than half have the number of the turn above, which counts rounds: no record is, a thread may be."""
    turns = [record.turns[index] for index in record.main_line]
    numbers = [turn.number for turn in turns if turn.number is not None and turn.number.dots == 1]
    values = [number.value or 0 for number in numbers]
    count = len(values)
    if count < 3 or count < len(turns):
        return False
    counts_rounds = values == sorted(values) and values[0] == 1 and 2 * (count - len(set(values))) > count
    return counts_rounds or values == list(range(count, 0, -1))


def _is_laid_out(text: str) -> bool:
    """Whether a text is set out as a record is: tags and numbered lines."""
    lines = [line.lstrip() for line in text.splitlines()]
    return OPENS_TAG.match(text) is not None and all(_BEGINS_AS_IN_A_RECORD.match(line) for line in lines if line)


def _errors(record: Record) -> list[Diagnostic]:
    """The errors of a record, but for those of its `Game` tag."""
    of_game = (CoreCodes.MISSING_GAME, CoreCodes.UNKNOWN_GAME)
    return [
        diagnostic
        for diagnostic in record.diagnostics
        if diagnostic.severity is Severity.ERROR and diagnostic.code not in of_game
    ]

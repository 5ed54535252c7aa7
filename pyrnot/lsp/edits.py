"""Changes of a record that an editor offers: formatting, safe fixes, what a hint proposes.

A hint is prose for people. What it seems to propose is tried: it is offered only if the record then has that fault no
longer, and no other in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from pyrnot.diagnostics import Diagnostic, Severity, Span
from pyrnot.lsp.document import Document, Part
from pyrnot.lsp.turns import turn_at
from pyrnot.play.fix import CERTAIN, find_fixes
from pyrnot.play.replay import Replay, replay
from pyrnot.play.write import write_record
from pyrnot.record.model import Record
from pyrnot.record.read import read_strictly
from pyrnot.record.source import SourceText

_QUOTED = re.compile(r"`([^`]+)`")
_MEANT = re.compile(r"did you mean ([^?]+)\?")
_TO_MOVE = re.compile(r"the seat to move is (\w+)")
_CLOSING = re.compile(r"close it with ([)}])")
_WORD = re.compile(r"\S+")
_TRIED = 6
"""The proposals of one hint that are tried: each may replay the record."""


class Edit(Struct, frozen=True):
    """A piece of a record's text and what replaces it."""

    span: Span
    text: str


class Remedy(Struct, frozen=True):
    """A change that an editor offers; `faults` are those that it removes, `is_all` whether it fixes all that can be
    fixed safely."""

    title: str
    edits: list[Edit]
    faults: list[Diagnostic]
    is_all: bool = False


def apply(text: str, edits: Sequence[Edit]) -> str:
    """The text with edits made, which must not overlap."""
    for edit in sorted(edits, key=lambda edit: edit.span, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


# Formatting


def format_part(document: Document, part: Part, *, is_last: bool) -> Edit | None:
    """What puts a record in canonical form as `fmt` does; None for one with an error and for one that is so already."""
    if not part.is_record:
        return None
    replayed = document.judge(part)
    if replayed.has_error:
        return None
    text = write_record(replayed)
    return _difference(part.text, text if is_last else f"{text}\n")


def _difference(old: str, new: str) -> Edit | None:
    """The smallest single edit, in lines, that makes one text of the other."""
    if old == new:
        return None
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    same = 0
    while same < min(len(before), len(after)) and before[same] == after[same]:
        same += 1
    tail = 0
    while tail < min(len(before), len(after)) - same and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    start = sum(map(len, before[:same]))
    end = len(old) - sum(map(len, before[len(before) - tail :]))
    return Edit(Span(start, end), "".join(after[same : len(after) - tail]))


# Fixes


def find_remedies(document: Document, part: Part, span: Span) -> Iterator[Remedy]:
    """What can be offered for the faults that touch a span of a record's text."""
    replayed = document.judge(part)
    faults = part.faults or ()
    near = [fault for fault in faults if fault.span is not None and _touch(fault.span, span)]
    fixes = [Edit(*fix) for fix in find_fixes(replayed)]
    for fault in near:
        assert fault.span is not None
        own = [edit for edit in fixes if fault.code in CERTAIN and _is_for(edit, fault.span)]
        if own:
            yield Remedy(f"Write `{own[0].text.strip()}`", own, [fault])
        elif fault.hint:
            yield from _from_hint(replayed, fault)
    if fixes:
        certain = [fault for fault in faults if fault.code in CERTAIN]
        yield Remedy("Fix all that can be fixed safely in this record", fixes, certain, is_all=True)


def _touch(one: Span, other: Span) -> bool:
    return one.start <= other.end and other.start <= one.end


def _is_for(edit: Edit, span: Span) -> bool:
    """Whether an edit is where a fault is: a missing result is reported at the last turn and written after it."""
    return _touch(edit.span, span) or edit.text.startswith("\n")


def _from_hint(replayed: Replay, fault: Diagnostic) -> Iterator[Remedy]:
    """The first proposal of a hint that removes its fault."""
    record = replayed.record
    if record.source.original != record.source.text:
        return
    for edit in list(dict.fromkeys(_proposals(record, fault)))[:_TRIED]:
        if _helps(replayed, fault, edit):
            yield Remedy(f"Write `{edit.text.strip()}`", [edit], [fault])
            return


def _proposals(record: Record, fault: Diagnostic) -> Iterator[Edit]:
    """The edits that a hint may mean, the likeliest first."""
    hint, span = fault.hint or "", fault.span
    assert span is not None
    text = record.source.text
    closing = _CLOSING.search(hint)
    if closing is not None:
        for end in (_line_end(text, span.start), len(text.rstrip())):
            yield Edit(Span(end, end), f" {closing[1]}")
    texts = [found[1] for pattern in (_QUOTED, _MEANT, _TO_MOVE) for found in pattern.finditer(hint)]
    for new in texts:
        yield from (Edit(place, new) for place in _places(record, span))


def _places(record: Record, span: Span) -> Iterator[Span]:
    """What a proposal may replace: the actions of the turn at fault, the fault, the words that it is part of, or those
    up to the end of the turn's line."""
    text = record.source.text
    index = turn_at(record, span.start)
    if index is not None:
        turn = record.turns[index]
        if span.start >= turn.actions_span.start:
            yield turn.actions_span
    yield span
    start = max(text.rfind("\n", 0, span.start) + 1, text.rfind(" ", 0, span.start) + 1)
    word = _WORD.match(text, start)
    if word is not None:
        yield Span(start, max(word.end(), span.end))
    yield Span(start, max(_line_end(text, start), span.end))
    if index is not None:
        yield Span(record.turns[index].start, _line_end(text, span.start))


def _line_end(text: str, start: int) -> int:
    newline = text.find("\n", start)
    return len(text[: newline if newline >= 0 else len(text)].rstrip())


def _helps(replayed: Replay, fault: Diagnostic, edit: Edit) -> bool:
    """Whether a record has one error or warning less after an edit, the one that it is for, and keeps its turns."""
    source = replayed.record.source
    after = replay(
        read_strictly(SourceText(apply(source.text, [edit]), file=source.file)), hints=False, earlier=[replayed]
    )
    if len(after.record.turns) < len(replayed.record.turns) or after.length < replayed.length:
        return False
    at = [other for other in after.diagnostics if other.code == fault.code and other.ply == fault.ply]
    gone = len(at) < sum(other.code == fault.code and other.ply == fault.ply for other in replayed.diagnostics)
    return gone and (after.length > replayed.length or _errors(after.diagnostics) <= _errors(replayed.diagnostics))


def _errors(faults: Sequence[Diagnostic]) -> int:
    return sum(fault.severity is Severity.ERROR for fault in faults)

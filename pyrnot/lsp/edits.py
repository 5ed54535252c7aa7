"""Changes of a record that an editor offers: formatting, safe fixes, what a hint proposes.

A hint is prose for people. What it seems to propose is tried: it is offered only if the record then has that fault no
longer, and no other in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from msgspec import Struct

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Fix, Span
from pyrnot.lsp.document import Part
from pyrnot.lsp.turns import turn_at
from pyrnot.play.fix import CERTAIN, find_fixes
from pyrnot.play.replay import Replay, replay
from pyrnot.play.write import write_record
from pyrnot.record.model import Record
from pyrnot.record.read import read_strictly
from pyrnot.record.source import SourceText

_WRITE = re.compile(r"\bwrite\b[^`]*`([^`]+)`", re.IGNORECASE)
_LEGAL = re.compile(r"`([^`]+)` would be legal")
_MEANT = re.compile(r"did you mean ([^?]+)\?")
_TO_MOVE = re.compile(r"the seat to move is (\w+)")
_CLOSING = re.compile(r"close it with ([)}])")
_WORD = re.compile(r"\S+")
_TRIED = 6
"""The proposals of one hint that are tried: each may replay the record."""


class Remedy(Struct, frozen=True):
    """A change that an editor offers; `faults` are the ones that it removes, `is_all` whether it fixes all that can be
    fixed safely."""

    title: str
    fixes: list[Fix]
    faults: list[Diagnostic]
    is_all: bool = False


def apply(text: str, fixes: Sequence[Fix]) -> str:
    """The text with fixes made, which must not overlap."""
    for (start, end), new in sorted(fixes, reverse=True):
        text = text[:start] + new + text[end:]
    return text


# Formatting


def format_part(part: Part, *, is_last: bool) -> Fix | None:
    """What puts a record in canonical form as `fmt` does; None for one with an error and for one that is so already."""
    if not part.is_record or part.replay.has_error:
        return None
    text = write_record(part.replay)
    return _difference(part.text, text if is_last else f"{text}\n")


def _difference(old: str, new: str) -> Fix | None:
    """The smallest change, in lines, that makes one text of the other."""
    if old == new:
        return None
    olds, news = old.splitlines(keepends=True), new.splitlines(keepends=True)
    start = _alike(olds, news)
    tail = min(_alike(reversed(olds), reversed(news)), len(old) - start, len(new) - start)
    return Fix(Span(start, len(old) - tail), new[start : len(new) - tail])


def _alike(one: Iterable[str], other: Iterable[str]) -> int:
    """The length of the lines before the first that differ."""
    return sum(len(line) for line, _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


# Fixes


def find_remedies(part: Part, start: int, end: int) -> Iterator[Remedy]:
    """What can be offered for the faults on the lines from one offset of a record's text to another."""
    replayed, text = part.replay, part.text
    if not part.has_hints:
        part.find_hints()
    faults = part.faults or ()
    lines = Span(text.rfind("\n", 0, start) + 1, _line_end(text, end))
    near = [fault for fault in faults if fault.span is not None and _touch(fault.span, lines)]
    fixes = [Fix(*fix) for fix in find_fixes(replayed) if text[slice(*fix[0])] != fix[1]]
    for fault in near:
        assert fault.span is not None
        own = [fix for fix in fixes if fault.code in CERTAIN and _is_for(fix, fault.span)]
        if own:
            yield Remedy(f"Write `{own[0].text.strip()}`", own, [fault])
        elif fault.hint:
            yield from _from_hint(replayed, fault)
    if fixes:
        certain = [fault for fault in faults if fault.code in CERTAIN]
        yield Remedy("Fix all that can be fixed safely in this record", fixes, certain, is_all=True)


def _touch(one: Span, other: Span) -> bool:
    return one.start <= other.end and other.start <= one.end


def _is_for(fix: Fix, span: Span) -> bool:
    """Whether a fix is where a fault is: a missing result is reported at the last turn and written after it."""
    return _touch(fix.span, span) or fix.text.startswith("\n")


def _from_hint(replayed: Replay, fault: Diagnostic) -> Iterator[Remedy]:
    """The first proposal of a hint that removes its fault."""
    record = replayed.record
    if record.source.original != record.source.text:
        return
    for fix in list(dict.fromkeys(_proposals(record, fault)))[:_TRIED]:
        if _helps(replayed, fault, fix):
            yield Remedy(f"Write `{fix.text.strip()}`", [fix], [fault])
            return


def _proposals(record: Record, fault: Diagnostic) -> Iterator[Fix]:
    """The fixes that a hint may mean, the likeliest first."""
    hint, span = fault.hint or "", fault.span
    assert span is not None
    text = record.source.text
    closing = _CLOSING.search(hint)
    if closing is not None:
        for end in (_line_end(text, span.start), len(text.rstrip())):
            yield Fix(Span(end, end), f" {closing[1]}")
    for found in _LEGAL.finditer(hint):
        index = turn_at(record, span.start)
        if index is not None:
            yield Fix(record.turns[index].actions_span, found[1])
    for pattern in (_WRITE, _MEANT, _TO_MOVE):
        for found in pattern.finditer(hint):
            yield from (Fix(place, found[1]) for place in _places(record, span))


def _places(record: Record, span: Span) -> Iterator[Span]:
    """What a proposal may replace: the fault, the words that it is part of, its action, the line from there on, and all
    of the turn's line."""
    text = record.source.text
    yield span
    line = text.rfind("\n", 0, span.start) + 1
    start = max(line, text.rfind(" ", 0, span.start) + 1)
    word = _WORD.match(text, start)
    if word is not None:
        yield Span(start, max(word.end(), span.end))
    index = turn_at(record, span.start)
    turn = None if index is None else record.turns[index]
    end = max(_line_end(text, span.start), span.end)
    if turn is not None:
        head = max(turn.number.end if turn.number else turn.start, text.rfind(";", 0, span.start) + 1)
        head += len(text[head : span.end]) - len(text[head : span.end].lstrip())
        stop = text.find(";", span.end, end)
        yield Span(head, stop if stop >= 0 else end)
    yield Span(start, end)
    if turn is not None:
        yield Span(turn.start, end)


def _line_end(text: str, start: int) -> int:
    newline = text.find("\n", start)
    return len(text[: newline if newline >= 0 else len(text)].rstrip())


def _helps(replayed: Replay, fault: Diagnostic, fix: Fix) -> bool:
    """Whether a fix removes its fault: an illegal turn is then legal, a tag right, and of anything else there is less
    to complain about."""
    source = replayed.record.source
    after = replay(
        read_strictly(SourceText(apply(source.text, [fix]), file=source.file)), hints=False, earlier=[replayed]
    )
    if _count(after, fault) >= _count(replayed, fault) or len(after.record.turns) < len(replayed.record.turns):
        return False
    return (not fault.ply and bool(after.record.turns)) or _worth(after) > _worth(replayed)


def _count(replayed: Replay, fault: Diagnostic) -> int:
    """How often a replay has a fault like this one, or text after its result."""
    return sum(
        other.code == CoreCodes.TURN_AFTER_RESULT or (other.code == fault.code and other.ply == fault.ply)
        for other in replayed.diagnostics
    )


def _worth(replayed: Replay) -> tuple[int, int, int]:
    """Turns that are legal, turns that are notation, and fewer faults: the more, the better the record."""
    legal = sum(ply is not None for ply in replayed.plies)
    read = sum(not turn.is_broken for turn in replayed.record.turns)
    return legal, read, -len(replayed.diagnostics)

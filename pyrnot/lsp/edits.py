"""Changes of a record that an editor offers: formatting, the fixes of its diagnostics, and all safe fixes at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import accumulate

from msgspec import Struct

from pyrnot.core.alike import alike_ends
from pyrnot.core.diagnostics import Diagnostic, Fix, RepairKind, Span
from pyrnot.lsp.document import RecordPart
from pyrnot.play.repair import CERTAIN, apply_fixes, find_fixes
from pyrnot.play.replay import replay
from pyrnot.play.write import write_record
from pyrnot.record.read import read_strictly
from pyrnot.record.source import SourceText


class Suggestion(Struct, frozen=True):
    """A change that an editor offers; `diagnostics` are those that it removes. `is_preferred` is False for a change
    that has rivals."""

    title: str
    fixes: list[Fix]
    diagnostics: list[Diagnostic]
    is_preferred: bool = True


# Formatting


def format_part(part: RecordPart, *, is_last: bool) -> Fix | None:
    """What puts a record in canonical form as `fmt` does; None for one with an error and for one that is so
    already."""
    text = _canonical(part, is_last=is_last)
    return None if text is None else _difference(part.text, text)


def format_lines(part: RecordPart, start: int, end: int, *, is_last: bool) -> list[Fix]:
    """What puts the lines from one offset of a record to another in canonical form, and changes no other line.
    Nothing where the record would not be the same then, as with numbers on some lines alone."""
    text = _canonical(part, is_last=is_last)
    if text is None:
        return []
    old = part.text
    first = old.rfind("\n", 0, start) + 1
    # A range that ends before the first character of a line does not include that line.
    last = old.find("\n", max(start, end - 1)) + 1 or len(old)
    fixes = [fix for fix in _differences(old, text) if first <= fix.span.start and fix.span.end <= last]
    if not fixes:
        return []
    after = replay(read_strictly(SourceText(apply_fixes(old, fixes))), hints=False)
    return fixes if not after.has_error and write_record(after) == write_record(part.replay) else []


def _canonical(part: RecordPart, *, is_last: bool) -> str | None:
    """A record in canonical form, with a blank line after it unless it is the last; None for one with an error."""
    if not part.is_record or part.replay.has_error:
        return None
    text = write_record(part.replay)
    return text if is_last else f"{text}\n"


def _differences(old: str, new: str) -> Iterator[Fix]:
    """The changes that make one text of the other, of one line each where that is possible. Lines that differ in
    white space alone belong together."""
    olds = old.splitlines(keepends=True)
    news = new.splitlines(keepends=True)
    starts = [0, *accumulate(map(len, olds))]
    bare_olds, bare_news = (["".join(line.split()) for line in lines] for lines in (olds, news))
    for _, start, end, new_start, new_end in SequenceMatcher(None, bare_olds, bare_news).get_opcodes():
        if end - start != new_end - new_start:
            yield Fix(Span(starts[start], starts[end]), "".join(news[new_start:new_end]))
            continue
        for at, line in zip(range(start, end), news[new_start:new_end], strict=True):
            if olds[at] != line:
                yield Fix(Span(starts[at], starts[at + 1]), line)


def _difference(old: str, new: str) -> Fix | None:
    """The smallest change, in lines, that makes one text of the other."""
    if old == new:
        return None
    olds = old.splitlines(keepends=True)
    news = new.splitlines(keepends=True)
    start, end = alike_ends(olds, news)
    before = sum(map(len, olds[:start]))
    after = sum(map(len, olds[len(olds) - end :]))
    return Fix(Span(before, len(old) - after), "".join(news[start : len(news) - end]))


# Fixes


def find_suggestions(part: RecordPart, start: int, end: int) -> Iterator[Suggestion]:
    """What can be offered for the diagnostics on the lines from one offset of a record's text to another."""
    text = part.text
    if text != part.source.text:
        return  # quoted as in a mail: what is written in it would have to be quoted too
    if not part.has_hints:
        part.find_hints()
    newline = text.find("\n", end)
    lines = Span(text.rfind("\n", 0, start) + 1, newline if newline >= 0 else len(text))
    for diagnostic in part.diagnostics or ():
        if diagnostic.span is not None and _touch(diagnostic.span, lines):
            yield from _suggestions_for(part, diagnostic)


def _suggestions_for(part: RecordPart, diagnostic: Diagnostic) -> Iterator[Suggestion]:
    """The fix of a diagnostic, if it helps, and its repairs."""
    fix = diagnostic.fix
    if fix is not None and _helps(part, diagnostic, [fix]):
        written = fix.text.strip()
        yield Suggestion(f"Write `{written}`" if written else "Remove it", [fix], [diagnostic])
    for repair in diagnostic.repairs:
        if repair.edits and fix not in repair.edits and _helps(part, diagnostic, repair.edits, repair.legal_to):
            title = f"Turn {repair.ply}: write `{repair.instead}`"
            if repair.kind is RepairKind.EXCHANGE:
                title = f"Exchange turns {repair.ply} and {repair.other_ply}"
            yield Suggestion(title, [*repair.edits], [diagnostic], is_preferred=False)


def find_safe_fixes(part: RecordPart) -> tuple[list[Fix], list[Diagnostic]]:
    """All that can be fixed safely in a record, and the diagnostics that this removes."""
    if part.diagnostics is None:
        _ = part.replay
    fixable = [diagnostic for diagnostic in part.diagnostics or () if diagnostic.code in CERTAIN]
    if not fixable:
        return [], []
    fixes = [fix for fix in find_fixes(part.replay) if part.text[slice(*fix.span)] != fix.text]
    return fixes, fixable


def _touch(one: Span, other: Span) -> bool:
    return one.start <= other.end and other.start <= one.end


def _helps(part: RecordPart, diagnostic: Diagnostic, fixes: Sequence[Fix], legal_to: int = 0) -> bool:
    """Whether changes remove a diagnostic, and the main line is then legal up to the ply `legal_to`."""
    record = read_strictly(SourceText(apply_fixes(part.text, fixes)))
    after = replay(record, hints=False)
    before = [(known.code, known.ply) for known in part.diagnostics or ()]
    left = [(known.code, known.ply) for known in after.diagnostics]
    fixed = (diagnostic.code, diagnostic.ply)
    return left.count(fixed) < before.count(fixed) and after.length >= legal_to

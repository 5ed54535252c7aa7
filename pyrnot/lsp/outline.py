"""The outline of a record for an editor: its symbols (records, turns, variations) and what can be folded."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from pyrnot.core.diagnostics import Span
from pyrnot.lsp.turns import comments_of
from pyrnot.record.model import Record
from pyrnot.render.text.lines import Charset, short

_DEEPEST = 20
"""The deepest nesting of variations that is listed: editors recurse."""
_LABEL = 60


class SymbolKind(StrEnum):
    RECORD = "record"
    TURN = "turn"
    VARIATION = "variation"


class Symbol(Struct, frozen=True):
    """One entry of the outline. `span` is all of it, `head` what to select; both in the record's text."""

    name: str
    detail: str
    kind: SymbolKind
    span: Span
    head: Span
    children: list[Symbol] = []


class FoldKind(StrEnum):
    RECORD = "record"
    TAGS = "tags"
    COMMENT = "comment"
    VARIATION = "variation"


class Fold(Struct, frozen=True):
    """What an editor may fold to its first line."""

    span: Span
    kind: FoldKind


def record_symbol(record: Record, *, turns: bool = True) -> Symbol:
    """The symbol of a record, with its turns below it and their variations below those."""
    text = record.source.text
    end = len(text.rstrip())
    start = min(len(text) - len(text.lstrip()), end)
    head = record.tag_lines[0].span if record.tag_lines else Span(start, min(end, start + 1))
    children = _turns(record) if turns else []
    return Symbol(
        record_title(record), _plain(record.tags.get("Event", "")), SymbolKind.RECORD, Span(start, end), head, children
    )


def record_title(record: Record) -> str:
    """The game and its players."""
    title = record.game.info.title if record.game else "Record"
    seats = record.game.info.seats if record.game else ()
    players = [_plain(record.tags[seat]) for seat in seats if record.tags.get(seat)]
    return f"{title}: {' - '.join(players)}" if players else title


def _turns(record: Record) -> list[Symbol]:
    """The symbols of all turns, built from the last one on, so that no depth of variations needs recursion."""
    ends = _variation_ends(record)
    depths = _depths(record)
    lists: list[list[Symbol]] = [[] for _ in record.variations]
    for index in range(len(record.turns) - 1, -1, -1):
        turn = record.turns[index]
        if depths[turn.variation] > _DEEPEST:
            continue
        children = []
        for number in turn.variations:
            inner = record.variations[number]
            if inner.turns and depths[number] <= _DEEPEST:
                first = record.turns[inner.turns[0]]
                span = Span(first.start, ends[number])
                children.append(
                    Symbol(
                        f"({_label(record, inner.turns[0])})",
                        "",
                        SymbolKind.VARIATION,
                        span,
                        first.span,
                        lists[number][::-1],
                    )
                )
        end = max([turn.end, *(child.span.end for child in children)])
        symbol = Symbol(_label(record, index), "", SymbolKind.TURN, Span(turn.start, end), turn.span, children)
        lists[turn.variation].append(symbol)
    return lists[0][::-1]


def _variation_ends(record: Record) -> list[int]:
    """Where the last turn of each variation ends, the variations of its turns included."""
    ends = [0] * len(record.variations)
    for turn in reversed(record.turns):
        inner = max((ends[number] for number in turn.variations), default=0)
        ends[turn.variation] = max(ends[turn.variation], turn.end, inner)
    return ends


def _depths(record: Record) -> list[int]:
    """How deep each variation is nested, 0 for the main line."""
    depths = [0] * len(record.variations)
    for variation in record.variations[1:]:
        depths[variation.number] = depths[record.turns[variation.instead_of].variation] + 1
    return depths


def _label(record: Record, index: int) -> str:
    turn = record.turns[index]
    written = _plain(record.source.text[turn.start : turn.end])
    return written if turn.number is not None else f"{turn.ply}: {written}"


def _plain(text: str) -> str:
    """Text of a record on one short line; an editor must not get an empty name."""
    return short(text[: 4 * _LABEL], Charset.UNICODE, _LABEL).strip() or "?"


def folds(record: Record) -> Iterator[Fold]:
    """What can be folded: the record, its tags, comments and variations. Some may be on a single line."""
    text = record.source.text
    yield Fold(Span(len(text) - len(text.lstrip()), len(text.rstrip())), FoldKind.RECORD)
    if record.tag_lines:
        yield Fold(Span(record.tag_lines[0].span.start, record.tag_lines[-1].span.end), FoldKind.TAGS)
    for comment in comments_of(record):
        yield Fold(comment.span, FoldKind.COMMENT)
    ends = _variation_ends(record)
    for variation in record.variations[1:]:
        if variation.turns:
            yield Fold(Span(record.turns[variation.turns[0]].start, ends[variation.number]), FoldKind.VARIATION)

"""The outline of a record for an editor: its symbols (records, turns, variations) and what can be folded."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from pyrnot.core.diagnostics import Span
from pyrnot.lsp.document import Document, RecordPart
from pyrnot.lsp.lookup import comments_of
from pyrnot.record.model import Record
from pyrnot.render.text.lines import Charset, short

_DEEPEST = 20
"""The deepest nesting of variations that is listed: editors recurse."""
_LABEL = 60


def record_symbol(document: Document, part: RecordPart, *, turns: bool = True) -> types.DocumentSymbol:
    """The symbol of a record, with its turns below it and their variations below those."""
    record = part.record
    text = part.text
    end = len(text.rstrip())
    start = min(len(text) - len(text.lstrip()), end)
    head = record.tag_lines[0].span if record.tag_lines else Span(start, min(end, start + 1))
    return types.DocumentSymbol(
        name=record_title(record),
        detail=_plain(record.tags["Event"]) if record.tags.get("Event") else None,
        kind=types.SymbolKind.Module,
        range=document.range(part, Span(start, end)),
        selection_range=document.range(part, head),
        children=_turn_symbols(document, part, 0) if turns else [],
    )


def record_title(record: Record) -> str:
    """The game and its players."""
    title = record.game.info.title if record.game else "Record"
    seats = record.game.info.seats if record.game else ()
    players = [_plain(record.tags[seat]) for seat in seats if record.tags.get(seat)]
    return f"{title}: {' - '.join(players)}" if players else title


def _turn_symbols(document: Document, part: RecordPart, variation: int, depth: int = 0) -> list[types.DocumentSymbol]:
    """The symbols of the turns of a variation, those of the variations of each below it."""
    record = part.record
    symbols = []
    for index in record.variations[variation].turns:
        turn = record.turns[index]
        inner = [number for number in turn.variations if record.variations[number].turns]
        children = [_variation_symbol(document, part, number, depth + 1) for number in inner if depth < _DEEPEST]
        where = document.range(part, turn.span)
        end = max([where.end, *(child.range.end for child in children)])
        symbols.append(
            types.DocumentSymbol(
                name=_label(record, index),
                kind=types.SymbolKind.Event,
                range=types.Range(where.start, end),
                selection_range=where,
                children=children,
            )
        )
    return symbols


def _variation_symbol(document: Document, part: RecordPart, number: int, depth: int) -> types.DocumentSymbol:
    first = part.record.variations[number].turns[0]
    turns = _turn_symbols(document, part, number, depth)
    return types.DocumentSymbol(
        name=f"({_label(part.record, first)})",
        kind=types.SymbolKind.Namespace,
        range=types.Range(turns[0].range.start, turns[-1].range.end),
        selection_range=turns[0].selection_range,
        children=turns,
    )


def _label(record: Record, index: int) -> str:
    turn = record.turns[index]
    written = _plain(record.source.text[turn.start : turn.end])
    return written if turn.number is not None else f"{turn.ply}: {written}"


def _plain(text: str) -> str:
    """Text of a record on one short line; an editor must not get an empty name."""
    return short(text[: 4 * _LABEL], Charset.UNICODE, _LABEL).strip() or "?"


def folds(document: Document, part: RecordPart) -> Iterator[types.FoldingRange]:
    """What can be folded to its first line: the record, its tags, comments and variations."""
    record = part.record
    text = part.text
    spans = [(Span(len(text) - len(text.lstrip()), len(text.rstrip())), types.FoldingRangeKind.Region)]
    if record.tag_lines:
        tags = Span(record.tag_lines[0].span.start, record.tag_lines[-1].span.end)
        spans.append((tags, types.FoldingRangeKind.Imports))
    spans += ((comment.span, types.FoldingRangeKind.Comment) for comment in comments_of(record))
    for variation in record.variations[1:]:
        if variation.turns:
            first = record.turns[variation.turns[0]]
            last = record.turns[variation.turns[-1]]
            spans.append((Span(first.start, last.end), types.FoldingRangeKind.Region))
    for span, kind in spans:
        lines = document.range(part, span)
        if lines.start.line < lines.end.line:
            yield types.FoldingRange(start_line=lines.start.line, end_line=lines.end.line, kind=kind)

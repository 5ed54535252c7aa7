"""Answers of the other modules as the protocol's types: offsets as ranges, kinds as its numbers.

Nothing is worked out here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from lsprotocol import types

from pyrnot.core.diagnostics import Diagnostic, Severity, Span
from pyrnot.lsp.complete import Choice, ChoiceKind, Completion
from pyrnot.lsp.document import Document
from pyrnot.lsp.edits import Edit
from pyrnot.lsp.outline import Fold, FoldKind, Symbol, SymbolKind
from pyrnot.lsp.ruler import Place
from pyrnot.lsp.tokens import Token, TokenKind
from pyrnot.render.text.lines import printable

SOURCE = "pyrnot"
MOST_FAULTS = 500
"""The most diagnostics of a document that an editor gets."""

TOKENS = types.SemanticTokensLegend(token_types=[kind.value for kind in TokenKind], token_modifiers=[])
_TOKEN_NUMBERS = {kind: number for number, kind in enumerate(TokenKind)}
_SEVERITIES = {Severity.ERROR: types.DiagnosticSeverity.Error, Severity.WARNING: types.DiagnosticSeverity.Warning}
_SYMBOLS = {
    SymbolKind.RECORD: types.SymbolKind.Module,
    SymbolKind.TURN: types.SymbolKind.Event,
    SymbolKind.VARIATION: types.SymbolKind.Namespace,
}
_FOLDS = {
    FoldKind.RECORD: types.FoldingRangeKind.Region,
    FoldKind.TAGS: types.FoldingRangeKind.Imports,
    FoldKind.COMMENT: types.FoldingRangeKind.Comment,
    FoldKind.VARIATION: types.FoldingRangeKind.Region,
}
_CHOICES = {
    ChoiceKind.TAG: types.CompletionItemKind.Property,
    ChoiceKind.VALUE: types.CompletionItemKind.Value,
    ChoiceKind.SEAT: types.CompletionItemKind.Variable,
    ChoiceKind.ACTION: types.CompletionItemKind.Event,
    ChoiceKind.RESULT: types.CompletionItemKind.Keyword,
}


# Places


def place_of(position: types.Position) -> Place:
    """A position of the editor."""
    return Place(position.line, position.character)


def range_of(document: Document, index: int, span: Span) -> types.Range:
    """A span of a part as a range of the document."""
    start, end = document.place(index, span.start), document.place(index, span.end)
    return types.Range(types.Position(*start), types.Position(*end))


def span_of(document: Document, wanted: types.Range) -> tuple[int, Span]:
    """The part in which a range begins, and the range as a span of its text."""
    index, start = document.find(place_of(wanted.start))
    last, end = document.find(place_of(wanted.end))
    return index, Span(start, end if last == index else len(document.parts[index].text))


def spans_of(document: Document, wanted: types.Range) -> Iterator[tuple[int, Span]]:
    """All parts that a range touches, each with the span of its text that is in the range."""
    first, start = document.find(place_of(wanted.start))
    last, end = document.find(place_of(wanted.end))
    for index in range(first, last + 1):
        text = document.parts[index].text
        yield index, Span(start if index == first else 0, end if index == last else len(text))


# Faults


def diagnostics_of(document: Document) -> list[types.Diagnostic]:
    """The faults of all records judged so far, in order."""
    found = ((index, fault) for index, part in enumerate(document.parts) for fault in part.faults or ())
    return [diagnostic_of(document, index, fault) for index, fault in islice(found, MOST_FAULTS)]


def diagnostic_of(document: Document, index: int, fault: Diagnostic) -> types.Diagnostic:
    """One fault; its rule and its hint are part of the message, as `check` prints them."""
    span = fault.span or Span(0, 0)
    rule = f"{fault.rule}: " if fault.rule else ""
    help_line = f"\nhelp: {fault.hint}" if fault.hint else ""
    return types.Diagnostic(
        range=range_of(document, index, Span(span.start, max(span.end, span.start + 1))),
        severity=_SEVERITIES[fault.severity],
        code=str(fault.code),
        source=SOURCE,
        message=printable(f"{rule}{fault.message}{help_line}", keep="\n"),
        data={"rule": fault.rule, "hint": fault.hint, "ply": fault.ply},
    )


# Edits


def edits_of(document: Document, index: int, edits: Iterable[Edit]) -> list[types.TextEdit]:
    """Edits of a part as edits of the document."""
    return [types.TextEdit(range_of(document, index, edit.span), edit.text) for edit in edits]


# Completion


def items_of(document: Document, index: int, completion: Completion) -> types.CompletionList:
    """Choices in their own order, each of which replaces what is typed so far."""
    wanted = range_of(document, index, completion.span)
    items = [_item(number, choice, wanted) for number, choice in enumerate(completion.choices)]
    return types.CompletionList(is_incomplete=not completion.is_complete, items=items)


def _item(number: int, choice: Choice, wanted: types.Range) -> types.CompletionItem:
    return types.CompletionItem(
        label=printable(choice.label),
        kind=_CHOICES[choice.kind],
        detail=printable(choice.detail) or None,
        sort_text=f"{number:04}",
        filter_text=choice.text,
        text_edit=types.TextEdit(wanted, choice.text),
    )


# The outline


def symbol_of(document: Document, index: int, symbol: Symbol) -> types.DocumentSymbol:
    """A symbol with those below it."""
    return types.DocumentSymbol(
        name=symbol.name,
        detail=symbol.detail or None,
        kind=_SYMBOLS[symbol.kind],
        range=range_of(document, index, symbol.span),
        selection_range=range_of(document, index, symbol.head),
        children=[symbol_of(document, index, child) for child in symbol.children],
    )


def flat_symbols_of(document: Document, index: int, symbol: Symbol, uri: str) -> list[types.SymbolInformation]:
    """A symbol and those below it as a list, for an editor that knows no tree."""
    waiting, found = [symbol], []
    while waiting:
        one = waiting.pop()
        where = types.Location(uri, range_of(document, index, one.span))
        found.append(types.SymbolInformation(location=where, name=one.name, kind=_SYMBOLS[one.kind]))
        waiting += reversed(one.children)
    return found


def fold_of(document: Document, index: int, fold: Fold) -> types.FoldingRange | None:
    """A fold, None if it is on one line."""
    start, end = document.place(index, fold.span.start), document.place(index, fold.span.end)
    if start.line == end.line:
        return None
    return types.FoldingRange(start_line=start.line, end_line=end.line, kind=_FOLDS[fold.kind])


# Colours


def add_tokens(data: list[int], document: Document, index: int, tokens: Iterable[Token], last: Place) -> Place:
    """Adds tokens as the protocol packs them: each by five numbers, its place counted from that of the token before,
    the first from `last`. Returns the place of the last one."""
    line, column = last
    for token in tokens:
        start, end = document.place(index, token.start), document.place(index, token.end)
        across = start.column - (column if start.line == line else 0)
        data += (start.line - line, across, end.column - start.column, _TOKEN_NUMBERS[token.kind], 0)
        line, column = start
    return Place(line, column)

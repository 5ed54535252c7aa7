"""The requests that the server answers: each asks another module and translates its answer."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from itertools import islice

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from pyrnot.core.diagnostics import Fix
from pyrnot.lsp.complete import Proposal, complete
from pyrnot.lsp.document import Document, RecordPart
from pyrnot.lsp.edits import Suggestion, find_safe_fixes, find_suggestions, format_lines, format_part
from pyrnot.lsp.hover import hover
from pyrnot.lsp.outline import folds, record_symbol
from pyrnot.lsp.rename import CannotRename, Name, name_at, rename
from pyrnot.lsp.server import PyrServer, diagnostic_of
from pyrnot.lsp.tokens import KINDS, MOST, tokens
from pyrnot.render.text.lines import printable

_MOST_TURNS = 5_000
"""The most turns that are listed in the outline of a document, and the most folds."""


def make_server() -> PyrServer:
    """A server with all its features."""
    server = PyrServer()
    server.feature(types.TEXT_DOCUMENT_DID_OPEN)(_open)
    server.feature(types.TEXT_DOCUMENT_DID_CHANGE)(_change)
    server.feature(types.TEXT_DOCUMENT_DID_CLOSE)(_close)
    server.feature(types.TEXT_DOCUMENT_HOVER)(_hover)
    options = types.CompletionOptions(trigger_characters=["[", '"', ".", ";", " ", ":", "-", ","])
    server.feature(types.TEXT_DOCUMENT_COMPLETION, options)(_complete)
    kinds = [types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll]
    server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=kinds))(_code_actions)
    server.feature(types.TEXT_DOCUMENT_FORMATTING)(_format)
    server.feature(types.TEXT_DOCUMENT_RANGE_FORMATTING)(_format_range)
    server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)(_symbols)
    server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)(_folds)
    legend = types.SemanticTokensLegend(token_types=list(KINDS), token_modifiers=[])
    server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)(_tokens)
    server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)(_prepare_rename)
    server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))(_rename)
    return server


# Documents


def _open(server: PyrServer, params: types.DidOpenTextDocumentParams) -> None:
    document = params.text_document
    server.show(document.uri, document.text, document.version)


def _change(server: PyrServer, params: types.DidChangeTextDocumentParams) -> None:
    if params.content_changes:
        server.show(params.text_document.uri, params.content_changes[-1].text, params.text_document.version)


def _close(server: PyrServer, params: types.DidCloseTextDocumentParams) -> None:
    server.close(params.text_document.uri)


# At the cursor


def _hover(server: PyrServer, params: types.HoverParams) -> types.Hover | None:
    document, part, offset = server.ask(params.text_document.uri, params.position)
    hovered = hover(part, offset) if part.is_record else None
    if hovered is None:
        return None
    content = types.MarkupContent(types.MarkupKind.Markdown, hovered.text)
    return types.Hover(content, document.range(part, hovered.span))


def _complete(server: PyrServer, params: types.CompletionParams) -> types.CompletionList | None:
    """Choices in their own order, each of which replaces what is typed so far."""
    document, part, offset = server.ask(params.text_document.uri, params.position)
    completion = complete(part, offset, today=f"{datetime.date.today():%Y.%m.%d}")
    if completion is None:
        return None
    wanted = document.range(part, completion.span)
    items = [_item(number, choice, wanted) for number, choice in enumerate(completion.choices)]
    return types.CompletionList(is_incomplete=not completion.is_complete, items=items)


def _item(number: int, choice: Proposal, wanted: types.Range) -> types.CompletionItem:
    return types.CompletionItem(
        label=printable(choice.label),
        kind=choice.kind,
        detail=printable(choice.detail) or None,
        sort_text=f"{number:04}",
        filter_text=choice.text,
        text_edit=types.TextEdit(wanted, choice.text),
    )


# Edits


def _edits(document: Document, part: RecordPart, fixes: Iterable[Fix]) -> list[types.TextEdit]:
    return [types.TextEdit(document.range(part, fix.span), fix.text) for fix in fixes]


def _code_actions(server: PyrServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    """The fixes for the record in which the range begins, and one action that fixes all the records in the range."""
    document, part, start = server.ask(params.text_document.uri, params.range.start)
    last, end = document.find(params.range.end)
    actions = []
    if part.is_record:
        suggestions = find_suggestions(part, start, end if last is part else len(part.text))
        actions = [_quick_fix(document, part, suggestion) for suggestion in suggestions]
    actions += _fix_all(document, document.find_all(params.range))
    only = params.context.only
    return actions if only is None else [action for action in actions if _is_wanted(action, only)]


def _is_wanted(action: types.CodeAction, only: Sequence[types.CodeActionKind | str]) -> bool:
    """Whether an action is of one of the kinds, or below it, as `source.fixAll` is below `source`."""
    kind = str(getattr(action.kind, "value", action.kind))
    wanted = [str(getattr(name, "value", name)) for name in only]
    return any(not name or kind == name or kind.startswith(f"{name}.") for name in wanted)


def _quick_fix(document: Document, part: RecordPart, suggestion: Suggestion) -> types.CodeAction:
    return types.CodeAction(
        title=printable(suggestion.title),
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[diagnostic_of(document, part, diagnostic) for diagnostic in suggestion.diagnostics],
        is_preferred=suggestion.is_preferred or None,
        edit=types.WorkspaceEdit(changes={document.uri: _edits(document, part, suggestion.fixes)}),
    )


def _fix_all(document: Document, parts: Sequence[RecordPart]) -> list[types.CodeAction]:
    """The action that fixes all that is safe in these records; none if there is nothing to fix."""
    edits: list[types.TextEdit] = []
    diagnostics: list[types.Diagnostic] = []
    fixed_count = 0
    for part in parts:
        fixes, fixable = find_safe_fixes(document.use(part))
        if fixes:
            edits += _edits(document, part, fixes)
            diagnostics += [diagnostic_of(document, part, diagnostic) for diagnostic in fixable]
            fixed_count += 1
    if not edits:
        return []
    where = "this record" if fixed_count == 1 else f"{fixed_count} records"
    action = types.CodeAction(
        title=f"Fix all that can be fixed safely in {where}",
        kind=types.CodeActionKind.SourceFixAll,
        diagnostics=diagnostics,
        edit=types.WorkspaceEdit(changes={document.uri: edits}),
    )
    return [action]


def _format(server: PyrServer, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
    document = server.document(params.text_document.uri)
    edits = []
    for part in document.parts:
        fix = format_part(document.use(part), is_last=part is document.parts[-1])
        edits += _edits(document, part, [fix] if fix is not None else [])
    return edits


def _format_range(server: PyrServer, params: types.DocumentRangeFormattingParams) -> list[types.TextEdit]:
    document = server.document(params.text_document.uri)
    edits = []
    first, start = document.find(params.range.start)
    last, end = document.find(params.range.end)
    for part in document.find_all(params.range):
        fixes = format_lines(
            document.use(part),
            start if part is first else 0,
            end if part is last else len(part.text),
            is_last=part is document.parts[-1],
        )
        edits += _edits(document, part, fixes)
    return edits


# The outline and colours


def _symbols(server: PyrServer, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    document = server.document(params.text_document.uri)
    left = _MOST_TURNS
    symbols = []
    for part in document.records():
        left -= len(part.record.turns)
        symbols.append(record_symbol(document, part, turns=left >= 0))
    return symbols


def _folds(server: PyrServer, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    document = server.document(params.text_document.uri)
    return list(islice((fold for part in document.records() for fold in folds(document, part)), _MOST_TURNS))


def _tokens(server: PyrServer, params: types.SemanticTokensParams) -> types.SemanticTokens:
    """Tokens as the protocol packs them: each by five numbers, its position counted from that of the token before."""
    document = server.document(params.text_document.uri)
    all_tokens = (token.shift(part.start) for part in document.records() for token in tokens(part.record))
    data: list[int] = []
    last = 0
    for token in islice(all_tokens, MOST):
        between = document.text[last : token.start]
        down = between.count("\n")
        across = document.units(between[between.rfind("\n") + 1 :])
        data += (down, across, document.units(document.text[token.start : token.end]), KINDS.index(token.kind), 0)
        last = token.start
    return types.SemanticTokens(data=data)


# Names


def _prepare_rename(server: PyrServer, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
    document, part, offset = server.ask(params.text_document.uri, params.position)
    name = name_at(part.record, offset) if part.is_record else None
    if name is None:
        return None
    return types.PrepareRenamePlaceholder(document.range(part, name.span), printable(name.text))


def _rename(server: PyrServer, params: types.RenameParams) -> types.WorkspaceEdit | None:
    document, part, offset = server.ask(params.text_document.uri, params.position)
    name = name_at(part.record, offset) if part.is_record else None
    if name is None:
        return None
    try:
        edits = [
            edit
            for changed in _named(document, part, name)
            for edit in _edits(document, changed, rename(changed, name, params.new_name))
        ]
    except CannotRename as error:
        raise JsonRpcInvalidParams(str(error)) from None
    return types.WorkspaceEdit(changes={params.text_document.uri: edits})


def _named(document: Document, part: RecordPart, name: Name) -> Iterable[RecordPart]:
    """The records in which a name is changed: a system's in its own, a player's in all of the document."""
    if name.seat is None:
        return [part]
    bare = _without_escapes(name.text)
    return (record for record in document.records() if bare in _without_escapes(record.text))


def _without_escapes(text: str) -> str:
    """A text without backslashes, which a tag has before a quote and before another backslash (R2.1)."""
    return text.replace("\\", "")

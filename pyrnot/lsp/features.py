"""The requests that the server answers: each asks another module and translates its answer."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from pyrnot.lsp import protocol
from pyrnot.lsp.complete import complete
from pyrnot.lsp.document import Document
from pyrnot.lsp.edits import Remedy, find_remedies, format_part
from pyrnot.lsp.hover import hover
from pyrnot.lsp.outline import folds, record_symbol
from pyrnot.lsp.rename import CannotRename, Name, name_at, rename
from pyrnot.lsp.ruler import Place
from pyrnot.lsp.server import PyrServer
from pyrnot.lsp.tokens import MOST, tokens
from pyrnot.render.text.lines import printable

_MOST_TURNS = 4_000
"""The most turns that are listed in the outline of a document, and the most folds."""


def make_server() -> PyrServer:
    """A server with all its features."""
    server = PyrServer()
    server.feature(types.INITIALIZED)(_begin)
    server.feature(types.SHUTDOWN)(_shut_down)
    server.feature(types.TEXT_DOCUMENT_HOVER)(_hover)
    options = types.CompletionOptions(trigger_characters=["[", '"', ".", ";", " ", ":", "-", ","])
    server.feature(types.TEXT_DOCUMENT_COMPLETION, options)(_complete)
    kinds = [types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll]
    server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=kinds))(_code_actions)
    server.feature(types.TEXT_DOCUMENT_FORMATTING)(_format)
    server.feature(types.TEXT_DOCUMENT_RANGE_FORMATTING)(_format_range)
    server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)(_symbols)
    server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)(_fold)
    server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, protocol.TOKENS)(_all_tokens)
    server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, protocol.TOKENS)(_some_tokens)
    server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)(_prepare_rename)
    server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))(_rename)
    return server


def _begin(server: PyrServer, _params: types.InitializedParams) -> None:
    server.is_in_use = True


def _shut_down(server: PyrServer, _params: None) -> None:
    server.is_in_use = False


def _hover(server: PyrServer, params: types.HoverParams) -> types.Hover | None:
    document, index, part, offset = server.ask(params.text_document.uri, params.position)
    found = hover(document, part, offset) if part.is_record else None
    if found is None:
        return None
    content = types.MarkupContent(types.MarkupKind.Markdown, found.text)
    return types.Hover(content, protocol.range_of(document, index, found.span))


def _complete(server: PyrServer, params: types.CompletionParams) -> types.CompletionList | None:
    document, index, part, offset = server.ask(params.text_document.uri, params.position)
    found = complete(part, offset, today=f"{datetime.date.today():%Y.%m.%d}")
    return None if found is None else protocol.items_of(document, index, found)


# Edits


def _code_actions(server: PyrServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    document = server.document(params.text_document.uri)
    index, span = protocol.span_of(document, params.range)
    part = document.use(document.parts[index])
    if not part.is_record:
        return []
    document.judge(part)
    if part.lacks_hints:
        document.add_hints(part, part.find_hints())
    found = [_action(document, index, remedy, params) for remedy in find_remedies(document, part, span)]
    only = params.context.only
    return found if only is None else [action for action in found if _is_wanted(action, only)]


def _is_wanted(action: types.CodeAction, only: Sequence[types.CodeActionKind | str]) -> bool:
    """Whether an action is of one of the kinds, or below it, as `source.fixAll` is below `source`."""
    kind = str(getattr(action.kind, "value", action.kind))
    wanted = [str(getattr(name, "value", name)) for name in only]
    return any(not name or kind == name or kind.startswith(f"{name}.") for name in wanted)


def _action(document: Document, index: int, remedy: Remedy, params: types.CodeActionParams) -> types.CodeAction:
    edits = protocol.edits_of(document, index, remedy.edits)
    return types.CodeAction(
        title=printable(remedy.title),
        kind=types.CodeActionKind.SourceFixAll if remedy.is_all else types.CodeActionKind.QuickFix,
        diagnostics=[protocol.diagnostic_of(document, index, fault) for fault in remedy.faults],
        is_preferred=None if remedy.is_all else True,
        edit=types.WorkspaceEdit(changes={params.text_document.uri: edits}),
    )


def _format(server: PyrServer, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
    document = server.document(params.text_document.uri)
    return _formatted(document, range(len(document.parts)))


def _format_range(server: PyrServer, params: types.DocumentRangeFormattingParams) -> list[types.TextEdit]:
    document = server.document(params.text_document.uri)
    return _formatted(document, [index for index, _ in protocol.spans_of(document, params.range)])


def _formatted(document: Document, indices: Iterable[int]) -> list[types.TextEdit]:
    edits = []
    for index in indices:
        edit = format_part(document, document.parts[index], is_last=index == len(document.parts) - 1)
        edits += protocol.edits_of(document, index, [edit] if edit is not None else [])
    return edits


# The outline and colours


def _symbols(
    server: PyrServer, params: types.DocumentSymbolParams
) -> list[types.DocumentSymbol] | list[types.SymbolInformation]:
    document = server.document(params.text_document.uri)
    left = _MOST_TURNS
    found = []
    for index, part in enumerate(document.parts):
        if part.is_record:
            record = document.use(part).record
            found.append((index, record_symbol(record, turns=len(record.turns) <= left)))
            left -= len(record.turns)
    if _has_tree(server.client_capabilities):
        return [protocol.symbol_of(document, index, symbol) for index, symbol in found]
    uri = params.text_document.uri
    return [one for index, symbol in found for one in protocol.flat_symbols_of(document, index, symbol, uri)]


def _has_tree(capabilities: types.ClientCapabilities) -> bool:
    with suppress(AttributeError):
        return bool(capabilities.text_document.document_symbol.hierarchical_document_symbol_support)  # type: ignore[union-attr]
    return False


def _fold(server: PyrServer, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    document = server.document(params.text_document.uri)
    return list(islice(_all_folds(document), _MOST_TURNS))


def _all_folds(document: Document) -> Iterator[types.FoldingRange]:
    for index, part in enumerate(document.parts):
        for fold in folds(document.use(part).record) if part.is_record else ():
            found = protocol.fold_of(document, index, fold)
            if found is not None:
                yield found


def _all_tokens(server: PyrServer, params: types.SemanticTokensParams) -> types.SemanticTokens:
    document = server.document(params.text_document.uri)
    return _tokens(document, types.Range(types.Position(0, 0), types.Position(2**31 - 1, 0)))


def _some_tokens(server: PyrServer, params: types.SemanticTokensRangeParams) -> types.SemanticTokens:
    return _tokens(server.document(params.text_document.uri), params.range)


def _tokens(document: Document, wanted: types.Range) -> types.SemanticTokens:
    data: list[int] = []
    last = Place(0, 0)
    for index, span in protocol.spans_of(document, wanted):
        left = MOST - len(data) // 5
        if not left:
            break
        part = document.use(document.parts[index])
        if part.is_record:
            last = protocol.add_tokens(data, document, index, tokens(part.record, span, left), last)
    return types.SemanticTokens(data=data)


# Names


def _prepare_rename(server: PyrServer, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
    document, index, part, offset = server.ask(params.text_document.uri, params.position)
    name = name_at(part, offset)
    if name is None:
        return None
    return types.PrepareRenamePlaceholder(protocol.range_of(document, index, name.span), printable(name.text))


def _rename(server: PyrServer, params: types.RenameParams) -> types.WorkspaceEdit | None:
    document, index, part, offset = server.ask(params.text_document.uri, params.position)
    name = name_at(part, offset)
    if name is None:
        return None
    try:
        edits = [
            edit for one in _named(document, index, name) for edit in _renamed(document, one, name, params.new_name)
        ]
    except CannotRename as fault:
        raise JsonRpcInvalidParams(str(fault)) from None
    return types.WorkspaceEdit(changes={params.text_document.uri: edits})


def _named(document: Document, index: int, name: Name) -> list[int]:
    """The records in which a name is changed: a system's in its own, a player's in all of the document."""
    if name.seat is None:
        return [index]
    return [number for number, part in enumerate(document.parts) if part.is_record and name.text in part.text]


def _renamed(document: Document, index: int, name: Name, new: str) -> list[types.TextEdit]:
    return protocol.edits_of(document, index, rename(document.use(document.parts[index]), name, new))

"""The server: keeps the documents that an editor has open, judges them after each edit, and answers its requests.

An edit is judged at once, without hints, and its diagnostics are sent; hints are looked for in a thread meanwhile and
sent when they are found. An exception in a handler is logged to stderr, and the server goes on.
"""

from __future__ import annotations

import asyncio
import datetime
import io
import logging
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, BinaryIO, cast
from urllib.parse import unquote, urlsplit

from lsprotocol import types
from pygls.exceptions import FeatureRequestError, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from pyrnot import __version__
from pyrnot.lsp import protocol
from pyrnot.lsp.complete import complete
from pyrnot.lsp.document import Document, Part
from pyrnot.lsp.edits import Remedy, find_remedies, format_part
from pyrnot.lsp.hover import hover
from pyrnot.lsp.outline import folds, record_symbol
from pyrnot.lsp.rename import CannotRename, Name, name_at, rename
from pyrnot.lsp.ruler import Place, Units
from pyrnot.lsp.tokens import tokens
from pyrnot.render.text.lines import printable

if TYPE_CHECKING:
    from typing_extensions import Buffer

_log = logging.getLogger(__name__)

_LONG = 200_000
"""Characters. Judging a longer record waits until nobody has typed for as long as it takes."""
_LONGEST_WAIT = 2.0
_QUIET = 0.15
"""Seconds without an edit before hints are looked for."""
_SWITCH = 0.001
"""Seconds after which the thread that looks for hints lets an edit be judged."""
_AT_A_TIME = 0.02
"""Seconds of judging after which requests get their turn."""
_NEWS = 1.0
"""Seconds after which the faults found so far in a long document are sent."""
_HINTED = 20
"""The number of records of a document in which hints are sought."""
_MOST_TOKENS = 100_000
_MOST_TURNS = 20_000
"""The most turns that are listed in the outline of a document, and the most folds."""


class _Protocol(LanguageServerProtocol):
    """The protocol, with documents of our own: those of pygls end a line at every sign that Python takes for a line
    end, and copy the document for each edit."""

    _server: PyrServer

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        self._server.open(params.text_document.uri, params.text_document.text)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        self._server.change(params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        self._server.close(params.text_document.uri)


class _Open:
    """An open document, its version, and the task that judges it."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.version: int | None = None
        self.task: asyncio.Task[None] | None = None

    def stop(self) -> None:
        if self.task is not None:
            self.task.cancel()


class PyrServer(LanguageServer):
    """The language server."""

    def __init__(self) -> None:
        super().__init__("pyrnot", __version__, protocol_cls=_Protocol)
        self.opened: dict[str, _Open] = {}
        self.is_in_use = False
        """Whether an editor has begun and has not asked to shut down."""
        self._hint_finder = ThreadPoolExecutor(max_workers=1)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Logs an error, unless pygls has; sending it to an editor that may have gone could fail again."""
        if source is not FeatureRequestError:
            _log.error("%s", error, exc_info=error)

    def shutdown(self) -> None:
        """Ends without waiting for the thread that reads standard input."""
        if self._stop_event is not None:
            self._stop_event.set()
        if self._thread_pool is not None:
            self._thread_pool.shutdown(wait=False, cancel_futures=True)
        self._hint_finder.shutdown(wait=False, cancel_futures=True)

    # Documents

    @property
    def units(self) -> Units:
        """What the editor counts columns in."""
        encoding = self.workspace.position_encoding
        return Units(encoding.value if isinstance(encoding, types.PositionEncodingKind) else encoding or Units.UTF_16)

    def document(self, uri: str) -> Document:
        """An open document. Raises `JsonRpcInvalidParams`."""
        found = self.opened.get(uri)
        if found is None:
            raise JsonRpcInvalidParams(f"the document is not open: {uri}")
        return found.document

    def open(self, uri: str, text: str) -> None:
        """Takes the text of a document, which need not be a file."""
        if uri in self.opened:
            self.opened[uri].stop()
        name = unquote(urlsplit(uri).path).rpartition("/")[2] or "-"
        self.opened[uri] = _Open(Document(text, self.units, name))
        self._judge_soon(uri)

    def change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Makes an editor's changes, one after another."""
        uri = params.text_document.uri
        document = self.document(uri)
        self.opened[uri].version = params.text_document.version
        for change in params.content_changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                start, end = change.range.start, change.range.end
                document.edit(protocol.place_of(start), protocol.place_of(end), change.text)
            else:
                document.replace(change.text)
        self._judge_soon(uri)

    def close(self, uri: str) -> None:
        """Forgets a document and removes its faults from the editor's list."""
        known = self.opened.pop(uri, None)
        if known is not None:
            known.stop()
            self._send([], uri, None)

    # Judging

    def _judge_soon(self, uri: str) -> None:
        known = self.opened[uri]
        known.stop()
        known.task = asyncio.ensure_future(self._judge(uri, known))

    async def _judge(self, uri: str, known: _Open) -> None:
        """Judges what has no verdict yet and sends all faults, then those with hints. The next edit cancels it."""
        try:
            await self._judge_parts(uri, known)
            self._publish(uri, known)
            await self._find_hints(uri, known)
        except asyncio.CancelledError:
            raise
        except Exception:
            _log.exception("cannot judge %s", uri)

    async def _judge_parts(self, uri: str, known: _Open) -> None:
        document = known.document
        paused = sent = time.monotonic()
        for part in list(document.unjudged()):
            if len(part.text) > _LONG:
                await asyncio.sleep(min(part.cost, _LONGEST_WAIT))
            document.judge(part)
            now = time.monotonic()
            if now - paused > _AT_A_TIME:
                await asyncio.sleep(0)
                paused = time.monotonic()
            if now - sent > _NEWS:
                self._publish(uri, known)
                sent = time.monotonic()

    async def _find_hints(self, uri: str, known: _Open) -> None:
        document = known.document
        lacking = list(islice((part for part in document.parts if part.lacks_hints), _HINTED))
        if lacking:
            await asyncio.sleep(_QUIET)
        loop = asyncio.get_running_loop()
        for part in lacking:
            faults = await loop.run_in_executor(self._hint_finder, part.find_hints)
            is_news = faults != part.faults
            document.add_hints(part, faults)
            if is_news:
                self._publish(uri, known)

    def _publish(self, uri: str, known: _Open) -> None:
        self._send(protocol.diagnostics_of(known.document), uri, known.version)

    def _send(self, diagnostics: list[types.Diagnostic], uri: str, version: int | None) -> None:
        params = types.PublishDiagnosticsParams(uri=uri, diagnostics=diagnostics, version=version)
        self.text_document_publish_diagnostics(params)

    def ask(self, uri: str, position: types.Position) -> tuple[Document, int, Part, int]:
        """A document, the index of its part at a position, that part, and the offset in it."""
        document = self.document(uri)
        index, offset = document.find(protocol.place_of(position))
        return document, index, document.use(document.parts[index]), offset


class _Log(logging.Formatter):
    """Lines of the log, without the text of a record as it is. A request that is refused needs no traceback."""

    def format(self, record: logging.LogRecord) -> str:
        fault = record.exc_info[1] if record.exc_info else None
        if isinstance(fault, JsonRpcInvalidParams):
            record.msg, record.args, record.exc_info = str(fault), (), None
        return printable(super().format(record), keep="\n")


class _Output(io.RawIOBase):
    """Standard output for pygls, which closes what it gets; the command line flushes it after that."""

    def writable(self) -> bool:
        return True

    def write(self, data: Buffer, /) -> int:
        return sys.stdout.buffer.write(data)

    def flush(self) -> None:
        if not self.closed:
            sys.stdout.buffer.flush()


def serve() -> int:
    """Serves an editor on standard input and output until it goes; returns the exit code."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Log("pyrnot lsp: %(levelname)s: %(message)s"))
    logging.getLogger().addHandler(handler)
    sys.setswitchinterval(_SWITCH)
    try:
        server = make_server()
        server.start_io(stdout=cast(BinaryIO, _Output()))
    finally:
        logging.getLogger().removeHandler(handler)
    return int(server.is_in_use)


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
        title=remedy.title,
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


def _formatted(document: Document, indices: list[int] | range) -> list[types.TextEdit]:
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
        if len(data) >= 5 * _MOST_TOKENS:
            break
        part = document.use(document.parts[index])
        if part.is_record:
            found = list(islice(tokens(part.record, span), _MOST_TOKENS))
            data += protocol.token_data(document, index, found, last)
            last = protocol.last_place(document, index, found, last)
    return types.SemanticTokens(data=data)


# Names


def _prepare_rename(server: PyrServer, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
    document, index, part, offset = server.ask(params.text_document.uri, params.position)
    name = name_at(part, offset)
    if name is None:
        return None
    return types.PrepareRenamePlaceholder(protocol.range_of(document, index, name.span), name.text)


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

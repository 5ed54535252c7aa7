"""The server: keeps the documents that an editor has open, judges them after each edit, and answers its requests.

An edit is judged at once, without hints, and its diagnostics are sent; hints are looked for in a thread meanwhile and
sent when they are found. An exception in a handler is logged to stderr, and the server goes on.
"""

from __future__ import annotations

import asyncio
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any, BinaryIO
from urllib.parse import unquote, urlsplit

from lsprotocol import types
from pygls.exceptions import FeatureRequestError, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import lsp_method

from pyrnot import __version__
from pyrnot.lsp import protocol
from pyrnot.lsp.document import Document, Part, Recent
from pyrnot.lsp.ruler import Units
from pyrnot.lsp.wire import CheckedProtocol, exchange

_log = logging.getLogger(__name__)

_LONG = 200_000
"""Characters. Judging a longer record waits until nobody has typed for as long as it takes."""
_LONGEST_WAIT = 2.0
_QUIET = 0.15
"""Seconds without an edit before hints are looked for."""
_AT_A_TIME = 0.02
"""Seconds of judging after which requests get their turn."""
_NEWS = 1.0
"""Seconds after which the faults found so far in a long document are sent."""
_HINTED = 20
"""The number of records of a document in which hints are sought."""


class _Protocol(CheckedProtocol):
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


def _name_of(uri: str) -> str:
    """What messages call a document."""
    try:
        return unquote(urlsplit(uri).path).rpartition("/")[2] or "-"
    except ValueError:  # not the address of anything
        return "-"


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
        self._recent = Recent()
        self.is_in_use = False
        """Whether an editor has begun and has not asked to shut down."""
        self._hint_finder = ThreadPoolExecutor(max_workers=1)
        self._readers = ThreadPoolExecutor(max_workers=1)

    def serve(self, stream: BinaryIO) -> None:
        """Serves the editor that writes to a stream and reads from standard output, until one of them ends.

        Raises what failed: writing to standard output, or OSError for the stream.
        """
        protocol = self.protocol
        assert isinstance(protocol, CheckedProtocol)
        try:
            asyncio.run(exchange(stream, protocol, self._readers))
        except (KeyboardInterrupt, SystemExit):
            pass  # a signal, or the notification `exit`
        finally:
            self.shutdown()

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Logs an error, unless pygls has; sending it to an editor that may have gone could fail again."""
        if source is not FeatureRequestError:
            _log.error("%s", error, exc_info=error)

    def shutdown(self) -> None:
        """Ends without waiting for the thread that reads standard input."""
        for pool in (self._readers, self._hint_finder):
            pool.shutdown(wait=False, cancel_futures=True)

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
            self.opened[uri].document.close()
        self.opened[uri] = _Open(Document(text, self.units, _name_of(uri), recent=self._recent))
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
            known.document.close()
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
            await self._find_hints(uri, known)
        except asyncio.CancelledError:
            raise
        except Exception:
            _log.exception("cannot judge %s", uri)

    async def _judge_parts(self, uri: str, known: _Open) -> None:
        """Judges what was edited and sends that, then what else has no verdict, with news from time to time."""
        document = known.document
        paused = sent = time.monotonic()
        is_news, is_sent = len(document.edited) < len(document.parts), False
        for part in list(document.unjudged()):
            if len(part.text) > _LONG:
                await asyncio.sleep(min(part.cost, _LONGEST_WAIT))
            document.judge(part)
            now = time.monotonic()
            is_sent = is_news or now - sent > _NEWS
            if is_sent:
                self._publish(uri, known)
                is_news, sent = False, now
            if now - paused > _AT_A_TIME:
                await asyncio.sleep(0)
                paused = time.monotonic()
        if not is_sent:
            self._publish(uri, known)

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

"""The server: keeps the documents that an editor has open, judges them after each edit, and sends their diagnostics.

An edit is judged at once, without hints, and its diagnostics are sent; hints are looked for in a thread meanwhile and
sent when they are found. The editor sends the entire text with each edit.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from itertools import islice
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from pyrnot.core.diagnostics import Diagnostic, Severity, Span
from pyrnot.core.version import __version__
from pyrnot.lsp.document import Document, RecordPart
from pyrnot.render.text.lines import printable

_log = logging.getLogger(__name__)

_QUIET = 0.15
"""Seconds without an edit before hints are looked for."""
_HINTED = 20
"""The number of records of a document in which hints are looked for."""
_MOST_DIAGNOSTICS = 500
"""The most diagnostics of a document that an editor gets."""
_SEVERITIES = {Severity.ERROR: types.DiagnosticSeverity.Error, Severity.WARNING: types.DiagnosticSeverity.Warning}


class _Protocol(LanguageServerProtocol):
    """The protocol, in which a request that cannot be read has an answer too: an editor waits for one."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        try:
            return super().structure_message(data)
        except JsonRpcException as wrong:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=wrong.to_response_error())
            raise


class PyrServer(LanguageServer):
    """The language server."""

    def __init__(self) -> None:
        sync_kind = types.TextDocumentSyncKind.Full
        super().__init__("pyrnot", __version__, text_document_sync_kind=sync_kind, protocol_cls=_Protocol)
        self._documents: dict[str, Document] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def show(self, uri: str, text: str, version: int | None) -> None:
        """Takes the text of a document, which need not be a file, and judges it soon."""
        self._stop(uri)
        encoding = self.workspace.position_encoding or types.PositionEncodingKind.Utf16
        name = str(getattr(encoding, "value", encoding))
        document = Document(text, name, before=self._documents.get(uri), uri=uri)
        self._documents[uri] = document
        self._tasks[uri] = asyncio.ensure_future(self._judge(uri, document, version))

    def close(self, uri: str) -> None:
        """Forgets a document and removes its diagnostics from the editor's list."""
        self._stop(uri)
        self._documents.pop(uri, None)
        self._send([], uri, None)

    def document(self, uri: str) -> Document:
        """An open document. Raises `JsonRpcInvalidParams`."""
        if uri not in self._documents:
            raise JsonRpcInvalidParams(f"the document is not open: {uri}")
        return self._documents[uri]

    def ask(self, uri: str, position: types.Position) -> tuple[Document, RecordPart, int]:
        """A document, its part at a position, and the offset in it."""
        document = self.document(uri)
        part, offset = document.find(position)
        return document, document.use(part), offset

    def _stop(self, uri: str) -> None:
        task = self._tasks.pop(uri, None)
        if task is not None:
            task.cancel()

    async def _judge(self, uri: str, document: Document, version: int | None) -> None:
        """Judges what has no verdict yet and sends all diagnostics, then those with hints. The next edit cancels
        it."""
        try:
            for part in document.parts:
                if part.diagnostics is None:
                    await asyncio.sleep(0)  # requests get their turn
                    _ = document.use(part).replay
            self._send(diagnostics_of(document), uri, version)
            await asyncio.sleep(_QUIET)
            for part in islice((part for part in document.parts if not part.has_hints), _HINTED):
                before = part.diagnostics
                await asyncio.to_thread(part.find_hints)
                if part.diagnostics != before:
                    self._send(diagnostics_of(document), uri, version)
        except Exception:
            _log.exception("cannot judge %s", uri)

    def _send(self, diagnostics: list[types.Diagnostic], uri: str, version: int | None) -> None:
        params = types.PublishDiagnosticsParams(uri=uri, diagnostics=diagnostics, version=version)
        self.text_document_publish_diagnostics(params)


def diagnostics_of(document: Document) -> list[types.Diagnostic]:
    """The diagnostics of all records judged so far, in order."""
    return list(islice(_diagnostics(document), _MOST_DIAGNOSTICS))


def _diagnostics(document: Document) -> Iterator[types.Diagnostic]:
    for part in document.parts:
        for diagnostic in part.diagnostics or ():
            yield diagnostic_of(document, part, diagnostic)


def diagnostic_of(document: Document, part: RecordPart, diagnostic: Diagnostic) -> types.Diagnostic:
    """One diagnostic; its rule and its hint are part of the message, as `check` prints them."""
    span = diagnostic.span or Span(0, 0)
    rule = f"{diagnostic.rule}: " if diagnostic.rule else ""
    help_line = f"\nhelp: {diagnostic.hint}" if diagnostic.hint else ""
    return types.Diagnostic(
        range=document.range(part, Span(span.start, max(span.end, span.start + 1))),
        severity=_SEVERITIES[diagnostic.severity],
        code=str(diagnostic.code),
        source="pyrnot",
        message=printable(f"{rule}{diagnostic.message}{help_line}", keep="\n"),
        related_information=_related(document, part, diagnostic),
        data={"rule": diagnostic.rule, "hint": diagnostic.hint, "ply": diagnostic.ply},
    )


def _related(
    document: Document, part: RecordPart, diagnostic: Diagnostic
) -> list[types.DiagnosticRelatedInformation] | None:
    """The earlier turn that explains a diagnostic, to which editors have a link."""
    related = diagnostic.related
    if related is None or related.span is None:
        return None
    location = types.Location(document.uri, document.range(part, related.span))
    return [types.DiagnosticRelatedInformation(location, printable(related.message))]

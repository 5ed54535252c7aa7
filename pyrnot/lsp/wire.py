"""Messages between the editor and the server, as JSON-RPC frames them on standard input and output.

What is not a message is answered with an error, as far as anyone can be answered, and the next message is read. What a
message asks for is for the server.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any, BinaryIO

from cattrs import transform_error
from cattrs.errors import ClassValidationError
from lsprotocol import types
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcMethodNotFound,
    JsonRpcParseError,
    JsonRpcServerNotInitialized,
)
from pygls.protocol import LanguageServerProtocol

LONGEST = 1 << 28
"""Bytes of a message: more than any editor sends, and less than would use up the memory."""

_LONGEST_HEADER = 1 << 12
_LENGTH = re.compile(rb"content-length: {0,9}([0-9]{1,18})\s{0,9}\Z", re.IGNORECASE)
"""At the end of a line: after a message whose length was wrong, the rest of it precedes the next header."""

_log = logging.getLogger(__name__)


def read_body(stream: BinaryIO) -> bytes:
    """The next message of a stream; b"" at its end. What is between two messages is skipped."""
    length = 0
    while line := stream.readline(_LONGEST_HEADER):
        if found := _LENGTH.search(line):
            length = int(found[1])
            if length > LONGEST:
                _log.error("a message of %d bytes is too long", length)
                length = 0
        elif length and not line.strip():
            body = stream.read(length)
            return body if len(body) == length else b""
    return b""


class Output:
    """Standard output for pygls. If it cannot be written, `lost` says why, and nobody is left to serve."""

    def __init__(self) -> None:
        self.lost: asyncio.Future[Exception] = asyncio.get_running_loop().create_future()

    def close(self) -> None:
        """Leaves standard output open, for the command line."""

    def write(self, data: bytes) -> None:
        """Writes a message out at once."""
        if not self.lost.done():
            try:
                sys.stdout.buffer.write(data)
                sys.stdout.buffer.flush()
            except Exception as fault:  # of whatever kind: nobody can be told
                self.lost.set_result(fault)


async def exchange(stream: BinaryIO, protocol: CheckedProtocol, readers: ThreadPoolExecutor) -> None:
    """Passes on all messages of a stream until it ends. Raises what failed: writing to
    standard output, or OSError for the stream."""
    output = Output()
    protocol.set_writer(output)
    loop = asyncio.get_running_loop()
    while True:
        reading = loop.run_in_executor(readers, read_body, stream)
        ways: set[asyncio.Future[Any]] = {reading, output.lost}
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        if output.lost.done():
            raise output.lost.result()
        if not (body := reading.result()):
            return
        protocol.receive(body)


class CheckedProtocol(LanguageServerProtocol):
    """The protocol, for editors that may send anything at any time."""

    has_begun = False
    has_ended = False

    def receive(self, body: bytes) -> None:
        """Handles the text of a message, or answers what is wrong with it; a notification has no answer."""
        message: dict[str, Any] = {"id": None}
        try:
            message = _parse(body)
            if "method" in message:  # else it is an answer, and the server asks nothing
                self._check_time(message["method"])
                self.handle_message(self._structure(message))
        except JsonRpcException as fault:
            _log.error("%s", fault.message)
            if "id" in message:
                self._send_response(message["id"], error=fault.to_response_error())

    def _check_time(self, method: str) -> None:
        """Raises the error for what comes before `initialize` or after `shutdown`."""
        if method == types.EXIT:
            return
        if self.has_ended:
            raise JsonRpcInvalidRequest(f"{method} after shutdown")
        if self.has_begun and method == types.INITIALIZE:
            raise JsonRpcInvalidRequest("the server is initialized already")
        if not self.has_begun and method != types.INITIALIZE:
            raise JsonRpcServerNotInitialized(f"{method} before initialize")

    def _structure(self, message: dict[str, Any]) -> Any:
        """A message as pygls takes it. Raises `JsonRpcMethodNotFound` and `JsonRpcInvalidParams`."""
        method = message["method"]
        kind = self.get_message_type(method)
        if kind is None:
            raise JsonRpcMethodNotFound.of(method)
        try:
            structured = self._converter.structure(message, kind)
        except (ClassValidationError, RecursionError) as fault:
            reasons = transform_error(fault)[:3] if isinstance(fault, ClassValidationError) else ["nested too deeply"]
            raise JsonRpcInvalidParams(f"wrong parameters of {method}: {'; '.join(reasons)[:500]}") from None
        self.has_begun |= method == types.INITIALIZE
        self.has_ended |= method == types.SHUTDOWN
        return structured


def _parse(body: bytes) -> dict[str, Any]:
    """A message as JSON has it. Raises `JsonRpcParseError` and `JsonRpcInvalidRequest`."""
    try:
        message = json.loads(body)
    except (ValueError, RecursionError) as fault:
        reason = "it is nested too deeply" if isinstance(fault, RecursionError) else str(fault)[:200]
        raise JsonRpcParseError(f"a message is not JSON: {reason}") from None
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        raise JsonRpcInvalidRequest("a message is not JSON-RPC 2.0")
    number = message.get("id", 0)
    if isinstance(number, bool) or not isinstance(number, int | str):
        raise JsonRpcInvalidRequest("the id of a message is neither a number nor a string")
    if not isinstance(message.get("method", ""), str):
        raise JsonRpcInvalidRequest("the method of a message is not a string")
    return message

"""Runs the server on standard input and output, with its log on standard error."""

from __future__ import annotations

import logging
import signal
import sys

from pygls.exceptions import JsonRpcException

from pyrnot.lsp.features import make_server
from pyrnot.render.text.lines import printable


class _Log(logging.Formatter):
    """Lines of the log, without the text of a record as it is. A request that is refused needs no traceback."""

    def format(self, record: logging.LogRecord) -> str:
        diagnostic = record.exc_info[1] if record.exc_info else None
        if isinstance(diagnostic, JsonRpcException):
            record.msg = diagnostic.message
            record.args = ()
            record.exc_info = None
        return printable(super().format(record), keep="\n")


def serve() -> None:
    """Serves an editor on standard input and output until it ends the session. Raises OSError if standard input
    cannot be read."""
    for number in (signal.SIGINT, signal.SIGTERM):  # nothing needs cleaning up, and a thread waits for the editor
        signal.signal(number, signal.SIG_DFL)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Log("pyrnot lsp: %(levelname)s: %(message)s"))
    logging.getLogger().addHandler(handler)
    with open(sys.stdout.fileno(), "wb", closefd=False) as output:  # pygls closes what it writes to
        make_server().start_io(stdout=output)

"""Runs the server on standard input and output, with its log on standard error."""

from __future__ import annotations

import logging
import sys

from pygls.exceptions import JsonRpcInvalidParams

from pyrnot.lsp.features import make_server
from pyrnot.render.text.lines import printable

_SWITCH = 0.001
"""Seconds after which the thread that looks for hints lets an edit be judged."""


class _Log(logging.Formatter):
    """Lines of the log, without the text of a record as it is. A request that is refused needs no traceback."""

    def format(self, record: logging.LogRecord) -> str:
        fault = record.exc_info[1] if record.exc_info else None
        if isinstance(fault, JsonRpcInvalidParams):
            record.msg, record.args, record.exc_info = str(fault), (), None
        return printable(super().format(record), keep="\n")


def serve() -> int:
    """Serves an editor on standard input and output until it goes; returns the exit code."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Log("pyrnot lsp: %(levelname)s: %(message)s"))
    logging.getLogger().addHandler(handler)
    sys.setswitchinterval(_SWITCH)
    try:
        server = make_server()
        server.serve(sys.stdin.buffer)
    finally:
        logging.getLogger().removeHandler(handler)
    return int(server.is_in_use)

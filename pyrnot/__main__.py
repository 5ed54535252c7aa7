"""The entry point of `pyrnot` and `python -m pyrnot`: the command line, with a quick start and exit."""

from __future__ import annotations

import gc
import os
import signal
from typing import NoReturn


def _end_cleanly() -> None:
    """Lets SIGTERM, and the SIGHUP of a terminal that is closed, end the process as Ctrl-C does: drafts of files and
    workers go too. A signal that is ignored, as with nohup, stays ignored."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler)


def main() -> NoReturn:
    """Runs the command line and ends the process with its exit code."""
    try:
        _end_cleanly()
        # Modules stay and records have hardly any cycles: a short run collected garbage 50 times and found none.
        gc.set_threshold(50_000)
        from pyrnot.cli import run

        exit_code = run()
    except KeyboardInterrupt:
        exit_code = 130
    # All files are closed, and tearing down every module would take a sixth of a short run's time.
    os._exit(exit_code)


if __name__ == "__main__":
    main()

"""The entry point of `pyrnot` and `python -m pyrnot`: the command line, with a quick start and exit."""

from __future__ import annotations

import gc
import os
import signal
from typing import NoReturn


def main() -> NoReturn:
    """Runs the command line and ends the process with its exit code."""
    try:
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # drafts of files and workers go too
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

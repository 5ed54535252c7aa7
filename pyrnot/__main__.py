"""The entry point of `pyrnot` and `python -m pyrnot`: the command line, with a quick start and exit."""

from __future__ import annotations

import gc
import os
import sys
from typing import NoReturn


def main() -> NoReturn:
    """Runs the command line and exits with its exit code."""
    # Modules stay and records have hardly any cycles: a short run collected garbage 50 times and found none.
    gc.set_threshold(50_000)
    from pyrnot.cli import main as run

    exit_code = 0
    try:
        run()
    except SystemExit as end:
        if isinstance(end.code, str):
            raise
        exit_code = end.code or 0
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:
        exit_code = 1  # as when the reader of the output stops earlier
    except OSError:
        sys.exit(exit_code)  # Python flushes once more and reports the error
    # All files are closed, and tearing down every module would take a sixth of a short run's time.
    os._exit(exit_code)


if __name__ == "__main__":
    main()

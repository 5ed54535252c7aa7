"""`python -m pyrnot`, and the command that an installation makes: the command line with a quick start and end."""

from __future__ import annotations

import gc
import os
import sys
from typing import NoReturn


def main() -> NoReturn:
    """Runs the command line and leaves with its exit code."""
    # What is imported stays, and records leave hardly a cycle: a short run looked for garbage 50 times and found none.
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
        exit_code = 1  # as where the reader of our output goes earlier
    except OSError:
        sys.exit(exit_code)  # Python tries once more and says what is wrong
    # All files are closed. Taking every module to pieces, as Python does in the end, is a sixth of a short run's time.
    os._exit(exit_code)


if __name__ == "__main__":
    main()

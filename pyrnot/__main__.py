"""The entry point of `pyrnot` and `python -m pyrnot`: the command line, with a quick start and exit."""

from __future__ import annotations

# At once, and without `signal`, which is slow to import: until `Signals` catches it, Ctrl-C has nothing to clean up.
import _signal  # type: ignore[import-not-found]
import os

if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    _signal.signal(_signal.SIGINT, lambda *_: os._exit(130))

import gc
import sys

from pyrnot.cli.process import OutputLost, Signals, guard_streams, report_lost

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` would delay the moment from which signals are caught
    from typing import NoReturn


def main() -> NoReturn:
    """Runs the command line and exits with its exit code."""
    signals = Signals()
    exit_code = 0
    try:
        signals.catch()
        exit_code = _run()
        signals.ignore()
    except BaseException:
        if not signals.exit_code:
            raise
    # All files are closed, and tearing down every module would take a sixth of a short run's time.
    os._exit(signals.exit_code or exit_code)


def _run() -> int:
    """Runs the command line; returns its exit code."""
    # Modules stay and records have hardly any cycles: a short run collected garbage 50 times and found none.
    gc.set_threshold(50_000)
    guard_streams()
    try:
        from pyrnot.cli import main as run

        exit_code: object = 0
        try:
            run()
        except SystemExit as end:
            exit_code = end.code or 0
        if not isinstance(exit_code, int):
            raise SystemExit(exit_code)
        sys.stdout.flush()
        sys.stderr.flush()
        return exit_code
    except OutputLost as fault:
        from pyrnot.record.saving import saved

        report_lost(fault, saved)
        return 2  # 1 would be a verdict on the record
    except Exception as fault:
        from pyrnot.record.spool import NoRoom  # which is seldom needed

        if not isinstance(fault, NoRoom):
            raise
        sys.stderr.write(f"Error: {fault}\n")
        return 2


if __name__ == "__main__":
    main()

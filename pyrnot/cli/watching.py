"""Waits until a file that a command reads changes (`check --watch`). Polls: few files, and no system is different."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator

import click

from pyrnot.cli.inputs import Input
from pyrnot.cli.printing import note
from pyrnot.cli.streams import is_terminal
from pyrnot.record.opening import STANDARD_INPUT

_PAUSE = 0.3
"""Seconds between two looks at the files."""


def changes(inputs: Input) -> Iterator[None]:
    """Once at the beginning, and whenever a file or the list of files has changed since. On a terminal each time
    begins with an empty screen. Raises `click.UsageError` for standard input."""
    if STANDARD_INPUT in inputs.paths:
        raise click.UsageError("--watch needs files: standard input cannot change")
    seen: dict[str, tuple[int, int, int] | None] | None = None
    while True:
        files = {path: _state(path) for path in sorted(inputs.real_paths())}
        if files != seen:
            seen = files
            if is_terminal(sys.stdout):
                click.clear()
            yield
            sys.stdout.flush()
            note(f"{time.strftime('%H:%M:%S')} waiting for changes; Ctrl-C ends it")
        time.sleep(_PAUSE)


def _state(path: str) -> tuple[int, int, int] | None:
    """What changes when a file is written or replaced; None for one that is not there."""
    try:
        facts = os.stat(path)
    except OSError:
        return None
    return facts.st_mtime_ns, facts.st_size, facts.st_ino

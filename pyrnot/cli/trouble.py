"""Says on stderr what is wrong with records, for the commands whose own output goes to stdout."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pyrnot.codes import CoreCodes
from pyrnot.diagnostics import Severity

if TYPE_CHECKING:
    from pyrnot.play.replay import Replay
    from pyrnot.record.files import Unreadable


def say_unreadable(fault: Unreadable) -> int:
    """Reports a file that gives no record; returns the exit code for it."""
    from pyrnot.render.report import draw_unreadable

    click.echo(draw_unreadable(fault), err=True)
    return 1 if fault.code in (CoreCodes.NO_RECORD, CoreCodes.NO_SUCH_RECORD) else 2


def say_faults(replay: Replay, *, errors_only: bool = False) -> int:
    """Reports the diagnostics of a replay; returns 1 if any is an error, else 0."""
    from pyrnot.render.report import draw_diagnostic

    for fault in replay.diagnostics:
        if errors_only and fault.severity is not Severity.ERROR:
            continue
        click.echo(draw_diagnostic(fault, replay.record.source), err=True)
    return int(replay.has_error)

"""`pyrnot diff`: says where two records differ as games."""

from __future__ import annotations

import click

from pyrnot.cli.input_options import input_options_of
from pyrnot.cli.inputs import Input
from pyrnot.cli.options import record_option
from pyrnot.cli.printing import say, say_words
from pyrnot.cli.reports import report_diagnostics, stopped
from pyrnot.cli.streams import exit_code, fail
from pyrnot.play.compare import compare

_POSITION = " " * 4


@click.command("diff")
@input_options_of("A B")
@record_option(default=1)
def diff_command(inputs: Input, number: int) -> None:
    """Runs `pyrnot diff`."""
    replays = list(inputs.replays(number))
    if exit_code():
        raise stopped(2)  # 1 would mean that the records differ
    if len(replays) != 2:
        raise click.UsageError(f"diff compares two records, but these files hold {len(replays)}; name two files")
    for replayed in replays:
        if replayed.record.transcript is not None:
            report_diagnostics(replayed, errors_only=True)
    differences = compare(*replays)
    for line in differences:
        # The positions, which are indented most, are there to be copied: they stay whole.
        (say if line.startswith(_POSITION) else say_words)(line)
        fail(1)
    if not differences:
        plies = replays[0].length
        say_words(f"the records agree: {plies} {'ply' if plies == 1 else 'plies'} and the same ending")

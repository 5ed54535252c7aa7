"""`pyrnot diff`: compares two records of one game."""

from __future__ import annotations

import click

from pyrnot.cli.options import Input, input_options_of, record_option
from pyrnot.cli.output import say
from pyrnot.cli.reporting import Reporter


@click.command("diff")
@input_options_of("A B")
@record_option(default=1)
@click.pass_context
def diff_command(ctx: click.Context, given: Input, number: int) -> None:
    """Find where two records of a game first differ: in a turn, a position or the result.

    Spelling, comments and variations are ignored. Exit 0 if the records agree, 1 if they differ.
    """
    from pyrnot.play.compare import compare
    from pyrnot.play.replay import replay

    reporter = Reporter()
    records = list(reporter.readable(given.records(number)))
    if reporter.exit_code:
        ctx.exit(2)  # 1 would mean that the records differ
    if len(records) != 2:
        raise click.UsageError(f"diff compares two records, but these files hold {len(records)}; name two files")
    replays = [replay(record) for record in records]
    for replayed in replays:
        if replayed.record.reading is not None:
            reporter.diagnostics(replayed, errors_only=True)
    differences = compare(*replays)
    for line in differences:
        say(line)
    if not differences:
        plies = replays[0].length
        say(f"the records agree: {plies} {'ply' if plies == 1 else 'plies'} and the same ending")
    ctx.exit(1 if differences else reporter.exit_code)

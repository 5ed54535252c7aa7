"""`pyrnot stats`: counts over many records."""

from __future__ import annotations

import json

import click

from pyrnot.cli.options import Input, input_options
from pyrnot.cli.reporting import Reporter


@click.command("stats")
@input_options
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="Output format.")
@click.pass_context
def stats_command(ctx: click.Context, given: Input, form: str) -> None:
    """Count games, results, lengths, faults and dice.

    Results are counted by seat, faults by rule.
    """
    from pyrnot.play.replay import replay
    from pyrnot.play.statistics import Count
    from pyrnot.render.text.statistics import draw_count

    count = Count()
    reporter = Reporter()
    for record in reporter.readable(given.records()):
        count.add(replay(record))
    click.echo(json.dumps(count.data(), ensure_ascii=False, indent=2) if form == "json" else draw_count(count.data()))
    ctx.exit(reporter.exit_code)

"""`pyrnot stats`: counts over many records."""

from __future__ import annotations

from typing import Any

import click

from pyrnot.cli.options import Input, input_options
from pyrnot.cli.output import say, say_table
from pyrnot.cli.progress import Reading
from pyrnot.cli.reporting import Reporter
from pyrnot.cli.selection import selection_options
from pyrnot.cli.streams import has_tables


@click.command("stats")
@input_options
@selection_options()
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="Output format.")
@click.pass_context
def stats_command(ctx: click.Context, given: Input, form: str) -> None:
    """Count games, results, lengths, faults and dice.

    Results are counted by seat, faults by rule.
    """
    from pyrnot.play.replay import replay
    from pyrnot.play.statistics import Count
    from pyrnot.render.data import dump_json
    from pyrnot.render.text.statistics import draw_count

    count = Count()
    reporter = Reporter()
    with Reading("Counting") as progress:
        for record in reporter.readable(given.records(progress=progress)):
            count.add(replay(record))
    if form == "json":
        say(dump_json(count.data(), indent=2))
    elif has_tables():
        _draw_tables(count.data())
    else:
        say(draw_count(count.data()))
    ctx.exit(reporter.exit_code)


def _draw_tables(data: dict[str, Any]) -> None:
    """Prints the counts for a terminal."""
    from pyrnot.render.text.statistics import count_tables

    say(f"{data['records']} record{'' if data['records'] == 1 else 's'}")
    for title, columns, rows in count_tables(data):
        say("")
        say_table(columns, rows, title=title)

"""`pyrnot stats`: counts over many records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from msgspec import to_builtins

from pyrnot.cli.options import Input, input_options
from pyrnot.cli.output import say, say_table
from pyrnot.cli.progress import Reading
from pyrnot.cli.reporting import Reporter
from pyrnot.cli.selection import selection_options
from pyrnot.cli.streams import has_tables

if TYPE_CHECKING:
    from pyrnot.play.tallies import Row


@click.command("stats")
@input_options
@selection_options()
@click.option(
    "--by",
    type=click.Choice(["player", "date", "variant", "opening"]),
    help="Count how games ended for each player (in any seat), month, optional rule or opening instead.",
)
@click.option(
    "--turns", type=click.IntRange(min=1), default=2, metavar="N", help="With --by opening: how many turns it has."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    help="Output format: text or JSON; with --by, JSON has one object per line.",
)
@click.pass_context
def stats_command(ctx: click.Context, given: Input, by: str | None, turns: int, form: str) -> None:
    """Count games, results, lengths, faults and dice.

    Results are counted by seat, faults by rule.
    """
    from pyrnot.play.replay import replay
    from pyrnot.play.statistics import Count
    from pyrnot.play.tallies import By, Tally
    from pyrnot.render.data import dump_json
    from pyrnot.render.text.statistics import draw_count

    tally = Tally(By(by), opening=turns) if by else None
    count = Count()
    reporter = Reporter()
    with Reading("Counting") as progress:
        for record in reporter.readable(given.records(progress=progress)):
            (tally or count).add(replay(record))
    if tally is not None:
        _print_rows(list(tally.rows()), str(by).capitalize(), form)
    elif form == "json":
        say(dump_json(count.data(), indent=2))
    elif has_tables():
        _draw_tables(count.data())
    else:
        say(draw_count(count.data()))
    ctx.exit(reporter.exit_code)


def _print_rows(rows: list[Row], title: str, form: str) -> None:
    """Prints the rows of a tally: JSON lines, a table for a terminal, or plain columns."""
    from pyrnot.render.data import dump_json
    from pyrnot.render.text.statistics import draw_tally, tally_table

    if form == "json":
        for row in rows:
            say(dump_json(to_builtins(row)))
    elif has_tables():
        say_table(*tally_table(rows, title))
    elif rows:
        say(draw_tally(rows))


def _draw_tables(data: dict[str, Any]) -> None:
    """Prints the counts for a terminal."""
    from pyrnot.render.text.statistics import count_tables

    say(f"{data['records']} record{'' if data['records'] == 1 else 's'}")
    for title, columns, rows in count_tables(data):
        say("")
        say_table(columns, rows, title=title)

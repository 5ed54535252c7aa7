"""`pyrnot stats`."""

from __future__ import annotations

import json

import click

from pyrnot.cli.options import read_records, reading_options
from pyrnot.cli.trouble import say_unreadable
from pyrnot.game import AnyGame
from pyrnot.record.files import Unreadable


@click.command("stats")
@reading_options
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="A table, or JSON.")
@click.pass_context
def stats_command(ctx: click.Context, paths: tuple[str, ...], game: AnyGame | None, encoding: str, form: str) -> None:
    """Count games, results by seat, lengths, illegal turns by rule, and where there are dice, their throws."""
    from pyrnot.play.replay import replay
    from pyrnot.play.statistics import Count
    from pyrnot.render.text.statistics import draw_count

    count = Count()
    exit_code = 0
    for record in read_records(paths, game, encoding):
        if isinstance(record, Unreadable):
            exit_code = max(exit_code, say_unreadable(record))
        else:
            count.add(replay(record))
    click.echo(json.dumps(count.data(), ensure_ascii=False, indent=2) if form == "json" else draw_count(count.data()))
    ctx.exit(exit_code)

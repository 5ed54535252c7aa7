"""`pyrnot duplicates`: finds games that are there twice."""

from __future__ import annotations

import click
from msgspec import to_builtins

from pyrnot.cli.options import Input, collection_options, lines_option
from pyrnot.cli.output import say
from pyrnot.cli.progress import reading
from pyrnot.cli.reporting import Reporter
from pyrnot.cli.selection import selection_options
from pyrnot.play.duplicates import Duplicate, Duplicates, Kind, Place
from pyrnot.play.replay import replay
from pyrnot.render.data import dump_json


@click.command("duplicates")
@collection_options
@selection_options()
@lines_option
@click.pass_context
def duplicates_command(ctx: click.Context, given: Input, form: str) -> None:
    """Find games that are there twice, and games that are part of another one.

    Games are compared by their positions, whatever the spelling of their turns and the names of the players. Of a
    record with an error the turns before the error count. Games that hardly began are often equal: --length 5- leaves
    them out.

    Exit 0 whether or not there are any, 2 if a file cannot be read.
    """
    duplicates = Duplicates()
    reporter = Reporter()
    with reading("Comparing"):
        for record in reporter.readable(given.records()):
            duplicates.add(replay(record, mainline_only=True))
    for found in duplicates.find():
        say(dump_json(to_builtins(found)) if form == "json" else _sentence(found))
    ctx.exit(reporter.exit_code)


def _sentence(found: Duplicate) -> str:
    turns = found.record.turns
    if found.kind is Kind.SAME:
        return f"{_place(found.record)}: the same game as {_place(found.of)}, {turns} turn{'' if turns == 1 else 's'}"
    last = found.first_ply + turns - 1
    return f"{_place(found.record)}: part of {_place(found.of)}, plies {found.first_ply} to {last} of {found.of.turns}"


def _place(place: Place) -> str:
    players = f" ({' - '.join(place.players)})" if place.players else ""
    return f"{place.file} record {place.record}{players}"

"""`pyrnot stats`: counts games, how they ended, and what their players scored."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing

import click
from msgspec import Struct, to_builtins

from pyrnot.cli.input_options import collection_options
from pyrnot.cli.inputs import Input
from pyrnot.cli.options import format_option
from pyrnot.cli.printing import drawn_width, note, say, width_of
from pyrnot.cli.reports import readable
from pyrnot.cli.streams import Failed
from pyrnot.cli.worker_options import Workers, worker_options
from pyrnot.core.game import AnyGame
from pyrnot.foreign.load import read_all
from pyrnot.foreign.source import Source
from pyrnot.play import counts
from pyrnot.play.counts import By, Counts
from pyrnot.play.replay import Replay, replay
from pyrnot.play.selection import Selection
from pyrnot.record.opening import Unreadable
from pyrnot.render.counts import (
    draw_count,
    draw_standings,
    draw_tally,
    write_count_csv,
    write_csv,
    write_tally_csv,
)
from pyrnot.render.data import dump_json

_MOST_COLUMNS = 500
"""Players in a CSV file, which has a row and a column for each."""


class Counting(Struct, frozen=True):
    """What is counted, by which property, and in which records; `game` is that of those without a tag."""

    by: By | None
    standings: bool
    turns: int | None
    game: AnyGame | None
    selection: Selection

    def __call__(self, items: Iterable[Source | Unreadable]) -> Iterator[Unreadable | Counts]:
        """The files without a record as they come, and the counts of all records at the end."""
        table: Counts = Counter()
        for record in read_all(items, self.game):
            if isinstance(record, Unreadable):
                yield record
            elif self.selection.takes_tags(record):
                replayed = replay(record)
                if self.selection.takes(replayed):
                    table.update(self._keys(replayed))
        yield table

    def _keys(self, replayed: Replay) -> Iterator[counts.Key]:
        if self.standings:
            return counts.keys_of_standings(replayed)
        if self.by is None:
            return counts.keys_of_record(replayed)
        return counts.keys_of_groups(replayed, self.by, turns=self.turns)


@click.command("stats")
@collection_options()
@click.option(
    "--by",
    type=click.Choice(["player", "date", "variant", "opening"]),
    help="Count how games ended for each player (in any seat), month, optional rule or opening instead.",
)
@click.option("--standings", is_flag=True, help="Games, score and opponents of each player instead.")
@click.option(
    "--turns",
    type=click.IntRange(min=1),
    metavar="N",
    help="With --by opening: turns in an opening. [default: its usual name, or 2]",
)
@format_option(
    "text",
    "json",
    "csv",
    help="Output format: text; JSON on one line, with --by and --standings one object per line; or CSV.",
)
@worker_options
def stats_command(
    inputs: Input, by: By | None, standings: bool, turns: int | None, form: str, workers: Workers
) -> None:
    """Runs `pyrnot stats`."""
    if standings and by:
        raise click.UsageError("give either --by or --standings")
    if turns is not None and by != "opening":
        raise click.UsageError("--turns works only with --by opening")
    counting = Counting(by, standings, turns, inputs.game, inputs.selection)
    table: Counts = Counter()
    with closing(workers.share(counting, inputs.sources())) as parts:
        for part in readable(parts):
            table.update(part)
    inputs.count = counts.part_of(table, "record").total()
    if by:
        _say_groups(table, by, form)
    elif standings:
        _say_standings(table, form)
    else:
        data = counts.count_data(table)
        if form == "json":
            say(dump_json(data))
        elif form == "csv":
            say(write_count_csv(data))
        else:
            say(draw_count(data, width_of(sys.stdout)))


def _say_groups(table: Counts, by: By, form: str) -> None:
    """Prints how games ended for each player, month, optional rule or opening."""
    rows = list(counts.group_rows(table, by))
    if form == "json":
        for row in rows:
            say(dump_json(to_builtins(row)))
    elif form == "csv":
        say(write_tally_csv(rows, by))
    elif rows:
        say(draw_tally(rows, width_of(sys.stdout)))


def _say_standings(table: Counts, form: str) -> None:
    """Prints the score of each player."""
    standings = counts.standings_of(table)
    if form == "json":
        for standing in standings:
            say(dump_json(standing.data))
    elif form == "csv":
        if len(standings) > _MOST_COLUMNS:
            found = f"{len(standings):,} players, of which each has a column, and a table may have {_MOST_COLUMNS}"
            raise Failed(f"use --format json: there are {found}")
        say(write_csv(standings))
    elif standings:
        say(draw_standings(standings, drawn_width(sys.stdout)))
    else:
        note("no standings: no record names two players")

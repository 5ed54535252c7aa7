"""`pyrnot stats`: counts over many records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import Any

import click
from msgspec import Struct, to_builtins

from pyrnot.cli.inputs import Input, collection_options
from pyrnot.cli.options import format_option
from pyrnot.cli.output import note, readable, say
from pyrnot.cli.workers import Workers, worker_options
from pyrnot.core.game import AnyGame
from pyrnot.foreign.reading import read_all
from pyrnot.play.counts import By, Count, Standing, Standings, Tally
from pyrnot.play.replay import replay
from pyrnot.play.selection import Selection
from pyrnot.record.opening import Unreadable
from pyrnot.record.source import SourceText
from pyrnot.render.counts import draw_count, draw_standings, draw_tally, write_csv
from pyrnot.render.data import dump_json


class Counting(Struct, frozen=True):
    """What is counted, by which property, and in which records; `game` is that of those without a tag."""

    by: By | None
    standings: bool
    turns: int
    game: AnyGame | None
    selection: Selection

    def start(self) -> Count | Tally | Standings:
        """No records counted so far."""
        if self.standings:
            return Standings()
        return Tally(self.by, opening=self.turns) if self.by else Count()

    def __call__(self, items: Iterable[SourceText | Unreadable]) -> Iterator[Unreadable | Count | Tally | Standings]:
        """The files without a record as they come, and the counts of all records at the end."""
        counted = self.start()
        for record in read_all(items, self.game):
            if isinstance(record, Unreadable):
                yield record
            elif self.selection.takes(record):
                counted.add(replay(record))
        yield counted


@click.command("stats")
@collection_options()
@click.option(
    "--by",
    type=click.Choice(["player", "date", "variant", "opening"]),
    help="Count how games ended for each player (in any seat), month, optional rule or opening instead.",
)
@click.option("--standings", is_flag=True, help="Games, score and opponents of each player instead.")
@click.option(
    "--turns", type=click.IntRange(min=1), default=2, metavar="N", help="With --by opening: how many turns it has."
)
@format_option(
    "text",
    "json",
    "csv",
    help="Output format: text; JSON on one line, with --by and --standings one object per line; CSV with --standings.",
)
@worker_options
def stats_command(given: Input, by: By | None, standings: bool, turns: int, form: str, workers: Workers) -> None:
    """Count games, results, lengths, faults and dice.

    Results are counted by seat, faults by rule. In the standings a win counts 1 and a draw a half.
    """
    if standings and by:
        raise click.UsageError("give either --by or --standings")
    if form == "csv" and not standings:
        raise click.UsageError("--format csv works only with --standings")
    counting = Counting(by, standings, turns, given.game, given.selection)
    count: Any = counting.start()
    with closing(workers.share(counting, given.sources())) as counts:
        for part in readable(counts):
            count.merge(part)
    given.taken = count.records
    if isinstance(count, Standings):
        _say_standings(count.rows(), form)
    elif not isinstance(count, Tally):
        say(dump_json(count.data()) if form == "json" else draw_count(count.data()))
    elif form == "json":
        for row in count.rows():
            say(dump_json(to_builtins(row)))
    elif rows := list(count.rows()):
        say(draw_tally(rows))


def _say_standings(rows: list[Standing], form: str) -> None:
    if form == "json":
        for row in rows:
            say(dump_json(row.data))
    elif form == "csv":
        say(write_csv(rows))
    elif rows:
        say(draw_standings(rows))
    else:
        note("no standings: no record names two players")

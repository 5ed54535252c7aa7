"""`pyrnot stats`, `duplicates`, `diff`, `split` and `join`: many records, counted, compared, put into other files."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing

import click
from msgspec import Struct, to_builtins

from pyrnot.cli.inputs import Input, collection_options, input_options_of
from pyrnot.cli.options import force_option, format_option, output_option, record_option
from pyrnot.cli.output import (
    STANDARD_OUTPUT,
    Target,
    for_output,
    note,
    readable,
    report,
    report_diagnostics,
    say,
    stopped,
)
from pyrnot.cli.streams import exit_code, fail
from pyrnot.cli.workers import Workers, worker_options
from pyrnot.core.game import AnyGame
from pyrnot.core.limits import RECORD_CHARACTERS
from pyrnot.foreign.joining import Unjoinable, common_encoding, join_records, raw_of
from pyrnot.foreign.reading import read_all, read_record
from pyrnot.play import counts
from pyrnot.play.compare import Duplicate, Duplicates, Place, compare
from pyrnot.play.counts import By, Counts
from pyrnot.play.replay import Replay, replay
from pyrnot.play.selection import Selection
from pyrnot.record.opening import Unreadable
from pyrnot.record.source import SourceText
from pyrnot.render.counts import draw_count, draw_standings, draw_tally, write_csv
from pyrnot.render.data import dump_json
from pyrnot.render.text.lines import counted


class Counting(Struct, frozen=True):
    """What is counted, by which property, and in which records; `game` is that of those without a tag."""

    by: By | None
    standings: bool
    turns: int
    game: AnyGame | None
    selection: Selection

    def __call__(self, items: Iterable[SourceText | Unreadable]) -> Iterator[Unreadable | Counts]:
        """The files without a record as they come, and the counts of all records at the end."""
        table: Counts = Counter()
        for record in read_all(items, self.game):
            if isinstance(record, Unreadable):
                yield record
            elif self.selection.takes(record):
                table.update(self._keys(replay(record)))
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
    "--turns", type=click.IntRange(min=1), default=2, metavar="N", help="With --by opening: how many turns it has."
)
@format_option(
    "text",
    "json",
    "csv",
    help="Output format: text; JSON on one line, with --by and --standings one object per line; "
    "CSV with --standings.",
)
@worker_options
def stats_command(given: Input, by: By | None, standings: bool, turns: int, form: str, workers: Workers) -> None:
    """Runs `pyrnot stats`."""
    if standings and by:
        raise click.UsageError("give either --by or --standings")
    if form == "csv" and not standings:
        raise click.UsageError("--format csv works only with --standings")
    counting = Counting(by, standings, turns, given.game, given.selection)
    table: Counts = Counter()
    with closing(workers.share(counting, given.sources())) as parts:
        for part in readable(parts):
            table.update(part)
    given.taken = counts.part_of(table, "record").total()
    if by:
        rows = list(counts.group_rows(table, by))
        data = [to_builtins(row) for row in rows]
        text = draw_tally(rows) if rows else ""
    elif standings:
        players = counts.standings_of(table)
        data = [player.data for player in players]
        if form == "csv":
            text = write_csv(players)
        else:
            text = draw_standings(players) if players else ""
    else:
        data = [counts.count_data(table)]
        text = draw_count(data[0])
    if form == "json":
        for one in data:
            say(dump_json(one))
    elif text:
        say(text)
    elif standings:
        note("no standings: no record names two players")


@click.command("diff")
@input_options_of("A B")
@record_option(default=1)
def diff_command(given: Input, number: int) -> None:
    """Runs `pyrnot diff`."""
    records = list(given.records(number))
    if exit_code():
        raise stopped(2)  # 1 would mean that the records differ
    if len(records) != 2:
        raise click.UsageError(f"diff compares two records, but these files hold {len(records)}; name two files")
    replays = [replay(record) for record in records]
    for replayed in replays:
        if replayed.record.transcript is not None:
            report_diagnostics(replayed, errors_only=True)
    differences = compare(*replays)
    for line in differences:
        say(line)
        fail(1)
    if not differences:
        plies = replays[0].length
        say(f"the records agree: {plies} {'ply' if plies == 1 else 'plies'} and the same ending")


@click.command("duplicates")
@collection_options()
@format_option("text", "json")
def duplicates_command(given: Input, form: str) -> None:
    """Runs `pyrnot duplicates`."""
    duplicates = Duplicates()
    for record in given.records():
        duplicates.add(replay(record, mainline_only=True))
    for found in duplicates.find():
        say(dump_json(to_builtins(found)) if form == "json" else _sentence(found))


def _sentence(found: Duplicate) -> str:
    turns = found.record.turns
    if found.kind == "same":
        return f"{_place(found.record)}: the same game as {_place(found.of)}, {counted(turns, 'turn')}"
    last = found.first_ply + turns - 1
    return (
        f"{_place(found.record)}: part of {_place(found.of)}, plies {found.first_ply} to {last} of {found.of.turns}"
    )


def _place(place: Place) -> str:
    players = f" ({' - '.join(place.players)})" if place.players else ""
    return f"{place.file} record {place.record}{players}"


@click.command("split")
@collection_options()
@output_option("DIR", "Folder for the files, which are called game-1.pyr and so on.", required=True)
@force_option
def split_command(given: Input, output: str, force: bool) -> None:
    """Runs `pyrnot split`."""
    if output == STANDARD_OUTPUT:
        raise click.UsageError("split writes several files: give a folder after -o")
    target = Target(os.path.join(output, ""), "pyr", force=force, inputs=given.real_paths, tops=given.paths)
    for source, total in _chosen(given):
        raw = raw_of(source)
        if len(source.text) > RECORD_CHARACTERS:
            report(f"{source.file}, record {source.number}: left out, since it is too long for a record")
            continue
        # Their names sort in the order of the records.
        name = target.name(source.file, f"{source.number:0{len(str(total))}d}")
        target.write(name, raw.encoding.encode(raw.text))


@click.command("join")
@collection_options()
@output_option("OUT", "A file, or - for standard output (the default).")
@force_option
@click.option("--spaced", is_flag=True, help="Put a blank line between records that have none between them.")
def join_command(given: Input, output: str | None, force: bool, spaced: bool) -> None:
    """Runs `pyrnot join`."""
    target = Target(output, "pyr", force=force, inputs=given.real_paths)
    name = target.name("joined")
    sources = [source for source, _ in _chosen(given)]
    if not sources:
        say("nothing written: there is no record to join", err=True)
        raise stopped(1)
    try:
        text = join_records(sources, spaced=spaced)
    except Unjoinable as error:
        raise click.ClickException(str(error)) from None
    encoding = common_encoding(sources)
    shown = for_output(text) if name == STANDARD_OUTPUT else text
    target.write(name, encoding.mark + shown.encode(encoding.codec, "replace"))


def _chosen(given: Input) -> Iterator[tuple[SourceText, int]]:
    """The texts of the chosen records, each with the number of records in its file. Reports what cannot be read, and
    what is not in pyrnot's own format."""
    for sources in given.by_file():
        for source in sources:
            if source.form is not None:
                report(f"{source.file}: left out, since it is not in pyrnot's own format")
            elif given.is_wanted(read_record(source, given.game)):
                yield source, len(sources)

"""`pyrnot diff` and `pyrnot duplicates`: where two records differ, and which games are there twice."""

from __future__ import annotations

import click
from msgspec import to_builtins

from pyrnot.cli.inputs import Input, collection_options, input_options_of
from pyrnot.cli.options import format_option, record_option
from pyrnot.cli.output import report_faults, say, stopped
from pyrnot.cli.streams import exit_code, fail
from pyrnot.play.compare import compare
from pyrnot.play.duplicates import Duplicate, Duplicates, Kind, Place
from pyrnot.play.replay import replay
from pyrnot.render.data import dump_json


@click.command("diff")
@input_options_of("A B")
@record_option(default=1)
def diff_command(given: Input, number: int) -> None:
    """Find where two records of a game first differ: in a turn, a position or the result.

    Spelling, comments and variations are ignored. Exit 0 if the records agree, 1 if they differ.
    """
    records = list(given.records(number))
    if exit_code():
        raise stopped(2)  # 1 would mean that the records differ
    if len(records) != 2:
        raise click.UsageError(f"diff compares two records, but these files hold {len(records)}; name two files")
    replays = [replay(record) for record in records]
    for replayed in replays:
        if replayed.record.reading is not None:
            report_faults(replayed, errors_only=True)
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
    """Find games that are there twice, and games that are part of another one.

    Games are compared by their positions, whatever the spelling of their turns and the names of the players. Of a
    record with an error the turns before the error count. Games that hardly began are often equal: --length 5- leaves
    them out.

    Exit 0 whether or not there are any, 2 if a file cannot be read.
    """
    duplicates = Duplicates()
    for record in given.records():
        duplicates.add(replay(record, mainline_only=True))
    for found in duplicates.find():
        say(dump_json(to_builtins(found)) if form == "json" else _sentence(found))


def _sentence(found: Duplicate) -> str:
    turns = found.record.turns
    if found.kind is Kind.SAME:
        return f"{_place(found.record)}: the same game as {_place(found.of)}, {turns} turn{'' if turns == 1 else 's'}"
    last = found.first_ply + turns - 1
    return f"{_place(found.record)}: part of {_place(found.of)}, plies {found.first_ply} to {last} of {found.of.turns}"


def _place(place: Place) -> str:
    players = f" ({' - '.join(place.players)})" if place.players else ""
    return f"{place.file} record {place.record}{players}"

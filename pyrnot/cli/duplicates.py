"""`pyrnot duplicates`: finds records of the same game, and those that are part of another."""

from __future__ import annotations

import click
from msgspec import to_builtins

from pyrnot.cli.input_options import collection_options
from pyrnot.cli.inputs import Input
from pyrnot.cli.options import format_option
from pyrnot.cli.printing import say
from pyrnot.play.compare import Duplicate, Duplicates, Place
from pyrnot.render.data import dump_json
from pyrnot.render.text.lines import counted


@click.command("duplicates")
@collection_options()
@format_option("text", "json")
def duplicates_command(inputs: Input, form: str) -> None:
    """Runs `pyrnot duplicates`."""
    duplicates = Duplicates()
    for replayed in inputs.replays(mainline_only=True):
        duplicates.add(replayed)
    for duplicate in duplicates.find():
        say(dump_json(to_builtins(duplicate)) if form == "json" else _sentence(duplicate))


def _sentence(duplicate: Duplicate) -> str:
    """Such as `b.pyr record 1: part of a.pyr record 1 (Ann - Bo), plies 1 to 9 of 30`."""
    turns = duplicate.record.turns
    record = _place(duplicate.record)
    original = _place(duplicate.of)
    if duplicate.kind == "same":
        return f"{record}: the same game as {original}, {counted(turns, 'turn')}"
    last = duplicate.first_ply + turns - 1
    return f"{record}: part of {original}, plies {duplicate.first_ply} to {last} of {duplicate.of.turns}"


def _place(place: Place) -> str:
    players = f" ({' - '.join(place.players)})" if place.players else ""
    return f"{place.file} record {place.record}{players}"

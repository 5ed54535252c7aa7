"""`pyrnot show`: draws positions."""

from __future__ import annotations

import sys
from itertools import chain, islice
from typing import TYPE_CHECKING

import click

from pyrnot.cli.boards import draw_board
from pyrnot.cli.options import PLIES, Input, input_options, record_option
from pyrnot.cli.output import say, say_styled
from pyrnot.cli.reporting import Reporter
from pyrnot.cli.selection import selection_options

if TYPE_CHECKING:
    from pyrnot.play.plies import View
    from pyrnot.play.replay import Replay


@click.command("show")
@input_options
@selection_options()
@record_option(default=None)
@click.option(
    "--ply",
    type=PLIES,
    default="end",
    metavar="P",
    help="Plies to draw: start, end, all, 3, 3-7, -1, or a list with commas.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["unicode", "ascii", "position", "json"]),
    default="unicode",
    help="Output format: a diagram, a position string, or JSON.",
)
@click.option("--flip", is_flag=True, help="Draw the board from the other side.")
@click.pass_context
def show_command(ctx: click.Context, given: Input, number: int | None, ply: str, form: str, flip: bool) -> None:
    """Draw the position at any ply of each record.

    A record with an error can be drawn up to the error. Exit 1 if a record has an error or lacks that ply.
    """
    from pyrnot.play.plies import NoSuchPly, choose_plies, view_plies
    from pyrnot.play.replay import replay

    reporter = Reporter()
    records = reporter.readable(given.records(number))
    first = list(islice(records, 2))
    for place, record in enumerate(chain(first, records)):
        replayed = replay(record)
        if place and form in ("unicode", "ascii"):
            say("")
        if replayed.start is not None:
            try:
                for view in view_plies(replayed, choose_plies(ply, replayed)):
                    _print(replayed, view, form, flip=flip, is_one=len(first) == 1)
            except NoSuchPly as fault:
                reporter.record(record, fault)
        reporter.diagnostics(replayed)
    ctx.exit(reporter.exit_code)


def _print(replayed: Replay, view: View, form: str, *, flip: bool, is_one: bool) -> None:
    """Prints a ply; unless its record `is_one` alone, a diagram has the name of its record above it."""
    from pyrnot.play.plies import players

    if form == "position":
        say(replayed.record.game.write_position(view.position) if replayed.record.game else "")
        return
    if form == "json":
        from pyrnot.render.data import dump_json, ply_data

        say(dump_json(ply_data(replayed, view)))
        return
    source = replayed.record.source
    name = "" if is_one else f"{source.file} (record {source.number})"
    caption = [line for line in (name, players(replayed), view.caption) if line]
    say_styled(draw_board(view.diagram, sys.stdout, charset=form, flip=flip, caption=caption))

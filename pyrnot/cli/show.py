"""`pyrnot show`: draws positions."""

from __future__ import annotations

import sys
from itertools import chain, islice
from typing import TYPE_CHECKING

import click

from pyrnot.cli.options import ANY_PLIES, Input, record_option
from pyrnot.cli.output import say, say_styled
from pyrnot.cli.pictures import PLY_HELP, Chosen, any_input_options, only, parts_options
from pyrnot.cli.reporting import Reporter
from pyrnot.cli.terminal_board import draw_board

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyrnot.play.plies import AnyPly, View
    from pyrnot.play.replay import Replay
    from pyrnot.render.svg.parts import Part


@click.command("show")
@any_input_options
@record_option(default=None)
@click.option("--ply", type=ANY_PLIES, default="end", metavar="P", help=f"Plies to draw: {PLY_HELP}.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["unicode", "ascii", "position", "json"]),
    default="unicode",
    help="Output format: a diagram, a position string, or JSON.",
)
@parts_options
@click.option("--flip", is_flag=True, help="Draw the board from the other side.")
@click.pass_context
def show_command(
    ctx: click.Context, given: Input, number: int | None, ply: str, form: str, chosen: Chosen, flip: bool
) -> None:
    """Draw the position at any ply of each record, or the position that --position gives.

    A record with an error can be drawn up to the error. Exit 1 if a record has an error or lacks that ply.
    """
    from pyrnot.play.plies import NoSuchPly, choose_any_plies, view_plies
    from pyrnot.play.replay import replay

    parts = chosen.of(given)
    reporter = Reporter()
    records = reporter.readable(given.records(number))
    first = list(islice(records, 2))
    for place, record in enumerate(chain(first, records)):
        replayed = replay(record)
        if place and form in ("unicode", "ascii"):
            say("")
        if replayed.start is not None:
            try:
                plies = choose_any_plies(ply, replayed)
                if form == "position":
                    _print_positions(replayed, plies)
                else:
                    for view in view_plies(replayed, plies):
                        _print(replayed, view, form, parts, flip=flip, is_one=len(first) == 1)
            except NoSuchPly as fault:
                reporter.record(record, fault)
        reporter.diagnostics(replayed)
    ctx.exit(reporter.exit_code)


def _print_positions(replayed: Replay, plies: Sequence[AnyPly]) -> None:
    """Prints the position strings of plies. A long game has a hundred thousand, so no more is made of each."""
    from pyrnot.play.plies import position_at

    game = replayed.record.game
    assert game is not None
    for ply in plies:
        say(game.write_position(position_at(replayed, ply)))


def _print(replayed: Replay, view: View, form: str, parts: frozenset[Part], *, flip: bool, is_one: bool) -> None:
    """Prints a ply; unless its record `is_one` alone, a diagram has the name of its record above it."""
    from pyrnot.play.plies import players
    from pyrnot.render.svg.parts import Part

    if form == "json":
        from pyrnot.render.data import dump_json, ply_data

        say(dump_json(ply_data(replayed, view)))
        return
    source = replayed.record.source
    name = "" if is_one else f"{source.file} (record {source.number})"
    caption = [line for line in (name, players(replayed), view.caption) if line and Part.CAPTION in parts]
    diagram, legend = only(view.diagram, parts), Part.LEGEND in parts
    say_styled(draw_board(diagram, sys.stdout, charset=form, flip=flip, caption=caption, legend=legend))

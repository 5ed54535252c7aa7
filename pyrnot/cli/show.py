"""`pyrnot show`: draws positions."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING

import click

from pyrnot.cli.options import Input, ply_option, record_option
from pyrnot.cli.output import say, say_board
from pyrnot.cli.pictures import PLY_HELP, parts_options, usual_parts
from pyrnot.cli.reporting import Reporter
from pyrnot.cli.selection import any_input_options

if TYPE_CHECKING:
    from pyrnot.play.plies import View
    from pyrnot.play.replay import Replay
    from pyrnot.render.svg.parts import Part


@click.command("show")
@any_input_options
@record_option(default=None)
@ply_option(f"Plies to draw: {PLY_HELP}.", default="end", variations=True)
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
    ctx: click.Context, given: Input, number: int | None, ply: str, form: str, parts: frozenset[Part], flip: bool
) -> None:
    """Draw the position at any ply of each record, or the position that --position gives.

    A record with an error can be drawn up to the error. Exit 1 if a record has an error or lacks that ply.
    """
    from pyrnot.play.plies import NoSuchPly, choose_any_plies, position_at, view_ply
    from pyrnot.play.replay import replay
    from pyrnot.render.data import dump_json, ply_data

    parts = parts or usual_parts(given)
    reporter = Reporter()
    records = reporter.readable(given.records(number))
    first = list(islice(records, 2))
    for index, record in enumerate(chain(first, records)):
        replayed = replay(record)
        is_drawn = form in ("unicode", "ascii")
        if index and is_drawn:
            say("")
        name = f"{record.source.file} (record {record.source.number})" if len(first) > 1 else ""
        try:
            plies = choose_any_plies(ply, replayed) if replayed.start is not None else []
            if form == "position" and record.game is not None:  # nothing more is made of each: there may be many
                for at in plies:
                    say(record.game.write_position(position_at(replayed, at)))
            else:
                for at in plies:
                    view = view_ply(replayed, at)
                    if is_drawn:
                        _draw(replayed, view, form, parts, name, flip=flip)
                    else:
                        say(dump_json(ply_data(replayed, view)))
        except NoSuchPly as fault:
            reporter.record(record, fault)
        reporter.diagnostics(replayed)
    ctx.exit(reporter.exit_code)


def _draw(replayed: Replay, view: View, charset: str, parts: frozenset[Part], name: str, *, flip: bool) -> None:
    """Prints the parts of a ply that are wanted, with the name of its record in the caption."""
    from pyrnot.core.diagram import Diagram
    from pyrnot.play.plies import players
    from pyrnot.render.svg.parts import Part, chosen_blocks

    diagram = Diagram(tuple(chosen_blocks(view.diagram.blocks, parts)))
    caption = [line for line in (name, players(replayed), view.caption) if line and Part.CAPTION in parts]
    say_board(diagram, charset=charset, flip=flip, caption=caption, legend=Part.LEGEND in parts)

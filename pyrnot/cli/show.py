"""`pyrnot show`: draws positions."""

from __future__ import annotations

from itertools import chain, islice

import click

from pyrnot.cli.inputs import Input, collection_options
from pyrnot.cli.options import PLY_HELP, flip_option, format_option, parts_options, ply_option, record_option
from pyrnot.cli.output import chosen_plies, report_faults, say, say_board
from pyrnot.core.diagram import Diagram
from pyrnot.play.plies import View, players, position_at, view_ply
from pyrnot.play.replay import Replay, replay
from pyrnot.render.data import dump_json, ply_data
from pyrnot.render.svg.parts import Part, chosen_blocks


@click.command("show")
@collection_options("[PATH...]", is_drawn=True)
@record_option(default=None)
@ply_option(f"Plies to draw: {PLY_HELP}.", default="end")
@format_option("unicode", "ascii", "position", "json", help="Output format: a diagram, a position string, or JSON.")
@parts_options
@flip_option
def show_command(
    given: Input, number: int | None, ply: str, form: str, parts: frozenset[Part] | None, flip: bool
) -> None:
    """Draw the position at any ply of each record, or the position that --position gives.

    A record with an error can be drawn up to the error. Exit 1 if a record has an error or lacks that ply.
    """
    drawn = given.parts(parts)
    records = given.records(number)
    first = list(islice(records, 2))
    is_drawn = form in ("unicode", "ascii")
    for index, record in enumerate(chain(first, records)):
        replayed = replay(record)
        if index and is_drawn:
            say("")
        name = f"{record.source.file} (record {record.source.number})" if len(first) > 1 else ""
        for at in chosen_plies(ply, replayed):
            if is_drawn:
                _draw(replayed, view_ply(replayed, at), form, drawn, name, flip=flip)
            elif form == "position" and record.game is not None:
                say(record.game.write_position(position_at(replayed, at)))
            else:
                say(dump_json(ply_data(replayed, view_ply(replayed, at))))
        report_faults(replayed)


def _draw(replayed: Replay, view: View, charset: str, parts: frozenset[Part], name: str, *, flip: bool) -> None:
    """Prints the parts of a ply that are wanted, with the name of its record in the caption."""
    diagram = Diagram(tuple(chosen_blocks(view.diagram.blocks, parts)))
    caption = [line for line in (name, players(replayed), view.caption) if line and Part.CAPTION in parts]
    say_board(diagram, charset=charset, flip=flip, caption=caption, legend=Part.LEGEND in parts)

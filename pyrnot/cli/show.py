"""`pyrnot show`: draws positions of records, or one without a record."""

from __future__ import annotations

from itertools import chain, islice

import click

from pyrnot.cli.board import say_board
from pyrnot.cli.input_options import collection_options
from pyrnot.cli.inputs import Input
from pyrnot.cli.options import format_option, record_option
from pyrnot.cli.ply_options import (
    PLY_HELP,
    chosen_plies,
    flip_option,
    parts_options,
    parts_to_draw,
    ply_option,
    warning_of_flip,
)
from pyrnot.cli.printing import say
from pyrnot.cli.reports import report, report_diagnostics
from pyrnot.core.diagram import Diagram
from pyrnot.play.line_tree import Node, build_tree
from pyrnot.play.plies import players
from pyrnot.play.replay import Replay
from pyrnot.render.data import dump_json, ply_data
from pyrnot.render.svg.parts import Part, chosen_blocks
from pyrnot.render.text.lines import Charset


@click.command("show")
@collection_options("[PATH...]", is_drawn=True)
@record_option(default=None)
@ply_option(f"Plies to draw: {PLY_HELP}.", default="end")
@format_option(
    "unicode",
    "ascii",
    "position",
    "line",
    "json",
    help="Output format: a diagram, a position string, a line as players of Homeworlds write it, or JSON.",
)
@parts_options
@flip_option
def show_command(
    inputs: Input, number: int | None, ply: str, form: str, parts: frozenset[Part] | None, flip: bool
) -> None:
    """Runs `pyrnot show`."""
    is_drawn = form in ("unicode", "ascii")
    if not is_drawn and (flip or parts is not None):
        raise click.UsageError(f"--parts, --board-only and --flip are for diagrams, not for --format {form}")
    parts = parts_to_draw(parts, has_record=inputs.beginning is None)
    replays = warning_of_flip(inputs.replays(number), flip=flip)
    first_two = list(islice(replays, 2))
    for index, replayed in enumerate(chain(first_two, replays)):
        if index and is_drawn:
            say("")
        name = _name(replayed) if len(first_two) == 2 else ""
        for node in build_tree(replayed).chosen(chosen_plies(ply, replayed, with_illegal=is_drawn)):
            if is_drawn:
                _draw(replayed, node, Charset(form), parts, name, flip=flip)
            elif form == "position":
                assert node.game is not None
                say(node.game.write_position(node.position))
            elif form == "line":
                _say_line(replayed, node)
            else:
                say(dump_json(ply_data(replayed, node)))
        report_diagnostics(replayed)


def _say_line(replayed: Replay, node: Node) -> None:
    """Prints a position as players of Homeworlds write it; reports a record of another game."""
    from pyrnot.games.homeworlds.position_line import write_position_line

    if node.game is None or node.game.info.id != "homeworlds":
        report(f"{_name(replayed)}: --format line is for Homeworlds; choose --format position")
    else:
        say(write_position_line(node.position))


def _name(replayed: Replay) -> str:
    """What tells a record from the others that are shown."""
    source = replayed.record.source
    return f"{source.file} (record {source.number})"


def _draw(replayed: Replay, node: Node, charset: Charset, parts: frozenset[Part], name: str, *, flip: bool) -> None:
    """Prints the parts of a ply that are wanted, with the name of its record in the caption."""
    diagram = Diagram(tuple(chosen_blocks(node.diagram.blocks, parts)))
    caption: list[str] = []
    if Part.CAPTION in parts:
        caption = [line for line in (name, players(replayed), node.caption) if line]
    say_board(diagram, charset=charset, flip=flip, caption=caption, legend=Part.LEGEND in parts)

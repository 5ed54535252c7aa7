"""`pyrnot why`: says whether a turn is legal in a position, and by which rule."""

from __future__ import annotations

import os
import shlex
import sys

import click
from msgspec.structs import replace

from pyrnot.cli.board import say_board
from pyrnot.cli.fair_dice import dealer_for
from pyrnot.cli.input_options import input_options_of
from pyrnot.cli.inputs import Input
from pyrnot.cli.options import record_option
from pyrnot.cli.ply_options import chosen_plies, ply_option
from pyrnot.cli.printing import paint_for, say, say_styled, width_of
from pyrnot.cli.reports import report
from pyrnot.cli.streams import fail
from pyrnot.core.diagram import Diagram
from pyrnot.play.line_tree import build_tree
from pyrnot.play.plies import read_query
from pyrnot.render.answer import answer
from pyrnot.render.svg.parts import Part, chosen_blocks


@click.command("why")
@input_options_of("FILE")
@click.argument("turn", metavar="TURN")
@record_option(default=1)
@ply_option("Play the turn after ply P: start, end, 3, -1.  [default: the ply before the turn's number, or end]")
def why_command(inputs: Input, turn: str, number: int, ply: str | None) -> None:
    """Runs `pyrnot why`."""
    if os.path.isfile(turn) and not any(map(os.path.exists, inputs.paths)):
        first = shlex.quote(inputs.paths[0]) if inputs.paths else "TURN"
        raise click.UsageError(f"the file comes before the turn: pyrnot why {shlex.quote(turn)} {first}")
    for replayed in inputs.replays(number):
        record = replayed.record
        if replayed.start is None:
            report(f"{record.source.file}: no position to judge a turn in; run `pyrnot check` to see why")
            return
        query = read_query(turn, replayed)
        plies = chosen_plies(query.after if ply is None else ply, replayed)
        dealer = dealer_for(record.source.file)
        for node in build_tree(replayed).chosen(plies):
            asked = replace(query, text=dealer.fill_after(replayed, node, query.text))
            answered = answer(dealer.knowing(replayed), asked, node, paint_for(sys.stdout), width_of(sys.stdout))
            for line in answered.lines:
                say_styled(line)
            if answered.refused is not None:
                say("")
                say_board(Diagram(tuple(chosen_blocks(answered.refused.blocks, {Part.BOARD}))))
            if not answered.is_legal:
                fail(1)

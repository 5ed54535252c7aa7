"""`pyrnot moves`: lists the legal turns in positions of records."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import closing
from itertools import islice

import click

from pyrnot.cli.input_options import input_options
from pyrnot.cli.inputs import Input
from pyrnot.cli.options import record_option
from pyrnot.cli.ply_options import chosen_plies, ply_option
from pyrnot.cli.printing import note, say
from pyrnot.cli.reports import report_diagnostics, report_record
from pyrnot.cli.start_options import dice_option, parse_dice
from pyrnot.core.diagnostics import Illegal
from pyrnot.play.line_tree import Node, build_tree
from pyrnot.play.turns import join_turn, legal_turns

SHOWN_ON_TERMINAL = 200
"""The turns listed on a terminal unless `--limit` says otherwise."""


@click.command("moves")
@input_options
@record_option(default=1)
@ply_option("List the turns after ply P: start, end, 3, -1.", default="end")
@dice_option
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    metavar="N",
    help=f"List at most N turns, 0 for all (default: {SHOWN_ON_TERMINAL} on a terminal, else all).",
)
@click.option("--wins", is_flag=True, help="List only turns that win the game for the seat to move.")
def moves_command(inputs: Input, number: int, ply: str, dice: str | None, limit: int | None, wins: bool) -> None:
    """Runs `pyrnot moves`."""
    is_cut = limit is None and sys.stdout.isatty()
    most = SHOWN_ON_TERMINAL if is_cut else limit or None
    for replayed in inputs.replays(number):
        for node in build_tree(replayed).chosen(chosen_plies(ply, replayed)):
            try:
                count = _say_turns(node, dice, most, wins=wins)
            except Illegal as illegal:
                report_record(replayed.record, illegal)
                continue
            if is_cut and count == most:
                note(f"stopped after {most} turns; use --limit 0 for all")
        report_diagnostics(replayed)


def _say_turns(node: Node, dice: str | None, most: int | None, *, wins: bool) -> int:
    """Prints the legal turns after a node as they are found, `most` of them; returns how many. Raises `Illegal`."""
    count = 0
    with closing(_turns(node, dice, wins=wins)) as turns:
        for text in islice(turns, most):
            say(text)
            count += 1
    return count


def _turns(node: Node, dice: str | None, *, wins: bool) -> Generator[str, None, None]:
    """The canonical texts of the legal turns after a node, or of those that win for the seat to move."""
    game = node.game
    position = node.position
    assert game is not None
    for turn in legal_turns(game, position, parse_dice(game, dice)):
        if wins:
            outcome = game.outcome(turn.position)
            if outcome is None or outcome.winner != position.to_move:
                continue
        joined = join_turn(game, position, turn)
        yield game.write_turn(joined.actions, joined.ended)

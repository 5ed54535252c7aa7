"""`pyrnot moves`: lists the legal turns in a position."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import closing
from itertools import islice
from typing import Any

import click

from pyrnot.cli.options import Input, dice_option, input_options, parse_dice, ply_option, record_option
from pyrnot.cli.output import note, say
from pyrnot.cli.reporting import Reporter
from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import AnyGame, Written

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
@click.pass_context
def moves_command(
    ctx: click.Context, given: Input, number: int, ply: str, dice: str | None, limit: int | None, wins: bool
) -> None:
    """List the legal turns at a ply, one per line.

    Where several turns lead to the same position, only one of them is listed,
    except in Martian Life: there all are.
    """
    from pyrnot.play.plies import NoSuchPly, choose_plies, position_at
    from pyrnot.play.replay import replay

    is_cut = limit is None and sys.stdout.isatty()
    most = SHOWN_ON_TERMINAL if is_cut else limit or None
    reporter = Reporter()
    for record in reporter.readable(given.records(number)):
        replayed = replay(record)
        if replayed.start is not None and record.game is not None:
            opening = parse_dice(record.game, dice)
            try:
                for chosen in choose_plies(ply, replayed):
                    with closing(_turns(record.game, position_at(replayed, chosen), opening, wins=wins)) as turns:
                        listed = 0
                        for text in islice(turns, most):
                            say(text)
                            listed += 1
                    if is_cut and listed == most:
                        note(f"stopped after {most} turns; use --limit 0 for all")
            except (NoSuchPly, Illegal) as fault:
                reporter.record(record, fault)
        reporter.diagnostics(replayed)
    ctx.exit(reporter.exit_code)


def _turns(game: AnyGame, position: Any, opening: Written | None, *, wins: bool) -> Generator[str, None, None]:
    """The canonical texts of the legal turns, as they are found."""
    from pyrnot.play.turns import join_turn, legal_turns

    for turn in legal_turns(game, position, opening):
        outcome = game.outcome(turn.position) if wins else None
        if not wins or (outcome is not None and outcome.winner == position.to_move):
            joined = join_turn(game, position, turn)
            yield game.write_turn(joined.taken, joined.ended)

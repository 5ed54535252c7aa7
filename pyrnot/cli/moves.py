"""`pyrnot moves`: lists the legal turns in a position."""

from __future__ import annotations

import sys

import click

from pyrnot.cli.options import Input, dice_option, input_options, parse_dice, record_option
from pyrnot.cli.output import say
from pyrnot.cli.reporting import Reporter
from pyrnot.diagnostics import Illegal

SHOWN_ON_TERMINAL = 200
"""The turns listed on a terminal unless `--limit` says otherwise."""


@click.command("moves")
@input_options
@record_option(default=1)
@click.option("--ply", default="end", metavar="P", help="List the turns after ply P: start, end, 3, -1.")
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

    Turns are printed as they are found. Where several lead to the same position, only one of them is listed.
    """
    from functools import partial
    from itertools import islice

    is_cut = limit is None and sys.stdout.isatty()
    most = SHOWN_ON_TERMINAL if is_cut else limit or None
    from pyrnot.play.plies import NoSuchPly, choose_plies, position_at
    from pyrnot.play.replay import replay
    from pyrnot.play.turns import is_win, join_turn, legal_turns

    reporter = Reporter()
    for record in reporter.readable(given.records(number)):
        replayed = replay(record)
        game = record.game
        if replayed.start is not None and game is not None:
            opening = parse_dice(game, dice)
            try:
                for chosen in choose_plies(ply, replayed):
                    position = position_at(replayed, chosen)
                    turns = legal_turns(game, position, opening)
                    if wins:
                        turns = filter(partial(is_win, game, position.to_move), turns)
                    listed = 0
                    for turn in islice(turns, most):
                        joined = join_turn(game, position, turn)
                        say(game.write_turn(joined.taken, joined.ended))
                        listed += 1
                    if is_cut and listed == most:
                        say(f"stopped after {most} turns; use --limit 0 for all", err=True)
            except (NoSuchPly, Illegal) as fault:
                reporter.record(record, fault)
        reporter.diagnostics(replayed)
    ctx.exit(reporter.exit_code)

"""`pyrnot moves` and `pyrnot why`: the legal turns in a position, and whether one of a player's is among them."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import closing
from itertools import islice
from typing import Any

import click

from pyrnot.cli.inputs import Input, input_options, input_options_of
from pyrnot.cli.options import dice_option, parse_dice, ply_option, record_option
from pyrnot.cli.output import note, paint_for, say, say_styled
from pyrnot.cli.reporting import Reporter
from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import AnyGame, Written
from pyrnot.play.plies import NoSuchPly, choose_plies, position_at
from pyrnot.play.question import read_question
from pyrnot.play.replay import replay
from pyrnot.play.turns import join_turn, legal_turns
from pyrnot.render.answer import answer

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
    for turn in legal_turns(game, position, opening):
        outcome = game.outcome(turn.position) if wins else None
        if not wins or (outcome is not None and outcome.winner == position.to_move):
            joined = join_turn(game, position, turn)
            yield game.write_turn(joined.taken, joined.ended)


@click.command("why")
@input_options_of("FILE")
@click.argument("turn", metavar="TURN")
@record_option(default=1)
@ply_option("Play the turn after ply P: start, end, 3, -1.  [default: the ply before the turn's number, or end]")
@click.pass_context
def why_command(ctx: click.Context, given: Input, turn: str, number: int, ply: str | None) -> None:
    """Explain why a turn would be legal or illegal at a ply.

    TURN is one turn, such as "7. Red: Sc4"; its number and seat may be left out, and must be right otherwise. The
    record is not changed. Exit 0 if the turn is legal, 1 if not.
    """
    reporter = Reporter()
    exit_code = 0
    for record in reporter.readable(given.records(number)):
        replayed = replay(record)
        if replayed.start is None or record.game is None:
            say(f"{record.source.file}: no position to judge a turn in; run `pyrnot check` to see why", err=True)
            ctx.exit(1)
        question = read_question(turn, replayed)
        try:
            chosen = choose_plies(question.choose_ply(replayed) if ply is None else ply, replayed)
        except NoSuchPly as fault:
            reporter.record(record, fault)
            break
        for before in chosen:
            position = position_at(replayed, before)
            answered = answer(record, question, position, int(before), paint_for(sys.stdout))
            for line in answered.lines:
                say_styled(line)
            exit_code = exit_code if answered.is_legal else 1
    ctx.exit(max(exit_code, reporter.exit_code))

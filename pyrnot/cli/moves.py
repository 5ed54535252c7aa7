"""`pyrnot moves` and `pyrnot why`: the legal turns in a position, and whether one of a player's is among them."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import closing
from itertools import islice

import click

from pyrnot.cli.inputs import Input, input_options, input_options_of
from pyrnot.cli.options import dice_option, parse_dice, ply_option, record_option
from pyrnot.cli.output import chosen_plies, note, paint_for, report, report_faults, report_record, say, say_styled
from pyrnot.cli.streams import fail
from pyrnot.core.diagnostics import Illegal
from pyrnot.play.plies import AnyPly, position_at
from pyrnot.play.question import read_question
from pyrnot.play.replay import Replay, replay
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
def moves_command(given: Input, number: int, ply: str, dice: str | None, limit: int | None, wins: bool) -> None:
    """List the legal turns at a ply, one per line.

    Where several turns lead to the same position, only one of them is listed,
    except in Martian Life: there all are.
    """
    is_cut = limit is None and sys.stdout.isatty()
    most = SHOWN_ON_TERMINAL if is_cut else limit or None
    for record in given.records(number):
        replayed = replay(record)
        for chosen in chosen_plies(ply, replayed):
            try:
                with closing(_turns(replayed, chosen, dice, wins=wins)) as turns:
                    listed = 0
                    for text in islice(turns, most):
                        say(text)
                        listed += 1
                if is_cut and listed == most:
                    note(f"stopped after {most} turns; use --limit 0 for all")
            except Illegal as fault:
                report_record(record, fault)
        report_faults(replayed)


def _turns(replayed: Replay, ply: AnyPly, dice: str | None, *, wins: bool) -> Generator[str, None, None]:
    """The canonical texts of the legal turns after a ply, as they are found."""
    game, position = replayed.record.game, position_at(replayed, ply)
    assert game is not None
    for turn in legal_turns(game, position, parse_dice(game, dice)):
        outcome = game.outcome(turn.position) if wins else None
        if not wins or (outcome is not None and outcome.winner == position.to_move):
            joined = join_turn(game, position, turn)
            yield game.write_turn(joined.taken, joined.ended)


@click.command("why")
@input_options_of("FILE")
@click.argument("turn", metavar="TURN")
@record_option(default=1)
@ply_option("Play the turn after ply P: start, end, 3, -1.  [default: the ply before the turn's number, or end]")
def why_command(given: Input, turn: str, number: int, ply: str | None) -> None:
    """Explain why a turn would be legal or illegal at a ply.

    TURN is one turn, such as "7. Red: Sc4"; its number and seat may be left out, and must be right otherwise. The
    record is not changed. Exit 0 if the turn is legal, 1 if not.
    """
    for record in given.records(number):
        replayed = replay(record)
        if replayed.start is None:
            report(f"{record.source.file}: no position to judge a turn in; run `pyrnot check` to see why")
            return
        question = read_question(turn, replayed)
        for before in chosen_plies(question.choose_ply(replayed) if ply is None else ply, replayed):
            answered = answer(record, question, position_at(replayed, before), int(before), paint_for(sys.stdout))
            for line in answered.lines:
                say_styled(line)
            fail(0 if answered.is_legal else 1)

"""`pyrnot why`: judges a turn without writing it anywhere."""

from __future__ import annotations

import sys

import click

from pyrnot.cli.options import Input, input_options_of, ply_option, record_option
from pyrnot.cli.output import paint_for, say, say_styled
from pyrnot.cli.reporting import Reporter


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
    from pyrnot.play.plies import NoSuchPly, choose_plies, position_at
    from pyrnot.play.question import read_question
    from pyrnot.play.replay import replay
    from pyrnot.render.answer import answer

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
            answered = answer(record, question, position, before, paint_for(sys.stdout))
            for line in answered.lines:
                say_styled(line)
            exit_code = exit_code if answered.is_legal else 1
    ctx.exit(max(exit_code, reporter.exit_code))

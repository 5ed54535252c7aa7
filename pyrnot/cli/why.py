"""`pyrnot why`: judges a turn without writing it anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from pyrnot.cli.options import PLIES, Input, encoding_option, file_argument, game_option, record_option
from pyrnot.cli.output import say, say_diagnostic
from pyrnot.cli.reporting import Reporter
from pyrnot.game import AnyGame
from pyrnot.record.source import SourceText

if TYPE_CHECKING:
    from pyrnot.diagnostics import Diagnostic
    from pyrnot.play.replay import Replay


@click.command("why")
@file_argument("file")
@click.argument("turn", metavar="TURN")
@record_option(default=1)
@click.option(
    "--ply",
    type=PLIES,
    metavar="P",
    help="Play the turn after ply P: start, end, 3, -1.  [default: the ply before the turn's number, or end]",
)
@game_option
@encoding_option
@click.pass_context
def why_command(
    ctx: click.Context, file: str, turn: str, number: int, ply: str | None, game: AnyGame | None, encoding: str
) -> None:
    """Explain why a turn would be legal or illegal at a ply.

    TURN is one turn, such as "7. Red: Sc4"; its number and seat may be left out, and must be right otherwise. The
    record is not changed. Exit 0 if the turn is legal, 1 if not.
    """
    from pyrnot.play.plies import NoSuchPly, choose_plies, judge_turn, position_at
    from pyrnot.play.question import read_question
    from pyrnot.play.replay import replay

    reporter = Reporter()
    exit_code = 0
    for record in reporter.readable(Input((file,), game, encoding).records(number)):
        replayed = replay(record)
        if replayed.start is None or record.game is None:
            say(f"{file}: no position to judge a turn in; run `pyrnot check` to see why", err=True)
            ctx.exit(1)
        question = read_question(turn, replayed)
        try:
            chosen = choose_plies(question.choose_ply(replayed) if ply is None else ply, replayed)
        except NoSuchPly as fault:
            reporter.record(record, fault)
            break
        for before in chosen:
            position = position_at(replayed, before)
            judged = judge_turn(record.game, position, turn, record.tags)
            say(f"After ply {before}, {position.to_move} to move:")
            wrong_number = question.number_fault(before)
            if wrong_number is not None:
                asked = SourceText(question.text, file=judged.record.source.file, number=record.source.number)
                say_diagnostic(wrong_number, asked)
            if len(judged.record.main_line) < 2:
                _draw_faults(judged, number=record.source.number, before=before)
            refusal = _refuse(judged, wrong_number)
            if refusal is None:
                _draw_legal(judged)
            else:
                say(refusal)
                exit_code = 1
    ctx.exit(max(exit_code, reporter.exit_code))


def _refuse(judged: Replay, wrong_number: Diagnostic | None) -> str | None:
    """Why the text is not one legal turn, None if it is."""
    turns = len(judged.record.main_line)
    if turns > 1:
        return f"not a turn but {turns}: give one turn at a time"
    if judged.has_error:
        return "not legal"
    if not judged.length:
        return "not a turn"
    return None if wrong_number is None else "legal, but wrongly numbered"


def _draw_faults(judged: Replay, *, number: int, before: int) -> None:
    """Prints the diagnostics of a turn judged on its own, as those of record `number` after ply `before`."""
    turn = judged.record.source
    source = SourceText(turn.text, file=turn.file, number=number)
    for fault in judged.diagnostics:
        say_diagnostic(replace(fault, ply=before + (fault.ply or 1)), source)


def _draw_legal(judged: Replay) -> None:
    from pyrnot.play.plies import view_ply

    view = view_ply(judged, 1)
    say(f"legal: {view.turn}")
    for event in view.events:
        say(f"  - {event.text}")
    if judged.outcome is not None:
        say(f"  {judged.outcome.message} ({judged.outcome.rule})")

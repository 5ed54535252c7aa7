"""`pyrnot why`."""

from __future__ import annotations

import click

from pyrnot.cli.options import GameName, known_encoding, pick_records, record_option
from pyrnot.cli.trouble import say_unreadable
from pyrnot.game import AnyGame
from pyrnot.record.files import Unreadable


@click.command("why")
@click.argument("file", metavar="FILE")
@click.argument("turn", metavar="TURN")
@record_option
@click.option("--ply", default="end", metavar="P", help="After which ply the turn would be played: start, end, 3, -1.")
@click.option("--game", type=GameName(), help="The game of a record that has no Game tag.")
@click.option("--encoding", default="utf-8", metavar="NAME", callback=known_encoding, help="How the file is encoded.")
@click.pass_context
def why_command(
    ctx: click.Context, file: str, turn: str, number: int | None, ply: str, game: AnyGame | None, encoding: str
) -> None:
    """Say why a turn would be legal or not in the position after a ply.

    Exit 0 if it would be legal, 1 if not.
    """
    from pyrnot.play.plies import NoSuchPly, choose_plies, judge_turn, position_at
    from pyrnot.play.replay import replay
    from pyrnot.render.report import draw_diagnostic

    exit_code = 0
    for record in pick_records([file], game, encoding, number, 1):
        if isinstance(record, Unreadable):
            ctx.exit(say_unreadable(record))
        replayed = replay(record)
        if replayed.start is None or record.game is None:
            click.echo(f"{file}: the record has no position to judge a turn in; see `pyrnot check`", err=True)
            ctx.exit(1)
        try:
            chosen = choose_plies(ply, replayed)
        except NoSuchPly as missing:
            click.echo(f"{file}, record {record.source.number}: {missing}", err=True)
            ctx.exit(1)
        for number_of_ply in chosen:
            position = position_at(replayed, number_of_ply)
            judged = judge_turn(record.game, position, turn)
            click.echo(f"After ply {number_of_ply}, {position.to_move} to move:")
            for fault in judged.diagnostics:
                click.echo(draw_diagnostic(fault, judged.record.source))
            if judged.has_error or not judged.length:
                click.echo("not legal" if judged.has_error else "that is not a turn")
                exit_code = 1
                continue
            _say_legal(judged)
    ctx.exit(exit_code)


def _say_legal(judged: object) -> None:
    from pyrnot.play.plies import view_ply
    from pyrnot.play.replay import Replay

    assert isinstance(judged, Replay)
    view = view_ply(judged, 1)
    click.echo(f"legal: {view.turn}")
    for event in view.events:
        click.echo(f"  - {event.text}")
    if judged.outcome is not None:
        click.echo(f"  {judged.outcome.message} ({judged.outcome.rule})")

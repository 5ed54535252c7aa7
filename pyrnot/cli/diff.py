"""`pyrnot diff`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pyrnot.cli.options import GameName, known_encoding, pick_records, record_option
from pyrnot.cli.trouble import say_unreadable
from pyrnot.game import AnyGame
from pyrnot.record.files import Unreadable

if TYPE_CHECKING:
    from pyrnot.play.replay import Replay


@click.command("diff")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@record_option
@click.option("--game", type=GameName(), help="The game of records that have no Game tag.")
@click.option("--encoding", default="utf-8", metavar="NAME", callback=known_encoding, help="How the files are encoded.")
@click.pass_context
def diff_command(
    ctx: click.Context, first: str, second: str, number: int | None, game: AnyGame | None, encoding: str
) -> None:
    """Find where two players' records of one game first part: in a turn, in a position, or in the result.

    Turns that are only written differently are the same. Exit 0 if the records agree, 1 if not.
    """
    from pyrnot.play.compare import compare
    from pyrnot.play.replay import replay

    replays: list[Replay] = []
    for file in (first, second):
        for record in pick_records([file], game, encoding, number, 1):
            if isinstance(record, Unreadable):
                ctx.exit(max(2, say_unreadable(record)))
            replays.append(replay(record))
    differences = compare(*replays)
    for line in differences:
        click.echo(line)
    if not differences:
        click.echo(f"the records agree: {replays[0].length} plies, and the same end")
    ctx.exit(1 if differences else 0)

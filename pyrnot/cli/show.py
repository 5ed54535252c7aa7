"""`pyrnot show`."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

import click

from pyrnot.cli.options import pick_records, reading_options, record_option
from pyrnot.cli.trouble import say_faults, say_unreadable
from pyrnot.game import AnyGame
from pyrnot.record.files import Unreadable

if TYPE_CHECKING:
    from pyrnot.play.plies import View
    from pyrnot.play.replay import Replay


@click.command("show")
@reading_options
@record_option
@click.option("--ply", default="end", metavar="P", help="start, end, all, 3, 3-7, -1, or several with commas.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["unicode", "ascii", "position", "json"]),
    default="unicode",
    help="How to show it.",
)
@click.option("--flip", is_flag=True, help="Seen from the other side.")
@click.pass_context
def show_command(
    ctx: click.Context,
    paths: tuple[str, ...],
    game: AnyGame | None,
    encoding: str,
    number: int | None,
    ply: str,
    form: str,
    flip: bool,
) -> None:
    """Draw the position at a ply (the end, if none is named) of every record.

    Exit 1 if a record has an error or not that ply; what lies before the fault is drawn all the same.
    """
    from pyrnot.play.plies import NoSuchPly, choose_plies, view_plies
    from pyrnot.play.replay import replay

    exit_code = 0
    for record in pick_records(paths, game, encoding, number, None):
        if isinstance(record, Unreadable):
            exit_code = max(exit_code, say_unreadable(record))
            continue
        replayed = replay(record)
        if replayed.start is not None:
            try:
                for view in view_plies(replayed, choose_plies(ply, replayed)):
                    click.echo(_draw(replayed, view, form, flip))
            except NoSuchPly as fault:
                click.echo(f"{record.source.file}, record {record.source.number}: {fault}", err=True)
                exit_code = max(exit_code, 1)
        exit_code = max(exit_code, say_faults(replayed))
    ctx.exit(exit_code)


def _draw(replayed: Replay, view: View, form: str, flip: bool) -> str:
    from pyrnot.play.plies import players

    if form == "position":
        text: str = replayed.record.game.write_position(view.position) if replayed.record.game else ""
        return text
    if form == "json":
        from pyrnot.render.data import ply_data

        return json.dumps(ply_data(replayed, view), ensure_ascii=False)
    caption = [line for line in (players(replayed), view.caption) if line]
    if sys.stdout.isatty() and not os.environ.get("NO_COLOR"):
        from pyrnot.render.text.terminal import draw_ansi

        return draw_ansi(view.diagram, form, flip=flip, caption=caption)
    from pyrnot.render.text.diagram import Charset, draw_text

    return draw_text(view.diagram, charset=Charset(form), flip=flip, caption=caption)

"""`pyrnot undo`: takes back what was added to a record last, or more turns."""

from __future__ import annotations

import click

from pyrnot.cli.board import show_position
from pyrnot.cli.editing import edit_record
from pyrnot.cli.inputs import Input
from pyrnot.cli.options import encoding_option, file_argument, game_option, record_option
from pyrnot.cli.printing import say
from pyrnot.cli.streams import is_quiet
from pyrnot.core.game import AnyGame
from pyrnot.foreign.load import read_record
from pyrnot.play.extend import take_back
from pyrnot.play.replay import Replay, replay
from pyrnot.record.source import SourceText


@click.command("undo")
@file_argument("file", "FILE")
@click.option(
    "--plies",
    type=click.IntRange(min=0),
    metavar="N",
    help="Turns to take back, with the result; 0: only the result (default: what was added last).",
)
@record_option(default=-1)
@game_option()
@encoding_option
def undo_command(file: str, plies: int | None, number: int, game: AnyGame | None, encoding: str) -> None:
    """Runs `pyrnot undo`."""
    new_texts: list[str] = []
    removed_texts: list[str] = []

    def change(old: Replay) -> str:
        text, removed = take_back(old, plies)
        new_texts.append(text)
        removed_texts.append(removed)
        return text

    edit_record(Input((file,), game, encoding), number, change, "nothing taken back")
    if is_quiet():
        return
    (text,) = new_texts
    (removed,) = removed_texts
    say(f"taken back:\n{removed}")
    replayed = replay(read_record(SourceText(text, file=file), game))
    if replayed.start is not None:
        show_position(replayed)

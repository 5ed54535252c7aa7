"""`pyrnot undo`: takes the last turns of a record back."""

from __future__ import annotations

import click

from pyrnot.cli.editing import edit_record, show_position
from pyrnot.cli.options import encoding_option, file_argument, game_option, record_option
from pyrnot.cli.output import say
from pyrnot.cli.streams import is_quiet
from pyrnot.core.game import AnyGame
from pyrnot.foreign.reading import read_record
from pyrnot.play.extend import take_back
from pyrnot.play.replay import replay
from pyrnot.record.source import SourceText


@click.command("undo")
@file_argument("file")
@click.option("--plies", type=click.IntRange(min=0), default=1, metavar="N", help="Turns to take back; 0: the result.")
@record_option(default=-1)
@game_option
@encoding_option
def undo_command(file: str, plies: int, number: int, game: AnyGame | None, encoding: str) -> None:
    """Take the last turn of a record back, with its comments, marks and variations, and the result.

    Prints what was taken, then the board.
    """

    def change(source: SourceText) -> tuple[str, tuple[str, str]]:
        text, taken = take_back(read_record(source, game), plies)
        return text, (text, taken)

    text, taken = edit_record(file, number, encoding, change, done="nothing taken back")
    if is_quiet():
        return
    say(f"taken back:\n{taken}")
    replayed = replay(read_record(SourceText(text, file=file), game))
    if replayed.start is not None:
        show_position(replayed)

"""`pyrnot add`: adds turns and results to a record."""

from __future__ import annotations

import click

from pyrnot.cli.editing import edit_record, show_position
from pyrnot.cli.options import encoding_option, file_argument, game_option, record_option
from pyrnot.cli.output import note, say, say_diagnostic
from pyrnot.cli.streams import is_quiet
from pyrnot.core.game import AnyGame
from pyrnot.foreign.message import frame_board
from pyrnot.foreign.reading import read_record
from pyrnot.library.adding import extend_by_text
from pyrnot.play.extend import Extension, caption
from pyrnot.play.plies import players, view_ply
from pyrnot.play.replay import replay
from pyrnot.record.files import read_text
from pyrnot.record.opening import STANDARD_INPUT, Unreadable
from pyrnot.record.source import SourceText
from pyrnot.render.text.diagram import draw_text
from pyrnot.render.text.lines import Charset


@click.command("add")
@file_argument("file")
@click.argument("turn", metavar="TURN")
@record_option(default=-1)
@game_option
@encoding_option
@click.option("--mail", is_flag=True, help="Print text to send to the other players instead: the turn and the board.")
@click.option("--export", "mail", is_flag=True, hidden=True)
def add_command(file: str, turn: str, number: int, game: AnyGame | None, encoding: str, mail: bool) -> None:
    """Check a turn and append it to a record, in canonical form.

    TURN is one turn or several, with their comments, marks and variations, or a result such as "Black resigns" or
    "draw agreed"; - reads it from a message on standard input. Number and seat may be left out. A turn that is already
    there under its number changes nothing. An illegal turn changes nothing either (exit 1).
    """
    is_message = turn == STANDARD_INPUT
    try:
        message = read_text(STANDARD_INPUT) if is_message else turn
    except Unreadable as fault:
        raise click.UsageError(str(fault)) from None

    def change(source: SourceText) -> tuple[str, Extension]:
        name = "the message" if is_message else "the turn"
        added = extend_by_text(replay(read_record(source, game)), message, name=name, is_message=is_message)
        return added.text, added

    added = edit_record(file, number, encoding, change, done="nothing added")
    for warning in () if is_quiet() else added.warnings:
        say_diagnostic(warning, added.source, err=True)
    new = added.first + added.repeated
    for ply in range(added.first, new):
        say(f"already in the record: {_caption(added, ply)}", err=mail)
    if added.dropped:
        note("Comments, marks and variations of turns already in the record were left out.")
    if mail:
        say(_mail(added), nl=False)
    elif not is_quiet():
        for ply in range(new, added.replay.length + 1):
            say(_caption(added, ply))
        if added.result not in ("", "*"):
            say(added.result)
        show_position(added.replay)


def _caption(added: Extension, ply: int) -> str:
    return caption(added.replay, ply, pairs=added.replay.record.pairs)


def _mail(added: Extension) -> str:
    """The text to send: what was added, and the board between two lines, in plain letters."""
    replayed = added.replay
    outcome = "" if replayed.outcome is None else replayed.outcome.message
    above = list(filter(None, [players(replayed), outcome]))
    board = draw_text(view_ply(replayed, replayed.length).diagram, charset=Charset.ASCII, width=72, caption=above)
    where = f"after turn {replayed.length}" if replayed.length else "at the start"
    return f"{added.sent}\n{frame_board(board, where)}"

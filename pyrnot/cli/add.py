"""`pyrnot add`: adds turns and results to a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pyrnot.cli.editing import NotDone, edit_record, show_position
from pyrnot.cli.options import encoding_option, file_argument, game_option, record_option
from pyrnot.cli.output import note, say, say_diagnostic
from pyrnot.cli.streams import is_quiet
from pyrnot.core.game import AnyGame
from pyrnot.foreign.message import frame_board
from pyrnot.record.files import read_text
from pyrnot.record.opening import STANDARD_INPUT, Unreadable
from pyrnot.record.source import SourceText

if TYPE_CHECKING:
    from pyrnot.play.extend import Extension

_FROM_MAIL = "the message"


@click.command("add")
@file_argument("file")
@click.argument("turn", metavar="TURN")
@record_option(default=-1)
@game_option
@encoding_option
@click.option("--mail", is_flag=True, help="Print text to send to the other players instead: the turn and the board.")
@click.option("--export", "mail", is_flag=True, hidden=True)
@click.pass_context
def add_command(
    ctx: click.Context, file: str, turn: str, number: int, game: AnyGame | None, encoding: str, mail: bool
) -> None:
    """Check a turn and append it to a record, in canonical form.

    TURN is one turn or several, with their comments, marks and variations, or a result such as "Black resigns" or
    "draw agreed"; - reads it from a message on standard input. Number and seat may be left out. A turn that is already
    there under its number changes nothing. An illegal turn changes nothing either (exit 1).
    """
    try:
        message = read_text(STANDARD_INPUT) if turn == STANDARD_INPUT else turn
        name = _FROM_MAIL if turn == STANDARD_INPUT else "the turn"
        added = edit_record(
            file, number, encoding, lambda source: _extend(source, message, name, game), done="nothing added"
        )
    except NotDone as fault:
        ctx.exit(fault.exit_code)
    except Unreadable as fault:
        raise click.UsageError(str(fault)) from None
    _report_repeated(added, to_stderr=mail)
    if mail:
        say(_mail(added), nl=False)
    elif not is_quiet():
        _report(added)
        show_position(added.replay)


def _extend(source: SourceText, message: str, name: str, game: AnyGame | None) -> tuple[str, Extension]:
    """The new text of a record, and what is added. Raises `Refused`."""
    from pyrnot.foreign.reading import read_record
    from pyrnot.library.adding import extend_by_text
    from pyrnot.play.replay import replay

    added = extend_by_text(replay(read_record(source, game)), message, name=name, is_message=name == _FROM_MAIL)
    return added.text, added


def _report_repeated(added: Extension, *, to_stderr: bool) -> None:
    """Prints the turns that were already there, and on stderr what is worth a warning."""
    from pyrnot.play.extend import caption

    for fault in () if is_quiet() else added.warnings:
        say_diagnostic(fault, added.source, err=True)
    pairs = added.replay.record.pairs
    for ply in range(added.first, added.first + added.repeated):
        say(f"already in the record: {caption(added.replay, ply, pairs=pairs)}", err=to_stderr)
    if added.dropped:
        note("Comments, marks and variations of turns already in the record were left out.")


def _report(added: Extension) -> None:
    """Prints the turns that were added, and the result."""
    from pyrnot.play.extend import caption

    pairs = added.replay.record.pairs
    for ply in range(added.first + added.repeated, added.replay.length + 1):
        say(caption(added.replay, ply, pairs=pairs))
    if added.result not in ("", "*"):
        say(added.result)


def _mail(added: Extension) -> str:
    """The text to send: what was added, and the board between two lines, in plain letters."""
    from pyrnot.play.plies import players, view_ply
    from pyrnot.render.text.diagram import draw_text
    from pyrnot.render.text.lines import Charset

    replayed = added.replay
    outcome = [] if replayed.outcome is None else [replayed.outcome.message]
    caption = [*filter(None, [players(replayed)]), *outcome]
    board = draw_text(view_ply(replayed, replayed.length).diagram, charset=Charset.ASCII, width=72, caption=caption)
    where = f"after turn {replayed.length}" if replayed.length else "at the start"
    return f"{added.sent}\n{frame_board(board, where)}"

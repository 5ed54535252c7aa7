"""What `new`, `add` and `undo` share: changing one record in its file in one step, and the board after it."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TypeVar

import click

from pyrnot.cli.options import record_index
from pyrnot.cli.output import say, say_board, say_diagnostic
from pyrnot.cli.reporting import Reporter
from pyrnot.core.codes import CoreCodes
from pyrnot.foreign.edit import EditedFile
from pyrnot.foreign.message import frame_board
from pyrnot.play.extend import Refused
from pyrnot.play.plies import players, view_ply
from pyrnot.play.replay import Replay
from pyrnot.record.locking import locked
from pyrnot.record.opening import STANDARD_INPUT, Unreadable
from pyrnot.record.source import SourceText
from pyrnot.render.text.diagram import draw_text
from pyrnot.render.text.lines import Charset

T = TypeVar("T")


def edit_record(
    file: str, number: int, encoding: str, change: Callable[[SourceText], tuple[str, T]], *, done: str
) -> T:
    """Replaces record `number` of a file by the text that `change` gives for it; returns what else `change` gives.

    Ends the command if `change` raises `Refused`, or the file cannot be read or written: then it stays as it is, and
    the message says that nothing is `done`.
    """
    if file == STANDARD_INPUT:
        raise click.UsageError("cannot change a record on standard input; give a file")
    reporter = Reporter()
    try:
        with locked(file):
            edited = EditedFile(file, encoding)
            index = record_index(number, len(edited.sources), file)
            source = edited.sources[index]
            if source.form is not None:
                message = "will not change another program's transcript; convert it with `pyrnot fmt` first"
                raise Unreadable(file, CoreCodes.FOREIGN_FORMAT, message)
            if source.original != source.text:
                raise Refused("the record is quoted as in an email; run `pyrnot fmt --write` first")
            text, result = change(source)
            if text != source.original:
                edited.replace(index, text)
                reporter.save(edited)
            return result
    except Refused as reason:
        raise refusal(file, reason, done) from None
    except Unreadable as fault:
        reporter.unreadable(fault)
        if not os.path.exists(file):
            say(f"To begin a record: pyrnot new GAME -o {file}", err=True)
    except OSError as fault:
        reporter.unwritable(file, fault)
    raise click.exceptions.Exit(reporter.exit_code)


def refusal(file: str, reason: Refused, done: str) -> click.exceptions.Exit:
    """Says why nothing is done; the end of the command."""
    for found, source in reason.faults:
        say_diagnostic(found, source, err=True)
    say(f"{file}: {done}: {reason}", err=True)
    return click.exceptions.Exit(1)


def show_position(replayed: Replay, *, err: bool = False) -> None:
    """Prints how the game ended, if it has, and the last position, with who is to move."""
    if replayed.outcome is not None:
        say(replayed.outcome.message, err=err)
    caption = list(filter(None, [players(replayed)]))
    say("", err=err)
    say_board(view_ply(replayed, replayed.length).diagram, err=err, caption=caption)


def message_of(replayed: Replay, text: str) -> str:
    """The text to send to the other players: what is new, and the last board between two lines, in plain letters."""
    outcome = "" if replayed.outcome is None else replayed.outcome.message
    above = list(filter(None, [players(replayed), outcome]))
    board = draw_text(view_ply(replayed, replayed.length).diagram, charset=Charset.ASCII, width=72, caption=above)
    where = f"after turn {replayed.length}" if replayed.length else "at the start"
    return f"{text}\n{frame_board(board, where)}"

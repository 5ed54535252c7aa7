"""What `add` and `undo` share: changing one record in its file in one step, and the board after it."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import click

from pyrnot.cli.options import record_index
from pyrnot.cli.output import say, say_board, say_diagnostic
from pyrnot.cli.reporting import Reporter
from pyrnot.cli.streams import is_quiet
from pyrnot.core.codes import CoreCodes
from pyrnot.foreign.edit import EditedFile, locked
from pyrnot.record.opening import STANDARD_INPUT, Unreadable
from pyrnot.record.source import SourceText

if TYPE_CHECKING:
    from pyrnot.play.replay import Replay

T = TypeVar("T")


class NotDone(Exception):
    """The record is not changed, which has been reported; with the exit code."""

    def __init__(self, exit_code: int) -> None:
        super().__init__(exit_code)
        self.exit_code = exit_code


def edit_record(
    file: str, number: int, encoding: str, change: Callable[[SourceText], tuple[str, T]], *, done: str
) -> T:
    """Replaces record `number` of a file by the text that `change` gives for it; returns what else `change` gives.

    Raises `NotDone` if `change` raises `Refused`, or the file cannot be read or written: then it stays as it is, and
    the message says that nothing is `done`.
    """
    from pyrnot.play.extend import Refused

    if file == STANDARD_INPUT:
        raise click.UsageError("cannot change a record on standard input; give a file")
    reporter = Reporter()
    try:
        with locked(file):
            edited = EditedFile(file, encoding)
            index = record_index(number, len(edited.sources), file)
            source = edited.sources[index]
            _check_editable(source)
            text, result = change(source)
            if text != source.original:
                edited.replace(index, text)
                reporter.save(edited)
            return result
    except Refused as reason:
        for found, source in reason.faults:
            say_diagnostic(found, source, err=True)
        say(f"{file}: {done}: {reason}", err=True)
        raise NotDone(1) from None
    except Unreadable as fault:
        reporter.unreadable(fault)
        if not os.path.exists(file):
            say(f"To begin a record: pyrnot new GAME -o {file}", err=True)
    except OSError as fault:
        reporter.unwritable(file, fault)
    raise NotDone(reporter.exit_code)


def _check_editable(source: SourceText) -> None:
    """Raises `Unreadable` for another program's transcript, and `Refused` for a quoted record."""
    from pyrnot.play.extend import Refused

    if source.form is not None:
        message = "will not change another program's transcript; convert it with `pyrnot fmt` first"
        raise Unreadable(source.file, CoreCodes.FOREIGN_FORMAT, message)
    if source.original != source.text:
        raise Refused("the record is quoted as in an email; run `pyrnot fmt --write` first")


def show_position(replayed: Replay) -> None:
    """Prints how the game ended, if it has, and the last position, with who is to move; nothing with `--quiet`."""
    from pyrnot.play.plies import players, view_ply

    if is_quiet():
        return
    if replayed.outcome is not None:
        say(replayed.outcome.message)
    caption = [players(replayed)] if players(replayed) else []
    say("")
    say_board(view_ply(replayed, replayed.length).diagram, caption=caption)

"""`pyrnot add` and `pyrnot undo`: add turns and results to a record, and take them back.

What they share with `new` and `tag` is here too: changing records in their file in one step, and the board after it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TypeVar

import click

from pyrnot.cli.inputs import answer_option, record_index, say_talk
from pyrnot.cli.options import encoding_option, file_argument, game_option, record_option
from pyrnot.cli.output import attempt, note, say, say_board, say_diagnostic, stopped
from pyrnot.cli.streams import is_quiet
from pyrnot.cli.targets import Target
from pyrnot.core.codes import CoreCodes
from pyrnot.core.game import AnyGame
from pyrnot.foreign.edit import EditedFile
from pyrnot.foreign.message import frame_board
from pyrnot.foreign.reading import read_record
from pyrnot.foreign.receive import begin_by_text, extend_by_text
from pyrnot.play.extend import Extension, Refused, caption, take_back
from pyrnot.play.plies import players, view_ply
from pyrnot.play.replay import Replay, replay
from pyrnot.record.answers import Answers
from pyrnot.record.files import SUFFIX, RecordFile, read_text
from pyrnot.record.opening import STANDARD_INPUT, Unreadable
from pyrnot.record.source import SourceText
from pyrnot.render.text.diagram import draw_text
from pyrnot.render.text.lines import Charset

T = TypeVar("T")


@click.command("add")
@file_argument("file", "FILE")
@click.argument("turn", metavar="TURN")
@record_option(default=-1)
@game_option()
@encoding_option
@answer_option
@click.option("--mail", is_flag=True, help="Print text to send to the other players instead: the turn and the board.")
def add_command(
    file: str, turn: str, number: int, game: AnyGame | None, encoding: str, answers: Answers, mail: bool
) -> None:
    """Check a turn and append it to a record, in canonical form.

    TURN is one turn or several, with their comments, marks and variations, or a result such as "Black resigns" or
    "draw agreed"; - reads it from a message on standard input, and begins FILE if that does not exist. Number and seat
    may be left out. A turn that is already there under its number changes nothing. An illegal turn changes nothing
    either (exit 1).
    """
    is_message = turn == STANDARD_INPUT
    try:
        message = read_text(STANDARD_INPUT) if is_message else turn
    except Unreadable as fault:
        raise click.UsageError(str(fault)) from None

    if is_message and not os.path.exists(file) and _begin(file, message, answers):
        return

    def change(source: SourceText) -> tuple[str, Extension]:
        name = "the message" if is_message else "the turn"
        old = replay(read_record(source, game))
        added = extend_by_text(old, message, name=name, is_message=is_message, answers=answers)
        say_talk(added.source, old.record.game, old)
        return added.text, added

    added = _edit_record(file, number, encoding, change, done="nothing added")
    for warning in () if is_quiet() else added.warnings:
        say_diagnostic(warning, added.source, err=True)
    if added.repeated:
        say(_already(added), err=mail)
    if added.dropped:
        note("Comments, marks and variations of turns already in the record were left out.")
    if mail:
        say(message_of(added.replay, added.sent), nl=False)
    elif not is_quiet():
        for ply in range(added.first, added.replay.length + 1):
            say(_caption(added, ply))
        if added.result not in ("", "*"):
            say(added.result)
        show_position(added.replay)


def _begin(file: str, message: str, answers: Answers) -> bool:
    """Begins a record with a message that has a `Game` tag; whether it has one."""
    try:
        text = begin_by_text(message, answers)
    except Refused as reason:
        raise _refusal(file, reason, "nothing written") from None
    if text is not None:
        say_talk(SourceText(message, file="the message", form="thread", answers=answers), None)
        Target(file, SUFFIX[1:], force=False).write(file, text.encode())
        note(f"{file}: begun")
        if not is_quiet():
            show_position(replay(read_record(SourceText(text, file=file))))
    return text is not None


def _already(added: Extension) -> str:
    """Such as `turns 1 to 21 are already there`."""
    *others, last = added.repeated
    if not others:
        return f"already there: {_caption(added, last)}"
    is_range = len(others) > 1 and last - others[0] == len(others)
    listed = f"{others[0]} to {last}" if is_range else f"{', '.join(map(str, others))} and {last}"
    return f"turns {listed} are already there"


def _caption(added: Extension, ply: int) -> str:
    return caption(added.replay, ply, pairs=added.replay.record.pairs)


@click.command("undo")
@file_argument("file", "FILE")
@click.option("--plies", type=click.IntRange(min=0), default=1, metavar="N", help="Turns to take back; 0: the result.")
@record_option(default=-1)
@game_option()
@encoding_option
def undo_command(file: str, plies: int, number: int, game: AnyGame | None, encoding: str) -> None:
    """Take the last turn of a record back, with its comments, marks and variations, and the result.

    Prints what was taken, then the board.
    """

    def change(source: SourceText) -> tuple[str, tuple[str, str]]:
        text, taken = take_back(read_record(source, game), plies)
        return text, (text, taken)

    text, taken = _edit_record(file, number, encoding, change, done="nothing taken back")
    if is_quiet():
        return
    say(f"taken back:\n{taken}")
    replayed = replay(read_record(SourceText(text, file=file), game))
    if replayed.start is not None:
        show_position(replayed)


def _edit_record(
    file: str, number: int, encoding: str, change: Callable[[SourceText], tuple[str, T]], *, done: str
) -> T:
    """Replaces record `number` of a file by the text that `change` gives for it; returns what else `change` gives.

    Ends the command if `change` raises `Refused`, or the file cannot be read or written: then it stays as it is, and
    the message says that nothing is `done`.
    """
    if file == STANDARD_INPUT:
        raise click.UsageError("cannot change a record on standard input; give a file")

    def work(file: str) -> T:
        edited = EditedFile(file, encoding)
        check_own(edited)
        index = record_index(number, len(edited.sources), file)
        source = edited.sources[index]
        if source.original != source.text:
            raise Refused("the record is quoted as in an email; run `pyrnot fmt --write` first")
        text, result = change(source)
        if text != source.original:
            edited.replace(index, text)
            edited.write()
        return result

    try:
        result = attempt(RecordFile(file), work)
    except Refused as reason:
        raise _refusal(file, reason, done) from None
    if result is not None:
        return result
    if not os.path.exists(file):
        say(f"To begin a record: pyrnot new GAME -o {file}", err=True)
    raise stopped()


def check_own(edited: EditedFile) -> None:
    """Raises `Unreadable` for a file that is not in pyrnot's own format: its records cannot be changed."""
    if edited.is_foreign:
        message = "will not change another program's transcript; convert it with `pyrnot fmt` first"
        raise Unreadable(edited.file, CoreCodes.FOREIGN_FORMAT, message)


def _refusal(file: str, reason: Refused, done: str) -> click.exceptions.Exit:
    """Says why nothing is done; the end of the command."""
    for found, source in reason.faults:
        say_diagnostic(found, source, err=True)
    say(f"{file}: {done}: {reason}", err=True)
    return click.exceptions.Exit(1)


def show_position(replayed: Replay, *, err: bool = False) -> None:
    """Prints the last position, with who is to move, or how the game has ended."""
    say("", err=err)
    say_board(view_ply(replayed, replayed.length).diagram, err=err, caption=list(filter(None, [players(replayed)])))


def message_of(replayed: Replay, text: str) -> str:
    """The text to send to the other players: what is new, and the last board between two lines, in plain letters."""
    above = list(filter(None, [players(replayed)]))
    board = draw_text(view_ply(replayed, replayed.length).diagram, charset=Charset.ASCII, width=72, caption=above)
    where = f"after turn {replayed.length}" if replayed.length else "at the start"
    return f"{text}\n{frame_board(board, where)}"

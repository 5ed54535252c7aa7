"""`pyrnot add`: adds what a message says to a record, or begins one with it."""

from __future__ import annotations

import os
import shlex

import click

from pyrnot.cli.board import show_position
from pyrnot.cli.editing import edit_record, report_refusal
from pyrnot.cli.fair_dice import dealer_for
from pyrnot.cli.input_options import answer_option
from pyrnot.cli.inputs import Input, note_left_out
from pyrnot.cli.options import encoding_option, file_argument, game_option, record_option
from pyrnot.cli.printing import note, say, say_diagnostic
from pyrnot.cli.reports import stopped
from pyrnot.cli.streams import is_quiet
from pyrnot.cli.target import Target
from pyrnot.core.game import AnyGame
from pyrnot.foreign.load import read_record
from pyrnot.foreign.receive import Received, begin_by_text, receive
from pyrnot.foreign.source import ForeignText
from pyrnot.play.extend import Extension, Refused, caption
from pyrnot.play.replay import Replay, replay
from pyrnot.record.answers import Answers
from pyrnot.record.files import SUFFIX, read_text
from pyrnot.record.opening import STANDARD_INPUT, Unreadable
from pyrnot.record.source import SourceText
from pyrnot.render.mail import message_of


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
    """Runs `pyrnot add`."""
    if not os.path.exists(file) and os.path.isfile(turn):
        command = shlex.join(["pyrnot", "add", turn, file])
        raise click.UsageError(f"the file comes before the turn: {command}")
    is_message = turn == STANDARD_INPUT
    message = turn
    if is_message:
        try:
            message = read_text(STANDARD_INPUT)
        except Unreadable as unreadable:
            raise click.UsageError(str(unreadable)) from None
        if not os.path.exists(file) and _begin(file, message, answers):
            return

    done: list[Received] = []
    dealer = dealer_for(file)

    def change(old: Replay) -> str:
        name = "the message" if is_message else "the turn"
        received = receive(old, message, dealer, name=name, is_message=is_message, answers=answers)
        if received.added is not None:
            note_left_out(received.added.source)
        done.append(received)
        return received.replay.record.source.original

    edit_record(Input((file,), game, encoding), number, change, "nothing added")
    (received,) = done
    added = received.added
    lines = "".join(f"{link.line}\n" for link in received.due)
    if added is None:
        _say_links(file, lines)
        return
    _say_remarks(added, mail=mail)
    if mail:
        say(message_of(added.replay, f"{added.sent}\n{lines}" if lines else added.sent), nl=False)
    elif not is_quiet():
        _say_turns(added)
        show_position(added.replay)


def _say_links(file: str, lines: str) -> None:
    """Prints what is to be sent after a mail that has links of fair dice alone; often that is nothing."""
    note(f"{file}: links of fair dice added{'; send this:' if lines else ''}")
    say(lines, nl=False)


def _begin(file: str, message: str, answers: Answers) -> bool:
    """Begins a record with a message that has a `Game` tag; whether it has one."""
    try:
        text = begin_by_text(message, answers)
    except Refused as refused:
        report_refusal(file, "nothing written", refused)
        raise stopped() from None
    if text is None:
        return False
    note_left_out(ForeignText(message, "thread", file="the message", answers=answers))
    Target(file, SUFFIX[1:], force=False).write(file, text.encode())
    note(f"{file}: begun")
    begun = replay(read_record(SourceText(text, file=file)))
    if not is_quiet() and begun.start is not None:
        show_position(begun)
    return True


def _say_remarks(added: Extension, *, mail: bool) -> None:
    """Says what in the message is doubtful, was there already, or was left out."""
    if not is_quiet():
        for warning in added.warnings:
            say_diagnostic(warning, added.source)
    if added.repeated:
        say(_already(added), err=mail)
    if added.dropped:
        note("Comments, marks and variations that belong to no new turn, or cannot be read, were left out.")


def _already(added: Extension) -> str:
    """Such as `turns 1 to 21 are already there`."""
    *before, last = added.repeated
    if not before:
        return f"already there: {caption(added.replay, last)}"
    is_range = len(before) > 1 and last - before[0] == len(before)
    if is_range:
        return f"turns {before[0]} to {last} are already there"
    return f"turns {', '.join(map(str, before))} and {last} are already there"


def _say_turns(added: Extension) -> None:
    """Prints the new turns, and the result."""
    for ply in range(added.first, added.replay.length + 1):
        say(caption(added.replay, ply))
    if added.result not in ("", "*"):
        say(added.result)

"""`pyrnot add`: adds turns and results to a record."""

from __future__ import annotations

import os

import click

from pyrnot.cli.editing import edit_record, message_of, refusal, show_position
from pyrnot.cli.options import answer_option, encoding_option, file_argument, game_option, record_option
from pyrnot.cli.output import note, say, say_diagnostic
from pyrnot.cli.streams import is_quiet
from pyrnot.cli.targets import Target
from pyrnot.core.game import AnyGame
from pyrnot.foreign.reading import read_record
from pyrnot.foreign.receive import begin_by_text, extend_by_text
from pyrnot.play.extend import Extension, Refused, caption
from pyrnot.play.replay import replay
from pyrnot.record.answers import Answers
from pyrnot.record.files import SUFFIX, read_text
from pyrnot.record.opening import STANDARD_INPUT, Unreadable
from pyrnot.record.source import SourceText


@click.command("add")
@file_argument("file")
@click.argument("turn", metavar="TURN")
@record_option(default=-1)
@game_option
@encoding_option
@answer_option
@click.option("--mail", is_flag=True, help="Print text to send to the other players instead: the turn and the board.")
@click.option("--export", "mail", is_flag=True, hidden=True)
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
        added = extend_by_text(
            replay(read_record(source, game)), message, name=name, is_message=is_message, answers=answers
        )
        return added.text, added

    added = edit_record(file, number, encoding, change, done="nothing added")
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
        raise refusal(file, reason, "nothing written") from None
    if text is not None:
        with Target(file, SUFFIX[1:], force=False).open(file) as out:
            out.write(text.encode())
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

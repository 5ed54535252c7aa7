"""`pyrnot add`, `undo` and `tag`: change records in their files, in one step; and the board after it, for `new`
too."""

from __future__ import annotations

import os
import re
from collections.abc import Callable

import click

from pyrnot.cli.inputs import Input, answer_option, collection_options, record_index, say_talk
from pyrnot.cli.options import encoding_option, file_argument, game_option, record_option
from pyrnot.cli.output import Target, attempt, note, report, say, say_board, say_diagnostic, stopped
from pyrnot.cli.streams import exit_code, is_quiet
from pyrnot.core.codes import CoreCodes
from pyrnot.core.game import AnyGame
from pyrnot.foreign.edit import EditedFile
from pyrnot.foreign.reading import read_record
from pyrnot.foreign.receive import begin_by_text, extend_by_text, frame_board
from pyrnot.play.extend import Extension, Refused, caption, take_back
from pyrnot.play.line_tree import node_at
from pyrnot.play.plies import players
from pyrnot.play.replay import Replay, replay
from pyrnot.play.retag import TagChanges, retag
from pyrnot.record.answers import Answers
from pyrnot.record.files import SUFFIX, RecordFile, read_text
from pyrnot.record.model import Record
from pyrnot.record.opening import STANDARD_INPUT, Unreadable
from pyrnot.record.source import SourceText
from pyrnot.render.text.diagram import draw_text
from pyrnot.render.text.differences import draw_differences
from pyrnot.render.text.lines import Charset, counted


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
    is_message = turn == STANDARD_INPUT
    try:
        message = read_text(STANDARD_INPUT) if is_message else turn
    except Unreadable as unreadable:
        raise click.UsageError(str(unreadable)) from None

    if is_message and not os.path.exists(file) and _begin(file, message, answers):
        return

    done: list[Extension] = []

    def change(record: Record) -> str:
        name = "the message" if is_message else "the turn"
        old = replay(record)
        added = extend_by_text(old, message, name=name, is_message=is_message, answers=answers)
        say_talk(added.source, record.game, old)
        done.append(added)
        return added.text

    _edit_one(Input((file,), game, encoding), number, change, "nothing added")
    (added,) = done
    if not is_quiet():
        for warning in added.warnings:
            say_diagnostic(warning, added.source)
    if added.repeated:
        say(_already(added), err=mail)
    if added.dropped:
        note("Comments, marks and variations of turns already in the record were left out.")
    if mail:
        say(message_of(added.replay, added.sent), nl=False)
    elif not is_quiet():
        for ply in range(added.first, added.replay.length + 1):
            say(caption(added.replay, ply))
        if added.result not in ("", "*"):
            say(added.result)
        show_position(added.replay)


def _begin(file: str, message: str, answers: Answers) -> bool:
    """Begins a record with a message that has a `Game` tag; whether it has one."""
    try:
        text = begin_by_text(message, answers)
    except Refused as reason:
        _report_refusal(file, "nothing written", reason)
        raise stopped() from None
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
        return f"already there: {caption(added.replay, last)}"
    is_range = len(others) > 1 and last - others[0] == len(others)
    listed = f"{others[0]} to {last}" if is_range else f"{', '.join(map(str, others))} and {last}"
    return f"turns {listed} are already there"


@click.command("undo")
@file_argument("file", "FILE")
@click.option(
    "--plies", type=click.IntRange(min=0), default=1, metavar="N", help="Turns to take back; 0: the result."
)
@record_option(default=-1)
@game_option()
@encoding_option
def undo_command(file: str, plies: int, number: int, game: AnyGame | None, encoding: str) -> None:
    """Runs `pyrnot undo`."""
    done: list[str] = []

    def change(record: Record) -> str:
        done.extend(take_back(record, plies))
        return done[0]

    _edit_one(Input((file,), game, encoding), number, change, "nothing taken back")
    text, taken = done
    if is_quiet():
        return
    say(f"taken back:\n{taken}")
    replayed = replay(read_record(SourceText(text, file=file), game))
    if replayed.start is not None:
        show_position(replayed)


def _edit_one(given: Input, number: int, change: Callable[[Record], str], unchanged: str) -> None:
    """Changes one record of a file as `_edit` does, and ends the command if that fails."""
    (file,) = given.paths
    if file == STANDARD_INPUT:
        raise click.UsageError("cannot change a record on standard input; give a file")
    _edit(given, RecordFile(file), number, change, unchanged)
    if not os.path.exists(file):
        say(f"To begin a record: pyrnot new GAME -o {file}", err=True)
    if exit_code():
        raise stopped()


def _edit(
    given: Input,
    file: RecordFile,
    number: int | None,
    change: Callable[[Record], str],
    unchanged: str,
    *,
    is_written: bool = True,
) -> tuple[EditedFile, int] | None:
    """A file in which the chosen records have the text that `change` gives for each, and how many have changed; it is
    written in one step. None, which is reported, if it cannot be read or written; nor is a record changed for which
    `change` raises `Refused`."""

    def work(name: str) -> tuple[EditedFile, int]:
        edited = EditedFile(name, given.encoding, given.source_form, given.game)
        if edited.is_foreign:
            message = "will not change another program's transcript; convert it with `pyrnot fmt` first"
            raise Unreadable(name, CoreCodes.FOREIGN_FORMAT, message)
        count = len(edited.sources)
        changed = 0
        indices = list(range(count)) if number is None else [record_index(number, count, name)]
        for index in indices:
            source = edited.sources[index]
            record = read_record(source, given.game)
            if not given.is_wanted(record):
                continue
            try:
                if source.original != source.text:
                    raise Refused("the record is quoted as in an email; run `pyrnot fmt --write` first")
                text = change(record)
            except Refused as reason:
                _report_refusal(f"{name}, record {source.number}", unchanged, reason)
                continue
            if text != source.original:
                edited.replace(index, text)
                changed += 1
        if changed and is_written:
            edited.write()
        return edited, changed

    return attempt(file, work)


def _report_refusal(what: str, unchanged: str, reason: Refused) -> None:
    """Reports why something stays as it is."""
    for found, source in reason.diagnostics:
        say_diagnostic(found, source)
    report(f"{what}: {unchanged}: {reason}")


def show_position(replayed: Replay, *, err: bool = False) -> None:
    """Prints the last position, with who is to move, or how the game has ended."""
    say("", err=err)
    say_board(node_at(replayed, replayed.length).diagram, err=err, caption=list(filter(None, [players(replayed)])))


def message_of(replayed: Replay, text: str) -> str:
    """The text to send to the other players: what is new, and the last board between two lines, in plain letters."""
    above = list(filter(None, [players(replayed)]))
    board = draw_text(node_at(replayed, replayed.length).diagram, charset=Charset.ASCII, width=72, caption=above)
    where = f"after turn {replayed.length}" if replayed.length else "at the start"
    return f"{text}\n{frame_board(board, where)}"


_CHANGE = re.compile(r"\s*([^\W\d]\w*)\s*=(.*)", re.DOTALL)


@click.command("tag")
@collection_options("PATH... [NAME=VALUE...]")
@click.option("--rename", "new_names", nargs=2, multiple=True, metavar="OLD NEW", help="Rename a tag.")
@click.option(
    "--rename-player", "new_players", nargs=2, multiple=True, metavar="OLD NEW", help="Rename a player, in any seat."
)
@record_option(default=None)
@click.option("--dry-run", is_flag=True, help="Write nothing; show what would change.")
def tag_command(
    given: Input,
    new_names: tuple[tuple[str, str], ...],
    new_players: tuple[tuple[str, str], ...],
    number: int | None,
    dry_run: bool,
) -> None:
    """Runs `pyrnot tag`."""
    values = {found[1]: found[2] or None for found in map(_change, given.paths) if found}
    given.paths = tuple(path for path in given.paths if not _change(path))
    if not given.paths:
        raise click.UsageError("name a file or a folder")
    if STANDARD_INPUT in given.paths:
        raise click.UsageError("cannot change a record on standard input; give a file")
    changes = TagChanges(values, dict(new_names), dict(new_players))
    if changes == TagChanges():
        raise click.UsageError('nothing to change: write NAME=VALUE, as in White="Ann Lee"')
    total = 0

    def change(record: Record) -> str:
        return retag(replay(record, hints=False), changes)

    for file in given.files():
        done = _edit(given, file, number, change, "not changed", is_written=not dry_run)
        edited, changed = done or (None, 0)
        total += changed
        if edited and dry_run:
            new_name = f"{file.name} (changed)"
            say("".join(draw_differences(edited.before, edited.after, file.name, new_name)), nl=False)
        elif changed:
            note(f"{file.name}: {counted(changed, 'record')} changed")
    if not total and not exit_code():
        note("no records changed")


def _change(text: str) -> re.Match[str] | None:
    """An argument as a change of a tag; None: it names a file."""
    return None if os.path.exists(text) else _CHANGE.fullmatch(text)

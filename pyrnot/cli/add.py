"""`pyrnot add`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pyrnot.cli.options import GameName, known_encoding
from pyrnot.cli.trouble import say_faults, say_unreadable
from pyrnot.codes import CoreCodes
from pyrnot.game import AnyGame
from pyrnot.record.edit import EditedFile, locked
from pyrnot.record.files import STANDARD_INPUT, Unreadable
from pyrnot.record.source import SourceText

if TYPE_CHECKING:
    from pyrnot.play.replay import Replay
    from pyrnot.record.model import Record


@click.command("add")
@click.argument("file", metavar="FILE")
@click.argument("turn", metavar="TURN")
@click.option(
    "--record", "number", type=int, default=-1, help="The record N of the file (from the end: -1, the default)."
)
@click.option("--game", type=GameName(), help="The game of a record that has no Game tag.")
@click.option("--encoding", default="utf-8", metavar="NAME", callback=known_encoding, help="How the file is encoded.")
@click.option("--export", is_flag=True, help="Show the new position, ready for a mail.")
@click.pass_context
def add_command(
    ctx: click.Context,
    file: str,
    turn: str,
    number: int,
    game: AnyGame | None,
    encoding: str,
    export: bool,
) -> None:
    """Judge one turn against the last position of a record, and append it in canonical form.

    An illegal turn changes nothing (exit 1). The file is replaced in one step, never half written.
    """
    if file == STANDARD_INPUT:
        raise click.UsageError("add needs a file, not standard input")
    try:
        with locked(file):
            edited = EditedFile(file, encoding)
            index = number - 1 if number > 0 else len(edited.sources) + number
            if not number or not 0 <= index < len(edited.sources):
                raise Unreadable(
                    file, CoreCodes.NO_SUCH_RECORD, f"there is no record {number}: it has {len(edited.sources)}"
                )
            added = _add(edited, index, turn, game)
            if added is None:
                ctx.exit(1)
            edited.write()
    except Unreadable as fault:
        ctx.exit(say_unreadable(fault))
    except OSError as fault:
        click.echo(f"{file}: not written: {fault.strerror or fault}", err=True)
        ctx.exit(2)
    from pyrnot.play.plies import players, view_ply

    view = view_ply(added, added.length)
    click.echo(view.caption)
    if added.outcome is not None:
        click.echo(added.outcome.message)
    if export:
        from pyrnot.render.text.diagram import Charset, draw_text

        caption = [players(added)] if players(added) else []
        click.echo("\n" + draw_text(view.diagram, charset=Charset.ASCII, caption=caption))


def _add(edited: EditedFile, index: int, turn: str, game: AnyGame | None) -> Replay | None:
    """Puts the turn behind the record's last; the new replay, or None, said on stderr, if it cannot be."""
    from pyrnot.play.replay import replay
    from pyrnot.play.write import append_turn, write_turn_text
    from pyrnot.record.read import read_record

    source = edited.sources[index]
    if source.form is not None:
        message = "another program's record is not changed; write it out with fmt first"
        raise Unreadable(edited.file, CoreCodes.FOREIGN_FORMAT, message)
    if source.original != source.text:
        click.echo(f"{edited.file}: the record is quoted as in a mail; write it out with fmt first", err=True)
        return None
    old = replay(read_record(source, game))
    if say_faults(old, errors_only=True):
        click.echo(f"{edited.file}: nothing was added: the record has an error", err=True)
        return None
    record = old.record
    if record.result is not None and record.result.text != "*":
        click.echo(f"{edited.file}: nothing was added: the record ends with `{record.result.text}`", err=True)
        return None
    tried = _replay_with(old.record, turn, game)
    if say_faults(tried, errors_only=True) or tried.length != old.length + 1:
        if not tried.has_error:
            click.echo(f"{turn!r} is not one turn", err=True)
        click.echo(f"{edited.file}: nothing was added", err=True)
        return None
    assert record.game is not None
    text = append_turn(record, write_turn_text(record.game, tried.main_plies[-1]), tried.outcome)
    edited.replace(index, text)
    return replay(read_record(_like(source, text), game))


def _replay_with(record: Record, turn: str, game: AnyGame | None) -> Replay:
    """The record's replay with the turn behind it, as the player wrote it."""
    from pyrnot.play.replay import replay
    from pyrnot.play.write import append_turn
    from pyrnot.record.read import read_record

    text = append_turn(record, turn.strip(), None)
    return replay(read_record(_like(record.source, text), game))


def _like(source: SourceText, text: str) -> SourceText:
    return SourceText(text, file=source.file, number=source.number, first_line=source.first_line)

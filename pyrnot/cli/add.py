"""`pyrnot add`: appends a turn to a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pyrnot.cli.options import encoding_option, game_option, record_index, record_option
from pyrnot.cli.reporting import Reporter
from pyrnot.codes import CoreCodes
from pyrnot.game import AnyGame
from pyrnot.record.edit import EditedFile, locked
from pyrnot.record.files import STANDARD_INPUT, Unreadable
from pyrnot.record.source import SourceText

if TYPE_CHECKING:
    from pyrnot.play.replay import Replay


@click.command("add")
@click.argument("file", metavar="FILE")
@click.argument("turn", metavar="TURN")
@record_option(default=-1)
@game_option
@encoding_option
@click.option("--export", is_flag=True, help="Also print the new position in ASCII, ready for an email.")
@click.pass_context
def add_command(
    ctx: click.Context, file: str, turn: str, number: int, game: AnyGame | None, encoding: str, export: bool
) -> None:
    """Check a turn and append it to a record, in canonical form.

    With - as the TURN, a message is read from standard input, and its new turns are added.

    An illegal turn changes nothing (exit 1). The file is replaced in one step and never left half written.
    """
    if file == STANDARD_INPUT:
        raise click.UsageError("cannot add to standard input; give a file")
    reporter = Reporter()
    try:
        with locked(file):
            edited = EditedFile(file, encoding)
            index = record_index(number, len(edited.sources), file)
            if turn == STANDARD_INPUT:
                added = _add_message(edited, index, game, reporter)
            else:
                added = _add(edited, index, turn, game, reporter)
            edited.write()
    except Refused as reason:
        click.echo(f"{file}: turn not added: {reason}", err=True)
        ctx.exit(1)
    except Unreadable as fault:
        reporter.unreadable(fault)
        ctx.exit(reporter.exit_code)
    except OSError as fault:
        reporter.unwritable(file, fault)
        ctx.exit(reporter.exit_code)
    _draw(added, export=export)


class Refused(Exception):
    """Why a turn is not added."""


def _add(edited: EditedFile, index: int, turn: str, game: AnyGame | None, reporter: Reporter) -> Replay:
    """Appends the turn to the record; the new replay. Raises `Refused`, and `Unreadable` for a foreign record."""
    from pyrnot.play.replay import replay
    from pyrnot.play.write import append_turn, write_turn_text
    from pyrnot.record.read import read_record

    source = edited.sources[index]
    if source.form is not None:
        message = "will not change another program's transcript; convert it with `pyrnot fmt` first"
        raise Unreadable(edited.file, CoreCodes.FOREIGN_FORMAT, message)
    if source.original != source.text:
        raise Refused("the record is quoted as in an email; run `pyrnot fmt --write` first")
    old = replay(read_record(source, game))
    record = old.record
    if reporter.diagnostics(old, errors_only=True):
        raise Refused("the record has an error")
    if record.result is not None and record.result.text != "*":
        raise Refused(f"the record already ends with `{record.result.text}`")
    tried = replay(read_record(_with_text(source, append_turn(record, turn.strip(), None)), game))
    if reporter.diagnostics(tried, errors_only=True):
        raise Refused("it has an error")
    if tried.length != old.length + 1:
        raise Refused(f"{turn!r} is not exactly one turn")
    assert record.game is not None
    text = append_turn(record, write_turn_text(record.game, tried.main_plies[-1]), tried.outcome)
    edited.replace(index, text)
    return replay(read_record(_with_text(source, text), game))


def _add_message(edited: EditedFile, index: int, game: AnyGame | None, reporter: Reporter) -> Replay:
    """Appends the new turns of a message from standard input; the new replay. Raises as `_add` does (TR5.3)."""
    from pyrnot.play.receive import read_message
    from pyrnot.play.replay import replay
    from pyrnot.record.files import read_text
    from pyrnot.record.read import read_record

    old = replay(read_record(edited.sources[index], game))
    if old.start is None or old.has_error or edited.sources[index].form is not None:
        return _add(edited, index, "", game, reporter)  # which says why not
    received = read_message(old, read_text(STANDARD_INPUT).replace("\r\n", "\n"))
    if received.replayed is None:
        raise Refused("the message holds turns of several games")
    if reporter.reading(received.replayed, strict=False):
        raise Refused("the message has an error")
    for ply in received.known:
        click.echo(f"turn {ply} is in the record already", err=True)
    if not received.turns and not received.result:
        if received.known:
            return old
        raise Refused("the message holds no turn")
    added = old
    for turn in received.turns:
        added = _add(edited, index, turn, game, reporter)
        edited.sources[index] = added.record.source
    if received.result and added.outcome is None:
        from pyrnot.play.write import append_result

        text = append_result(added.record, received.result)
        edited.replace(index, text)
        added = replay(read_record(_with_text(edited.sources[index], text), game))
        if reporter.diagnostics(added, errors_only=True):
            raise Refused("its result has an error")
    return added


def _with_text(source: SourceText, text: str) -> SourceText:
    return SourceText(text, file=source.file, number=source.number, first_line=source.first_line)


def _draw(added: Replay, *, export: bool) -> None:
    from pyrnot.play.plies import players, view_ply

    view = view_ply(added, added.length)
    click.echo(view.caption)
    if added.outcome is not None:
        click.echo(added.outcome.message)
    if export:
        from pyrnot.render.text.diagram import Charset, draw_text

        caption = [players(added)] if players(added) else []
        click.echo("\n" + draw_text(view.diagram, charset=Charset.ASCII, caption=caption))

"""`pyrnot fmt`: rewrites records in canonical form."""

from __future__ import annotations

import sys
from contextlib import nullcontext

import click

from pyrnot.cli.options import Input, input_options
from pyrnot.cli.reporting import Reporter
from pyrnot.game import AnyGame
from pyrnot.record.edit import EditedFile, locked
from pyrnot.record.files import STANDARD_INPUT, Unreadable


@click.command("fmt")
@input_options
@click.option("--write", is_flag=True, help="Rewrite the files in place.")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 if anything would change.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
@click.option("--comments", is_flag=True, help="Keep the chatter beside the turns of a thread, as comments.")
@click.option("--strict", is_flag=True, help="Treat what was inferred from a thread as an error.")
@click.pass_context
def fmt_command(
    ctx: click.Context, given: Input, write: bool, check: bool, diff: bool, comments: bool, strict: bool
) -> None:
    """Rewrite records in canonical form.

    The result is printed unless --write, --check or --diff is given. What the rules make certain, such as a capture
    that was not written, is filled in. A record with an error is reported and left unchanged, byte for byte (exit 1).

    A thread or another program's transcript becomes a record; with an error in it, nothing is printed.
    """
    if write and (check or STANDARD_INPUT in given.paths):
        raise click.UsageError("--write cannot be combined with --check or standard input")
    reporter = Reporter()
    needs_change = False
    for file in given.files():
        try:
            if file.fault is not None:
                raise file.fault
            with locked(file.name) if write else nullcontext():
                edited = EditedFile(file.name, given.encoding, given.source_form, given.game)
                if edited.sources[0].form is None:
                    _format(edited, given.game, reporter)
                else:
                    _convert(edited, given.game, reporter, comments=comments, strict=strict)
                if write and edited.is_changed:
                    edited.write()
        except Unreadable as fault:
            reporter.unreadable(fault)
            continue
        except OSError as fault:
            reporter.unwritable(file.name, fault)
            continue
        if check and edited.is_changed:
            click.echo(f"{file.name}: not in canonical form", err=True)
            needs_change = True
        if diff:
            click.echo(_draw_diff(edited), nl=False)
        if not (write or check or diff):
            sys.stdout.write(edited.after)
    ctx.exit(max(reporter.exit_code, needs_change))


def _format(edited: EditedFile, game: AnyGame | None, reporter: Reporter) -> None:
    """Puts every record without an error in canonical form; reports the errors of the others."""
    from pyrnot.play.replay import replay
    from pyrnot.play.write import write_record
    from pyrnot.record.read import read_record

    last = len(edited.sources) - 1
    for index, source in enumerate(edited.sources):
        replayed = replay(read_record(source, game))
        if not reporter.diagnostics(replayed, errors_only=True):
            edited.replace(index, write_record(replayed) + ("" if index == last else "\n"))


def _convert(edited: EditedFile, game: AnyGame | None, reporter: Reporter, *, comments: bool, strict: bool) -> None:
    """Writes the records of a foreign text in canonical form, those without an error; says what was inferred."""
    from pyrnot.play.replay import replay
    from pyrnot.play.write import write_record
    from pyrnot.record.model import without_chatter
    from pyrnot.record.read import read_records

    written = []
    for record in read_records(edited.sources[0], game):
        replayed = replay(record if comments else without_chatter(record))
        if not reporter.reading(replayed, strict=strict):
            written.append(write_record(replayed))
    edited.replace(0, "\n".join(written))


def _draw_diff(edited: EditedFile) -> str:
    """What would change, as a unified diff."""
    import difflib

    before, after = edited.before.splitlines(keepends=True), edited.after.splitlines(keepends=True)
    return "".join(difflib.unified_diff(before, after, edited.file, f"{edited.file} (canonical)"))

"""`pyrnot fmt`."""

from __future__ import annotations

import sys
from contextlib import nullcontext

import click

from pyrnot.cli.options import reading_options, record_files, source_form
from pyrnot.cli.trouble import say_faults, say_unreadable
from pyrnot.game import AnyGame
from pyrnot.record.edit import EditedFile, locked
from pyrnot.record.files import STANDARD_INPUT, Unreadable


@click.command("fmt")
@reading_options
@click.option("--write", is_flag=True, help="Write the files in place.")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 if anything would change.")
@click.option("--diff", is_flag=True, help="Show what would change.")
@click.pass_context
def fmt_command(
    ctx: click.Context,
    paths: tuple[str, ...],
    game: AnyGame | None,
    encoding: str,
    write: bool,
    check: bool,
    diff: bool,
) -> None:
    """Write records in canonical form, with what the rules make certain filled in.

    A record with an error is left as it is, byte for byte; it is reported, and the exit code is 1.
    """
    if write and (check or STANDARD_INPUT in paths):
        raise click.UsageError("--write goes neither with --check nor with standard input")
    exit_code = 0
    for file in record_files(paths):
        try:
            if file.fault is not None:
                raise file.fault
            with locked(file.name) if write else nullcontext():
                edited = EditedFile(file.name, encoding, source_form())
                exit_code = max(exit_code, format_records(edited, game))
                changes = edited.after != edited.before
                if write and changes:
                    edited.write()
        except Unreadable as fault:
            exit_code = max(exit_code, say_unreadable(fault))
            continue
        except OSError as fault:
            click.echo(f"{file.name}: not written: {fault.strerror or fault}", err=True)
            exit_code = 2
            continue
        if check and changes:
            click.echo(f"{file.name}: not in canonical form", err=True)
            exit_code = max(exit_code, 1)
        if diff:
            click.echo(draw_diff(edited), nl=False)
        if not (write or check or diff):
            sys.stdout.write(edited.after)
    ctx.exit(exit_code)


def format_records(edited: EditedFile, game: AnyGame | None) -> int:
    """Puts every record without an error in canonical form; says on stderr what is wrong with the others.

    Returns 1 if there is one with an error, else 0.
    """
    from pyrnot.play.replay import replay
    from pyrnot.play.write import write_record
    from pyrnot.record.read import read_record

    exit_code = 0
    last = len(edited.sources) - 1
    for index, source in enumerate(edited.sources):
        replayed = replay(read_record(source, game))
        if say_faults(replayed, errors_only=True):
            exit_code = 1
        else:
            edited.replace(index, write_record(replayed) + ("" if index == last else "\n"))
    return exit_code


def draw_diff(edited: EditedFile) -> str:
    """What would change, as a unified diff."""
    import difflib

    before, after = edited.before.splitlines(keepends=True), edited.after.splitlines(keepends=True)
    return "".join(difflib.unified_diff(before, after, edited.file, f"{edited.file} (canonical)"))

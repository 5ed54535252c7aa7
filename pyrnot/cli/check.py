"""`pyrnot check`."""

from __future__ import annotations

import os
import sys

import click

from pyrnot.cli.judging import Options, WorkerLost, judge_files
from pyrnot.cli.options import reading_options, record_files, source_form
from pyrnot.game import AnyGame
from pyrnot.record.files import STANDARD_INPUT, Unreadable


@click.command("check")
@reading_options
@click.option("--strict", is_flag=True, help="Warnings are errors.")
@click.option("--mainline", is_flag=True, help="Leave variations out.")
@click.option("--keep-going", is_flag=True, help="Replay past an illegal turn where what happened is clear.")
@click.option("--fix", is_flag=True, help="First write into the files what the rules make certain.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    help="For people, one JSON object a record, or annotations of a GitHub workflow.",
)
@click.option(
    "--jobs", type=click.IntRange(min=0), default=1, metavar="N", help="Processes for long input (0: one a core)."
)
@click.pass_context
def check_command(
    ctx: click.Context,
    paths: tuple[str, ...],
    game: AnyGame | None,
    encoding: str,
    strict: bool,
    mainline: bool,
    keep_going: bool,
    fix: bool,
    form: str,
    jobs: int,
) -> None:
    """Judge every record of files and folders (- is standard input).

    Exit 0: no errors. 1: at least one error. 2: bad usage, or a file that cannot be read.
    """
    exit_code = _fix(paths, game, encoding) if fix else 0
    options = Options(form, strict, mainline, keep_going, game.info.id if game else None, source_form())
    records = errors = warnings = unreadable = 0
    write = sys.stdout.write
    try:
        for verdict in judge_files(record_files(paths), encoding, options, jobs or os.cpu_count() or 1):
            write(verdict.text)
            records += verdict.records
            errors += verdict.errors
            warnings += verdict.warnings
            unreadable += not verdict.records
            exit_code = max(exit_code, verdict.exit_code)
    except WorkerLost as fault:
        click.echo(f"Error: {fault}", err=True)
        ctx.exit(2)  # 1 would say that the records are wrong
    if form == "text":
        write(_summary(records, errors, warnings, unreadable) + "\n")
    ctx.exit(exit_code)


def _fix(paths: tuple[str, ...], game: AnyGame | None, encoding: str) -> int:
    """Mends the files; returns 2 if one could not be written, else 0. What is wrong is said by the check itself."""
    from pyrnot.play.fix import fix_record
    from pyrnot.play.replay import replay
    from pyrnot.record.edit import EditedFile, locked
    from pyrnot.record.read import read_record

    if STANDARD_INPUT in paths:
        raise click.UsageError("--fix does not go with standard input")
    exit_code = 0
    for file in record_files(paths):
        try:
            with locked(file.name):
                edited = EditedFile(file.name, encoding, source_form())
                for index, source in enumerate(edited.sources):
                    text = fix_record(replay(read_record(source, game)))
                    if text is not None:
                        edited.replace(index, text)
                if edited.after != edited.before:
                    edited.write()
                    click.echo(f"{file.name}: mended", err=True)
        except Unreadable:
            continue
        except OSError as fault:
            click.echo(f"{file.name}: not written: {fault.strerror or fault}", err=True)
            exit_code = 2
    return exit_code


def _summary(records: int, errors: int, warnings: int, unreadable: int) -> str:
    parts = [_count(records, "record"), _count(errors, "error") if errors else "no errors"]
    if warnings:
        parts.append(_count(warnings, "warning"))
    if unreadable:
        parts.append(_count(unreadable, "file") + " without a record")
    return ", ".join(parts)


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"

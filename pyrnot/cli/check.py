"""`pyrnot check`."""

from __future__ import annotations

import json

import click

from pyrnot.cli.reading import read_records, reading_options
from pyrnot.diagnostics import Severity
from pyrnot.files import Unreadable
from pyrnot.game import AnyGame


@click.command("check")
@reading_options
@click.option("--strict", is_flag=True, help="Warnings are errors.")
@click.option("--mainline", is_flag=True, help="Leave variations out.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    help="For people, or one JSON object a record.",
)
@click.pass_context
def check_command(
    ctx: click.Context,
    paths: tuple[str, ...],
    game: AnyGame | None,
    encoding: str,
    strict: bool,
    mainline: bool,
    form: str,
) -> None:
    """Judge every record of files and folders (- is standard input).

    Exit 0: no errors. 1: at least one error. 2: bad usage, or a file that cannot be read.
    """
    from pyrnot.render.data import unreadable_data, verdict_data
    from pyrnot.render.report import draw_diagnostic, draw_unreadable
    from pyrnot.replay import replay

    records = errors = warnings = unreadable = 0
    exit_code = 0
    for record in read_records(paths, game, encoding):
        if isinstance(record, Unreadable):
            unreadable += 1
            exit_code = max(exit_code, 1 if record.code == "no-record" else 2)
            click.echo(
                json.dumps(unreadable_data(record), ensure_ascii=False) if form == "json" else draw_unreadable(record)
            )
            continue
        records += 1
        judged = replay(record, keep=False, mainline_only=mainline)
        if form == "json":
            click.echo(json.dumps(verdict_data(judged, strict=strict), ensure_ascii=False))
        for fault in judged.diagnostics:
            if strict or fault.severity is Severity.ERROR:
                errors += 1
                exit_code = max(exit_code, 1)
            else:
                warnings += 1
            if form == "text":
                click.echo(draw_diagnostic(fault, record.source) + "\n")
    if form == "text":
        click.echo(_summary(records, errors, warnings, unreadable))
    ctx.exit(exit_code)


def _summary(records: int, errors: int, warnings: int, unreadable: int) -> str:
    parts = [_count(records, "record"), _count(errors, "error") if errors else "no errors"]
    if warnings:
        parts.append(_count(warnings, "warning"))
    if unreadable:
        parts.append(_count(unreadable, "file") + " without a record")
    return ", ".join(parts)


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"

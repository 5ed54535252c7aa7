"""`pyrnot split`: writes each record to a separate file."""

from __future__ import annotations

import os

import click

from pyrnot.cli.options import Input, input_options
from pyrnot.cli.output import say
from pyrnot.cli.reporting import Reporter
from pyrnot.cli.selection import selection_options
from pyrnot.cli.targets import Names, Target
from pyrnot.record.files import Unreadable


@click.command("split")
@input_options
@selection_options()
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="OUT",
    help="A folder, or a pattern such as {file}-{record:03}.pyr; {game} is the name of the game.",
)
@click.option("--force", is_flag=True, help="Overwrite existing files.")
@click.pass_context
def split_command(ctx: click.Context, given: Input, output: str, force: bool) -> None:
    """Write each record to a separate file, unchanged.

    Comments stay where they are; those above a record's tags belong to the record before. A transcript of another
    program is left out: `pyrnot fmt` makes records of it.
    """
    from pyrnot.record.edit import EditedFile
    from pyrnot.record.read import read_record

    is_folder = "{" not in output
    target = Target(
        os.path.join(output, "") if is_folder else output,
        "pyr",
        "{file}-{record}",
        force=force,
        inputs=given.identities,
    )
    reporter = Reporter()
    for file in given.files():
        try:
            if file.fault is not None:
                raise file.fault
            edited = EditedFile(file.name, given.encoding, given.source_form, given.game)
        except Unreadable as fault:
            reporter.unreadable(fault)
            continue
        if edited.is_foreign:
            say(f"{file.name}: left out, since it is not in pyrnot's own format", err=True)
            continue
        for index, source in enumerate(edited.sources):
            record = read_record(source, given.game)
            if not given.is_wanted(record):
                continue
            game = record.game.info.id if record.game else "unknown"
            with target.open(target.name(Names(file=file.name, game=game, record=source.number))) as out:
                out.write(edited.encoded(index))
    ctx.exit(reporter.exit_code)

"""`pyrnot split`: writes each record to a separate file."""

from __future__ import annotations

import os

import click

from pyrnot.cli.options import Input, input_options
from pyrnot.cli.progress import Reading
from pyrnot.cli.reporting import Reporter
from pyrnot.cli.selection import selection_options
from pyrnot.cli.targets import STANDARD_OUTPUT, Names, Target
from pyrnot.cli.written import Written, chosen_sources, say_written, written_option
from pyrnot.core.limits import RECORD_CHARACTERS
from pyrnot.foreign.joining import raw_of


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
@written_option
@click.pass_context
def split_command(ctx: click.Context, given: Input, output: str, force: bool, form: str) -> None:
    """Write each record to a separate file, unchanged.

    `pyrnot join` puts the files together again, byte for byte. Comments stay where they are; those above a record's
    tags belong to the record before. Records from a subfolder go into a subfolder of that name.

    A transcript of another program is left out: `pyrnot fmt` makes records of it.
    """
    if output == STANDARD_OUTPUT:
        raise click.UsageError("split writes several files: give a folder or a pattern with {record} after -o")
    is_folder = "{" not in output
    target = Target(
        os.path.join(output, "") if is_folder else output,
        "pyr",
        "{file}-{record}",
        force=force,
        inputs=given.identities,
        tops=given.paths if is_folder else (),
    )
    must_read = given.selection is not None or form == "json" or target.has("game")  # reading takes its time
    reporter = Reporter()
    with Reading("Splitting") as progress:
        for source, total, game in chosen_sources(given, reporter, progress, must_read=must_read):
            raw = raw_of(source)
            if len(source.text) > RECORD_CHARACTERS:
                reporter.left_out(f"{source.file}, record {source.number}", "it is too long for a record")
                continue
            # Their names sort in the order of the records.
            digits = len(str(total)) if is_folder else 1
            name = target.name(Names(file=source.file, game=game or "unknown", record=source.number, digits=digits))
            with target.open(name) as out:
                out.write(raw.encoding.encode(raw.text))
            written = Written(file=source.file, record=source.number, game=game, output=name, output_record=1)
            say_written([written], form)
    ctx.exit(reporter.exit_code)

"""`pyrnot split`: writes each record to a separate file."""

from __future__ import annotations

import os

import click

from pyrnot.cli.options import Input, collection_options, lines_option
from pyrnot.cli.progress import reading
from pyrnot.cli.reporting import Reporter
from pyrnot.cli.selection import selection_options
from pyrnot.cli.targets import STANDARD_OUTPUT, Target
from pyrnot.cli.written import Written, chosen_sources, say_written
from pyrnot.core.limits import RECORD_CHARACTERS
from pyrnot.foreign.joining import raw_of


@click.command("split")
@collection_options
@selection_options()
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="DIR",
    help="Folder for the files, which are called game-1.pyr and so on.",
)
@click.option("--force", is_flag=True, help="Overwrite existing files.")
@lines_option
@click.pass_context
def split_command(ctx: click.Context, given: Input, output: str, force: bool, form: str) -> None:
    """Write each record to a separate file, unchanged.

    `pyrnot join` puts the files together again, byte for byte. Comments stay where they are; those above a record's
    tags belong to the record before. Records from a subfolder go into a subfolder of that name.

    A transcript of another program is left out: `pyrnot fmt` makes records of it.
    """
    if output == STANDARD_OUTPUT:
        raise click.UsageError("split writes several files: give a folder after -o")
    folder = os.path.join(output, "")
    target = Target(folder, "pyr", force=force, inputs=given.real_paths, tops=given.paths)
    must_read = given.selection is not None or form == "json"  # reading takes its time
    reporter = Reporter()
    with reading("Splitting"):
        for source, total, game in chosen_sources(given, reporter, must_read=must_read):
            raw = raw_of(source)
            if len(source.text) > RECORD_CHARACTERS:
                reporter.left_out(f"{source.file}, record {source.number}", "it is too long for a record")
                continue
            # Their names sort in the order of the records.
            name = target.name(source.file, f"{source.number:0{len(str(total))}d}")
            with target.open(name) as out:
                out.write(raw.encoding.encode(raw.text))
            written = Written(file=source.file, record=source.number, game=game, output=name, output_record=1)
            say_written([written], form)
    ctx.exit(reporter.exit_code)

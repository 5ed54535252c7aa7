"""`pyrnot split`: puts each record into a separate file."""

from __future__ import annotations

import os

import click

from pyrnot.cli.input_options import collection_options
from pyrnot.cli.inputs import Input, texts_to_copy
from pyrnot.cli.options import force_option, output_option
from pyrnot.cli.reports import report
from pyrnot.cli.target import STANDARD_OUTPUT, Target
from pyrnot.core.limits import RECORD_CHARACTERS
from pyrnot.foreign.joining import raw_of


@click.command("split")
@collection_options()
@output_option("DIR", "Folder for the files, which are called game-1.pyr and so on.", required=True)
@force_option
def split_command(inputs: Input, output: str, force: bool) -> None:
    """Runs `pyrnot split`."""
    if output == STANDARD_OUTPUT:
        raise click.UsageError("split writes several files: give a folder after -o")
    target = Target(os.path.join(output, ""), "pyr", force=force, inputs=inputs.real_paths, tops=inputs.paths)
    for source, records_of_file in texts_to_copy(inputs):
        raw = raw_of(source)
        if len(source.text) > RECORD_CHARACTERS:
            report(f"{source.file}, record {source.number}: left out, since it is too long for a record")
            continue
        # As many digits as the last number has, so that the files are in the order of the records.
        digits = len(str(records_of_file))
        name = target.name(source.file, f"{source.number:0{digits}d}")
        target.write(name, raw.encoding.encode(raw.text))

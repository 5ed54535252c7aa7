"""`pyrnot join`: puts many records into one file."""

from __future__ import annotations

import click

from pyrnot.cli.input_options import collection_options
from pyrnot.cli.inputs import Input, texts_to_copy
from pyrnot.cli.options import force_option, output_option
from pyrnot.cli.printing import for_output, say
from pyrnot.cli.reports import stopped
from pyrnot.cli.target import STANDARD_OUTPUT, Target
from pyrnot.foreign.joining import Unjoinable, common_encoding, join_records


@click.command("join")
@collection_options()
@output_option("OUT", "A file, or - for standard output (the default).")
@force_option
@click.option("--spaced", is_flag=True, help="Put a blank line between records that have none between them.")
def join_command(inputs: Input, output: str | None, force: bool, spaced: bool) -> None:
    """Runs `pyrnot join`."""
    target = Target(output, "pyr", force=force, inputs=inputs.real_paths)
    name = target.name("joined")
    sources = [source for source, _ in texts_to_copy(inputs)]
    if not sources:
        say("nothing written: there is no record to join", err=True)
        raise stopped(1)
    try:
        text = join_records(sources, spaced=spaced)
    except Unjoinable as error:
        raise click.ClickException(str(error)) from None
    encoding = common_encoding(sources)
    if name == STANDARD_OUTPUT:
        text = for_output(text)
    target.write(name, encoding.mark + text.encode(encoding.codec, "replace"))

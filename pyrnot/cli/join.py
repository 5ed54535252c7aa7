"""`pyrnot join`: puts the records of several files into one."""

from __future__ import annotations

import click

from pyrnot.cli.options import Input, input_options
from pyrnot.cli.output import for_output, say
from pyrnot.cli.reporting import Reporter
from pyrnot.cli.selection import selection_options
from pyrnot.cli.targets import STANDARD_OUTPUT, Names, Target
from pyrnot.record.source import SourceText


@click.command("join")
@input_options
@selection_options()
@click.option("-o", "--output", metavar="OUT", help="A file, or - for standard output (the default).")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@click.pass_context
def join_command(ctx: click.Context, given: Input, output: str | None, force: bool) -> None:
    """Put the records of several files into one, unchanged.

    The result is UTF-8. A transcript of another program is left out: `pyrnot fmt` makes a record of it. Nothing is
    written if a record would not be read again as it was.
    """
    from pyrnot.record.joining import Unjoinable, join_records
    from pyrnot.record.read import read_record

    target = Target(output, "pyr", "joined", force=force, inputs=given.identities)
    reporter = Reporter()
    taken: list[SourceText] = []
    for source in reporter.readable(given.sources()):
        if source.form is not None:
            say(f"{source.file}: left out, since it is not in pyrnot's own format", err=True)
        elif given.is_wanted(read_record(source, given.game)):
            taken.append(source)
    try:
        text = join_records(taken)
    except Unjoinable as fault:
        raise click.ClickException(str(fault)) from None
    name = target.name(Names(file="joined", game="", record=0))
    with target.open(name) as file:
        file.write((for_output(text) if name == STANDARD_OUTPUT else text).encode("utf-8", "replace"))
    ctx.exit(reporter.exit_code)

"""`pyrnot join`: puts the records of several files into one."""

from __future__ import annotations

import click

from pyrnot.cli.options import Input, collection_options, lines_option
from pyrnot.cli.output import for_output, say
from pyrnot.cli.progress import reading
from pyrnot.cli.reporting import Reporter
from pyrnot.cli.selection import selection_options
from pyrnot.cli.targets import STANDARD_OUTPUT, Target
from pyrnot.cli.written import Written, chosen_sources, say_written
from pyrnot.foreign.joining import Unjoinable, common_encoding, join_records
from pyrnot.record.source import SourceText


@click.command("join")
@collection_options
@selection_options()
@click.option("-o", "--output", metavar="OUT", help="A file, or - for standard output (the default).")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@click.option("--spaced", is_flag=True, help="Put a blank line between records that have none between them.")
@lines_option
@click.pass_context
def join_command(ctx: click.Context, given: Input, output: str | None, force: bool, spaced: bool, form: str) -> None:
    """Put the records of several files into one, unchanged.

    Nothing is added but a line end where the last line of a file has none, so the records of an archive that `pyrnot
    split` took apart become that archive again, byte for byte. The result has the encoding of the files, UTF-8 if they
    differ. Nothing is written if a record would not be read again as it was.

    A transcript of another program is left out: `pyrnot fmt` makes a record of it.
    """
    target = Target(output, "pyr", force=force, inputs=given.real_paths)
    name = target.name("joined")
    if form == "json" and name == STANDARD_OUTPUT:
        raise click.UsageError("--format json needs -o FILE: the records go to standard output")
    must_read = given.selection is not None or form == "json"  # reading takes its time
    reporter = Reporter()
    sources: list[SourceText] = []
    written: list[Written] = []
    with reading("Joining"):
        for source, _, game in chosen_sources(given, reporter, must_read=must_read):
            sources.append(source)
            number = len(sources)
            written.append(
                Written(file=source.file, record=source.number, game=game, output=name, output_record=number)
            )
        if not sources:
            say("nothing written: there is no record to join", err=True)
            ctx.exit(max(1, reporter.exit_code))
        try:
            text = join_records(sources, spaced=spaced)
        except Unjoinable as fault:
            raise click.ClickException(str(fault)) from None
        encoding = common_encoding(sources)
        with target.open(name) as file:
            shown = for_output(text) if name == STANDARD_OUTPUT else text
            file.write(encoding.mark + shown.encode(encoding.codec, "replace"))
    say_written(written, form)
    ctx.exit(reporter.exit_code)

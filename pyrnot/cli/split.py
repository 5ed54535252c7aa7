"""`pyrnot split` and `pyrnot join`: write each record to a separate file, and put them together again, unchanged."""

from __future__ import annotations

import os
from collections.abc import Iterator

import click

from pyrnot.cli.inputs import Input, collection_options
from pyrnot.cli.options import force_option, format_option, output_option
from pyrnot.cli.output import for_output, report, say, stopped
from pyrnot.cli.targets import STANDARD_OUTPUT, Target
from pyrnot.core.limits import RECORD_CHARACTERS
from pyrnot.foreign.joining import Unjoinable, common_encoding, join_records, raw_of
from pyrnot.foreign.reading import read_record
from pyrnot.record.model import Record
from pyrnot.render.data import dump_json


@click.command("split")
@collection_options()
@output_option("DIR", "Folder for the files, which are called game-1.pyr and so on.", required=True)
@force_option
@format_option("text", "json")
def split_command(given: Input, output: str, force: bool, form: str) -> None:
    """Write each record to a separate file, unchanged.

    `pyrnot join` puts the files together again, byte for byte. Comments stay where they are; those above a record's
    tags belong to the record before. Records from a subfolder go into a subfolder of that name.

    A transcript of another program is left out: `pyrnot fmt` makes records of it.
    """
    if output == STANDARD_OUTPUT:
        raise click.UsageError("split writes several files: give a folder after -o")
    target = Target(os.path.join(output, ""), "pyr", force=force, inputs=given.real_paths, tops=given.paths)
    for record, total in _chosen(given):
        source = record.source
        raw = raw_of(source)
        if len(source.text) > RECORD_CHARACTERS:
            report(f"{source.file}, record {source.number}: left out, since it is too long for a record")
            continue
        # Their names sort in the order of the records.
        name = target.name(source.file, f"{source.number:0{len(str(total))}d}")
        target.write(name, raw.encoding.encode(raw.text))
        if form == "json":
            _say_written(record, name, 1)


@click.command("join")
@collection_options()
@output_option("OUT", "A file, or - for standard output (the default).")
@force_option
@click.option("--spaced", is_flag=True, help="Put a blank line between records that have none between them.")
@format_option("text", "json")
def join_command(given: Input, output: str | None, force: bool, spaced: bool, form: str) -> None:
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
    records = [record for record, _ in _chosen(given)]
    if not records:
        say("nothing written: there is no record to join", err=True)
        raise stopped(1)
    sources = [record.source for record in records]
    try:
        text = join_records(sources, spaced=spaced)
    except Unjoinable as fault:
        raise click.ClickException(str(fault)) from None
    encoding = common_encoding(sources)
    shown = for_output(text) if name == STANDARD_OUTPUT else text
    target.write(name, encoding.mark + shown.encode(encoding.codec, "replace"))
    for number, record in enumerate(records, 1) if form == "json" else ():
        _say_written(record, name, number)


def _chosen(given: Input) -> Iterator[tuple[Record, int]]:
    """The chosen records, each with the number of records in its file. Reports what cannot be read, and what is not in
    pyrnot's own format."""
    for sources in given.by_file():
        for source in sources:
            if source.form is not None:
                report(f"{source.file}: left out, since it is not in pyrnot's own format")
            elif given.is_wanted(record := read_record(source, given.game)):
                yield record, len(sources)


def _say_written(record: Record, output: str, number: int) -> None:
    """Prints where a record is now, for a program."""
    game = record.game.info.id if record.game else None
    source = record.source
    where = {"file": source.file, "record": source.number, "game": game, "output": output, "output_record": number}
    say(dump_json(where))

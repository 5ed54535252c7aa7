"""`pyrnot import`: makes records of a text, and asks about its unclear lines."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from pyrnot.cli.input_options import input_options_of
from pyrnot.cli.inputs import Input
from pyrnot.cli.interview import interview
from pyrnot.cli.options import force_option, output_option
from pyrnot.cli.printing import note
from pyrnot.cli.reports import readable, report, report_diagnostics, report_unreadable
from pyrnot.cli.streams import exit_code
from pyrnot.cli.target import STANDARD_OUTPUT, Target
from pyrnot.foreign.answering import read_answered
from pyrnot.foreign.source import ForeignSource, Source
from pyrnot.play.replay import replay
from pyrnot.play.write import write_record
from pyrnot.record.opening import STANDARD_INPUT, Unreadable


@click.command("import")
@input_options_of("TEXT")
@output_option("FILE", "File to write (default: print the record).")
@force_option
def import_command(inputs: Input, output: str | None, force: bool) -> None:
    """Runs `pyrnot import`."""
    if len(inputs.paths) != 1:
        raise click.UsageError("import reads one text at a time")
    (file,) = inputs.paths
    target = Target(output, "pyr", force=force, inputs=inputs.real_paths)
    name = target.name(file)
    if name != STANDARD_OUTPUT:
        target.check(name)
    texts = _record_texts(inputs, asks=_has_person(file))
    if exit_code():
        report(f"{file}: nothing written")
        return
    target.write(name, "\n".join(texts))
    if name != STANDARD_OUTPUT:
        note(f"{name}: written")


def _has_person(file: str) -> bool:
    """Whether there is a user to ask: standard input is a terminal, and not the text to read."""
    return file != STANDARD_INPUT and sys.stdin.isatty() and sys.stderr.isatty()


def _record_texts(inputs: Input, *, asks: bool) -> list[str]:
    """The canonical texts of the records without an error; what is wrong with the others is reported."""
    texts: list[str] = []
    try:
        sources: Iterator[Source] = readable(inputs.sources())
        for source in sources:
            if asks and isinstance(source, ForeignSource):
                source = interview(source, inputs.game)
            for record in read_answered(source, inputs.game):
                replayed = replay(record)
                if not report_diagnostics(replayed, errors_only=True):
                    texts.append(write_record(replayed))
    except Unreadable as unreadable:
        report_unreadable(unreadable)
    return texts

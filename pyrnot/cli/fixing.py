"""Fixes what is certain in records, for `check --fix`."""

from __future__ import annotations

import click

from pyrnot.cli.inputs import Input
from pyrnot.cli.printing import note
from pyrnot.cli.reports import attempt
from pyrnot.foreign.edit import EditedFile
from pyrnot.foreign.load import read_record
from pyrnot.play.repair import fix_record
from pyrnot.record.opening import STANDARD_INPUT, Unreadable


def fix_records(inputs: Input) -> None:
    """Fixes the selected records of the files. Reports nothing that cannot be read: the check does."""
    if STANDARD_INPUT in inputs.paths:
        raise click.UsageError("--fix cannot be used with standard input")

    def work(name: str) -> None:
        _fix(name, inputs)

    for file in inputs.files():
        if file.diagnostic is None:
            attempt(file, work)


def _fix(name: str, inputs: Input) -> None:
    """Fixes the selected records of a file, unless it is foreign."""
    try:
        edited = EditedFile(name, inputs.encoding, inputs.source_form)
    except Unreadable:
        return
    if edited.is_foreign:
        return
    for index, source in enumerate(edited.sources):
        replayed = inputs.replay_wanted(read_record(source, inputs.game), hints=False)
        if replayed is None:
            continue
        text = fix_record(replayed)
        if text is not None:
            edited.replace(index, text)
    if edited.is_changed:
        edited.write()
        note(f"{name}: fixed")

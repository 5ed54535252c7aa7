"""Changes records in their files, in one step."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable

import click
from msgspec import Struct

from pyrnot.cli.inputs import Input, record_index
from pyrnot.cli.printing import say, say_diagnostic
from pyrnot.cli.reports import attempt, report, stopped
from pyrnot.cli.streams import exit_code
from pyrnot.core.codes import CoreCodes
from pyrnot.foreign.edit import EditedFile
from pyrnot.foreign.load import read_record
from pyrnot.play.extend import Refused
from pyrnot.play.replay import Replay
from pyrnot.record.files import RecordFile
from pyrnot.record.opening import STANDARD_INPUT, Unreadable


class Edit(Struct, frozen=True):
    """A file with changes, and how many of its records have changed."""

    file: EditedFile
    count: int


def edit_record(inputs: Input, number: int, change: Callable[[Replay], str], unchanged: str) -> None:
    """Changes one record of the only file given as `edit_records` does, and ends the command if that fails."""
    (file,) = inputs.paths
    if file == STANDARD_INPUT:
        raise click.UsageError("cannot change a record on standard input; give a file")
    edit_records(inputs, RecordFile(file), number, change, unchanged)
    if not os.path.exists(file):
        say(f"To begin a record: pyrnot new GAME -o {shlex.quote(file)}", err=True)
    if exit_code():
        raise stopped()


def edit_records(
    inputs: Input,
    file: RecordFile,
    number: int | None,
    change: Callable[[Replay], str],
    unchanged: str,
    *,
    is_written: bool = True,
    hints: bool = True,
) -> Edit | None:
    """A file in which record `number`, or each selected record (None), has the text that `change` gives for it. It is
    written in one step.

    None, which is reported, if it cannot be read or written. A record for which `change` raises `Refused` is reported
    as `unchanged`. `hints` are looked for in replays only if diagnostics may be printed.
    """

    def work(name: str) -> Edit:
        edited = EditedFile(name, inputs.encoding, inputs.source_form, inputs.game)
        if edited.is_foreign:
            message = "make a record of it first, with `pyrnot fmt FILE > game.pyr`: this is not a record"
            raise Unreadable(name, CoreCodes.FOREIGN_FORMAT, message)
        total = len(edited.records)
        indices = range(total) if number is None else [record_index(number, total, name)]
        count = 0
        for index in indices:
            source = edited.records[index]
            replayed = inputs.replay_wanted(read_record(source, inputs.game), hints=hints)
            if replayed is None:
                continue
            try:
                text = _changed(replayed, change)
            except Refused as refused:
                report_refusal(f"{name}, record {source.number}", unchanged, refused)
                continue
            if text != source.original:
                edited.replace(index, text)
                count += 1
        if count and is_written:
            edited.write()
        return Edit(edited, count)

    return attempt(file, work)


def _changed(replayed: Replay, change: Callable[[Replay], str]) -> str:
    """The new text of a record. Raises `Refused`."""
    source = replayed.record.source
    if source.original != source.text:
        raise Refused("the record is quoted as in an email; run `pyrnot fmt --write` first")
    return change(replayed)


def report_refusal(what: str, unchanged: str, refused: Refused) -> None:
    """Reports why something stays as it is."""
    for diagnostic, source in refused.diagnostics:
        say_diagnostic(diagnostic, source)
    report(f"{what}: {unchanged}: {refused}")

"""`pyrnot tag`: sets, renames and removes tags."""

from __future__ import annotations

import os
import re

import click

from pyrnot.cli.add import check_own
from pyrnot.cli.inputs import Input, collection_options, record_index
from pyrnot.cli.options import record_option
from pyrnot.cli.output import attempt, note, report_record, say, say_diagnostic
from pyrnot.cli.streams import exit_code
from pyrnot.foreign.edit import EditedFile
from pyrnot.foreign.reading import read_record
from pyrnot.play.extend import Refused
from pyrnot.play.replay import replay
from pyrnot.play.retag import TagChanges, retag
from pyrnot.record.opening import STANDARD_INPUT
from pyrnot.render.text.differences import draw_differences

_CHANGE = re.compile(r"\s*([^\W\d]\w*)\s*=(.*)", re.DOTALL)


@click.command("tag")
@collection_options("PATH... [NAME=VALUE...]")
@click.option("--rename", "new_names", nargs=2, multiple=True, metavar="OLD NEW", help="Rename a tag.")
@click.option(
    "--rename-player", "new_players", nargs=2, multiple=True, metavar="OLD NEW", help="Rename a player, in any seat."
)
@record_option(default=None)
@click.option("--dry-run", is_flag=True, help="Write nothing; show what would change.")
def tag_command(
    given: Input,
    new_names: tuple[tuple[str, str], ...],
    new_players: tuple[tuple[str, str], ...],
    number: int | None,
    dry_run: bool,
) -> None:
    """Set, rename and remove the tags of records.

    NAME=VALUE sets a tag, and NAME= removes it. All else in the file stays as it is. A record that would have an error
    with the new tags is not changed, and the error is shown (exit 1).
    """
    values = {found[1]: found[2] or None for found in map(_change, given.paths) if found}
    given.paths = tuple(path for path in given.paths if not _change(path))
    if not given.paths:
        raise click.UsageError("name a file or a folder")
    if STANDARD_INPUT in given.paths:
        raise click.UsageError("cannot change a record on standard input; give a file")
    changes = TagChanges(values, dict(new_names), dict(new_players))
    if changes == TagChanges():
        raise click.UsageError('nothing to change: write NAME=VALUE, as in White="Ann Lee"')
    total = 0

    def work(file: str) -> tuple[EditedFile, int]:
        edited = EditedFile(file, given.encoding, given.source_form, given.game)
        check_own(edited)
        changed = _change_records(edited, given, changes, number)
        if changed and not dry_run:
            edited.write()
        return edited, changed

    for file in given.files():
        edited, changed = attempt(file, work) or (None, 0)
        total += changed
        if edited and dry_run:
            new_name = f"{file.name} (changed)"
            say("".join(draw_differences(edited.before, edited.after, file.name, new_name)), nl=False)
        elif changed:
            note(f"{file.name}: {changed} record{'s' * (changed != 1)} changed")
    if not total and not exit_code():
        note("no records changed")


def _change(text: str) -> re.Match[str] | None:
    """An argument as a change of a tag; None: it names a file."""
    return None if os.path.exists(text) else _CHANGE.fullmatch(text)


def _change_records(edited: EditedFile, given: Input, changes: TagChanges, number: int | None) -> int:
    """Changes the tags of the selected records of a file; returns how many have changed. Raises `Unreadable`."""
    count = len(edited.sources)
    changed = 0
    for index in range(count) if number is None else (record_index(number, count, edited.file),):
        record = read_record(edited.sources[index], given.game)
        if not given.is_wanted(record):
            continue
        try:
            text = retag(replay(record, hints=False), changes)
        except Refused as reason:
            for found, source in reason.faults:
                say_diagnostic(found, source, err=True)
            report_record(record, reason)
            continue
        if text != record.source.original:
            edited.replace(index, text)
            changed += 1
    return changed

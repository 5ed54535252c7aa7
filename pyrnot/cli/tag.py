"""`pyrnot tag`: changes tags of records."""

from __future__ import annotations

import os
import re

import click

from pyrnot.cli.editing import edit_records
from pyrnot.cli.input_options import collection_options
from pyrnot.cli.inputs import Input
from pyrnot.cli.options import record_option
from pyrnot.cli.printing import note, say
from pyrnot.cli.streams import exit_code
from pyrnot.core.patterns import lazy_pattern
from pyrnot.play.replay import Replay
from pyrnot.play.retag import TagChanges, retag
from pyrnot.record.opening import STANDARD_INPUT
from pyrnot.render.text.differences import draw_differences
from pyrnot.render.text.lines import counted

_VALUE = lazy_pattern(r"\s*([^\W\d]\w*)\s*=(.*)", re.DOTALL)


@click.command("tag")
@collection_options("PATH... [NAME=VALUE...]")
@click.option("--rename", "new_names", nargs=2, multiple=True, metavar="OLD NEW", help="Rename a tag.")
@click.option(
    "--rename-player", "new_players", nargs=2, multiple=True, metavar="OLD NEW", help="Rename a player, in any seat."
)
@record_option(default=None)
@click.option("--dry-run", is_flag=True, help="Write nothing; show what would change.")
def tag_command(
    inputs: Input,
    new_names: tuple[tuple[str, str], ...],
    new_players: tuple[tuple[str, str], ...],
    number: int | None,
    dry_run: bool,
) -> None:
    """Runs `pyrnot tag`."""
    values = _take_values(inputs)
    if not inputs.paths:
        raise click.UsageError("name a file or a folder")
    if STANDARD_INPUT in inputs.paths:
        raise click.UsageError("cannot change a record on standard input; give a file")
    changes = TagChanges(values, dict(new_names), dict(new_players))
    if changes == TagChanges():
        raise click.UsageError('nothing to change: write NAME=VALUE, as in White="Ann Lee"')
    if not _retag_all(inputs, changes, number, dry_run=dry_run) and not exit_code():
        note("no records changed")


def _take_values(inputs: Input) -> dict[str, str | None]:
    """The new values of tags among the paths, from which they are removed; None for a tag that is to go. Raises
    `click.UsageError` for a name that no tag has."""
    values: dict[str, str | None] = {}
    paths: list[str] = []
    for argument in inputs.paths:
        match = _VALUE.fullmatch(argument)
        name, equals, _ = argument.partition("=")
        if match is not None and not os.path.exists(argument):
            values[match[1]] = match[2] or None
        elif equals and not os.path.dirname(name) and not os.path.exists(argument):
            raise click.UsageError(f"write the name of a tag in letters, digits and _ alone, not {name!r}")
        else:
            paths.append(argument)
    inputs.paths = tuple(paths)
    return values


def _retag_all(inputs: Input, changes: TagChanges, number: int | None, *, dry_run: bool) -> int:
    """Changes the tags of the selected records, or shows what would change; returns how many change."""

    def change(old: Replay) -> str:
        return retag(old, changes)

    total = 0
    for file in inputs.files():
        edit = edit_records(inputs, file, number, change, "not changed", is_written=not dry_run, hints=False)
        if edit is None:
            continue
        total += edit.count
        if dry_run:
            new_name = f"{file.name} (changed)"
            differences = draw_differences(edit.file.before, edit.file.after, file.name, new_name)
            say("".join(differences), nl=False)
        elif edit.count:
            note(f"{file.name}: {counted(edit.count, 'record')} changed")
    return total

"""What `split` and `join` write, and the line of JSON for each record by which they and `fmt` tell programs where it
is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, to_builtins

from pyrnot.cli.options import Input
from pyrnot.cli.output import say
from pyrnot.cli.reporting import Reporter
from pyrnot.foreign.reading import read_record
from pyrnot.record.source import SourceText
from pyrnot.render.data import dump_json


class Written(Struct, kw_only=True):
    """A record as it was read, with the id of its game (None: not known), the file that it was written to (None: to
    none), and its number there."""

    file: str
    record: int
    game: str | None
    output: str | None = None
    output_record: int | None = None


class Formatted(Written, kw_only=True):
    """The same, and whether the record has no error, how many turns of its main line are legal, and whether its text
    has changed."""

    ok: bool
    plies: int
    changed: bool


def chosen_sources(
    given: Input, reporter: Reporter, *, must_read: bool
) -> Iterator[tuple[SourceText, int, str | None]]:
    """The texts of the chosen records, each with the number of records in its file and the id of its game; that is None
    if it is not known, and without `must_read`, which takes its time. Reports what cannot be read, and what is not in
    pyrnot's own format."""
    for sources in reporter.readable(given.by_file()):
        for source in sources:
            if source.form is not None:
                reporter.left_out(source.file)
            elif not must_read:
                yield source, len(sources), None
            elif given.is_wanted(record := read_record(source, given.game)):
                yield source, len(sources), record.game.info.id if record.game else None


def say_written(records: Sequence[Written], form: str) -> None:
    """Prints the records that were written, if programs want to know."""
    if form == "json":
        for record in records:
            say(dump_json(to_builtins(record)))

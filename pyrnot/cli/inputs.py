"""The records to read: files and folders, and the options that choose among the records, by what they say and by how
they went.

In a command that can draw a position without a record, `--position` and `--variant` say which if there is no PATH.
"""

from __future__ import annotations

import functools
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, TypeVar

import click
from msgspec import Struct
from msgspec.structs import replace

from pyrnot.cli.options import complete_variants, encoding_option, file_argument, game_option, grouped, reads
from pyrnot.cli.output import note, readable
from pyrnot.cli.streams import count_read, watched
from pyrnot.core.codes import CoreCodes
from pyrnot.core.game import AnyGame
from pyrnot.foreign import FORMS
from pyrnot.foreign.files import read_sources
from pyrnot.foreign.reading import read_all, read_record, read_records
from pyrnot.games import all_games
from pyrnot.play.replay import Replay
from pyrnot.play.selection import Selection, check_position, read_day, read_length, unmet
from pyrnot.play.write import write_tag
from pyrnot.record.answers import NONE, Answers, read_answers
from pyrnot.record.files import SUFFIX, RecordFile, count_others, find_files
from pyrnot.record.model import Record
from pyrnot.record.opening import STANDARD_INPUT, Unreadable
from pyrnot.record.source import SourceText
from pyrnot.render.svg.parts import ALL_PARTS, Part
from pyrnot.render.text.lines import counted

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


class Input(Struct):
    """The records to read, as given by PATH..., `--game`, `--encoding`, `--from` and `--answer`, and which of them
    are wanted; or the `beginning` of one, without turns, whose position is to be drawn. `taken` counts the records
    while they are chosen."""

    paths: tuple[str, ...]
    game: AnyGame | None = None
    encoding: str = "utf-8"
    source_form: str | None = None
    answers: Answers = NONE
    selection: Selection = Selection()
    beginning: SourceText | None = None
    taken: int = 0

    def files(self) -> Iterator[RecordFile]:
        """The files named, and those in the folders named: with `--from` all of them, else the .pyr files."""
        is_used_up = False
        for file in watched(self._named()):
            message = None
            if file.name == STANDARD_INPUT and is_used_up:
                message = "standard input can be read only once; give - once"
            elif file.diagnostic is None and _is_output(file.name):
                message = "standard output goes into this file; send it elsewhere"
            is_used_up = is_used_up or file.name == STANDARD_INPUT
            diagnostic = Unreadable(file.name, CoreCodes.UNREADABLE, message) if message else file.diagnostic
            yield RecordFile(file.name, diagnostic)

    def sources(self) -> Iterator[SourceText | Unreadable]:
        """The texts of all records, in order; an `Unreadable` for each file without a record."""
        return self._gather(self._texts)

    def by_file(self) -> Iterator[list[SourceText]]:
        """The texts of all records, in order, those of a file together. Files that cannot be read to their end are
        reported."""
        return readable(self._gather(lambda file: [list(self._texts(file))]))

    def records(self, number: int | None = None) -> Iterator[Record]:
        """Record `number` of each file (see `record_index`), or all records (None), if they are selected. Files
        without that record are reported."""
        if self.beginning is not None:
            return iter([read_record(self.beginning, self.game)])

        def read(file: RecordFile) -> Iterator[Record]:
            records = (record for text in self._texts(file) for record in read_records(text, self.game))
            if number is not None:
                found = list(records)
                return filter(self.is_wanted, [found[record_index(number, len(found), file.name)]])
            return filter(self.is_wanted, records)

        return readable(self._gather(read))

    def _gather(self, read: Callable[[RecordFile], Iterable[T]]) -> Iterator[T | Unreadable]:
        for file in self.files():
            try:
                yield from read(file)
            except Unreadable as unreadable:
                yield unreadable

    def _texts(self, file: RecordFile) -> Iterator[SourceText]:
        if file.diagnostic is not None:
            raise file.diagnostic
        sources = read_sources(file.name, self.encoding, self.source_form, self.game, count_read, self.answers)
        for source in sources:
            say_talk(source, self.game)
            yield source

    def is_wanted(self, record: Record) -> bool:
        """Whether a record is selected."""
        is_wanted = self.selection.takes(record)
        self.taken += is_wanted
        return is_wanted

    def parts(self, given: frozenset[Part] | None) -> frozenset[Part]:
        """The parts of a picture to draw: those given, else all, but a caption only where there is a record."""
        return given or (ALL_PARTS if self.beginning is None else ALL_PARTS - {Part.CAPTION})

    def real_paths(self) -> frozenset[str]:
        """The files to read, without links on the way to them."""
        return frozenset(os.path.realpath(file.name) for file in self._named())

    def count_others(self) -> int:
        """How many files in the folders are left unread, though they may hold games."""
        return count_others(self.paths) if self.source_form is None else 0

    def _named(self) -> Iterator[RecordFile]:
        return find_files(self.paths, SUFFIX if self.source_form is None else None)


def say_talk(source: SourceText, game: AnyGame | None, known: Replay | None = None) -> None:
    """Says how many lines of a text `--answer talk` leaves out, for which it is read once more; see `count_talk`."""
    if source.answers.is_talk and source.form is not None:
        from pyrnot.foreign.answering import count_talk  # the reader of threads, which a record does not need

        count = count_talk(source, game, known)
        note(f"{source.file}: {counted(count, 'open line')} left out as talk")


def _is_output(file: str) -> bool:
    """Whether what is printed goes into a file that is read: reading it might never end."""
    try:
        facts = os.fstat(0) if file == STANDARD_INPUT else os.stat(file)
        return stat.S_ISREG(facts.st_mode) and os.path.samestat(facts, os.fstat(1))
    except OSError:
        return False


def record_index(number: int, count: int, file: str) -> int:
    """The index of the record that `--record` names: 1 is the first of `count` records, -1 the last.

    Raises `Unreadable`, with `file`, if there is no such record.
    """
    index = number - 1 if number > 0 else count + number
    if number and 0 <= index < count:
        return index
    there_are = "there is only one" if count == 1 else f"they are numbered 1 to {count}"
    raise Unreadable(file, CoreCodes.NO_SUCH_RECORD, f"there is no record {number}: {there_are}")


answer_option = click.option(
    "--answer",
    "answers",
    multiple=True,
    metavar="LINE=ANSWER",
    callback=reads(read_answers),
    help="Answer a question about a line of a thread, as `check` offers it: 8=out; talk: every open line is out.",
)
"""`--answer`: the command receives `answers`, an `Answers`."""


def input_options_of(metavar: str, *, game: Callable[[Any], Any] | None = None) -> Callable[[F], F]:
    """The paths, `--game`, `--encoding`, `--from` and `--answer`: the command receives `given`, an `Input`."""
    paths = file_argument("paths", metavar, nargs=-1, required=not metavar.startswith("["))
    form = click.option(
        "--from",
        "source_form",
        type=click.Choice(list(FORMS)),
        help="Read the files as transcripts in this form (normally detected).",
    )
    return grouped("given", Input, paths, game or game_option(), encoding_option, form, answer_option)


input_options: Callable[[F], F] = input_options_of("PATH...")

# The records to choose


def collection_options(
    metavar: str = "PATH...", *, sound: tuple[str, ...] = ("--sound", "--only-sound"), is_drawn: bool = False
) -> Callable[[F], F]:
    """What a command takes that reads many records: the options of `input_options`, and those that choose records.

    Its `given` then has the selected records alone. `sound` names the option for those without an error. In a command
    where a position without a record `is_drawn`, PATH may be missing: `--position` and `--game` say which position.
    """
    having = "Only games with this optional rule" + ("; without PATH, that of --position." if is_drawn else ".")
    reaching = "Only games that reach this position" + ("; without PATH, the one to draw." if is_drawn else ".")
    since = "Only games from this day, month or year on; an unknown month or day is the first."
    names: dict[str, Any] = {"multiple": True, "metavar": "NAME"}
    options = grouped(
        "selection",
        Selection,
        click.option("--player", "players", **names, help="Only games of this player; A* matches Ann."),
        click.option("--variant", "variants", **names, help=having, shell_complete=complete_variants),
        click.option("--since", metavar="DATE", callback=reads(read_day), help=since),
        click.option(
            "--until",
            metavar="DATE",
            callback=reads(partial(read_day, is_last=True)),
            help="Only games up to this day, month or year.",
        ),
        click.option(
            "--result", "results", multiple=True, metavar="WHO", help="Only games won by WHO, or draw, or unfinished."
        ),
        click.option(
            "--length",
            metavar="N-M",
            callback=reads(read_length),
            help="Only games of this many turns: 30, 20-40, 20- or -40.",
        ),
        click.option("--position", metavar="POSITION", help=reaching),
        click.option("--faulty", is_flag=True, help="Only records with an error."),
        click.option(*sound, "sound", is_flag=True, help="Only records without an error."),
    )
    game = game_option("Only records of this game; those without a Game tag are of it.")

    def decorate(command: F) -> F:
        @functools.wraps(command)
        def call(*args: Any, given: Input, selection: Selection, **values: Any) -> Any:
            if is_drawn and not given.paths:
                given.beginning = _beginning(given, selection)
                return command(*args, given=given, **values)
            _check(selection)
            given.selection = replace(selection, game=given.game and given.game.info.id)
            try:
                return command(*args, given=given, **values)
            finally:
                if not given.taken and given.selection != Selection():
                    _say_nothing_fits(given)

        return input_options_of(metavar, game=game)(options(call))  # type: ignore[return-value]

    return decorate


def _say_nothing_fits(given: Input) -> None:
    """Says why no record was taken, for which the files are read once more."""
    if STANDARD_INPUT in given.paths:
        note("no record meets all criteria")
        return
    records = [record for record in read_all(given.sources(), given.game) if isinstance(record, Record)]
    if records:
        note(unmet(given.selection, records))


def _check(selection: Selection) -> None:
    """Raises `click.UsageError` for criteria that no record can meet."""
    if selection.faulty and selection.sound:
        raise click.UsageError("no record is both faulty and sound")
    try:
        if selection.position is not None:
            check_position(selection.position, all_games())
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _beginning(given: Input, asked: Selection) -> SourceText:
    """The record, called `position` like a file, that begins with what `--game`, `--position` and `--variant` say.
    Raises `click.UsageError` if more or less is given."""
    if asked.position is None:
        raise click.UsageError("Missing argument 'PATH...' (or --position with --game).")
    if given.game is None:
        raise click.UsageError("Missing argument 'PATH...': without it, --position needs --game.")
    if asked != Selection(position=asked.position, variants=asked.variants):
        raise click.UsageError("Missing argument 'PATH...': without it, there are no records to choose from.")
    tags = {"Game": given.game.info.title, "Setup": " ".join(asked.position.split())}
    if asked.variants:
        tags["Variant"] = ",".join(asked.variants)
    text = "".join([f"{write_tag(name, value)}\n" for name, value in tags.items()])
    return SourceText(text, file="position")

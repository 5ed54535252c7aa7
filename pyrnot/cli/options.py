"""The options that several commands share, and the records they select."""

from __future__ import annotations

import functools
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click
from msgspec import Struct, field

from pyrnot.cli.progress import count_read, watched
from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Illegal, nearest
from pyrnot.core.game import AnyGame, Written
from pyrnot.core.tags import Tags
from pyrnot.foreign import FORMS
from pyrnot.foreign.files import read_sources
from pyrnot.games import game_ids, game_key, import_game, load_game
from pyrnot.record.answers import NONE, Answers, BadAnswer, read_answers
from pyrnot.record.files import SUFFIX, RecordFile, count_others, find_files
from pyrnot.record.model import Record
from pyrnot.record.opening import STANDARD_INPUT, Unreadable
from pyrnot.record.source import SourceText

if TYPE_CHECKING:
    from pyrnot.play.selection import Selection

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


def grouped(name: str, kind: type[Struct], *options: Callable[[F], F]) -> Callable[[F], F]:
    """Adds options to a command, which receives their values as one `kind` in its parameter `name`."""

    def decorate(command: F) -> F:
        @functools.wraps(command)
        def call(*args: Any, **values: Any) -> Any:
            fields = {field: values.pop(field) for field in kind.__struct_fields__ if field in values}
            return command(*args, **{name: kind(**fields)}, **values)

        return with_options(call, options)  # type: ignore[no-any-return]

    return decorate


def with_options(command: Any, options: Sequence[Callable[[Any], Any]]) -> Any:
    """A command with options, in this order."""
    for option in reversed(options):
        command = option(command)
    return command


def offering(name: str) -> Callable[[click.Context, click.Parameter, str], Any]:
    """What the Tab key offers for a parameter, by the name of a function in `completion`: imported when pressed."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> Any:
        from pyrnot.cli import completion

        return getattr(completion, name)(ctx, param, incomplete)

    return complete


# The records to read


class GameName(click.ParamType):  # type: ignore[type-arg]  # generic only in late versions of click
    """The name of a game, in any spelling that the `Game` tag allows, or the beginning of one."""

    name = "GAME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> AnyGame:
        key = game_key(value)
        begun = [game_id for game_id in game_ids() if key and game_key(game_id).startswith(key)]
        found = load_game(value) or (import_game(begun[0]) if len(begun) == 1 else None)
        if found is None:
            guess = nearest(value, game_ids())
            hint = f"did you mean {guess}?" if guess else f"known games: {', '.join(game_ids())}"
            self.fail(f"unknown game {value!r}; {hint}", param, ctx)
        return found

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Any:
        return offering("complete_game")(ctx, param, incomplete)


def _known_encoding(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    from pyrnot.record.encodings import is_text_encoding

    if not is_text_encoding(value):
        raise click.BadParameter(f"unknown text encoding {value!r}")
    return value


game_option = click.option("--game", type=GameName(), help="Game of records without a Game tag.")
chosen_game_option = click.option(
    "--game", type=GameName(), help="Only records of this game; those without a Game tag are of it."
)
encoding_option = click.option(
    "--encoding", default="utf-8", metavar="NAME", callback=_known_encoding, help="Encoding of the files."
)
from_option = click.option(
    "--from",
    "source_form",
    type=click.Choice(list(FORMS)),
    help="Read the files as transcripts in this form (normally detected).",
)


lines_option = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    help="Output format: text, or JSON with one object per line.",
)
"""`--format text|json`: the command receives `form`."""


def _answers(_ctx: click.Context, _param: click.Parameter, value: tuple[str, ...]) -> Answers:
    try:
        return read_answers(value)
    except BadAnswer as fault:
        raise click.BadParameter(str(fault)) from None


answer_option = click.option(
    "--answer",
    "answers",
    multiple=True,
    metavar="LINE=ANSWER",
    callback=_answers,
    help="Answer a question about a line of a thread, as `check` offers it: 8=out; talk: every open line is out.",
    shell_complete=offering("complete_answer"),
)
"""`--answer`: the command receives `answers`, an `Answers`."""


class Taken(Struct):
    """How many records were taken, of those that the options choose from."""

    records: int = 0


class Input(Struct, frozen=True):
    """The records to read, as given by PATH..., `--game`, `--encoding`, `--from` and `--answer`, and which of them are
    wanted (None: all); or the `beginning` of one, without turns, whose position is to be drawn. `taken` counts the
    records while they are chosen."""

    paths: tuple[str, ...]
    game: AnyGame | None = None
    encoding: str = "utf-8"
    source_form: str | None = None
    answers: Answers = NONE
    selection: Selection | None = None
    beginning: SourceText | None = None
    taken: Taken = field(default_factory=Taken)

    def files(self) -> Iterator[RecordFile]:
        """The files named, and those in the folders named: with `--from` all of them, else the .pyr files."""
        is_used_up = False
        for file in watched(self._named()):
            message = None
            if file.name == STANDARD_INPUT and is_used_up:
                message = "standard input can be read only once; give - once"
            elif file.fault is None and _is_output(file.name):
                message = "standard output goes into this file; send it elsewhere"
            is_used_up = is_used_up or file.name == STANDARD_INPUT
            fault = Unreadable(file.name, CoreCodes.UNREADABLE, message) if message else file.fault
            yield RecordFile(file.name, fault)

    def sources(self) -> Iterator[SourceText | Unreadable]:
        """The texts of all records, in order; an `Unreadable` for each file without a record."""
        return self._gather(self._texts)

    def by_file(self) -> Iterator[list[SourceText] | Unreadable]:
        """The texts of all records, in order, those of a file together; an `Unreadable` for each file that cannot be
        read to its end."""
        return self._gather(lambda file: [list(self._texts(file))])

    def records(self, number: int | None = None) -> Iterator[Record | Unreadable]:
        """Record `number` of each file (see `record_index`), or all records (None), if they are selected; an
        `Unreadable` for each file without that record."""
        from pyrnot.foreign.reading import read_record, read_records

        def read(file: RecordFile) -> Iterator[Record]:
            records = (record for text in self._texts(file) for record in read_records(text, self.game))
            if number is not None:
                found = list(records)
                return filter(self.is_wanted, [found[record_index(number, len(found), file.name)]])
            return filter(self.is_wanted, records)

        return self._gather(read) if self.beginning is None else iter([read_record(self.beginning, self.game)])

    def _gather(self, read: Callable[[RecordFile], Iterable[T]]) -> Iterator[T | Unreadable]:
        for file in self.files():
            try:
                yield from read(file)
            except Unreadable as fault:
                yield fault

    def _texts(self, file: RecordFile) -> Iterator[SourceText]:
        if file.fault is not None:
            raise file.fault
        sources = read_sources(file.name, self.encoding, self.source_form, self.game, count_read, self.answers)
        for source in sources:
            self.say_talk(source)
            yield source

    def say_talk(self, source: SourceText) -> None:
        """Says how many lines of a text `--answer talk` leaves out, for which it is read once more."""
        if source.answers.is_talk and source.form is not None:
            from pyrnot.cli.output import note
            from pyrnot.foreign.answering import count_talk

            count = count_talk(source, self.game)
            note(f"{source.file}: {count} open line{'' if count == 1 else 's'} left out as talk")

    def is_wanted(self, record: Record) -> bool:
        """Whether a record is selected."""
        is_wanted = self.selection is None or self.selection.takes(record)
        self.taken.records += is_wanted
        return is_wanted

    def real_paths(self) -> frozenset[str]:
        """The files to read, without links on the way to them."""
        return frozenset(os.path.realpath(file.name) for file in self._named())

    def count_others(self) -> int:
        """How many files in the folders are left unread, though they may hold games."""
        return count_others(self.paths) if self.source_form is None else 0

    def _named(self) -> Iterator[RecordFile]:
        return find_files(self.paths, SUFFIX if self.source_form is None else None)


def _is_output(file: str) -> bool:
    """Whether what is printed goes into a file that is read: reading it might never end."""
    try:
        facts = os.fstat(0) if file == STANDARD_INPUT else os.stat(file)
        return stat.S_ISREG(facts.st_mode) and os.path.samestat(facts, os.fstat(1))
    except OSError:
        return False


def input_options_of(metavar: str, *, game: Callable[[Any], Any] = game_option) -> Callable[[F], F]:
    """The paths, `--game`, `--encoding`, `--from` and `--answer`: the command receives `given`, an `Input`."""
    required, offered = not metavar.startswith("["), offering("complete_file")
    paths = click.argument("paths", nargs=-1, required=required, metavar=metavar, shell_complete=offered)
    return grouped("given", Input, paths, game, encoding_option, from_option, answer_option)


input_options = input_options_of("PATH...")
collection_options = input_options_of("PATH...", game=chosen_game_option)


def record_option(*, default: int | None) -> Callable[[F], F]:
    """`--record N`; the command receives `number`. With no default, all records are used without it."""
    text = f"Use {'only ' if default is None else ''}record N of each file; -1 is the last."
    return click.option("--record", "number", type=int, default=default, metavar="N", help=text)


def file_argument(name: str, metavar: str = "FILE") -> Callable[[F], F]:
    """An argument that names a file."""
    return click.argument(name, metavar=metavar, shell_complete=offering("complete_file"))


def ply_option(text: str, *, default: str | None = None, variations: bool = False) -> Callable[[F], F]:
    """`--ply P`, as `choose_plies` reads it, or with `variations` as `choose_any_plies` does; whether a record has
    those plies is another question."""

    def check(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
        from pyrnot.play.plies import NoSuchPly, read_plies

        try:
            read_plies("all" if value is None else value, variations=variations)
        except NoSuchPly as fault:
            raise click.BadParameter(str(fault)) from None
        return value

    offered = offering("complete_ply")
    return click.option("--ply", default=default, callback=check, metavar="P", help=text, shell_complete=offered)


def record_index(number: int, count: int, file: str) -> int:
    """The index of the record that `--record` names: 1 is the first of `count` records, -1 the last.

    Raises `Unreadable`, with `file`, if there is no such record.
    """
    index = number - 1 if number > 0 else count + number
    if number and 0 <= index < count:
        return index
    there_are = "there is only one" if count == 1 else f"they are numbered 1 to {count}"
    raise Unreadable(file, CoreCodes.NO_SUCH_RECORD, f"there is no record {number}: {there_are}")


# How a game starts, and the dice of a turn


class Start(Struct, frozen=True):
    """How a game starts, as given by `--variant`, `--setup` and `--tag`."""

    variant: str | None
    setup: str | None
    extra: tuple[str, ...]

    def tags(self) -> Tags:
        """The tags of a record that starts like this. Raises `click.BadParameter`."""
        pairs: dict[str, str] = {}
        for item in self.extra:
            name, equals, value = item.partition("=")
            if not equals or not name.strip():
                raise click.BadParameter(f"{item!r} is not NAME=VALUE", param_hint="--tag")
            pairs[name.strip()] = value
        if self.variant:
            pairs["Variant"] = self.variant
        if self.setup is not None:
            pairs["Setup"] = self.setup
        return Tags(pairs)


start_options = grouped(
    "start",
    Start,
    click.option(
        "--variant",
        metavar="NAMES",
        help="Optional rules, separated by commas.",
        shell_complete=offering("complete_variants"),
    ),
    click.option("--setup", metavar="POSITION", help="Position string to start from."),
    click.option("--tag", "extra", multiple=True, metavar="NAME=VALUE", help="Another tag, such as Seats=3."),
)
"""`--variant`, `--setup` and `--tag`: the command receives `start`, a `Start`."""

dice_option = click.option("--dice", metavar="DICE", help='Dice of the turn, such as "DIG 5/2" in Braces.')


def parse_dice(game: AnyGame, dice: str | None) -> Written | None:
    """The action that `--dice` gives for the start of a turn, None in a game without dice.

    Raises `click.UsageError` if the game needs dice and none are given, or the other way round.
    """
    if game.info.opening is None:
        if dice is not None:
            raise click.UsageError(f"{game.info.title} has no dice")
        return None
    if dice is None:
        raise click.UsageError(f'{game.info.title} needs --dice, such as --dice "{game.info.opening}"')
    from pyrnot.record.grammars import NotNotation
    from pyrnot.record.typed import read_opening

    try:
        return read_opening(game, dice)
    except NotNotation as fault:
        raise click.BadParameter(f"{fault.message}: {dice!r}", param_hint="--dice") from None


def usage_error(fault: Illegal) -> click.UsageError:
    """The usage error for an option whose value the game does not allow."""
    return click.UsageError(f"{fault.message} ({fault.hint})" if fault.hint else fault.message)

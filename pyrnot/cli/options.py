"""What the commands that read records share: their options, and records one after another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import click

from pyrnot.codes import CoreCodes
from pyrnot.diagnostics import nearest
from pyrnot.game import AnyGame
from pyrnot.games import game_ids, load_game
from pyrnot.record.files import SUFFIX, RecordFile, Unreadable, find_files, read_sources
from pyrnot.record.foreign import FORMATS
from pyrnot.record.model import Record

F = TypeVar("F", bound=Callable[..., Any])


class GameName(click.ParamType):  # type: ignore[type-arg]  # generic only in late versions of click
    """A game's name, read like the value of the `Game` tag."""

    name = "GAME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> AnyGame:
        if not isinstance(value, str):
            game: AnyGame = value
            return game
        found = load_game(value)
        if found is None:
            guess = nearest(value, game_ids())
            hint = f"did you mean {guess}?" if guess else f"the games known: {', '.join(game_ids())}"
            self.fail(f"pyrnot knows no game called {value!r}; {hint}", param, ctx)
        return found


def reading_options(command: F) -> F:
    """Paths, `--game`, `--encoding` and `--from`; the last is not handed on: `source_form` tells it."""
    command = click.option(
        "--from",
        "_form",
        type=click.Choice(list(FORMATS)),
        callback=_keep_form,
        expose_value=False,
        help="The files are another program's transcripts (known by their first line, too).",
    )(command)
    command = click.option(
        "--encoding", default="utf-8", metavar="NAME", callback=known_encoding, help="How the files are encoded."
    )(command)
    command = click.option("--game", type=GameName(), help="The game of records that have no Game tag.")(command)
    return click.argument("paths", nargs=-1, required=True, metavar="PATH...")(command)


_FORM = "pyrnot.source_form"


def _keep_form(ctx: click.Context, _param: click.Parameter, value: str | None) -> None:
    ctx.meta[_FORM] = value


def source_form() -> str | None:
    """What `--from` says of the files of the command that is running, None outside of one."""
    context = click.get_current_context(silent=True)
    form: str | None = context.meta.get(_FORM) if context else None
    return form


def record_files(paths: Iterable[str]) -> Iterator[RecordFile]:
    """The files that the paths name; with `--from` all that are in a folder."""
    return find_files(paths, SUFFIX if source_form() is None else None)


def known_encoding(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    """The name of an encoding that Python knows."""
    import codecs

    try:
        codecs.lookup(value)
    except LookupError:
        raise click.BadParameter(f"no encoding is called {value!r}") from None
    return value


record_option = click.option(
    "--record", "number", type=int, metavar="N", help="Only the record N of each file (from the end: -1)."
)


def read_records(paths: Iterable[str], game: AnyGame | None, encoding: str = "utf-8") -> Iterator[Record | Unreadable]:
    """The records of all files that the paths name, in order; an `Unreadable` for each file that gives none."""
    from pyrnot.record.read import read_record

    for file in record_files(paths):
        if file.fault is not None:
            yield file.fault
            continue
        try:
            for source in read_sources(file.name, encoding, source_form()):
                yield read_record(source, game)
        except Unreadable as fault:
            yield fault


def pick_records(
    paths: Iterable[str], game: AnyGame | None, encoding: str, number: int | None, default: int | None
) -> Iterator[Record | Unreadable]:
    """Those records that `--record` picks of each file; without it those of `default` (None: all)."""
    number = default if number is None else number
    if number is None:
        yield from read_records(paths, game, encoding)
        return
    for file in record_files(paths):
        records = [file.fault] if file.fault else list(read_records([file.name], game, encoding))
        found = [record for record in records if not isinstance(record, Unreadable)]
        index = number - 1 if number > 0 else len(found) + number
        yield from (fault for fault in records if isinstance(fault, Unreadable))
        if number and 0 <= index < len(found):
            yield found[index]
        elif found:
            message = f"there is no record {number}: the file has {len(found)}"
            yield Unreadable(file.name, CoreCodes.NO_SUCH_RECORD, message)

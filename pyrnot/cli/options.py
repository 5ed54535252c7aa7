"""The options and arguments that many commands share."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from pyrnot.cli.completion import complete_file, complete_game
from pyrnot.core.game import AnyGame
from pyrnot.games import game_ids, game_key, import_game, load_game, unknown_game
from pyrnot.record.encodings import is_text_encoding

F = TypeVar("F", bound=Callable[..., Any])


def grouped(name: str, kind: Callable[..., Any], *options: Callable[[F], F]) -> Callable[[F], F]:
    """Adds options to a command, which receives what `kind` makes of their values in its parameter `name`."""
    fields = _names_of(options)

    def decorate(command: F) -> F:
        @functools.wraps(command)
        def call(*args: Any, **values: Any) -> Any:
            fields_of_kind = {field: values.pop(field) for field in fields}
            return command(*args, **{name: kind(**fields_of_kind)}, **values)

        decorated: Any = call
        for option in reversed(options):
            decorated = option(decorated)
        return decorated  # type: ignore[no-any-return]

    return decorate


def _names_of(options: tuple[Callable[[F], F], ...]) -> list[str]:
    """The parameters in which a command receives the values of these options."""

    def bare() -> None:
        pass

    decorated: Any = bare
    for option in options:
        decorated = option(decorated)
    return [str(param.name) for param in click.command()(decorated).params]


def reads(read: Callable[[Any], Any]) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """Makes a parameter what `read` makes of its value, which raises ValueError with a message for the user."""

    def call(_ctx: click.Context, _param: click.Parameter, value: Any) -> Any:
        if value is None:
            return None
        try:
            return read(value)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None

    return call


def is_given(param: str) -> bool:
    """Whether the user gave an option of the command that runs, be it with the value that it has without."""
    return click.get_current_context().get_parameter_source(param) is ParameterSource.COMMANDLINE


def read_game(name: str) -> AnyGame:
    """The game with a name in any spelling that the `Game` tag allows, or the beginning of one. Raises ValueError."""
    game = load_game(name) or _find_game_by_beginning(name)
    if game is None:
        raise ValueError(unknown_game(name))
    return game


def _find_game_by_beginning(name: str) -> AnyGame | None:
    """The only game whose name begins like this: `home` is Homeworlds."""
    key = game_key(name)
    if not key:
        return None
    ids = [game_id for game_id in game_ids() if game_key(game_id).startswith(key)]
    return import_game(ids[0]) if len(ids) == 1 else None


def _read_encoding(name: str) -> str:
    if not is_text_encoding(name):
        raise ValueError(f"unknown text encoding {name!r}")
    return name


game_argument = click.argument("game", callback=reads(read_game), shell_complete=complete_game)
"""GAME: the command receives `game`."""


def game_option(help: str = "Game of records without a Game tag.") -> Callable[[F], F]:
    """`--game`: the command receives `game`."""
    return click.option("--game", callback=reads(read_game), metavar="GAME", shell_complete=complete_game, help=help)


def file_argument(name: str, metavar: str, **settings: Any) -> Callable[[F], F]:
    """An argument that names a file, or several."""
    return click.argument(name, metavar=metavar, shell_complete=complete_file, **settings)


def record_option(*, default: int | None) -> Callable[[F], F]:
    """`--record N`: the command receives `number`. With no default, all records are used without it."""
    only = "only " if default is None else ""
    help = f"Use {only}record N of each file; -1 is the last."
    return click.option("--record", "number", type=int, default=default, metavar="N", help=help)


def format_option(
    *kinds: str, help: str = "Output format: text, or JSON with one object per line."
) -> Callable[[F], F]:
    """`--format`, of which the first kind is the default: the command receives `form`."""
    return click.option("--format", "form", type=click.Choice(kinds), default=kinds[0], help=help)


def output_option(metavar: str, help: str, *, required: bool = False) -> Callable[[F], F]:
    """`-o`: the command receives `output`."""
    return click.option("-o", "--output", metavar=metavar, required=required, help=help, shell_complete=complete_file)


encoding_option = click.option(
    "--encoding", default="utf-8", metavar="NAME", callback=reads(_read_encoding), help="Encoding of the files."
)
force_option = click.option("--force", is_flag=True, help="Overwrite existing files.")

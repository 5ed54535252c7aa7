"""The options that several commands share."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem
from msgspec import Struct

from pyrnot.cli import completion
from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import AnyGame, Written
from pyrnot.core.tags import Tags
from pyrnot.games import game_ids, game_key, import_game, load_game, unknown_game
from pyrnot.play.plies import NoSuchPly, read_plies
from pyrnot.record.encodings import is_text_encoding
from pyrnot.record.typed import read_dice
from pyrnot.render.svg.parts import ALL_PARTS, Part, read_parts

F = TypeVar("F", bound=Callable[..., Any])


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


class GameName(click.ParamType):  # type: ignore[type-arg]  # generic only in late versions of click
    """The name of a game, in any spelling that the `Game` tag allows, or the beginning of one."""

    name = "GAME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> AnyGame:
        key = game_key(value)
        begun = [game_id for game_id in game_ids() if key and game_key(game_id).startswith(key)]
        found = load_game(value) or (import_game(begun[0]) if len(begun) == 1 else None)
        return found or self.fail(unknown_game(value), param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return completion.complete_game(ctx, param, incomplete)


def format_option(
    *kinds: str, help: str = "Output format: text, or JSON with one object per line."
) -> Callable[[F], F]:
    """`--format`, of which the first kind is the default: the command receives `form`."""
    return click.option("--format", "form", type=click.Choice(kinds), default=kinds[0], help=help)


def output_option(metavar: str, help: str, *, required: bool = False) -> Callable[[F], F]:
    """`-o`: the command receives `output`."""
    complete = completion.complete_file
    return click.option("-o", "--output", metavar=metavar, required=required, help=help, shell_complete=complete)


def record_option(*, default: int | None) -> Callable[[F], F]:
    """`--record N`; the command receives `number`. With no default, all records are used without it."""
    text = f"Use {'only ' if default is None else ''}record N of each file; -1 is the last."
    return click.option("--record", "number", type=int, default=default, metavar="N", help=text)


def file_argument(name: str, metavar: str, **settings: Any) -> Callable[[F], F]:
    """An argument that names a file, or several."""
    return click.argument(name, metavar=metavar, shell_complete=completion.complete_file, **settings)


def ply_option(text: str, *, default: str | None = None) -> Callable[[F], F]:
    """`--ply P`, as `choose_plies` reads it; whether a record has those plies is another question."""

    def check(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
        try:
            read_plies("all" if value is None else value)
        except NoSuchPly as fault:
            raise click.BadParameter(str(fault)) from None
        return value

    return click.option("--ply", default=default, callback=check, metavar="P", help=text)


def _known_encoding(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    if not is_text_encoding(value):
        raise click.BadParameter(f"unknown text encoding {value!r}")
    return value


game_option = click.option("--game", type=GameName(), help="Game of records without a Game tag.")
encoding_option = click.option(
    "--encoding", default="utf-8", metavar="NAME", callback=_known_encoding, help="Encoding of the files."
)
force_option = click.option("--force", is_flag=True, help="Overwrite existing files.")
flip_option = click.option("--flip", is_flag=True, help="Draw the board from the other side.")
dice_option = click.option("--dice", metavar="DICE", help='Dice of the turn, such as "DIG 5/2" in Braces.')


def parse_dice(game: AnyGame, dice: str | None) -> Written | None:
    """The action that `--dice` gives for the start of a turn, None in a game without dice. Raises `click.UsageError`"""
    try:
        return read_dice(game, dice)
    except ValueError as fault:
        raise click.BadParameter(str(fault), param_hint="--dice") from None


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
        shell_complete=completion.complete_variants,
    ),
    click.option("--setup", metavar="POSITION", help="Position string to start from."),
    click.option("--tag", "extra", multiple=True, metavar="NAME=VALUE", help="Another tag, such as Seats=3."),
)
"""`--variant`, `--setup` and `--tag`: the command receives `start`, a `Start`."""


def usage_error(fault: Illegal) -> click.UsageError:
    """The usage error for an option whose value the game does not allow."""
    return click.UsageError(f"{fault.message} ({fault.hint})" if fault.hint else fault.message)


# Pictures

PLY_HELP = "start, end, all, 3, 3-7, -1, or a list with commas; 4v1 is ply 4 of variation 1"


class Parts(Struct, frozen=True):
    """What is drawn, as given by `--parts` and `--board-only`."""

    parts: frozenset[Part] | None
    board_only: bool

    @property
    def is_given(self) -> bool:
        """Whether an option says which parts."""
        return self.board_only or self.parts is not None

    def chosen(self, *, has_caption: bool) -> frozenset[Part]:
        """The parts to draw: without an option all, but a caption only if it has one. Raises `click.UsageError`."""
        if self.board_only and self.parts is not None:
            raise click.UsageError("--board-only is --parts board; give one of the two")
        if self.board_only:
            return frozenset({Part.BOARD})
        return self.parts or (ALL_PARTS if has_caption else ALL_PARTS - {Part.CAPTION})


def _read_parts(_ctx: click.Context, _param: click.Parameter, value: str | None) -> frozenset[Part] | None:
    try:
        return None if value is None else read_parts(name.strip().lower() for name in value.split(","))
    except ValueError as fault:
        raise click.BadParameter(str(fault)) from None


parts_options = grouped(
    "shown",
    Parts,
    click.option(
        "--parts", callback=_read_parts, metavar="PARTS", help=f"Parts to draw: {','.join(Part)} (default: all)."
    ),
    click.option("--board-only", is_flag=True, help="Draw only the board: --parts board."),
)
"""`--parts` and `--board-only`: the command receives `shown`, a `Parts`."""

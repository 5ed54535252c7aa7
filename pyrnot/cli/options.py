"""The options that several commands share, and what the Tab key offers for them in a shell. Imports no lark for that,
since a user is waiting.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from pyrnot.core.diagnostics import Diagnostic, Illegal
from pyrnot.core.game import AnyGame, ParsedAction
from pyrnot.core.rulebook import common_explanations
from pyrnot.core.tags import Tags
from pyrnot.games import all_games, game_ids, game_key, import_game, load_game, unknown_game
from pyrnot.play.plies import read_plies
from pyrnot.record.encodings import is_text_encoding
from pyrnot.record.typed import read_dice
from pyrnot.render.svg.parts import Part, read_parts
from pyrnot.render.text.lines import Charset, short

_MEANING = 60
"""The longest explanation of a value, in columns."""


def complete_game(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[CompletionItem]:
    """The ids of the games."""
    return _matching(((game_id, "") for game_id in game_ids()), begun)


def complete_variants(ctx: click.Context, _param: click.Parameter, begun: str) -> list[CompletionItem]:
    """The optional rules of the game given, or of all; after a comma those not yet listed."""
    before, comma, last = begun.rpartition(",")
    listed = {name.strip() for name in before.split(",")}
    variants = {name: text for game in _games(ctx) for name, text in game.info.variants.items() if name not in listed}
    return _matching(
        ((before + comma + name, text) for name, text in variants.items()), before + comma + last.strip()
    )


def complete_code(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """The codes of diagnostics, and the ids of rules."""
    known = [*common_explanations(), *(explanation for game in _games(ctx) for explanation in game.explanations())]
    codes = _matching(((explanation.code, explanation.story) for explanation in known), begun.lower())
    return codes + complete_rule(ctx, param, begun)


def complete_rule(ctx: click.Context, _param: click.Parameter, begun: str) -> list[CompletionItem]:
    """The ids of the rules of the game given, or of all games."""
    return _matching(((rule.id, rule.text) for game in _games(ctx) for rule in game.rulebook().rules), begun.upper())


def complete_file(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[CompletionItem]:
    """Leaves it to the shell to offer files. click cannot give back to it what is not UTF-8."""
    return [CompletionItem(begun if begun.isprintable() else "", type="file")]


def _games(ctx: click.Context) -> tuple[AnyGame, ...]:
    """The game given as an option or an argument; if there is none, all games."""
    game = ctx.params.get("game") or load_game(_first_argument(ctx))
    return (game,) if game is not None else all_games()


def _first_argument(ctx: click.Context) -> str:
    """The first argument as it was written, "" if there is none. If the value that is being typed is that of an
    option, click gives up before it gives arguments to parameters."""
    given = (ctx.params.get(param.name or "") for param in ctx.command.params if isinstance(param, click.Argument))
    value = next(filter(None, given), None) or (ctx.args or [""])[0]
    return str(value[0] if isinstance(value, tuple) else value)


def _matching(values: Iterable[tuple[str, str]], begun: str) -> list[CompletionItem]:
    """The values that begin like this, each with its meaning."""
    return [
        CompletionItem(value, help=short(meaning, Charset.UNICODE, _MEANING) or None)
        for value, meaning in dict(values).items()
        if value.startswith(begun)
    ]


F = TypeVar("F", bound=Callable[..., Any])


def grouped(name: str, kind: Callable[..., Any], *options: Callable[[F], F]) -> Callable[[F], F]:
    """Adds options to a command, which receives what `kind` makes of their values in its parameter `name`."""

    def decorate(command: F) -> F:
        @functools.wraps(command)
        def call(*args: Any, **values: Any) -> Any:
            return command(*args, **{name: kind(**{field: values.pop(field) for field in fields})}, **values)

        decorated: Any = call
        others = len(getattr(command, "__click_params__", ()))
        for option in reversed(options):
            decorated = option(decorated)
        fields = [param.name for param in decorated.__click_params__[others:]]
        return decorated  # type: ignore[no-any-return]

    return decorate


def reads(read: Callable[[Any], Any]) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """Makes a parameter what `read` makes of its value, which raises ValueError with a message for the user."""

    def call(_ctx: click.Context, _param: click.Parameter, value: Any) -> Any:
        try:
            return None if value is None else read(value)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None

    return call


def _read_game(name: str) -> AnyGame:
    """The game with a name in any spelling that the `Game` tag allows, or the beginning of one."""
    key = game_key(name)
    begun = [game_id for game_id in game_ids() if key and game_key(game_id).startswith(key)]
    found = load_game(name) or (import_game(begun[0]) if len(begun) == 1 else None)
    if found is None:
        raise ValueError(unknown_game(name))
    return found


def _read_ply(text: str) -> str:
    read_plies(text)
    return text


def _read_encoding(name: str) -> str:
    if not is_text_encoding(name):
        raise ValueError(f"unknown text encoding {name!r}")
    return name


def game_option(help: str = "Game of records without a Game tag.") -> Callable[[F], F]:
    """`--game`: the command receives `game`."""
    complete = complete_game
    return click.option("--game", callback=reads(_read_game), metavar="GAME", shell_complete=complete, help=help)


def format_option(
    *kinds: str, help: str = "Output format: text, or JSON with one object per line."
) -> Callable[[F], F]:
    """`--format`, of which the first kind is the default: the command receives `form`."""
    return click.option("--format", "form", type=click.Choice(kinds), default=kinds[0], help=help)


def output_option(metavar: str, help: str, *, required: bool = False) -> Callable[[F], F]:
    """`-o`: the command receives `output`."""
    complete = complete_file
    return click.option("-o", "--output", metavar=metavar, required=required, help=help, shell_complete=complete)


def record_option(*, default: int | None) -> Callable[[F], F]:
    """`--record N`; the command receives `number`. With no default, all records are used without it."""
    text = f"Use {'only ' if default is None else ''}record N of each file; -1 is the last."
    return click.option("--record", "number", type=int, default=default, metavar="N", help=text)


def file_argument(name: str, metavar: str, **settings: Any) -> Callable[[F], F]:
    """An argument that names a file, or several."""
    return click.argument(name, metavar=metavar, shell_complete=complete_file, **settings)


def ply_option(text: str, *, default: str | None = None) -> Callable[[F], F]:
    """`--ply P`, as `choose_plies` reads it; whether a record has those plies is another question."""
    return click.option("--ply", default=default, callback=reads(_read_ply), metavar="P", help=text)


game_argument = click.argument("game", callback=reads(_read_game), shell_complete=complete_game)
encoding_option = click.option(
    "--encoding", default="utf-8", metavar="NAME", callback=reads(_read_encoding), help="Encoding of the files."
)
force_option = click.option("--force", is_flag=True, help="Overwrite existing files.")
flip_option = click.option("--flip", is_flag=True, help="Draw the board from the other side.")
dice_option = click.option("--dice", metavar="DICE", help='Dice of the turn, such as "DIG 5/2" in Braces.')


def parse_dice(game: AnyGame, dice: str | None) -> ParsedAction | None:
    """The action that `--dice` gives for the start of a turn, None in a game without dice. Raises
    `click.UsageError`"""
    try:
        return read_dice(game, dice)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--dice") from None


def _read_tags(items: tuple[str, ...]) -> Tags:
    pairs = {}
    for item in items:
        name, equals, value = item.partition("=")
        if not equals or not name.strip():
            raise ValueError(f"{item!r} is not NAME=VALUE")
        pairs[name.strip()] = value
    return Tags(pairs)


def _start_tags(variant: str | None, setup: str | None, extra: Tags) -> Tags:
    tags = extra.having("Variant", variant) if variant else extra
    return tags if setup is None else tags.having("Setup", setup)


start_options = grouped(
    "start",
    _start_tags,
    click.option(
        "--variant", metavar="NAMES", help="Optional rules, separated by commas.", shell_complete=complete_variants
    ),
    click.option("--setup", metavar="POSITION", help="Position string to start from."),
    click.option(
        "--tag",
        "extra",
        multiple=True,
        callback=reads(_read_tags),
        metavar="NAME=VALUE",
        help="Another tag, such as Seats=3.",
    ),
)
"""`--variant`, `--setup` and `--tag`: the command receives `start`, the tags of a record that starts like this."""


def usage_error(diagnostic: Illegal | Diagnostic) -> click.UsageError:
    """The usage error for an option whose value the game does not allow."""
    return click.UsageError(f"{diagnostic.message} ({diagnostic.hint})" if diagnostic.hint else diagnostic.message)


# Pictures

PLY_HELP = "start, end, all, 3, 3-7, -1, or a list with commas; 4v1 is ply 4 of variation 1"


def _read_parts(text: str) -> frozenset[Part]:
    return read_parts(name.strip().lower() for name in text.split(","))


def _chosen_parts(parts: frozenset[Part] | None, board_only: bool) -> frozenset[Part] | None:
    if board_only and parts is not None:
        raise click.UsageError("--board-only is --parts board; give one of the two")
    return frozenset({Part.BOARD}) if board_only else parts


parts_options = grouped(
    "parts",
    _chosen_parts,
    click.option(
        "--parts",
        callback=reads(_read_parts),
        metavar="PARTS",
        help=f"Parts to draw: {','.join(Part)} (default: all).",
    ),
    click.option("--board-only", is_flag=True, help="Draw only the board: --parts board."),
)
"""`--parts` and `--board-only`: the command receives `parts`, None if neither is given."""

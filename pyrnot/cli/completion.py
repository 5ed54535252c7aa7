"""What the Tab key offers in a shell: games, optional rules, codes, ids of rules, plies.

click asks a parameter for it; a value comes with its meaning where there is room. Imports lark nowhere, since
a user is waiting.
"""

from __future__ import annotations

from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem

from pyrnot.core.game import AnyGame
from pyrnot.core.rulebook import common_explanations
from pyrnot.games import all_games, game_ids, load_game
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
    return _matching(((before + comma + name, text) for name, text in variants.items()), before + comma + last.strip())


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
    """The first argument as it was written, "" if there is none. If the value that is being typed is that of an option,
    click gives up before it gives arguments to parameters."""
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

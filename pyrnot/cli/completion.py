"""What the Tab key offers in a shell for options and arguments.

Imports no lark, since a user is waiting. Every command imports this module, so what only the Tab key needs is
imported when it is pressed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from pyrnot.core.game import AnyGame
from pyrnot.games import all_games, game_ids, load_game
from pyrnot.render.text.lines import Charset, short

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

NOTATION = "notation"
"""The word that asks `rules` for the notation alone."""
_MEANING = 60
"""The longest explanation of a value, in columns."""


def complete_game(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[CompletionItem]:
    """The ids of the games."""
    return _matching(((game_id, "") for game_id in game_ids()), begun)


def complete_variants(ctx: click.Context, _param: click.Parameter, begun: str) -> list[CompletionItem]:
    """The optional rules of the game named before, or of all; after a comma those not yet listed."""
    before, comma, last = begun.rpartition(",")
    listed = {name.strip() for name in before.split(",")}
    meanings = {}
    for game in _games(ctx):
        for name, meaning in game.info.variants.items():
            if name not in listed:
                meanings[before + comma + name] = meaning
    return _matching(meanings.items(), before + comma + last.strip())


def complete_code(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """The codes of diagnostics, and the ids of rules."""
    from pyrnot.core.rulebook import common_explanations

    known = [*common_explanations()]
    for game in _games(ctx):
        known += game.explanations()
    codes = _matching(((explanation.code, explanation.story) for explanation in known), begun.lower())
    return codes + complete_rule(ctx, param, begun)


def complete_rule(ctx: click.Context, _param: click.Parameter, begun: str) -> list[CompletionItem]:
    """The ids of the rules of the game named before, or of all games."""
    return _matching(((rule.id, rule.text) for game in _games(ctx) for rule in game.rulebook().rules), begun.upper())


def complete_rule_or_notation(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """The ids of the rules of a game, and the word for its notation."""
    return complete_rule(ctx, param, begun) + _matching([(NOTATION, "the notation alone")], begun.lower())


def complete_file(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[CompletionItem]:
    """Leaves it to the shell to offer files. click cannot give back to it what is not UTF-8."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(begun if begun.isprintable() else "", type="file")]


def _games(ctx: click.Context) -> tuple[AnyGame, ...]:
    """The game named by an option or an argument; if there is none, all games."""
    game = ctx.params.get("game") or load_game(_first_argument(ctx))
    return all_games() if game is None else (game,)


def _first_argument(ctx: click.Context) -> str:
    """The first argument as it was written, "" if there is none.

    If the value that is being typed is that of an option, click gives up before it gives arguments to parameters.
    """
    for param in ctx.command.params:
        value = ctx.params.get(param.name or "")
        if isinstance(param, click.Argument) and value:
            return str(value[0] if isinstance(value, tuple) else value)
    return ctx.args[0] if ctx.args else ""


def _matching(values: Iterable[tuple[str, str]], begun: str) -> list[CompletionItem]:
    """The values that begin like this, each with its meaning."""
    from click.shell_completion import CompletionItem

    return [
        CompletionItem(value, help=short(meaning, Charset.UNICODE, _MEANING) or None)
        for value, meaning in dict(values).items()
        if value.startswith(begun)
    ]

"""`pyrnot rules`: prints the rules of a game."""

from __future__ import annotations

import shutil

import click

from pyrnot.cli.completion import NOTATION, complete_rule_or_notation
from pyrnot.cli.options import game_argument
from pyrnot.cli.printing import say
from pyrnot.core.game import AnyGame
from pyrnot.core.rulebook import find_rules
from pyrnot.render.text.rules import notation_card, rules_page, rules_text


@click.command("rules")
@game_argument
@click.argument("rule", required=False, shell_complete=complete_rule_or_notation)
def rules_command(game: AnyGame, rule: str | None) -> None:
    """Runs `pyrnot rules`."""
    width = max(40, min(shutil.get_terminal_size().columns, 100))
    if rule is None:
        say("\n".join(rules_page(game, width)))
        return
    if rule.lower() == NOTATION:
        say("\n".join(notation_card(game, width)))
        return
    rules = find_rules(game.rulebook(), rule)
    if not rules:
        ids = [known.id for known in game.rulebook().rules]
        message = f"{game.info.title} has no rule {rule!r}; its rules are {ids[0]} to {ids[-1]}"
        raise click.UsageError(f"{message}; `pyrnot rules {game.info.id} notation` prints its notation")
    say(rules_text(rules, width))

"""`pyrnot rules`: prints a game's rulebook."""

from __future__ import annotations

import shutil

import click

from pyrnot.cli.options import GameName, offering
from pyrnot.cli.output import say
from pyrnot.core.game import AnyGame
from pyrnot.core.rulebook import find_rules
from pyrnot.render.text.rules import rules_page, rules_text


@click.command("rules")
@click.argument("game", type=GameName())
@click.argument("rule", required=False, shell_complete=offering("complete_rule"))
def rules_command(game: AnyGame, rule: str | None) -> None:
    """Print a game's rules, rulings and notation, or only one RULE.

    Each rule has an id, such as B7, which diagnostics refer to.
    """
    width = max(40, min(shutil.get_terminal_size().columns, 100))
    if rule is None:
        say("\n".join(rules_page(game, width)))
        return
    found = find_rules(game.rulebook(), rule)
    if not found:
        ids = [known.id for known in game.rulebook().rules]
        raise click.UsageError(f"{game.info.title} has no rule {rule!r}; its rules are {ids[0]} to {ids[-1]}")
    say(rules_text(found, width))

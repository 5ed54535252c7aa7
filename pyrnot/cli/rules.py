"""`pyrnot rules`: prints the rules of a game."""

from __future__ import annotations

import shutil

import click

from pyrnot.cli.completion import NOTATION, complete_game, complete_rule_or_notation
from pyrnot.cli.help import say_topic
from pyrnot.cli.options import read_game, reads
from pyrnot.cli.printing import say
from pyrnot.core.game import AnyGame
from pyrnot.core.rulebook import find_rules
from pyrnot.games import all_games
from pyrnot.render.text.rules import notation_card, rules_page, rules_text

_FAIR_DICE = "fair-dice"
"""The rules that all games share which have dice or draws."""
FAIR_DICE_RULE = "FD"
"""The id by which diagnostics name them."""


def _read_subject(word: str) -> AnyGame | None:
    """The game that a word names, None for the fair dice of all games. Raises ValueError, which tells the game of a
    rule."""
    if word.lower() == _FAIR_DICE or word.upper() == FAIR_DICE_RULE:
        return None
    try:
        return read_game(word)
    except ValueError:
        game = next((game for game in all_games() if find_rules(game.rulebook(), word)), None)
        if game is None:
            raise
        raise ValueError(f"write the game first: pyrnot rules {game.info.id} {word}") from None


@click.command("rules")
@click.argument("game", callback=reads(_read_subject), shell_complete=complete_game)
@click.argument("rule", required=False, shell_complete=complete_rule_or_notation)
def rules_command(game: AnyGame | None, rule: str | None) -> None:
    """Runs `pyrnot rules`."""
    is_fair_dice = rule is not None and rule.upper() == FAIR_DICE_RULE
    if game is None and rule is not None and not is_fair_dice:
        raise click.UsageError(f"leave out {rule!r}: the only rule of fair dice is {FAIR_DICE_RULE}")
    if game is None or is_fair_dice:
        say_topic(_FAIR_DICE)
        return
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

"""`pyrnot games`, `pyrnot rules` and `pyrnot explain`: the games, their rules, and what diagnostics mean."""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Sequence

import click

from pyrnot.cli.options import complete_code, complete_rule, game_argument, game_option
from pyrnot.cli.output import say
from pyrnot.core.diagnostics import nearest
from pyrnot.core.game import AnyGame
from pyrnot.core.rulebook import find_rules
from pyrnot.games import all_games, list_games
from pyrnot.library.rules import explanations
from pyrnot.render.text.rules import rules_page, rules_text

_WIDTH = 90
_RULE = re.compile(r"[A-Za-z]{1,3}[0-9]{1,2}")
_COMMON_RULE = re.compile(r"[Rr][0-9]")
"""The id of a rule that all games share."""


@click.command("games")
def games_command() -> None:
    """Runs `pyrnot games`."""
    width = max(len(info.id) for info in list_games())
    for info in list_games():
        most = len(info.seats)
        count = f"{info.min_seats}-{most}" if info.min_seats < most else f"{most}"
        say(f"{info.id:{width}}  {info.title} by {info.designer}; seats: {count} ({', '.join(info.seats)})")
        if info.variants:
            say(f"{'':{width}}  optional rules: {', '.join(info.variants)}")


@click.command("rules")
@game_argument
@click.argument("rule", required=False, shell_complete=complete_rule)
def rules_command(game: AnyGame, rule: str | None) -> None:
    """Runs `pyrnot rules`."""
    width = max(40, min(shutil.get_terminal_size().columns, 100))
    if rule is None:
        say("\n".join(rules_page(game, width)))
        return
    found = find_rules(game.rulebook(), rule)
    if not found:
        ids = [known.id for known in game.rulebook().rules]
        raise click.UsageError(f"{game.info.title} has no rule {rule!r}; its rules are {ids[0]} to {ids[-1]}")
    say(rules_text(found, width))


@click.command("explain")
@click.argument("code", metavar="[CODE]", required=False, shell_complete=complete_code)
@game_option("Show only this game's explanation.")
def explain_command(code: str | None, game: AnyGame | None) -> None:
    """Runs `pyrnot explain`."""
    games = [game] if game else all_games()
    is_common = code is not None and _COMMON_RULE.fullmatch(code) is not None
    known = explanations(games, with_common=game is None or is_common)
    codes = sorted({explanation.code for _, explanation in known})
    if code is None:
        say("\n".join(codes))
        return
    if _RULE.fullmatch(code):
        rule = code.upper()
        naming = [explanation.code for _, explanation in known if explanation.rule == rule]
        _explain_rule(rule, games, list(dict.fromkeys(naming)))
        return
    if code.lower() not in codes:
        guess = nearest(code, codes)
        raise click.UsageError(f"unknown code {code!r}" + (f"; did you mean {guess}?" if guess else ""))
    for title, explanation in known:
        if explanation.code == code.lower():
            _draw_heading(f"{explanation.code} ({explanation.rule}, {title})")
            say(textwrap.fill(explanation.story, _WIDTH, break_on_hyphens=False))
            for label, example in (("Wrong", explanation.wrong), ("Right", explanation.right)):
                if example:
                    say(f"\n{label}:\n" + textwrap.indent(example.strip("\n"), "    "))
            say("")


def _explain_rule(rule: str, games: Sequence[AnyGame], codes: Sequence[str]) -> None:
    """Prints a rule, the rulings that refer to it, and the `codes` of the diagnostics that name it."""
    found = {game.info.title: rules for game in games if (rules := find_rules(game.rulebook(), rule))}
    if not found and not codes:
        where = f"{games[0].info.title} has no rule" if len(games) == 1 else "no game has a rule"
        raise click.UsageError(f"{where} {rule}; `pyrnot rules GAME` lists them")
    for title, rules in found.items():
        _draw_heading(f"{rule} ({title})")
        say(f"{rules_text(rules, _WIDTH)}\n")
    if not found:
        _draw_heading(f"{rule} (every game)")
    if codes:
        say("Diagnostics that name it:\n\n    " + "\n    ".join(codes))
        say("\n`pyrnot explain CODE` explains each.")


def _draw_heading(text: str) -> None:
    say(f"{text}\n{'-' * len(text)}")

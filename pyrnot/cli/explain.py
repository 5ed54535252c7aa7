"""`pyrnot explain`: explains a diagnostic's code, or the rule that a diagnostic names."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence

import click

from pyrnot.cli.options import GameName, offering
from pyrnot.cli.output import say
from pyrnot.core.diagnostics import nearest
from pyrnot.core.game import AnyGame
from pyrnot.core.rulebook import Explanation, find_rules
from pyrnot.games import all_games
from pyrnot.render.text.rules import rules_text

_WIDTH = 90
_RULE = re.compile(r"[A-Za-z]{1,3}[0-9]{1,2}")
_COMMON_RULE = re.compile(r"[Rr][0-9]")
"""The id of a rule that all games share."""

Titled = tuple[str, Explanation]
"""The title of a game, or "every game", and an explanation."""


@click.command("explain")
@click.argument("code", metavar="[CODE]", required=False, shell_complete=offering("complete_code"))
@click.option("--game", type=GameName(), help="Show only this game's explanation.")
def explain_command(code: str | None, game: AnyGame | None) -> None:
    """Explain a diagnostic, with a wrong and a right record.

    CODE is the name in brackets, such as cost-not-met, or the id of a rule, such as B7. Without it, all codes are
    listed.
    """
    from pyrnot.library.rules import explanations

    games = [game] if game else all_games()
    is_common = code is not None and _COMMON_RULE.fullmatch(code) is not None
    known = explanations(games, with_common=game is None or is_common)
    if code is None:
        for name in _codes(known):
            say(name)
    elif _RULE.fullmatch(code):
        _explain_rule(code.upper(), games, known)
    else:
        _explain_code(code, known)


def _codes(known: Iterable[Titled]) -> list[str]:
    return sorted({explanation.code for _, explanation in known})


def _explain_code(code: str, known: Sequence[Titled]) -> None:
    found = [titled for titled in known if titled[1].code == code.lower()]
    if not found:
        guess = nearest(code, _codes(known))
        raise click.UsageError(f"unknown code {code!r}" + (f"; did you mean {guess}?" if guess else ""))
    for title, explanation in found:
        _draw_heading(f"{explanation.code} ({explanation.rule}, {title})")
        say(textwrap.fill(explanation.story, _WIDTH, break_on_hyphens=False))
        for label, example in (("Wrong", explanation.wrong), ("Right", explanation.right)):
            if example:
                say(f"\n{label}:\n" + textwrap.indent(example.strip("\n"), "    "))
        say("")


def _explain_rule(rule: str, games: Sequence[AnyGame], known: Sequence[Titled]) -> None:
    """Prints a rule, the rulings that refer to it, and the codes of the diagnostics that name it."""
    found = {game.info.title: find_rules(game.rulebook(), rule) for game in games}
    codes = dict.fromkeys(explanation.code for _, explanation in known if explanation.rule == rule)
    if not any(found.values()) and not codes:
        where = f"{games[0].info.title} has no rule" if len(games) == 1 else "no game has a rule"
        raise click.UsageError(f"{where} {rule}; `pyrnot rules GAME` lists them")
    for title, rules in found.items():
        if rules:
            _draw_heading(f"{rule} ({title})")
            say(f"{rules_text(rules, _WIDTH)}\n")
    if not any(found.values()):
        _draw_heading(f"{rule} (every game)")
    if codes:
        say("Diagnostics that name it:\n")
        for name in codes:
            say(f"    {name}")
        say("\n`pyrnot explain CODE` explains each.")


def _draw_heading(text: str) -> None:
    say(f"{text}\n{'-' * len(text)}")

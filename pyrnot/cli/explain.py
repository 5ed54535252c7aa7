"""`pyrnot explain`: explains a diagnostic, or a rule with the diagnostics that name it."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence

import click

from pyrnot.cli.completion import complete_code
from pyrnot.cli.options import game_option
from pyrnot.cli.printing import say
from pyrnot.cli.rules import FAIR_DICE_RULE
from pyrnot.core.diagnostics import nearest
from pyrnot.core.game import AnyGame
from pyrnot.core.patterns import lazy_pattern
from pyrnot.core.rulebook import Explanation, find_rules
from pyrnot.games import all_games
from pyrnot.library.rules import explanations
from pyrnot.render.text.rules import rules_text

_WIDTH = 90
_RULE = lazy_pattern(r"[A-Z]{1,3}[0-9]{1,2}|FD", re.IGNORECASE)
_COMMON_RULE = lazy_pattern(r"T?R[0-9]|FD", re.IGNORECASE)
"""The id of a rule that all games share: of records, threads and fair dice."""


@click.command("explain")
@click.argument("code", metavar="[CODE]", required=False, shell_complete=complete_code)
@game_option("Show only this game's explanation.")
def explain_command(code: str | None, game: AnyGame | None) -> None:
    """Runs `pyrnot explain`."""
    games = all_games() if game is None else [game]
    is_common = code is not None and _COMMON_RULE.fullmatch(code) is not None
    known = explanations(games, with_common=game is None or is_common)
    if code is None:
        say("\n".join(_codes(known)))
    elif _RULE.fullmatch(code):
        _explain_rule(code.upper(), games, known)
    else:
        _explain_code(code, known)


def _codes(known: Iterable[tuple[str, Explanation]]) -> list[str]:
    """The codes that are explained, each once, in order."""
    return sorted({explanation.code for _, explanation in known})


def _explain_code(code: str, known: Sequence[tuple[str, Explanation]]) -> None:
    """Prints what a code means in each game that has it. Raises `click.UsageError` if none has."""
    codes = _codes(known)
    if code.lower() not in codes:
        if code.lower() in _codes(explanations(all_games(), with_common=True)):
            raise click.UsageError(f"leave out --game: this game does not explain {code!r}")
        guess = nearest(code, codes)
        did_you_mean = f"; did you mean {guess}?" if guess else ""
        raise click.UsageError(f"unknown code {code!r}{did_you_mean}")
    for title, explanation in known:
        if explanation.code == code.lower():
            _say_explanation(title, explanation)


def _say_explanation(title: str, explanation: Explanation) -> None:
    """Prints what a diagnostic means in a game, with its examples."""
    _say_heading(f"{explanation.code} ({explanation.rule}, {title})")
    say(textwrap.fill(explanation.story, _WIDTH, break_on_hyphens=False))
    for label, example in (("Wrong", explanation.wrong), ("Right", explanation.right)):
        if example:
            indented = textwrap.indent(example.strip("\n"), "    ")
            say(f"\n{label}:\n{indented}")
    say("")


def _explain_rule(rule: str, games: Sequence[AnyGame], known: Iterable[tuple[str, Explanation]]) -> None:
    """Prints a rule, the rulings that refer to it, and the codes of the diagnostics that name it."""
    codes = list(dict.fromkeys(explanation.code for _, explanation in known if explanation.rule == rule))
    rules_by_title = {}
    for game in games:
        rules = find_rules(game.rulebook(), rule)
        if rules:
            rules_by_title[game.info.title] = rules
    if not rules_by_title and not codes:
        where = f"{games[0].info.title} has no rule" if len(games) == 1 else "no game has a rule"
        raise click.UsageError(f"{where} {rule}; `pyrnot rules GAME` lists them")
    for title, rules in rules_by_title.items():
        _say_heading(f"{rule} ({title})")
        say(f"{rules_text(rules, _WIDTH)}\n")
    if not rules_by_title:
        _say_heading(f"{rule} (every game)")
    if rule == FAIR_DICE_RULE:
        say("`pyrnot rules fair-dice` prints it.\n")
    if codes:
        say("Diagnostics that name it:\n\n    " + "\n    ".join(codes))
        say("\n`pyrnot explain CODE` explains each.")


def _say_heading(text: str) -> None:
    say(f"{text}\n{'-' * len(text)}")

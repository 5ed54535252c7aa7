"""`pyrnot explain`: explains a diagnostic's code."""

from __future__ import annotations

import textwrap

import click

from pyrnot.cli.options import GameName
from pyrnot.cli.output import say
from pyrnot.diagnostics import nearest
from pyrnot.game import AnyGame
from pyrnot.games import all_games
from pyrnot.rulebook import Explanation

_WIDTH = 90


@click.command("explain")
@click.argument("code", metavar="[CODE]", required=False)
@click.option("--game", type=GameName(), help="Show only this game's explanation.")
def explain_command(code: str | None, game: AnyGame | None) -> None:
    """Explain a diagnostic, with a wrong and a right record.

    CODE is the name in brackets, such as cost-not-met. Without it, all codes are listed.
    """
    from pyrnot.faults import EXPLANATIONS

    known: list[tuple[str, Explanation]] = []
    if game is None:
        known += [("every game", explanation) for explanation in EXPLANATIONS]
    for one in [game] if game else all_games():
        known += [(one.info.title, explanation) for explanation in one.explanations()]
    codes = sorted({explanation.code for _, explanation in known})
    if code is None:
        for name in codes:
            say(name)
        return
    found = [(title, explanation) for title, explanation in known if explanation.code == code.lower()]
    if not found:
        guess = nearest(code, codes)
        raise click.UsageError(f"unknown code {code!r}" + (f"; did you mean {guess}?" if guess else ""))
    for title, explanation in found:
        head = f"{explanation.code} ({explanation.rule}, {title})"
        say(f"{head}\n{'-' * len(head)}")
        say(textwrap.fill(explanation.story, _WIDTH, break_on_hyphens=False))
        for label, example in (("Wrong", explanation.wrong), ("Right", explanation.right)):
            if example:
                say(f"\n{label}:\n" + textwrap.indent(example.strip("\n"), "    "))
        say("")

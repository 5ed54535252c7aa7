"""`pyrnot explain`."""

from __future__ import annotations

import textwrap

import click

from pyrnot.cli.options import GameName
from pyrnot.diagnostics import nearest
from pyrnot.game import AnyGame
from pyrnot.games import all_games
from pyrnot.rulebook import Explanation

_WIDTH = 90


@click.command("explain")
@click.argument("code", metavar="CODE", required=False)
@click.option("--game", type=GameName(), help="Only as this game means it.")
def explain_command(code: str | None, game: AnyGame | None) -> None:
    """Tell the long story of a diagnostic's code, with a wrong and a right record. Without CODE: list all codes."""
    from pyrnot.faults import EXPLANATIONS

    stories: list[tuple[str, Explanation]] = []
    if game is None:
        stories += [("every game", explanation) for explanation in EXPLANATIONS]
    for one in [game] if game else all_games():
        stories += [(one.info.title, explanation) for explanation in one.explanations()]
    if code is None:
        for name in sorted({explanation.code for _, explanation in stories}):
            click.echo(name)
        return
    found = [(title, explanation) for title, explanation in stories if explanation.code == code.lower()]
    if not found:
        guess = nearest(code, {explanation.code for _, explanation in stories})
        raise click.UsageError(f"no diagnostic has the code {code!r}" + (f"; did you mean {guess}?" if guess else ""))
    for title, explanation in found:
        head = f"{explanation.code} ({explanation.rule}, {title})"
        click.echo(f"{head}\n{'-' * len(head)}")
        click.echo(textwrap.fill(explanation.story, _WIDTH, break_on_hyphens=False))
        for label, example in (("Wrong", explanation.wrong), ("Right", explanation.right)):
            if example:
                click.echo(f"\n{label}:\n" + textwrap.indent(example.strip("\n"), "    "))
        click.echo()

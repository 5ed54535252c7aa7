"""`pyrnot games` and `pyrnot rules`."""

from __future__ import annotations

import shutil
import textwrap
from typing import TYPE_CHECKING

import click

from pyrnot.cli.options import GameName
from pyrnot.game import AnyGame
from pyrnot.games import all_games

if TYPE_CHECKING:
    from collections.abc import Iterator


@click.command("games")
def games_command() -> None:
    """List the games known."""
    games = all_games()
    width = max(len(game.info.id) for game in games)
    for game in games:
        info = game.info
        seats = str(len(info.seats)) if info.min_seats == len(info.seats) else f"{info.min_seats}-{len(info.seats)}"
        click.echo(f"{info.id:{width}}  {info.title} by {info.designer}; {seats} seats: {', '.join(info.seats)}")
        if info.variants:
            click.echo(f"{'':{width}}  optional rules: {', '.join(info.variants)}")


@click.command("rules")
@click.argument("game", type=GameName())
def rules_command(game: AnyGame) -> None:
    """Print a game's rules with their ids, rulings marked, and its notation."""
    width = max(40, min(shutil.get_terminal_size().columns, 100))
    click.echo("\n".join(rules_page(game, width)))


def rules_page(game: AnyGame, width: int) -> Iterator[str]:
    """The lines of a game's rules page."""
    info, book = game.info, game.rulebook()
    title = f"{info.title} by {info.designer}"
    yield from (title, "=" * len(title), "")
    yield from textwrap.wrap(book.summary, width)
    yield from ("", "Rules", "-----")
    indent = max(len(rule.id) for rule in book.rules) + 2
    for rule in book.rules:
        text = f"(ruling) {rule.text}" if rule.is_ruling else rule.text
        yield from _item(rule.id, text, indent, width)
    if info.variants:
        yield from ("", 'Optional rules, for the tag [Variant "..."]', "-" * 40)
        indent = max(map(len, info.variants)) + 2
        for name, text in info.variants.items():
            yield from _item(name, text, indent, width)
    if info.tags:
        yield from ("", "Tags of its own", "---------------")
        indent = max(map(len, info.tags)) + 2
        for name, text in info.tags.items():
            yield from _item(name, text, indent, width)
    yield from ("", "Notation", "--------")
    indent = min(max(len(form.example) for form in book.notation), 26) + 2
    for form in book.notation:
        yield from _item(form.example, form.meaning, indent, width)
    yield from ("", "Position string", "---------------")
    yield from textwrap.wrap(book.position, width)
    yield from ("", book.position_example)


def _item(label: str, text: str, indent: int, width: int) -> Iterator[str]:
    lines = textwrap.wrap(text, width - indent) or [""]
    if len(label) > indent - 2:
        yield label
    else:
        yield f"{label:{indent}}{lines.pop(0)}"
    yield from (" " * indent + line for line in lines)

"""`pyrnot games`: lists the supported games."""

from __future__ import annotations

from collections.abc import Iterable

import click

from pyrnot.cli.output import say, say_table
from pyrnot.cli.streams import has_tables
from pyrnot.core.game import GameInfo
from pyrnot.games import list_games


@click.command("games")
def games_command() -> None:
    """List the supported games, with their seats and optional rules."""
    games = list_games()
    if has_tables():
        _draw_table(games)
        return
    width = max(len(info.id) for info in games)
    for info in games:
        say(f"{info.id:{width}}  {info.title} by {info.designer}; {_seats(info)} seats: {', '.join(info.seats)}")
        if info.variants:
            say(f"{'':{width}}  optional rules: {', '.join(info.variants)}")


def _seats(info: GameInfo) -> str:
    return str(len(info.seats)) if info.min_seats == len(info.seats) else f"{info.min_seats}-{len(info.seats)}"


def _draw_table(games: Iterable[GameInfo]) -> None:
    """Prints the games for a terminal."""
    from pyrnot.render.text.tables import Column

    columns = [
        Column("Game", is_bold=True),
        Column("Title"),
        Column("Designer"),
        Column("Seats"),
        Column("Optional rules"),
    ]
    rows = []
    for info in games:
        seats = f"{_seats(info)}: {', '.join(info.seats)}"
        rows.append([info.id, info.title, info.designer, seats, ", ".join(info.variants)])
    say_table(columns, rows)

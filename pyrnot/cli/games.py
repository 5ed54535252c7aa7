"""`pyrnot games`: lists the supported games."""

from __future__ import annotations

import click

from pyrnot.cli.output import say
from pyrnot.games import all_games


@click.command("games")
def games_command() -> None:
    """List the supported games, with their seats and optional rules."""
    games = all_games()
    width = max(len(game.info.id) for game in games)
    for game in games:
        info = game.info
        seats = str(len(info.seats)) if info.min_seats == len(info.seats) else f"{info.min_seats}-{len(info.seats)}"
        say(f"{info.id:{width}}  {info.title} by {info.designer}; {seats} seats: {', '.join(info.seats)}")
        if info.variants:
            say(f"{'':{width}}  optional rules: {', '.join(info.variants)}")

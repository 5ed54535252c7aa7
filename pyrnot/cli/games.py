"""`pyrnot games`: lists the supported games."""

from __future__ import annotations

import click

from pyrnot.cli.output import say
from pyrnot.games import list_games


@click.command("games")
def games_command() -> None:
    """List the supported games, with their seats and optional rules."""
    rows = []
    for info in list_games():
        count = f"{info.min_seats}-" * (info.min_seats < len(info.seats)) + str(len(info.seats))
        seats = f"{count} ({', '.join(info.seats)})"
        rows.append((info.id, info.title, info.designer, seats, ", ".join(info.variants)))
    width = max(len(row[0]) for row in rows)
    for game_id, title, designer, seats, variants in rows:
        say(f"{game_id:{width}}  {title} by {designer}; seats: {seats}")
        if variants:
            say(f"{'':{width}}  optional rules: {variants}")

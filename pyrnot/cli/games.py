"""`pyrnot games`: lists the games."""

from __future__ import annotations

import click

from pyrnot.cli.printing import say
from pyrnot.core.game import GameInfo
from pyrnot.games import list_games


@click.command("games")
def games_command() -> None:
    """Runs `pyrnot games`."""
    width = max(len(info.id) for info in list_games())
    for info in list_games():
        seats = f"{_seat_count(info)} ({', '.join(info.seats)})"
        say(f"{info.id:{width}}  {info.title} by {info.designer}; seats: {seats}")
        if info.variants:
            say(f"{'':{width}}  optional rules: {', '.join(info.variants)}")


def _seat_count(info: GameInfo) -> str:
    """How many may play: `2`, or `2-5`."""
    most = len(info.seats)
    return str(most) if info.min_seats == most else f"{info.min_seats}-{most}"

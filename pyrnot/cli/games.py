"""`pyrnot games`: lists the games."""

from __future__ import annotations

import sys

import click

from pyrnot.cli.printing import say, width_of
from pyrnot.core.game import GameInfo
from pyrnot.games import list_games
from pyrnot.render.text.lines import hang


@click.command("games")
def games_command() -> None:
    """Runs `pyrnot games`."""
    margin = max(len(info.id) for info in list_games()) + 2
    for info in list_games():
        seats = f"{_seat_count(info)} ({', '.join(info.seats)})"
        _say_line(info.id, f"{info.title} by {info.designer}; seats: {seats}", margin)
        if info.variants:
            _say_line("", f"optional rules: {', '.join(info.variants)}", margin)


def _say_line(label: str, text: str, margin: int) -> None:
    """Prints a text beside a label that has `margin` columns."""
    say(f"{label:{margin}}{hang(text, width_of(sys.stdout), first=margin, indent=margin)}")


def _seat_count(info: GameInfo) -> str:
    """How many may play: `2`, or `2-5`."""
    most = len(info.seats)
    return str(most) if info.min_seats == most else f"{info.min_seats}-{most}"

"""`pyrnot random`: generates a legal record."""

from __future__ import annotations

import random

import click

from pyrnot.cli.options import GameName, Start, start_options, usage_error
from pyrnot.cli.output import write_record_text
from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import AnyGame
from pyrnot.play.random import random_record


@click.command("random")
@click.argument("game", type=GameName())
@click.option("--seed", type=int, default=0, metavar="N", help="Seed; the same seed gives the same record.")
@click.option("--plies", type=click.IntRange(min=0), default=40, metavar="N", help="Maximum number of turns.")
@start_options
def random_command(game: AnyGame, seed: int, plies: int, start: Start) -> None:
    """Generate a random legal record."""
    try:
        text = random_record(game, start.tags(), random.Random(seed), plies)
    except Illegal as fault:
        raise usage_error(fault) from None
    write_record_text(text)

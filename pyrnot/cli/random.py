"""`pyrnot random`: plays at random, and prints the record."""

from __future__ import annotations

import random

import click

from pyrnot.cli.options import game_argument
from pyrnot.cli.printing import write_record_text
from pyrnot.cli.start_options import start_options, usage_error
from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import AnyGame
from pyrnot.core.tags import Tags
from pyrnot.play.random import random_record


@click.command("random")
@game_argument
@click.option("--seed", type=int, default=0, metavar="N", help="Seed; the same seed gives the same record.")
@click.option("--plies", type=click.IntRange(min=0), default=40, metavar="N", help="Maximum number of turns.")
@start_options
def random_command(game: AnyGame, seed: int, plies: int, start: Tags) -> None:
    """Runs `pyrnot random`."""
    try:
        text = random_record(game, start, random.Random(seed), plies)
    except Illegal as illegal:
        raise usage_error(illegal) from None
    write_record_text(text)

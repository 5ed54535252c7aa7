"""`pyrnot random`: plays at random, and writes the record."""

from __future__ import annotations

import random

import click

from pyrnot.cli.options import force_option, game_argument, output_option
from pyrnot.cli.start_options import start_options, usage_error
from pyrnot.cli.target import Target
from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import AnyGame
from pyrnot.core.tags import Tags
from pyrnot.play.random import faults_of_new, random_record
from pyrnot.play.replay import replay
from pyrnot.record.files import SUFFIX
from pyrnot.record.read import read_strictly
from pyrnot.record.source import SourceText


@click.command("random")
@game_argument
@click.option("--seed", type=int, default=0, metavar="N", help="Seed; the same seed gives the same record.")
@click.option("--plies", type=click.IntRange(min=0), default=40, metavar="N", help="Maximum number of turns.")
@output_option("FILE", "File to write (default: print the record).")
@force_option
@start_options
def random_command(game: AnyGame, seed: int, plies: int, output: str | None, force: bool, start: Tags) -> None:
    """Runs `pyrnot random`."""
    target = Target(output, SUFFIX[1:], force=force)
    try:
        text = random_record(game, start, random.Random(seed), plies)
    except Illegal as illegal:
        raise usage_error(illegal) from None
    for fault in faults_of_new(replay(read_strictly(SourceText(text)))):
        raise usage_error(fault)
    target.write(target.name(game.info.id), text)

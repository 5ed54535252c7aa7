"""`pyrnot random` and `pyrnot perft`: play a game from its start, at random or in all ways."""

from __future__ import annotations

import random

import click

from pyrnot.cli.options import Start, dice_option, game_argument, parse_dice, start_options, usage_error
from pyrnot.cli.output import say, write_record_text
from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import AnyGame, FirstChance
from pyrnot.play.random import random_record
from pyrnot.play.turns import TooManyPositions, perft


@click.command("random")
@game_argument
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


@click.command("perft")
@game_argument
@click.option("--depth", type=click.IntRange(min=0), required=True, metavar="N", help="Number of turns.")
@start_options
@dice_option
@click.option(
    "--max-positions",
    "most",
    type=click.IntRange(min=1),
    default=4_000_000,
    metavar="N",
    help="Give up on a turn with more positions than this; a million take 0.7 to 1.3 GB.",
)
def perft_command(game: AnyGame, depth: int, start: Start, dice: str | None, most: int) -> None:
    """Count the positions reachable in N turns.

    What counts as one position is part of each game's rules.
    """
    if game.info.perft_needs_setup and start.setup is None:
        raise click.UsageError(f"{game.info.title} needs --setup")
    tags = start.tags()
    try:
        position = game.start(tags if start.setup is not None else game.set_up_tags(FirstChance(), tags))
        say(perft(game, position, depth, parse_dice(game, dice), most=most))
    except Illegal as fault:
        raise usage_error(fault) from None
    except TooManyPositions:
        message = f"a turn has more than {most:,} positions: to count them all, give --max-positions a higher number"
        raise click.UsageError(message) from None

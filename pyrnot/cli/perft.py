"""`pyrnot perft`: counts the sequences of legal turns from a position."""

from __future__ import annotations

import click

from pyrnot.cli.options import game_argument
from pyrnot.cli.printing import say
from pyrnot.cli.start_options import dice_option, parse_dice, start_options, usage_error
from pyrnot.core.budget import OutOfBudget
from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import AnyGame, FirstChance
from pyrnot.core.limits import PERFT_PLAYS
from pyrnot.core.tags import Tags
from pyrnot.play.turns import perft


@click.command("perft")
@game_argument
@click.option("--depth", type=click.IntRange(min=0), required=True, metavar="N", help="Number of turns.")
@start_options
@dice_option
def perft_command(game: AnyGame, depth: int, start: Tags, dice: str | None) -> None:
    """Runs `pyrnot perft`."""
    if game.info.perft_needs_setup and "Setup" not in start:
        raise click.UsageError(f"{game.info.title} needs --setup")
    try:
        tags = start if "Setup" in start else game.set_up_tags(FirstChance(), start)
        position = game.start(tags)
        say(perft(game, position, depth, parse_dice(game, dice), most=PERFT_PLAYS))
    except Illegal as illegal:
        raise usage_error(illegal) from None
    except OutOfBudget as error:
        raise click.UsageError(str(error)) from None

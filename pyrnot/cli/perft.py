"""`pyrnot perft`: counts the positions reachable in a number of turns."""

from __future__ import annotations

import click

from pyrnot.cli.options import GameName, Start, dice_option, parse_dice, start_options, usage_error
from pyrnot.diagnostics import Illegal
from pyrnot.game import AnyGame, FirstChance


@click.command("perft")
@click.argument("game", type=GameName())
@click.option("--depth", type=click.IntRange(min=0), required=True, metavar="N", help="Number of turns.")
@start_options
@dice_option
@click.option("--divide", is_flag=True, help="Also print the count after each first turn.")
def perft_command(game: AnyGame, depth: int, start: Start, dice: str | None, divide: bool) -> None:
    """Count the positions reachable in N turns.

    What counts as one position is part of each game's rules. The total is printed last.
    """
    from pyrnot.play.turns import join_turn, legal_turns, perft

    if game.info.perft_needs_setup and start.setup is None:
        raise click.UsageError(f"{game.info.title} needs --setup")
    tags = start.tags()
    try:
        position = game.start(tags if start.setup is not None else game.set_up_tags(FirstChance(), tags))
        opening = parse_dice(game, dice)
        if divide and depth:
            for turn in legal_turns(game, position, opening):
                joined = join_turn(game, position, turn)
                text = game.write_turn(joined.taken, joined.ended)
                click.echo(f"{text}: {perft(game, turn.position, depth - 1, opening)}")
        click.echo(perft(game, position, depth, opening))
    except Illegal as fault:
        raise usage_error(fault) from None

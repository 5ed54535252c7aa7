"""`pyrnot roll`: the dice of the next turn, which no player can choose; with `--join`, a chain for a player."""

from __future__ import annotations

import click

from pyrnot.cli.editing import edit_record
from pyrnot.cli.fair_dice import dealer_for, join
from pyrnot.cli.inputs import Input
from pyrnot.cli.options import encoding_option, file_argument, game_option, record_option
from pyrnot.cli.printing import note, say
from pyrnot.cli.reports import report
from pyrnot.core.game import AnyGame
from pyrnot.play.extend import Refused
from pyrnot.play.fair_dealer import Dealer
from pyrnot.play.fair_dice import Shown
from pyrnot.play.replay import Replay

_WHY = "It follows from a link of each player for this turn. All were fixed before: no player could choose it."


@click.command("roll")
@file_argument("file", "FILE")
@click.option("--join", "join_as", metavar="SEAT", help="Draw a chain for this seat, and print what to send.")
@record_option(default=-1)
@game_option()
@encoding_option
def roll_command(file: str, join_as: str | None, number: int, game: AnyGame | None, encoding: str) -> None:
    """Runs `pyrnot roll`."""
    inputs = Input((file,), game, encoding)
    if join_as is not None:
        _join(inputs, file, number, join_as)
        return
    for replayed in inputs.replays(number):
        dealer = dealer_for(file)
        try:
            say(f"{next_roll(replayed, dealer)}\n{_WHY}")
        except Refused as refused:
            report(f"{file}: {refused}")


def next_roll(replayed: Replay, dealer: Dealer) -> str:
    """What the next turn of a game with fair dice rolls, in a line. Raises `Refused` where that is not known."""
    rolls = dealer.roll(replayed)
    return f"turn {replayed.length + 1}, {replayed.position.to_move}: {' or '.join(rolls)}"


def _join(inputs: Input, file: str, number: int, seat: str) -> None:
    """Draws a chain for a seat that has none, or whose secret is lost, and prints the lines to send."""
    sent: list[Shown] = []

    def change(old: Replay) -> str:
        text, shown = join(old, file, seat)
        sent.extend(shown)
        return text

    edit_record(inputs, number, change, "no chain drawn")
    note("Send this:")
    for each in sent:
        say(each.line)

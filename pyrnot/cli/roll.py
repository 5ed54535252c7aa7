"""`pyrnot roll`: the dice of the next turn, which no player can choose; with `--join`, a chain for a player."""

from __future__ import annotations

import click

from pyrnot.cli.editing import edit_record
from pyrnot.cli.fair_dice import Dealer, draw_secret, read_secrets, secret_file
from pyrnot.cli.inputs import Input
from pyrnot.cli.options import encoding_option, file_argument, game_option, record_option
from pyrnot.cli.printing import note, say
from pyrnot.cli.reports import report
from pyrnot.core.game import AnyGame
from pyrnot.core.tags import find_seat
from pyrnot.play.extend import Refused
from pyrnot.play.fair_dice import FairDice, MissingLink
from pyrnot.play.fair_links import Shown
from pyrnot.play.replay import Replay

_SEE = "`pyrnot rules fair-dice` explains it."


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
        try:
            say(next_roll(replayed, file))
        except Refused as refused:
            report(f"{file}: {refused}")
            continue
        say("It follows from a link of each player for this turn. All were fixed before: no player could choose it.")


def next_roll(replayed: Replay, file: str) -> str:
    """What the next turn of a game with fair dice rolls, in a line. Raises `Refused` where that is not known."""
    record = replayed.record
    dice = Dealer(read_secrets(file)).dice(record) if record.game is not None else None
    if dice is None or record.game is None:
        raise Refused("no fair dice; begin a game with `pyrnot new GAME --fair-dice`")
    if replayed.start is None or replayed.outcome is not None:
        raise Refused("there is no next turn to roll for; run `pyrnot check` to see why")
    turn = replayed.length + 1
    mover = replayed.position.to_move
    try:
        rolls = dice.rolls_for(record.game, replayed.position, turn)
    except MissingLink as missing:
        raise Refused(f"turn {turn} cannot be rolled: {missing}; {_how_to_get(missing, file, mover)}") from None
    if not rolls:
        raise Refused(f"{record.game.info.title} has no dice")
    return f"turn {turn}, {mover}: {' or '.join(rolls)}"


def _how_to_get(missing: MissingLink, file: str, mover: str) -> str:
    if missing.seat == mover:
        return f"it follows from {missing.seat}'s secret, which is not in {secret_file(file)}"
    return f"it comes with {missing.seat}'s mail"


def _join(inputs: Input, file: str, number: int, word: str) -> None:
    """Draws a chain for a seat that has none, or whose secret is lost, and prints the lines to send."""
    sent: list[str] = []

    def change(old: Replay) -> str:
        game = old.record.game
        seat = find_seat(game.info.seats, word) if game is not None else None
        if game is None or seat is None:
            raise Refused(f"{word!r} is not a seat" + (f" ({', '.join(game.info.seats)})" if game else ""))
        dealer = Dealer(read_secrets(file))
        known = dealer.dice(old.record)
        turn = _first_turn(known, old, seat)
        anchor = Shown(seat, turn, draw_secret(file), is_anchor=True)
        joined = Dealer(read_secrets(file)).receive(old, [anchor])
        new, due = Dealer(read_secrets(file)).show_due(joined)
        sent.extend(shown.line for shown in (anchor, *due) if shown.seat == seat)
        return new.record.source.original

    edit_record(inputs, number, change, "no chain drawn")
    note(f"The secret of the chain is in {secret_file(file)}: keep it, and show it to no one. Send this:")
    for line in sent:
        say(line)


def _first_turn(dice: FairDice | None, old: Replay, seat: str) -> int:
    """The turn from which a new chain of a seat serves. Raises `Refused` where its chain is in order."""
    mine = [chain for chain in dice.chains if chain.seat == seat] if dice is not None else []
    if not mine or dice is None:
        return old.length + 1
    newest = max(chain.first for chain in dice.chains)
    if newest > mine[-1].first:
        return newest  # another player has a new chain
    if mine[-1].link_for(old.length + len(old.position.seats)) is not None:
        raise Refused(f"{seat} has a chain, whose secret is in the file; {_SEE}")
    return old.length + 1

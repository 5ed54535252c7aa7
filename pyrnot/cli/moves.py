"""`pyrnot moves`: lists the legal turns in a position."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterable
from contextlib import closing
from itertools import islice
from typing import Any

import click

from pyrnot.cli.options import PLIES, Input, dice_option, input_options, parse_dice, record_option
from pyrnot.cli.output import note, say, say_table
from pyrnot.cli.reporting import Reporter
from pyrnot.cli.streams import has_tables
from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import AnyGame, Written

SHOWN_ON_TERMINAL = 200
"""The turns listed on a terminal unless `--limit` says otherwise."""

Found = tuple[str, str]
"""The canonical text of a turn, and what happens in it."""


@click.command("moves")
@input_options
@record_option(default=1)
@click.option("--ply", type=PLIES, default="end", metavar="P", help="List the turns after ply P: start, end, 3, -1.")
@dice_option
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    metavar="N",
    help=f"List at most N turns, 0 for all (default: {SHOWN_ON_TERMINAL} on a terminal, else all).",
)
@click.option("--wins", is_flag=True, help="List only turns that win the game for the seat to move.")
@click.pass_context
def moves_command(
    ctx: click.Context, given: Input, number: int, ply: str, dice: str | None, limit: int | None, wins: bool
) -> None:
    """List the legal turns at a ply, one per line.

    Where several turns lead to the same position, only one of them is listed.
    """
    is_cut = limit is None and sys.stdout.isatty()
    most = SHOWN_ON_TERMINAL if is_cut else limit or None
    from pyrnot.play.plies import NoSuchPly, choose_plies, position_at
    from pyrnot.play.replay import replay

    reporter = Reporter()
    for record in reporter.readable(given.records(number)):
        replayed = replay(record)
        game = record.game
        if replayed.start is not None and game is not None:
            opening = parse_dice(game, dice)
            try:
                for chosen in choose_plies(ply, replayed):
                    position = position_at(replayed, chosen)
                    with closing(_turns(game, position, opening, wins=wins)) as turns:
                        listed = _print(islice(turns, most))
                    if is_cut and listed == most:
                        note(f"stopped after {most} turns; use --limit 0 for all")
            except (NoSuchPly, Illegal) as fault:
                reporter.record(record, fault)
        reporter.diagnostics(replayed)
    ctx.exit(reporter.exit_code)


def _turns(game: AnyGame, position: Any, opening: Written | None, *, wins: bool) -> Generator[Found]:
    """The legal turns, as they are found."""
    from pyrnot.play.turns import is_win, join_turn, legal_turns

    turns = legal_turns(game, position, opening)
    for turn in turns:
        if not wins or is_win(game, position.to_move, turn):
            joined = join_turn(game, position, turn)
            events = [event for taken in joined.taken for event in taken.played.events] + [*joined.ended.events]
            yield game.write_turn(joined.taken, joined.ended), "; ".join(event.text for event in events)


def _print(turns: Iterable[Found]) -> int:
    """Prints turns, in a pipe one a line as they are found; returns how many."""
    if not has_tables():
        listed = 0
        for listed, (text, _) in enumerate(turns, start=1):  # noqa: B007 (it is returned)
            say(text)
        return listed
    from pyrnot.render.text.tables import Column

    columns = [Column("#", is_number=True), Column("Turn", is_bold=True), Column("What happens", is_cut=True)]
    rows = [(str(number), *found) for number, found in enumerate(turns, start=1)]
    if rows:
        say_table(columns, rows)
    return len(rows)

"""`pyrnot moves`: lists the legal turns in a position."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Generator, Iterable
from contextlib import closing
from itertools import islice
from time import monotonic
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
_PATIENCE = 0.5
"""Seconds for which found turns wait to be drawn together."""

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

    Turns are printed as they are found. Where several lead to the same position, only one of them is listed.
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
                        listed = (_draw_tables if has_tables() else _draw_lines)(islice(turns, most))
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


def _draw_lines(turns: Iterable[Found]) -> int:
    """Prints a turn a line; returns how many."""
    listed = 0
    for text, _ in turns:
        say(text)
        listed += 1
    return listed


def _draw_tables(turns: Iterable[Found]) -> int:
    """Prints turns for a terminal, again and again those found in the last half second; returns how many."""
    rows: list[tuple[str, str, str]] = []
    begun = monotonic()
    number = width = 0
    for number, (text, events) in enumerate(turns, start=1):
        rows.append((str(number), text, events))
        if monotonic() - begun > _PATIENCE:
            width = _draw_table(rows, width)
            rows, begun = [], monotonic()
    if rows:
        _draw_table(rows, width)
    return number


def _draw_table(rows: list[tuple[str, str, str]], width: int) -> int:
    """Prints rows; returns the width of the turns, which the next table may widen but not narrow (0: none yet)."""
    from pyrnot.render.text.tables import Column

    room = max(24, shutil.get_terminal_size().columns - 13)
    is_first = not width
    width = min(max(width, room // 3, *(len(text) for _, text, _ in rows)), room * 2 // 3)
    columns = [
        Column("#", is_number=True, width=6),
        Column("Turn", width=width, style="bold"),
        Column("What happens", width=room - width, is_cut=True),
    ]
    say_table(columns, rows, has_header=is_first)
    return width

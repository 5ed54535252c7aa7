"""`pyrnot moves`: lists the legal turns in positions of records, and what may follow a beginning of one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

import click

from pyrnot.cli.fair_dice import dealer_for
from pyrnot.cli.input_options import input_options
from pyrnot.cli.inputs import Input
from pyrnot.cli.options import format_option, record_option
from pyrnot.cli.ply_options import chosen_plies, ply_option
from pyrnot.cli.printing import note, say
from pyrnot.cli.reports import report_diagnostics, report_record
from pyrnot.cli.start_options import dice_option, parse_dice
from pyrnot.core.budget import Budget, OutOfBudget
from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import AnyGame
from pyrnot.core.limits import LISTED_PLAYS, LISTED_TURNS
from pyrnot.play.continuations import PLAYS_OF_A_COUNT, Ahead, TurnStep, count_ways, look_ahead
from pyrnot.play.fair_dealer import Dealer
from pyrnot.play.line_tree import Node, build_tree
from pyrnot.play.missed_wins import winning_turns
from pyrnot.play.replay import Replay
from pyrnot.play.turns import TurnPlayed, join_turn, legal_turns
from pyrnot.record.grammars import NotNotation
from pyrnot.record.opening import STANDARD_INPUT
from pyrnot.render.data import dump_json, moves_data

SHOWN_ON_TERMINAL = 200
"""The turns listed on a terminal unless `--limit` says otherwise."""
_COUNTED = 1_000
"""The turns counted that begin in one way."""
_PLAYS_OF_COUNTS = 50_000
"""The plays to count them for all ways together: half a second."""


@click.command("moves")
@input_options
@record_option(default=1)
@ply_option("List the turns after ply P: start, end, 3, -1.", default="end")
@dice_option
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    metavar="N",
    help=f"List at most N turns, 0 for all (default: {SHOWN_ON_TERMINAL} on a terminal; "
    f"if there are more than {LISTED_TURNS:,}, their first actions).",
)
@click.option("--wins", is_flag=True, help="List only turns that win the game for the seat to move.")
@format_option("text", "json")
def moves_command(
    inputs: Input, number: int, ply: str, dice: str | None, limit: int | None, wins: bool, form: str
) -> None:
    """Runs `pyrnot moves`."""
    beginning = _take_beginning(inputs)
    if beginning is not None and (wins or limit is not None):
        raise click.UsageError("a BEGINNING is followed by all that may continue it; leave out --limit and --wins")
    for replayed in inputs.replays(number):
        dealer = dealer_for(replayed.record.source.file)
        for node in build_tree(replayed).chosen(chosen_plies(ply, replayed)):
            known = dice or dealer.dice_after(replayed, node)
            begun = None if beginning is None else _with_dice(replayed, node, dealer, dice, beginning)
            try:
                if form == "json":
                    say(dump_json(_data(replayed, node, known, limit, begun, wins=wins)))
                elif begun is not None:
                    _say_beginning(node, begun)
                else:
                    _say_moves(node, known, limit, wins=wins)
            except Illegal as illegal:
                report_record(replayed.record, illegal)
        report_diagnostics(replayed)


def _take_beginning(inputs: Input) -> str | None:
    """The last of several arguments if it is not a file: the beginning of a turn. It is then no longer a path."""
    *paths, last = inputs.paths
    if not paths or last == STANDARD_INPUT or os.path.lexists(last):
        return None
    inputs.paths = tuple(paths)
    return last


def _with_dice(replayed: Replay, node: Node, dealer: Dealer, dice: str | None, beginning: str) -> str:
    """The beginning of a turn after a node, with the dice that are given, or those of fair dice."""
    return f"{dice}; {beginning}" if dice else dealer.fill_after(replayed, node, beginning)


def _say_moves(node: Node, dice: str | None, limit: int | None, *, wins: bool) -> None:
    """Prints the legal turns after a node, or the first actions of very many. Raises `Illegal`."""
    is_cut = limit is None and sys.stdout.isatty()
    most = SHOWN_ON_TERMINAL if is_cut else limit or None
    if limit is None and not wins and _are_many(node, dice):
        assert node.game is not None
        _say_steps(node.game, node.position, look_ahead(node.game, node.position, dice or "", "action"))
        note(
            f"there are more than {LISTED_TURNS:,} turns: give the beginning of one after the file to see what may "
            "follow it; --limit 0 lists all turns"
        )
        return
    if _say_turns(node, dice, most, wins=wins) == most and is_cut:
        note(f"stopped after {most} turns; use --limit 0 for all")


def _are_many(node: Node, dice: str | None) -> bool:
    """Whether there are too many legal turns after a node to list them. Raises `Illegal`."""
    assert node.game is not None
    turns = legal_turns(node.game, node.position, parse_dice(node.game, dice), budget=Budget(LISTED_PLAYS))
    try:
        return next(islice(turns, LISTED_TURNS, None), None) is not None
    except OutOfBudget:
        return True


def _say_turns(node: Node, dice: str | None, most: int | None, *, wins: bool) -> int:
    """Prints the legal turns after a node as they are found, `most` of them; returns how many. Raises `Illegal`."""
    game = node.game
    assert game is not None
    count = 0
    list_turns = winning_turns if wins else legal_turns
    for turn in islice(list_turns(game, node.position, parse_dice(game, dice)), most):
        say(_write(game, node.position, turn))
        count += 1
    return count


def _write(game: AnyGame, before: Any, turn: TurnPlayed[Any, Any, Any]) -> str:
    """The canonical text of a turn."""
    joined = join_turn(game, before, turn)
    return game.write_turn(joined.actions, joined.ended)


def _say_beginning(node: Node, beginning: str) -> None:
    """Prints what may follow the beginning of a turn after a node, one step further. Raises `Illegal`."""
    assert node.game is not None
    ahead = _look_ahead(node, beginning)
    if ahead.turn is not None:
        say(_write(node.game, node.position, ahead.turn))
    _say_steps(node.game, node.position, ahead)


def _look_ahead(node: Node, beginning: str) -> Ahead:
    """What may follow the beginning of a turn after a node, one step further. Raises `Illegal`, and
    `click.UsageError` for what is the beginning of no legal turn."""
    game = node.game
    assert game is not None
    try:
        ahead = look_ahead(game, node.position, beginning)
    except NotNotation as error:
        raise click.UsageError(f"{beginning!r} is neither a file nor the beginning of a turn: {error}") from None
    if ahead.turn is None and not ahead.steps:
        raise click.UsageError(f"{beginning!r} is neither a file nor the beginning of a legal turn")
    return ahead


def _data(
    replayed: Replay, node: Node, dice: str | None, limit: int | None, beginning: str | None, *, wins: bool
) -> dict[str, Any]:
    """What is listed after a node, as JSON. Raises `Illegal`."""
    game = node.game
    assert game is not None
    before = node.position
    if beginning is not None:
        ahead = _look_ahead(node, beginning)
        whole = [_write(game, before, ahead.turn)] if ahead.turn is not None else []
        return moves_data(replayed, node, whole, _steps(game, before, ahead), is_complete=ahead.is_complete)
    if limit is None and not wins and _are_many(node, dice):
        ahead = look_ahead(game, before, dice or "", "action")
        return moves_data(replayed, node, None, _steps(game, before, ahead), is_complete=ahead.is_complete)
    list_turns = winning_turns if wins else legal_turns
    listed = list_turns(game, before, parse_dice(game, dice))
    found = [_write(game, before, turn) for turn in islice(listed, limit or None)]
    return moves_data(replayed, node, found, None, is_complete=next(listed, None) is None)


def _steps(game: AnyGame, before: Any, ahead: Ahead) -> Iterator[tuple[TurnStep, int, bool]]:
    """The steps that may follow a beginning, each with the number of turns that it leads to, and whether these are
    all."""
    plays = min(PLAYS_OF_A_COUNT, _PLAYS_OF_COUNTS // max(1, len(ahead.steps)))
    for step in ahead.steps:
        yield step, *count_ways(game, before, step.ways, _COUNTED, plays)


def _say_steps(game: AnyGame, before: Any, ahead: Ahead) -> None:
    """Prints the steps that may follow a beginning, with the number of turns that each leads to."""
    width = max([len(step.text) for step in ahead.steps], default=0)
    for step, count, is_all in _steps(game, before, ahead):
        number = f"{count:,}" if is_all else f"at least {count:,}"
        say(f"{step.text:<{width}}  {number} {'turn' if count == 1 and is_all else 'turns'}")
    if not ahead.is_complete:
        note("there is more that may follow; add to the beginning to see it")

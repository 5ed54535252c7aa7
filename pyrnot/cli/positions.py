"""`pyrnot show`, `replay`, `moves`, `why`, `random` and `perft`: positions, drawn, and the legal turns in them."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from itertools import chain, islice

import click

from pyrnot.cli.inputs import Input, collection_options, input_options, input_options_of, record_index
from pyrnot.cli.options import (
    PLY_HELP,
    dice_option,
    flip_option,
    format_option,
    game_argument,
    parse_dice,
    parts_options,
    ply_option,
    record_option,
    start_options,
    usage_error,
)
from pyrnot.cli.output import (
    chosen_plies,
    note,
    paint_for,
    readable,
    report,
    report_diagnostics,
    report_record,
    report_unreadable,
    say,
    say_board,
    say_styled,
    stopped,
    write_record_text,
)
from pyrnot.cli.streams import fail
from pyrnot.core.budget import OutOfBudget
from pyrnot.core.diagnostics import Illegal
from pyrnot.core.diagram import Diagram
from pyrnot.core.game import AnyGame, FirstChance
from pyrnot.core.tags import Tags
from pyrnot.foreign.reading import read_all
from pyrnot.play.line_tree import Node, build_tree
from pyrnot.play.plies import players, read_question
from pyrnot.play.random import random_record
from pyrnot.play.replay import Replay, replay
from pyrnot.play.turns import join_turn, legal_turns, perft
from pyrnot.record.model import Record
from pyrnot.record.opening import STANDARD_INPUT, Unreadable
from pyrnot.record.source import SourceText
from pyrnot.render.answer import answer
from pyrnot.render.data import dump_json, ply_data
from pyrnot.render.svg.parts import Part, chosen_blocks
from pyrnot.viewer.line_trees import Courses
from pyrnot.viewer.terminal import has_keyboard


@click.command("show")
@collection_options("[PATH...]", is_drawn=True)
@record_option(default=None)
@ply_option(f"Plies to draw: {PLY_HELP}.", default="end")
@format_option("unicode", "ascii", "position", "json", help="Output format: a diagram, a position string, or JSON.")
@parts_options
@flip_option
def show_command(
    given: Input, number: int | None, ply: str, form: str, parts: frozenset[Part] | None, flip: bool
) -> None:
    """Runs `pyrnot show`."""
    drawn = given.parts(parts)
    records = given.records(number)
    first = list(islice(records, 2))
    is_drawn = form in ("unicode", "ascii")
    for index, record in enumerate(chain(first, records)):
        replayed = replay(record)
        if index and is_drawn:
            say("")
        name = f"{record.source.file} (record {record.source.number})" if len(first) > 1 else ""
        for node in build_tree(replayed).chosen(chosen_plies(ply, replayed)):
            if is_drawn:
                _draw(replayed, node, form, drawn, name, flip=flip)
            elif form == "position" and record.game is not None:
                say(record.game.write_position(node.position))
            else:
                say(dump_json(ply_data(replayed, node)))
        report_diagnostics(replayed)


def _draw(replayed: Replay, node: Node, charset: str, parts: frozenset[Part], name: str, *, flip: bool) -> None:
    """Prints the parts of a ply that are wanted, with the name of its record in the caption."""
    diagram = Diagram(tuple(chosen_blocks(node.diagram.blocks, parts)))
    caption = [line for line in (name, players(replayed), node.caption) if line and Part.CAPTION in parts]
    say_board(diagram, charset=charset, flip=flip, caption=caption, legend=Part.LEGEND in parts)


_PACE = 2.0
"""Seconds between turns if autoplay is started with a key."""
SHOWN_ON_TERMINAL = 200
"""The turns listed on a terminal unless `--limit` says otherwise."""

_MOST_PLAYS = 15_000_000
"""The plays within a turn that `perft` tries: what they lead to takes 3 to 5 GB."""


@click.command("moves")
@input_options
@record_option(default=1)
@ply_option("List the turns after ply P: start, end, 3, -1.", default="end")
@dice_option
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    metavar="N",
    help=f"List at most N turns, 0 for all (default: {SHOWN_ON_TERMINAL} on a terminal, else all).",
)
@click.option("--wins", is_flag=True, help="List only turns that win the game for the seat to move.")
def moves_command(given: Input, number: int, ply: str, dice: str | None, limit: int | None, wins: bool) -> None:
    """Runs `pyrnot moves`."""
    is_cut = limit is None and sys.stdout.isatty()
    most = SHOWN_ON_TERMINAL if is_cut else limit or None
    for record in given.records(number):
        replayed = replay(record)
        for node in build_tree(replayed).chosen(chosen_plies(ply, replayed)):
            try:
                with closing(_turns(node, dice, wins=wins)) as turns:
                    listed = 0
                    for text in islice(turns, most):
                        say(text)
                        listed += 1
                if is_cut and listed == most:
                    note(f"stopped after {most} turns; use --limit 0 for all")
            except Illegal as illegal:
                report_record(record, illegal)
        report_diagnostics(replayed)


def _turns(node: Node, dice: str | None, *, wins: bool) -> Generator[str, None, None]:
    """The canonical texts of the legal turns after a node, as they are found."""
    game = node.game
    position = node.position
    assert game is not None
    for turn in legal_turns(game, position, parse_dice(game, dice)):
        outcome = game.outcome(turn.position) if wins else None
        if not wins or (outcome is not None and outcome.winner == position.to_move):
            joined = join_turn(game, position, turn)
            yield game.write_turn(joined.taken, joined.ended)


@click.command("why")
@input_options_of("FILE")
@click.argument("turn", metavar="TURN")
@record_option(default=1)
@ply_option("Play the turn after ply P: start, end, 3, -1.  [default: the ply before the turn's number, or end]")
def why_command(given: Input, turn: str, number: int, ply: str | None) -> None:
    """Runs `pyrnot why`."""
    for record in given.records(number):
        replayed = replay(record)
        if replayed.start is None:
            report(f"{record.source.file}: no position to judge a turn in; run `pyrnot check` to see why")
            return
        question = read_question(turn, replayed)
        plies = chosen_plies(question.after if ply is None else ply, replayed)
        for node in build_tree(replayed).chosen(plies):
            answered = answer(record, question, node.position, node.ply, paint_for(sys.stdout))
            for line in answered.lines:
                say_styled(line)
            fail(0 if answered.is_legal else 1)


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
        position = game.start(start if "Setup" in start else game.set_up_tags(FirstChance(), start))
        say(perft(game, position, depth, parse_dice(game, dice), most=_MOST_PLAYS))
    except Illegal as illegal:
        raise usage_error(illegal) from None
    except OutOfBudget:
        raise click.UsageError(f"a turn has more than {_MOST_PLAYS:,} ways to continue, too many to count") from None


@click.command("replay")
@input_options
@record_option(default=1)
@ply_option("Ply to begin at: start, end, 3, -1.", default="start")
@click.option(
    "--auto", type=click.FloatRange(min=0.05, max=3600), metavar="N", help="Autoplay, one turn every N seconds."
)
@flip_option
@click.option(
    "--theme",
    type=click.Choice(["terminal", "dark", "light"]),
    default="terminal",
    help="Colours: those of the terminal, light on dark, or dark on light.",
)
def replay_command(given: Input, number: int, ply: str, auto: float | None, flip: bool, theme: str) -> None:
    """Runs `pyrnot replay`."""
    _need_terminal(given.paths)
    sources: list[SourceText | Record] = list(readable(_viewable(given)))
    if not sources:
        return
    try:
        record = record_index(number, len(sources), " ".join(given.paths))
    except Unreadable as unreadable:
        report_unreadable(unreadable)
        return
    line_trees = Courses(sources, given.game)
    first = line_trees[record]
    if first.replay.start is None:
        report_diagnostics(first.replay)
    plies = chosen_plies(ply, first.replay)
    if len(plies) > 1:
        report(f"--ply must name one ply to begin at, but {ply!r} is {len(plies)}")
    if len(plies) != 1:
        return
    # Textual takes a quarter of a second to import: only once it is clear that there is something to show.
    from pyrnot.viewer.app import view
    from pyrnot.viewer.stepper import State

    state = State(record=record, turn=first.turn_of(plies[0]), flip=flip, auto=auto is not None)
    fail(view(line_trees, state, pace=auto or _PACE, theme=theme))


def _viewable(given: Input) -> Iterator[SourceText | Record | Unreadable]:
    """Every record in order, as its text where it is one of pyrnot's own: the user may not look at them all."""
    for source in given.sources():
        if isinstance(source, Unreadable) or source.form is None:
            yield source
        else:
            yield from read_all([source], given.game)


def _need_terminal(paths: Sequence[str]) -> None:
    """Ends the command with exit code 2, and names the one to use instead, where there is no terminal to take
    over."""
    is_unix = os.name == "posix"
    has_keys = sys.stdin.isatty() or (is_unix and STANDARD_INPUT in paths and has_keyboard())
    if not (sys.stdout.isatty() and has_keys) or (is_unix and os.environ.get("TERM", "dumb") == "dumb"):
        files = " ".join(paths)
        report(f"replay needs a terminal; to print the positions, use `pyrnot show --ply all {files}`", 2)
        raise stopped()

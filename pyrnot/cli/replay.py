"""`pyrnot replay`: steps through records in the terminal."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator, Sequence

import click

from pyrnot.cli.fair_dice import read_secrets
from pyrnot.cli.input_options import input_options
from pyrnot.cli.inputs import Input, record_index
from pyrnot.cli.options import record_option
from pyrnot.cli.ply_options import chosen_plies, flip_option, ply_option
from pyrnot.cli.reports import readable, report, report_diagnostics, report_unreadable, stopped
from pyrnot.cli.roll import next_roll
from pyrnot.cli.streams import fail
from pyrnot.foreign.load import read_all
from pyrnot.foreign.source import ForeignSource
from pyrnot.play.extend import Refused
from pyrnot.play.fair_dealer import Dealer
from pyrnot.play.plies import AnyPly
from pyrnot.play.replay import Replay
from pyrnot.record.model import Record
from pyrnot.record.opening import STANDARD_INPUT, Unreadable
from pyrnot.record.source import SourceText
from pyrnot.viewer.line_trees import LineTrees
from pyrnot.viewer.terminal import has_keyboard

_PACE = 2.0
"""Seconds between turns if autoplay is started with a key."""


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
def replay_command(inputs: Input, number: int, ply: str, auto: float | None, flip: bool, theme: str) -> None:
    """Runs `pyrnot replay`."""
    if not _has_terminal(inputs.paths):
        command = shlex.join(["pyrnot", "show", "--ply", "all", *inputs.paths])
        report(f"replay needs a terminal; to print the positions, use `{command}`", 2)
        raise stopped()
    sources: list[SourceText | Record] = list(readable(_viewable(inputs)))
    if not sources:
        return
    try:
        record = record_index(number, len(sources), " ".join(inputs.paths))
    except Unreadable as unreadable:
        report_unreadable(unreadable)
        return
    line_trees = LineTrees(sources, inputs.game)
    line_tree = line_trees[record]
    first_ply = _first_ply(ply, line_tree.replay)
    if first_ply is None:
        return
    # Textual takes a quarter of a second to import: only once it is clear that there is something to show.
    from pyrnot.viewer import stepper
    from pyrnot.viewer.app import view

    state = stepper.State(record=record, turn=line_tree.turn_of(first_ply), auto=auto is not None)
    if flip:
        state = stepper.flip(state, line_tree)
    fail(view(line_trees, state, pace=auto or _PACE, theme=theme, roll=say_roll, deal=deal))


def _viewable(inputs: Input) -> Iterator[SourceText | Record | Unreadable]:
    """Every record in order, as its text where it is one of pyrnot's own: the user may not look at them all."""
    for source in inputs.sources():
        if isinstance(source, ForeignSource):
            yield from read_all([source], inputs.game)
        else:
            yield source


def _first_ply(text: str, replayed: Replay) -> AnyPly | None:
    """The ply at which `--ply` begins; None, which is reported, if it is none, or several."""
    if replayed.start is None:
        report_diagnostics(replayed)
    plies = chosen_plies(text, replayed, with_illegal=True)
    if len(plies) > 1:
        report(f"--ply must name one ply to begin at, but {text!r} is {len(plies)}")
    return plies[0] if len(plies) == 1 else None


def say_roll(replayed: Replay) -> str:
    """What `pyrnot roll` says of the game, in a line."""
    try:
        return next_roll(replayed, Dealer(read_secrets(replayed.record.source.file)))
    except Refused as refused:
        return str(refused)


def deal(replayed: Replay) -> Dealer:
    """The dealer for a record's file; it knows no secrets that cannot be read."""
    try:
        return Dealer(read_secrets(replayed.record.source.file))
    except Refused:
        return Dealer(())


def _has_terminal(paths: Sequence[str]) -> bool:
    """Whether there is a terminal to take over, with keys to press: a file may come from standard input."""
    if not sys.stdout.isatty():
        return False
    is_unix = os.name == "posix"
    if is_unix and os.environ.get("TERM", "dumb") == "dumb":
        return False
    return sys.stdin.isatty() or (is_unix and STANDARD_INPUT in paths and has_keyboard())

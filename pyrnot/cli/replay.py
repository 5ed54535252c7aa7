"""`pyrnot replay`: steps through records in the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence

import click

from pyrnot.cli.inputs import Input, input_options, record_index
from pyrnot.cli.options import flip_option, ply_option, record_option
from pyrnot.cli.output import chosen_plies, readable, report, report_faults, report_unreadable, stopped
from pyrnot.cli.streams import fail
from pyrnot.foreign.reading import read_all
from pyrnot.record.model import Record
from pyrnot.record.opening import STANDARD_INPUT, Unreadable
from pyrnot.record.source import SourceText
from pyrnot.viewer.courses import Courses
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
def replay_command(given: Input, number: int, ply: str, auto: float | None, flip: bool, theme: str) -> None:
    """Step through a game in the terminal. Press ? for the keys.

    To print the positions instead, use `pyrnot show --ply all`.
    """
    _need_terminal(given.paths)
    sources: list[SourceText | Record] = list(readable(_viewable(given)))
    if not sources:
        return
    try:
        record = record_index(number, len(sources), " ".join(given.paths))
    except Unreadable as fault:
        report_unreadable(fault)
        return
    courses = Courses(sources, given.game)
    first = courses[record]
    if first.replay.start is None:
        report_faults(first.replay)
    plies = chosen_plies(ply, first.replay)
    if len(plies) > 1:
        report(f"--ply must name one ply to begin at, but {ply!r} is {len(plies)}")
    if len(plies) != 1:
        return
    # Textual takes a quarter of a second to import: only once it is clear that there is something to show.
    from pyrnot.viewer.app import view
    from pyrnot.viewer.stepper import State

    state = State(record=record, turn=first.turn_of(plies[0]), flip=flip, auto=auto is not None)
    fail(view(courses, state, pace=auto or _PACE, theme=theme))


def _viewable(given: Input) -> Iterator[SourceText | Record | Unreadable]:
    """Every record in order, as its text where it is one of pyrnot's own: the user may not look at them all."""
    for source in given.sources():
        if isinstance(source, Unreadable) or source.form is None:
            yield source
        else:
            yield from read_all([source], given.game)


def _need_terminal(paths: Sequence[str]) -> None:
    """Exits with code 2, and names the command to use instead, where there is no terminal to take over."""
    is_unix = os.name == "posix"
    has_keys = sys.stdin.isatty() or (is_unix and STANDARD_INPUT in paths and has_keyboard())
    if not (sys.stdout.isatty() and has_keys) or (is_unix and os.environ.get("TERM", "dumb") == "dumb"):
        files = " ".join(paths)
        report(f"replay needs a terminal; to print the positions, use `pyrnot show --ply all {files}`", 2)
        raise stopped()

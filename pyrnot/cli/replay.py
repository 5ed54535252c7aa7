"""`pyrnot replay`: steps through records in the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence

import click

from pyrnot.cli.inputs import Input, input_options, record_index
from pyrnot.cli.options import flip_option, ply_option, record_option
from pyrnot.cli.output import say
from pyrnot.cli.reporting import Reporter
from pyrnot.foreign.reading import read_all
from pyrnot.play.course import Course
from pyrnot.play.plies import NoSuchPly, choose_plies
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
@click.pass_context
def replay_command(
    ctx: click.Context, given: Input, number: int, ply: str, auto: float | None, flip: bool, theme: str
) -> None:
    """Step through a game in the terminal. Press ? for the keys.

    To print the positions instead, use `pyrnot show --ply all`.
    """
    _need_terminal(ctx, given.paths)
    reporter = Reporter()
    sources: list[SourceText | Record] = list(reporter.readable(_viewable(given)))
    if not sources:
        ctx.exit(reporter.exit_code)
    try:
        record = record_index(number, len(sources), " ".join(given.paths))
    except Unreadable as fault:
        reporter.unreadable(fault)
        ctx.exit(1)
    courses = Courses(sources, given.game)
    first = courses[record]
    if first.replay.start is None:
        reporter.diagnostics(first.replay)
        ctx.exit(1)
    try:
        turn = _turn_at(first, ply)
    except NoSuchPly as fault:
        reporter.record(first.record, fault)
        ctx.exit(1)
    # Textual takes a quarter of a second to import: only once it is clear that there is something to show.
    from pyrnot.viewer.app import view
    from pyrnot.viewer.stepper import State

    state = State(record=record, turn=turn, flip=flip, auto=auto is not None)
    ctx.exit(view(courses, state, pace=auto or _PACE, theme=theme))


def _viewable(given: Input) -> Iterator[SourceText | Record | Unreadable]:
    """Every record in order, as its text where it is one of pyrnot's own: the user may not look at them all."""
    for source in given.sources():
        if isinstance(source, Unreadable) or source.form is None:
            yield source
        else:
            yield from read_all([source], given.game)


def _need_terminal(ctx: click.Context, paths: Sequence[str]) -> None:
    """Exits with code 2, and names the command to use instead, where there is no terminal to take over."""
    is_unix = os.name == "posix"
    has_keys = sys.stdin.isatty() or (is_unix and STANDARD_INPUT in paths and has_keyboard())
    if not (sys.stdout.isatty() and has_keys) or (is_unix and os.environ.get("TERM", "dumb") == "dumb"):
        files = " ".join(paths)
        say(f"replay needs a terminal; to print the positions, use `pyrnot show --ply all {files}`", err=True)
        ctx.exit(2)


def _turn_at(course: Course, text: str) -> int:
    """The index of the turn that `--ply` names. Raises `NoSuchPly`."""
    plies = choose_plies(text, course.replay)
    if len(plies) != 1:
        raise NoSuchPly(f"--ply must name one ply to begin at, but {text!r} is {len(plies)}")
    return course.turn_of(plies[0])

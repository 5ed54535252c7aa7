"""`pyrnot replay`."""

from __future__ import annotations

import io
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, overload

import click

from pyrnot.cli.options import reading_options, record_files, record_option, source_form
from pyrnot.cli.trouble import say_faults, say_unreadable
from pyrnot.game import AnyGame
from pyrnot.record.files import STANDARD_INPUT, Unreadable, read_sources

if TYPE_CHECKING:
    from rich.text import Text

    from pyrnot.play.course import Course
    from pyrnot.record.source import SourceText
    from pyrnot.viewer.keyboard import Terminal
    from pyrnot.viewer.stepper import State

_PACE = 2.0
"""Seconds between turns when `--auto` did not say."""


@click.command("replay")
@reading_options
@record_option
@click.option("--ply", default="start", metavar="P", help="Where to begin: start, end, 3, -1.")
@click.option(
    "--auto",
    type=click.FloatRange(min=0.05, max=3600),
    metavar="SECONDS",
    help="Play by itself, a turn every so many seconds.",
)
@click.option("--flip", is_flag=True, help="Seen from the other side.")
@click.pass_context
def replay_command(
    ctx: click.Context,
    paths: tuple[str, ...],
    game: AnyGame | None,
    encoding: str,
    number: int | None,
    ply: str,
    auto: float | None,
    flip: bool,
) -> None:
    """Step through a game at the terminal: press ? there for the keys.

    Needs a terminal; `pyrnot show --ply all` prints the same to a file or a pipe.
    """
    _need_terminal(ctx, paths)
    sources, exit_code = _read(paths, encoding)
    if not sources:
        ctx.exit(exit_code)
    courses = Courses(sources, game)
    record = _pick(ctx, number, len(courses))
    first = courses[record]
    if first.replay.start is None:
        ctx.exit(say_faults(first.replay))
    from pyrnot.play.plies import NoSuchPly
    from pyrnot.viewer.stepper import State

    try:
        turn = _turn_at(first, ply)
    except NoSuchPly as fault:
        click.echo(f"{first.record.source.file}, record {first.record.source.number}: {fault}", err=True)
        ctx.exit(1)
    state = State(record=record, turn=turn, flip=flip, auto=auto is not None)
    from pyrnot.viewer.keyboard import Terminal

    try:
        with _keys() as keys, Terminal(keys, sys.stdout.fileno()).taken_over() as terminal:
            _run(terminal, state, courses, auto or _PACE)
    except KeyboardInterrupt:
        ctx.exit(130)


class Courses(Sequence["Course"]):
    """The courses of records, each replayed when it is asked for; the last few are kept."""

    def __init__(self, sources: Sequence[SourceText], game: AnyGame | None) -> None:
        self.sources = sources
        self.game = game
        self._plot = lru_cache(maxsize=4)(self._plot_anew)

    def __len__(self) -> int:
        return len(self.sources)

    @overload
    def __getitem__(self, index: int) -> Course: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Course]: ...
    def __getitem__(self, index: int | slice) -> Course | Sequence[Course]:
        if isinstance(index, slice):
            return [self._plot(number) for number in range(*index.indices(len(self)))]
        return self._plot(range(len(self))[index])

    def _plot_anew(self, index: int) -> Course:
        from pyrnot.play.course import plot_course
        from pyrnot.play.replay import replay
        from pyrnot.record.read import read_record

        return plot_course(replay(read_record(self.sources[index], self.game)))


def _need_terminal(ctx: click.Context, paths: Sequence[str]) -> None:
    """Leaves with exit code 2, and says what to use instead, where there is no terminal to take over."""
    keys_come = sys.stdin.isatty() or STANDARD_INPUT in paths
    if sys.stdout.isatty() and keys_come and os.environ.get("TERM", "dumb") != "dumb" and os.name == "posix":
        return
    files = " ".join(paths)
    click.echo(
        f"pyrnot replay needs a terminal. To print the positions instead: pyrnot show --ply all {files}", err=True
    )
    ctx.exit(2)


def _read(paths: Sequence[str], encoding: str) -> tuple[list[SourceText], int]:
    """The texts of all records, and the exit code for the files that give none (said on stderr)."""
    sources: list[SourceText] = []
    exit_code = 0
    for file in record_files(paths):
        try:
            if file.fault is not None:
                raise file.fault
            sources.extend(read_sources(file.name, encoding, source_form()))
        except Unreadable as fault:
            exit_code = max(exit_code, say_unreadable(fault))
    return sources, exit_code


def _pick(ctx: click.Context, number: int | None, count: int) -> int:
    """The index of the record to begin with."""
    number = 1 if number is None else number
    index = number - 1 if number > 0 else count + number
    if not number or not 0 <= index < count:
        click.echo(f"there is no record {number}: there are {count}", err=True)
        ctx.exit(1)
    return index


def _turn_at(course: Course, text: str) -> int:
    """The turn at the ply that `--ply` asks for. Raises `NoSuchPly`."""
    from pyrnot.play.plies import NoSuchPly, choose_plies

    plies = choose_plies(text, course.replay)
    if len(plies) != 1:
        raise NoSuchPly(f"replay begins at one ply, and {text!r} is {len(plies)}")
    return course.record.main_line[plies[0] - 1] if plies[0] else -1


@contextmanager
def _keys() -> Iterator[int]:
    """A descriptor that keys can be read from: the terminal itself where the records come from standard input."""
    if sys.stdin.isatty():
        yield sys.stdin.fileno()
        return
    keys = os.open("/dev/tty", os.O_RDONLY)
    try:
        yield keys
    finally:
        os.close(keys)


def _run(terminal: Terminal, state: State, courses: Courses, pace: float) -> None:
    """Draws and obeys, until the user has had enough."""
    from rich.console import Console

    from pyrnot.viewer.screen import draw_screen
    from pyrnot.viewer.stepper import TICK, step

    system = Console(file=sys.stdout).color_system
    due = time.monotonic() + pace
    while not state.done:
        width, height = terminal.size()
        lines = draw_screen(state, courses[state.record], len(courses), width, height)
        terminal.show(_codes(lines, width, system))
        key = terminal.read_key(max(due - time.monotonic(), 0) if state.auto else None)
        if key == "resize":
            continue
        was_auto = state.auto
        state = step(state, TICK if key is None else key, courses)
        if key is None or not was_auto:
            due = time.monotonic() + pace


def _codes(lines: Sequence[Text], width: int, system: str | None) -> list[str]:
    """The lines with the terminal's codes for their styles."""
    from rich.console import Console

    out = io.StringIO()
    # Console's type for the name of a colour system is a literal that it does not export.
    console = Console(file=out, force_terminal=True, width=width, color_system=system, highlight=False)  # type: ignore[arg-type]
    written = []
    for line in lines:
        console.print(line, end="", markup=False, emoji=False, soft_wrap=True)
        written.append(out.getvalue())
        out.seek(0)
        out.truncate()
    return written

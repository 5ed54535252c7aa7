"""The loop of `pyrnot replay`: draws a screen, waits for a key, steps."""

from __future__ import annotations

import io
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, overload

from rich.console import Console

from pyrnot.play.course import Course, plot_course
from pyrnot.play.replay import replay
from pyrnot.record.read import read_record
from pyrnot.record.source import SourceText
from pyrnot.viewer import stepper
from pyrnot.viewer.keyboard import Terminal
from pyrnot.viewer.screen import draw_screen
from pyrnot.viewer.stepper import TICK, State

if TYPE_CHECKING:
    from rich.text import Text

    from pyrnot.game import AnyGame
    from pyrnot.record.model import Record


class Courses(Sequence[Course]):
    """The courses of records, each replayed when it is first shown; only the last few are kept."""

    def __init__(self, sources: Sequence[SourceText | Record], game: AnyGame | None) -> None:
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
        source = self.sources[index]
        record = read_record(source, self.game) if isinstance(source, SourceText) else source
        return plot_course(replay(record))


def view(courses: Sequence[Course], state: State, pace: float) -> None:
    """Takes over the terminal until the user quits; autoplay takes `pace` seconds a turn.

    Raises KeyboardInterrupt on Ctrl-C.
    """
    colours = Console(file=sys.stdout).color_system
    with _keys() as keys, Terminal(keys, sys.stdout.fileno()).taken_over() as terminal:
        due = time.monotonic() + pace
        while not state.done:
            width, height = terminal.size()
            lines = draw_screen(state, courses[state.record], len(courses), width, height)
            terminal.show(_encode(lines, width, colours))
            key = terminal.read_key(max(due - time.monotonic(), 0) if state.auto else None)
            if key == "resize":
                continue
            was_auto = state.auto
            state = stepper.step(state, TICK if key is None else key, courses)
            if key is None or not was_auto:
                due = time.monotonic() + pace


@contextmanager
def _keys() -> Iterator[int]:
    """A descriptor to read keys from: the terminal itself if standard input holds the records."""
    if sys.stdin.isatty():
        yield sys.stdin.fileno()
        return
    keys = os.open("/dev/tty", os.O_RDONLY)
    try:
        yield keys
    finally:
        os.close(keys)


def _encode(lines: Sequence[Text], width: int, colours: str | None) -> list[str]:
    """The lines as text with escape sequences for their styles."""
    out = io.StringIO()
    # Console's type for the name of a colour system is a literal that it does not export.
    console = Console(file=out, force_terminal=True, width=width, color_system=colours, highlight=False)  # type: ignore[arg-type]
    written = []
    for line in lines:
        console.print(line, end="", markup=False, emoji=False, soft_wrap=True)
        written.append(out.getvalue())
        out.seek(0)
        out.truncate()
    return written

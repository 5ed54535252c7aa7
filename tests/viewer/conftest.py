"""A viewer that tests drive without a terminal, by Textual's pilot."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual._compositor import Compositor
from textual.geometry import Region

from pyrnot.play.fair_dealer import Dealer
from pyrnot.record.source import SourceText
from pyrnot.viewer.app import Viewer
from pyrnot.viewer.line import LineInput
from pyrnot.viewer.line_trees import LineTrees
from pyrnot.viewer.stepper import State


class Driver:
    """A running viewer: its keys, its mouse and what it shows."""

    def __init__(self, viewer: Viewer, pilot: Any) -> None:
        self.viewer = viewer
        self.pilot = pilot

    async def press(self, keys: str) -> None:
        """Presses keys, which are separated by blanks."""
        await self.pilot.press(*keys.split())
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        """Types a text, then Enter."""
        self.enter(text)
        await self.press("enter")

    def enter(self, text: str) -> None:
        """Types a text: at once, as the pilot takes its time over every key."""
        assert isinstance(self.viewer.focused, LineInput)
        self.viewer.focused.insert_text_at_cursor(text)

    async def until(self, text: str) -> None:
        """Waits until the screen shows a text."""
        for _ in range(400):
            if text in self.text:
                return
            await self.pilot.pause(0.025)
        raise AssertionError(f"{text!r} is not shown:\n{self.text}")

    @property
    def lines(self) -> list[str]:
        """The lines of the screen."""
        return [strip.text for strip in self.viewer.screen._compositor.render_strips()]

    @property
    def text(self) -> str:
        """All that is shown."""
        return "\n".join(self.lines)

    @property
    def foot(self) -> str:
        """The last line."""
        return self.lines[-1]

    def place(self, text: str) -> tuple[int, int]:
        """Where a text is shown: column and line."""
        number, line = next((number, line) for number, line in enumerate(self.lines) if text in line)
        return line.index(text), number

    async def click(self, text: str, right: int = 0) -> None:
        """Clicks on a text, or some columns to the right of its start."""
        column, line = self.place(text)
        await self.pilot.click(offset=(column + right, line))
        await self.pilot.pause()


Script = Callable[[Driver], Awaitable[None]]


def draw_nothing(compositor: Compositor, *_: Any, **__: Any) -> None:
    """What is to be written to a terminal that is not there; a script looks at the screen itself."""
    compositor._dirty_regions.clear()


@pytest.fixture
def drive(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """`drive(text, script)` runs a script on a viewer of records."""
    monkeypatch.setattr(Compositor, "render_update", draw_nothing)

    def run(
        *texts: str, script: Script, size: tuple[int, int] = (100, 30), state: State | None = None, **how: Any
    ) -> None:
        sources = [SourceText(text, file="folder/game.pyr", number=number) for number, text in enumerate(texts, 1)]
        usual = {"pace": 60.0, "roll": lambda _: "no dice here", "deal": lambda _: Dealer(())}
        viewer = Viewer(LineTrees(sources, None), state or State(), **{**usual, **how})

        async def go() -> None:
            async with viewer.run_test(size=size) as pilot:
                await pilot.pause()
                await script(Driver(viewer, pilot))
                assert viewer.screen.region == Region(0, 0, *viewer.size)

        asyncio.run(go())

    return run

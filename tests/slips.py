"""Records with one slip of the pen each, in `play/slips/`; `play/slips.txt` says what the slips are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from pyrnot.games import game_ids

_ROOM = Path(__file__).parent / "play"
_SHOWN = {
    name[: -len("-01")]: name
    for name in (
        "autumn-ash-late-03",
        "autumn-ash-once-02",
        "braces-late-06",
        "homeworlds-late-02",
        "homeworlds-once-03",
        "martian-chess-late-02",
        "martian-life-late-04",
        "spectrum-late-04",
    )
}
"""The slip that stands for the others of a kind where that is not the first, which takes longer to search."""


class Slip(NamedTuple):
    """A row of `slips.txt`."""

    name: str
    kind: str
    ply: int
    right: str

    @property
    def text(self) -> str:
        """The record with the slip."""
        return (_ROOM / "slips" / f"{self.name}.pyr").read_text(encoding="utf-8")

    @property
    def is_shown(self) -> bool:
        """Whether it stands for the others of its kind in its game."""
        return self.name == _SHOWN.get(self.name[: -len("-01")], self.name[: -len("-01")] + "-01")


def read_slips() -> list[Slip]:
    """All slips, in the order of the file."""
    rows = (_ROOM / "slips.txt").read_text(encoding="utf-8").splitlines()
    parts = [row.split(" | ") for row in rows if not row.startswith("#")]
    return [Slip(name, kind, int(ply), right) for name, kind, ply, right, _ in parts]


def _groups(kind: str) -> Iterator[object]:
    for name in game_ids():
        slips = [slip for slip in read_slips() if slip.name.startswith(f"{name}-")]
        if slips:
            yield pytest.param([slip for slip in slips if slip.is_shown and slip.kind == kind], id=name)
            yield pytest.param(slips, id=f"{name}-all", marks=pytest.mark.slow)


def each_game(kind: str) -> pytest.MarkDecorator:
    """Of each game a slip of a kind, `late` or `once`, and all slips in the slow run."""
    return pytest.mark.parametrize("slips", [*_groups(kind)])

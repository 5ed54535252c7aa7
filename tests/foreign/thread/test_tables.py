"""Tables in threads: each row is read once, however many rows hold no turn."""

from __future__ import annotations

import pytest
from reading import MARTIAN

from pyrnot.foreign.source import ForeignText
from pyrnot.foreign.thread import read_threads
from pyrnot.foreign.thread.classify import table_rows


def test_rows_without_a_turn_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    split_row, calls = table_rows.split_row, []
    monkeypatch.setattr(table_rows, "split_row", lambda line: calls.append(line) or split_row(line))
    rows = "".join(f"{number} | | |\n" for number in range(1, 101))
    read_threads(ForeignText(MARTIAN + rows, "thread", file="a.txt"), None)
    assert len(calls) < 1_000

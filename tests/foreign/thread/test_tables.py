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


def test_a_result_that_a_table_says_twice_counts() -> None:
    rows = "| Turn | Ana | Bruno | Result |\n| 1 | Sd5=M | Sc6 | |\n| 2 | Sc4 XSd4 | Sb3 | Red resigns |\n"
    (thread,) = read_threads(ForeignText(f"{MARTIAN}{rows}| Red resigns |\n", "thread", file="a.txt"), None)
    assert thread.record.result is not None
    assert thread.record.result.text == "red resigns"

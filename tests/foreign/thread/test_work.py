"""No thread takes more work than its purse holds: what is looked at in vain is counted, not timed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Severity
from pyrnot.foreign import read_foreign
from pyrnot.foreign import work as counting
from pyrnot.foreign.forms import thread
from pyrnot.foreign.recognition import recognise
from pyrnot.foreign.thread import purse
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.record.model import Record
from pyrnot.record.source import SourceText

TAGS = '[Game "Martian Life"]\n[Red "Ana"]\n[Yellow "Bruno"]\n\n'


@pytest.fixture(autouse=True)
def forget() -> None:
    """What was read with another purse does not count."""
    thread._read_short.cache_clear()


def square(number: int) -> str:
    return f"{'abcdefgh'[number % 8]}{number // 8 % 8 + 1}"


def spent(text: str, form: str = "thread") -> tuple[int, Record]:
    """The work that the reading of a text takes beyond what every line needs, and its first record."""
    with counting.limited(10**9) as meter:
        records = read_foreign(SourceText(text, file=f"thread.{form}", form=form))
    return 10**9 - meter.left, records[0]


VAIN: dict[str, Callable[[int], str]] = {
    "near-turns": lambda n: f"éTIP {n % 6 + 1}/{n % 5 + 1}; S{square(n)}-{square(n * 7)}; M{square(n * 3)}-e{n}\n",
    "sentences": lambda n: f"I thought of TIP 3/{n % 6 + 1}; Ld{n % 9}-d3 and {n} of HOP 2/1; S{square(n)}-c3\n",
    "bars": lambda n: f"| Pd{n % 8 + 1}-f7-{square(n)}=P{n} | |\n",
    "headings": lambda n: f"| turn | dice | Ana{n} |\n",
    "corrections": lambda n: f"I meant TIP {n % 6 + 1}/2; S{square(n)}-{square(n * 5)}-z{n}\n",
    "long lines": lambda n: "; ".join(f"S{square(n + k)}-q{n}" for k in range(40)) + "\n",
}


@pytest.mark.parametrize(
    "title", ["Braces\n\n", *(pytest.param(title, marks=pytest.mark.slow) for title in ("", "Homeworlds\n\n"))]
)
@pytest.mark.parametrize("name", VAIN)
def test_no_text_takes_more_work_than_its_purse_holds(name: str, title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(purse, "_AT_LEAST", 40_000)
    text = title
    while len(text) < 10_000:
        text += VAIN[name](len(text))
    work, record = spent(text)
    assert work < 40_000 + 2 * purse._A_CHARACTER * len(text) + 5_000
    if work > 40_000:
        (fault,) = [fault for fault in record.diagnostics if fault.severity is Severity.ERROR]
        assert fault.code == CoreCodes.THREAD_TOO_MUCH
        assert fault.hint is not None
        assert not record.turns


def test_an_honest_text_takes_a_third_of_the_work_at_most() -> None:
    text = TAGS + "".join(f"{n + 1}) S{square(n)}\nI looked at d4 for {n} hours, what a game\n" for n in range(500))
    work, record = spent(text)
    assert 3 * work < 400_000 + purse._A_CHARACTER * len(text)
    assert record.turns


def test_a_text_that_takes_too_much_work_is_one_error_with_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(purse, "_AT_LEAST", 0)
    monkeypatch.setattr(purse, "_A_CHARACTER", 1)
    text = TAGS + "1. Sd5=M\n" + "".join(f"Sd9=M{number + 100} or Sq{number}\n" for number in range(50))
    _, record = spent(text)
    (fault,) = record.diagnostics
    assert (fault.code, fault.span is not None) == (CoreCodes.THREAD_TOO_MUCH, True)
    assert fault.span is not None
    assert text.count("\n", 0, fault.span.start) > 4
    assert not record.turns


def test_a_turn_of_many_lines_is_not_put_together_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    joined: list[int] = []
    join = TurnReader.join

    def noted(reader: TurnReader, first: Any, second: Any) -> Any:
        joined.append(len(first.writtens))
        return join(reader, first, second)

    monkeypatch.setattr(TurnReader, "join", noted)
    read_foreign(SourceText("Homeworlds\n\n" + "build g1 Ana\n" * 200, form="thread"))
    assert max(joined) < 40


def test_a_short_thread_is_read_once_to_recognise_and_to_check_it(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    original = thread._read
    monkeypatch.setattr(thread, "_read", lambda text, game: read.append(text.text) or original(text, game))
    text = "Martian Life\n\n" + "Sc4\n" * 3 + "Sb9\n"
    assert recognise(text, None, is_whole=True) == "thread"
    (record,) = read_foreign(SourceText(text, file="mine.txt", form="thread"))
    assert len(read) == 1
    assert record.source.file == "mine.txt"

"""Threads are read in time that grows with their length: the calls are counted, since times differ from run to run."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from pyrnot.foreign import read_foreign
from pyrnot.foreign.recognition import recognise
from pyrnot.foreign.thread.linereader import LineReader
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.seats import SeatBook
from pyrnot.foreign.thread.text import Line
from pyrnot.record.source import SourceText

TAGS = '[Game "Martian Life"]\n[Red "Ana"]\n[Yellow "Bruno"]\n\n'
TALK = "The weather here has been dreadful all week, so we stayed in and painted the kitchen.\n"
PLAYERS = ("Ana", "Bruno")


def mails(count: int, write: Callable[[int], str], head: str = "") -> str:
    """A mailbox in which the players write in turn. `head` is a header of each mail."""
    return "".join(
        f"From x@e.org Mon Mar  4 20:00:00 2024\nFrom: {PLAYERS[number % 2]}\nTo: {PLAYERS[number % 2 - 1]}\n"
        f"Date: {1 + number // 1000} Mar 2024 {number // 60 % 16:02}:{number % 60:02}:00 +0000\n"
        f"Subject: Mars\nMessage-ID: <{number}@x>\n{head}\n{TAGS if not number else ''}{write(number)}\n"
        for number in range(count)
    )


def square(number: int) -> str:
    return f"{'abcdefgh'[number % 8]}{number // 8 % 8 + 1}"


def quoted(count: int) -> str:
    """A turn a message, each quoted by the next: the first is as deep as there are turns."""
    return "".join(
        f"{'>' * depth} Ana wrote:\n{'>' * depth}> {count - depth}. S{square(count - depth)}\n"
        for depth in range(count)
    )


THREADS: dict[str, tuple[str, Callable[[int], str]]] = {
    "messages": ("mbox", lambda count: mails(count, lambda number: f"{number + 1}. S{square(number)}\n\n{TALK}")),
    "quotes": ("thread", lambda count: TAGS + quoted(count // 4)),
    "one turn quoted": ("mbox", lambda count: mails(count, lambda number: f"{TALK}\nAna wrote:\n> Sd5=M\n")),
    "near-turns": (
        "thread",
        lambda count: TAGS + "".join(f"Sd9=M{number + 100}\n" for number in range(count)),
    ),
    "corrections": (
        "mbox",
        lambda count: mails(count, lambda number: f"S{square(number)}x9\n\nI meant S{square(number)}\n"),
    ),
    "take-backs": (
        "mbox",
        lambda count: mails(count, lambda number: f"S{square(number)}\n\nno take backs\n\nmay I undo?\n"),
    ),
    "fields": ("thread", lambda count: TAGS + "Subject: a game\n" * (count * 4)),
    "chatter": ("thread", lambda count: TAGS + f"1. Sd5=M\n{TALK * count}so d4 or c3, who knows\n2. Sc6\n"),
    "no game": ("mbox", lambda count: mails(count, lambda number: f"I looked at d4 for {number} hours\n")),
}


def calls(text: str, form: str) -> int:
    """How many functions are called while a text is read."""
    count = 0

    def note(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    source = SourceText(text, file=f"thread.{form}", form=form)
    sys.setprofile(note)
    try:
        read_foreign(source)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("name", THREADS)
def test_four_times_as_much_takes_four_times_as_long(name: str) -> None:
    form, write = THREADS[name]
    calls(write(4), form)  # what is made once
    few, many = calls(write(20), form), calls(write(80), form)
    assert many < 5 * few


def test_a_flowed_paragraph_is_put_together_once() -> None:
    """Each of its lines was once a copy of all before it."""
    text = mails(
        1,
        lambda _: "1. Sd5=M\n\n" + "It was a long day and we went home \n" * 40_000,
        "Content-Type: text/plain; format=flowed\n",
    )
    (record,) = read_foreign(SourceText(text, file="thread.mbox", form="mbox"))
    assert len(record.turns) == 1


def test_a_line_is_read_once_however_often_it_is_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[str] = []
    read = LineReader.read

    def noted(reader: LineReader, line: Line, *rest: Any) -> Any:
        found.append(line.text)
        return read(reader, line, *rest)

    monkeypatch.setattr(LineReader, "read", noted)
    text = mails(20, lambda _: "Ana wrote:\n> Sd5=M\n> what about d4\n")
    read_foreign(SourceText(text, file="thread.mbox", form="mbox"))
    assert found.count("Sd5=M") == 1
    assert found.count("what about d4") == 1


def test_players_are_sought_only_in_games_whose_turns_a_text_may_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    class Asked(SeatBook):
        def __init__(self, game: Any, *rest: Any) -> None:
            asked.append(game.info.id)
            super().__init__(game, *rest)

    monkeypatch.setattr("pyrnot.foreign.thread.which_game.SeatBook", Asked)
    read_foreign(SourceText(TALK * 3 + "It took 3 hours, at 7 pm.\n", file="thread.txt", form="thread"))
    assert asked == []


def test_a_list_of_turns_is_not_read_whole_in_every_game_to_find_which_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str]] = []
    read = LineReader.read

    def noted(reader: LineReader, line: Line, *rest: Any) -> Any:
        asked.append((reader.reader.game.info.id, line.text))
        return read(reader, line, *rest)

    monkeypatch.setattr(LineReader, "read", noted)
    text = "".join(f"build {'rygb'[n % 4]}{n % 3 + 1} Home{n}\n" for n in range(1_000))
    read_foreign(SourceText(text, form="thread"))
    assert len({line for game, line in asked if game == "homeworlds"}) == 1_000
    assert max(Counter(game for game, _ in asked if game != "homeworlds").values(), default=0) < 150


def test_lines_are_not_joined_where_a_turn_is_one_action(monkeypatch: pytest.MonkeyPatch) -> None:
    joined: list[Any] = []
    monkeypatch.setattr(TurnReader, "join", lambda reader, *turns: joined.append(turns))
    read_foreign(SourceText("Martian Life\n\n" + "Sc4\n" * 20, file="thread.txt", form="thread"))
    assert joined == []


@pytest.mark.parametrize("form", ["lines", "thread"])
def test_a_faulty_text_is_read_once_in_each_form_to_find_its_form(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    forms: list[str | None] = []

    def noted(source: SourceText, *rest: Any) -> Any:
        forms.append(source.form)
        return read_foreign(source, *rest)

    monkeypatch.setattr("pyrnot.foreign.recognition.read_foreign", noted)
    recognise("Martian Life\n\n" + "Sc4\n" * 3 + "Sb9\n", None, is_whole=True)
    assert forms.count(form) == 1


def test_lines_that_are_nearly_turns_are_soon_not_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them is an error by itself."""
    read = []
    original = LineReader.read
    monkeypatch.setattr(
        LineReader, "read", lambda self, line, carried=None: read.append(1) or original(self, line, carried)
    )
    counts = []
    for count in (60, 600):
        read.clear()
        read_foreign(SourceText(TAGS + "".join(f"éS{square(n)}\n" for n in range(count)), form="thread"))
        counts.append(len(read))
    assert counts[1] < 6 * counts[0]

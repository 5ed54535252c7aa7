"""Long threads: what is refused as too long, and time and memory that grow with their length."""

from __future__ import annotations

import tracemalloc

import pytest

from pyrnot.foreign import thread
from pyrnot.foreign.thread import game_thread, read_threads
from pyrnot.foreign.thread.messages import split_messages
from pyrnot.record.source import SourceText
from support import count_calls

TAGS = '[Game "Martian Life"]\n[Red "Ana"]\n[Yellow "Bruno"]\n'
NAMES = ("Ana", "Bruno")
TURNS = ("1. Sd5=M", "2. Sc6", "3. Sc4 XSd4", "4. Sc4")  # the last is not legal


def test_tr5_a_turn_of_a_thread_takes_little():
    """Its position is dropped where nothing asks for it, and equal turns are one object."""
    peaks = []
    for count in (10, 500):
        lines = (f"{number}. Sa1 Sh8\n" for number in range(1, count + 1))
        source = SourceText(f"{TAGS}\n{''.join(lines)}")
        if count == 10:
            list(read_threads(source, None))  # what is made once
        tracemalloc.start()
        (found,) = read_threads(source, None)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert len(found.record.turns) == 2 * count
    assert peaks[1] - peaks[0] < 2 * 490 * 2_500


@pytest.mark.parametrize("limit", ["MOST_ITEMS", "_ITEMS_OF_ANY"])
@pytest.mark.parametrize(("turn", "line"), [("Sd5=M", 24), ("1. Sd5=M Sc6", 14)], ids=["turns", "pairs"])
def test_tr5_a_text_with_too_much_that_may_be_a_turn_is_refused(
    turn: str, line: int, limit: str, monkeypatch: pytest.MonkeyPatch
):
    """A long text may have more, since its memory may be more."""
    monkeypatch.setattr(game_thread, "_SIZE_OF_ITEM", 1_000)
    monkeypatch.setattr(game_thread, limit, 20)
    (found,) = read_threads(SourceText(f"{TAGS}\n" + f"{turn}\n" * 30), None)
    (fault,) = found.record.diagnostics
    assert "too long for one game" in fault.message
    assert found.record.source.place(fault.span.start).line == line


def test_tr1_a_text_with_too_many_games_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(thread, "_GAMES_OF_ANY", 2)
    monkeypatch.setattr(thread, "_SIZE_OF_GAME", 1_000)
    for count, faults in ((2, 0), (3, 1)):
        text = "".join(f'{TAGS}[Round "{game}"]\n\n1. Sd5=M\n2. Sc6\n\n' for game in range(count))
        found = read_threads(SourceText(text), None)
        assert sum(len(one.record.diagnostics) for one in found) == faults
    (fault,) = found[0].record.diagnostics
    assert "too many games" in fault.message
    assert found[0].record.source.place(fault.span.start).line == 17


HARD = {
    "sentences": lambda count: (
        TAGS + "\n1. Sd5=M\n" + "Ana: I think of Sc6 then.\nBruno: Sc7 is better.\n" * count + "2. Sc6\n"
    ),
    "quotes": lambda count: (
        TAGS
        + "".join(
            f"From: {NAMES[at % 2]}\nSent: 1 Mar {2000 + at} 20:00\n\nSa{at % 8 + 1}\n> Sb1\n> Sb2\n\n"
            for at in range(count)
        )
    ),
    "doubts": lambda count: TAGS + "\n" + "Ana: Sd5=\nBruno: ok\n" * count,
    "fields": lambda count: TAGS + "From: Ana\n" * count,
    "take-backs": lambda count: TAGS + "\n1. Sd5=M\n" + "Ana: take back?\nBruno: ok\nAna: same again\n" * count,
}


@pytest.mark.parametrize("kind", HARD)
def test_tr5_the_time_for_a_thread_grows_with_its_length(kind: str):
    calls = [count_calls(lambda count=count: read_threads(SourceText(HARD[kind](count)), None)) for count in (20, 80)]
    assert calls[1] < 5 * calls[0]


@pytest.mark.parametrize(
    ("players", "most", "count"), [("Cleo", 100, 2), ("Ana", 100, 3), ("Ana", 4, 2)], ids=["players", "one", "long"]
)
def test_tr5_games_are_read_as_one_only_where_they_may_be(
    players: str, most: int, count: int, monkeypatch: pytest.MonkeyPatch
):
    """One fault in one of many games does not have all of them read once more."""
    text = "".join(
        f"From: Ana\nSent: {day} Mar 2024\nSubject: {subject}\n\n" + "\n".join(turns) + "\n\n"
        for day, subject, turns in (
            (1, "Mars game 1", [TAGS, *TURNS[:3]]),
            (2, "Mars game 2", [TAGS.replace("Ana", players), *TURNS]),
        )
    )
    monkeypatch.setattr(thread, "MOST_TURNS_OF_PARTS", most)
    read, sections = thread.read_section, []
    monkeypatch.setattr(thread, "read_section", lambda *given, **how: sections.append(given) or read(*given, **how))
    read_threads(SourceText(text), None)
    assert len(sections) == count


def test_many_messages_are_answered_in_no_time():
    mail = "On Mon, Jan 1, 2024 at 10:00 AM Ann <a@b.c> wrote:\n> hello\n"
    calls = [count_calls(lambda many=many: list(split_messages((mail * many).split("\n")))) for many in (100, 800)]
    assert calls[1] < 9 * calls[0]


@pytest.mark.parametrize("blank", [0, 2, 15])
def test_a_quote_below_blank_lines_has_the_sender_of_its_head(blank: int):
    text = ["hi", "", "On Sun, 03 Mar 2024 at 19:31, Ann wrote:", *[""] * blank, "> ", "> 1. Sc6"]
    found = [(message.sender, message.depth) for message in split_messages(text)]
    assert found == [("", 0), ("Ann", 1)]

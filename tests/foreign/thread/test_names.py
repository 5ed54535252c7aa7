"""What players are called changes nothing: names that are also verbs, months, tags of HTML or initials (TR4.4)."""

from __future__ import annotations

import pytest

from pyrnot.foreign.source import ForeignText
from pyrnot.foreign.thread import read_threads

LIST = "\n\n1. Sd5=M\n2. Sc6\n3. Sc4 XSd4\n4. Sb3\n"
DRESSES = {
    "brackets": "Martian Life, {0} (Red) and {1} (Yellow)" + LIST,
    "equated": "Martian Life\nRed: {0}\nYellow: {1}" + LIST,
    "versus": "Martian Life\n{0} vs {1}" + LIST,
    "heading": "Martian Life: {0} - {1}" + LIST,
    "sentence": "Martian Life. {0} is Red, {1} is Yellow." + LIST,
    "before-turns": "Martian Life\n{0}: Sd5=M\n{1}: Sc6\n{0}: Sc4 XSd4\n{1}: Sb3\n",
    "numbered": "Martian Life\n1. {0}: Sd5=M\n2. {1}: Sc6\n3. {0}: Sc4 XSd4\n4. {1}: Sb3\n",
    "after-turns": "Martian Life\n1. Sd5=M ({0})\n2. Sc6 ({1})\n3. Sc4 XSd4 ({0})\n4. Sb3 ({1})\n",
    "irc": "20:02 <{0}> Martian Life\n20:03 <{0}> Sd5=M\n20:05 <{1}> Sc6\n20:06 <{0}> Sc4 XSd4\n20:09 <{1}> Sb3\n",
    "clock-above": "{0} 8:02 PM\nMartian Life\nSd5=M\n{1} 8:05 PM\nSc6\n{0} 8:06 PM\nSc4 XSd4\n{1} 8:09 PM\nSb3\n",
}
ANYWHERE = ("Kirsten", "Ben", "Will", "Jan", "May", "Mark", "Li", "O'Brien", "Zoë")
WITH_STOPS = ("J. R.", "Anna K.")
OF_SEVERAL_WORDS = ("Jan de Vries", "Mary Ann")
CASES = [
    *((dress, name) for dress in DRESSES for name in ANYWHERE),
    *((dress, name) for dress in ("brackets", "equated", "versus", "before-turns") for name in WITH_STOPS),
    *((dress, name) for dress in ("brackets", "versus", "heading", "sentence", "irc") for name in OF_SEVERAL_WORDS),
]


@pytest.mark.parametrize(
    ("dress", "name"),
    [pytest.param(*case, marks=[pytest.mark.slow] * (index % 4 > 0)) for index, case in enumerate(CASES)],
)
def test_a_name_is_a_name(dress: str, name: str) -> None:
    for players in ((name, "Ida"), ("Ida", name)):
        (thread,) = read_threads(ForeignText(DRESSES[dress].format(*players), "thread"), None)
        record = thread.record
        assert (record.tags["Red"], record.tags["Yellow"], len(record.turns)) == (*players, 4)


@pytest.mark.parametrize(
    "name", ["Anna Maria Lee", "Jean de la Tour", "Old Mr. Petrov", "J. R. R. Lee", "Miss E. Lee"]
)
@pytest.mark.parametrize("heading", ["Red: {0}\nYellow: Ida", "Red = {0}, Yellow = Ida", "Yellow: Ida    Red: {0}"])
def test_a_name_beside_its_seat_is_whole(heading: str, name: str) -> None:
    (thread,) = read_threads(ForeignText(f"Martian Life\n{heading.format(name)}{LIST}", "thread"), None)
    assert (thread.record.tags["Red"], thread.record.tags["Yellow"]) == (name, "Ida")


@pytest.mark.parametrize(("one", "other"), [("I play", "I choose"), ("That's me", "It's mine")])
def test_words_before_turns_are_no_names(one: str, other: str) -> None:
    text = f"Martian Life\n\n{one}: Sd5=M\n{other}: Sc6\n{one}: Sb3\n"
    (thread,) = read_threads(ForeignText(text, "thread"), None)
    assert len(thread.record.turns) == 3
    assert not {"Red", "Yellow"}.intersection(thread.record.tags)


def test_words_between_numbers_and_some_of_the_turns_are_no_names() -> None:
    text = "Martian Life\n\n1. Sd5=M\n2. maybe Sc6\n3. surely Sc4 XSd4\n4. maybe Sb3\n"
    (thread,) = read_threads(ForeignText(text, "thread"), None)
    assert len(thread.record.turns) == 4
    assert not {"Red", "Yellow"}.intersection(thread.record.tags)


@pytest.mark.parametrize("words", [("", "forced", "oh"), ("check", "oh", "check")])
def test_words_in_brackets_after_turns_are_no_names(words: tuple[str, str, str]) -> None:
    text = "Martian Life\n\n1. Sd5=M ({})\n2. Sc6 ({})\n3. Sc4 XSd4 ({})\n".format(*words)
    (thread,) = read_threads(ForeignText(text, "thread"), None)
    assert len(thread.record.turns) == 3
    assert not {"Red", "Yellow"}.intersection(thread.record.tags)


@pytest.mark.parametrize("heading", ["Na, Lust auf Martian Life?", "Martian Life entre nosotros"])
def test_words_around_a_title_are_no_names(heading: str) -> None:
    (thread,) = read_threads(ForeignText(heading + LIST, "thread"), None)
    assert not {"Red", "Yellow"}.intersection(thread.record.tags)


@pytest.mark.parametrize("heading", ["Ash (Rainbow), Bo (Xeno)", "Autumn Ash between Ash (Rainbow) and Bo (Xeno)"])
def test_a_player_may_be_called_as_a_word_of_the_title(heading: str) -> None:
    (thread,) = read_threads(ForeignText(f"Autumn Ash\n\n{heading}\n\n1. Pb2-b1-a1=Q\n", "thread"), None)
    assert (thread.record.tags["Rainbow"], thread.record.tags["Xeno"]) == ("Ash", "Bo")


def test_a_seat_beside_the_title_names_no_player() -> None:
    (thread,) = read_threads(ForeignText("Homeworlds (South)\n\nhomeworld g3 b2 y3 Holm\n", "thread"), None)
    assert not {"North", "South"}.intersection(thread.record.tags)


@pytest.mark.parametrize(
    ("first", "second", "seat"),
    [("Ann", "Red", "Red"), ("Ann", "R. Lee", "R"), ("Yellow", "Red", "Red"), ("Yellow", "Red", "Yellow")],
)
def test_r3_4_a_seat_is_no_player_who_is_called_so(first: str, second: str, seat: str) -> None:
    """The other player had resigned."""
    tags = f'Hi all,\n\n[Game "Martian Life"]\n[Red "{first}"]\n[Yellow "{second}"]\n\n'
    text = f"{tags}1. Red: Sd5=M\n2. Y: Sc6\n3. R: Sc4 XSd4\n4. Yellow: Sb3\n\nhave fun\n{seat} resigns\n"
    (thread,) = read_threads(ForeignText(text, "thread"), None)
    assert thread.record.result is not None
    who = "yellow" if seat == "Yellow" else "red"
    assert (len(thread.record.turns), thread.record.result.text) == (4, f"{who} resigns")
    assert not [found for found in thread.record.diagnostics if found.severity == "error"]


def test_a_sender_is_a_player_even_one_who_is_called_as_a_seat_is() -> None:
    tags = '[Game "Martian Life"]\n[Red "Ann"]\n[Yellow "Red"]\n\n'
    chat = "20:05 <Ann> Sd5=M\n20:06 <Red> Sc6\n20:07 <Ann> Sc4 XSd4\n"
    (thread,) = read_threads(ForeignText(tags + chat, "thread"), None)
    assert (len(thread.record.turns), thread.record.diagnostics) == (3, ())


def test_a_date_is_no_part_of_a_name() -> None:
    """A list of tasks has the day on which one is done, and that on which it was begun: each day was a new player."""
    days = "2026-11-03 2026-11-02 Ana: Sd5=M\n2026-11-03 2026-11-03 Ben: Sc6\n2026-11-05 2026-11-04 Ana: Sc4 XSd4\n"
    heading = "Martian Life: Ana (Red), Ben (Yellow)\n\n"
    (thread,) = read_threads(ForeignText(heading + days, "thread"), None)
    assert (len(thread.record.turns), thread.record.diagnostics) == (3, ())

"""Long texts that are not records: what is refused as too long, and time that grows with their length."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from itertools import chain
from pathlib import Path

import pytest

from pyrnot.core.game import AnyGame
from pyrnot.foreign import forms
from pyrnot.foreign.load import read_records, read_sources
from pyrnot.foreign.sites import homeworlds
from pyrnot.foreign.source import ForeignText
from pyrnot.foreign.thread import game_reader
from pyrnot.foreign.thread.classify import messages as classify_messages
from pyrnot.foreign.thread.classify.prefixes import PrefixReader
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.report import questions
from pyrnot.foreign.thread.resolve import sequence
from pyrnot.foreign.thread.resolve.cases import Case, Row, decide
from pyrnot.record.opening import Unreadable
from support import few_or_many, time_grows_with_length

GAME = {"header": {"game": {"name": "Homeworlds"}, "players": [{"name": "Al"}, {"name": "Bea"}]}}
ONE_GAME = {
    "lines": "homeworld g3 b2 y3 Al\nhomeworld b1 y2 g3 Bea\n",
    "bga": "Al establishes a homeworld with a y3 ship at g3 and b2 binary stars.\n",
    "ap": json.dumps(GAME | {"moves": []}),
}


@pytest.mark.parametrize("form", ["lines", "ap", "bga"])
def test_tr1_one_game_of_too_many_turns_is_an_error(form: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(homeworlds, "RECORD_TURNS", 5)
    home = "Al establishes a homeworld with a y3 ship at g3 and b2 binary stars.\n"
    text = {
        "lines": ONE_GAME["lines"] + "build y1 Al\nbuild g1 Bea\n" * 5,
        "ap": json.dumps(GAME | {"moves": [["pass", "pass"]] * 5}),
        "bga": home + home.replace("Al", "Bea") + "Al passes.\nAl ends their turn.\n" * 5,
    }[form]
    (record,) = read_records(ForeignText(text, form=form))
    (diagnostic,) = record.diagnostics
    assert not record.turns
    assert diagnostic.message == "this is too long for one game: more than 5 turns"


@pytest.mark.parametrize(
    ("first", "part", "times"),
    [
        ("", "build y1;\n", 40_000),
        ("build y1\n", "# word\n", 40_000),
        ("", "build ", 500_000),
        ("build y1\n", " #", 500_000),
    ],
    ids=["one turn", "comments", "one line", "one comment"],
)
@few_or_many("share", 10, 1)
def test_tr1_the_time_for_a_game_of_one_turn_a_line_grows_with_its_length(
    first: str, part: str, times: int, share: int
):
    rest = first + part * (times // share)
    start = time.process_time()
    list(read_records(ForeignText(ONE_GAME["lines"] + rest, form="lines")))
    assert time.process_time() - start < 2 / share


def test_tr1_long_lines_of_a_log_are_not_actions():
    home = "Al establishes a homeworld with a y3 ship at g3 and b2 binary stars.\n"
    (record,) = read_records(
        ForeignText(f"{home}Al moves a g1 ship from {'a to ' * 500}\n{'hello ' * 500}\n", form="bga")
    )
    (diagnostic,) = record.diagnostics
    assert "too long for an action" in diagnostic.message
    assert [line.number for line in record.transcript.left_out] == [3]


@pytest.mark.parametrize(("form", "most"), [("thread", 5), ("csv", 5), ("chat", 20)])
def test_tr1_a_text_that_is_too_long_is_refused(form: str, most: int, tmp_path: Path):
    path = tmp_path / "game"
    path.write_bytes(b"hello\n" * (most * 1_000_000 // 6 + 1))
    with pytest.raises(Unreadable, match=f"it may have {most} MB; split it") as refused:
        list(read_sources(str(path), form=form))
    assert refused.value.code == "unreadable"


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("thread", "a\n" * 20_001),
        ("csv", 'turn,"\n' + "a\n" * 20_001),
        ("html", "<p>a\n" * 20_001),
        ("eml", "From: Ana\nSubject: x\n\n" + "a\n" * 30_001),
        ("chat", json.dumps([{"author": "Ana", "content": "a\n" * 30_001}])),
    ],
    ids=lambda value: value if len(value) < 10 else "text",
)
def test_tr1_a_text_of_too_many_lines_is_refused(
    form: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(forms, "MAILBOX_LINES", 30_000)
    path = tmp_path / "game"
    path.write_text(text, encoding="utf-8")
    most = "30,000" if form in ("eml", "chat") else "20,000"
    with pytest.raises(Unreadable, match=f"it may have {most} lines; split it"):
        list(chain.from_iterable(map(read_records, read_sources(str(path), form=form))))


@few_or_many("lines", 2_000, 8_000)
def test_tr1_the_time_for_talk_grows_with_its_length(lines: int):
    """Each line of talk was sought among all the others."""

    def read(lines: int) -> None:
        text = '[Game "Martian Life"]\n1. Sd5=M\n' + "X-Word: b\n" * lines
        list(read_records(ForeignText(text, form="thread")))

    assert time_grows_with_length(read, lines)


@pytest.mark.parametrize(
    ("key", "value"),
    [("date", -1e99), ("date", 1e30), ("date", 1e308), ("ts", "9" * 30), ("ts", -1e20), ("date", "inf")],
)
def test_tr1_a_time_of_a_message_that_no_calendar_has_is_no_time(key: str, value: object):
    messages = [{"from": name, "text": turn, key: value} for name, turn in (("Ana", "1. Sd5=M"), ("Ben", "2. Sc6"))]
    text = json.dumps({"messages": [{"from": "Ana", "text": '[Game "Martian Life"]'}, *messages]})
    (record,) = read_records(ForeignText(text, form="chat"))
    assert len(record.main_line) == 2


@pytest.mark.parametrize(("form", "before"), [("thread", 2), ("html", 1), ("chat", 0)])
def test_tr1_a_line_that_is_too_long_is_refused(form: str, before: int):
    line = "long " * 4_001
    text = {"thread": f"Ana:\n\n{line}\n", "html": f"<p>1. Sd5=M\n<p>{line}</p>"}.get(
        form, json.dumps([{"author": "Ana", "content": line}])
    )
    message = f"too long: line {before + 1} has more than 20,000 characters"
    with pytest.raises(Unreadable, match=message):
        list(read_records(ForeignText(text, form=form)))


def test_tr1_games_that_only_their_numbers_tell_apart_have_a_limit():
    games = [f"1. {('Sf3', 'Sf6')[number % 2]}\n2. Sc6\nRed resigns\n\n" for number in range(22)]
    alike, marked = (
        list(read_records(ForeignText('[Game "Martian Life"]\n' + "".join(texts), form="thread")))
        for texts in (games, [f"Game {number}\n{game}" for number, game in enumerate(games, 1)])
    )
    *_, diagnostic = alike[-1].diagnostics
    assert len(alike) == 21
    assert diagnostic.message.startswith("too many games: at most 20")
    assert [len(record.main_line) for record in marked] == [2] * 22


@pytest.mark.parametrize("length", [1_100, 2_000])
def test_tr3_long_paragraphs_with_numbers_are_not_tried_as_pairs_of_turns(length: int):
    talk = ("I think that Sc4 was fine, though I am not sure what you would have done after it. " * 30)[:length]
    text = '[Game "Martian Life"]\n\n1. Sd5=M\n2. Sc6\n\n' + "".join(f"{number}. {talk}\n" for number in range(1, 7))
    (record,) = read_records(ForeignText(text, form="thread"))
    assert len(record.main_line) > 1


HOME = '[North "Al"]\n[South "Bea"]\n\n1. homeworld G2 B1 Y3 Al\n'
OWN_NOTATION = [
    ("Braces", "TIP 5/2; "),
    ("Braces", "Ld5-d4 "),
    ("Braces", "SWAP 6/3, "),
    ("Martian Chess", "b3xc3, "),
    ("Martian Life", "Sc6 "),
    ("Triumvirate", "Sf1-g3=x "),
    ("Autumn Ash", "Qa1 Sb2 "),
    ("Spectrum", "@B:M "),
    ("Spectrum", "resign "),
    ("Homeworlds", "trade Y1 B1 Al "),
    ("Homeworlds", "build G1 Al; "),
    ("Homeworlds", "pass "),
]


@pytest.mark.slow
@pytest.mark.parametrize("head", ["{}. ", "Al: ", ""], ids=["numbered", "named", "bare"])
@pytest.mark.parametrize(("game", "token"), OWN_NOTATION, ids=[f"{game}: {token}" for game, token in OWN_NOTATION])
def test_tr1_the_time_for_lines_full_of_notation_is_limited(game: str, token: str, head: str):
    """A line was read again with each of the six below it, and at each of its blanks."""
    for width in (1, 12, 60):
        line = head + token * width
        lines = [line.format(number) for number in range(2, 2 + 30_000 // len(line))]
        text = f'[Game "{game}"]\n{HOME if game == "Homeworlds" else ""}' + "\n".join(lines)
        start = time.process_time()
        with suppress(Unreadable):
            list(read_records(ForeignText(text, form="thread")))
        assert time.process_time() - start < 10, f"{width} times on a line"


def test_tr1_paragraphs_that_are_no_running_text_cost_no_more_than_their_lines(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(classify_messages, "_LEAST_WORK", 10_000)
    paragraph = "1. Sd5=M 2. Sc6\n3. Sc4 XSd4 4. Sb3\n5. Se6 6. Sa7 XSa7\nand so on it went\n\n"
    (record,) = read_records(ForeignText('[Game "Martian Life"]\n\n' + paragraph * 100, form="thread"))
    assert len(record.main_line) == 6


@few_or_many("lines", 100, 500)
def test_tr1_lines_that_cannot_be_a_turn_are_not_read_again_with_those_below(
    lines: int, monkeypatch: pytest.MonkeyPatch
):
    """Each was read with each of the six below it too: half a minute for 1 MB. Characters are counted, which are the
    same on every machine."""
    looked_at = []
    speaker = PrefixReader.speaker

    def count(reader: PrefixReader, text: str) -> str:
        looked_at.append(len(text))
        return speaker(reader, text)

    monkeypatch.setattr(PrefixReader, "speaker", count)
    text = '[Game "Spectrum"]\n' + ("@B:M " * 12 + "\n") * lines
    list(read_records(ForeignText(text, form="thread")))
    assert sum(looked_at) < 2 * len(text)


@pytest.mark.parametrize(
    ("allowed", "length", "most"),
    [
        (10_000, 1_500, 40_000),
        pytest.param(400_000, 60_000, 1_600_000, marks=pytest.mark.slow),
        pytest.param(400_000, 300_000, 3_100_000, marks=pytest.mark.slow),
    ],
)
def test_tr1_no_more_is_respelt_than_the_length_allows(
    allowed: int, length: int, most: int, monkeypatch: pytest.MonkeyPatch
):
    """A line of rolls was put right at each of its words, for 50 seconds in 1 MB. Characters are counted, which
    are the same on every machine: a million take about a second."""
    readers = []

    class Counted(TurnReader):
        def __init__(self, game: AnyGame) -> None:
            super().__init__(game)
            readers.append(self)

    monkeypatch.setattr(game_reader, "TurnReader", Counted)
    monkeypatch.setattr(classify_messages, "_LEAST_WORK", allowed)
    line = "{}. " + "SWAP 6/3, " * 60
    text = '[Game "Braces"]\n' + "\n".join(line.format(number) for number in range(2, 2 + length // len(line)))
    with pytest.raises(Unreadable, match=r"split it: too much up to line \d+ looks like a turn"):
        list(read_records(ForeignText(text, form="thread")))
    assert sum(reader.respelt for reader in readers) < most


@pytest.mark.parametrize(("allowed", "lines"), [(10_000, 75), pytest.param(400_000, 3_000, marks=pytest.mark.slow)])
def test_tr1_a_text_with_too_much_that_is_nearly_a_turn_is_refused(
    allowed: int, lines: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(classify_messages, "_LEAST_WORK", allowed)
    text = '[Game "Braces"]\n' + "TIP 5/2;\n" * lines
    with pytest.raises(Unreadable, match=r"split it: too much up to line \d+ looks like a turn"):
        list(read_records(ForeignText(text, form="thread")))


@pytest.mark.parametrize(
    ("walked", "passes", "most"),
    [(25_000, 200, 4_000), pytest.param(400_000, 3_000, 60_000, marks=pytest.mark.slow)],
)
def test_tr4_no_more_answers_are_tried_than_the_length_allows(
    walked: int, passes: int, most: int, monkeypatch: pytest.MonkeyPatch
):
    """The turns of one player alone are one question, for each answer to which the whole text is walked again: 60 kB
    took 24 seconds. Decisions about lines are counted, which are the same on every machine."""
    decided = []

    def count(case: Case) -> Row:
        row = decide(case)
        decided.append(row)
        return row

    monkeypatch.setattr(sequence, "decide", count)
    monkeypatch.setattr(questions, "_MOST_WALKED", walked)
    (record,) = read_records(ForeignText(f'[Game "Homeworlds"]\n{HOME}' + "Al: pass\n" * passes, form="thread"))
    assert [diagnostic.code for diagnostic in record.diagnostics].count("question") == 1
    assert passes < len(decided) < most


def test_r1_a_game_of_too_many_turns_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sequence, "RECORD_TURNS", 200)
    passes = '[Game "Homeworlds"]\n' + "pass\n" * 200
    (record,) = read_records(ForeignText(passes, form="thread"))
    assert len(record.main_line) == 200
    message = "split it: the turn in line 202 is one more than the 200 of a game"
    with pytest.raises(Unreadable, match=message):
        list(read_records(ForeignText(passes + "pass\n", form="thread")))

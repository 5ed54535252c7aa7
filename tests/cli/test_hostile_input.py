"""Hostile input (R6.4): no file makes `check` crash, hang, recurse without end or use excessive memory."""

from __future__ import annotations

import json
import random
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from reading import MARTIAN, found, judge

from pyrnot.core.limits import NESTING
from pyrnot.foreign.load import read_record, read_sources, split_text
from pyrnot.foreign.thread.classify import messages as classify_messages
from pyrnot.play.replay import Replay, replay
from pyrnot.record.lines import MAX_DIAGNOSTICS
from pyrnot.render.data import verdict_data
from pyrnot.render.report import draw_diagnostic
from support import few_or_many, time_grows_with_length

MILLION = 1_000_000


def judge_and_draw(text: str) -> list[Replay]:
    """All that `check` does with a text."""
    verdicts = []
    for source in split_text("a.pyr", text):
        judged = replay(read_record(source))
        json.dumps(verdict_data(judged))
        for diagnostic in judged.diagnostics:
            draw_diagnostic(diagnostic, source)
        verdicts.append(judged)
    return verdicts


def mixed(characters: str, length: int) -> str:
    return "".join(random.Random(1).choices(characters, k=length))


HUGE: list[tuple[str, Callable[[int], str]]] = [
    ("letters", lambda n: "1. " + "x" * n),
    ("digits", lambda n: "1. " + "7" * n),
    ("letters-and-digits", lambda n: "1. " + mixed("abcdefgh12345678SML", n)),
    ("words", lambda n: "1. " + mixed("abcdefgh12345678SML ", n)),
    ("number", lambda n: "1. Sa1 " + "9" * n + ". Sh8"),
    ("zeros", lambda n: "0" * n + "1. Sa1"),
    ("numbers", lambda n: "1." * (n // 2)),
    ("seat", lambda n: "1. " + "x" * n + ": Sa1"),
    ("seats", lambda n: "1. " + "x:" * (n // 2)),
    ("result", lambda n: "1. Sa1 " + "x" * n + " wins"),
    ("results", lambda n: "1. Sa1 " + "x wins " * (n // 7)),
    ("stars", lambda n: "1. Sa1 " + "*" * n),
    ("blanks", lambda n: "1. Sa1" + " " * n + "2. Sh8"),
    ("line-ends", lambda n: "1. Sa1" + "\n" * n + "2. Sh8"),
    ("full-stops", lambda n: "1. Sa1" + "." * n),
    ("semicolons", lambda n: "1. Sa1" + ";" * n),
    ("brackets", lambda n: "(" * n),
    ("brackets-after-a-turn", lambda n: "1. Sa1 " + "(" * n),
    ("closing-brackets", lambda n: "1. Sa1 " + ")" * n),
    ("pairs-of-brackets", lambda n: "1. Sa1 " + "()" * (n // 2)),
    ("pairs-of-brackets-before-all", lambda n: "()" * (n // 2)),
    ("nested", lambda n: "1. Sa1 " + "(1. Sh1 " * (n // 9) + ")" * (n // 9)),
    ("nested-not-closed", lambda n: "1. Sa1 " + "(1. Sh1 " * (n // 8)),
    ("brackets-in-a-bad-turn", lambda n: "1. Zz " + "(1" * (n // 2)),
    ("braces", lambda n: "1. Sa1 " + "{" * n),
    ("closing-braces", lambda n: "1. Sa1 " + "}" * n),
    ("comment", lambda n: "1. Sa1 {" + "x" * n + "}"),
    ("comments", lambda n: "1. Sa1 " + "{}" * (n // 10)),
    ("marks", lambda n: "1. Sa1 " + "!" * n),
    ("dollars", lambda n: "1. Sa1 " + "$" * n),
    ("mark", lambda n: "1. Sa1 $" + "9" * n),
    ("quotes", lambda n: "1. " + '"' * n),
    ("lone-quotes", lambda n: "1. " + '"\n' * (n // 2)),
    ("value", lambda n: f'[Event "{"x" * n}"]\n1. Sa1'),
    ("escapes", lambda n: '[Event "' + '\\"' * (n // 2) + '"]\n1. Sa1'),
    ("typographic", lambda n: "[Event “" + "” " * (n // 2) + "\n1. Sa1"),
    ("variant", lambda n: f'[Variant "{"x" * n}"]\n1. Sa1'),
    ("setup", lambda n: f'[Setup "{"8/" * (n // 2)}"]\n1. Sa1'),
    ("first", lambda n: f'[First "{"x" * n}"]\n1. Sa1'),
    ("no-tags", lambda n: "[\n" * (n // 20) + "1. Sa1"),
    ("tags", lambda n: '[x "y"]\n' * (n // 80) + "1. Sa1"),
    ("mistyped-tags", lambda n: "".join(f'[Even{number} "y"]\n' for number in range(n // 150)) + "1. Sa1"),
    ("unclosed-comments", lambda n: '{\n[x "y"]\n' * (n // 100) + "1. Sa1"),
    ("notation-without-end", lambda n: "1. Sa1 X" + "Sa1," * (n // 4) + "Sa1"),
    ("prose", lambda n: "Lorem ipsum dolor, sit amet. " * (n // 29)),
    ("mail", lambda n: ">" * n + " 1. Sa1"),
    ("control-characters", lambda n: "1. " + mixed("\x00\x01\x1b\x7f\u200b\u202e", n)),
    ("legal", lambda n: "\n".join(f"{ply}. {'Sa1' if ply % 2 else 'Sh8'}" for ply in range(1, n // 40))),
]


TITLES = ("Martian Life", "Braces", "Homeworlds")
"""A game with neither brackets nor names, one with brackets, one with names."""


@pytest.mark.parametrize(
    ("make", "title"),
    [(make, TITLES[number % 3]) for number, (_, make) in enumerate(HUGE)],
    ids=[name for name, _ in HUGE],
)
@few_or_many("length", MILLION // 300, MILLION // 20)
def test_huge(make: Callable[[int], str], title: str, length: int) -> None:
    assert time_grows_with_length(lambda length: judge_and_draw(f'[Game "{title}"]\n{make(length)}'), length)


@pytest.mark.slow
@pytest.mark.parametrize("make", [row[1] for row in HUGE], ids=[row[0] for row in HUGE])
def test_memory_and_time_grow_no_faster_than_the_text(make: Callable[[int], str]) -> None:
    used = []
    for size in (MILLION // 10, MILLION):
        text = MARTIAN + make(size)
        tracemalloc.start()
        judge_and_draw(text)
        used.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert used[1] < 12 * used[0] + 5 * MILLION
    assert used[1] < 200 * MILLION


def test_deep_nesting_everywhere() -> None:
    (judged,) = judge_and_draw(f"{MARTIAN}1. Sa1 {'(1. Sh1 ' * NESTING}{')' * NESTING} 2. Sh8")
    assert found(judged) == []


def test_too_many_faults() -> None:
    judged = judge(MARTIAN + "Zz9. " * 5000)
    assert len(judged.diagnostics) == MAX_DIAGNOSTICS + 1
    assert judged.diagnostics[-1].code == "too-many-faults"
    assert judge(MARTIAN + "Zz9. " * (MAX_DIAGNOSTICS - 1)).diagnostics[-1].code == "not-notation"


def test_long_record_is_linear() -> None:
    """Eight times the turns take eight times the calls, whether positions are kept or not."""
    calls = [count_calls(turns) for turns in (250, 2_000)]
    assert calls[1] < 8 * 1.1 * calls[0]


def count_calls(turns: int) -> int:
    """The number of function calls that judging a record of `turns` turns takes, the same on every machine."""
    text = MARTIAN + " ".join(f"{ply}. {'Sa1' if ply % 2 else 'Sh8'}" for ply in range(1, turns + 1))
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        judged = judge(text)
    finally:
        sys.setprofile(None)
    assert (judged.length, judged.diagnostics) == (turns, ())
    return calls


@pytest.mark.slow
def test_many_records_need_the_memory_of_one(tmp_path: Path) -> None:
    """R6.4."""
    one = MARTIAN + " ".join(f"{ply}. {'Sa1' if ply % 2 else 'Sh8'}" for ply in range(1, 60)) + "\n*\n"
    one += "# so it was, and is\n" * 1_000
    path = tmp_path / "a.pyr"
    used = []
    for count in (10, 100):
        path.write_text(one * count)
        tracemalloc.start()
        for source in read_sources(str(path)):
            assert not replay(read_record(source)).diagnostics
        used.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert used[1] < 2 * used[0]


@pytest.mark.parametrize(("allowed", "lines"), [(10_000, 75), pytest.param(400_000, 3_000, marks=pytest.mark.slow)])
def test_a_message_with_too_much_that_is_nearly_a_turn_is_refused(run, make, monkeypatch, allowed, lines) -> None:
    monkeypatch.setattr(classify_messages, "_LEAST_WORK", allowed)
    make("a.pyr", '[Game "Braces"]\n\n1. HOP 3/1; Ld1-d3\n')
    found = run("add", "a.pyr", "-", stdin="TIP 5/2;\n" * lines)
    assert found.exit_code == 1
    assert "leave out what is not of the game: too much up to line" in found.stderr


@pytest.mark.parametrize(
    ("game", "turn"),
    [
        ("homeworlds", "\u017fwap y1 b1 North"),
        ("homeworlds", "build pur\u0131ple"),
        ("spectrum", "medium p\u0131nk for large p\u0130n\u212a"),
        ("braces", "TIP s\u0131x/f\u0131ve; \u017fmall wh\u0130te c3-c4"),
        ("martian-life", "\u017fmall d5"),
    ],
)
def test_letters_that_a_pattern_takes_for_an_s_an_i_or_a_k_are_only_wrong(run, make, game: str, turn: str):
    for name, text in (("a.pyr", f'[Game "{game}"]\n\n1. {turn}\n'), ("a.txt", f'[Game "{game}"]\nHi!\n1. {turn}\n')):
        make(name, text)
        assert run("check", name).exit_code == 1

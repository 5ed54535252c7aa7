"""Random and mutilated texts: reading and judging them never raises, and the results are consistent.

The ordinary suite tries a few of each kind, always the same; `-m slow` tries many.
"""

from __future__ import annotations

import json
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pyrnot.foreign.load import read_record, read_sources, split_text
from pyrnot.games import all_games
from pyrnot.play.replay import Replay, replay, with_warnings_as_errors
from pyrnot.record.model import Record
from pyrnot.record.opening import Unreadable
from pyrnot.render.data import verdict_data
from pyrnot.render.report import draw_diagnostic
from support import few_or_many, samples_of

SAMPLES = [path.read_text(encoding="utf-8") for game in all_games() for path in samples_of(game)]
TITLES = [game.info.title for game in all_games()]
CHARACTERS = (
    "[](){}<>.;:!?$#*\"'\\/+-=@,_^ \t\n\r\f\u00a0\u2028\ufeff…\u2013\u00d7“”"
    "0123456789abcdghlmnprstwxLMSXPDQGHRW\x00é龍"
)
ANY = st.one_of(st.integers(0, 0x7F), st.integers(0x80, 0xD7FF), st.integers(0xE000, 0x10FFFF)).map(chr)
"""Any character; Hypothesis takes seconds to list them all by itself."""
WORDS = [
    *(
        "1.",
        "2.",
        "3.",
        "1...",
        "2…",
        "; ",
        ". ",
        "(",
        ")",
        "{",
        "}",
        "# ",
        "\n",
        "!",
        "$5",
        "*",
        "White wins",
        "draw",
    ),
    *('[Game "Braces"]\n', "[", "]", '"', "pass", "DIG 5/2", "Sc3-c4", "M(w)a1", "XSd5", "Sa1", "Sd4=M", "Lh1-h3"),
    *(
        "<L_ M^ S_>",
        "HD=M_",
        "+Sg1",
        "+Qa1",
        "Pb2-b3=D",
        "MM(r)>LS(o)",
        "@B:L",
        "G2=SrMkLw",
        "build y1 Al",
        "7.",
        "> ",
    ),
]


@pytest.fixture(autouse=True)
def constants(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """In an ordinary run Hypothesis looks for no constants in the modules that were imported before: that takes
    longer than all texts, which would depend on what else is run."""
    providers = sys.modules.get("hypothesis.internal.conjecture.providers")
    if providers is not None and request.node.get_closest_marker("slow") is None:
        monkeypatch.setattr(providers, "is_local_module_file", lambda _: False, raising=False)


def try_all(strategy: st.SearchStrategy[str], effort: int) -> None:
    """Checks `effort` texts."""

    @settings(
        max_examples=effort, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(strategy)
    def hold(text: str) -> None:
        check_text(text)

    hold()


def check_text(text: str) -> None:
    try:
        sources = list(split_text("a.pyr", text))
    except Unreadable:
        return
    assert "".join(source.original for source in sources) == text.replace("\r\n", "\n").replace("\r", "\n")
    for source in sources:
        record = read_record(source)
        check_record(record)
        judged = replay(record)
        check_replay(judged)
        replay(record, keep_going=True, mainline_only=True)
        for diagnostic in judged.diagnostics:
            most = 4 if diagnostic.related is None else 8  # a note has a place and an excerpt of its own
            assert draw_diagnostic(diagnostic, source).count("\n") <= most
        json.dumps(verdict_data(with_warnings_as_errors(judged)))


def check_record(record: Record) -> None:
    """Indices and spans are consistent."""
    size = len(record.source.text)
    for index, turn in enumerate(record.turns):
        line = record.variations[turn.variation]
        assert index in line.turns
        assert turn.parent < index
        assert turn.ply == (record.turns[turn.parent].ply + 1 if turn.parent >= 0 else 1)
        assert 0 <= turn.span.start < turn.span.end <= size
        for action in turn.actions:
            assert turn.span.start <= action.span.start < action.span.end <= turn.span.end
        for number in turn.variations:
            assert record.variations[number].instead_of == index
    for line in record.variations:
        assert all(a < b and record.turns[b].parent == a for a, b in pairwise(line.turns))
    for diagnostic in record.diagnostics:
        assert diagnostic.span is not None
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= size or diagnostic.code == "missing-game"


def check_replay(judged: Replay) -> None:
    spans = [diagnostic.span for diagnostic in judged.diagnostics if diagnostic.span is not None]
    assert spans == sorted(spans)
    assert judged.length <= len(judged.record.main_line)
    assert all(
        diagnostic.rule and diagnostic.ply is not None and diagnostic.ply >= 0 for diagnostic in judged.diagnostics
    )
    if judged.start is not None:
        assert len(judged.main_plies) == judged.length
        if judged.length < len(judged.record.main_line):
            assert judged.has_error, "a turn that is not replayed has an error"


@few_or_many("effort", 10, 800)
def test_any_text(effort: int) -> None:
    try_all(st.text(ANY, max_size=200), effort)


@few_or_many("effort", 15, 1_200)
def test_characters_of_records(effort: int) -> None:
    try_all(st.builds(in_game, st.sampled_from(TITLES), st.text(CHARACTERS, max_size=80)), effort)


@few_or_many("effort", 20, 1_600)
def test_words_of_records(effort: int) -> None:
    words = st.lists(st.sampled_from(WORDS), max_size=25)
    try_all(st.builds(in_game, st.sampled_from(TITLES), words.map("".join)), effort)


def in_game(title: str, text: str) -> str:
    return f'[Game "{title}"]\n{text}'


@few_or_many("effort", 15, 1_200)
def test_mutilated_samples(effort: int) -> None:
    """A few characters are deleted, doubled, reversed or inserted."""
    edits = st.lists(
        st.tuples(st.integers(0, 3), st.integers(0, 10**6), st.integers(1, 40), st.text(CHARACTERS, max_size=4)),
        max_size=6,
    )
    try_all(st.builds(mutilate, st.sampled_from(SAMPLES), edits), effort)


def mutilate(text: str, edits: list[tuple[int, int, int, str]]) -> str:
    for kind, place, size, new in edits:
        start = place % (len(text) + 1)
        end = start + size
        part = text[start:end]
        match kind:
            case 0:
                text = text[:start] + new + text[end:]
            case 1:
                text = text[:end] + part + text[end:]
            case 2:
                text = text[:start] + part[::-1] + text[end:]
            case _:
                text = text[:start] + new + text[start:]
    return text


@few_or_many("effort", 10, 800)
def test_truncated_samples(effort: int) -> None:
    try_all(
        st.builds(
            lambda text, place: text[: place % (len(text) + 1)], st.sampled_from(SAMPLES), st.integers(0, 10**6)
        ),
        effort,
    )


@few_or_many("effort", 7, 400)
def test_samples_run_together(effort: int) -> None:
    """One sample, cut anywhere, followed by another: a bad record does not spoil the next."""

    def join(first: str, place: int, second: str) -> str:
        return f"{first[: place % (len(first) + 1)]}\n{second}"

    try_all(st.builds(join, st.sampled_from(SAMPLES), st.integers(0, 10**6), st.sampled_from(SAMPLES)), effort)


@pytest.mark.parametrize("effort", [40])
def test_any_bytes(effort: int, tmp_path: Path) -> None:
    path = tmp_path / "a.pyr"

    @settings(
        max_examples=effort, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(st.binary(max_size=60))
    def hold(data: bytes) -> None:
        path.write_bytes(data)
        try:
            for source in read_sources(str(path)):
                check_record(read_record(source))
        except Unreadable:
            pass

    hold()

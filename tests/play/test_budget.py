"""Work that nobody asked for stops after a number of plays, and never changes a verdict."""

from __future__ import annotations

import time
from functools import partial

import pytest
from msgspec.structs import replace
from reading import judge

from pyrnot.budget import Allowance, OutOfBudget, allowing, limited, spend
from pyrnot.cli.judging import Options, judge_all
from pyrnot.cli.workers import Workers, texts
from pyrnot.play.replay import Replay
from pyrnot.record.files import split_text
from pyrnot.record.foreign import recognition
from pyrnot.record.read import read_strictly
from pyrnot.record.source import SourceText

HIGH_STACK = """\
[Game "Braces"]
[Variant "same-stack"]
[Setup "5/5/2,LwLwLwLbLbLbLnMwMwMwMbMbMbMnSwSwSwSbSbSbSn,2/5/5 w"]

"""


def test_spending_counts_only_inside() -> None:
    spend(10**9)
    with limited(2):
        spend(2)
        with pytest.raises(OutOfBudget):
            spend()


def test_inner_work_is_charged_to_outer_work_and_to_the_allowance() -> None:
    allowance = Allowance(10)
    with allowing(allowance):
        with limited(6), limited(4):
            spend(3)
        assert allowance.left == 7
        with limited(100), pytest.raises(OutOfBudget), limited(5):
            spend(6)
        with limited(100), pytest.raises(OutOfBudget):
            spend(100)
        with limited(1), pytest.raises(OutOfBudget):
            spend()
    with limited(1):
        spend()


def test_an_allowance_within_another() -> None:
    around = Allowance(10)
    with allowing(around):
        with allowing(Allowance(6)), limited(100):
            spend(5)
        with allowing(Allowance(6)), limited(100), pytest.raises(OutOfBudget):
            spend(6)
    assert around.left <= 0


def test_many_short_records_share_an_allowance() -> None:
    """Hints in each of a file's records once took 130 seconds for 100 kB; with several processes they are the same."""
    record = f"{HIGH_STACK}1. TIP 6/5; S(1)c3-c4\n\n"
    sources = list(split_text("a.pyr", record * 60))
    options = Options(form="text", strict=False, mainline=False, keep_going=False, game=None)
    work = partial(judge_all, options=options)
    verdicts = [verdict.text for verdict in Workers().share(work, iter(sources), texts())]
    hints = ["help" in verdict for verdict in verdicts]
    assert hints[0]
    assert not hints[-1]
    pool = [verdict.text for verdict in Workers(jobs=2).share(work, iter(sources), replace(texts(), worth=0))]
    assert pool == verdicts


@pytest.mark.parametrize("turn", ["TIP 6/5; S(1)c3-c4", "TIP 6/5; Sc3-c4", "TIP 6/5; Lc3-c4 XLd3"])
def test_a_hint_in_a_high_stack_is_quick(turn: str) -> None:
    """Every variation once took four to eighteen seconds."""
    start = time.process_time()
    judged = judge(f"{HIGH_STACK}1. {turn}\n" + f"(1. {turn})\n" * 5)
    assert judged.has_error
    assert time.process_time() - start < 3, "a slow machine takes a third of that"


def verdict(judged: Replay) -> list[object]:
    faults = [(fault.code, fault.rule, fault.span, fault.ply) for fault in judged.diagnostics]
    return [judged.length, judged.position, judged.outcome, faults]


@pytest.mark.parametrize("left", [0, 1, 30, 1_000])
def test_no_budget_changes_a_verdict(left: int, monkeypatch: pytest.MonkeyPatch) -> None:
    turns = ["TIP 6/5; S(1)c3-c4", "TIP 6/5; Sc3-c4", "TIP 2/1; Lc3-c4; Lc4-c5", "WILD 6/5; L(7)c3-c4"]
    text = f"{HIGH_STACK}1. {turns[0]}\n" + "".join(f"(1. {turn})\n" for turn in turns)
    before = verdict(judge(text))
    monkeypatch.setattr("pyrnot.play.replay._PLAYS_ALLOWED", left)
    monkeypatch.setattr("pyrnot.play.replay._CHARACTERS_A_PLAY", 10**9)
    assert verdict(judge(text)) == before


def test_a_hint_at_another_form_is_sought_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading forty quoted lines as a thread of every game once took six seconds."""
    text = "> 1. Ann: Sa1\n> 2. Ben: Sh8\n"
    record = read_strictly(SourceText('[Game "Martian Life"]\nAnn Red, Ben Yellow\n' + text))
    tried: list[str] = []

    def try_form(text: str, form: str, game: object) -> None:
        tried.append(form)
        spend(5)

    monkeypatch.setattr(recognition, "_title_without_error", try_form)
    monkeypatch.setattr(recognition, "_PARSES_TRIED", 4)
    assert recognition.suggest(record, None) is record
    assert len(tried) == 1

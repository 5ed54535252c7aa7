"""Work that nobody asked for stops after a number of plays, and never changes a verdict."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace
from reading import judge

import pyrnot
from pyrnot.cli.judging import Options, judge_all
from pyrnot.cli.workers import Workers, texts
from pyrnot.core.budget import Allowance, OutOfBudget, affords, allowing, limited, spend
from pyrnot.core.tags import Tags
from pyrnot.foreign import recognition
from pyrnot.foreign.files import split_text
from pyrnot.foreign.reading import read_record
from pyrnot.games.autumn_ash.game import AutumnAsh
from pyrnot.games.braces import start
from pyrnot.games.braces.game import Braces
from pyrnot.play import hints, replay
from pyrnot.play.replay import Replay
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


def test_the_choice_among_faults_has_an_allowance() -> None:
    assert affords(10**9)
    around = Allowance(100, for_faults=5)
    with allowing(around):
        with allowing(Allowance(100, for_faults=3)):
            assert affords(3)
            assert not affords(1)
            with limited(10):
                assert affords(10**9)
        assert affords(1)
        assert not affords(1)


def test_many_short_records_share_an_allowance() -> None:
    """Hints in each of a file's records once took 130 seconds for 100 kB; with several processes they are the same."""
    dice = [f"TIP {left}/{right}" for left in range(1, 7) for right in range(1, 7)]
    sources = list(split_text("a.pyr", "".join(f"{HIGH_STACK}1. {roll}; S(1)c3-c4\n\n" for roll in dice * 2)))
    options = Options(form="text", strict=False, mainline=False, keep_going=False, game=None)
    work = partial(judge_all, options=options)
    verdicts = [verdict.text for verdict in Workers().share(work, iter(sources), texts())]
    hints = ["help" in verdict for verdict in verdicts]
    assert hints[0]
    assert not hints[-1]
    pool = [verdict.text for verdict in Workers(jobs=2).share(work, iter(sources), replace(texts(), worth=0))]
    assert pool == verdicts
    ours = [verdict.diagnostics[0].hint for verdict in pyrnot.check("".join(source.text for source in sources))]
    assert ours[0]
    assert not ours[-1]


def counted(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> list[object]:
    """The arguments of a function of a module or class, each time that it is called from now on."""
    calls: list[object] = []
    real = getattr(owner, name)

    def count(*given: Any, **more: Any) -> Any:
        calls.append(given)
        return real(*given, **more)

    monkeypatch.setattr(owner, name, count)
    return calls


def test_the_same_wrong_turn_is_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same variation ten thousand times, or the same short record: each was judged and had its hint sought."""
    played = counted(monkeypatch, replay, "play_turn")
    sought = counted(monkeypatch, hints, "find_hint")
    record = f"{HIGH_STACK}1. TIP 6/5; S(1)c3-c4\n" + "(1. TIP 6/5; S(1)c3-c4)\n" * 20 + "(1. TIP 6/5; Sc3-e5)\n\n"
    options = Options(form="text", strict=False, mainline=False, keep_going=False, game=None)
    verdicts = [verdict.text for verdict in judge_all(split_text("a.pyr", record * 3), options)]
    assert len(played) == len(sought) == 2
    assert all(verdict.count("would be legal") >= 21 for verdict in verdicts)


def test_going_on_after_a_fault_reads_its_turn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """To judge a turn, and to find out whether it is clear what happened, was the same work twice."""
    read = counted(monkeypatch, Braces, "readings")
    record = read_record(SourceText('[Game "Braces"]\n\n1. DIG 5/2; Sb1-b2 XMb2; Sb2-b3\n'))
    found = [replay.replay(record, keep_going=True, hints=False).diagnostics[0].rule, len(read)]
    assert found == ["B32", 3]


def test_the_standard_start_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a file of records of one turn it took a third of the time."""
    read = counted(monkeypatch, start, "read_position")
    games = [Braces().start(Tags({"First": seat})) for seat in ("Black", "White", "b", "black")]
    assert games[0] == games[2] == games[3] != games[1]
    assert len(read) <= 2


def test_variations_ask_once_whether_the_game_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Autumn Ash looks a turn ahead to tell."""
    asked = counted(monkeypatch, AutumnAsh, "outcome")
    judge('[Game "Autumn Ash"]\n\n1. Da1-a9\n' + "(1. Da1-a9)\n" * 50)
    assert len(asked) < 5


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
    monkeypatch.setattr(recognition, "_WORK_TRIED", 4)
    assert recognition.suggest(record, None) is record
    assert len(tried) == 1

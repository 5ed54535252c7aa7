"""Work that may stop early stops after a number of plays: hints."""

from __future__ import annotations

import time
from typing import Any

import pytest
from reading import judge, judge_all

from pyrnot.core.budget import Budget, OutOfBudget
from pyrnot.core.limits import HINTED_DIAGNOSTICS
from pyrnot.core.tags import Tags
from pyrnot.games.braces import start
from pyrnot.games.braces.game import Braces
from support import few_or_many

HIGH_STACK = """\
[Game "Braces"]
[Variant "same-stack"]
[Setup "5/5/2,LwLwLwLbLbLbLnMwMwMwMbMbMbMnSwSwSwSbSbSbSn,2/5/5 w"]

"""


def test_a_budget_is_spent() -> None:
    budget = Budget(2)
    budget.spend(2)
    with pytest.raises(OutOfBudget):
        budget.spend()


def test_hints_of_a_record_do_not_depend_on_the_others() -> None:
    """Once the records of a run shared the plays for their hints, so the last ones had none."""
    texts = [f'[Game "Braces"]\n\n1. HOP 3/{right}; Lb1-b4\n\n' for right in (1, 2, 3)]
    alone = [judge(text).diagnostics[0].hint for text in texts]
    assert [judged.diagnostics[0].hint for judged in judge_all("".join(texts))] == alone
    assert all(alone)


def test_the_first_diagnostics_of_a_record_have_hints() -> None:
    judged = judge('[Game "Martian Life"]\n\n1. Se4=L\n' + "(1. Se4=L)\n" * 30)
    assert [diagnostic.hint is not None for diagnostic in judged.diagnostics] == [True] * HINTED_DIAGNOSTICS + [
        False
    ] * (31 - HINTED_DIAGNOSTICS)


def counted(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> list[object]:
    """The arguments of a function of a module or class, each time that it is called from now on."""
    calls: list[object] = []
    real = getattr(owner, name)

    def count(*given: Any, **more: Any) -> Any:
        calls.append(given)
        return real(*given, **more)

    monkeypatch.setattr(owner, name, count)
    return calls


def test_the_standard_start_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a file of records of one turn it took a third of the time."""
    read = counted(monkeypatch, start, "read_position")
    games = [Braces().start(Tags({"First": seat})) for seat in ("Black", "White", "b", "black")]
    assert games[0] == games[2] == games[3] != games[1]
    assert len(read) <= 2


@pytest.mark.parametrize(
    "turn",
    [
        "TIP 6/5; S(1)c3-c4",
        *(pytest.param(turn, marks=pytest.mark.slow) for turn in ("TIP 6/5; Sc3-c4", "TIP 6/5; Lc3-c4 XLd3")),
    ],
)
@few_or_many("variations", 0, 1)
def test_a_hint_in_a_high_stack_is_quick(turn: str, variations: int) -> None:
    """Every variation once took four to eighteen seconds."""
    start = time.process_time()
    judged = judge(f"{HIGH_STACK}1. {turn}\n" + f"(1. {turn})\n" * variations)
    assert judged.has_error
    assert time.process_time() - start < 1.5, "a slow machine takes a third of that"

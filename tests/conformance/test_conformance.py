"""The kit is what pyrnot says and what the other tests hold true. pyrnot passes it; a program that errs does not."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from pyrnot.games import game_ids
from support import TOP, few_or_many
from tests.conformance.__main__ import CASES, compared, main, read_cases
from tests.conformance.answers import answer
from tests.conformance.build import all_cases, count_cases, dump

HERE = Path(__file__).parent
PYRNOT = [sys.executable, "-m", "tests.conformance.answers"]


@pytest.fixture(autouse=True)
def checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program of a test finds the kit, and the modules that it shares with other tests."""
    monkeypatch.chdir(TOP)
    monkeypatch.setenv("PYTHONPATH", f"{TOP}:{TOP / 'tests'}")


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_kit_is_what_the_tests_hold_true(renew: bool) -> None:
    files = {name: "".join(dump(case) + "\n" for case in cases) for name, cases in all_cases().items()}
    if renew:
        CASES.mkdir(exist_ok=True)
        for path in CASES.glob("*.jsonl"):
            path.unlink()
        for name, text in files.items():
            (CASES / f"{name}.jsonl").write_text(text, encoding="utf-8")
    assert {path.stem: path.read_text(encoding="utf-8") for path in CASES.glob("*.jsonl")} == files


def test_the_counts_of_the_kit_are_those_of_the_tables() -> None:
    assert [case for name, case in read_cases() if name == "perft"] == [*count_cases()]


@few_or_many("step", 40, 1)
def test_every_case_and_answer_fits_the_schema(step: int) -> None:
    schema = json.loads((HERE / "schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    of_case = Draft202012Validator(schema)
    of_answer = Draft202012Validator({**schema, "$ref": "#/$defs/answer"})
    for _, case in [*read_cases()][::step]:
        of_case.validate(case)
        of_answer.validate({"id": case["id"], **case["expect"]})


def test_the_kit_covers_every_game() -> None:
    cases = [case for _, case in read_cases()]
    assert len({case["id"] for case in cases}) == len(cases) >= 500
    counts = Counter((case["game"], case["ask"]) for case in cases)
    for game in game_ids():
        assert counts[game, "record"] >= 50
        assert counts[game, "perft"] >= 3


@pytest.mark.parametrize("file", sorted(path.stem for path in CASES.glob("*.jsonl") if path.stem != "traces"))
def test_pyrnot_passes(file: str) -> None:
    """Every twentieth case: the slow run asks for all, and for traces too. `tests/games` does the counts, so one of
    each game is asked for here, with and without dice."""
    cases = [case for name, case in read_cases() if name == file]
    if file == "perft":
        cases = [*{(case["game"], case["opening"] is None): case for case in cases if case["depth"] == 1}.values()]
    else:
        cases = cases[::20]
    for case in cases:
        for what, right, given in compared(case, answer(case)):
            assert given == right, (case["id"], what)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_program_of_pyrnot_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(PYRNOT) == 0, capsys.readouterr().out


WRONG = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps({"id": question["id"], **ANSWER}), flush=True)
"""


@pytest.mark.parametrize(
    ("answers", "status", "told"),
    [
        ('{"count": 1}', 1, "martian-life/perft/start-1: count is [1], should be [62]"),
        ("{}", 1, "perft: count -/"),
        ('{"id": 7}', 1, "perft: count -/"),
    ],
)
def test_a_wrong_program_fails(answers: str, status: int, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = [sys.executable, "-c", WRONG.replace("ANSWER", answers)]
    assert main(["--game", "martian-life", "--ask", "perft", *command]) == status
    assert told in capsys.readouterr().out


def test_a_program_that_ends_early_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--game", "martian-life", "--ask", "perft", sys.executable, "-c", ""]) == 1
    assert "perft: count -/" in capsys.readouterr().out


def test_a_program_may_claim_a_part(capsys: pytest.CaptureFixture[str]) -> None:
    """Here the verdict alone, for one game."""
    program = """
import json, sys
from tests.conformance.__main__ import read_cases
cases = [case for _, case in read_cases(["martian-life"]) if case["ask"] == "record"]
expected = {case["id"]: case["expect"]["records"] for case in cases}
for line in sys.stdin:
    question = json.loads(line)
    records = [{"ok": record["ok"]} for record in expected[question["id"]]]
    print(json.dumps({"id": question["id"], "records": records}), flush=True)
"""
    assert main(["--game", "martian-life", "--ask", "record", sys.executable, "-c", program]) == 0
    out = capsys.readouterr().out
    assert "positions -/" in out
    assert "all that the program answers is right" in out


def test_a_wrong_position_and_a_wrong_rule_are_seen() -> None:
    case = next(case for _, case in read_cases(["martian-life"]) if case["id"].endswith("ML3-occupied-by-own"))
    given = json.loads(json.dumps(case["expect"]))
    given["records"][0]["positions"] = ["8/8/8/8/8/8/8/8 r"]
    given["records"][0]["diagnostics"][0]["rule"] = "ML2"
    differing = {name for name, right, answered in compared(case, given) if right != answered}
    assert differing == {"positions", "first_error", "errors"}


def test_the_example_of_the_page_is_true() -> None:
    page = (HERE / "README.md").read_text(encoding="utf-8")
    question, right = (json.loads(line) for line in page.splitlines() if line.startswith('{"id"'))
    (record,) = answer(question)["records"]
    (told,) = right["records"]
    for diagnostic in record["diagnostics"]:
        del diagnostic["code"]
    assert {key: record[key] for key in told} == told

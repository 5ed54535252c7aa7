"""Holds a program to the kit: `python -m tests.conformance [--game NAME] [--ask KIND] [--show N] COMMAND ...`

The command is started once. It gets a question a line on standard input, and prints an answer a line. README.md in
this folder explains both; `schema.json` defines them. Exit code 1: something that the program answers is wrong.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

Json = dict[str, Any]

CASES = Path(__file__).parent / "cases"
_RECORD_KEYS = ("game", "ok", "plies", "outcome", "positions", "canonical")


class Score:
    """The answers to the questions of one file, by what they are about: how many are right, wrong, missing."""

    def __init__(self) -> None:
        self.right = 0
        self.wrong: list[str] = []
        self.missing: list[str] = []

    @property
    def is_claimed(self) -> bool:
        """Whether the program answers this at all."""
        return bool(self.right or self.wrong)

    def __str__(self) -> str:
        total = self.right + len(self.wrong) + len(self.missing)
        return f"{self.right}/{total}" if self.is_claimed else f"-/{total}"


def read_cases(games: Iterable[str] = (), ask: str | None = None) -> Iterator[tuple[str, Json]]:
    """The cases of all files, each with the file's name: all, or those that need no other game than these, or those
    of a kind of question."""
    for path in sorted(CASES.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            if ask in (None, case["ask"]) and (not games or _games_of(case) <= set(games)):
                yield path.stem, case


def _games_of(case: Json) -> set[str]:
    """The games that a program must know to answer a case."""
    games = {
        case["game"],
        case["expect"].get("game"),
        *(record["game"] for record in case["expect"].get("records", [])),
    }
    return games - {None}


def compared(case: Json, answer: Json) -> Iterator[tuple[str, Any, Any]]:
    """What is compared: its name, what is right, and what the program answered (None: nothing)."""
    expected = case["expect"]
    if case["ask"] == "record":
        given = _record_values(answer.get("records", []))
        for name, right in _record_values(expected["records"]).items():
            yield name, right, given.get(name)
    elif case["ask"] == "trace":
        meant = expected["repair"]
        repairs = answer.get("repairs")
        yield (
            "repair",
            meant,
            repairs if repairs is None else next((meant for it in repairs[:3] if it == meant), repairs),
        )
    else:
        for name, right in expected.items():
            yield name, [right], [answer[name]] if name in answer else None


def _record_values(records: Sequence[Json]) -> dict[str, Any]:
    """What is compared of records, of all of a text together; without what not all of them have."""
    values: dict[str, Any] = {
        key: [record[key] for record in records] for key in _RECORD_KEYS if all(key in record for record in records)
    }
    if all("diagnostics" in record for record in records):
        found = [record["diagnostics"] for record in records]
        errors = [_places(diagnostics, "error") for diagnostics in found]
        values["first_error"] = [places[:1] for places in errors]
        values["errors"] = errors
        values["warnings"] = [_places(diagnostics, "warning") for diagnostics in found]
        if all("code" in diagnostic for diagnostics in found for diagnostic in diagnostics):
            values["codes"] = [[diagnostic["code"] for diagnostic in diagnostics] for diagnostics in found]
    return values if records else {}


def _places(diagnostics: Iterable[Json], severity: str) -> list[tuple[str | None, int | None]]:
    return [(found["rule"], found["ply"]) for found in diagnostics if found["severity"] == severity]


class Program:
    """The program that is asked. What it prints too late, or after its end, is no answer."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        self._seconds = seconds

    def ask(self, case: Json) -> Json:
        """Its answer; {} if it gives none."""
        question = {key: value for key, value in case.items() if key != "expect"}
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        timer = threading.Timer(self._seconds, self._process.kill)
        timer.start()
        try:
            self._process.stdin.write(json.dumps(question, ensure_ascii=True) + "\n")
            self._process.stdin.flush()
            answer = json.loads(self._process.stdout.readline() or "{}")
        except (BrokenPipeError, json.JSONDecodeError):
            return {}
        finally:
            timer.cancel()
        return answer if isinstance(answer, dict) and answer.get("id") == case["id"] else {}

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


def score(program: Program, cases: Iterable[tuple[str, Json]]) -> dict[str, dict[str, Score]]:
    """The scores of each file, by what is compared."""
    scores: dict[str, dict[str, Score]] = defaultdict(lambda: defaultdict(Score))
    for file, case in cases:
        answer = program.ask(case)
        for name, right, given in compared(case, answer):
            entry = scores[file][name]
            if given is None:
                entry.missing.append(f"{case['id']}: {name} is not answered")
            elif given == right:
                entry.right += 1
            else:
                entry.wrong.append(f"{case['id']}: {name} is {_short(given)}, should be {_short(right)}")
    return scores


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= 300 else f"{text[:300]} ..."


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description="Holds a program to the kit.")
    parser.add_argument(
        "--game", action="append", help="only the cases that need no game but this one, and others so named"
    )
    parser.add_argument("--ask", choices=["record", "trace", "perft", "thread"], help="only these questions")
    parser.add_argument("--show", type=int, default=10, metavar="N", help="print the first N wrong answers (10)")
    parser.add_argument("--seconds", type=float, default=60, metavar="S", help="time for an answer (60)")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="the program, with its arguments")
    options = parser.parse_args(arguments)
    if not options.command:
        parser.error("name the program")
    program = Program(options.command, options.seconds)
    try:
        scores = score(program, read_cases(options.game or (), options.ask))
    finally:
        program.close()
    wrong: list[str] = []
    for file, entries in scores.items():
        print(f"{file}: {', '.join(f'{name} {entry}' for name, entry in entries.items())}")
        wrong += [line for entry in entries.values() if entry.is_claimed for line in entry.wrong + entry.missing]
    for line in wrong[: options.show]:
        print(line)
    print(f"{len(wrong)} wrong or missing" if wrong else "all that the program answers is right")
    is_silent = not any(entry.is_claimed for entries in scores.values() for entry in entries.values())
    return 1 if wrong or is_silent else 0


if __name__ == "__main__":
    sys.exit(main())

"""pyrnot's answers to the questions of the kit: reads one JSON object a line from standard input and prints one for
each.

`python -m tests.conformance.answers` is the command that pyrnot passes the kit with.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from pyrnot.core.diagnostics import Severity
from pyrnot.core.game import FirstChance
from pyrnot.foreign.load import read_all, split_text
from pyrnot.play.repairs import with_repairs
from pyrnot.play.replay import Replay, replay
from pyrnot.play.turns import perft
from pyrnot.play.write import write_record
from pyrnot.record.grammars import parse_action
from pyrnot.record.model import Record
from pyrnot.record.opening import Unreadable
from pyrnot.record.sources import split_records_of
from pyrnot.render.data import verdict_data

Json = dict[str, Any]

_TOLD = ("severity", "rule", "ply", "code")
"""What a diagnostic has in an answer: its message and its place in the text are free."""


def answer(question: Json) -> Json:
    """The answer to a question, without the question's id."""
    return _ANSWERS[question["ask"]](question)


def judge_all(text: str) -> list[Replay | Unreadable]:
    """The records of a text in the notation of this standard, judged."""
    records = read_all(split_records_of("-", text))
    return [record if isinstance(record, Unreadable) else replay(record, hints=False) for record in records]


def _answer_record(question: Json) -> Json:
    try:
        return {"records": [_verdict(judged) for judged in judge_all(question["text"])]}
    except Unreadable as unreadable:
        return {"records": [_verdict(unreadable)]}


def _verdict(judged: Replay | Unreadable) -> Json:
    if isinstance(judged, Unreadable):
        problems = [{"severity": "error", "rule": "R1", "ply": None, "code": str(judged.code)}]
        return _no_record() | {"diagnostics": problems}
    data = verdict_data(judged)
    game = judged.record.game
    plies = judged.main_plies
    positions = [] if judged.start is None else [judged.start, *(ply.position for ply in plies)]
    return {
        "game": data["game"],
        "ok": data["ok"],
        "plies": data["plies"],
        "outcome": data["outcome"],
        "positions": [game.write_position(position) for position in positions] if game else [],
        "canonical": write_record(judged) if data["ok"] else None,
        "diagnostics": [
            {key: diagnostic[key] for key in ("severity", "rule", "ply", "code")}
            for diagnostic in data["diagnostics"]
        ],
    }


def _no_record() -> Json:
    return {"game": None, "ok": False, "plies": 0, "outcome": None, "positions": [], "canonical": None}


def _answer_trace(question: Json) -> Json:
    (judged,) = judge_all(question["text"])
    assert isinstance(judged, Replay)
    traced = with_repairs(judged)
    error = next(diagnostic for diagnostic in traced.diagnostics if diagnostic.severity is Severity.ERROR)
    return {
        "repairs": [
            {"kind": repair.kind.value, "ply": repair.ply, "instead": repair.instead} for repair in error.repairs
        ]
    }


def _answer_perft(question: Json) -> Json:
    (judged,) = judge_all(question["text"])
    assert isinstance(judged, Replay)
    record = judged.record
    game = record.game
    assert game is not None
    start = judged.start
    if start is None:
        start = game.start(game.set_up_tags(FirstChance(), record.tags))
    opening = question["opening"]
    first = parse_action(game, opening) if opening else None
    return {"count": perft(game, start, question["depth"], first)}


def count_games(text: str) -> int:
    """The number of games in a thread."""
    return len(_read_threads(text))


def _read_threads(text: str) -> list[Record | Unreadable]:
    return list(read_all(split_text("thread.txt", text, "thread")))


def _answer_thread(question: Json) -> Json:
    (record,) = _read_threads(question["text"])
    assert not isinstance(record, Unreadable)
    judged = replay(record, hints=False)
    data = verdict_data(judged)
    lines = question["text"].splitlines()
    classes = {number: "record" for number, line in enumerate(lines, 1) if line.strip()}
    classes.update(dict.fromkeys(data["left_out"] or (), "left-out"))
    for diagnostic in data["diagnostics"]:
        if diagnostic["code"] in ("remark", "question"):
            last = diagnostic["end_line"] - (diagnostic["end_column"] == 1)
            seen = range(diagnostic["line"], max(last, diagnostic["line"]) + 1)
            classes.update({number: diagnostic["code"] for number in seen if number in classes})
    is_open = any(diagnostic["code"] == "question" for diagnostic in data["diagnostics"])
    return {
        "game": data["game"],
        "ok": data["ok"],
        "lines": {str(number): name for number, name in sorted(classes.items())},
        "canonical": None if is_open or not data["ok"] else write_record(judged),
    }


_ANSWERS = {
    "record": _answer_record,
    "trace": _answer_trace,
    "perft": _answer_perft,
    "thread": _answer_thread,
}


def main() -> None:
    for line in sys.stdin:
        question = json.loads(line)
        print(json.dumps({"id": question["id"], **answer(question)}, ensure_ascii=True), flush=True)


if __name__ == "__main__":
    main()

"""What is asked where a seat may leave a game of three that the others play on (S13), and what the answers do."""

from __future__ import annotations

import re

import pytest

from pyrnot.core.diagnostics import Diagnostic
from pyrnot.foreign.source import ForeignText
from pyrnot.foreign.thread import read_threads
from pyrnot.play.replay import Replay, replay
from pyrnot.play.write import write_record
from pyrnot.record.answers import Answers, read_answers

HEAD = (
    '[Game "Spectrum"]\n[Seats "3"]\n[A "Ana"]\n[B "Jon"]\n[C "Cy"]\n[Goals "SrMkLw SoMoLi SaMtLy"]\n\n'
    "Ana: M(r)=L\nJon: M(o)=L\n"
)
BEGUN = ["M(r)=L", "M(o)=L"]
PLAYS_ON = f"{HEAD}Jon: I resign\nCy: M(y)=L\nAna: M(y)=L\nJon: M(y)=L\n"
UMPIRE = f"{HEAD}[12:00] Umpire: Jon resigns\n[12:01] Cy: M(y)=L\n"
NOBODY = f"{HEAD}Cy: M(y)=L\nI resign\n"
PROSE = f"{HEAD}Cy: my train is here. have fun without me\nAna: M(y)=L\nJon: M(y)=L\n"
ENDING = f"{HEAD}Cy: M(y)=L\nAna: sorry but I have to resign today :-(\n"

AMONG_WORDS = f"{HEAD}Cy: M(y)=L\nCy: I resign, you two are too quick for me\nAna: M(y)=L\nJon: M(y)=L\n"


def read(text: str, *answers: str) -> Replay:
    given = read_answers(answers) if answers else Answers()
    (thread,) = read_threads(ForeignText(text, "thread", file="thread.txt", answers=given), None)
    return replay(thread.record)


def questions(replayed: Replay) -> list[Diagnostic]:
    return [diagnostic for diagnostic in replayed.diagnostics if diagnostic.is_question]


def turns_of(replayed: Replay) -> list[str]:
    return re.findall(r"^\d+\. (.*)$", write_record(replayed), re.MULTILINE)


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        (PLAYS_ON, ["turn 3: B: resign", "out"]),
        (UMPIRE, ["turn 3: B: resign", "out"]),
        (NOBODY, ["turn 4: resign", "turn 4: B: resign", "turn 4: C: resign", "out"]),
        (PROSE, ["turn 3: resign", "out"]),
        (
            ENDING,
            ["turn 4: resign", "turn 4: B: resign", "turn 4: C: resign", "result: draw agreed", "out"],
        ),
        (AMONG_WORDS, ["turn 4: C: resign", "out"]),
    ],
)
def test_what_is_asked(text: str, answers: list[str]) -> None:
    (question,) = questions(read(text))
    assert [answer.text for answer in question.answers] == answers


@pytest.mark.parametrize(
    ("text", "answer", "turns"),
    [
        (PLAYS_ON, "10=out", ["M(y)=L", "M(y)=L", "M(y)=L"]),
        (UMPIRE, "10=turn 3: B: resign", ["B: resign", "M(y)=L"]),
        (UMPIRE, "10=turn 3: Jon: Resign", ["B: resign", "M(y)=L"]),
        (UMPIRE, "10=out", ["M(y)=L"]),
        (NOBODY, "11=turn 4: C: resign", ["M(y)=L", "C: resign"]),
        (PROSE, "10=turn 3: resign", ["resign", "M(y)=L", "M(y)=L"]),
        (PROSE, "10=turn 3: C: resign", ["resign", "M(y)=L", "M(y)=L"]),
        (ENDING, "11=turn 4: resign", ["M(y)=L", "resign"]),
        (AMONG_WORDS, "11=turn 4: C: resign", ["M(y)=L", "C: resign", "M(y)=L", "M(y)=L"]),
        (AMONG_WORDS, "11=out", ["M(y)=L", "M(y)=L", "M(y)=L"]),
    ],
)
def test_what_an_answer_does(text: str, answer: str, turns: list[str]) -> None:
    replayed = read(text, answer)
    assert not questions(replayed)
    assert turns_of(replayed) == [*BEGUN, *turns]


def test_no_seat_of_a_game_for_two_may_leave() -> None:
    text = '[Game "Homeworlds"]\n[North "Al"]\n[South "Cy"]\n[12:00] Al: homeworld r1 b2 g3 Al\n[12:01] Cy: homeworld g3 b2 y3 Cy\n[12:02] Ed: Al resigns\n'
    (question,) = questions(read(text))
    assert question.answers[0].text == "result: North resigns"
    (wrong, *_) = read(text, "6=turn 3: resign").diagnostics
    assert wrong.message == "`resign` is not a turn of Homeworlds"

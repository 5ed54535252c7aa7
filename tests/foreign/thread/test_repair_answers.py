"""The answers that correct a turn of a thread: what a repair offers, `--answer` takes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from slips import Slip, each_game

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Repair
from pyrnot.foreign.answering import read_answered, with_answers
from pyrnot.foreign.load import read_record
from pyrnot.foreign.source import ForeignText
from pyrnot.play.repairs import with_repairs
from pyrnot.play.replay import replay
from pyrnot.record.answers import read_answers

WAVES = Path(__file__).parents[3] / "sample_games" / "martian-life" / "cascade-of-three-waves.pyr"


def thread_of(text: str) -> ForeignText:
    """A record as a thread: the same lines without comments and without the result."""
    lines = [re.sub(r"\s*\{.*?\}", "", line) for line in text.splitlines() if not line.startswith("[Result")]
    return ForeignText("\n".join(line for line in lines if line.startswith("[") or re.match(r"\d", line)), "thread")


def line_of(source: ForeignText, ply: int) -> int:
    """The number of the line of a turn."""
    return source.text[: source.text.index(f"\n{ply}. ") + 1].count("\n") + 1


def first_error(source: ForeignText) -> Diagnostic | None:
    judged = with_repairs(replay(read_record(source)))
    return next((found for found in judged.diagnostics if found.severity == "error"), None)


def repairs_of(source: ForeignText) -> tuple[Repair, ...]:
    error = first_error(source)
    return () if error is None else error.repairs


def test_a_slip_of_an_earlier_message() -> None:
    source = thread_of(WAVES.read_text().replace("3. Sg3", "3. Sg2"))
    (answer, *_) = [repair.answer for repair in repairs_of(source)]
    assert answer is not None
    line = line_of(source, 3)
    assert answer.text == f"{line}=replaces 3: Sg3"
    assert answer.effect == "turn 3 is Sg3, not Sg2; turns up to 15 are legal"
    answered = with_answers(source, read_answers([answer.text]))
    assert replay(read_record(answered)).length == 31
    (record,) = read_answered(answered, None)
    assert record.turns[2].comments[0].words == f"line {line}: replaces Sg2"


@each_game("once")
def test_each_answer_that_is_offered_is_taken(slips: list[Slip]) -> None:
    tried = 0
    for slip in slips:
        source = thread_of(slip.text)
        for repair in repairs_of(source):
            if repair.answer is None:
                continue
            tried += 1
            after = replay(read_record(with_answers(source, read_answers([repair.answer.text]))))
            assert CoreCodes.UNASKED_ANSWER not in [found.code for found in after.diagnostics], slip.name
            assert after.length >= repair.legal_to, (slip.name, repair)
    assert tried >= len(slips)


@pytest.mark.parametrize(
    ("turn", "ply", "answer"),
    [
        ("3. Sg3", 3, "replaces 3: Sg2"),  # nothing is illegal
        ("3. Sg2", 4, "replaces 3: Sg3"),  # another line
        ("3. Sg2", 20, "replaces 20: Sa1"),  # after the turn that is illegal
        ("3. Sg2", 3, "out"),
    ],
)
def test_what_asks_nothing_takes_no_answer(turn: str, ply: int, answer: str) -> None:
    source = thread_of(WAVES.read_text().replace("3. Sg3", turn))
    record = read_record(with_answers(source, read_answers([f"{line_of(source, ply)}={answer}"])))
    assert CoreCodes.UNASKED_ANSWER in [found.code for found in record.diagnostics]


def test_two_turns_on_a_line_are_not_offered() -> None:
    text = thread_of(WAVES.read_text().replace("3. Sg3", "3. Sg2")).text.replace("\n4. ", " 4. ")
    source = ForeignText(text, "thread")
    assert [repair.answer for repair in repairs_of(source) if repair.ply == 3] in ([None], [])

"""The table of TR4.2: for each of its rows a candidate for which it decides, and what lies at their edges."""

from __future__ import annotations

from typing import Any

import pytest

from pyrnot.foreign.thread.resolve.cases import CASES, Around, Case, Decision, Leaving, Numbered, Writer, decide

EXPECTED = "the turn expected"
EMBEDDED: dict[str, Any] = {"is_at_head": False}
UNREADABLE: dict[str, Any] = {"is_notation": False, "is_legal": False}
ROWS: list[tuple[str, Decision, dict[str, Any]]] = [
    ("an answer makes it a turn", Decision.TURN, {"is_answered": True, "writer": Writer.STRANGER}),
    ("a slot that is filled, the same turn", Decision.COPY, {"repeats": True, "number": Numbered.FILLED}),
    (
        "the last turn of its message once more, and not legal",
        Decision.COPY,
        {"is_said_again": True, "is_legal": False},
    ),
    (
        "the writer does not play, and the numbers after it need it",
        Decision.READ_AS,
        {"writer": Writer.STRANGER, "number": Numbered.NEXT, "is_needed": True},
    ),
    ("a seat has left", Decision.COPY, {"leaving": Leaving.AGAIN, "is_legal": False}),
    ("a seat leaves", Decision.TURN, {"leaving": Leaving.SURE, "writer": Writer.OTHER}),
    ("a seat may leave", Decision.WHETHER, {"leaving": Leaving.OPEN, "writer": Writer.STRANGER}),
    ("a seat that cannot leave", Decision.MENTION, {"leaving": Leaving.SURE, "is_legal": False}),
    ("the writer does not play", Decision.MENTION, {"writer": Writer.STRANGER}),
    (
        "after a result, and not the turn expected",
        Decision.MENTION,
        {"is_after_result": True, "is_rival": True, "number": Numbered.FILLED},
    ),
    ("after a result, and not legal", Decision.MENTION, {**UNREADABLE, "is_after_result": True}),
    (
        "it cannot be read, though its number is expected",
        Decision.UNREAD,
        {**UNREADABLE, "number": Numbered.NEXT},
    ),
    (
        "it cannot be read, and without it a turn is missing",
        Decision.UNREAD,
        {**UNREADABLE, "around": Around.MISSING},
    ),
    ("it cannot be read", Decision.MENTION, UNREADABLE),
    ("a number beyond the one expected", Decision.GAP, {"number": Numbered.BEYOND}),
    ("embedded, with a number beyond", Decision.MENTION, {**EMBEDDED, "number": Numbered.BEYOND}),
    (
        "a slot that is filled, another turn; or two turns in a row by one seat",
        Decision.WHICH,
        {"is_rival": True, "number": Numbered.FILLED},
    ),
    ("a slot that is filled, a turn that is illegal there", Decision.MENTION, {"number": Numbered.FILLED}),
    (
        "illegal, and embedded, and only it has the number expected",
        Decision.TURN,
        {**EMBEDDED, "is_legal": False, "around": Around.OPEN, "number": Numbered.NEXT},
    ),
    ("illegal, and embedded", Decision.MENTION, {**EMBEDDED, "is_legal": False, "around": Around.OPEN}),
    ("illegal, and beside a legal one", Decision.MENTION, {"is_legal": False, "has_legal_rival": True}),
    (
        "embedded, and the words after it may say how the turn goes on",
        Decision.UNREAD,
        {**EMBEDDED, "may_go_on": True, "around": Around.MISSING, "number": Numbered.NEXT},
    ),
    ("embedded: without it a turn is missing", Decision.READ_AS, {**EMBEDDED, "around": Around.MISSING}),
    ("embedded: the sequence is complete without it", Decision.MENTION, EMBEDDED),
    (
        "illegal, and without a number, by the player to move",
        Decision.TURN,
        {"number": Numbered.LACKS, "is_legal": False, "around": Around.OPEN, "writer": Writer.MOVER},
    ),
    (
        "embedded, and by a player who is not to move",
        Decision.MENTION,
        {**EMBEDDED, "around": Around.OPEN, "writer": Writer.OTHER},
    ),
    ("embedded: neither is certain", Decision.WHETHER, {**EMBEDDED, "around": Around.OPEN}),
    ("the writer is known and not to move", Decision.WHETHER, {"writer": Writer.OTHER}),
    ("a bare pass", Decision.WHETHER, {"is_lone_pass": True}),
    ("the last turn of its message once more", Decision.WHETHER, {"is_said_again": True}),
    ("the player to move quotes it", Decision.WHETHER, {"is_own_quotation": True, "writer": Writer.MOVER}),
    (EXPECTED, Decision.TURN, {"writer": Writer.MOVER, "number": Numbered.NEXT}),
]


@pytest.mark.parametrize(("name", "decision", "facts"), ROWS, ids=[name for name, _, _ in ROWS])
def test_tr4_2_row(name: str, decision: Decision, facts: dict[str, Any]) -> None:
    row = decide(Case(**facts))
    assert (row.name, row.decision) == (name, decision)


def test_tr4_2_each_row_has_a_test() -> None:
    assert [row.name for row in CASES] == [name for name, _, _ in ROWS]


@pytest.mark.parametrize(
    ("facts", "name"),
    [
        ({"is_legal": False}, EXPECTED),
        ({**EMBEDDED, "number": Numbered.NEXT, "around": Around.MISSING}, "embedded: without it a turn is missing"),
        ({"number": Numbered.LACKS}, "embedded: the sequence is complete without it"),
        ({"number": Numbered.LACKS, "around": Around.MISSING}, "embedded: without it a turn is missing"),
        (
            {**EMBEDDED, "around": Around.MISSING, "writer": Writer.OTHER},
            "embedded, and by a player who is not to move",
        ),
        ({**UNREADABLE, "number": Numbered.NEXT, "has_legal_rival": True}, "it cannot be read"),
        ({**UNREADABLE, "number": Numbered.FILLED, "repeats": True}, "it cannot be read"),
        ({**UNREADABLE, "is_said_again": True}, "it cannot be read"),
        ({"writer": Writer.STRANGER, "is_needed": True, "is_legal": False}, "the writer does not play"),
        ({**UNREADABLE, "around": Around.MISSING, "writer": Writer.OTHER}, "it cannot be read"),
    ],
)
def test_tr4_2_edge_of_a_row(facts: dict[str, Any], name: str) -> None:
    """An illegal turn at its head stands, so that the replay says what is wrong; a line without a number counts as
    embedded where the others have one; a player who is not to move tells nothing of what is missing."""
    assert decide(Case(**facts)).name == name

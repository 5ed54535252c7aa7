"""Hints for illegal turns: similar, legal, and none where nothing similar is legal (R6.1)."""

from __future__ import annotations

import pytest
from reading import MARTIAN, judge

HOMEWORLDS = """\
[Game "Homeworlds"]

1. homeworld g3 b2 y3 Al
2. homeworld b1 y2 g3 Bea
3. build y1 Al
4. trade g3 r3 Bea
"""

HINTS = [
    ("capitals", "5. Build Y2 Al", "`build y1 Al` would be legal"),
    ("all-capitals", "5. BUILD Y2 AL", "`build y1 Al` would be legal"),
    ("written-name", "5. discover y1 Al g3 Fort", "`discover y1 Al g1 Fort` would be legal"),
    ("no-attack-is-legal", "5. attack r1 Bea", None),
    ("no-catastrophe-is-legal", "5. catastrophe Al red", None),
]


@pytest.mark.parametrize(("turn", "hint"), [row[1:] for row in HINTS], ids=[row[0] for row in HINTS])
def test_hint(turn: str, hint: str | None) -> None:
    (fault,) = judge(HOMEWORLDS + turn).diagnostics
    assert fault.hint == hint


def test_hint_keeps_the_name_of_a_homeworld() -> None:
    (fault,) = judge('[Game "Homeworlds"]\n1. homeworld g3 g3 g3 Al\n2. homeworld g3 g2 y3 Bo').diagnostics
    assert fault.hint is not None
    assert fault.hint.endswith(" Bo` would be legal")


def test_no_hint_for_a_turn_unlike_any_legal_one() -> None:
    """The placing that is refused shares its size with those that are legal, and nothing else."""
    (fault,) = judge(MARTIAN + "1. Sd4=L").diagnostics
    assert fault.hint is None or "d4" in fault.hint

"""What players get wrong around their turns, and the cure that each diagnostic names."""

from __future__ import annotations

import pytest

from pyrnot.foreign.load import read_record
from pyrnot.play.replay import replay
from pyrnot.record.source import SourceText
from support import SAMPLES

MISTAKES = [
    # a player's tag of another game
    ("triumvirate/hostages", '[Red "', '[White "', "unknown-tag", "did you mean Red?"),
    ("homeworlds/sacrifice-chain", '[South "', '[Guest "', "unknown-tag", "did you mean South?"),
    ("martian-life/normal-win", '[Red "', '[Player1 "', "unknown-tag", "did you mean Red?"),
    ("triumvirate/hostages", '[Red "', '[Rde "', "unknown-tag", "did you mean Red?"),
    ("braces/short-game", '[Black "', '[Blacj "', "unknown-tag", "did you mean Black?"),
    (
        "martian-life/normal-win",
        '[Red "',
        '[Seats "4"]\n[Red "',
        "unknown-tag",
        "remove it: the seats in Martian Life are always Red and Yellow",
    ),
    # quote marks
    ("braces/short-game", '"Arun Mehta"', "Arun Mehta", "bad-tag", 'write `[Black "Arun Mehta"]`'),
    ("braces/short-game", '"Arun Mehta"', "'Arun Mehta'", "bad-tag", 'write `[Black "Arun Mehta"]`'),
    ("braces/short-game", ' "Arun Mehta"', ": ‘Arun Mehta’", "bad-tag", 'write `[Black "Arun Mehta"]`'),  # noqa: RUF001
    # the result
    ("braces/short-game", '[Result "Black"', '[Result "0-1"', "result-tag", "write `Black`"),
    ("braces/short-game", '[Result "Black"', '[Result "Arun Mehta"', "result-tag", "write `Black`"),
    ("braces/short-game", '[Result "Black"', '[Result "White"', "result-tag", None),
    # numbers
    (
        "braces/short-game",
        "step. }",
        "step.",
        "wrong-number",
        "close the comment of line 9 with `}`: it contains `2.`",
    ),
    (
        "triumvirate/hostages",
        "2. <M_ S_ L_>; Sc8-b7; Sb7-c6; Sc6-a4\n",
        "",
        "wrong-number",
        "add turn 2 if it is missing",
    ),
    # who begins
    (
        "martian-life/normal-win",
        "1. ",
        "1. Yellow: ",
        "wrong-seat",
        'if Yellow moved first, add the tag [First "Yellow"]',
    ),
    ("martian-life/normal-win", "2. ", "2. Red: ", "wrong-seat", "the seat to move is Yellow"),
    ("martian-life/two-passes", "1. ", "1. Yellow: ", "wrong-seat", "the seat to move is Red"),
    # comments
    (
        "braces/short-game",
        "{ A leap over d2, at the price of one step. }",
        "(A leap over d2, at the price of one step.)",
        "not-notation",
        "put words in braces: `{ A leap over d2, at the price of one step. }`",
    ),
    (
        "braces/short-game",
        "{ A leap over d2, at the price of one step. }",
        "// A leap over d2",
        "not-notation",
        "put words in braces: `{ A leap over d2 }`",
    ),
    # the colour that a pyramid becomes
    ("autumn-ash/two-rows-at-once", "b4=D\n", "b4 = white drone\n", "not-notation", "write `+Qa1; Da5-b5-b4=D`"),
    ("autumn-ash/two-rows-at-once", "b4=D\n", "b4=wD\n", "not-notation", "write `+Qa1; Da5-b5-b4=D`"),
    # a result in place of a turn
    (
        "spectrum/a-seat-leaves",
        "9. D: resign {",
        "D resigns {",
        "turn-after-result",
        "write `D: resign` as a numbered turn, since the others play on",
    ),
]


@pytest.mark.parametrize(("sample", "old", "new", "code", "hint"), MISTAKES)
def test_the_cure_of_a_mistake(sample: str, old: str, new: str, code: str, hint: str | None) -> None:
    text = (SAMPLES / f"{sample}.pyr").read_text(encoding="utf-8")
    assert old in text
    judged = replay(read_record(SourceText(text.replace(old, new, 1))))
    first = judged.diagnostics[0]
    assert (first.code, first.hint) == (code, hint)


def test_a_tag_of_another_game_is_kept_where_all_players_are_named() -> None:
    """Tags are free (R2.3); only one that stands where a player's tag is missing is likely a slip."""
    text = '[Game "Martian Life"]\n[Red "Ann"]\n[Yellow "Ben"]\n[Host "Zoe"]\n\n1. Sf3\n'
    assert not replay(read_record(SourceText(text))).diagnostics

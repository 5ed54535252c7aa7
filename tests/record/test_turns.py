"""Files as mail and programs leave them, and what the tables of records cannot say of turns (R1, R3, R6.3)."""

from __future__ import annotations

import pytest
from reading import MARTIAN, found, judge, read, turn_texts

from pyrnot.core.tags import Tags
from pyrnot.games import load_game
from pyrnot.record.source import SourceText
from pyrnot.record.turns import read_turns

FILE_ROWS = [
    ("R1.1-crlf", '[Game "Martian Life"]\r\n\r\n1. Sa1\r\n2. Sh8\r\n'),
    ("R1.1-cr", '[Game "Martian Life"]\r\r1. Sa1\r2. Sh8\r'),
    ("R1.1-mixed", '[Game "Martian Life"]\r\n\r1. Sa1\n2. Sh8'),
    ("R1.1-byte-order-mark", '\ufeff[Game "Martian Life"]\n1. Sa1 2. Sh8'),
    ("R3.7-mail", '> [Game "Martian Life"]\n>\n> 1. Sa1\n\n> 2. Sh8\n'),
    ("R3.7-mail-tight", '>[Game "Martian Life"]\n>1.\n>Sa1 2. Sh8\n'),
    ("R3.7-mail-nested", '>> [Game "Martian Life"]\n> > 1. Sa1\n>> 2. Sh8\n'),
    ("R3.7-mail-comment", '> [Game "Martian Life"]\n> {a\n> b > c} 1. Sa1 2. Sh8\n'),
    ("R2.4-tag-after-blanks", ' \t[Game "Martian Life"]\n 1. Sa1 2. Sh8\n'),
]


@pytest.mark.parametrize("text", [row[1] for row in FILE_ROWS], ids=[row[0] for row in FILE_ROWS])
def test_files_read_without_complaint(text: str) -> None:
    judged = judge(text)
    assert (found(judged), judged.length) == ([], 2)


def test_quote_marks_that_not_every_line_has_are_text() -> None:
    """R3.7: only as many as every line has are quote marks."""
    assert found(judge('> [Game "Martian Life"]\n> 1. Sa1\n>> 2. Sh8\n'))[0] == "R3@1 not-notation"


def test_one_line_without_quote_marks_makes_all_of_them_text() -> None:
    judged = judge('[Game "Martian Life"]\n> 1. Sa1\n')
    assert found(judged) == ["R3@0 not-notation"]


def test_no_break_space_in_comment_and_value_is_kept() -> None:
    record = read(MARTIAN + '[Red "a\u00a0\u2013"]\n1. Sa1 {b\u00a0\u2013\u00d7…}')
    assert record.tags["Red"] == "a\u00a0\u2013"
    assert record.turns[0].comments[0].words == "b\u00a0\u2013\u00d7…"


def test_broken_turn_mentions_that_later_turns_are_not_judged() -> None:
    """R6.3: once, in its diagnostic."""
    judged = judge(MARTIAN + "1. Zz9 2. Sd4 3. Sd4")
    assert [diagnostic.message.count("not judged") for diagnostic in judged.diagnostics] == [1]
    assert "not judged" not in judge(MARTIAN + "1. Sa1 2. Zz9").diagnostics[0].message


def test_number_with_three_dots_is_not_a_name() -> None:
    record = read('[Game "Homeworlds"]\n1. build y1 1... build y1 Al')
    assert [(diagnostic.code, diagnostic.ply) for diagnostic in record.diagnostics] == [("not-notation", 1)]


def test_pairs_are_for_records_of_two_seats() -> None:
    """R3.2: so in Spectrum with two seats, but not with three."""
    goals = '[Goals "SrMkLw SoMoLi SaMtLy"]\n'
    turns = "1. S(k)=M 1... S(k)=M 2. S(k)=M 2... S(k)=M"
    two = judge(f'[Game "Spectrum"]\n[Seats "2"]\n{goals}{turns}')
    three = judge(f'[Game "Spectrum"]\n[Seats "3"]\n{goals}{turns}')
    assert not [diagnostic for diagnostic in two.diagnostics if diagnostic.code == "wrong-number"]
    assert two.record.pairs
    assert "R3@2 wrong-number" in found(three)
    assert not three.record.pairs


def test_unknown_game_is_read() -> None:
    record = read('[Game "Chess"]\n1. e4 e5 {a} 2. Nf3 (2. f4) White wins')
    assert [turn.ply for turn in record.turns] == [1, 2, 2]
    assert record.result is not None


def test_single_turn_without_tags() -> None:
    record = read_turns(SourceText("Sa1"), load_game("martian-life"), Tags())
    assert turn_texts(record) == ["Sa1"]
    assert not record.diagnostics

"""The tag section (R2), and its variants that are read without complaint (R3.7)."""

from __future__ import annotations

import pytest
from reading import MARTIAN, found, judge, judge_all, read

from pyrnot.foreign.load import read_record
from pyrnot.record.source import SourceText

TAGS = [
    ("R2.1-plain", '[White "Ann"]', {"White": "Ann"}),
    ("R2.1-escapes", r'[White "An \"x\" \\ \n"]', {"White": 'An "x" \\ \\n'}),
    ("R2.1-blanks-inside", '  [ White\t "Ann" ]', {"White": "Ann"}),
    ("R2.1-no-blank", '[White"Ann"]', {"White": "Ann"}),
    ("R2.1-empty-value", '[White ""]', {"White": ""}),
    ("R2.1-unknown-is-kept", '[Weather_2 "rain"]', {"Weather_2": "rain"}),
    ("R2.1-other-letters", '[Größe "5"]', {"Größe": "5"}),
    ("R2.1-twice-first-is-used", '[White "Ann"]\n[WHITE "Bob"]', {"White": "Ann"}),
    ("R2.1-comment-after", '[White "Ann"] {a [b] "c"}\n[Black "Ben"] # [x]', {"White": "Ann", "Black": "Ben"}),
    ("R2.1-comments-between", '{a}\n# b\n[White "Ann"]\n{c\n[d}\n[Black "Ben"]', {"White": "Ann", "Black": "Ben"}),
    ("R2.1-next-line-is-read", '[White\n[Black "Ben"]', {"Black": "Ben"}),
    ("R3.7-typographic", "[White “Ann”]\n[Black „Ben“]", {"White": "Ann", "Black": "Ben"}),
    ("R3.7-half-typographic", '[White “Ann"]\n[Black "Ben”]', {"White": "Ann", "Black": "Ben"}),
    ("R3.7-typographic-inside", '[White “a "b" „c“ d”]', {"White": 'a "b" „c“ d'}),
    ("R3.7-value-is-unchanged", '[White "a\u00a0\u2013\u00d7…  “b”"]', {"White": "a\u00a0\u2013\u00d7…  “b”"}),
    ("R3.7-no-break-spaces", "\u00a0[White\u00a0\u202f“Ann”\u00a0]", {"White": "Ann"}),
    ("R1.1-form-feed-is-white-space", '\f[White\x0b"Ann"]', {"White": "Ann"}),
    ("R1.1-separators-in-value", '[White "a\u2028b\u0085c\fd"]', {"White": "a\u2028b\u0085c\fd"}),
]


@pytest.mark.parametrize(("text", "values"), [row[1:] for row in TAGS], ids=[row[0] for row in TAGS])
def test_tags(text: str, values: dict[str, str]) -> None:
    record = read_record(SourceText(text))
    assert dict(record.tags) == values
    for tag in record.tag_lines:
        assert text[slice(*tag.span)].startswith("[")
        assert text[slice(*tag.span)].endswith("]")


def test_names_in_any_case_and_order_kept() -> None:
    record = read(MARTIAN + '[eVENT "x"]\n[Zeta "y"]\n[Alpha "z"]\n')
    assert record.tags["Event"] == "x"
    assert list(record.tags) == ["Game", "eVENT", "Zeta", "Alpha"]


GAMES = [
    ("Martian Life", "martian-life"),
    ("martianlife", "martian-life"),
    ("MARTIAN-LIFE", "martian-life"),
    ("martian_life", "martian-life"),
    ("Martian\u00a0Life", "martian-life"),  # a page or a word processor has made the blank a hard one
    ("autumn ash", "autumn-ash"),
    ("Homeworlds", "homeworlds"),
    ("Color Shift", "braces"),
    ("color-shift", "braces"),
]


@pytest.mark.parametrize(("name", "game"), GAMES)
def test_game_names(name: str, game: str) -> None:
    """R2.2."""
    record = read(f'[game "{name}"]\n')
    assert record.game is not None
    assert record.game.info.id == game


def test_without_a_game_there_is_no_start() -> None:
    for text in ("1. Sa1\n*", '[Game "chess"]\n1. Sa1'):
        judged = judge(text)
        assert (judged.start, judged.position, judged.record.has_start) == (None, None, False)


def test_wrong_tags_leave_no_position() -> None:
    """R2.5."""
    judged = judge(f'{MARTIAN}[Variant "nonsense"]\n1. Sa1 2. Sd4 Red wins')
    assert (judged.start, judged.outcome, judged.position) == (None, None, None)


def test_first_names_the_seat_that_moves_first() -> None:
    """R2.4."""
    assert judge(MARTIAN + '[First "yellow"]\n1. Yellow: Sa1').start.to_move == "Yellow"


@pytest.mark.parametrize("before", ["{a} ", "{a\nb} ", "x "])
def test_tag_after_other_text_is_not_a_tag(before: str) -> None:
    """R3.5: even after a comment."""
    assert "Red" not in read(f'{MARTIAN}{before}[Red "Ann"]').tags


def test_tag_line_after_turns_begins_a_new_record() -> None:
    """R1.2, R2.1: even a malformed one."""
    first, second = judge_all(MARTIAN + "1. Sa1\n[oops\n1. Sh8")
    assert (found(first), first.length) == ([], 1)
    assert found(second) == ["R2@0 missing-game", "R2@0 bad-tag"]

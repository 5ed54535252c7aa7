"""Comments, marks and variations (R4)."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from reading import MARTIAN, found, judge, judge_all, read

from pyrnot.record.model import Record


class Placed(NamedTuple):
    """The comments of a record: before its turns, of each turn and variation in the order of the text, at its end."""

    record: list[str]
    turns: list[list[str]]
    variations: list[list[str]]
    tail: list[str]


def place(record: Record) -> Placed:
    return Placed(
        [comment.words for _, comment in record.comments],
        [[comment.words for comment in turn.comments] for turn in record.turns],
        [[comment.words for comment in variation.comments] for variation in record.variations[1:]],
        [comment.words for comment in record.tail],
    )


COMMENTS = [
    ("before-the-first-turn", "{a} # b\n1. Sa1", Placed(["a", "b"], [[]], [], [])),
    ("after-the-number", "1. {a} Sa1", Placed([], [["a"]], [], [])),
    ("after-the-number-before-the-seat", "1. {a} Red: Sa1", Placed([], [["a"]], [], [])),
    ("after-the-seat", "1. Red: {a} Sa1", Placed([], [["a"]], [], [])),
    ("after-the-turn", "1. Sa1 {a} {b} 2. Sh8 # c", Placed([], [["a", "b"], ["c"]], [], [])),
    ("around-the-stop", "1. Sa1 {a}. {b} 2. Sh8", Placed([], [["a", "b"], []], [], [])),
    ("around-the-result", "1. Sa1 {a} * {b} # c", Placed([], [["a"]], [], ["b", "c"])),
    ("result-alone", "{a} * {b}", Placed(["a"], [], [], ["b"])),
    ("in-variation", "1. Sa1 ({a} 1. Sh1 {b}) {c}", Placed([], [["c"], ["b"]], [["a"]], [])),
    ("after-variation", "1. Sa1 (1. Sh1) {c} 2. Sh8", Placed([], [["c"], [], []], [[]], [])),
    ("without-numbers", "{a} Sa1. {b} Sh8 {c}. Sa1", Placed(["a"], [["b"], ["c"], []], [], [])),
    ("over-lines", "1. Sa1 {a\n[b] 2. Sh8\n}", Placed([], [["a\n[b] 2. Sh8"]], [], [])),
    ("brackets-inside", '1. Sa1 {( [ # ; " .} # { ) 2.\n', Placed([], [['( [ # ; " .', "{ ) 2."]], [], [])),
    ("empty", "1. Sa1 {} #\n", Placed([], [["", ""]], [], [])),
]


@pytest.mark.parametrize(("text", "placed"), [row[1:] for row in COMMENTS], ids=[row[0] for row in COMMENTS])
def test_comments(text: str, placed: Placed) -> None:
    """R4.1: the turn or line that each comment belongs to."""
    record = read(MARTIAN + text)
    assert [diagnostic.message for diagnostic in record.diagnostics] == []
    assert place(record) == placed


def test_comments_within_a_turn_of_several_actions() -> None:
    record = read('[Game "Braces"]\n1. {a} DIG 5/2; {b} Sc3-c4; # c\nMa1-a2 {d}')
    assert place(record) == Placed([], [["a", "b", "c", "d"]], [], [])
    assert not record.diagnostics


def test_comments_among_the_tags() -> None:
    record = read('{a}\n[Game "Martian Life"] {b}\n# c\n[Red "x"]\n\n{d} 1. Sa1')
    assert [(index, comment.words) for index, comment in record.comments] == [(0, "a"), (1, "b"), (1, "c"), (2, "d")]


@pytest.mark.parametrize("tag", ['[Game "Martian Life"]', '  [game"Martian Life"]', "[Game “Martian Life”]"])
def test_unclosed_comment_affects_only_its_record(tag: str) -> None:
    """R4.1: it ends at a tag line, where the next record begins."""
    first, second = judge_all(f"{MARTIAN}1. Sa1 {{a\nb\n\n{tag}\n1. Sa1 2. Sh8 }}")
    assert (found(first), first.length) == (["R4@1 comment-unclosed"], 1)
    assert first.record.turns[0].comments[0].text == "{a\nb"
    assert (found(second), second.length) == (["R4@2 stray-sign"], 2)


@pytest.mark.parametrize(
    "tag", ['[Game "Martian Life"]', '  [ game "Martian Life"]', "[GAME \u201cMartian Life\u201d]"]
)
@pytest.mark.parametrize("before", ['[Red "Ann"] {a\n', "{a} {b\n", '[Red "Ann"]\n\n{ A note. }\n{ An open one,\n'])
def test_game_tag_that_ends_a_comment_begins_a_record(before: str, tag: str) -> None:
    """R4.1: whatever came before, be it only tags."""
    first, second = judge_all(f"{MARTIAN}{before}{tag}\n1. Sa1")
    assert (found(first), first.length) == (["R4@0 comment-unclosed"], 0)
    assert (found(second), second.length) == ([], 1)


def test_other_tag_that_ends_a_comment_begins_no_record() -> None:
    (judged,) = judge_all(f'{MARTIAN}{{a\n[Red "Ann"]\n{{b\n[Yellow "Ben"]\n1. Sa1')
    assert (found(judged), judged.length) == (["R4@0 comment-unclosed"] * 2, 1)
    assert judged.record.tags["Yellow"] == "Ben"


def test_unclosed_comment_before_the_first_tag_is_reported() -> None:
    """There is no record before it to end, so it belongs to the one that begins."""
    (judged,) = judge_all(f"{{a\n{MARTIAN}1. Sa1")
    assert (found(judged), judged.length) == (["R4@0 comment-unclosed"], 1)


def test_unclosed_comment_among_the_tags() -> None:
    judged = judge('{a\n[Game "Martian Life"]\n{b\n[Red "x"]\n1. Sa1')
    assert (found(judged), judged.length) == (["R4@0 comment-unclosed"] * 2, 1)
    assert judged.record.tags["Red"] == "x"


MARKS = [
    ("all-words", "1. Sa1 ! ? !! ?? !? ?!", ["!", "?", "!!", "??", "!?", "?!"]),
    ("numbers", "1. Sa1 $0 $255 $7", ["$0", "$255", "$7"]),
    ("leading-zeros", "1. Sa1 $007 $0000", ["$7", "$0"]),
    ("tight", "1. Sa1!?$3", ["!?", "$3"]),
    ("three", "1. Sa1!!!", ["!!", "!"]),
    ("around-the-stop", "1. Sa1! . ?", ["!", "?"]),
    ("after-comment-and-variation", "1. Sa1 {a} ! (1. Sh1) ?", ["!", "?"]),
]


@pytest.mark.parametrize(("text", "marks"), [row[1:] for row in MARKS], ids=[row[0] for row in MARKS])
def test_marks(text: str, marks: list[str]) -> None:
    """R4.2."""
    judged = judge(MARTIAN + text)
    assert (found(judged), list(judged.record.turns[0].marks)) == ([], marks)


def test_unclosed_variation_affects_only_its_record() -> None:
    first, second = judge_all(f"{MARTIAN}1. Sa1 (1. Sh1\n{MARTIAN}1. Sa1 ) 2. Sh8")
    assert (found(first), first.length) == (["R4@1 variation-unclosed"], 1)
    assert (found(second), second.length) == (["R4@1 stray-sign"], 2)


def test_shape_of_the_tree() -> None:
    record = read(MARTIAN + "1. Sa1 2. Sh8 (2. Sh1 3. Sa8 (3. Sa1)) (2. Sa8) 3. Sa1")
    assert [(turn.ply, turn.parent, turn.variation) for turn in record.turns] == [
        (1, -1, 0),
        (2, 0, 0),
        (2, 0, 1),
        (3, 2, 1),
        (3, 2, 2),
        (2, 0, 3),
        (3, 1, 0),
    ]
    assert record.main_line == (0, 1, 6)
    assert [(line.number, line.instead_of, line.turns) for line in record.variations] == [
        (0, -1, (0, 1, 6)),
        (1, 1, (2, 3)),
        (2, 3, (4,)),
        (3, 1, (5,)),
    ]
    assert [turn.variations for turn in record.turns] == [(), (1, 3), (), (2,), (), (), ()]


def test_errors_name_their_variation() -> None:
    judged = judge(MARTIAN + "1. Sa1 (1. Sd4) 2. Sh8 (2. Zz9) (2. Sh1 (2. Yellow: Sd4))")
    assert [diagnostic.line_of_play for diagnostic in judged.diagnostics] == [
        "variation 1 at ply 1",
        "variation 2 at ply 2",
        "variation 4 at ply 2",
    ]


def test_mainline_ignores_variations() -> None:
    """R4.3: including their diagnostics."""
    text = MARTIAN + "1. Sa1 (1. Sd4 3. Zz9 $300 {a} *) 2. Sh8 (2. Red: Sd4) 3. Sd4"
    assert len(judge(text).diagnostics) > 4
    judged = judge(text, mainline_only=True)
    assert (found(judged), judged.length) == (["ML3@3 occupied"], 2)
    assert [ply is not None for ply in judged.plies] == [True, False, False, True, False, False]

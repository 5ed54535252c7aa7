"""What the viewer shows: rows, diagnostics, counts, pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from pyrnot.foreign.load import read_all, split_text
from pyrnot.play.line_tree import START
from pyrnot.render.text.terminal import WORDS
from pyrnot.viewer import texts
from pyrnot.viewer.line_trees import LineTrees
from pyrnot.viewer.stepper import State
from support import SAMPLES, each_sample, few_or_many


def rows(line_tree, width: int = 60) -> list[str]:
    return [texts.draw_row(line_tree, node.turn, width).plain for node in line_tree.nodes]


def plain(group) -> list[str]:
    return [line.plain for line in group.renderables]


def test_rows(line_tree) -> None:
    shown = rows(line_tree)
    assert shown[:3] == [
        "Start  {Opening comment.}",
        "1. R +Pg2; Pg2-g1=Q !",
        "2. X +Qh1; Qh1-g1=P  {A comment in two lines.}",
    ]
    assert shown[line_tree.first_of(1) + 1] == "3. R +Qc6; Qc6-c5=P ?!  {Instead: A try.}"
    assert shown[-3] == "8. X Pg3-a1=P ✗  {This cannot be.}"
    assert all(len(row) <= 20 for row in rows(line_tree, 20))
    assert rows(line_tree, 14)[-3] == "8. X Pg3-a1… ✗", "no long turn hides that it is wrong"


def test_a_diagnostic_is_shown_at_its_ply(line_tree) -> None:
    bad = line_tree.chosen(None)[-1]
    assert texts.draw_turn(line_tree, bad.turn).plain == "8. Xeno: Pg3-a1=P  (not played)"
    shown = "\n".join(plain(texts.draw_diagnostics(line_tree, bad.turn)))
    assert "error[" in shown
    assert "game.pyr:" in shown
    assert "folder/" not in shown
    assert "^^" in shown
    assert "nonsense" in shown, "what is wrong later is shown too"
    assert plain(texts.draw_diagnostics(line_tree, START)) == []


def test_the_head_cuts_long_names_and_not_the_seats(make_line_tree) -> None:
    tags = f'[Game "Braces"]\n[White "{"Ann " * 40}"]\n[Black "Ben"]\n[Event "Club"]\n'
    tree = make_line_tree(f"{tags}\n1. HOP 3/1; Ld1-d3\n*\n")
    head = texts.draw_head(tree, 60).plain
    assert re.match(r" Braces   (Ann )+A?n?n?… \(White\), Ben \(Black\)  Club", head)
    assert 55 <= head.index("  Club") < 60
    assert texts.draw_head(tree, 300).plain.count("Ann") == 40
    assert "… (White), Ben (Black)" in texts.draw_head(tree, 5).plain, "a name keeps its first letters"


def test_what_was_sought_is_marked_in_comments(line_tree) -> None:
    text = texts.draw_comments(line_tree, line_tree.record.main_line[1], "COMMENT")
    assert text.plain == "A comment\nin two lines."
    assert [(span.start, span.end) for span in text.spans if span.style == "reverse"] == [(2, 9)]


def test_counts_and_plies(line_tree, legal_line_tree) -> None:
    assert texts.draw_counts(State(), line_tree, 2).plain == "  2 errors  record 1 of 2"
    assert texts.draw_counts(State(), legal_line_tree, 1).plain == ""
    assert texts.draw_ply(State(turn=line_tree.first_of(1)), line_tree).plain.endswith("variation 1 at ply 3, ply 3")
    assert texts.draw_ply(State(auto=True), line_tree).plain.endswith("▶ ply 0 of 10")
    assert texts.draw_turn(line_tree, line_tree.record.main_line[1]).plain.endswith("  (2 variations)")


def test_a_question_is_no_error() -> None:
    thread = (SAMPLES / "martian-life" / "threads" / "a-typo.txt").read_text(encoding="utf-8")
    line_trees = LineTrees([*read_all(split_text("a-typo.txt", thread))], None)
    assert rows(line_trees[0])[3:] == ["3. R Sd5=M", "4. Y Sd4=M ?", "5. R Sf2", "6. Sc4"]
    assert texts.draw_counts(State(), line_trees[0], 1).plain == "  1 question"
    first, *_ = texts.draw_diagnostics(line_trees[0], line_trees[0].record.main_line[3]).renderables
    assert first.plain.startswith("question TR4: ")
    assert first.style == f"bold {WORDS['question']}"


SIZES = [(20, 8), (46, 22), (58, 28), (70, 38), (119, 58)]
"""Columns and lines of the picture on screens from tiny to 200 by 60; the second is that of 80 by 24."""


def heights(line_tree, width: int, height: int, *, step: int) -> Iterator[tuple[int, int, bool]]:
    """Of the start, of every `step`th ply and of the last one: the lines that a grid needs, those down to the lower
    edge of the board, whether it has rules."""
    for turn in (START, *line_tree.record.main_line[::step], *line_tree.record.main_line[-1:]):
        lines = texts.draw_picture(line_tree.node(turn), width, height, flip=False).plain.split("\n")
        board = [line for line in lines if re.match(r"[\d ] │", line)]
        numbered = [at for at, line in enumerate(board) if line[0] != " "]
        if numbered:
            distances = {below - above for above, below in pairwise(numbered)}
            assert len(distances) == 1, "all ranks have the same number of lines"
            bottom = next(at for at, line in enumerate(lines, 1) if line.startswith("  └"))
            assert max(map(len, lines)) <= width or width < 46
            yield 2 + len(numbered) * (distances.pop() + 1) - 1, bottom, any(line.startswith("  ├") for line in lines)


@each_sample
@few_or_many("step", 40, 4)
def test_ranks_are_equal_at_every_size(path: Path, step: int, make_line_tree) -> None:
    """At every other size with few of the plies."""
    line_tree = make_line_tree(path.read_text(encoding="utf-8"))
    for size in SIZES[1::2] if step == 40 else SIZES:
        for grid, bottom, is_ruled in heights(line_tree, *size, step=step):
            if grid <= size[1]:
                assert is_ruled, "the board is a grid"
                assert bottom <= size[1], "the board needs no scrolling"


def test_a_record_without_a_start_shows_what_is_wrong(startless) -> None:
    assert "No position to show" in texts.draw_picture(startless.node(START), 80, 30, flip=False).plain
    assert "nonesuch" in "".join(plain(texts.draw_diagnostics(startless, START)))


def test_the_board_is_as_large_as_there_is_room_for(line_tree) -> None:
    node = line_tree.node(line_tree.record.main_line[2])
    heights = []
    for size in ((80, 22), (119, 38), (119, 58)):
        lines = texts.draw_picture(node, *size, flip=False).plain.split("\n")
        assert max(map(len, lines)) <= size[0]
        heights.append(next(at for at, line in enumerate(lines) if line.startswith("  └")))
    assert heights == sorted({*heights}), "each is higher than the one before"

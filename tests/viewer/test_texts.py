"""What the viewer shows, line by line: rows, hints, faults, and that nothing of it controls a terminal."""

from __future__ import annotations

import pytest

from pyrnot.play.course import START
from pyrnot.viewer import texts
from pyrnot.viewer.bindings import Command
from pyrnot.viewer.stepper import State
from pyrnot.viewer.turns import list_rows


def rows(course, width: int = 60, here: int = START, folded: tuple[int, ...] = ()) -> list[str]:
    found = list_rows(course, frozenset(folded))
    return [texts.draw_row(course, row, is_here=row.turn == here, width=width).plain for row in found]


def test_rows(course) -> None:
    second, third = course.record.main_line[1:3]
    shown = rows(course, here=second)
    assert shown[2] == "▶   2. +Qh1; Qh1-g1=P  {A comment in two lines.}"
    assert shown[4:7] == [
        "  ▾   3. +Qc6; Qc6-c5=P ?!  {Instead: A try.}",
        "  │   4. Pg1-g2=D",
        "  │ ▾   4. +Pb5; Pb5-b4=P",
    ]
    assert rows(course, folded=(1,))[4] == "  ▸   3. +Qc6; Qc6-c5=P ?! +1  {Instead: A try.}"
    assert shown[-3].endswith("8. Pg3-a1=P ✗  {This cannot be.}")
    assert all(len(row) <= 20 for row in rows(course, 20))
    assert third


def test_a_fault_is_shown_at_its_ply(course) -> None:
    bad = course.chosen(None)[-1]
    assert texts.draw_turn(course, bad.turn, 60)[0].plain == "8. Xeno: Pg3-a1=P  (not played)"
    shown = "\n".join(line.plain for line in texts.draw_faults(course, bad.turn, 60))
    assert "error[" in shown
    assert "game.pyr:" in shown
    assert "folder/" not in shown
    assert "^^" in shown
    assert "nonsense" in shown, "what is wrong later is shown too"
    assert texts.draw_faults(course, START, 60) == []


def test_comments_are_folded_and_what_was_sought_is_marked(course) -> None:
    second = course.record.main_line[1]
    lines = texts.draw_comments(course, second, 60, "COMMENT")
    assert [line.plain for line in lines] == ["A comment", "in two lines."]
    assert [(span.start, span.end) for span in lines[0].spans if span.style == "reverse"] == [(2, 9)]


@pytest.mark.parametrize(
    ("state", "width", "foot"),
    [
        (State(), 100, "d 2 errors   ← → step   t try a turn   c comment   / search   f flip   ? help   q quit"),
        (State(turn=1), 80, "v 2 variations   d 2 errors   ← → step   ? help   q quit"),
        (State(turn=3), 70, "v 1 variation   o leave   ? help   q quit"),
        (State(), 20, "? help"),
        (State(message="already at the start"), 60, "already at the start"),
    ],
)
def test_the_foot_offers_first_what_can_be_done_here(course, state: State, width: int, foot: str) -> None:
    drawn, places = texts.draw_foot(state, course, width)
    assert drawn.cell_len <= width
    left = drawn.plain[: -len(texts._where(state, course))].rstrip()
    assert left == foot
    assert all(drawn.plain[start:end].strip() for start, end, _ in places)
    assert (Command.HELP in [command for _, _, command in places]) != bool(state.message)


def test_where_one_is(course) -> None:
    def foot(state: State) -> str:
        return texts.draw_foot(state, course, 40)[0].plain

    assert foot(State(turn=course.first_of(1))).endswith("variation 1 at ply 3, ply 3")
    assert foot(State(auto=True)).endswith("▶ ply 0 of 10")


def test_no_text_of_a_record_controls_the_terminal(plot) -> None:
    course = plot('[Game "Autumn Ash"]\n[Rainbow "\x1b[2J\x07"]\n{ \x1b]0;owned\x07 \u202ereversed }\n1. \x1b[31m\n')
    for turn in (START, 0):
        drawn = [
            texts.draw_head(State(), course, 2, 130),
            *texts.draw_picture(State(turn=turn), course, 80, 40),
            *texts.draw_turn(course, turn, 80),
            *texts.draw_comments(course, turn, 80),
            *texts.draw_faults(course, turn, 80),
            *texts.draw_answer(["error \x1b[2J\n\u202e"], 80),
        ]
        shown = "".join(line.plain for line in drawn) + "".join(rows(course))
        assert all(sign.isprintable() for sign in shown)


def test_markup_is_shown_as_it_is(hostile_course) -> None:
    assert "[red]" in texts.draw_head(State(), hostile_course, 1, 200).plain
    assert "[red]" in texts.draw_comments(hostile_course, START, 200)[0].plain


def test_a_record_without_a_start_shows_what_is_wrong(startless) -> None:
    assert "No position to show" in texts.draw_picture(State(), startless, 80, 30)[0].plain
    assert "nonesuch" in "".join(line.plain for line in texts.draw_faults(startless, START, 80))

"""The screen of `replay`, line by line, at many sizes."""

from __future__ import annotations

import pytest

from pyrnot.viewer.screen import draw_screen
from pyrnot.viewer.stepper import KEYS, Command, State


def lines(state: State, course, width: int = 80, height: int = 24, records: int = 1) -> list[str]:
    return [line.plain for line in draw_screen(state, course, records, width, height)]


@pytest.mark.parametrize("size", [(200, 60), (130, 40), (80, 24), (60, 15), (30, 8), (20, 4), (8, 2), (1, 1)])
@pytest.mark.parametrize("help_shown", [False, True])
def test_the_screen_is_filled_and_never_overflows(course, size: tuple[int, int], help_shown: bool) -> None:
    for stop in course.chosen(None):
        drawn = draw_screen(State(turn=stop.turn, help=help_shown), course, 12, *size)
        assert len(drawn) == min(size[1], len(drawn))
        assert len(drawn) <= size[1]
        assert all(line.cell_len <= size[0] for line in drawn)
        if size[1] >= 3:
            assert len(drawn) == size[1]


def test_wide_screens_have_the_turn_list_beside_the_picture(course) -> None:
    shown = lines(State(turn=1), course, 140, 40, records=3)
    assert "Autumn Ash" in shown[0]
    assert shown[0].endswith("record 1 of 3")
    row = next(line for line in shown if "▶" in line)
    assert row.rstrip().endswith("▶   2. +Qh1; Qh1-g1=P  {A comment in two lines.}")
    assert any("│   3. +Qc6; Qc6-c5=P ?!" in line for line in shown)
    assert any("│ │   4. +Pb5; Pb5-b4=P" in line for line in shown)
    assert any("in two lines." in line and "{" not in line for line in shown), "the comment is also shown in full"
    assert shown[-1].endswith("ply 2 of 10")


def test_a_fault_is_shown_at_its_ply(course) -> None:
    bad = course.chosen(None)[-1]
    shown = "\n".join(lines(State(turn=bad.turn), course, 140, 40))
    assert "8. Xeno: Pg3-a1=P  (not played)" in shown
    assert "error[" in shown
    assert "game.pyr:" in shown
    assert "folder/" not in shown
    assert "^^" in shown
    assert "nonsense" in shown


def test_small_screens_still_show_where_the_fault_is(course) -> None:
    bad = course.chosen(None)[-1]
    shown = lines(State(turn=bad.turn), course)
    assert any(line.lstrip(" |").startswith("^") for line in shown)


def test_variations_are_named(course) -> None:
    assert lines(State(turn=course.first_of(1)), course)[-1].endswith("variation 1 at ply 3, ply 3")


def test_the_other_side(course) -> None:
    def letters(state: State) -> str:
        return next(line.strip() for line in lines(state, course, 80, 60) if line.split()[:1] in (["a"], ["h"]))

    assert letters(State()).split() == list("abcdefgh")
    assert letters(State(flip=True)).split() == list("hgfedcba")


def test_a_picture_that_is_too_high_scrolls(course) -> None:
    top = lines(State(turn=4), course, 80, 16)
    assert any("more lines (j)" in line for line in top)
    low = lines(State(turn=4, scroll=99), course, 80, 16)
    assert any("lines above (k)" in line for line in low)
    assert not any("more lines" in line for line in low)


def test_the_foot_shows_input_and_messages(course) -> None:
    assert lines(State(entry="12"), course)[-1].startswith("Go to ply: 12_")
    assert lines(State(message="already at the start"), course)[-1].startswith("already at the start")
    assert "▶ ply 0" in lines(State(auto=True), course)[-1]


def test_help_lists_every_command(course) -> None:
    shown = "\n".join(lines(State(help=True), course))
    for command in Command:
        assert command.value in shown
    assert all(key == key.strip() or key == " " for key in KEYS)


def test_no_text_of_a_record_controls_the_terminal(plot) -> None:
    course = plot('[Game "Autumn Ash"]\n[Rainbow "\x1b[2J\x07"]\n{ \x1b]0;owned\x07 \u202ereversed }\n1. \x1b[31m\n')
    for turn in (-1, 0):
        shown = "\n".join(lines(State(turn=turn), course, 130, 40))
        assert not any(ord(sign) < 32 and sign != "\n" for sign in shown)
        assert "\u202e" not in shown


def test_markup_is_shown_as_it_is(hostile_course) -> None:
    assert "[red]" in "\n".join(lines(State(), hostile_course, 200, 40))


def test_a_record_without_a_start_shows_what_is_wrong(startless) -> None:
    shown = "\n".join(lines(State(), startless, 120, 30))
    assert "No position to show" in shown
    assert "nonesuch" in shown

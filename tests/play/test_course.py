"""The stops of a record, their comments and faults, and the ways between them."""

from __future__ import annotations

import pytest

from pyrnot.play.course import START


def turns(course, plies=None, **options) -> list[tuple[int, int]]:
    return [(stop.ply, stop.variation) for stop in course.chosen(plies, **options)]


def test_stops_are_in_the_order_of_the_text(course) -> None:
    assert turns(course) == [
        *((ply, 0) for ply in range(4)),
        (3, 1), (4, 1), (4, 2), (3, 3),
        *((ply, 0) for ply in range(4, 9)),
    ]  # fmt: skip


def test_variations_can_be_left_out(course) -> None:
    assert turns(course, variations=False) == [(ply, 0) for ply in range(9)]


def test_chosen_plies_keep_their_order(course) -> None:
    assert turns(course, [3, 0, 1]) == [(3, 0), (0, 0), (1, 0)]


def test_the_first_bad_turn_can_be_visited_and_shows_the_position_before(course) -> None:
    bad = course.chosen(None)[-1]
    assert (bad.ply, bad.is_legal, bad.can_stand, bad.seat) == (8, False, True, "Xeno")
    assert bad.text == "Pg3-a1=P"
    assert [fault.ply for fault in bad.faults] == [8]
    before = course.stop(bad.parent)
    assert bad.position == before.position
    assert bad.diagram != before.diagram, "the changes of the turn before are not marked"


def test_later_turns_are_listed_but_cannot_be_visited(course) -> None:
    assert [(stop.ply, stop.can_stand) for stop in course.unjudged()] == [(9, False), (10, False)]
    assert course.unjudged()[0].position is None
    assert [fault.ply for stop in course.unjudged() for fault in stop.faults] == [10]


def test_comments_and_marks_of_a_turn(course) -> None:
    start, first, second = course.stops[:3]
    assert start.comments == ("Opening comment.",)
    assert first.marks == ("!",)
    assert second.comments == ("A comment\nin two lines.",)
    variation = course.stop(course.first_of(1))
    assert (variation.lead, variation.comments, variation.marks) == (("Instead:",), ("A try.",), ("?!",))


def test_lines_lead_on_and_back(course) -> None:
    main = course.record.main_line
    assert course.after[START] == main[0]
    assert [course.after[turn] for turn in main[:-1]] == list(main[1:])
    first = course.first_of(1)
    assert course.path(course.after[first]) == [main[0], main[1], first, course.after[first]]
    assert course.variations(main[2]) == (1, 3)
    assert course.record.variations[2].instead_of == course.after[first]


def test_titles(course, startless, plot) -> None:
    assert course.title == "Autumn Ash: Ann - Ben <i>"
    assert startless.title == "Autumn Ash"
    assert plot('[Game "Autumn Ash"]\n[Event "Open"]\n*\n').title == "Autumn Ash: Open"
    assert plot('[Game "Chess"]\n1. e4\n').title == "Unknown game"


@pytest.mark.parametrize("result", ["Rainbow wins", "draw", "draw agreed", "Xeno resigns", "*", ""])
def test_results_are_spelt_as_players_do(plot, result: str) -> None:
    assert plot(f'[Game "Autumn Ash"]\n\n1. Qc6-c5=P\n{result.upper()}\n').result == result


def test_a_record_without_a_start_has_one_stop_without_a_position(startless) -> None:
    assert turns(startless) == [(0, 0)]
    assert startless.stop(START).position is None
    assert [fault.rule for fault in startless.stop(START).faults] == ["R2"]


def test_a_fault_of_the_result_belongs_to_the_last_turn(plot, text: str) -> None:
    course = plot(text.split("8.")[0] + "Green wins\n")
    assert [(stop.ply, len(stop.faults)) for stop in course.stops if stop.faults] == [(7, 1)]

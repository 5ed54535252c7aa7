"""The nodes of a record, their comments and diagnostics, and the ways between them."""

from __future__ import annotations

import pytest

from pyrnot.play.line_tree import START


def turns(line_tree, plies=None, **options) -> list[tuple[int, int]]:
    return [(node.ply, node.variation) for node in line_tree.chosen(plies, **options)]


def test_nodes_are_in_the_order_of_the_text(line_tree) -> None:
    assert turns(line_tree) == [
        *((ply, 0) for ply in range(4)),
        (3, 1), (4, 1), (4, 2), (3, 3),
        *((ply, 0) for ply in range(4, 9)),
    ]  # fmt: skip


def test_variations_can_be_left_out(line_tree) -> None:
    assert turns(line_tree, variations=False) == [(ply, 0) for ply in range(9)]


def test_chosen_plies_keep_their_order(line_tree) -> None:
    assert turns(line_tree, [3, 0, 1]) == [(3, 0), (0, 0), (1, 0)]


def test_the_first_bad_turn_can_be_visited_and_shows_the_position_before(line_tree) -> None:
    bad = line_tree.chosen(None)[-1]
    assert (bad.ply, bad.is_legal, bad.can_stand, bad.seat) == (8, False, True, "Xeno")
    assert bad.text == "Pg3-a1=P"
    assert [diagnostic.ply for diagnostic in bad.diagnostics] == [8]
    before = line_tree.node(bad.parent)
    assert bad.position == before.position
    assert bad.diagram != before.diagram, "the changes of the turn before are not marked"


def test_later_turns_are_listed_but_cannot_be_visited(line_tree) -> None:
    assert [(node.ply, node.can_stand) for node in line_tree.unjudged()] == [(9, False), (10, False)]
    assert line_tree.unjudged()[0].position is None
    assert [diagnostic.ply for node in line_tree.unjudged() for diagnostic in node.diagnostics] == [10]


def test_comments_and_marks_of_a_turn(line_tree) -> None:
    start, first, second = line_tree.nodes[:3]
    assert start.comments == ("Opening comment.",)
    assert first.marks == ("!",)
    assert second.comments == ("A comment\nin two lines.",)
    variation = line_tree.node(line_tree.first_of(1))
    assert (variation.starting_comments, variation.comments, variation.marks) == (("Instead:",), ("A try.",), ("?!",))


def test_lines_lead_on_and_back(line_tree) -> None:
    main = line_tree.record.main_line
    assert line_tree.after[START] == main[0]
    assert [line_tree.after[turn] for turn in main[:-1]] == list(main[1:])
    first = line_tree.first_of(1)
    assert line_tree.path(line_tree.after[first]) == [main[0], main[1], first, line_tree.after[first]]
    assert line_tree.variations(main[2]) == (1, 3)
    assert line_tree.record.variations[2].instead_of == line_tree.after[first]


def test_titles(line_tree, startless, make_line_tree) -> None:
    assert line_tree.title == "Autumn Ash: Ann - Ben <i>"
    assert startless.title == "Autumn Ash"
    assert make_line_tree('[Game "Autumn Ash"]\n[Event "Open"]\n*\n').title == "Autumn Ash: Open"
    assert make_line_tree('[Game "Chess"]\n1. e4\n').title == "Unknown game"


@pytest.mark.parametrize("result", ["Rainbow wins", "draw", "draw agreed", "Xeno resigns", "*", ""])
def test_results_are_spelt_as_players_do(make_line_tree, result: str) -> None:
    assert make_line_tree(f'[Game "Autumn Ash"]\n\n1. Qc6-c5=P\n{result.upper()}\n').result == result


def test_a_record_without_a_start_has_one_node_without_a_position(startless) -> None:
    assert turns(startless) == [(0, 0)]
    assert startless.node(START).position is None
    assert [diagnostic.rule for diagnostic in startless.node(START).diagnostics] == ["R2"]


def test_a_diagnostic_of_the_result_belongs_to_the_last_turn(make_line_tree, text: str) -> None:
    line_tree = make_line_tree(text.split("8.")[0] + "Green wins\n")
    assert [(node.ply, len(node.diagnostics)) for node in line_tree.nodes if node.diagnostics] == [(7, 1)]

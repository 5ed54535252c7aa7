"""What a search finds, which turns are listed: without a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from tables import read_table

from pyrnot.record.grammars import NotNotation
from pyrnot.record.source import SourceText
from pyrnot.viewer import try_panel
from pyrnot.viewer.line_trees import LineTrees
from pyrnot.viewer.search import find_next


@pytest.fixture
def line_trees(text) -> LineTrees:
    other = '[Game "Martian Life"]\n[Red "Zoë \\"Z\\" Quist"]\n1. Sf3 { Of\n> waves. } ( 1. Sc6 { Waves } ) *'
    return LineTrees([SourceText(text), SourceText(other)], None)


@pytest.mark.parametrize(("sought", "start", "way", "found"), read_table(Path(__file__).with_name("search.txt")))
def test_search(line_trees, sought: str, start: str, way: str, found: str) -> None:
    """From a turn of a record to one, `-` if there is none."""
    place = find_next(line_trees, *map(int, start.split()), sought, way=int(way))
    assert ("{} {}".format(*place) if place else "-") == found


def test_legal_turns_are_those_of_moves(run, make, line_trees) -> None:
    make("game.pyr", line_trees.sources[1].text)
    line_tree = line_trees[1]
    turns, is_cut = try_panel.list_turns(line_tree.record.game, line_tree.node(-1).position, None)
    assert turns == run("moves", "game.pyr", "--ply", "start").stdout.splitlines()
    assert not is_cut


def test_the_list_is_bounded(make_line_tree, monkeypatch) -> None:
    line_tree = make_line_tree('[Game "Braces"]\n*')
    game, position = line_tree.record.game, line_tree.node(-1).position
    opening = try_panel.find_opening(game, "DIG 6/6; x")
    for name, value in (("LISTED_TURNS", 3), ("LISTED_PLAYS", 50)):
        monkeypatch.setattr(try_panel, name, value)
        assert try_panel.list_turns(game, position, opening)[1]
    for text in ("", "; Sc4", "DIG", "dice"):
        with pytest.raises(NotNotation):
            try_panel.find_opening(game, text)
    assert try_panel.find_opening(make_line_tree('[Game "Martian Life"]\n*').record.game, "x") is None


def test_what_may_follow_is_listed_for_what_is_typed(make_line_tree) -> None:
    """After a turn that is legal already, that turn is first; nothing follows what is no turn."""
    braces = make_line_tree('[Game "Braces"]\n*')
    game, position = braces.record.game, braces.node(-1).position
    steps = try_panel.list_steps(game, position, "SWAP 3/1; Lb1")
    assert "SWAP 3/1; Lb1-b2" in steps
    assert all(step.startswith("SWAP 3/1; Lb1") for step in steps)
    assert try_panel.list_steps(game, position, "SWAP 3/1; Zz9") == []
    life = make_line_tree('[Game "Martian Life"]\n*')
    assert try_panel.list_steps(life.record.game, life.node(-1).position, "Sf3") == ["Sf3 XSe4 XSf3"]

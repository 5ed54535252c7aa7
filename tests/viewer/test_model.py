"""What a search finds, which turns are listed: without a terminal."""

from __future__ import annotations

import pytest

from pyrnot.record.grammars import NotNotation
from pyrnot.record.source import SourceText
from pyrnot.viewer import try_panel
from pyrnot.viewer.courses import Courses
from pyrnot.viewer.search import find_next


@pytest.fixture
def courses(text) -> Courses:
    other = '[Game "Martian Life"]\n[Red "Zoë \\"Z\\" Quist"]\n1. Sf3 { Of\n> waves. } ( 1. Sc6 { Waves } ) *'
    return Courses([SourceText(text), SourceText(other)], None)


@pytest.mark.parametrize(
    ("sought", "start", "way", "found"),
    [
        ("ben", (1, -1), 1, (0, -1)),
        ('zoë "z"', (0, 3), 1, (1, -1)),
        ("ZOË", (0, 3), -1, (1, -1)),
        ("a  try.", (0, -1), 1, (0, 3)),
        ("comment", (0, -1), 1, (0, 1)),
        ("comment", (0, 1), 1, (0, -1)),
        ("comment", (0, -1), -1, (0, 1)),
        ("waves", (1, -1), 1, (1, 0)),
        ("waves", (1, 0), 1, (1, 1)),
        ("waves", (1, 1), 1, (1, 0)),
        ("waves", (0, 0), -1, (1, 1)),
        ("cannot", (0, 0), 1, (0, 11)),
        ("in two lines", (1, 0), 1, (0, 1)),
        ("club", (0, 0), 1, None),
        ("+Pg2", (0, 0), 1, None),
        (" ", (0, 0), 1, None),
    ],
)
def test_search(courses, sought: str, start: tuple[int, int], way: int, found: tuple[int, int] | None) -> None:
    assert find_next(courses, *start, sought, way=way) == found


def test_legal_turns_are_those_of_moves(run, make, courses) -> None:
    make("game.pyr", courses.sources[1].text)
    course = courses[1]
    turns, is_cut = try_panel.list_turns(course.record.game, course.view(-1).position, None)
    assert turns == run("moves", "game.pyr", "--ply", "start").stdout.splitlines()
    assert not is_cut


def test_the_list_is_bounded(plot, monkeypatch) -> None:
    course = plot('[Game "Braces"]\n*')
    game, position = course.record.game, course.view(-1).position
    opening = try_panel.find_opening(game, "DIG 6/6; x")
    for name, value in (("MOST", 3), ("_PLAYS", 50)):
        monkeypatch.setattr(try_panel, name, value)
        assert try_panel.list_turns(game, position, opening)[1]
    for text in ("", "; Sc4", "DIG", "dice"):
        with pytest.raises(NotNotation):
            try_panel.find_opening(game, text)
    assert try_panel.find_opening(plot('[Game "Martian Life"]\n*').record.game, "x") is None

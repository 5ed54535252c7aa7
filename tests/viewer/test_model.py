"""Where panes go, which rows the tree has, what a search finds, which turns are listed: without a terminal."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyrnot.record.grammars import NotNotation
from pyrnot.record.source import SourceText
from pyrnot.viewer import moves
from pyrnot.viewer.courses import Courses
from pyrnot.viewer.layout import Needs, arrange, find_widths
from pyrnot.viewer.search import find_next
from pyrnot.viewer.turns import list_rows

SIZES = st.integers(0, 60)


@settings(deadline=None, max_examples=100)
@given(
    st.integers(0, 220),
    SIZES,
    st.integers(0, 90),
    st.builds(Needs, SIZES, SIZES, SIZES, SIZES, SIZES, st.sampled_from([0, 16])),
)
def test_panes_fit_the_screen_and_never_overlap(width: int, height: int, natural: int, needs: Needs) -> None:
    places = arrange(width, height, find_widths(width, height, natural), needs)
    taken = set()
    for place in places.values():
        assert place.x >= 0 <= place.y
        assert place.width > 0 < place.height
        assert place.x + place.width <= width
        assert place.y + place.height <= height
        cells = {
            (column, line)
            for line in range(place.y, place.y + place.height)
            for column in (place.x, place.x + place.width - 1)
        }
        assert not cells & taken
        taken |= cells
    if width and height >= 4:
        assert {"head", "foot"} <= set(places)
        assert ("panel" in places) == bool(needs.panel)


def test_rows(course) -> None:
    def rows(*folded: int) -> list[tuple[int, int, int]]:
        return [(course.stop(row.turn).ply, row.depth, row.hidden) for row in list_rows(course, frozenset(folded))]

    inner = [(3, 1, 0), (4, 1, 0), (4, 2, 0), (3, 1, 0)]
    main = [(ply, 0, 0) for ply in range(11)]
    assert rows() == [*main[:4], *inner, *main[4:]]
    assert rows(1, 3) == [*main[:4], (3, 1, 1), (3, 1, 0), *main[4:]]


def test_a_thousand_nested_variations(plot) -> None:
    text = '[Game "Martian Life"]\n1. Sf3 ' + "( 1. Sf3 " * 1000 + ")" * 1000
    assert max(row.depth for row in list_rows(plot(text), frozenset())) == 1000


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


def listed(game, position, opening=None) -> list[moves.Portion]:
    portions: list[moves.Portion] = []
    done = threading.Event()

    def tell(_lister: moves.Lister, portion: moves.Portion) -> None:
        portions.append(portion)
        if portion.is_last:
            done.set()

    moves.Lister(game, position, opening, tell).start()
    assert done.wait(20)
    return portions


def test_legal_turns_are_those_of_moves(run, make, courses) -> None:
    make("game.pyr", courses.sources[1].text)
    course = courses[1]
    (*_, last) = portions = listed(course.record.game, course.view(-1).position)
    turns = [turn for portion in portions for turn in portion.turns]
    assert turns == run("moves", "game.pyr", "--ply", "start").stdout.splitlines()
    assert (last.is_last, last.is_cut) == (True, False)


def test_the_list_is_bounded(plot, monkeypatch) -> None:
    course = plot('[Game "Braces"]\n*')
    game, position = course.record.game, course.view(-1).position
    opening = moves.find_opening(game, "DIG 6/6; x")
    for name, value in (("MOST", 3), ("_PLAYS", 50)):
        monkeypatch.setattr(moves, name, value)
        last = listed(game, position, opening)[-1]
        assert last.is_cut
    for text in ("", "; Sc4", "DIG", "dice"):
        with pytest.raises(NotNotation):
            moves.find_opening(game, text)
    assert moves.find_opening(plot('[Game "Martian Life"]\n*').record.game, "x") is None


def test_a_stopped_list_tells_nothing(plot) -> None:
    course = plot('[Game "Martian Life"]\n*')
    lister = moves.Lister(course.record.game, course.view(-1).position, None, lambda *_: pytest.fail("told"))
    lister.stop()
    lister._list()


def test_match() -> None:
    assert moves.is_match("Sf3 XSe4 XSf3", ["sf3", "xse"])
    assert not moves.is_match("Sf3", ["sf3", "xse"])

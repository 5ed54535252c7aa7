"""Turns that are tried: judged as `why` does, and gone on from without touching the record."""

from __future__ import annotations

import pytest

from pyrnot.play.course import START
from pyrnot.viewer.bindings import Command
from pyrnot.viewer.sandbox import try_turn
from pyrnot.viewer.stepper import State, obey
from pyrnot.viewer.turn_tree import TurnTree

TRIED = "+Dc1; Dc1-c2-c3=P"


def names(course, turns: list[int]) -> list[str]:
    return [f"{course.record.variations[course.stop(turn).variation].name}:{course.stop(turn).ply}" for turn in turns]


def rows(course) -> list[tuple[int, int]]:
    """The turns in the order of the turn list, each with the number of variations that it is in."""

    def below(node, depth: int = 0):
        for child in node.children:
            yield child.data, depth
            yield from below(child, depth + 1)

    tree = TurnTree()
    tree.fill(course)
    return list(below(tree.root))


def test_a_line_beside_the_record(good_course) -> None:
    second = good_course.record.main_line[1]
    first = try_turn(good_course, second, TRIED)
    assert (first.is_legal, first.turn) == (True, len(good_course.record.turns))
    longer = try_turn(first.course, first.turn, "+Pb5; Pb5-b4=P")
    again = try_turn(longer.course, second, "+Dc1; Dc1-c2-c3=Q")
    assert names(again.course, [first.turn, longer.turn, again.turn]) == ["try 1:3", "try 1:4", "try 2:3"]
    assert again.course.path(longer.turn)[-2:] == [first.turn, longer.turn]
    third = again.course.after[second]
    assert third == good_course.after[second], "the record goes on as before"
    tried = again.course.variations(third)[-2:]
    assert [again.course.first_of(number) for number in tried] == [first.turn, again.turn]
    place = rows(again.course).index((first.turn, 1))
    assert rows(again.course)[place : place + 3] == [(first.turn, 1), (longer.turn, 1), (again.turn, 1)]
    state = State(turn=longer.turn)
    for command, turn in ((Command.BACK, first.turn), (Command.OUT, third), (Command.INTO, good_course.first_of(1))):
        state = obey(state, command, [again.course])
        assert state.turn == turn
    assert again.course.stop(longer.turn).ply == 4
    assert len(good_course.record.variations) == 4
    assert good_course.record.source.text == again.course.record.source.text


def test_after_the_last_turn(plot) -> None:
    course = plot('[Game "Martian Life"]\n1. Sf3 *')
    first = try_turn(course, 0, "2. Yellow: Sc6")
    second = try_turn(first.course, 0, "Sc3")
    assert names(second.course, [first.turn, second.turn]) == ["try 1:2", "try 2:2"]
    assert rows(second.course) == [(START, 0), (0, 0), (first.turn, 1), (second.turn, 2)]
    out = [obey(State(turn=turn), Command.OUT, [second.course]).turn for turn in (first.turn, second.turn)]
    assert out == [0, first.turn]
    assert obey(State(turn=0), Command.NEXT, [second.course]).turn == first.turn


def test_in_an_empty_record(plot) -> None:
    tried = try_turn(plot('[Game "Martian Life"]\n*'), START, "Sf3")
    assert rows(tried.course) == [(START, 0), (0, 1)]
    assert tried.course.stop(0).text == "Sf3 XSe4 XSf3"


def test_instead_of_an_illegal_turn(course) -> None:
    bad = course.chosen(None)[-1]
    tried = try_turn(course, bad.turn, "Pc5-c4=P")
    assert not tried.is_legal
    assert "After ply 7" in tried.lines[0]
    legal = try_turn(course, bad.turn, "Pg3-g4=P")
    assert legal.course.stop(legal.turn).parent == bad.parent
    assert legal.course.variations(bad.turn) == (legal.course.stop(legal.turn).variation,)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("+Dc1; Dc1-c3=P", "not legal"),
        ("7. +Dc1; Dc1-c2-c3=P", "legal, but wrongly numbered"),
        ("3. +Dc1; Dc1-c2-c3=P 4. Pg1-g2=D", "not a turn but 2: give one turn at a time"),
        ("*", "not a turn"),
    ],
)
def test_answers_without_a_turn(good_course, text: str, said: str) -> None:
    tried = try_turn(good_course, good_course.record.main_line[1], text)
    assert (tried.course, tried.is_legal, tried.lines[-1]) == (good_course, False, said)


def test_the_answer_is_that_of_why(run, make, plot, text) -> None:
    make("game.pyr", text)
    course = plot(text)
    for turn in (TRIED, "+Dc1; Dc1-c3=P", "9. x", "White wins"):
        printed = run("why", "game.pyr", turn, "--ply", "2").stdout
        assert printed == "\n".join(try_turn(course, course.record.main_line[1], turn).lines) + "\n"


def test_a_turn_of_the_record_is_gone_to(good_course) -> None:
    main, other = good_course.record.main_line[2], good_course.first_of(3)
    for turn in (main, other):
        tried = try_turn(good_course, good_course.stop(turn).parent, good_course.stop(turn).text)
        assert (tried.course, tried.turn) == (good_course, turn)

"""Turns that are tried: judged as `why` does, and gone on from without touching the record."""

from __future__ import annotations

import pytest

from pyrnot.play.line_tree import START
from pyrnot.viewer.bindings import Command
from pyrnot.viewer.sandbox import try_turn
from pyrnot.viewer.stepper import State, obey
from pyrnot.viewer.turn_tree import TurnTree

TRIED = "+Dc1; Dc1-c2-c3=P"


def names(line_tree, turns: list[int]) -> list[str]:
    return [
        f"{line_tree.record.variations[line_tree.node(turn).variation].name}:{line_tree.node(turn).ply}"
        for turn in turns
    ]


def rows(line_tree) -> list[tuple[int, int]]:
    """The turns in the order of the turn list, each with the number of variations that it is in."""

    def below(node, depth: int = 0):
        for child in node.children:
            yield child.data, depth
            yield from below(child, depth + 1)

    tree = TurnTree()
    tree.fill(line_tree)
    return list(below(tree.root))


def test_a_line_beside_the_record(legal_line_tree) -> None:
    second = legal_line_tree.record.main_line[1]
    first = try_turn(legal_line_tree, second, TRIED)
    assert (first.is_legal, first.turn) == (True, len(legal_line_tree.record.turns))
    longer = try_turn(first.line_tree, first.turn, "+Pb5; Pb5-b4=P")
    again = try_turn(longer.line_tree, second, "+Dc1; Dc1-c2-c3=Q")
    assert names(again.line_tree, [first.turn, longer.turn, again.turn]) == ["try 1:3", "try 1:4", "try 2:3"]
    assert again.line_tree.path(longer.turn)[-2:] == [first.turn, longer.turn]
    third = again.line_tree.after[second]
    assert third == legal_line_tree.after[second], "the record goes on as before"
    tried = again.line_tree.variations(third)[-2:]
    assert [again.line_tree.first_of(number) for number in tried] == [first.turn, again.turn]
    place = rows(again.line_tree).index((first.turn, 1))
    assert rows(again.line_tree)[place : place + 3] == [(first.turn, 1), (longer.turn, 1), (again.turn, 1)]
    state = State(turn=longer.turn)
    for command, turn in (
        (Command.BACK, first.turn),
        (Command.OUT, third),
        (Command.INTO, legal_line_tree.first_of(1)),
    ):
        state = obey(state, command, [again.line_tree])
        assert state.turn == turn
    assert again.line_tree.node(longer.turn).ply == 4
    assert len(legal_line_tree.record.variations) == 4
    assert legal_line_tree.record.source.text == again.line_tree.record.source.text


def test_after_the_last_turn(make_line_tree) -> None:
    line_tree = make_line_tree('[Game "Martian Life"]\n1. Sf3 *')
    first = try_turn(line_tree, 0, "2. Yellow: Sc6")
    second = try_turn(first.line_tree, 0, "Sc3")
    assert names(second.line_tree, [first.turn, second.turn]) == ["try 1:2", "try 2:2"]
    assert rows(second.line_tree) == [(START, 0), (0, 0), (first.turn, 1), (second.turn, 2)]
    out = [obey(State(turn=turn), Command.OUT, [second.line_tree]).turn for turn in (first.turn, second.turn)]
    assert out == [0, first.turn]
    assert obey(State(turn=0), Command.NEXT, [second.line_tree]).turn == first.turn


def test_in_an_empty_record(make_line_tree) -> None:
    tried = try_turn(make_line_tree('[Game "Martian Life"]\n*'), START, "Sf3")
    assert rows(tried.line_tree) == [(START, 0), (0, 1)]
    assert tried.line_tree.node(0).text == "Sf3 XSe4 XSf3"


def test_instead_of_an_illegal_turn(line_tree) -> None:
    bad = line_tree.chosen(None)[-1]
    tried = try_turn(line_tree, bad.turn, "Pc5-c4=P")
    assert not tried.is_legal
    assert "After ply 7" in tried.lines[0]
    legal = try_turn(line_tree, bad.turn, "Pg3-g4=P")
    assert legal.line_tree.node(legal.turn).parent == bad.parent
    assert legal.line_tree.variations(bad.turn) == (legal.line_tree.node(legal.turn).variation,)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("+Dc1; Dc1-c3=P", "not legal"),
        ("7. +Dc1; Dc1-c2-c3=P", "legal, but wrongly numbered"),
        ("3. +Dc1; Dc1-c2-c3=P 4. Pg1-g2=D", "not a turn but 2: give one turn at a time"),
        ("*", "not a turn"),
    ],
)
def test_answers_without_a_turn(legal_line_tree, text: str, said: str) -> None:
    tried = try_turn(legal_line_tree, legal_line_tree.record.main_line[1], text)
    assert (tried.line_tree, tried.is_legal, tried.lines[-1]) == (legal_line_tree, False, said)


ILLEGAL = "+Dc1; Dc1-c3=P"


@pytest.mark.parametrize(
    "turn", [ILLEGAL, *(pytest.param(turn, marks=pytest.mark.slow) for turn in (TRIED, "9. x", "White wins"))]
)
def test_the_answer_is_that_of_why(run, make, legal_line_tree, text, turn: str) -> None:
    make("game.pyr", f"{text.partition('8. ')[0]}*\n")
    printed = run("why", "game.pyr", turn, "--ply", "2").stdout
    answer = "\n".join(try_turn(legal_line_tree, legal_line_tree.record.main_line[1], turn).lines) + "\n"
    said, _, board = printed.partition("\n\n     a ")
    assert said.rstrip("\n") + "\n" == answer
    assert bool(board) == (turn == ILLEGAL)


def test_a_turn_of_the_record_is_gone_to(legal_line_tree) -> None:
    main, other = legal_line_tree.record.main_line[2], legal_line_tree.first_of(3)
    for turn in (main, other):
        tried = try_turn(legal_line_tree, legal_line_tree.node(turn).parent, legal_line_tree.node(turn).text)
        assert (tried.line_tree, tried.turn) == (legal_line_tree, turn)


SAME_END = [
    ("martian-life", '[Game "Martian Life"]\n1. Sf3\n2. Sh3\n( 2. Sh4 3. Sh1 )\n3. Sb2', 0, "2. Sd2 XSd2"),
    ("in-a-variation", '[Game "Martian Life"]\n1. Sf3\n2. Sh3\n( 2. Sh4 3. Sh1 )\n3. Sb2', 2, "3. Sa1 XSa1"),
    ("braces", '[Game "Braces"]\n1. HOP 5/1; LMc3-b3', START, "1. TIP 5/1; LMc3-b3"),
]
"""A record, a turn of it, and a turn to try after that, which ends as the next one does."""


@pytest.mark.parametrize(("record", "turn", "text"), [row[1:] for row in SAME_END], ids=[row[0] for row in SAME_END])
def test_another_turn_to_the_same_position_is_a_line_of_its_own(make_line_tree, record, turn, text) -> None:
    line_tree = make_line_tree(record)
    tried = try_turn(line_tree, turn, text)
    following = line_tree.after[turn]
    assert tried.line_tree.node(following).position == tried.line_tree.node(tried.turn).position
    node = tried.line_tree.node(tried.turn)
    assert (tried.turn, f"{node.ply}. {node.text}") == (len(line_tree.record.turns), text)
    assert names(tried.line_tree, [tried.turn]) == [f"try 1:{node.ply}"]
    assert try_turn(tried.line_tree, turn, text).turn == tried.turn

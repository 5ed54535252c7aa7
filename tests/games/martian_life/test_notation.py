"""Martian Life's grammar, spans, canonical text, random games, rulebook and diagram."""

from __future__ import annotations

import random

import pytest
from reading import whole_grammar

from pyrnot.core.diagnostics import Span
from pyrnot.core.diagram import Board, Facts, Mark, Rack, Remarks
from pyrnot.core.tags import Tags
from pyrnot.games.martian_life import GAME
from pyrnot.games.martian_life.position import GRID
from pyrnot.record.grammars import NotNotation, parse_action
from support import random_turns

START = "8/8/8/3,Sr,Sy,3/3,Sy,Sr,3/8/8/8 r"


@pytest.mark.parametrize(
    "text", ["1. Sc4 XSe5,Md4 XSe4 2. Sd4=M (2. pass 3. Sa1) Red wins", "Sc4. Yellow: Md4=L XLd4. pass. draw"]
)
def test_grammar_reads_whole_records(text):
    assert whole_grammar(GAME.info.grammar).parse(text)


SAME = {
    "blanks": ("Sc4 XSe5,Md4 XSe4", " S c4 X  S e5 ,M d4\nXSe4 "),
    "capitals": ("Sc4 XSe5", "SC4 XSE5"),
    "small-x": ("Sc4 XSe5", "Sc4 xSe5"),
    "no-blank": ("Sc4 XSe5 XSe4", "Sc4XSe5XSe4"),
    "promotion": ("Sd4=M", "Sd4 = M"),
    "pass": ("pass", "Pass"),
}


@pytest.mark.parametrize(("plain", "other"), SAME.values(), ids=SAME)
def test_read_alike(plain, other):
    assert parse_action(GAME, plain) == parse_action(GAME, other)


@pytest.mark.parametrize(
    "text", ["", "c4", "sc4", "Sc9", "Sc", "Sc4=", "Sc4 X", "Sc4 XSe5,", "Sd4=M=L", "pass XSe4", "Sc4-c5", "Src4"]
)
def test_not_notation(text):
    with pytest.raises(NotNotation):
        parse_action(GAME, text)


def test_spans():
    spans = parse_action(GAME, "Sd4=M XSe5, Md4 XSe4").spans
    assert spans == {
        "size": Span(0, 1),
        "square": Span(1, 3),
        "to": Span(4, 5),
        "wave 1": Span(6, 15),
        "culled 1.1": Span(7, 10),
        "culled 1.2": Span(12, 15),
        "wave 2": Span(16, 20),
        "culled 2.1": Span(17, 20),
    }


def test_canonical_text_sorts_waves_by_file_then_rank(judge):
    turn = judge("8/8/8/8/8/8/Sy,My,Sy,5/Sr,Mr,Sr,5 r", "Sb3 XSc2,Mb2,Sa2 XSb3,Mb1 XSc1,Sa1")
    assert GAME.write_turn(turn.taken, turn.ended) == "Sb3 XSa2,Mb2,Sc2 XMb1,Sb3 XSa1,Sc1"


@pytest.mark.parametrize("seed", range(12))
def test_random_game_is_the_same_when_read_back(seed):
    rng = random.Random(seed)
    assert [*random_turns(GAME, Tags({"Trios": rng.choice(["2", "3", "5", "unlimited"])}), rng, plies=80)]


def test_rulebook_reads_its_own_examples():
    book = GAME.rulebook()
    assert [rule.id for rule in book.rules] == [f"ML{number}" for number in range(1, 9)]
    for form in book.notation:
        if not form.example.startswith("["):
            parse_action(GAME, form.example)
    GAME.read_position(book.position_example, Tags())


def test_diagram_shows_what_the_turn_changed(judge):
    setup = "8/8/8/8/8/8/Sy,Sr,6/Sr,Sy,6 r"
    turn = judge(setup, "Sc1")
    events = [*turn.taken[0].played.events, *turn.ended.events]
    blocks = GAME.diagram(turn.position, turn.taken[0].before, events).blocks
    facts, board, red, yellow, remarks = blocks
    assert isinstance(facts, Facts)
    assert ("To move", "Yellow") in facts.pairs
    assert isinstance(board, Board)
    assert {GRID.names[square]: shown[0].letters for square, shown in board.stacks.items()} == {"a1": "Sr", "a2": "Sy"}
    ghosts = {GRID.names[square]: shown[0].letters for square, shown in board.ghosts.items()}
    assert ghosts == {"b1": "Sy", "b2": "Sr", "c1": "Sr"}
    assert set(board.marks.values()) == {Mark.REMOVED}
    assert isinstance(red, Rack)
    assert isinstance(yellow, Rack)
    assert [shown.count for group in red.groups for shown in group.pyramids] == [4, 5, 5]
    assert isinstance(remarks, Remarks)
    assert remarks.lines == (
        "Red placed a Small on c1",
        "wave 1 culled the yellow Small on b1 and the red Small on b2",
        "wave 2 culled the red Small on c1",
    )


def test_diagram_shows_the_result():
    facts = GAME.diagram(GAME.read_position("8/8/8/8/8/8/8/8 r", Tags())).blocks[0]
    assert isinstance(facts, Facts)
    assert facts.pairs[0] == ("Drawn", "the board is empty")

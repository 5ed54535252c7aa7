"""Complete games of Triumvirate: perft counts, random games, diagrams."""

from __future__ import annotations

import random

import pytest

from pyrnot.core.diagram import Board, Cards, Facts, Mark, Rack, Remarks
from pyrnot.core.pieces import Size
from pyrnot.core.tags import Tags
from pyrnot.games.triumvirate import GAME
from pyrnot.games.triumvirate.position import GRID, Position, Seat, count_reserve
from pyrnot.play.turns import perft
from support import random_turns

PLAIN = Tags({"RedCard": "L_ M_ S_", "BlueCard": "L_ M_ S_"})

# Position, depth, count. Confirmed by a second implementation.
PERFT = {
    "start": ("Lb,Mb,Sb,5/8/8/8/8/8/8/5,Sr,Mr,Lr r L_,M_,S_|-,-,- L_,M_,S_|-,-,- - -", 1, 9244),
    "hostages": ("8/1,Lb,6/2,Mr,5/8/8/8/8/8 r S_,L^,M_|L^,L_,- M_,L^,S_|M_,M_,L_ LMMMMSSSS LLLMSSSS", 1, 1024),
    "captures": (
        "8/8/8/8/Mr,1,Mb,5/1,Mb,1,Sr,4/1,Sr,6/8 b L_,S_,M^|-,-,- M_,L^,S_|-,-,- LLLLMSSSS LLLLMMMS",
        1,
        14760,
    ),
    "reserves": ("1,Mb,Sb,5/8/1,Lb,6/8/2,Mr,5/8/6,Lr,1/5,Sr,Sr,1 b M_,L_,S^|-,-,- M^,S^,L_|-,-,- - -", 1, 28365),
    "T15-over": ("8/8/8/8/8/8/8/8 b L_,M_,S_|-,-,- L_,M_,S_|-,-,- LLMMSS -", 1, 0),
    "T16-over": ("8/8/8/8/8/8/8/8 b L_,M_,S_|-,-,- L_,M_,S_|-,-,- - - pp", 1, 0),
}


@pytest.mark.parametrize(
    ("setup", "depth", "count"),
    [pytest.param(*case, marks=[pytest.mark.slow] * (case[2] > 10_000), id=name) for name, case in PERFT.items()],
)
def test_perft(setup: str, depth: int, count: int) -> None:
    assert perft(GAME, GAME.read_position(setup, Tags()), depth) == count


@pytest.mark.slow
def test_perft_two_turns() -> None:
    setup = "8/6,Lb,1/8/8/8/8/8/8 b L_,M_,S^|L_,L^,- M^,L_,S_|M_,M^,M^ LMMMMSSSS LLLLMSSSS p"
    assert perft(GAME, GAME.read_position(setup, Tags()), 2) == 49152


@pytest.mark.parametrize("seed", range(4))
def test_random_game_is_the_same_when_read_back(seed: int) -> None:
    for turn in random_turns(GAME, PLAIN, random.Random(seed), plies=40):
        position = turn.position
        assert position.pending is None
        assert GAME.read_position(GAME.write_position(position), Tags()) == position
        assert _count_pyramids(position) == 30


def _count_pyramids(position: Position) -> int:
    """All pyramids of both seats, including the reserves."""
    on_cards = sum(card.points for card in position.cards)
    held = sum(map(sum, position.held))
    on_board = sum(cell is not None for cell in position.cells)
    reserves = [count_reserve(position, seat, size) for seat in Seat for size in Size]
    assert min(reserves) >= 0
    return on_cards + held + on_board + sum(reserves)


SETUP = "8/8/8/8/Mb,Sb,6/Lr,7/8/5,Sr,Sr,1 r L_,M^,S_|-,S^,- L_,M_,S_|-,-,L^ - -"
TURN = "<L_ S^ M_>; La3xMa4; La4xSb4; +Mh1; Mh1-g3; HD=M_"


def test_diagram_shows_the_position_and_what_the_turn_changed(judge) -> None:
    before = GAME.read_position(SETUP, Tags())
    played = judge(SETUP, TURN)
    events = [event for taken in played.taken for event in taken.played.events] + list(played.ended.events)
    blocks = GAME.diagram(played.position, before, events).blocks
    facts, board, cards, prisoners, reserve, remarks = blocks
    assert isinstance(facts, Facts)
    assert facts.pairs == (("To move", "Blue"), ("Points", "4"))
    assert isinstance(board, Board)
    at = {GRID.names[square]: stack for square, stack in board.stacks.items()}
    assert {name: stack[0].letters for name, stack in at.items()} == {"b4": "Lr", "f1": "Sr", "g1": "Sr", "g3": "Mr"}
    assert {name: stack[0].mark for name, stack in at.items() if stack[0].mark} == {"b4": Mark.MOVED, "g3": Mark.MOVED}
    assert {GRID.names[square]: stack[0].letters for square, stack in board.ghosts.items()} == {"a4": "Mb", "b4": "Sb"}
    assert [[GRID.names[square] for square in path] for path in board.paths] == [["a3", "a4", "b4"], ["h1", "g3"]]
    assert {GRID.names[square] for square in board.spots} == {"h1", "g1", "f1", "a8", "b8", "c8"}
    assert isinstance(cards, Cards)
    sections = [[[shown.letters for shown in group.pyramids] for group in card.groups] for card in cards.rows[0]]
    assert sections == [[["Lr_"], ["Sr^", "Mb_"], ["Mr_"]], [["Lb_"], ["Mb_"], ["Sb_", "Lr^"]]]
    marked = [
        shown.letters for card in cards.rows[0] for group in card.groups for shown in group.pyramids if shown.mark
    ]
    assert marked == ["Sr^", "Mb_", "Mr_"]
    assert isinstance(prisoners, Rack)
    assert isinstance(reserve, Rack)
    assert [[(shown.letters, shown.count) for shown in group.pyramids] for group in prisoners.groups] == [
        [("Sb", 2)],
        [],
    ]
    assert [[(shown.letters, shown.count) for shown in group.pyramids] for group in reserve.groups] == [
        [("Lr", 2), ("Mr", 3), ("Sr", 2)],
        [("Lb", 4), ("Mb", 3), ("Sb", 2)],
    ]
    assert isinstance(remarks, Remarks)
    assert len(remarks.lines) == len(events)


@pytest.mark.parametrize(
    ("rest", "pair"),
    [
        ("LLMMSS -", ("Won by", "Red")),
        ("- LLMMSS", ("Won by", "Blue")),
        ("- - p", ("Passed", "Blue")),
        ("- - pp", ("Drawn", "both seats passed in a row")),
    ],
)
def test_diagram_shows_the_state_of_the_game(rest: str, pair: tuple[str, str]) -> None:
    text = f"8/8/8/8/8/8/8/8 r L_,M_,S_|-,-,- L_,M_,S_|-,-,- {rest}"
    facts = GAME.diagram(GAME.read_position(text, Tags())).blocks[0]
    assert isinstance(facts, Facts)
    assert pair in facts.pairs

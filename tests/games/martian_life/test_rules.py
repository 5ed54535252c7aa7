"""What the tables of Martian Life cannot say: positions without a board that could hold them, and numbers too
long."""

from __future__ import annotations

import pytest

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.pieces import Colour
from pyrnot.core.tags import Tags
from pyrnot.games.martian_life import ending, moves
from pyrnot.games.martian_life.game import GAME
from pyrnot.games.martian_life.position import GRID, PYRAMIDS, Position, count


def test_ml2_a_number_of_trios_of_thousands_of_digits() -> None:
    with pytest.raises(Illegal) as illegal:
        GAME.start(Tags({"Trios": "9" * 5000}))
    assert (illegal.value.rule, illegal.value.field) == ("ML2", "Trios")


def test_ml3_a_turn_needs_an_action() -> None:
    with pytest.raises(Illegal) as illegal:
        GAME.end_turn(GAME.start(Tags()))
    assert illegal.value.rule == "ML3"


def test_ml6_is_judged_after_the_culling() -> None:
    position = GAME.start(Tags({"Setup": "8/8/8/8/8/8/Sy,Sr,6/Sr,Sy,6 r"}))
    placed = GAME.play(position, next(iter(moves.actions(position)))).position
    assert GAME.outcome(placed) is None


POINTS = {
    "ML6-exactly-15": ("LLLLL", "", None),
    "ML6-16": ("LLLLLS", "", "Red"),
    "ML6-16-against-15": ("LLLLLS", "LLLLL", "Red"),
    "ML6-tie-above-15": ("LLLLLS", "LLLLLS", None),
    "ML6-17-against-16": ("LLLLLM", "LLLLLS", "Red"),
    "ML6-16-against-17": ("LLLLLS", "LLLLLM", "Yellow"),
    "ML6-mediums-and-smalls-count": ("MMMMMSSSSSS", "", "Red"),
}


@pytest.mark.parametrize(("red", "yellow", "expected"), POINTS.values(), ids=POINTS)
def test_points(red: str, yellow: str, expected: str | None) -> None:
    pyramids = [PYRAMIDS[Colour.RED]["SML".index(size)] for size in red]
    pyramids += [PYRAMIDS[Colour.YELLOW]["SML".index(size)] for size in yellow]
    cells = tuple(pyramids) + (None,) * (GRID.size - len(pyramids))
    for to_move in ("Red", "Yellow"):
        outcome = ending.outcome(Position(cells, count(cells), to_move))
        assert (outcome and outcome.word) == expected

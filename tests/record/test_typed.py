"""Turns as people type them, read by their game's table of spellings (TR3.4)."""

from __future__ import annotations

from pathlib import Path

import pytest
from tables import read_table

from pyrnot.games import load_game
from pyrnot.record.grammars import NotNotation
from pyrnot.record.typed import read_opening, read_typed

TYPED = read_table(Path(__file__).with_name("typed.txt"))


@pytest.mark.parametrize(("game", "typed", "turn"), TYPED, ids=[row[1] for row in TYPED])
def test_a_typed_turn(game: str, typed: str, turn: str) -> None:
    known = load_game(game)
    assert known is not None
    assert next(iter(read_typed(known, typed)), "") == turn
    assert not turn or read_typed(known, turn) == []


def test_dice_as_they_are_typed() -> None:
    braces = load_game("braces")
    assert braces is not None
    assert read_opening(braces, "5 and 2, HOP") == read_opening(braces, "HOP 5/2")
    with pytest.raises(NotNotation):
        read_opening(braces, "no dice")

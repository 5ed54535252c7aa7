"""How many stacks of Braces are remembered."""

from __future__ import annotations

from itertools import product

import pytest

from pyrnot.core.pieces import Colour, Pyramid, Size
from pyrnot.core.tags import Tags
from pyrnot.games.braces import GAME, stacks
from pyrnot.games.braces.stacks import Rules


def test_stacks_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """No more than the limit are remembered, and none keeps another alive."""
    monkeypatch.setattr(stacks, "_MAX_PILES", 40)
    rules = Rules(frozenset(), GAME.start(Tags()).rules.ladders)
    colours = (Colour.WHITE, Colour.BLACK, Colour.GREEN, Colour.RED)
    for stack in product(*([Pyramid(size, colour) for colour in colours] for size in reversed(Size))):
        pile = rules.pile(stack)
        assert rules.pile(stack) is pile
        assert type(pile.leave((0,)).rest) is tuple
        assert len(rules._piles) <= 40

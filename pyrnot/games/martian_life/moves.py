"""What a seat may try in Martian Life: every legal action. `rules` judges each of them again."""

from __future__ import annotations

from collections.abc import Iterator

from pyrnot.core.game import Chance
from pyrnot.core.pieces import Size
from pyrnot.games.martian_life.actions import Action, Pass, Placement, Promotion
from pyrnot.games.martian_life.position import COLOUR_OF_SEAT, PYRAMIDS, Position


def actions(position: Position, chance: Chance | None = None) -> Iterator[Action]:
    """Every legal action; a pass only where there is no other (ML8)."""
    if position.acted is not None:
        return
    yield from possible_actions(position)
    if next(possible_actions(position), None) is None:
        yield Pass()


def possible_actions(position: Position) -> Iterator[Placement | Promotion]:
    """Every placement and promotion of the seat to move, as its stash allows (ML2, ML3)."""
    cells = position.cells
    small, medium, large = PYRAMIDS[COLOUR_OF_SEAT[position.to_move]]
    if position.has_in_stash(small):
        for square, cell in enumerate(cells):
            if cell is None:
                yield Placement(Size.SMALL, square)
    for before, after in ((small, medium), (medium, large)):
        if position.has_in_stash(after):
            for square, cell in enumerate(cells):
                if cell == before:
                    yield Promotion(before.size, square, after.size)

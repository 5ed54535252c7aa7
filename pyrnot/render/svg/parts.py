"""The parts of a picture, of which a reader may want only some: which block belongs to which. Draws nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from enum import StrEnum

from pyrnot.core.diagram import Block, BoardBlock, Cards, Facts, Rack, Remarks, Ring


class Part(StrEnum):
    """A part of a picture; the value is its name for `--parts`.

    The board is what the game is played on: squares, a ring, or cards where there is neither. Stashes are all other
    pyramids: stashes, goals, prisoners, the bank, a player's card. The turn is who is to move and what was done.
    """

    BOARD = "board"
    CAPTION = "caption"
    STASHES = "stashes"
    TURN = "turn"
    LEGEND = "legend"


ALL_PARTS = frozenset(Part)
POST_PARTS = frozenset({Part.BOARD, Part.CAPTION})
"""The parts of a picture to be posted."""


def read_parts(names: Iterable[str]) -> frozenset[Part]:
    """The parts with these names, or with the one name. Raises ValueError."""
    return frozenset(map(_read_part, [names] if isinstance(names, str) else names))


def _read_part(name: str) -> Part:
    try:
        return Part(name)
    except ValueError:
        raise ValueError(f"{name!r} is not a part; the parts are {', '.join(Part)}") from None


def chosen_blocks(blocks: Iterable[Block], parts: Collection[Part]) -> Iterator[Block]:
    """The blocks that belong to one of these parts, in their order."""
    blocks = tuple(blocks)
    has_board = any(isinstance(block, BoardBlock | Ring) for block in blocks)
    for block in blocks:
        match block:
            case BoardBlock() | Ring():
                part = Part.BOARD
            case Cards():
                part = Part.STASHES if has_board else Part.BOARD
            case Rack():
                part = Part.STASHES
            case Facts() | Remarks():
                part = Part.TURN
        if part in parts:
            yield block

"""The picture of a Martian Chess position: the board, the points, and what the turn changed."""

from __future__ import annotations

from collections.abc import Sequence

from pyrnot.core.diagram import Block, BoardBlock, Diagram, DrawnPyramid, Facts, Mark, Remarks
from pyrnot.core.game import Event, SimpleEvent
from pyrnot.core.pieces import Pyramid
from pyrnot.games.martian_chess.board import SIZE_LETTER, WORDS
from pyrnot.games.martian_chess.ending import outcome
from pyrnot.games.martian_chess.position import Position


def draw(position: Position, before: Position | None, events: Sequence[Event]) -> Diagram:
    """The diagram of `position`; `before` and `events` belong to the turn that led to it, if there is one."""
    blocks: list[Block] = [_facts(position, before), _board(position, events)]
    if events:
        blocks.append(Remarks("This turn", tuple(event.text for event in events)))
    return Diagram(tuple(blocks))


def _facts(position: Position, before: Position | None) -> Facts:
    ended = outcome(position)
    pairs = [("To move", position.to_move)] if ended is None else [*ended.facts]
    old = before.points if before else position.points
    for seat, points, were in zip(position.seats, position.points, old, strict=True):
        gain = f" ({points - were:+d})" if points != were else ""
        pairs.append((f"{seat}'s points", f"{points}{gain}"))
    if position.clock is not None:
        turns = "1 turn" if position.clock == 1 else f"{position.clock} turns"
        pairs.append(("Clock", f"{turns} without a capture left"))
    if position.barred and ended is None:
        pairs.append(("Not allowed", "-".join(position.barred)))
    return Facts(tuple(pairs))


def _board(position: Position, events: Sequence[Event]) -> BoardBlock:
    rules = position.rules
    index = rules.grid.index
    marks: dict[int, Mark] = {}
    ghosts: dict[int, tuple[DrawnPyramid, ...]] = {}
    paths: list[tuple[int, ...]] = []
    for event in events:
        match event:
            case SimpleEvent("moved" | "promoted", places=(start, end), pyramids=(before, *made)):
                marks = {index[start]: Mark.LEFT, index[end]: Mark.CHANGED if made else Mark.MOVED}
                paths = [(index[start], index[end])]
                if made:
                    ghosts[index[end]] = (_drawn(before, Mark.REMOVED),)
            case SimpleEvent("captured", places=(end,), pyramids=(captured,)):
                ghosts[index[end]] = (_drawn(captured, Mark.REMOVED),)
    stacks = {
        square: (_drawn(rules.pyramid(size, square), marks.get(square)),)
        for square, size in enumerate(position.cells)
        if size is not None
    }
    files = (4,) if rules.count > 2 else ()
    return BoardBlock(rules.grid, stacks, marks, ghosts, tuple(paths), file_lines=files, rank_lines=(4,))


def _drawn(pyramid: Pyramid, mark: Mark | None) -> DrawnPyramid:
    return DrawnPyramid(pyramid, SIZE_LETTER[pyramid.size], mark=mark, name=WORDS[pyramid.size])

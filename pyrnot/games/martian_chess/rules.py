"""What an action does in Martian Chess, and when it is illegal. `play` is the only judge of an action; the end of the
turn is left to `ending`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Chance, SimpleEvent, Transition
from pyrnot.core.pieces import Size
from pyrnot.games.martian_chess.actions import Action, ClockCall, Move
from pyrnot.games.martian_chess.board import WORDS, rays
from pyrnot.games.martian_chess.position import CLOCK_TURNS, Position


def actions(position: Position, chance: Chance | None = None) -> Iterator[Action]:
    """Every action worth trying next: a call of the clock, and every move along a line up to the first pyramid on it
    (MC4, MC8)."""
    if position.captured is not None:
        return
    if position.clock is None and not position.calls_clock:
        yield ClockCall()
    grid = position.rules.grid
    for start, size in position.held_by(position.to_move):
        for ray in rays(grid, position.rules.manner(size), start):
            for end in ray:
                yield Move(size, grid.names[start], grid.names[end])
                if position.cells[end]:
                    break


def play(position: Position, action: Action) -> Transition[Position]:
    """The position after an action, and what it did. Raises `Illegal`."""
    if position.captured is not None:
        raise Illegal("second-action", "MC3", "a turn is a single move; a call of the clock comes before it")
    match action:
        case Move():
            return _move(position, action)
        case ClockCall():
            return _call_clock(position)
    assert_never(action)


def _call_clock(position: Position) -> Transition[Position]:
    """Starts the clock, if it is not running (MC8, MC11)."""
    if position.clock is not None or position.calls_clock:
        raise Illegal("clock-running", "MC8", "leave out `clock`: the clock is running already")
    if position.rules.is_site and position.quiet < CLOCK_TURNS:
        message = f"the clock may be called after {CLOCK_TURNS} turns without a capture, not after {position.quiet}"
        raise Illegal("clock-early", "MC11", message)
    event = SimpleEvent("changed", f"{position.to_move} called the clock")
    return Transition(replace(position, calls_clock=True), (event,))


def _move(position: Position, move: Move) -> Transition[Position]:
    """Moves a pyramid (MC4), which may capture (MC5), or join another (MC6)."""
    start, end = _squares(position, move)
    size = _check_start(position, start, move)
    _check_way(position, size, start, end)
    if position.barred == (move.start, move.end):
        message = f"the {WORDS[size]} has just come from {move.end}: it cannot go back there at once"
        raise Illegal("taking-back", "MC7", message, field="to")
    rules = position.rules
    met = position.cells[end]
    if met and rules.owner(end) == position.to_move:
        return _promote(position, move, start, end, size, met)
    text = f"{position.to_move} moved the {WORDS[size]} on {move.start} to {move.end}"
    events = [SimpleEvent("moved", text, (move.start, move.end), (rules.pyramid(size, end),))]
    points = list(position.points)
    if met:
        points[position.place] += met
        text = f"{position.to_move} captured the {WORDS[met]} on {move.end} (+{met:d})"
        events.append(SimpleEvent("captured", text, (move.end,), (rules.pyramid(met, end),)))
    is_across = rules.count == 2 and rules.owner(end) != position.to_move
    is_final = is_across and not (met and rules.is_site)  # there, a capture may be taken back (MC11)
    barred = (move.end, move.start) if is_final else None
    after = replace(_put(position, start, end, size), points=tuple(points), captured=bool(met), barred=barred)
    return Transition(after, tuple(events))


def _squares(position: Position, move: Move) -> tuple[int, int]:
    """The squares of a move, which must be on the board (MC1). Raises `Illegal`."""
    index = position.rules.grid.index
    for field, square in (("from", move.start), ("to", move.end)):
        if square not in index:
            message = f"{square} is not on the board: for two players it is a1 to d8"
            raise Illegal("off-board", "MC1", message, field=field)
    return index[move.start], index[move.end]


def _check_start(position: Position, start: int, move: Move) -> Size:
    """The size of the pyramid that moves, which must be as written and in the mover's territory (MC3)."""
    found = position.cells[start]
    about = position.about(start)
    if found is None:
        message = f"there is nothing to move on {move.start}: the square is empty"
        raise Illegal("no-such-pyramid", "MC3", message, field="from", about=about)
    if move.size is not found:
        assert move.size is not None
        message = f"there is a {WORDS[found]} on {move.start}, not a {WORDS[move.size]}"
        raise Illegal("wrong-size", "MC3", message, field="size", about=about)
    owner = position.rules.owner(start)
    if owner != position.to_move:
        whose = f"{owner}'s territory" if owner else "the quarter of no seat"
        message = f"{position.to_move} cannot move the {WORDS[found]} on {move.start}, which is in {whose}"
        raise Illegal("not-yours", "MC3", message, field="from", about=about)
    return found


def _check_way(position: Position, size: Size, start: int, end: int) -> None:
    """The end must be on one of the pyramid's lines, with nothing before it (MC4). Raises `Illegal`."""
    grid = position.rules.grid
    manner = position.rules.manner(size)
    ray = next((ray for ray in rays(grid, manner, start) if end in ray), None)
    if ray is None:
        message = f"a {WORDS[size]} moves {manner.words}, so not from {grid.names[start]} to {grid.names[end]}"
        raise Illegal("wrong-move", "MC4", message, field="to")
    for square in ray[: ray.index(end)]:
        met = position.cells[square]
        if met:
            message = f"the {WORDS[size]} cannot jump over the {WORDS[met]} on {grid.names[square]}"
            raise Illegal("blocked", "MC4", message, field="to", about=position.about(square))


def _promote(position: Position, move: Move, start: int, end: int, size: Size, met: Size) -> Transition[Position]:
    """Makes one pyramid of a pawn and another pyramid in the mover's territory, if it has none of that size (MC6)."""
    here = f"there is a {WORDS[met]} of {position.to_move} on {move.end}"
    about = position.about(end)
    if not position.rules.has_promotion:
        message = f"{here}, and this game has no promotion"
        raise Illegal("occupied", "MC11", message, field="to", about=about)
    if size + met > Size.LARGE:
        message = f"{here}, which a {WORDS[size]} cannot join"
        raise Illegal("occupied", "MC6", message, field="to", about=about)
    made = Size(size + met)
    for square, other in position.held_by(position.to_move):
        if other is made:
            where = position.rules.grid.names[square]
            message = f"{here}: a {WORDS[made]} cannot be made of both while one is on {where}"
            raise Illegal("size-on-board", "MC6", message, field="to", about=position.about(square))
    what = f"the {WORDS[size]} on {move.start} and the {WORDS[met]} on {move.end}"
    text = f"{position.to_move} made a {WORDS[made]} of {what}"
    pyramids = position.rules.pyramid(met, end), position.rules.pyramid(made, end)
    event = SimpleEvent("promoted", text, (move.start, move.end), pyramids)
    return Transition(replace(_put(position, start, end, made), captured=False, barred=None), (event,))


def _put(position: Position, start: int, end: int, size: Size) -> Position:
    """The position with a pyramid of this size on `end`, and nothing on `start`."""
    cells = list(position.cells)
    cells[start] = None
    cells[end] = size
    return replace(position, cells=tuple(cells))

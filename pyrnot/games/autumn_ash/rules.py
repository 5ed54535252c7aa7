"""The rules of Autumn Ash: entries, moves, blocking, capping, rows and how a game ends.

`play` and `end_turn` judge; `actions` offers what they allow. What may keep a pyramid from a step is asked in
one place, `find_bar`, by the judge (who makes a message of it) and by the look-ahead (who needs none).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum, auto
from itertools import chain
from typing import NamedTuple, assert_never

from pyrnot.diagnostics import Illegal
from pyrnot.game import Event, Outcome, Played
from pyrnot.games.autumn_ash.actions import Action, Bagged, Changed, Enter, Entered, Move, Moved, Pass, Scored
from pyrnot.games.autumn_ash.position import (
    BONUS,
    DRONE,
    FIRST_COLOUR,
    NEXT_COLOUR,
    OPPONENT,
    OWNER,
    PAWN,
    QUEEN,
    SIZE_WORD,
    TRIOS,
    WINNING_POINTS,
    Box,
    Position,
    Seat,
    Variant,
    sizes_in_stash,
    word_of,
)
from pyrnot.pieces import Colour, Pyramid, Size, Stack


def play(position: Position, action: Action) -> Played[Position]:
    """What one action does. Raises `Illegal` with the first rule that it breaks."""
    match action:
        case Move():
            return play_move(position, action)
        case Enter():
            return play_entry(position, action)
        case Pass():
            raise Illegal("needless-pass", "AA16", f"nobody may pass: {position.to_move} must move a pyramid")
        case _:
            assert_never(action)


# Entering


def play_entry(position: Position, action: Enter) -> Played[Position]:
    """Puts a pyramid of the mover's first colour on an entry square (AA3, AA21)."""
    seat, variant = position.to_move, position.variant
    size, name = action
    colour = FIRST_COLOUR[seat]
    if position.has_moved:
        raise Illegal("wrong-order", "AA3", "a pyramid enters before the move, not after it")
    if position.entered is not None:
        raise Illegal(
            "second-action",
            "AA3",
            f"only one pyramid may enter in a turn, and one entered on {variant.grid.names[position.entered]}",
        )
    square = variant.grid.index.get(name)
    if square is None:
        raise Illegal("off-board", "AA3", f"the board has no square {name}", part="square")
    if position.cells[square]:
        top = position.cells[square][-1]
        raise Illegal("occupied", "AA3", f"{name} is not vacant: a {word_of(top)} is there", part="square")
    if size not in sizes_in_stash(position.cells, colour):
        raise Illegal("stash-empty", "AA3", f"{seat}'s stash has no {colour} {SIZE_WORD[size]}", part="size")
    if square not in find_entry_squares(variant, position.cells):
        raise _no_entry_square(variant, name)
    pyramid = Pyramid(size, colour)
    cells = list(position.cells)
    cells[square] = (pyramid,)
    return Played(position._replace(cells=tuple(cells), entered=square), (Entered(pyramid, name),))


def _no_entry_square(variant: Variant, name: str) -> Illegal:
    if variant.is_unsettled:
        message = f"{name} is no entry square: no playfield with a corner there holds all the pyramids"
        return Illegal("no-entry-square", "AA21", message, part="square")
    return Illegal("no-entry-square", "AA3", f"{name} is no entry square: those are a1, f1, a5 and f5", part="square")


def find_entry_squares(variant: Variant, cells: Sequence[Stack]) -> set[int]:
    """The vacant squares on which a pyramid may enter (AA3, AA21)."""
    if not variant.is_unsettled:
        return {square for square in variant.corners if not cells[square]}
    files = variant.grid.files
    corners = {
        rank * files + file
        for field in variant.playfields_for(cells)
        for rank in (field.bottom, field.top)
        for file in (field.left, field.right)
    }
    return {square for square in corners if not cells[square]}


# Moving


class Lifted(NamedTuple):
    """A pyramid taken up to move, and the board without it (AA6: it stays as it is until the move ends).

    `no_return` is the entry square that it may not come back to (AA5), `box` what holds all the other pyramids
    (AA21; None where no playfield matters).
    """

    variant: Variant
    board: list[Stack]
    pyramid: Pyramid
    no_return: int | None
    box: Box | None


def lift(position: Position, start: int) -> Lifted:
    """Takes up the top pyramid of a square that has one."""
    variant = position.variant
    board = list(position.cells)
    stack = board[start]
    board[start] = stack[:-1]
    if variant.is_unsettled:
        no_return = position.entered if position.entered == start else None
        box = variant.find_box(square for square, others in enumerate(board) if others)
    else:
        no_return, box = (start if start in variant.corners else None), None
    return Lifted(variant, board, stack[-1], no_return, box)


class Why(Enum):
    """What can keep a pyramid from a step."""

    FAR = auto()
    MIDWAY = auto()
    ENTRY = auto()
    PAWN = auto()
    DRONE = auto()
    CAP = auto()
    PLAYFIELD = auto()


class Bar(NamedTuple):
    """Why a step is not allowed, and the square of what is in the way."""

    why: Why
    square: int


def find_bar(lifted: Lifted, here: int, to: int, is_last: bool) -> Bar | None:
    """The first rule against a step, in the order AA5, AA8, AA9, AA10 (in `easy` AA20), AA21; None if it is allowed."""
    variant, board, pyramid, no_return, box = lifted
    if to not in variant.beside[here]:
        return Bar(Why.FAR, to)
    under = board[to]
    if under and not is_last:
        return Bar(Why.MIDWAY, to)
    if to == no_return:
        return Bar(Why.ENTRY, to)
    if not variant.is_easy and pyramid.size is not PAWN:
        bar = find_blocker(lifted, here, to)
        if bar is not None:
            return bar
    if under and not can_cap(variant, pyramid, under[-1]):
        return Bar(Why.CAP, to)
    if variant.is_unsettled and not variant.is_within(box, to):
        return Bar(Why.PLAYFIELD, to)
    return None


def find_blocker(lifted: Lifted, here: int, to: int) -> Bar | None:
    """The opposing pawn (AA8) or drone (AA9) that keeps a queen or drone from a step."""
    variant, board, pyramid, _, _ = lifted
    opponent = OPPONENT[OWNER[pyramid.colour]]
    if pyramid.size is QUEEN:
        for square in (to, *variant.beside[to]):
            if board[square] and _is_on_top(board[square], PAWN, opponent):
                return Bar(Why.PAWN, square)
    ahead = variant.ahead.get((here, to))
    if ahead is not None and board[ahead] and _is_on_top(board[ahead], DRONE, opponent):
        return Bar(Why.DRONE, ahead)
    return None


def _is_on_top(stack: Stack, size: Size, seat: Seat) -> bool:
    """Whether the top pyramid, the only one that blocks (AA11), is of this size and seat."""
    top = stack[-1]
    return top.size is size and OWNER[top.colour] is seat


def can_cap(variant: Variant, pyramid: Pyramid, top: Pyramid) -> bool:
    """Whether the sizes let `pyramid` end its move on `top`: AA10, in `easy` AA20."""
    if variant.is_easy:
        return pyramid.size <= top.size
    if OWNER[pyramid.colour] is OWNER[top.colour]:
        return True
    match top.size:
        case Size.LARGE:
            return True
        case Size.MEDIUM:
            return pyramid.size is PAWN
        case Size.SMALL:
            return pyramid.size is not QUEEN
        case _:
            assert_never(top.size)


def play_move(position: Position, action: Move) -> Played[Position]:
    """Moves a pyramid, changes it, and bags and scores the rows that it makes (AA4 to AA14)."""
    variant, seat = position.variant, position.to_move
    size, path, new_size = action
    index = variant.grid.index
    start = find_start(position, size, path[0])
    if len(path) > 3:
        raise Illegal(
            "too-many-steps",
            "AA5",
            f"a pyramid goes one or two steps, not {len(path) - 1}",
            part=f"step{len(path) - 1}",
        )
    lifted = lift(position, start)
    here = start
    for number, name in enumerate(path[1:], 1):
        to = index.get(name)
        if to is None:
            raise Illegal("off-board", "AA5", f"the board has no square {name}", part=f"step{number}")
        bar = find_bar(lifted, here, to, number == len(path) - 1)
        if bar is not None:
            raise _barred(lifted, bar, here, to, f"step{number}")
        here = to
    old, under = lifted.pyramid, lifted.board[here]
    new = change(lifted.board, old, new_size, under)
    moved = Moved(old, path, under[-1] if under else None)
    points, bagged = set_down(position, lifted.board, here, new)
    after = Position(variant, tuple(lifted.board), seat, points, None, True)
    return Played(after, (moved, Changed(path[-1], old, new), *bagged))


def set_down(
    position: Position, cells: list[Stack], square: int, new: Pyramid
) -> tuple[tuple[int, int], tuple[Event, ...]]:
    """Ends a move: puts the changed pyramid on its square, and bags and scores the rows that it makes (AA12 to AA14).

    Changes `cells`; gives both seats' points after it, and what was bagged.
    """
    cells[square] = (*cells[square], new)
    rows = find_rows(position.variant, cells, square, new.colour)
    return bag(position, cells, rows, new.colour) if rows else (position.points, ())


def find_start(position: Position, size: Size, name: str) -> int:
    """The square that a move starts from. Raises `Illegal` (AA4) if the mover may not move its top pyramid."""
    seat = position.to_move
    if position.has_moved:
        raise Illegal("second-action", "AA4", "only one pyramid may move in a turn")
    start = position.variant.grid.index.get(name)
    if start is None:
        raise Illegal("off-board", "AA4", f"the board has no square {name}", part="start")
    stack = position.cells[start]
    if not stack:
        raise Illegal("no-such-pyramid", "AA4", f"no pyramid is on {name}", part="start")
    top = stack[-1]
    if OWNER[top.colour] is not seat:
        raise Illegal(
            "not-yours", "AA4", f"the {word_of(top)} on top of {name} is {seat.opponent}'s, not {seat}'s", part="start"
        )
    if top.size is not size:
        raise Illegal(
            "wrong-size", "AA4", f"the pyramid on top of {name} is a {word_of(top)}, no {SIZE_WORD[size]}", part="size"
        )
    if top.colour not in NEXT_COLOUR:
        raise Illegal("burnt", "AA4", f"the {word_of(top)} on {name} is burnt and cannot move", part="start")
    return start


def change(cells: Sequence[Stack], old: Pyramid, new_size: Size | None, under: Stack) -> Pyramid:
    """What a pyramid becomes at the end of its move, before anything is bagged. Raises `Illegal` (AA7)."""
    colour = NEXT_COLOUR[old.colour]
    if under:
        if new_size is not None and new_size is not PAWN:
            raise Illegal(
                "cap-not-pawn",
                "AA7",
                f"a pyramid that ends on another becomes a pawn, not a {SIZE_WORD[new_size]}",
                part="new",
            )
        new_size = PAWN
    elif new_size is None:
        raise Illegal("size-missing", "AA7", f"which size does the new {colour} pyramid have: =P, =D or =Q?")
    new = Pyramid(new_size, colour)
    if list(chain.from_iterable(cells)).count(new) >= TRIOS[colour]:
        seat = OWNER[colour]
        raise Illegal("stash-empty", "AA7", f"{seat}'s stash has no {colour} {SIZE_WORD[new_size]}", part="new")
    return new


def _barred(lifted: Lifted, bar: Bar, here: int, to: int, part: str) -> Illegal:
    """The fault of a step that something is against (AA5, AA8, AA9, AA10, AA20, AA21)."""
    variant, board, pyramid, _, _ = lifted
    names = variant.grid.names
    mover = word_of(pyramid)
    other = word_of(board[bar.square][-1]) if board[bar.square] else ""
    match bar.why:
        case Why.FAR:
            return Illegal("not-adjacent", "AA5", f"{names[to]} is not orthogonally beside {names[here]}", part=part)
        case Why.MIDWAY:
            message = f"the first of two steps must be to an empty square: a {other} is on {names[to]}"
            return Illegal("occupied", "AA5", message, part=part)
        case Why.ENTRY:
            message = f"the {mover} left the entry square {names[to]} in this turn and cannot come back to it"
            return Illegal("entry-square-left", "AA5", message, part=part)
        case Why.PAWN:
            where = "onto" if bar.square == to else f"to {names[to]}, beside"
            message = (
                f"the {mover} cannot go {where} the {other} on {names[bar.square]}: pawns keep opposing queens off"
            )
            return Illegal("blocked", "AA8", message, part=part)
        case Why.DRONE:
            message = (
                f"the {mover} cannot step from {names[here]} to {names[to]}, "
                f"straight towards the {other} on {names[bar.square]}"
            )
            return Illegal("blocked", "AA9", message, part=part)
        case Why.CAP:
            rule = "AA20" if variant.is_easy else "AA10"
            allowed = _caps_allowed(variant, board[to][-1].size)
            message = f"the {mover} cannot cap the {other} on {names[to]}: {allowed}"
            return Illegal("cannot-cap", rule, message, part=part)
        case Why.PLAYFIELD:
            message = f"with the {mover} on {names[to]} no playfield (6 by 5 or 5 by 6) holds all the pyramids"
            return Illegal("out-of-playfield", "AA21", message, part=part)
        case _:
            assert_never(bar.why)


def _caps_allowed(variant: Variant, size: Size) -> str:
    """Who may cap a pyramid of this size that not all may cap."""
    if variant.is_easy:
        return f"a {SIZE_WORD[size]} can be capped by {'a pawn' if size is PAWN else 'a drone or a pawn'} only"
    return f"an opposing {SIZE_WORD[size]} can be capped by {'a pawn' if size is DRONE else 'a drone or a pawn'} only"


# Rows


def find_rows(variant: Variant, cells: Sequence[Stack], square: int, colour: Colour) -> set[int]:
    """The squares of all rows of a colour through a square; none if there is no row (AA12)."""
    rows: set[int] = set()
    for arms in variant.lines[square]:
        line = [square]
        for arm in arms:
            for to in arm:
                stack = cells[to]
                if not stack or all(pyramid.colour is not colour for pyramid in stack):
                    break
                line.append(to)
        if len(line) >= 3:
            rows.update(line)
    if len(cells[square]) >= 3 and sum(pyramid.colour is colour for pyramid in cells[square]) >= 3:
        rows.add(square)
    return rows


def bag(
    position: Position, cells: list[Stack], rows: set[int], colour: Colour
) -> tuple[tuple[int, int], tuple[Event, ...]]:
    """Takes every pyramid of the colour off the rows (changing `cells`) and scores them as one group (AA13, AA14).

    Gives both seats' points after it, and what happened.
    """
    grid, seat = position.variant.grid, position.to_move
    squares = [square for square in grid.by_name if square in rows]
    bagged: list[Stack] = []
    pips = 0
    for square in squares:
        off = tuple(pyramid for pyramid in cells[square] if pyramid.colour is colour)
        pips += sum(pyramid.size for pyramid in off)
        bagged.append(off)
        cells[square] = tuple(pyramid for pyramid in cells[square] if pyramid.colour is not colour)
    bonus = BONUS.get(colour, 0)
    rainbow, xeno = position.points
    if seat is Seat.RAINBOW:
        rainbow += pips + bonus
    else:
        xeno += pips + bonus
    total = rainbow if seat is Seat.RAINBOW else xeno
    names = tuple(grid.names[square] for square in squares)
    return (rainbow, xeno), (Bagged(names, tuple(bagged)), Scored(seat, pips, bonus, total))


# The end of a turn, and of the game


def end_turn(position: Position) -> Played[Position]:
    """Ends the mover's turn. Raises `Illegal` if nothing was moved (AA4) or the opponent could not move (AA16)."""
    seat = position.to_move
    if not position.has_moved:
        raise Illegal("no-move", "AA4", f"{seat} must move a pyramid in this turn")
    after = hand_over(position)
    if find_winner(after) is None and not has_turn(after):
        raise Illegal("no-reply", "AA16", f"this would leave {seat.opponent} without a legal turn")
    return Played(after)


def hand_over(position: Position) -> Position:
    """The position between turns, after the mover's."""
    return Position(position.variant, position.cells, position.to_move.opponent, position.points)


def find_winner(position: Position) -> Seat | None:
    """The seat with more than 20 points (AA15)."""
    if position.points[0] >= WINNING_POINTS:
        return Seat.RAINBOW
    if position.points[1] >= WINNING_POINTS:
        return Seat.XENO
    return None


def outcome(position: Position) -> Outcome | None:
    """Who has won (AA15), or that it is a draw since the seat to move has no legal turn (AA17)."""
    winner = find_winner(position)
    if winner is not None:
        return Outcome(winner, "AA15", f"{winner} has {position.points_of(winner)} points")
    if position.has_moved or position.entered is not None:
        return None
    after: Position | None = None
    for after in positions_after(position):
        if find_winner(after) is not None or has_turn(after):
            return None
    seat = position.to_move
    if after is None:
        return Outcome(None, "AA17", f"{seat} has no legal turn")
    return Outcome(None, "AA17", f"{seat} has no legal turn: each would leave {seat.opponent} without one")


def has_turn(position: Position) -> bool:
    """Whether the seat to move has a turn by AA3 to AA14, all that AA16 looks at.

    Asks for no more than the first move that there is: with what is on the board, else with a pyramid that enters.
    """
    if next(_ways(position), None) is not None:
        return True
    return any(next(_ways(play_entry(position, entry).position), None) is not None for entry in entries(position))


def positions_after(position: Position) -> Iterator[Position]:
    """The positions after each turn by AA3 to AA14; turns without an entry come first, being the cheaper."""
    yield from _positions_after_moves(position)
    for entry in entries(position):
        yield from _positions_after_moves(play_entry(position, entry).position)


def _positions_after_moves(position: Position) -> Iterator[Position]:
    """The positions after each move, without what `play_move` says of it."""
    opponent = position.to_move.opponent
    for lifted, path, size in _ways(position):
        cells = list(lifted.board)
        new = Pyramid(size, NEXT_COLOUR[lifted.pyramid.colour])
        points, _ = set_down(position, cells, path[-1], new)
        yield Position(position.variant, tuple(cells), opponent, points)


# What may be done


def actions(position: Position) -> Iterator[Action]:
    """Every action that `play` allows next."""
    if not position.has_moved:
        yield from moves(position)
        if position.entered is None:
            yield from entries(position)


def entries(position: Position) -> Iterator[Enter]:
    """Every entry that is allowed at the start of a turn (AA3, AA21)."""
    sizes = sizes_in_stash(position.cells, FIRST_COLOUR[position.to_move])
    if sizes:
        names = position.variant.grid.names
        for square in sorted(find_entry_squares(position.variant, position.cells)):
            for size in sizes:
                yield Enter(size, names[square])


def moves(position: Position) -> Iterator[Move]:
    """Every move that is allowed before the mover has moved (AA4 to AA10); of each pyramid the shortest first."""
    names = position.variant.grid.names
    for lifted, path, size in _ways(position):
        yield Move(lifted.pyramid.size, tuple([names[square] for square in path]), size)


def _ways(position: Position) -> Iterator[tuple[Lifted, tuple[int, ...], Size]]:
    """The same moves by squares: the pyramid taken up, its path, and the size that it gets."""
    seat = position.to_move
    stash: dict[Colour, Sequence[Size]] = {}
    for start, stack in enumerate(position.cells):
        if not stack:
            continue
        colour = NEXT_COLOUR.get(stack[-1].colour)
        if colour is None or OWNER[colour] is not seat:
            continue
        if colour not in stash:
            stash[colour] = sizes_in_stash(position.cells, colour)
        sizes = stash[colour]
        if not sizes:
            continue
        lifted = lift(position, start)
        for path in find_paths(lifted, start):
            for size in sizes:
                if size is PAWN or not lifted.board[path[-1]]:
                    yield lifted, path, size


def find_paths(lifted: Lifted, start: int) -> Iterator[tuple[int, ...]]:
    """Every way of one or two steps that nothing bars, start square first (AA5, AA8 to AA10)."""
    beside, board = lifted.variant.beside, lifted.board
    onward: list[int] = []
    for to in beside[start]:
        if find_bar(lifted, start, to, True) is None:
            yield start, to
            if not board[to]:
                onward.append(to)
    for midway in onward:
        for to in beside[midway]:
            if find_bar(lifted, midway, to, True) is None:
                yield start, midway, to

"""The rules of Autumn Ash: entries, moves, blocking, capping, rows and how a game ends.

`play` and `end_turn` judge; `actions` offers what they allow. What may keep a pyramid from a step is asked in
one place, `find_bar`, by the judge (who makes a message of it) and by the look-ahead (who needs none).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum, auto
from typing import assert_never

from msgspec import Struct

from pyrnot.diagnostics import Illegal
from pyrnot.game import Event, Outcome, Played
from pyrnot.games.autumn_ash.actions import Action, Changed, Enter, Entered, Move, Moved, Pass
from pyrnot.games.autumn_ash.codes import Codes
from pyrnot.games.autumn_ash.position import (
    CHANGES,
    DRONE,
    FIRST_COLOUR,
    KINDS,
    KINDS_OF,
    NEXT_COLOUR,
    OPPONENT,
    OWNER,
    PAWN,
    PROGRESSION,
    QUEEN,
    SIZE_WORD,
    WINNING_POINTS,
    Box,
    Position,
    Seat,
    Variant,
    count_on_board,
    find_kind,
    sizes_in_stash,
    word_of,
)
from pyrnot.games.autumn_ash.rows import bag, find_rows
from pyrnot.pieces import Pyramid, Size, Stack


def play(position: Position, action: Action) -> Played[Position]:
    """What one action does. Raises `Illegal` with the first rule that it breaks."""
    match action:
        case Move():
            return play_move(position, action)
        case Enter():
            return play_entry(position, action)
        case Pass():
            raise Illegal(Codes.NEEDLESS_PASS, "AA16", f"nobody may pass: {position.to_move} must move a pyramid")
        case _:
            assert_never(action)


# Entering


def play_entry(position: Position, action: Enter) -> Played[Position]:
    """Puts a pyramid of the mover's first colour on an entry square (AA3, AA21)."""
    seat, variant = position.to_move, position.variant
    size, name = action.size, action.square
    colour = FIRST_COLOUR[seat]
    if position.has_moved:
        raise Illegal(Codes.WRONG_ORDER, "AA3", "a pyramid enters before the move, not after it")
    if position.entered is not None:
        raise Illegal(
            Codes.SECOND_ACTION,
            "AA3",
            f"only one pyramid may enter in a turn, and one entered on {variant.grid.names[position.entered]}",
        )
    square = variant.grid.index.get(name)
    if square is None:
        raise Illegal(Codes.OFF_BOARD, "AA3", f"the board has no square {name}", part="square")
    if position.cells[square]:
        top = position.cells[square][-1]
        raise Illegal(Codes.OCCUPIED, "AA3", f"{name} is not vacant: a {word_of(top)} is there", part="square")
    kind = find_kind(size, colour)
    if not position.stash[kind]:
        raise Illegal(Codes.STASH_EMPTY, "AA3", f"{seat}'s stash has no {colour} {SIZE_WORD[size]}", part="size")
    if square not in find_entry_squares(variant, position.cells):
        raise _no_entry_square(variant, name)
    pyramid = KINDS[kind]
    cells, stash = list(position.cells), list(position.stash)
    cells[square] = (pyramid,)
    stash[kind] -= 1
    after = Position(variant, tuple(cells), tuple(stash), seat, position.points, square)
    return Played(after, (Entered(pyramid, name),))


def _no_entry_square(variant: Variant, name: str) -> Illegal:
    if variant.is_unsettled:
        message = f"{name} is no entry square: no playfield with a corner there holds all the pyramids"
        return Illegal(Codes.NO_ENTRY_SQUARE, "AA21", message, part="square")
    return Illegal(
        Codes.NO_ENTRY_SQUARE, "AA3", f"{name} is no entry square: those are a1, f1, a5 and f5", part="square"
    )


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


class Lifted(Struct, frozen=True):
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


Wanted = Callable[[Position, Lifted, tuple[int, ...], Size], bool]
"""Asked of a move: where it begins, the pyramid taken up, its path by squares, and the size that it gets."""


class Why(Enum):
    """What can keep a pyramid from a step."""

    FAR = auto()
    MIDWAY = auto()
    ENTRY = auto()
    PAWN = auto()
    DRONE = auto()
    CAP = auto()
    PLAYFIELD = auto()


class Bar(Struct, frozen=True):
    """Why a step is not allowed, and the square of what is in the way."""

    why: Why
    square: int


def find_bar(lifted: Lifted, here: int, to: int, is_last: bool) -> Bar | None:
    """The first rule against a step, in the order AA5, AA8, AA9, AA10 (in `easy` AA20), AA21; None if it is allowed."""
    variant, board, pyramid, no_return, box = lifted.variant, lifted.board, lifted.pyramid, lifted.no_return, lifted.box
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
    variant, board, pyramid = lifted.variant, lifted.board, lifted.pyramid
    opponent = OPPONENT[OWNER[pyramid.colour]]
    if pyramid.size is QUEEN:
        for square in variant.nearest[to]:
            if board[square] and _is_on_top(board[square], PAWN, opponent):
                return Bar(Why.PAWN, square)
    ahead = variant.ahead.get((here, to))
    if ahead is not None and board[ahead] and _is_on_top(board[ahead], DRONE, opponent):
        return Bar(Why.DRONE, ahead)
    return None


def _is_on_top(stack: Stack, size: Size, seat: Seat) -> bool:
    """Whether the top pyramid, the only one that blocks (AA11), is of this size and seat."""
    its_size, colour = stack[-1].size, stack[-1].colour
    return its_size is size and OWNER[colour] is seat


def can_cap(variant: Variant, pyramid: Pyramid, top: Pyramid) -> bool:
    """Whether the sizes let `pyramid` end its move on `top`: AA10, in `easy` AA20."""
    if variant.is_easy:
        return pyramid.size <= top.size
    if OWNER[pyramid.colour] is OWNER[top.colour]:
        return True
    if top.size is QUEEN:
        return True
    return pyramid.size is PAWN if top.size is DRONE else pyramid.size is not QUEEN


def play_move(position: Position, action: Move) -> Played[Position]:
    """Moves a pyramid, changes it, and bags and scores the rows that it makes (AA4 to AA14)."""
    variant = position.variant
    size, path, new_size = action.size, action.path, action.new_size
    index = variant.grid.index
    start = find_start(position, size, path[0])
    if len(path) > 3:
        raise Illegal(
            Codes.TOO_MANY_STEPS,
            "AA5",
            f"a pyramid goes one or two steps, not {len(path) - 1}",
            part=f"step{len(path) - 1}",
        )
    lifted = lift(position, start)
    here = start
    for number, name in enumerate(path[1:], 1):
        to = index.get(name)
        if to is None:
            raise Illegal(Codes.OFF_BOARD, "AA5", f"the board has no square {name}", part=f"step{number}")
        bar = find_bar(lifted, here, to, number == len(path) - 1)
        if bar is not None:
            raise _barred(lifted, bar, here, to, f"step{number}")
        here = to
    old, under = lifted.pyramid, lifted.board[here]
    new = change(position.stash, old, new_size, under)
    moved = Moved(old, path, under[-1] if under else None)
    after, bagged = set_down(position, lifted, here, new)
    return Played(after, (moved, Changed(path[-1], old, new), *bagged))


def set_down(position: Position, lifted: Lifted, square: int, new: Pyramid) -> tuple[Position, tuple[Event, ...]]:
    """Ends a move: the pyramid taken up comes down on a square as another, and the rows that it makes are bagged and
    scored (AA7, AA12 to AA14).

    Gives the position within the turn, and what was bagged.
    """
    old, colour = lifted.pyramid, new.colour
    cells, stash = list(lifted.board), list(position.stash)
    cells[square] = (*cells[square], new)
    stash[find_kind(old.size, old.colour)] += 1
    stash[find_kind(new.size, colour)] -= 1
    points = position.points
    bagged: tuple[Event, ...] = ()
    if count_on_board(stash, colour) >= 3:  # fewer make no row, and most often there are fewer
        rows = find_rows(position.variant, cells, square, colour)
        if rows:
            points, bagged = bag(position, cells, stash, rows, colour)
    return Position(position.variant, tuple(cells), tuple(stash), position.to_move, points, None, True), bagged


def find_start(position: Position, size: Size, name: str) -> int:
    """The square that a move starts from. Raises `Illegal` (AA4) if the mover may not move its top pyramid."""
    seat = position.to_move
    if position.has_moved:
        raise Illegal(Codes.SECOND_ACTION, "AA4", "only one pyramid may move in a turn")
    start = position.variant.grid.index.get(name)
    if start is None:
        raise Illegal(Codes.OFF_BOARD, "AA4", f"the board has no square {name}", part="start")
    stack = position.cells[start]
    if not stack:
        raise Illegal(Codes.NO_SUCH_PYRAMID, "AA4", f"no pyramid is on {name}", part="start")
    top = stack[-1]
    if OWNER[top.colour] is not seat:
        raise Illegal(
            Codes.NOT_YOURS,
            "AA4",
            f"the {word_of(top)} on top of {name} is {seat.opponent}'s, not {seat}'s",
            part="start",
        )
    if top.size is not size:
        raise Illegal(
            Codes.WRONG_SIZE,
            "AA4",
            f"the pyramid on top of {name} is a {word_of(top)}, no {SIZE_WORD[size]}",
            part="size",
        )
    if top.colour not in NEXT_COLOUR:
        raise Illegal(Codes.BURNT, "AA4", f"the {word_of(top)} on {name} is burnt and cannot move", part="start")
    return start


def change(stash: Sequence[int], old: Pyramid, new_size: Size | None, under: Stack) -> Pyramid:
    """What a pyramid becomes at the end of its move, before anything is bagged. Raises `Illegal` (AA7)."""
    colour = NEXT_COLOUR[old.colour]
    if under:
        if new_size is not None and new_size is not PAWN:
            raise Illegal(
                Codes.CAP_NOT_PAWN,
                "AA7",
                f"a pyramid that ends on another becomes a pawn, not a {SIZE_WORD[new_size]}",
                part="new",
            )
        new_size = PAWN
    elif new_size is None:
        raise Illegal(Codes.SIZE_MISSING, "AA7", f"which size does the new {colour} pyramid have: =P, =D or =Q?")
    kind = find_kind(new_size, colour)
    if not stash[kind]:
        seat = OWNER[colour]
        raise Illegal(Codes.STASH_EMPTY, "AA7", f"{seat}'s stash has no {colour} {SIZE_WORD[new_size]}", part="new")
    return KINDS[kind]


def _barred(lifted: Lifted, bar: Bar, here: int, to: int, part: str) -> Illegal:
    """The fault of a step that something is against (AA5, AA8, AA9, AA10, AA20, AA21)."""
    variant, board, pyramid = lifted.variant, lifted.board, lifted.pyramid
    names = variant.grid.names
    mover = word_of(pyramid)
    other = word_of(board[bar.square][-1]) if board[bar.square] else ""
    match bar.why:
        case Why.FAR:
            return Illegal(
                Codes.NOT_ADJACENT, "AA5", f"{names[to]} is not orthogonally beside {names[here]}", part=part
            )
        case Why.MIDWAY:
            message = f"the first of two steps must be to an empty square: a {other} is on {names[to]}"
            return Illegal(Codes.OCCUPIED, "AA5", message, part=part)
        case Why.ENTRY:
            message = f"the {mover} left the entry square {names[to]} in this turn and cannot come back to it"
            return Illegal(Codes.ENTRY_SQUARE_LEFT, "AA5", message, part=part)
        case Why.PAWN:
            where = "onto" if bar.square == to else f"to {names[to]}, beside"
            message = (
                f"the {mover} cannot go {where} the {other} on {names[bar.square]}: pawns keep opposing queens off"
            )
            return Illegal(Codes.BLOCKED, "AA8", message, part=part)
        case Why.DRONE:
            message = (
                f"the {mover} cannot step from {names[here]} to {names[to]}, "
                f"straight towards the {other} on {names[bar.square]}"
            )
            return Illegal(Codes.BLOCKED, "AA9", message, part=part)
        case Why.CAP:
            rule = "AA20" if variant.is_easy else "AA10"
            allowed = _caps_allowed(variant, board[to][-1].size)
            message = f"the {mover} cannot cap the {other} on {names[to]}: {allowed}"
            return Illegal(Codes.CANNOT_CAP, rule, message, part=part)
        case Why.PLAYFIELD:
            message = f"with the {mover} on {names[to]} no playfield (6 by 5 or 5 by 6) holds all the pyramids"
            return Illegal(Codes.OUT_OF_PLAYFIELD, "AA21", message, part=part)
        case _:
            assert_never(bar.why)


def _caps_allowed(variant: Variant, size: Size) -> str:
    """Who may cap a pyramid of this size that not all may cap."""
    if variant.is_easy:
        return f"a {SIZE_WORD[size]} can be capped by {'a pawn' if size is PAWN else 'a drone or a pawn'} only"
    return f"an opposing {SIZE_WORD[size]} can be capped by {'a pawn' if size is DRONE else 'a drone or a pawn'} only"


# The end of a turn, and of the game


def end_turn(position: Position) -> Played[Position]:
    """Ends the mover's turn. Raises `Illegal` if nothing was moved (AA4) or the opponent could not move (AA16)."""
    seat = position.to_move
    if not position.has_moved:
        raise Illegal(Codes.NO_MOVE, "AA4", f"{seat} must move a pyramid in this turn")
    after = hand_over(position)
    if find_winner(after) is None and not has_turn(after):
        raise Illegal(Codes.NO_REPLY, "AA16", f"this would leave {seat.opponent} without a legal turn")
    return Played(after)


def hand_over(position: Position) -> Position:
    """The position between turns, after the mover's."""
    return Position(position.variant, position.cells, position.stash, OPPONENT[position.to_move], position.points)


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
    seat = position.to_move
    if (
        has_pawn_to_enter(position, OPPONENT[seat])
        and count_free_corners(position) > 1
        and (has_pawn_to_enter(position, seat) or has_move(position))
    ):
        # A pyramid that moves takes one square at most, and so does a pawn that comes in and steps off: of one corner
        # or beside it. That leaves the opponent another.
        return None
    if seek_turn(position, leaves_reply):
        return None
    if not has_turn(position):
        return Outcome(None, "AA17", f"{seat} has no legal turn")
    return Outcome(None, "AA17", f"{seat} has no legal turn: each would leave {seat.opponent} without one")


def leaves_reply(position: Position, lifted: Lifted, path: tuple[int, ...], size: Size) -> bool:
    """Whether the game goes on after a turn that ends with this move (AA16), or is won by it (AA15)."""
    new = KINDS[find_kind(size, NEXT_COLOUR[lifted.pyramid.colour])]
    after = hand_over(set_down(position, lifted, path[-1], new)[0])
    return find_winner(after) is not None or has_turn(after)


def has_turn(position: Position) -> bool:
    """Whether the seat to move has a turn by AA3 to AA14, all that AA16 looks at.

    Asks for no more than the first move that there is: with what is on the board, else with a pyramid that enters.
    """
    if has_pawn_to_enter(position, position.to_move) and count_free_corners(position):
        return True
    return seek_turn(position, _anything)


def has_pawn_to_enter(position: Position, seat: Seat) -> bool:
    """Whether a seat could bring in a pawn on the settled board and change it after its move, given room to do so.

    Only queens and drones are kept from empty squares (AA8, AA9), so that with a free corner this is a quick and sure
    yes to whether the seat has a turn. A no says nothing.
    """
    if position.variant.is_unsettled:
        return False
    first, second = PROGRESSION[seat][:2]
    return position.stash[find_kind(PAWN, first)] > 0 and any(position.stash[KINDS_OF[second]])


def count_free_corners(position: Position) -> int:
    """How many of the settled board's entry squares are vacant and have an empty square beside them."""
    cells = position.cells
    count = 0
    for corner, (one, other) in position.variant.beside_corners:
        if not cells[corner] and not (cells[one] and cells[other]):
            count += 1
    return count


def has_move(position: Position) -> bool:
    """Whether a pyramid on the board can make a move (AA4 to AA10)."""
    return seek_move(position, _anything)


def seek_turn(position: Position, is_wanted: Wanted) -> bool:
    """Whether there is a turn by AA3 to AA14 with a move that is wanted; those without an entry are asked first, being
    the cheaper."""
    if seek_move(position, is_wanted):
        return True
    return any(seek_move(play_entry(position, entry).position, is_wanted) for entry in entries(position))


def seek_move(position: Position, is_wanted: Wanted) -> bool:
    """Shows every move that is allowed before the mover has moved (AA4 to AA10), of each pyramid the shortest first,
    until one is wanted; whether one was.

    Most often that is the first, and to leave generators within each other costs more than to find it.
    """
    changes, stash = CHANGES[position.to_move], position.stash
    for start, stack in enumerate(position.cells):
        if not stack:
            continue
        colour = changes.get(stack[-1].colour)
        if colour is None:
            continue
        sizes = sizes_in_stash(stash, colour)
        if not sizes:
            continue
        lifted = lift(position, start)
        for path in find_paths(lifted, start):
            is_cap = bool(lifted.board[path[-1]])
            for size in sizes:
                if (size is PAWN or not is_cap) and is_wanted(position, lifted, path, size):
                    return True
    return False


def _anything(position: Position, lifted: Lifted, path: tuple[int, ...], size: Size) -> bool:
    return True


# What may be done


def actions(position: Position) -> Iterator[Action]:
    """Every action that `play` allows next."""
    if not position.has_moved:
        yield from moves(position)
        if position.entered is None:
            yield from entries(position)


def entries(position: Position) -> Iterator[Enter]:
    """Every entry that is allowed at the start of a turn (AA3, AA21)."""
    sizes = sizes_in_stash(position.stash, FIRST_COLOUR[position.to_move])
    if sizes:
        names = position.variant.grid.names
        for square in sorted(find_entry_squares(position.variant, position.cells)):
            for size in sizes:
                yield Enter(size, names[square])


def moves(position: Position) -> list[Move]:
    """Every move that is allowed before the mover has moved (AA4 to AA10); of each pyramid the shortest first."""
    names = position.variant.grid.names
    found: list[Move] = []

    def keep(_: Position, lifted: Lifted, path: tuple[int, ...], size: Size) -> bool:
        found.append(Move(lifted.pyramid.size, tuple([names[square] for square in path]), size))
        return False

    seek_move(position, keep)
    return found


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

"""The rules of Martian Life, one function a rule. Knows no notation and no diagram."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from msgspec.structs import replace

from pyrnot.diagnostics import Illegal
from pyrnot.game import Outcome, Played
from pyrnot.games.martian_life.actions import (
    Action,
    Culled,
    Pass,
    Passed,
    Placed,
    Placement,
    Promoted,
    Promotion,
)
from pyrnot.games.martian_life.codes import Codes
from pyrnot.games.martian_life.position import (
    COLOUR_OF_SEAT,
    GRID,
    KINDS,
    OTHER_SEAT,
    PASSED,
    PYRAMIDS,
    RED,
    SEATS,
    YELLOW,
    Cell,
    Position,
    count,
    name,
    recount,
)
from pyrnot.pieces import Colour, Pyramid, Size
from pyrnot.tags import Tags, setup_fault

TRIOS = 5
MOST_TRIOS = 21
POINTS_TO_PASS = 15

LIVES_WITH = {Size.SMALL: range(1, 4), Size.MEDIUM: range(3, 6), Size.LARGE: range(5, 8)}
"""How many neighbours keep a pyramid of each size alive (ML4)."""

_AROUND = GRID.around


# The start


def read_trios(tags: Tags) -> int | None:
    """How many trios a stash has by the `Trios` tag, None without limit (ML2). Raises `Illegal`."""
    text = tags.get("Trios")
    if text is None:
        return TRIOS
    word = text.strip().lower()
    if word == "unlimited":
        return None
    digits = word.lstrip("0")
    if digits.isascii() and digits.isdigit() and len(digits) <= 2 and int(digits) <= MOST_TRIOS:
        return int(digits)
    raise Illegal(
        Codes.BAD_TRIOS,
        "ML2",
        f'a stash has 1 to {MOST_TRIOS} trios, or "unlimited"; {text[:24]!r} is neither',
        part="Trios",
    )


def first_position(trios: int | None, seat: str) -> Position:
    """The start with `seat` to move (ML1). Raises `Illegal` if the stashes are too small for it (ML2)."""
    cells: list[Cell] = [None] * GRID.size
    for square in ("d5", "e4"):
        cells[GRID.index[square]] = PYRAMIDS[Colour.RED][0]
    for square in ("e5", "d4"):
        cells[GRID.index[square]] = PYRAMIDS[Colour.YELLOW][0]
    position = Position(tuple(cells), count(cells), seat, trios=trios)
    check_stashes(position, "Trios")
    return position


def check_stashes(position: Position, part: str) -> None:
    """No seat shows more of a size than its stash holds (ML2). Raises `Illegal` at the tag `part`."""
    if position.trios is None:
        return
    for pyramid, shown in zip(KINDS, position.shown, strict=True):
        if shown > position.trios:
            message = f"the start shows {shown} {name(pyramid)}s, but a stash holds {position.trios} of a size"
            raise Illegal(Codes.STASH_EMPTY, "ML2", message, part=part)


def check_alive(position: Position) -> None:
    """No pyramid of a Setup is dying (ML5). Raises `Illegal`."""
    for square in GRID.by_name:
        pyramid = position.cells[square]
        if pyramid is not None and is_dying(position.cells, square):
            lives = LIVES_WITH[pyramid.size]
            raise setup_fault(
                f"the {name(pyramid)} on {GRID.names[square]} is dying: it has {neighbours(position.cells, square)} "
                f"neighbours and lives with {lives[0]} to {lives[-1]}",
                rule="ML5",
            )


# An action


def play(position: Position, action: Action) -> Played[Position]:
    """The position after the turn's action and before any culling. Raises `Illegal`."""
    if position.acted is not None:
        raise Illegal(Codes.SECOND_ACTION, "ML3", "a turn is one action: place a Small, promote a pyramid, or pass")
    match action:
        case Placement():
            return place(position, action)
        case Promotion():
            return promote(position, action)
        case Pass():
            return pass_turn(position)
        case _:
            assert_never(action)


def place(position: Position, action: Placement) -> Played[Position]:
    """A Small from the stash onto an empty square (ML3, ML2)."""
    cells, seat = position.cells, position.to_move
    square = action.square
    small = PYRAMIDS[COLOUR_OF_SEAT[seat]][0]
    if action.size is not Size.SMALL:
        message = f"a {action.size.word} cannot be placed: only a Small comes onto an empty square"
        raise Illegal(Codes.WRONG_SIZE, "ML3", message, part="size")
    standing = cells[square]
    if standing is not None:
        message = f"a Small cannot be placed on {GRID.names[square]}: the {name(standing)} stands there"
        raise Illegal(Codes.OCCUPIED, "ML3", message, part="square")
    if not position.has_in_stash(small):
        raise _stash_empty(position, small, "size")
    after = put(cells, square, small)
    shown = recount(position.shown, (small,), ())
    return Played(Position(after, shown, seat, 0, position.trios, square), (Placed(seat, small, square),))


def promote(position: Position, action: Promotion) -> Played[Position]:
    """A Small of one's own replaced by a Medium, or a Medium by a Large, from the stash (ML3, ML2)."""
    cells, seat = position.cells, position.to_move
    square, size, to = action.square, action.size, action.to
    standing = cells[square]
    if standing is None:
        message = f"there is no {size.word} on {GRID.names[square]}: the square is empty"
        raise Illegal(Codes.NO_SUCH_PYRAMID, "ML3", message, part="square")
    if standing.size is not size:
        message = f"there is no {size.word} on {GRID.names[square]}: the {name(standing)} stands there"
        raise Illegal(Codes.WRONG_SIZE, "ML3", message, part="size")
    if standing.colour is not COLOUR_OF_SEAT[seat]:
        message = f"the {name(standing)} on {GRID.names[square]} is {OTHER_SEAT[seat]}'s, and {seat} is to move"
        raise Illegal(Codes.NOT_YOURS, "ML3", message, part="square")
    if to != size + 1:
        allowed = {
            Size.SMALL: "a Small is replaced by a Medium",
            Size.MEDIUM: "a Medium is replaced by a Large",
            Size.LARGE: "a Large is replaced by nothing",
        }
        message = f"a {size.word} cannot be replaced by a {to.word}: {allowed[size]}"
        raise Illegal(Codes.WRONG_PROMOTION, "ML3", message, part="to")
    pyramid = PYRAMIDS[standing.colour][to - 1]
    if not position.has_in_stash(pyramid):
        raise _stash_empty(position, pyramid, "to")
    after = put(cells, square, pyramid)
    shown = recount(position.shown, (pyramid,), (standing,))
    promoted = Promoted(seat, standing, pyramid, square)
    return Played(Position(after, shown, seat, 0, position.trios, square), (promoted,))


def put(cells: tuple[Cell, ...], square: int, pyramid: Pyramid) -> tuple[Cell, ...]:
    """The board with this pyramid on `square`, whatever stood there."""
    after = list(cells)
    after[square] = pyramid
    return tuple(after)


def _stash_empty(position: Position, pyramid: Pyramid, part: str) -> Illegal:
    message = (
        f"{position.to_move}'s stash has no {pyramid.size.word} left: "
        f"it holds {position.trios} of a size, and so many are on the board"
    )
    return Illegal(Codes.STASH_EMPTY, "ML2", message, part=part)


def pass_turn(position: Position) -> Played[Position]:
    """A turn passed by a seat with nothing that it can do (ML8)."""
    possible = next(possible_actions(position), None)
    if possible is not None:
        square = GRID.names[possible.square]
        match possible:
            case Placement():
                what = f"place a Small on {square}"
            case Promotion():
                what = f"replace the {possible.size.word} on {square} by a {possible.to.word}"
        raise Illegal(Codes.NEEDLESS_PASS, "ML8", f"{position.to_move} cannot pass, for it can {what}")
    return Played(replace(position, acted=PASSED), (Passed(position.to_move),))


def possible_actions(position: Position) -> Iterator[Placement | Promotion]:
    """Everything that the seat to move can do but pass (ML3, ML2)."""
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


def actions(position: Position) -> Iterator[Action]:
    """Every legal action; a pass where there is no other (ML8)."""
    if position.acted is not None:
        return
    is_stuck = True
    for action in possible_actions(position):
        is_stuck = False
        yield action
    if is_stuck:
        yield Pass()


# The end of a turn


def end_turn(position: Position) -> Played[Position]:
    """Culls what is dying, wave after wave, and gives the other seat the turn (ML5, ML8)."""
    to_move = OTHER_SEAT[position.to_move]
    if position.acted is None:
        raise Illegal(Codes.NO_ACTION, "ML3", "a turn is one action: place a Small, promote a pyramid, or pass")
    if position.acted == PASSED:
        return Played(Position(position.cells, position.shown, to_move, position.passes + 1, position.trios))
    cells = list(position.cells)
    waves = cull(cells, (position.acted, *_AROUND[position.acted]))
    if not waves:
        return Played(Position(position.cells, position.shown, to_move, 0, position.trios))
    shown = recount(position.shown, (), [pyramid for wave in waves for _, pyramid in wave.pyramids])
    return Played(Position(tuple(cells), shown, to_move, 0, position.trios), waves)


def neighbours(cells: tuple[Cell, ...] | list[Cell], square: int) -> int:
    """How many pyramids of either colour stand on the squares around `square` (ML4)."""
    count = 0
    for near in _AROUND[square]:
        if cells[near] is not None:
            count += 1
    return count


def is_dying(cells: tuple[Cell, ...] | list[Cell], square: int) -> bool:
    """Whether a pyramid stands on `square` with too few or too many neighbours (ML4)."""
    pyramid = cells[square]
    return pyramid is not None and neighbours(cells, square) not in LIVES_WITH[pyramid.size]


def cull(cells: list[Cell], suspects: Iterable[int]) -> tuple[Culled, ...]:
    """Removes the dying from `cells` in waves and gives the waves (ML5).

    `suspects` are the squares where a pyramid may be dying. That none is dying elsewhere is sure: before a
    turn all live, and a pyramid's fate changes only with itself or with a square around it.
    """
    waves: list[Culled] = []
    while dying := {square for square in suspects if cells[square] is not None and is_dying(cells, square)}:
        wave: list[tuple[int, Pyramid]] = []
        for square in sorted(dying, key=GRID.names.__getitem__):
            pyramid = cells[square]
            assert pyramid is not None
            wave.append((square, pyramid))
            cells[square] = None
        waves.append(Culled(len(waves) + 1, tuple(wave)))
        suspects = {near for square in dying for near in _AROUND[square]}
    return tuple(waves)


# The end of the game


def points(position: Position) -> dict[str, int]:
    """Each seat's points: Large 3, Medium 2, Small 1 (ML6)."""
    red_small, red_medium, red_large, small, medium, large = position.shown
    return {RED: red_small + 2 * red_medium + 3 * red_large, YELLOW: small + 2 * medium + 3 * large}


def outcome(position: Position) -> Outcome | None:
    """The winner by ML6, or a draw by ML7 or ML8; None within a turn, for all is judged after the culling."""
    if position.acted is not None:
        return None
    by_seat = points(position)
    for seat in SEATS:
        mine, theirs = by_seat[seat], by_seat[OTHER_SEAT[seat]]
        if mine > POINTS_TO_PASS and mine > theirs:
            return Outcome(seat, "ML6", f"{seat} has {mine} points, {OTHER_SEAT[seat]} {theirs}")
    if not any(position.shown):
        return Outcome(None, "ML7", "the board is empty")
    if position.passes >= len(SEATS):
        return Outcome(None, "ML8", "both seats passed")
    return None

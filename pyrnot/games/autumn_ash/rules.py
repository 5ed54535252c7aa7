"""The judge of an action: `play`, and the rules of a move from its start to the change (AA4 to AA7).

Entries, steps and rows have their own modules; the end of the turn is judged in `ending`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Event, SimpleEvent, Transition
from pyrnot.core.pieces import Pyramid, Size, Stack, with_article
from pyrnot.core.subjects import on_square
from pyrnot.games.autumn_ash.actions import Action, Enter, Move, Pass
from pyrnot.games.autumn_ash.entry import play_entry
from pyrnot.games.autumn_ash.position import (
    KINDS,
    NEXT_COLOUR,
    OWNER,
    PAWN,
    SIZE_WORD,
    Position,
    about_top,
    count_on_board,
    find_kind,
    not_in_stash,
    word_of,
)
from pyrnot.games.autumn_ash.rows import bag, find_rows
from pyrnot.games.autumn_ash.steps import Lifted, find_illegal, lift


def play(position: Position, action: Action) -> Transition[Position]:
    """The position after an action, and its events. Raises `Illegal` with the first rule that it breaks."""
    match action:
        case Move():
            return play_move(position, action)
        case Enter():
            return play_entry(position, action)
        case Pass():
            message = f"a seat cannot pass: {position.to_move} must move a pyramid"
            raise Illegal("needless-pass", "AA16", message)
        case _:
            assert_never(action)


def play_move(position: Position, action: Move) -> Transition[Position]:
    """Moves a pyramid, changes it, and bags and scores the rows that it makes (AA4 to AA14). Raises `Illegal`."""
    path = action.path
    index = position.variant.grid.index
    last = len(path) - 1
    start = find_start(position, action.size, path[0])
    if last > 2:
        message = f"a move is one or two steps, not {last}"
        raise Illegal("too-many-steps", "AA5", message, field=f"step{last}")
    lifted = lift(position, start)
    here = start
    for number, name in enumerate(path[1:], 1):
        to = index.get(name)
        if to is None:
            raise Illegal("off-board", "AA5", f"{name} is not on the board", field=f"step{number}")
        illegal = find_illegal(lifted, here, to, is_last=number == last, field=f"step{number}")
        if illegal is not None:
            raise illegal
        here = to
    old = lifted.pyramid
    under = lifted.board[here]
    new = change(position.stash, old, action.new_size, under)
    word = word_of(old)
    onto = f", onto the {word_of(under[-1])}" if under else ""
    moved = SimpleEvent("moved", f"the {word} moves {'-'.join(path)}{onto}", path)
    becomes = f"the {word} on {path[-1]} becomes {with_article(word_of(new))}"
    changed = SimpleEvent("changed", becomes, path[-1:], (old, new))
    after, bagged = set_down(position, lifted, here, new)
    return Transition(after, (moved, changed, *bagged))


def find_start(position: Position, size: Size, name: str) -> int:
    """The square where a move starts. Raises `Illegal` (AA4) if no pyramid of that size may move from it."""
    seat = position.to_move
    if position.has_moved:
        raise Illegal("second-action", "AA4", "only one pyramid may move in a turn")
    start = position.variant.grid.index.get(name)
    if start is None:
        raise Illegal("off-board", "AA4", f"{name} is not on the board", field="start")
    stack = position.cells[start]
    if not stack:
        about = on_square(start, name, stack, "")
        raise Illegal("no-such-pyramid", "AA4", f"there is no pyramid on {name}", field="start", about=about)
    top = stack[-1]
    if OWNER[top.colour] is not seat:
        message = f"the {word_of(top)} on top of {name} is {seat.opponent}'s, not {seat}'s"
        raise Illegal("not-yours", "AA4", message, field="start", about=about_top(start, name, top))
    if top.size is not size:
        message = f"the pyramid on top of {name} is {with_article(word_of(top))}, not a {SIZE_WORD[size]}"
        raise Illegal("wrong-size", "AA4", message, field="size", about=about_top(start, name, top))
    if top.colour not in NEXT_COLOUR:
        message = f"the {word_of(top)} on {name} is burnt and cannot move"
        raise Illegal("burnt", "AA4", message, field="start", about=about_top(start, name, top))
    return start


def change(stash: Sequence[int], old: Pyramid, new_size: Size | None, under: Stack) -> Pyramid:
    """What a pyramid becomes at the end of its move, before anything is bagged. Raises `Illegal` (AA7)."""
    colour = NEXT_COLOUR[old.colour]
    if under:
        if new_size not in (None, PAWN):
            message = f"a pyramid that caps another becomes a pawn, not a {SIZE_WORD[new_size]}"
            raise Illegal("cap-not-pawn", "AA7", message, field="new")
        new_size = PAWN
    elif new_size is None:
        raise Illegal("size-missing", "AA7", f"add the size of the new {colour} pyramid: =P, =D or =Q")
    kind = find_kind(new_size, colour)
    if not stash[kind]:
        message = f"{OWNER[colour]}'s stash has no {colour} {SIZE_WORD[new_size]}"
        raise Illegal("stash-empty", "AA7", message, field="new", about=not_in_stash(kind))
    return KINDS[kind]


def set_down(position: Position, lifted: Lifted, square: int, new: Pyramid) -> tuple[Position, tuple[Event, ...]]:
    """Ends a move: sets the changed pyramid down, and bags and scores the rows that it makes (AA7, AA12 to AA14).

    Returns the position within the turn, and the events of the bag if there is one.
    """
    old = lifted.pyramid
    colour = new.colour
    cells = list(lifted.board)
    stash = list(position.stash)
    cells[square] = (*cells[square], new)
    stash[find_kind(old.size, old.colour)] += 1
    stash[find_kind(new.size, colour)] -= 1
    points = position.points
    bagged: tuple[Event, ...] = ()
    if count_on_board(stash, colour) >= 3:  # fewer make no row, and usually there are fewer
        rows = find_rows(position.variant, cells, square, colour)
        if rows:
            points, bagged = bag(position, cells, stash, rows, colour)
    after = replace(position, cells=tuple(cells), stash=tuple(stash), points=points, entered=None, has_moved=True)
    return after, bagged

"""The end of a turn and of the game: what a turn must have used up (B7, B8, B30), and who has won (B29, B42)."""

from __future__ import annotations

from typing import NamedTuple

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Outcome, Transition
from pyrnot.core.pieces import SIZES, Size
from pyrnot.games.braces.board import GRID, ORTHOGONAL, TIP
from pyrnot.games.braces.position import SEATS, Cells, Pending, Position, words
from pyrnot.games.braces.stacks import BIT, BOTH, NOBODY, OTHER, Owner

# The turn


def end_turn(position: Position) -> Transition[Position]:
    """The next seat's position. Raises `Illegal` if nothing was done (B30) or the value is not used up (B7, B8)."""
    pending = position.pending
    if pending is None:
        raise Illegal("dice-missing", "R3", "a turn opens with the dice")
    if not pending.is_won and not pending.has_passed:
        _check_used_up(position, pending)
    return Transition(Position(position.rules, position.cells, OTHER[position.mover], position.used))


def _check_used_up(position: Position, pending: Pending) -> None:
    """Raises `Illegal` if nothing was done (B30), or if a step could use what is left of the value (B7, B8)."""
    if pending.left == pending.limit and not pending.has_swapped:
        raise Illegal("turn-empty", "R3", "expected an action or `pass` after the dice")
    if not pending.left or pending.power is TIP:
        return
    step = find_ordinary_step(position, pending.left)
    if step is not None:
        raise Illegal(
            "cost-not-met",
            "B7",
            f"the steps cost {pending.limit - pending.left}, but the dice are worth {pending.value}: {step.text}",
            owed=step.squares,
        )


class OrdinaryStep(NamedTuple):
    """An ordinary step (B14): the names of its squares, and in words: `the white Small can step from c3 to c4 for
    1`."""

    squares: tuple[str, str]
    text: str


def find_ordinary_step(position: Position, budget: int) -> OrdinaryStep | None:
    """An ordinary step of one of the mover's or a neutral pyramid that costs no more than `budget` points (B7, B30);
    None if there is none."""
    cells = position.cells
    for square, pile in enumerate(cells):
        for pyramid, (owner, _), cost in zip(pile, pile.bearings, pile.costs, strict=True):
            if cost > budget or owner not in (position.mover, NOBODY):
                continue
            for there in ORTHOGONAL[square]:
                if pyramid.size <= cells[there].roof:
                    start = GRID.names[square]
                    end = GRID.names[there]
                    return OrdinaryStep(
                        (start, end), f"the {words(pyramid)} can step from {start} to {end} for {cost}"
                    )
    return None


# The game


def find_unfinished(cells: Cells) -> int:
    """The seats, as bits, with pyramids on the board that are not in their last colour (B29, B43)."""
    seats = 0
    for pile in cells:
        seats |= pile.unfinished
        if seats == BOTH:
            break
    return seats


def find_lost_size(cells: Cells, seat: Owner) -> Size | None:
    """A size of which the seat's opponent has no pyramid on the board and the seat has a grey-scale one (B42)."""
    for size in SIZES:
        owned = [target for pile in cells for target in pile.targets[size]]
        if all(target.owner is seat for target in owned) and any(target.grade == 0 for target in owned):
            return size
    return None


def find_winner(position: Position) -> Owner | None:
    """The seat whose opponent has only colour pyramids (B29) or has lost a size (B42); if that is true of both seats,
    the mover of the turn that led here (B29)."""
    unfinished = find_unfinished(position.cells)
    if unfinished == BOTH and not position.rules.capture:
        return None
    last_mover = position.mover if position.pending is not None else OTHER[position.mover]
    for seat in (last_mover, OTHER[last_mover]):
        if not unfinished & BIT[OTHER[seat]]:
            return seat
        if position.rules.capture and find_lost_size(position.cells, seat) is not None:
            return seat
    return None


def outcome(position: Position) -> Outcome | None:
    """Who has won and by which rule, None while the game is not over."""
    winner = find_winner(position)
    if winner is None:
        return None
    loser = SEATS[OTHER[winner]]
    if find_unfinished(position.cells) & BIT[OTHER[winner]]:
        lost = find_lost_size(position.cells, winner)
        assert lost is not None
        return Outcome(SEATS[winner], "B42", f"{loser} has lost every {lost.word}")
    changed = "is in its last colour" if position.rules.last > 1 else "has turned to colour"
    return Outcome(SEATS[winner], "B29", f"every pyramid {loser} has left {changed}")


def after_win(position: Position, field: str, progress: int) -> Illegal:
    """What is wrong with an action after the win (B29)."""
    winner = find_winner(position)
    won = "the game is won" if winner is None else f"{SEATS[winner]} has won"
    return Illegal("after-win", "B29", f"{won}, so the turn ends before this", field=field, progress=progress)

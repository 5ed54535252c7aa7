"""Steps and paths: whether a step is allowed (B7 to B15, B28, B29), and what it does.

What changes when pyramids arrive is left to `changes` and `arrivals`, how a path is written to `readings`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Event, Played
from pyrnot.core.pieces import Pyramid
from pyrnot.games.braces.actions import Path, Stepped
from pyrnot.games.braces.arrivals import Landing, remembered, settle
from pyrnot.games.braces.board import DIG, GRID, OFF_BOARD, REACH, STEP_NEEDS, TIP
from pyrnot.games.braces.changes import find_options
from pyrnot.games.braces.codes import Codes
from pyrnot.games.braces.dice import check_rolled, no_power
from pyrnot.games.braces.ending import after_win
from pyrnot.games.braces.options import Option, Pick
from pyrnot.games.braces.position import SEATS, Pending, Position, words
from pyrnot.games.braces.progress import CAPPED, MIXED, NOT_YOURS, SQUARE, TOO_HIGH, TOO_SMALL, WON, at_step
from pyrnot.games.braces.stacks import NOBODY, Leaving, Pile
from pyrnot.games.braces.withdrawal import NO_TRACK, after_step, withdrawals, worlds_with

NAMES = GRID.names

TOP = tuple(tuple(range(count - 1, -1, -1)) for count in range(30))
"""By number of pyramids: their depths when they are on top of a stack."""


class Step(Struct, frozen=True):
    """An allowed step, the `number`th of its path from 0, as it has landed and before the mover chooses."""

    number: int
    here: int
    there: int
    leaving: Leaving
    landing: Landing


def play_path(position: Position, path: Path) -> Played[Position]:
    """What a path does, each step judged by itself (B12). Raises `Illegal`."""
    check_rolled(position)
    check_takable(position, path.squares[0], path.depths)
    events: list[Event] = []
    depths = path.depths
    for number, picks in enumerate(path.picks):
        step = begin_step(position, path.squares[number], depths, path.squares[number + 1], number)
        position = end_step(position, step, step.landing.choose(picks, number, at_step(number + 1)), events)
        depths = TOP[len(depths)]
    return Played(position, tuple(events))


def walk(position: Position, squares: Sequence[int], depths: tuple[int, ...]) -> tuple[Path, Played[Position]] | None:
    """A path that leaves the mover no choice, with what it does; None if there is a choice. Raises `Illegal` for an
    illegal step before the first one."""
    events: list[Event] = []
    chosen: list[tuple[Pick, ...]] = []
    standing, after = depths, position
    check_takable(position, squares[0], depths)
    for number, (here, there) in enumerate(pairwise(squares)):
        step = begin_step(after, here, standing, there, number)
        option = step.landing.options.only
        if option is None:
            return None
        after = end_step(after, step, option, events)
        chosen.append(option.picks)
        standing = TOP[len(standing)]
    return Path(tuple(squares), depths, tuple(chosen)), Played(after, tuple(events))


def begin_step(position: Position, here: int, depths: tuple[int, ...], there: int, number: int) -> Step:
    """A step as it lands. Raises `Illegal` if it is not allowed."""
    leaving = _check_step(position, here, depths, there, number)
    return Step(number, here, there, leaving, land(position, here, depths, there, is_first=number == 0))


def land(position: Position, here: int, depths: tuple[int, ...], there: int, *, is_first: bool = True) -> Landing:
    """The board when pyramids have left one square and landed on another (B9, B15), and what that can change (B23).

    Whether they may step there is not checked. After the first step of a path it is certain which of like pyramids
    continue: those that came (B40).
    """
    rules, cells, used, mover = position.rules, position.cells, position.used, position.mover
    assert position.pending is not None
    track = position.pending.track

    def make() -> Landing:
        leaving = cells[here].leave(depths)
        board = list(cells)
        board[here] = rules.pile(leaving.rest)
        board[there] = pile = rules.pile(cells[there] + leaving.pyramids)
        arrived = [(there, level) for level in range(len(cells[there]) + 1, len(pile) + 1)]
        if not track:
            return Landing(tuple(board), NO_TRACK, find_options(rules, board, used, arrived, mover))
        after = after_step(track, cells, here, leaving.levels, there, is_certain=not is_first)
        withdrawn = withdrawals(after, board, here, there, len(arrived))
        every = frozenset().union(*withdrawn.values())
        is_possible = (lambda picks: bool(worlds_with(withdrawn, picks))) if every and len(after) > 1 else None
        options = find_options(rules, board, used, arrived, mover, sorted(every), is_possible)
        return Landing(tuple(board), after, options)

    return remembered((rules, cells, used, mover, track, here, depths, there, is_first), make)


def end_step(position: Position, step: Step, option: Option, events: list[Event]) -> Position:
    """The position after a step with the option that the mover chose; adds what happened to `events`."""
    pending, leaving, landing = position.pending, step.leaving, step.landing
    assert pending is not None
    events.append(
        Stepped(
            pyramids=leaving.pyramids,
            start=step.here,
            levels=leaving.levels,
            end=step.there,
            cost=leaving.cost,
            arrival=step.number,
        )
    )
    track = landing.track
    if track and any(pick.is_withdrawal for pick in option.picks):
        withdrawn = withdrawals(track, landing.cells, step.here, step.there, len(leaving.pyramids))
        track = worlds_with(withdrawn, option.picks)
    spent = replace(pending, left=pending.left - leaving.cost, track=track)
    return settle(position, spent, landing, option, number=step.number, events=events)


# What is allowed


def check_takable(position: Position, square: int, depths: Sequence[int]) -> None:
    """Raises `Illegal` for pyramids that the mover may not move (B10, B27) or that cannot be a unit (B15)."""
    assert position.pending is not None
    pile = position.cells[square]
    mover = position.mover
    if position.pending.power is not DIG:
        for depth in depths:
            owner = pile.bearings[-1 - depth].owner
            if owner is not mover and owner is not NOBODY:
                raise Illegal(
                    Codes.NOT_YOURS,
                    "B10",
                    f"{SEATS[mover]} needs DIG to move the {words(pile[-1 - depth])} on {NAMES[square]}: it belongs to "
                    f"{SEATS[owner]}",
                    part="name",
                    progress=NOT_YOURS,
                )
    if len(depths) > 1:
        _check_unit(pile, square, depths)


def _check_unit(pile: Pile, square: int, depths: Sequence[int]) -> None:
    """A unit belongs to one seat, or is all neutral, and none of it is capped (B15)."""
    if len({pile.bearings[-1 - depth].owner for depth in depths}) > 1:
        those = " and ".join([words(pile[-1 - depth]) for depth in depths])
        raise Illegal(
            Codes.MIXED_UNIT,
            "B15",
            f"{those} on {NAMES[square]} cannot step together: a unit belongs to one seat or is all neutral",
            part="name",
            progress=MIXED,
        )
    for depth in depths:
        if pile.is_capped(len(pile) - depth):
            raise Illegal(
                Codes.CAPPED_UNIT,
                "B15",
                f"the {words(pile[-1 - depth])} on {NAMES[square]} is capped, so it cannot be part of a unit",
                part="name",
                progress=CAPPED,
            )


def _check_step(position: Position, here: int, depths: tuple[int, ...], there: int, number: int) -> Leaving:
    """What leaves in a step. Raises `Illegal` for a step after the win (B29), to a square that it does not reach (B9,
    B28), onto a smaller pyramid (B9), or at too high a cost (B7, B8)."""
    pending, cells = position.pending, position.cells
    assert pending is not None
    if pending.is_won:
        raise after_win(position, f"to {number + 1}", at_step(number, WON))
    if there not in REACH[pending.power][here]:
        raise _no_step(here, there, number)
    leaving = cells[here].leave(depths)
    if leaving.pyramids[0].size > cells[there].roof:
        raise _blocked(leaving.pyramids[0], cells[there], there, number)
    if leaving.cost > pending.left:
        raise _too_high(pending, leaving, number)
    return leaving


def _no_step(here: int, there: int, number: int) -> Illegal:
    """The fault of a step that the face of this turn does not allow (B9, B28)."""
    part, progress = f"to {number + 1}", at_step(number, SQUARE)
    if there == OFF_BOARD:
        message = "no such square: files are a to e, ranks 1 to 5"
        return Illegal(Codes.OFF_BOARD, "B9", message, part=part, progress=progress)
    needs = STEP_NEEDS.get((here, there))
    if needs is not None:
        return no_power(f"a step from {NAMES[here]} to {NAMES[there]}", needs, part, progress)
    message = f"{NAMES[there]} is not one step from {NAMES[here]}"
    if here == there:
        message = f"it is already on {NAMES[here]}"
    return Illegal(Codes.NOT_ADJACENT, "B9", message, part=part, progress=progress)


def _blocked(largest: Pyramid, target: Pile, there: int, number: int) -> Illegal:
    """The fault of a step to a square whose top pyramid is smaller (B9)."""
    message = f"the {words(largest)} cannot land on {NAMES[there]}: the top pyramid there is a {target[-1].size.word}"
    return Illegal(Codes.BLOCKED, "B9", message, part=f"to {number + 1}", progress=at_step(number, TOO_SMALL))


def _too_high(pending: Pending, leaving: Leaving, number: int) -> Illegal:
    """The fault of a step that costs more than is left (B7, with TIP B8)."""
    rule = "B8" if pending.power is TIP else "B7"
    penalty = leaving.cost - sum([pyramid.size for pyramid in leaving.pyramids])
    capped = f" ({penalty} for the cap)" if penalty else ""
    rest = f"only {pending.left} of {pending.limit}" if pending.left else f"nothing of {pending.limit}"
    return Illegal(
        Codes.COST_TOO_HIGH,
        rule,
        f"this step costs {leaving.cost}{capped}, but {rest} is left",
        part=f"to {number + 1}",
        progress=at_step(number, TOO_HIGH),
    )

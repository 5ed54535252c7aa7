"""Steps and paths: whether a step is allowed (B7 to B15, B28, B29), and what it does.

What changes when pyramids arrive is left to `changes` and `arrivals`, how a path is written to `names` and
`interpretations`.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Event, Transition
from pyrnot.core.pieces import Pyramid, Size
from pyrnot.core.subjects import Subject
from pyrnot.games.braces.actions import Path, Stepped
from pyrnot.games.braces.arrivals import Landing
from pyrnot.games.braces.board import DIG, GRID, OFF_BOARD, REACH, STEP_NEEDS, TIP, Place
from pyrnot.games.braces.changes import Possible, find_possible
from pyrnot.games.braces.dice import check_rolled, no_power
from pyrnot.games.braces.ending import after_win
from pyrnot.games.braces.position import SEATS, Cells, Pending, Position, words
from pyrnot.games.braces.progress import CAPPED, MIXED, NOT_YOURS, SQUARE, TOO_HIGH, TOO_SMALL, WON, at_step
from pyrnot.games.braces.stacks import NOBODY, Leaving, Owner, Pile
from pyrnot.games.braces.withdrawal import Track, after_step, withdrawn

NAMES = GRID.names

TOP = tuple(tuple(range(count - 1, -1, -1)) for count in range(30))
"""By number of pyramids: their depths when they are on top of a stack."""


def play_path(position: Position, path: Path) -> Transition[Position]:
    """What a path does, each step judged by itself (B12). Raises `Illegal`."""
    check_rolled(position)
    check_takable(position, path.squares[0], path.depths)
    events: tuple[Event, ...] = ()
    depths = path.depths
    for number, picks in enumerate(path.picks):
        landing = begin_step(position, path.squares[number], depths, path.squares[number + 1], number)
        position, made = landing.settle(landing.choose(picks))
        events += made
        depths = TOP[len(depths)]
    return Transition(position, events)


def begin_step(position: Position, here: int, depths: tuple[int, ...], there: int, number: int) -> Landing:
    """A step as it lands. Raises `Illegal` if it comes after the win (B29), goes to a square that it does not reach
    (B9, B28), onto a smaller pyramid (B9), or costs too much (B7, B8)."""
    cells = position.cells
    pending = position.pending
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
    return land(position, here, leaving, there, number)


def land(position: Position, here: int, leaving: Leaving, there: int, number: int) -> Landing:
    """The position when pyramids have left one square and landed on another (B9, B15), and what that can change."""
    pending = position.pending
    assert pending is not None
    cells, track, possible = look(position, here, leaving, there)
    left = replace(pending, left=pending.left - leaving.cost, track=track)
    event = Stepped(
        pyramids=leaving.pyramids,
        start=here,
        levels=leaving.levels,
        end=there,
        cost=leaving.cost,
        arrival=number,
    )
    return Landing(replace(position, cells=cells, pending=left), event, possible, number)


def look(position: Position, here: int, leaving: Leaving, there: int) -> tuple[Cells, Track, Possible]:
    """The board and the track when pyramids have left one square and landed on another, and what that can change
    (B17, B23, B40). Whether they may step there is not checked."""
    pending = position.pending
    assert pending is not None
    rules = position.rules
    cells = list(position.cells)
    cells[here] = rules.pile(leaving.remaining)
    below = len(cells[there])
    cells[there] = rules.pile(cells[there] + leaving.pyramids)
    arrived = [(there, level) for level in range(below + 1, len(cells[there]) + 1)]
    track = pending.track
    gone: Sequence[Place] = ()
    if track:
        track = after_step(track, here, leaving.levels, there)
        gone = withdrawn(track, cells, here, there, len(arrived))
    return tuple(cells), track, find_possible(rules, cells, position.used, arrived, position.mover, gone)


# What is allowed


def check_takable(position: Position, square: int, depths: Sequence[int]) -> None:
    """Raises `Illegal` for pyramids that the mover may not move (B10, B27) or that cannot be a unit (B15)."""
    assert position.pending is not None
    pile = position.cells[square]
    if position.pending.power is not DIG:
        _check_owners(pile, square, depths, position.mover)
    if len(depths) > 1:
        _check_unit(pile, square, depths)


def _check_owners(pile: Pile, square: int, depths: Sequence[int], mover: Owner) -> None:
    """Without DIG the mover moves only its own pyramids and the neutral ones (B10, B27)."""
    for depth in depths:
        owner = pile.bearings[-1 - depth].owner
        if owner is not mover and owner is not NOBODY:
            size = pile[-1 - depth].size
            raise Illegal(
                "not-yours",
                "B10",
                f"{SEATS[mover]} needs DIG to move the {words(pile[-1 - depth])} on {NAMES[square]}: it belongs to "
                f"{SEATS[owner]}",
                field="name",
                progress=NOT_YOURS,
                about=_about_own(square, size, mover),
            )


def _about_own(square: int, size: Size, mover: Owner) -> Subject:
    """What a path is about that finds no pyramid of this size on its square but those of the other seat."""

    def has_own(position: Position) -> bool:
        pile = position.cells[square]
        own = [pyramid.size for pyramid, bearing in zip(pile, pile.bearings, strict=True) if bearing.owner is mover]
        return size in own

    return Subject(has_own, False, f"{SEATS[mover]}'s last {size.word} on {NAMES[square]} went", NAMES[square])


def _about_cap(square: int, pile: Pile) -> Subject:
    """What a unit is about that is capped by the top pyramid of its square (B13)."""

    def state(position: Position) -> tuple[Owner, Size]:
        pile = position.cells[square]
        return pile.capper, pile.roof

    text = f"{SEATS[pile.capper]}'s {pile.roof.word} came to the top of {NAMES[square]}"
    return Subject(state, (pile.capper, pile.roof), text, NAMES[square])


def _check_unit(pile: Pile, square: int, depths: Sequence[int]) -> None:
    """A unit belongs to one seat, or is all neutral, and none of it is capped (B15)."""
    if len({pile.bearings[-1 - depth].owner for depth in depths}) > 1:
        named = " and ".join([words(pile[-1 - depth]) for depth in depths])
        raise Illegal(
            "mixed-unit",
            "B15",
            f"{named} on {NAMES[square]} cannot step together: a unit belongs to one seat or is all neutral",
            field="name",
            progress=MIXED,
        )
    for depth in depths:
        if pile.is_capped(len(pile) - depth):
            raise Illegal(
                "capped-unit",
                "B15",
                f"the {words(pile[-1 - depth])} on {NAMES[square]} is capped, so it cannot be part of a unit",
                field="name",
                progress=CAPPED,
                about=_about_cap(square, pile),
            )


def _no_step(here: int, there: int, number: int) -> Illegal:
    """What is wrong with a step that the face of this turn does not allow (B9, B28)."""
    field = f"to {number + 1}"
    progress = at_step(number, SQUARE)
    if there == OFF_BOARD:
        message = "no such square: files are a to e, ranks 1 to 5"
        return Illegal("off-board", "B9", message, field=field, progress=progress)
    needs = STEP_NEEDS.get((here, there))
    if needs is not None:
        return no_power(f"a step from {NAMES[here]} to {NAMES[there]}", needs, field, progress)
    message = f"{NAMES[there]} is not one step from {NAMES[here]}"
    if here == there:
        message = f"it is already on {NAMES[here]}"
    return Illegal("not-adjacent", "B9", message, field=field, progress=progress)


def _blocked(largest: Pyramid, target: Pile, there: int, number: int) -> Illegal:
    """What is wrong with a step to a square whose top pyramid is smaller (B9)."""
    message = f"the {words(largest)} cannot land on {NAMES[there]}: the top pyramid there is a {target[-1].size.word}"
    roof = target.roof
    text = f"a {roof.word} came to the top of {NAMES[there]}"
    about = Subject(lambda position: position.cells[there].roof, roof, text, NAMES[there])
    field = f"to {number + 1}"
    return Illegal("blocked", "B9", message, field=field, progress=at_step(number, TOO_SMALL), about=about)


def _too_high(pending: Pending, leaving: Leaving, number: int) -> Illegal:
    """What is wrong with a step that costs more than is left (B7, with TIP B8)."""
    rule = "B8" if pending.power is TIP else "B7"
    penalty = leaving.cost - sum([pyramid.size for pyramid in leaving.pyramids])
    capped = f" ({penalty} for the cap)" if penalty else ""
    left = f"only {pending.left} of {pending.limit}" if pending.left else f"nothing of {pending.limit}"
    return Illegal(
        "cost-too-high",
        rule,
        f"this step costs {leaving.cost}{capped}, but {left} is left",
        field=f"to {number + 1}",
        progress=at_step(number, TOO_HIGH),
    )

"""The rules of Braces: the only judge of an action and of a turn.

What an arrival changes is in `changes.py`, who withdrew in `withdrawal.py`. Nothing here knows how a turn is written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise, product
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.diagnostics import Illegal
from pyrnot.game import Event, Played
from pyrnot.games.braces.actions import (
    Action,
    Captured,
    Changed,
    Dice,
    Pass,
    Passed,
    Path,
    Stepped,
    Swap,
    Swapped,
)
from pyrnot.games.braces.board import DIG, GRID, OFF_BOARD, ORTHOGONAL, REACH, STEP_NEEDS, SWAP, TIP, Power
from pyrnot.games.braces.changes import NOTHING, Change, Option, Pick, Place, find_options, stack_after
from pyrnot.games.braces.codes import Codes
from pyrnot.games.braces.dice import roll
from pyrnot.games.braces.ending import find_winner
from pyrnot.games.braces.position import SEATS, Cells, Pending, Position, spend, words
from pyrnot.games.braces.stacks import NOBODY, OTHER, Leaving, Movable, Owner, Pile, Rules
from pyrnot.games.braces.withdrawal import (
    NO_TRACK,
    Track,
    World,
    after_capture,
    after_step,
    after_swap,
    first_track,
    withdrawn_from,
)
from pyrnot.pieces import Pyramid, Size

NAMES = GRID.names

# How far an action gets before its fault shows (B47): the higher, the further.
ORDER, NOT_THERE, NOT_YOURS, MIXED, CAPPED, FIRST_STEP = range(6)
CHECKS_A_STEP = 4
SWAP_PLAYED = 6


def path_played(steps: int) -> int:
    """The progress of a path of so many steps, all of them legal."""
    return FIRST_STEP + CHECKS_A_STEP * steps


def play(position: Position, action: Action) -> Played[Position]:
    """What an action does. Raises `Illegal`."""
    if _last_read is not None and _last_read[0] is position and _last_read[1] is action:
        return _last_read[2]
    match action:
        case Path():
            return play_path(position, action)
        case Swap():
            return play_swap(position, action)
        case Dice():
            return play_dice(position, action)
        case Pass():
            return play_pass(position)
        case _:
            assert_never(action)


# The dice


def play_dice(position: Position, dice: Dice) -> Played[Position]:
    """The dice open a turn (B4)."""
    if position.pending is not None:
        raise Illegal(Codes.DICE_NOT_FIRST, "R3", "the dice are rolled once, at the start of the turn")
    rules, cells, mover, used = position.rules, position.cells, position.mover, position.used
    pending, rolled = roll(dice)
    if rules.withdraw:
        pending = replace(pending, track=first_track(cells, mover))
    return Played(Position(rules, cells, mover, used, pending), (rolled,))


# Steps


def play_path(position: Position, path: Path) -> Played[Position]:
    """Steps of one pyramid or unit, each judged by itself (B12)."""
    check_rolled(position)
    check_takable(position, path.squares[0], path.depths)
    events: list[Event] = []
    depths = path.depths
    for number, picks in enumerate(path.picks):
        position = take_step(position, path.squares[number], depths, path.squares[number + 1], picks, number, events)
        depths = TOP[len(depths)]
    return Played(position, tuple(events))


def walk(position: Position, squares: Sequence[int], depths: tuple[int, ...]) -> tuple[Path, Played[Position]] | None:
    """A path that leaves the mover no choice, and what it does; None if it leaves one, or a step is illegal."""
    events: list[Event] = []
    chosen: list[tuple[Pick, ...]] = []
    standing, after = depths, position
    try:
        check_takable(position, squares[0], depths)
        for number, (here, there) in enumerate(pairwise(squares)):
            leaving = check_step(after, here, standing, there, number)
            landing = land(after, here, leaving, there)
            if len(landing.options) > 1:
                return None
            picks = landing.options[0].picks
            after = finish_step(after, here, leaving, there, landing, picks, number, events)
            chosen.append(picks)
            standing = TOP[len(standing)]
    except Illegal:
        return None
    return Path(tuple(squares), depths, tuple(chosen)), Played(after, tuple(events))


_last_read: tuple[Position, Action, Played[Position]] | None = None


def remember(position: Position, action: Action, played: Played[Position]) -> None:
    """Keeps what an action does where finding its readings has found that out, for it is played next: to take its steps
    twice would cost a third of all the time that goes into judging."""
    global _last_read
    _last_read = (position, action, played)


TOP = tuple(tuple(range(count - 1, -1, -1)) for count in range(30))
"""By number: the depths of so many pyramids on the top of a stack."""


def check_rolled(position: Position) -> Pending:
    """What is left of the running turn. Raises `Illegal` if there is none, or if the seat has passed (R3)."""
    pending = position.pending
    if pending is None:
        raise Illegal(Codes.DICE_MISSING, "R3", "a turn opens with the dice")
    if pending.has_passed:
        raise Illegal(Codes.SECOND_ACTION, "R3", "who passes does nothing else")
    return pending


def check_takable(position: Position, square: int, depths: Sequence[int]) -> None:
    """Whom the mover may move (B10), and which pyramids may step together (B15)."""
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
                    f"the {words(pile[-1 - depth])} on {NAMES[square]} is {SEATS[owner]}'s: only DIG lets "
                    f"{SEATS[mover]} move it",
                    part="name",
                    progress=NOT_YOURS,
                )
    if len(depths) == 1:
        return
    if len({pile.bearings[-1 - depth].owner for depth in depths}) > 1:
        raise Illegal(
            Codes.MIXED_UNIT,
            "B15",
            f"{_those(pile, depths)} on {NAMES[square]} cannot step together: a unit belongs to one seat, or is "
            "all neutral",
            part="name",
            progress=MIXED,
        )
    for depth in depths:
        if pile.is_capped(len(pile) - depth):
            raise Illegal(
                Codes.CAPPED_UNIT,
                "B15",
                f"the {words(pile[-1 - depth])} on {NAMES[square]} is capped, so it cannot step in a unit",
                part="name",
                progress=CAPPED,
            )


def _those(pile: Pile, depths: Sequence[int]) -> str:
    return " and ".join([words(pile[-1 - depth]) for depth in depths])


class Landing(Struct, frozen=True):
    """The board just after pyramids have landed, before anything changes, and what can change now."""

    cells: Cells
    track: Track
    options: tuple[Option, ...]


def land(position: Position, here: int, leaving: Leaving, there: int) -> Landing:
    """Pyramids leave one square and land on another; whether they may is not asked (B9, B15, B23)."""
    rules, cells, mover, used, pending = position.rules, position.cells, position.mover, position.used, position.pending
    assert pending is not None
    board = list(cells)
    board[here] = leaving.rest
    board[there] = rules.land_on(cells[there], leaving.pyramids)
    height, count = len(cells[there]), len(leaving.pyramids)
    arrived = ((there, height + 1),) if count == 1 else tuple([(there, height + 1 + number) for number in range(count)])
    if not pending.track:
        return Landing(tuple(board), NO_TRACK, find_options(rules, board, used, arrived, mover))
    track = after_step(pending.track, cells, here, leaving.levels, there)
    withdrawn = {world: withdrawn_from(world, board, here, there, count) for world in track}
    every = frozenset().union(*withdrawn.values())
    options = find_options(rules, board, used, arrived, mover, sorted(every))
    if every and len(track) > 1:
        options = tuple(option for option in options if _worlds_with(withdrawn, option.picks))
    return Landing(tuple(board), track, options)


def _worlds_with(withdrawn: Mapping[World, frozenset[Place]], picks: Sequence[Pick]) -> Track:
    """The worlds in which all the withdrawals picked are possible."""
    places = {(pick.square, pick.level) for pick in picks if pick.is_withdrawal}
    return frozenset({world for world, possible in withdrawn.items() if places <= possible})


def take_step(
    position: Position,
    here: int,
    depths: tuple[int, ...],
    there: int,
    picks: tuple[Pick, ...],
    number: int,
    events: list[Event],
) -> Position:
    """The position after one step; what happened is added to `events`. Raises `Illegal`."""
    leaving = check_step(position, here, depths, there, number)
    return finish_step(position, here, leaving, there, land(position, here, leaving, there), picks, number, events)


def finish_step(
    position: Position,
    here: int,
    leaving: Leaving,
    there: int,
    landing: Landing,
    picks: tuple[Pick, ...],
    number: int,
    events: list[Event],
) -> Position:
    """The same for an allowed step of which the landing is known."""
    rules, mover, used, pending = position.rules, position.mover, position.used, position.pending
    assert pending is not None
    pyramids, levels, cost = leaving.pyramids, leaving.levels, leaving.cost
    events.append(Stepped(pyramids, here, levels, there, cost, number))
    spent = spend(pending, cost)
    if landing.options is NOTHING and not picks and not landing.track:
        return Position(rules, landing.cells, mover, used, spent)
    if landing.track:
        track = landing.track
        if any(pick.is_withdrawal for pick in picks):
            withdrawn = {world: withdrawn_from(world, landing.cells, here, there, len(pyramids)) for world in track}
            track = _worlds_with(withdrawn, picks)
        spent = replace(spent, track=track)
    return _settle(position, spent, landing, picks, number, events, path_played(number + 1))


def check_step(position: Position, here: int, depths: tuple[int, ...], there: int, number: int) -> Leaving:
    """What leaves in a step and what that costs (B11, B14, B15), if it is allowed: the win (B29), its kind (B9, B28),
    the top pyramid there (B9), the cost (B7, B8). Raises `Illegal`."""
    pending, cells = position.pending, position.cells
    assert pending is not None
    if pending.is_won:
        raise after_win(position, f"to {number + 1}", path_played(number))
    pile = cells[here]
    if there not in REACH[pending.power][here]:
        raise _no_step(here, there, f"to {number + 1}", path_played(number) + 1)
    leaving = position.rules.leave(pile, depths)
    largest = leaving.pyramids[0]
    if largest.size > cells[there].roof:
        raise _blocked(largest, cells[there], there, f"to {number + 1}", path_played(number) + 2)
    if leaving.cost > pending.left:
        raise _too_high(pending, pile, depths, leaving.cost, f"to {number + 1}", path_played(number) + 3)
    return leaving


def after_win(position: Position, part: str, progress: int) -> Illegal:
    """The fault of going on after the win (B29)."""
    winner = find_winner(position)
    won = f"{SEATS[winner]} has won" if winner is not None else "the game is won"
    return Illegal(Codes.AFTER_WIN, "B29", f"{won}, so the turn ends before this", part=part, progress=progress)


def no_power(what: str, needs: Power, part: str, progress: int) -> Illegal:
    """The fault of using a power that was not rolled (B28)."""
    return Illegal(
        Codes.NO_POWER, "B28", f"{what} takes {needs.value}, which was not rolled", part=part, progress=progress
    )


def _no_step(here: int, there: int, part: str, progress: int) -> Illegal:
    """The fault of a step that the face of this turn does not allow (B9, B28)."""
    if there == OFF_BOARD:
        message = "there is no such square: the files are a to e, the ranks 1 to 5"
        return Illegal(Codes.OFF_BOARD, "B9", message, part=part, progress=progress)
    needs = STEP_NEEDS.get((here, there))
    if needs is not None:
        return no_power(f"a step from {NAMES[here]} to {NAMES[there]}", needs, part, progress)
    if here == there:
        return Illegal(Codes.NOT_ADJACENT, "B9", f"it stands on {NAMES[here]} already", part=part, progress=progress)
    return Illegal(
        Codes.NOT_ADJACENT, "B9", f"{NAMES[there]} is no step away from {NAMES[here]}", part=part, progress=progress
    )


def _blocked(largest: Pyramid, target: Pile, there: int, part: str, progress: int) -> Illegal:
    """The fault of a step to a square whose top pyramid is smaller (B9)."""
    message = f"the {words(largest)} cannot go on {NAMES[there]}: a {target[-1].size.word} is on top there"
    return Illegal(Codes.BLOCKED, "B9", message, part=part, progress=progress)


def _too_high(pending: Pending, pile: Pile, depths: Sequence[int], cost: int, part: str, progress: int) -> Illegal:
    rule = "B8" if pending.power is TIP else "B7"
    penalty = cost - sum([pile[-1 - depth].size for depth in depths])
    capped = f" ({penalty} of it for the cap)" if penalty else ""
    return Illegal(
        Codes.COST_TOO_HIGH,
        rule,
        f"this step costs {cost}{capped}, and {pending.left or 'nothing'} is left of {pending.limit}",
        part=part,
        progress=progress,
    )


def _settle(
    position: Position,
    pending: Pending,
    landing: Landing,
    picks: tuple[Pick, ...],
    number: int,
    events: list[Event],
    progress: int,
) -> Position:
    """The position once an arrival has changed what it changes, by the mover's choice (B21), and the win (B29)."""
    rules, mover, used = position.rules, position.mover, position.used
    board, options = landing.cells, landing.options
    if options is NOTHING and not picks:
        return Position(rules, board, mover, used, pending)
    option = next((option for option in options if option.picks == picks), None)
    if option is None:
        raise Illegal(
            Codes.CHOICE_MISSING,
            "B21",
            "it must be said which of several pyramids changes here",
            part=f"to {number + 1}",
            progress=progress,
        )
    changes = option.changes
    if not changes:
        return Position(rules, board, mover, used, pending)
    cells = list(board)
    for change in changes:
        used, pending = _make_change(rules, cells, used, pending, change)
        events.append((Changed if change.after is not None else Captured)(change, number))
    after = Position(rules, tuple(cells), mover, used, pending)
    if find_winner(after) is not None:
        after = replace(after, pending=replace(pending, is_won=True, track=NO_TRACK))
    return after


def _make_change(
    rules: Rules, cells: list[Pile], used: tuple[int, int, int], pending: Pending, change: Change
) -> tuple[tuple[int, int, int], Pending]:
    square, pile = change.square, cells[change.square]
    if change.after is None and pending.track:
        pending = replace(pending, track=after_capture(pending.track, cells, (square, change.level)))
    cells[square] = rules.pile(stack_after(pile, change))
    if change.is_neutralizing:
        small, medium, large = (count + (change.before.size == size) for size, count in enumerate(used, 1))
        used = (small, medium, large)
    return used, pending


# Swaps


def play_swap(position: Position, swap: Swap) -> Played[Position]:
    """Two pyramids of one size change places, level for level (B25)."""
    check_swap(position)
    (q, low), (t, high) = swap.first, swap.second
    mine, other = position.cells[q][low - 1], position.cells[t][high - 1]
    if mine.size is not other.size:
        raise two_sizes(mine.size, other.size)
    if swap.first == swap.second:
        raise Illegal(
            Codes.SWAP_WITH_ITSELF,
            "B25",
            f"the {words(mine)} on {NAMES[q]} cannot be swapped with itself",
            part="second",
            progress=SWAP_PLAYED - 1,
        )
    return settle_swap(position, swap, swap_places(position, swap.first, swap.second))


def settle_swap(position: Position, swap: Swap, landing: Landing) -> Played[Position]:
    """The same for a swap that is allowed and of which the landing is known."""
    pending = position.pending
    assert pending is not None
    (q, low), (t, high) = swap.first, swap.second
    mine, other = position.cells[q][low - 1], position.cells[t][high - 1]
    events: list[Event] = [Swapped(mine, other, (swap.first, swap.second))]
    swapped = replace(pending, has_swapped=True, track=landing.track)
    after = _settle(position, swapped, landing, swap.picks, 0, events, SWAP_PLAYED)
    if after.pending is not None and after.pending.track:
        after = _open_track(position, swap, after, after.pending)
    return Played(after, tuple(events))


def _open_track(position: Position, swap: Swap, after: Position, pending: Pending) -> Position:
    """The same position after a swap, with every answer to which of like pyramids were swapped, where that makes no
    difference to the board: no name tells it (B31), and the mover may say it later (B40)."""
    track = pending.track
    for first, second in product(*(_likes(position.cells, place) for place in (swap.first, swap.second))):
        if first != second:
            landing = swap_places(position, first, second)
            swapped = replace(pending, track=landing.track)
            for option in landing.options:
                other = _settle(position, swapped, landing, option.picks, 0, [], SWAP_PLAYED)
                if (other.cells, other.used) == (after.cells, after.used) and other.pending is not None:
                    track |= other.pending.track
    return replace(after, pending=replace(pending, track=track))


def _likes(cells: Cells, place: Place) -> list[Place]:
    """The pyramids on the same square that look like the one there, itself among them."""
    square, level = place
    pyramid = cells[square][level - 1]
    return [(square, other) for other, its_like in enumerate(cells[square], 1) if its_like == pyramid]


def check_swap(position: Position) -> None:
    """Whether a swap is possible at all: the win (B29), the power (B28), the second one (B25)."""
    pending = check_rolled(position)
    if pending.is_won:
        raise after_win(position, "", 0)
    if pending.power is not SWAP:
        raise no_power("a swap", SWAP, "", 1)
    if pending.has_swapped:
        raise Illegal(Codes.SECOND_SWAP, "B25", "only one swap is made in a turn", progress=2)


def two_sizes(size: Size, other: Size) -> Illegal:
    """The fault of a swap of two sizes (B25)."""
    return Illegal(
        Codes.TWO_SIZES, "B25", f"a {size.word} and a {other.word} cannot change places", part="second", progress=3
    )


def swap_places(position: Position, first: Place, second: Place) -> Landing:
    """Two pyramids change places; whether they may is not asked (B25)."""
    rules, cells, mover, used, pending = position.rules, position.cells, position.mover, position.used, position.pending
    assert pending is not None
    (q, low), (t, high) = first, second
    mine, other = cells[q][low - 1], cells[t][high - 1]
    board = list(cells)
    board[q] = rules.pile((*board[q][: low - 1], other, *board[q][low:]))
    board[t] = rules.pile((*board[t][: high - 1], mine, *board[t][high:]))
    track = after_swap(pending.track, first, second) if pending.track else pending.track
    return Landing(tuple(board), track, find_options(rules, board, used, (first, second), mover))


# Passing and the end of the turn


def play_pass(position: Position) -> Played[Position]:
    """Nothing is done, if no ordinary step of cost up to the value is possible (B30)."""
    pending = check_rolled(position)
    if pending.has_swapped or pending.left != pending.limit:
        raise Illegal(Codes.SECOND_ACTION, "R3", "a pass is a turn's only action")
    possible = find_step(position.cells, position.mover, pending.limit)
    if possible is not None:
        raise Illegal(
            Codes.NEEDLESS_PASS,
            "B30",
            f"{_possible(position.cells, *possible)} is possible, so {SEATS[position.mover]} cannot pass",
        )
    return Played(replace(position, pending=replace(pending, has_passed=True)), (Passed(),))


def find_step(cells: Cells, mover: Owner, budget: int) -> tuple[int, Movable, int] | None:
    """An ordinary step of one pyramid of the mover's or a neutral one that costs no more than `budget` points (B7):
    the square, what moves, where to; None if there is none."""
    for square, pile in enumerate(cells):
        if not pile:
            continue
        singles = pile.singles
        for single in singles[mover] + singles[NOBODY]:
            if single.cost <= budget:
                for there in ORTHOGONAL[square]:
                    if single.largest <= cells[there].roof:
                        return square, single, there
    return None


def _possible(cells: Cells, square: int, single: Movable, there: int) -> str:
    pyramid = cells[square][-1 - single.depths[0]]
    return f"a step of the {words(pyramid)} from {NAMES[square]} to {NAMES[there]} for {single.cost}"


def end_turn(position: Position) -> Played[Position]:
    """The next seat's position, if the value was used as it must be (B7, B8) and something was done (B30)."""
    rules, cells, mover, used, pending = position.rules, position.cells, position.mover, position.used, position.pending
    if pending is None:
        raise Illegal(Codes.DICE_MISSING, "R3", "a turn opens with the dice")
    if not (pending.is_won or pending.has_passed):
        if pending.left == pending.limit and not pending.has_swapped:
            raise Illegal(Codes.TURN_EMPTY, "R3", "something must follow the dice: an action or `pass`")
        if pending.left and pending.power is not TIP:
            possible = find_step(cells, mover, pending.left)
            if possible is not None:
                raise Illegal(
                    Codes.COST_NOT_MET,
                    "B7",
                    f"the steps cost {pending.limit - pending.left}, but the dice are worth {pending.value}: "
                    f"{_possible(cells, *possible)} is still possible",
                )
    return Played(Position(rules, cells, OTHER[mover], used))

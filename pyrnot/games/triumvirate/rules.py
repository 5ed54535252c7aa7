"""The rules of Triumvirate: what an action does, when a turn may end, who has won.

`play` is the only judge of an action and `end_turn` of a whole turn. Both take positions as values and
return new ones; neither knows how anything was written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations, product
from typing import assert_never

from msgspec.structs import replace

from pyrnot.diagnostics import Illegal
from pyrnot.game import Event, Outcome, Played
from pyrnot.games.triumvirate.actions import (
    Action,
    Arranged,
    Arrangement,
    Captured,
    Hostage,
    HostageMade,
    HostageReplaced,
    Move,
    Moved,
    Pass,
    Passed,
    Placed,
    Placing,
    PrisonerHeld,
)
from pyrnot.games.triumvirate.codes import Codes
from pyrnot.games.triumvirate.position import (
    BLUE,
    COLOURS,
    GRID,
    NONE,
    RED,
    STARTING_SQUARES,
    Card,
    Laid,
    Pending,
    Position,
    Section,
    Triumvirate,
    added,
    check_triumvirate,
    count_reserve,
    has_won,
)
from pyrnot.grid import DIAGONAL, KNIGHT, ORTHOGONAL
from pyrnot.pieces import SIZES, Pyramid, Size

Reach = tuple[tuple[int, int | None], ...]

TRIUMVIRATES: tuple[Triumvirate, ...] = tuple(
    tuple(Laid(size, is_flat) for size, is_flat in zip(sizes, poses, strict=True))
    for sizes in permutations((Size.LARGE, Size.MEDIUM, Size.SMALL))
    for poses in product((True, False), repeat=3)
)
"""All 48 ways to lay a card (T7)."""


def _reach(square: int, section: Section) -> Reach:
    """Where a move in one manner can end from `square`, and the middle square that must be empty (T10)."""
    if section is Section.L_SHAPED:
        return tuple((end, None) for step in KNIGHT if (end := GRID.offset(square, *step)) is not None)
    reached: list[tuple[int, int | None]] = []
    for file_step, rank_step in ORTHOGONAL if section is Section.ORTHOGONAL else DIAGONAL:
        near = GRID.offset(square, file_step, rank_step)
        far = GRID.offset(square, 2 * file_step, 2 * rank_step)
        if near is not None:
            reached.append((near, None))
        if far is not None:
            reached.append((far, near))
    return tuple(reached)


REACH: tuple[tuple[Reach, ...], ...] = tuple(
    tuple(_reach(square, section) for square in range(GRID.size)) for section in Section
)
"""By section and square: the ends of its moves on an empty board, each with its middle square (T10)."""

MANNERS: dict[tuple[int, int], tuple[Section, int | None]] = {
    (start, end): (section, middle)
    for section in Section
    for start in range(GRID.size)
    for end, middle in REACH[section][start]
}
"""By both squares of a move: its manner and its middle square (T10). No two manners have a move in common."""


# Cards


@lru_cache(maxsize=1024)
def find_laid(card: Card, size: Size, is_flat: bool) -> tuple[Section, ...]:
    """The sections of a card on which a pyramid of this size lies so, hostages counted (T2, T3)."""
    laid = Laid(size, is_flat)
    return tuple(section for section in Section if laid in (card.triumvirate[section], card.hostages[section]))


def _check_manner(position: Position, size: Size, section: Section) -> None:
    """A pyramid moves in a manner in which one of its size lies flat (T2, T3)."""
    seat = position.mover
    flat = find_laid(position.cards[seat], size, True)
    if section in flat:
        return
    if not flat:
        raise Illegal(
            Codes.NO_FLAT_PYRAMID,
            "T3",
            f"{seat.word}'s {size.word}s cannot move: no {size.word} lies flat on {seat.word}'s card",
            part="size",
        )
    raise Illegal(
        Codes.WRONG_MANNER,
        "T2",
        f"this is a move in manner {section.letter}, and {seat.word}'s {size.word}s move in manner "
        f"{_letters(flat)}, where a {size.word} lies flat on {seat.word}'s card",
        part="to",
    )


def _check_capture(position: Position, target: Pyramid, section: Section, square: int) -> None:
    """A capture, judged by the defender's card with its hostages (T2, T3, T11)."""
    defender = position.mover.other
    upright = find_laid(position.cards[defender], target.size, False)
    if not upright or section in upright:
        return
    raise Illegal(
        Codes.CAPTURE_FORBIDDEN,
        "T11",
        f"the {target.size.word} on {GRID.names[square]} can be captured only in manner {_letters(upright)}, where "
        f"a {target.size.word} stands upright on {defender.word}'s card; this is a move in manner {section.letter}",
        part="to",
    )


def _letters(sections: Sequence[Section]) -> str:
    return " or ".join(section.letter for section in sections)


# The turn so far


def begin_turn(position: Position) -> Pending:
    """The running turn, which has all its points before its first action (T8)."""
    return position.pending or Pending(position.cards[position.mover].points, NONE, frozenset(), False)


def is_untouched(position: Position) -> bool:
    """Whether nothing but the card has been done in the running turn (T9)."""
    pending = position.pending
    if pending is None:
        return True
    if pending.named or pending.has_passed:
        return False
    return pending.points == position.cards[position.mover].points


def _check_goes_on(position: Position) -> None:
    """Nothing stands beside a pass but a card (T9), and nothing follows the win (T15)."""
    if position.pending is None:
        return
    if position.pending.has_passed:
        raise Illegal(Codes.WRONG_ORDER, "T9", "a turn with a pass holds nothing else but its card")
    if has_won(position, position.mover):
        raise Illegal(
            Codes.AFTER_WIN,
            "T15",
            f"{position.mover.word} has won, holding two prisoners of each size: nothing may follow in this turn",
        )


def _take_point(position: Position) -> Pending:
    """A move or placing needs a point (T8), and comes before the hostages (T13)."""
    pending = begin_turn(position)
    if pending.named:
        raise Illegal(
            Codes.WRONG_ORDER, "T13", "hostages are taken at the end of the turn: moves and placings come before"
        )
    _check_goes_on(position)
    if not pending.points:
        points = position.cards[position.mover].points
        raise Illegal(
            Codes.NO_POINTS,
            "T8",
            f"all {points} points of this turn are used: {position.mover.word}'s card holds no more",
        )
    return pending


# Actions


def play(position: Position, action: Action) -> Played[Position]:
    """The position after one action and what it did. Raises `Illegal`."""
    match action:
        case Move():
            return _play_move(position, action)
        case Placing():
            return _play_placing(position, action)
        case Hostage():
            return _play_hostage(position, action)
        case Arrangement():
            return _play_arrangement(position, action)
        case Pass():
            return _play_pass(position)
    assert_never(action)


def _play_arrangement(position: Position, action: Arrangement) -> Played[Position]:
    """The mover lays its triumvirate anew, before anything else; its hostages stay (T1, T7)."""
    if position.pending is not None:
        raise Illegal(Codes.WRONG_ORDER, "T7", "the card is laid first in a turn, and only once")
    check_triumvirate(action.triumvirate)
    mover, cards = position.mover, list(position.cards)
    cards[mover] = Card(action.triumvirate, cards[mover].hostages)
    laid = (cards[0], cards[1])
    after = Position(position.cells, mover, laid, position.held, position.passes, begin_turn(position))
    return Played(after, (Arranged(mover, action.triumvirate),))


def _play_move(position: Position, action: Move) -> Played[Position]:
    """A point moves one of the mover's pyramids, and captures what stands at the end (T8, T10, T11, T12)."""
    pending = _take_point(position)
    size, start, end = action.size, action.start, action.end
    cells, mover = position.cells, position.mover
    pyramid = _find_own(position, start)
    if pyramid.size is not size:
        raise Illegal(
            Codes.WRONG_SIZE,
            "T17",
            f"the pyramid on {GRID.names[start]} is a {pyramid.size.word}, not a {size.word}",
            part="size",
        )
    section = _find_manner(position, start, end)
    _check_manner(position, size, section)
    target = cells[end]
    held, prisoners = position.held, pending.prisoners
    events: tuple[Event, ...] = (Moved(mover, size, start, end),)
    if target is not None:
        if target.colour is pyramid.colour:
            raise Illegal(
                Codes.OCCUPIED, "T11", f"{mover.word}'s own {target.size.word} stands on {GRID.names[end]}", part="to"
            )
        _check_capture(position, target, section, end)
        taken = added(held[mover], target.size, 1)
        held = (taken, held[1]) if mover is RED else (held[0], taken)
        prisoners = added(prisoners, target.size, 1)
        events = (*events, Captured(mover, target.size, end))
    moved = list(cells)
    moved[start], moved[end] = None, pyramid
    left = Pending(pending.points - 1, prisoners, pending.named, False)
    return Played(Position(tuple(moved), mover, position.cards, held, position.passes, left), events)


def _find_own(position: Position, square: int) -> Pyramid:
    """The mover's pyramid on a square (T8)."""
    pyramid, mover = position.cells[square], position.mover
    if pyramid is None:
        raise Illegal(Codes.NO_SUCH_PYRAMID, "T8", f"no pyramid stands on {GRID.names[square]}", part="from")
    if pyramid.colour is not COLOURS[mover]:
        raise Illegal(
            Codes.NOT_YOURS,
            "T8",
            f"the {pyramid.size.word} on {GRID.names[square]} is {mover.other.word}'s, not {mover.word}'s",
            part="from",
        )
    return pyramid


def _find_manner(position: Position, start: int, end: int) -> Section:
    """The manner of a move, whose middle square must be empty (T10)."""
    found = MANNERS.get((start, end))
    if found is None:
        raise Illegal(
            Codes.NO_SUCH_MOVE,
            "T10",
            f"{GRID.names[start]} to {GRID.names[end]} is neither one or two squares straight (O) or diagonally (D) "
            "nor a knight's jump (L)",
            part="to",
        )
    section, middle = found
    if middle is not None and (blocker := position.cells[middle]) is not None:
        raise Illegal(
            Codes.BLOCKED,
            "T10",
            f"a {blocker.size.word} on {GRID.names[middle]} stands between {GRID.names[start]} and {GRID.names[end]}",
            part="to",
        )
    return section


def _play_placing(position: Position, action: Placing) -> Played[Position]:
    """A point places a pyramid of the reserve, of any size, on a vacant starting square (T8)."""
    pending = _take_point(position)
    size, square = action.size, action.square
    mover = position.mover
    if square not in STARTING_SQUARES[mover]:
        names = ", ".join(GRID.names[start] for start in STARTING_SQUARES[mover])
        raise Illegal(
            Codes.WRONG_SQUARE,
            "T8",
            f"{GRID.names[square]} is no starting square of {mover.word}'s: those are {names}",
            part="to",
        )
    there = position.cells[square]
    if there is not None:
        raise Illegal(
            Codes.OCCUPIED,
            "T8",
            f"a {there.size.word} stands on {GRID.names[square]}: only a vacant square will do",
            part="to",
        )
    if count_reserve(position, mover, size) < 1:
        raise Illegal(Codes.RESERVE_EMPTY, "T8", f"no {size.word} is left in {mover.word}'s reserve", part="size")
    cells = list(position.cells)
    cells[square] = Pyramid(size, COLOURS[mover])
    left = Pending(pending.points - 1, pending.prisoners, pending.named, False)
    return Played(
        Position(tuple(cells), mover, position.cards, position.held, position.passes, left),
        (Placed(mover, size, square),),
    )


def _play_pass(position: Position) -> Played[Position]:
    """The mover, who cannot use even its first point, passes (T9)."""
    if not is_untouched(position):
        raise Illegal(Codes.WRONG_ORDER, "T9", "a turn with a pass holds nothing else but its card")
    if find_use(position) is not None:
        raise Illegal(
            Codes.NEEDLESS_PASS, "T9", f"{position.mover.word} can use a point with this card, so it may not pass"
        )
    pending = replace(begin_turn(position), has_passed=True)
    return Played(replace(position, pending=pending), (Passed(position.mover),))


def _play_hostage(position: Position, action: Hostage) -> Played[Position]:
    """A prisoner of this turn becomes a hostage, and one that it replaces is held (T13, T14).

    The points that are left must be of no use (T9): with the first hostage they are lost.
    """
    _check_goes_on(position)
    pending, mover = begin_turn(position), position.mover
    section, laid = action.section, action.laid
    if not pending.prisoners[laid.size - 1]:
        raise Illegal(
            Codes.NO_SUCH_PRISONER,
            "T13",
            f"{mover.word} has no {laid.size.word} taken in this turn that is not yet a hostage",
            part="size",
        )
    if section in pending.named:
        raise Illegal(
            Codes.PLACE_TAKEN,
            "T14",
            f"the hostage place of {section.letter} was used in this turn already",
            part="section",
        )
    _check_points_used(position)
    card = position.cards[mover]
    replaced = card.hostages[section]
    hostages = tuple(laid if place is section else card.hostages[place] for place in Section)
    counts = added(position.held[mover], laid.size, -1)
    events: tuple[Event, ...] = (HostageMade(mover, section, laid),)
    if replaced is not None:
        counts = added(counts, replaced.size, 1)
        events = (*events, HostageReplaced(mover, section, replaced))
    new = Card(card.triumvirate, hostages)
    red, blue = position.cards
    red_held, blue_held = position.held
    return Played(
        replace(
            position,
            cards=(new, blue) if mover is RED else (red, new),
            held=(counts, blue_held) if mover is RED else (red_held, counts),
            pending=Pending(0, added(pending.prisoners, laid.size, -1), pending.named | {section}, False),
        ),
        events,
    )


# The end of a turn


def end_turn(position: Position) -> Played[Position]:
    """Ends the turn, whose points must be used if they can be (T9). Raises `Illegal`.

    After a win no point can be used, so none need be (T15).
    """
    if not begin_turn(position).has_passed:
        if is_untouched(position):
            raise Illegal(
                Codes.NOTHING_DONE,
                "T9",
                "a turn uses at least one point; where none can be used, it says `pass` after its card",
            )
        _check_points_used(position)
    return _close(position)


def force_end(position: Position) -> Position | None:
    """The position after a turn that `end_turn` refuses (T9); None where what was played is missing.

    Points that were left over are lost. A card alone is a pass if no point could be used with it.
    """
    if not is_untouched(position):
        return _close(position).position
    if find_use(position) is not None:
        return None
    return _close(replace(position, pending=replace(begin_turn(position), has_passed=True))).position


def _close(position: Position) -> Played[Position]:
    """The prisoners that are no hostages are held (T13), a pass counts for the draw (T16), the opponent is to move."""
    pending, mover = begin_turn(position), position.mover
    prisoners: tuple[Size, ...] = ()
    if pending.prisoners != NONE:
        prisoners = tuple(size for size in reversed(SIZES) for _ in range(pending.prisoners[size - 1]))
    passes = position.passes + 1 if pending.has_passed else 0
    return Played(
        Position(position.cells, mover.other, position.cards, position.held, passes),
        (PrisonerHeld(mover, prisoners),) if prisoners else (),
    )


def _check_points_used(position: Position) -> None:
    """Points must be used as long as one can be, with the card then chosen (T9)."""
    pending = begin_turn(position)
    if not pending.points or find_use(position) is None:
        return
    left = "1 point is" if pending.points == 1 else f"{pending.points} points are"
    raise Illegal(
        Codes.POINTS_LEFT, "T9", f"{left} left, and {position.mover.word} must use points as long as its card allows it"
    )


def outcome(position: Position) -> Outcome | None:
    """Who has won (T15), or that both seats passed in a row (T16); within a turn too."""
    for seat in (RED, BLUE):
        if has_won(position, seat):
            return Outcome(seat.word, "T15", f"{seat.word} holds at least two prisoners of each size")
    if position.passes >= 2:
        return Outcome(None, "T16", "both seats passed in a row")
    return None


# What can be done


def actions(position: Position) -> Iterator[Action]:
    """Every action worth trying next: cards first, then uses of a point; if there is none, a pass or hostages."""
    if has_won(position, position.mover):
        return
    pending = position.pending
    if pending is None:
        laid = position.cards[position.mover].triumvirate
        yield from (Arrangement(triumvirate) for triumvirate in TRIUMVIRATES if triumvirate != laid)
    elif pending.has_passed:
        return
    uses = list(_uses(position))
    yield from uses
    if find_use(position) is not None:
        return
    if is_untouched(position):
        yield Pass()
    elif pending is not None:
        yield from _hostages(pending)


def find_use(position: Position) -> Action | None:
    """A way to use the next point, None if there is none (T9)."""
    for action in _uses(position):
        try:
            play(position, action)
        except Illegal:
            continue
        return action
    return None


def _uses(position: Position) -> Iterator[Action]:
    """Uses of the next point that may be legal: whether a capture is allowed is left to `play`."""
    if position.pending is not None and not position.pending.points:
        return
    cells, mover = position.cells, position.mover
    card, colour = position.cards[mover], COLOURS[mover]
    for start, pyramid in enumerate(cells):
        if pyramid is None or pyramid.colour is not colour:
            continue
        for section in find_laid(card, pyramid.size, True):
            for end, middle in REACH[section][start]:
                if middle is None or cells[middle] is None:
                    target = cells[end]
                    if target is None or target.colour is not colour:
                        yield Move(pyramid.size, start, end)
    for square in STARTING_SQUARES[mover]:
        if cells[square] is None:
            for size in SIZES:
                if count_reserve(position, mover, size) > 0:
                    yield Placing(size, square)


def _hostages(pending: Pending) -> Iterator[Action]:
    """Hostages that this turn's prisoners can still become (T13, T14)."""
    for size in SIZES:
        if pending.prisoners[size - 1]:
            for section in Section:
                if section not in pending.named:
                    yield Hostage(section, Laid(size, True))
                    yield Hostage(section, Laid(size, False))

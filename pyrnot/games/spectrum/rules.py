"""The judge of an action: `play`, exchanges, upconversions, passes and leaving (S6, S7, S9, S13).

Conversions are judged in `goals`, the stashes taken from in `supply`, the end of a turn in `ending`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import SimpleEvent, Transition
from pyrnot.core.leaving import Resign
from pyrnot.core.pieces import SIZES, Colour
from pyrnot.core.subjects import Subject
from pyrnot.games.spectrum.actions import (
    Action,
    Conversion,
    Exchange,
    Pass,
    Source,
    Upconversion,
)
from pyrnot.games.spectrum.goals import convert
from pyrnot.games.spectrum.lots import Lot, add, has_lot, lot_words, pips, several, shortage_words, subtract
from pyrnot.games.spectrum.moves import possible_trades
from pyrnot.games.spectrum.position import (
    EXCHANGED,
    OPEN,
    PASSED,
    RESIGNED,
    SEATS,
    Position,
    changed_stash,
    check_not_alone,
)
from pyrnot.games.spectrum.supply import about_stash, check_sources


def play(position: Position, action: Action) -> Transition[Position]:
    """The position after an action, and its events. Raises `Illegal`."""
    match action:
        case Exchange():
            check_first(position)
            return exchange(position, action)
        case Upconversion():
            check_first(position)
            return upconvert(position, action)
        case Conversion():
            return convert(position, action)
        case Pass():
            return play_pass(position)
        case Resign():
            return leave(position)
        case _:
            assert_never(action)


def check_first(position: Position) -> None:
    """Raises `Illegal` unless the turn has no action yet (S6, S9)."""
    check_not_alone(position)
    if position.stage is not OPEN:
        raise Illegal("second-action", "S6", "this turn already has its exchange or upconversion")


def exchange(position: Position, action: Exchange) -> Transition[Position]:
    """Gives pyramids of one colour and takes as many pips of the next (S6, S8). Raises `Illegal`."""
    given = action.given
    colour = action.colour
    taken = action.taken
    to = action.to
    sources = action.sources
    slot = position.slot(colour)
    target = position.slot(to)
    if target != position.next_slot(slot):
        wanted = position.circle[position.next_slot(slot)]
        way = "clockwise" if position.clockwise else "counter-clockwise"
        message = f"{colour} can be exchanged only for {wanted}, not for {to}: the indicator points {way}"
        about = None
        if slot == position.next_slot(target):  # right, while the indicator pointed the other way
            about = Subject(
                lambda position: position.clockwise, position.clockwise, f"the indicator turned {way}", to
            )
        raise Illegal("wrong-colour", "S6", message, field="to", about=about)
    if pips(given) != pips(taken):
        message = f"unequal exchange: {lot_words(given, colour)} ({pips(given)} pips) "
        message += f"for {lot_words(taken, to)} ({pips(taken)} pips)"
        raise Illegal("unequal", "S6", message, field="take")
    for size in SIZES:
        if given[size - 1] and taken[size - 1]:
            message = f"{size.word}s are both given and taken: no size may be on both sides of an exchange"
            raise Illegal("same-size", "S6", message, field="take")
    _check_given(position, slot, given, "S6")
    check_sources(position, target, taken, sources)
    text = f"{position.to_move} gave {lot_words(given, colour)} for {lot_words(taken, to)}"
    exchanged = SimpleEvent("exchanged", text, (f"{colour}", f"{to}"))
    return Transition(_trade(position, slot, given, target, taken, sources), (exchanged, *_captures(sources, to)))


def upconvert(position: Position, action: Upconversion) -> Transition[Position]:
    """Gives a Small for a Medium, or a Medium for a Large, of the same colour (S7, S8). Raises `Illegal`."""
    given = action.given
    colour = action.colour
    to = action.taken
    sources = action.sources
    if sum(given) != 1:
        raise Illegal("wrong-size", "S7", "only one pyramid can be upconverted in a turn", field="give")
    size = SIZES[given.index(1)]
    if to != size + 1:
        message = f"a {size.word} cannot become a {to.word}: upconvert a Small to a Medium, or a Medium to a Large"
        raise Illegal("wrong-size", "S7", message, field="take")
    slot = position.slot(colour)
    _check_given(position, slot, given, "S7")
    taken = several(1, to)
    check_sources(position, slot, taken, sources)
    text = f"{position.to_move} gave 1 {colour} {size.word} for 1 {colour} {to.word}"
    promoted = SimpleEvent("promoted", text, (f"{colour}",))
    return Transition(_trade(position, slot, given, slot, taken, sources), (promoted, *_captures(sources, colour)))


def _captures(sources: Sequence[Source], colour: Colour) -> list[SimpleEvent]:
    return [
        SimpleEvent("captured", f"{lot_words(lot, colour)} came from {seat}'s stash", (colour.value,))
        for seat, lot in sources
    ]


def _check_given(position: Position, slot: int, given: Lot, rule: str) -> None:
    """Raises `Illegal` (S6, S7) if the mover's stash lacks what it gives."""
    has = position.stashes[position.mover][slot]
    if not has_lot(has, given):
        colour = position.circle[slot]
        message = shortage_words(position.to_move, has, given, colour)
        about = about_stash(position.mover, slot, given, colour)
        raise Illegal("no-such-pyramid", rule, message, field="give", about=about)


def _trade(position: Position, slot: int, given: Lot, target: int, taken: Lot, sources: Sequence[Source]) -> Position:
    """The position after an exchange or upconversion. The spectrum needs no change: it has what no stash holds
    (S8)."""
    stashes = list(position.stashes)
    worth = list(position.worth)
    mover = position.mover
    for seat, lot in sources:
        index = SEATS.index(seat)
        stashes[index] = changed_stash(stashes[index], target, subtract(stashes[index][target], lot))
        worth[index] -= pips(lot)
    mine = list(stashes[mover])
    mine[slot] = subtract(mine[slot], given)
    mine[target] = add(mine[target], taken)
    stashes[mover] = tuple(mine)
    worth[mover] += pips(taken) - pips(given)
    return replace(position, stashes=tuple(stashes), worth=tuple(worth), passes=0, stage=EXCHANGED)


def leave(position: Position) -> Transition[Position]:
    """The mover leaves the game (S13). Raises `Illegal` with two seats, and within a turn."""
    seat = position.to_move
    check_not_alone(position)
    if len(position.stashes) < 3:
        message = f"write who resigns at the end of the record, such as `{seat} resigns`: a game of two ends then"
        raise Illegal("leaving-two", "S13", message)
    if position.stage is not OPEN:
        raise Illegal("second-action", "S13", "write `resign` as a separate turn, without other actions")
    if position.mover in position.out:
        raise Illegal("seat-left", "S13", f"{seat} has already left the game")
    after = replace(position, out=position.out | {position.mover}, passes=0, stage=RESIGNED)
    return Transition(after, (SimpleEvent("resigned", f"{seat} left the game", seat=seat),))


def play_pass(position: Position) -> Transition[Position]:
    """Passes for a seat that can neither exchange nor upconvert. Raises `Illegal` (S9)."""
    check_not_alone(position)
    if position.stage is not OPEN:
        raise Illegal("second-action", "S9", "a pass must be the only action of its turn")
    possible = next(possible_trades(position), None)
    if possible is not None:
        match possible:
            case Exchange(given, colour, taken, to):
                what = f"exchange {lot_words(given, colour)} for {lot_words(taken, to)}"
            case Upconversion(given, colour, to_size):
                what = f"upconvert {lot_words(given, colour)} to a {to_size.word}"
        raise Illegal("needless-pass", "S9", f"{position.to_move} cannot pass, because it can {what}")
    return Transition(replace(position, stage=PASSED), (SimpleEvent("passed", f"{position.to_move} passed"),))

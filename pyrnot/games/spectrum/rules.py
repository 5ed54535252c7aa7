"""The rules of a turn of Spectrum, one function a rule. Knows no notation and no diagram."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from msgspec.structs import replace

from pyrnot.diagnostics import Illegal
from pyrnot.game import Chance, Event, Outcome, Played
from pyrnot.games.spectrum.actions import (
    Action,
    Conversion,
    Converted,
    Drawn,
    Exchange,
    Exchanged,
    Pass,
    Passed,
    Source,
    TakenFrom,
    Turned,
    Upconversion,
    Upconverted,
)
from pyrnot.games.spectrum.codes import Codes
from pyrnot.games.spectrum.lots import Lot, add, lot_words, pips, several, subtract
from pyrnot.games.spectrum.moves import possible_trades
from pyrnot.games.spectrum.position import (
    CONVERTED,
    EXCHANGED,
    OPEN,
    PASSED,
    SEATS,
    Goal,
    Position,
    Stash,
    goal_letters,
)
from pyrnot.games.spectrum.supply import check_sources
from pyrnot.pieces import SIZES, Colour, Pyramid, Size

PIPS_TO_WIN = 6


def play(position: Position, action: Action) -> Played[Position]:
    """The position after one action of a turn. Raises `Illegal`."""
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
            return pass_turn(position)
        case _:
            assert_never(action)


def check_first(position: Position) -> None:
    """Nothing comes before an exchange or an upconversion, and there is one in a turn (S6, S9). Raises `Illegal`."""
    if position.stage is PASSED:
        raise Illegal(Codes.SECOND_ACTION, "S9", "a pass is the only action of its turn")
    if position.stage is not OPEN:
        raise Illegal(Codes.SECOND_ACTION, "S6", "a turn is one exchange or one upconversion, and it is made already")


# Exchange and upconversion


def exchange(position: Position, action: Exchange) -> Played[Position]:
    """Pyramids of one colour against as many pips of the next (S6), taken where S8 says."""
    given, colour, taken, to, sources = action.given, action.colour, action.taken, action.to, action.sources
    slot, target = position.slot(colour), position.slot(to)
    if target != position.next_slot(slot):
        wanted = position.circle[position.next_slot(slot)].value
        way = "clockwise" if position.clockwise else "counter-clockwise"
        message = f"{colour.value} is exchanged for {wanted}, not for {to.value}: the indicator points {way}"
        raise Illegal(Codes.WRONG_COLOUR, "S6", message, part="to")
    if pips(given) != pips(taken):
        message = f"{lot_words(given, colour)} {_are(given)} worth {pips(given)} pips, "
        message += f"{lot_words(taken, to)} {_are(taken)} worth {pips(taken)}"
        raise Illegal(Codes.UNEQUAL, "S6", message, part="take")
    for size in SIZES:
        if given[size - 1] and taken[size - 1]:
            message = f"a {size.word} is both given and taken: no size may be both"
            raise Illegal(Codes.SAME_SIZE, "S6", message, part="take")
    _check_given(position, slot, given, "S6")
    check_sources(position, target, taken, sources)
    exchanged = Exchanged(position.to_move, given, colour, taken, to)
    events = (exchanged, *_captures(sources, to)) if sources else (exchanged,)
    return Played(_trade(position, slot, given, target, taken, sources), events)


def upconvert(position: Position, action: Upconversion) -> Played[Position]:
    """A Small against a Medium, or a Medium against a Large, of the same colour (S7), taken where S8 says."""
    given, colour, to, sources = action.given, action.colour, action.taken, action.sources
    if sum(given) != 1:
        raise Illegal(Codes.WRONG_SIZE, "S7", "one pyramid is upconverted in a turn, not several", part="give")
    size = SIZES[given.index(1)]
    if to != size + 1:
        message = f"a {size.word} cannot be upconverted to a {to.word}: only a Small to a Medium, a Medium to a Large"
        raise Illegal(Codes.WRONG_SIZE, "S7", message, part="take")
    slot = position.slot(colour)
    _check_given(position, slot, given, "S7")
    taken = several(1, to)
    check_sources(position, slot, taken, sources)
    upconverted = Upconverted(position.to_move, size, colour, to)
    events = (upconverted, *_captures(sources, colour)) if sources else (upconverted,)
    return Played(_trade(position, slot, given, slot, taken, sources), events)


def _captures(sources: Sequence[Source], colour: Colour) -> list[TakenFrom]:
    """What came from other stashes."""
    return [TakenFrom(seat, lot, colour) for seat, lot in sources]


def _are(lot: Lot) -> str:
    return "are" if sum(lot) > 1 else "is"


def _check_given(position: Position, slot: int, given: Lot, rule: str) -> None:
    """The mover gives what its stash has (S6, S7). Raises `Illegal`."""
    has = position.stashes[position.mover][slot]
    if given[0] > has[0] or given[1] > has[1] or given[2] > has[2]:
        colour = position.circle[slot]
        message = f"{position.to_move}'s stash has {lot_words(has, colour)}, not {lot_words(given, colour)}"
        if not any(has):
            message = f"{position.to_move}'s stash has nothing {colour.value}"
        raise Illegal(Codes.NO_SUCH_PYRAMID, rule, message, part="give")


def _trade(position: Position, slot: int, given: Lot, target: int, taken: Lot, sources: Sequence[Source]) -> Position:
    """The position after the mover gave and took; what the spectrum has is what no stash holds (S8)."""
    stashes, worth, mover = list(position.stashes), list(position.worth), position.mover
    for seat, lot in sources:
        index = SEATS.index(seat)
        stashes[index] = _changed(stashes[index], target, subtract(stashes[index][target], lot))
        worth[index] -= pips(lot)
    mine = list(stashes[mover])
    mine[slot] = subtract(mine[slot], given)
    mine[target] = add(mine[target], taken)
    stashes[mover] = tuple(mine)
    worth[mover] += pips(taken) - pips(given)
    return Position(
        position.circle,
        position.clockwise,
        tuple(stashes),
        tuple(worth),
        position.goals,
        mover,
        0,
        EXCHANGED,
    )


def _changed(stash: Stash, slot: int, lot: Lot) -> Stash:
    return (*stash[:slot], lot, *stash[slot + 1 :])


# Conversion


def matching_goals(position: Position) -> list[int]:
    """Numbers of the goals whose three pyramids the mover's stash holds (S10), counted from 1."""
    stash, slot = position.stashes[position.mover], position.circle.index
    matching: list[int] = []
    for number, goal in enumerate(position.goals, 1):
        if goal is not None:
            small, medium, large = goal.small, goal.medium, goal.large
            if stash[slot(small)][0] and stash[slot(medium)][1] and stash[slot(large)][2]:
                matching.append(number)
    return matching


def convert(position: Position, action: Conversion) -> Played[Position]:
    """A goal given back, a new one drawn, the indicator turned (S10), unless the exchange has won (S11)."""
    seat = position.to_move
    if position.stage is PASSED:
        raise Illegal(Codes.SECOND_ACTION, "S9", "a pass is the only action of its turn: it converts nothing")
    if position.stage is OPEN:
        message = "a conversion comes after an exchange or an upconversion, and there is none before it"
        raise Illegal(Codes.WRONG_ORDER, "S6", message)
    if position.stage is CONVERTED:
        raise Illegal(Codes.SECOND_ACTION, "S10", "a goal is converted already, and there is one conversion in a turn")
    won = winner(position)
    if won is not None:
        message = f"{SEATS[won]} has won by the exchange, which ends the turn: nothing is converted"
        raise Illegal(Codes.AFTER_WIN, "S11", message)
    number = action.number
    if not 1 <= number <= len(position.goals):
        raise Illegal(
            Codes.NO_SUCH_GOAL, "S10", f"there are goals 1 to {len(position.goals)}, not {number}", part="goal"
        )
    goal = position.goals[number - 1]
    if goal is None:
        raise Illegal(Codes.NO_SUCH_GOAL, "S10", f"goal {number} is not drawn", part="goal")
    _check_match(position, number, goal)
    stash = position.stashes[position.mover]
    for pyramid in goal.pyramids:
        slot = position.slot(pyramid.colour)
        stash = _changed(stash, slot, subtract(stash[slot], several(1, pyramid.size)))
    mover = position.mover
    stashes = (*position.stashes[:mover], stash, *position.stashes[mover + 1 :])
    left = position.worth[mover] - sum(SIZES)
    worth = (*position.worth[:mover], left, *position.worth[mover + 1 :])
    new = _new_goal(position, action, left)
    goals = (*position.goals[: number - 1], new, *position.goals[number:])
    clockwise = not position.clockwise
    events: list[Event] = [Converted(seat, number, goal)]
    if new is not None:
        events.append(Drawn(number, new))
    events.append(Turned(clockwise))
    after = Position(position.circle, clockwise, stashes, worth, goals, mover, 0, CONVERTED)
    return Played(after, tuple(events))


def _check_match(position: Position, number: int, goal: Goal) -> None:
    """The mover's stash holds the goal's pyramids (S10). Raises `Illegal`."""
    stash = position.stashes[position.mover]
    for size, colour in goal.pyramids:
        if not stash[position.slot(colour)][size - 1]:
            message = f"goal {number} is {goal_letters(goal)}, and {position.to_move}'s stash has no {colour.value} "
            message += size.word
            raise Illegal(Codes.NO_MATCH, "S10", message, part="goal")


def _new_goal(position: Position, action: Conversion, pips_left: int) -> Goal | None:
    """The goal drawn: pyramids that are in the bag; may be missing only where the game ends by it (S10, S11)."""
    number, drawn = action.number, action.drawn
    if drawn is None:
        if pips_left > PIPS_TO_WIN:
            message = f"the new goal {number} is missing: only a conversion that ends the game needs none, "
            message += f"and {position.to_move} keeps {pips_left} pips"
            raise Illegal(Codes.DRAW_MISSING, "S10", message, part="goal")
        return None
    if [pyramid.size for pyramid in drawn] != list(Size):
        message = "a new goal is a Small, a Medium and a Large in this order, as in SrMkLw"
        raise Illegal(Codes.WRONG_DRAW, "S10", message, part="drawn")
    for place, pyramid in enumerate(drawn, 1):
        for other, goal in enumerate(position.goals, 1):
            if other != number and goal is not None and goal[pyramid.size - 1] is pyramid.colour:
                message = f"the {pyramid.colour.value} {pyramid.size.word} is not in the bag: goal {other} shows it"
                raise Illegal(Codes.WRONG_DRAW, "S10", message, part=f"drawn {place}")
    small, medium, large = (pyramid.colour for pyramid in drawn)
    return Goal(small, medium, large)


def draw_goal(position: Position, number: int, chance: Chance) -> tuple[Pyramid, ...]:
    """Pyramids for the new goal `number`: a Small, a Medium and a Large that the bag has (S10)."""
    drawn = []
    for size in SIZES:
        out = {goal[size - 1] for other, goal in enumerate(position.goals, 1) if goal is not None and other != number}
        colour = chance.pick([colour for colour in position.circle if colour not in out])
        drawn.append(Pyramid(size, colour))
    return tuple(drawn)


# Pass, the end of a turn, the end of the game


def pass_turn(position: Position) -> Played[Position]:
    """A turn passed by a seat that can neither exchange nor upconvert (S9)."""
    if position.stage is not OPEN:
        raise Illegal(Codes.SECOND_ACTION, "S9", "a pass is the only action of its turn")
    possible = next(possible_trades(position), None)
    if possible is not None:
        match possible:
            case Exchange(given, colour, taken, to):
                what = f"exchange {lot_words(given, colour)} for {lot_words(taken, to)}"
            case Upconversion(given, colour, to_size):
                what = f"upconvert {lot_words(given, colour)} to a {to_size.word}"
        raise Illegal(Codes.NEEDLESS_PASS, "S9", f"{position.to_move} cannot pass, for it can {what}")
    return Played(replace(position, stage=PASSED), (Passed(position.to_move),))


def actions(position: Position, chance: Chance) -> Iterator[Action]:
    """Every legal action: the exchanges and upconversions or else a pass (S9), then the conversions due (S10)."""
    if position.stage is OPEN:
        is_stuck = True
        for trade in possible_trades(position):
            is_stuck = False
            yield trade
        if is_stuck:
            yield Pass()
    elif position.stage is EXCHANGED and winner(position) is None:
        for number in matching_goals(position):
            # A goal is worth 6 pips: who has no more than 12 wins by giving them back.
            ends = position.stash_pips(position.mover) - sum(Size) <= PIPS_TO_WIN
            yield Conversion(number, None if ends else draw_goal(position, number, chance))


def end_turn(position: Position) -> Played[Position]:
    """Refuses a turn without its action or with a conversion missing (S6, S10); then the next seat moves."""
    if position.stage is OPEN:
        raise Illegal(Codes.NO_ACTION, "S6", "a turn begins with an exchange or an upconversion")
    if position.stage is EXCHANGED and winner(position) is None:
        due = matching_goals(position)
        if due:
            goal = position.goals[due[0] - 1]
            message = f"{position.to_move}'s stash holds goal {due[0]} ({goal_letters(goal)}), which must be converted"
            raise Illegal(Codes.CONVERSION_MISSING, "S10", message)
    passes = position.passes + 1 if position.stage is PASSED else 0
    mover = (position.mover + 1) % len(position.stashes)
    return Played(replace(position, mover=mover, passes=passes, stage=OPEN))


def winner(position: Position) -> int | None:
    """The seat that has won (S11), by index, None if there is none.

    The mover is asked first, then the seats after it. Between turns the mover is the seat before the one to move.
    """
    if min(position.worth) > PIPS_TO_WIN:
        return None
    count = len(position.stashes)
    first = position.mover - 1 if position.stage is OPEN else position.mover
    for step in range(count):
        seat = (first + step) % count
        if position.worth[seat] <= PIPS_TO_WIN:
            return seat
    return None


def outcome(position: Position) -> Outcome | None:
    """The winner by S11, or the draw by S12."""
    seat = winner(position)
    if seat is not None:
        has = position.stash_pips(seat)
        return Outcome(SEATS[seat], "S11", f"{SEATS[seat]}'s stash is worth {has} pips")
    if position.stage is OPEN and position.passes >= len(position.stashes):
        return Outcome(None, "S12", "every seat passed in a row")
    return None

"""Conversions: which goals a stash matches, the judge of a conversion, and the new goal that is drawn (S10)."""

from __future__ import annotations

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Chance, SimpleEvent, Transition
from pyrnot.core.pieces import SIZES, Pyramid, join_words
from pyrnot.core.subjects import Subject
from pyrnot.games.spectrum.actions import Conversion
from pyrnot.games.spectrum.lots import several, subtract
from pyrnot.games.spectrum.position import (
    CONVERTED,
    OPEN,
    PIPS_TO_WIN,
    SEATS,
    Goal,
    Position,
    changed_stash,
    check_not_alone,
    find_winner,
    write_goal,
)
from pyrnot.games.spectrum.supply import about_stash

GOAL_PIPS = sum(SIZES)
"""What the three pyramids of a goal are worth."""


def matching_goals(position: Position) -> list[int]:
    """Numbers, from 1, of the goals whose three pyramids are in the mover's stash (S10)."""
    stash = position.stashes[position.mover]
    slot = position.circle.index
    matching: list[int] = []
    for number, goal in enumerate(position.goals, 1):
        if goal is not None:
            small, medium, large = goal
            if stash[slot(small)][0] and stash[slot(medium)][1] and stash[slot(large)][2]:
                matching.append(number)
    return matching


def convert(position: Position, action: Conversion) -> Transition[Position]:
    """Gives back a goal's pyramids, draws a new goal and turns the indicator (S10). Raises `Illegal`."""
    _check_stage(position)
    number = action.number
    mover = position.mover
    goal = _find_match(position, number)
    stash = position.stashes[mover]
    pyramids = goal.pyramids
    for size, colour in pyramids:
        slot = position.slot(colour)
        stash = changed_stash(stash, slot, subtract(stash[slot], several(1, size)))
    left = position.worth[mover] - GOAL_PIPS
    new = _new_goal(position, action, left)
    clockwise = not position.clockwise
    back = join_words([f"the {colour} {size.word}" for size, colour in pyramids])
    text = f"{position.to_move} gave back {back} for goal {number}"
    events = [SimpleEvent("converted", text, pyramids=pyramids)]
    if new is not None:
        events.append(SimpleEvent("drawn", f"the new goal {number} is {write_goal(new)}"))
    events.append(SimpleEvent("turned", f"the indicator turned {'clockwise' if clockwise else 'counter-clockwise'}"))
    after = replace(
        position,
        clockwise=clockwise,
        stashes=(*position.stashes[:mover], stash, *position.stashes[mover + 1 :]),
        worth=(*position.worth[:mover], left, *position.worth[mover + 1 :]),
        goals=(*position.goals[: number - 1], new, *position.goals[number:]),
        stage=CONVERTED,
    )
    return Transition(after, tuple(events))


def _check_stage(position: Position) -> None:
    """Raises `Illegal` unless an exchange or upconversion came before and has not won (S6, S9, S10, S11)."""
    check_not_alone(position)
    if position.stage is OPEN:
        raise Illegal("wrong-order", "S6", "a conversion must follow an exchange or an upconversion")
    if position.stage is CONVERTED:
        raise Illegal("second-action", "S10", "only one goal can be converted in a turn")
    winner = find_winner(position)
    if winner is not None:
        message = f"nothing can be converted: {SEATS[winner]} has already won, which ends the turn"
        raise Illegal("after-win", "S11", message)


def _find_match(position: Position, number: int) -> Goal:
    """The goal of that number. Raises `Illegal` (S10) if there is none or the mover's stash does not match it."""
    if not 1 <= number <= len(position.goals):
        which = f"goal {number}" if number < 1000 else "such goal"
        message = f"there is no {which}; the goals are 1 to {len(position.goals)}"
        raise Illegal("no-such-goal", "S10", message, field="goal")
    goal = position.goals[number - 1]
    if goal is None:
        raise Illegal("no-such-goal", "S10", f"goal {number} was not drawn again", field="goal")
    stash = position.stashes[position.mover]
    for size, colour in zip(SIZES, goal, strict=True):
        if not stash[position.slot(colour)][size - 1]:
            message = (
                f"goal {number} is {write_goal(goal)}, but {position.to_move}'s stash has no {colour} {size.word}"
            )
            about = about_stash(position.mover, position.slot(colour), several(1, size), colour)
            raise Illegal("no-match", "S10", message, field="goal", about=about)
    return goal


def _new_goal(position: Position, action: Conversion, pips_left: int) -> Goal | None:
    """The goal drawn, None if none is written and the game ends. Raises `Illegal` (S10) if the bag cannot give it."""
    number = action.number
    drawn = action.drawn
    if drawn is None:
        if pips_left > PIPS_TO_WIN:
            message = f"add the new goal {number}: it may be left out only if the conversion ends the game, "
            message += f"but {position.to_move} keeps {pips_left} pips"
            raise Illegal("draw-missing", "S10", message, field="goal")
        return None
    if tuple(pyramid.size for pyramid in drawn) != SIZES:
        message = "a new goal is a Small, a Medium and a Large, in this order, as in SrMkLw"
        raise Illegal("wrong-draw", "S10", message, field="drawn")
    for place, (size, colour) in enumerate(drawn, 1):
        for other, goal in enumerate(position.goals, 1):
            if other != number and goal is not None and goal[size - 1] is colour:
                message = f"the {colour} {size.word} is not in the bag: goal {other} shows it"
                about = _about_goal(other, goal)
                raise Illegal("wrong-draw", "S10", message, field=f"drawn {place}", about=about)
    small, medium, large = (pyramid.colour for pyramid in drawn)
    return Goal(small, medium, large)


def _about_goal(number: int, goal: Goal) -> Subject:
    """What a draw is about that takes a pyramid of another goal."""
    return Subject(lambda position: position.goals[number - 1], goal, f"goal {number} was drawn", f"G{number}")


def draw_goal(position: Position, number: int, chance: Chance) -> tuple[Pyramid, ...]:
    """A new goal `number` that the bag can give: a Small, a Medium and a Large (S10)."""
    drawn = []
    for size in SIZES:
        out = {goal[size - 1] for other, goal in enumerate(position.goals, 1) if goal is not None and other != number}
        colour = chance.pick([colour for colour in position.circle if colour not in out])
        drawn.append(Pyramid(size, colour))
    return tuple(drawn)

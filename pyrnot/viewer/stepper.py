"""Stepping through records, as a pure machine: where one stands, and where a key leads to.

Knows no terminal: `pyrnot.viewer.screen` draws a `State`, and `pyrnot.cli.replay` reads the keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import assert_never

from pyrnot.play.course import START, Course

_FAR = 10
"""Plies that a page up or down goes."""


class Command(Enum):
    """What a key asks for; the value is the help's line for it."""

    NEXT = "next turn"
    BACK = "turn before"
    START = "start"
    END = "end of the line"
    FAR_NEXT = "ten turns on"
    FAR_BACK = "ten turns back"
    NEXT_COMMENT = "next comment"
    PREVIOUS_COMMENT = "comment before"
    NEXT_FAULT = "next fault"
    INTO = "into a variation, to the next one"
    OUT = "out of the variation"
    FLIP = "flip the board"
    NEXT_RECORD = "next record"
    PREVIOUS_RECORD = "record before"
    GO_TO = "go to a ply (or type its number)"
    AUTO = "play by itself, or stop"
    SCROLL_DOWN = "scroll the picture down"
    SCROLL_UP = "scroll the picture up"
    HELP = "this help"
    QUIT = "quit"


KEYS: dict[str, Command] = {
    **dict.fromkeys(("right", "n", " ", "l", "enter"), Command.NEXT),
    **dict.fromkeys(("left", "b", "p", "h", "backspace"), Command.BACK),
    **dict.fromkeys(("home", "s", "<"), Command.START),
    **dict.fromkeys(("end", "e", ">"), Command.END),
    "pagedown": Command.FAR_NEXT,
    "pageup": Command.FAR_BACK,
    "c": Command.NEXT_COMMENT,
    "C": Command.PREVIOUS_COMMENT,
    "d": Command.NEXT_FAULT,
    **dict.fromkeys(("down", "v"), Command.INTO),
    **dict.fromkeys(("up", "o"), Command.OUT),
    "f": Command.FLIP,
    **dict.fromkeys(("]", "tab", "r"), Command.NEXT_RECORD),
    **dict.fromkeys(("[", "backtab", "R"), Command.PREVIOUS_RECORD),
    **dict.fromkeys(("g", ":"), Command.GO_TO),
    "a": Command.AUTO,
    "j": Command.SCROLL_DOWN,
    "k": Command.SCROLL_UP,
    **dict.fromkeys(("?", "H", "f1"), Command.HELP),
    **dict.fromkeys(("q", "Q", "ctrl-c", "ctrl-d"), Command.QUIT),
}
"""What each key does, by the key's name."""

TICK = "tick"
"""The name of no key: time has come for the next turn of a record that plays by itself."""


@dataclass(frozen=True, slots=True)
class State:
    """Where somebody stands, and how the screen is set.

    `turn` is the index of a stop of the record with index `record`. `entry` holds the digits of a ply being
    typed, None if none is. `message` is said once. `scroll` is how many lines of the picture are hidden above.
    """

    record: int = 0
    turn: int = START
    flip: bool = False
    auto: bool = False
    help: bool = False
    entry: str | None = None
    message: str = ""
    scroll: int = 0
    done: bool = False


def step(state: State, key: str, courses: Sequence[Course]) -> State:
    """The state after a key. A key that means nothing changes nothing."""
    if key == TICK:
        return _tick(state, courses[state.record])
    state = replace(state, message="")
    if state.entry is not None or (len(key) == 1 and key.isascii() and key.isdigit()):
        if key == "ctrl-c":
            return replace(state, done=True)
        return _type(state, key, courses[state.record])
    if state.help:
        return replace(state, help=False, done=KEYS.get(key) is Command.QUIT)
    if key == "escape":
        return replace(state, auto=False)
    command = KEYS.get(key)
    if command is None:
        return replace(state, message="" if key == "unknown" else "press ? for the keys")
    return obey(state, command, courses)


def obey(state: State, command: Command, courses: Sequence[Course]) -> State:
    """The state after a command."""
    course = courses[state.record]
    turn = state.turn
    match command:
        case Command.NEXT:
            return _stand(state, _next(course, turn), course, "this is the last turn")
        case Command.BACK:
            return _stand(state, course.stop(turn).parent, course, "this is the start")
        case Command.START:
            return _stand(state, START, course)
        case Command.END:
            return _stand(state, _along(course, turn, len(course.stops)), course)
        case Command.FAR_NEXT:
            return _stand(state, _along(course, turn, _FAR), course, "this is the last turn")
        case Command.FAR_BACK:
            path = course.path(turn)
            return _stand(state, path[-_FAR - 1] if len(path) > _FAR else START, course, "this is the start")
        case Command.NEXT_COMMENT:
            return _stand(state, _commented(course, turn, 1), course, "there is no comment after this turn")
        case Command.PREVIOUS_COMMENT:
            return _stand(state, _commented(course, turn, -1), course, "there is no comment before this turn")
        case Command.NEXT_FAULT:
            return _stand(state, _faulty(course, turn), course, "there is no other fault")
        case Command.INTO:
            return _stand(state, _into(course, turn), course, "there is no variation here")
        case Command.OUT:
            variation = course.stop(turn).variation
            replaced = course.instead_of(variation) if variation else turn
            return _stand(state, replaced, course, "this is the main line")
        case Command.FLIP:
            return replace(state, flip=not state.flip)
        case Command.NEXT_RECORD:
            return _turn_to(state, state.record + 1, len(courses))
        case Command.PREVIOUS_RECORD:
            return _turn_to(state, state.record - 1, len(courses))
        case Command.GO_TO:
            return replace(state, entry="", auto=False)
        case Command.AUTO:
            if not state.auto and _next(course, turn) == turn:
                turn = START
            return replace(state, auto=not state.auto, turn=turn)
        case Command.SCROLL_DOWN:
            return replace(state, scroll=state.scroll + 1)
        case Command.SCROLL_UP:
            return replace(state, scroll=max(0, state.scroll - 1))
        case Command.HELP:
            return replace(state, help=True, auto=False)
        case Command.QUIT:
            return replace(state, done=True)
        case _:
            assert_never(command)


def _stand(state: State, turn: int, course: Course, excuse: str = "") -> State:
    """The state at another turn; `excuse` is said if it is the same one."""
    if turn == state.turn or not course.stop(turn).can_stand:
        return replace(state, message=excuse, auto=False)
    return replace(state, turn=turn, scroll=0, auto=False)


def _next(course: Course, turn: int) -> int:
    after = course.after.get(turn, turn)
    return after if course.stop(after).can_stand else turn


def _along(course: Course, turn: int, count: int) -> int:
    """The turn that lies `count` turns further on the same line, or the last before that."""
    for _ in range(count):
        after = _next(course, turn)
        if after == turn:
            break
        turn = after
    return turn


def _commented(course: Course, turn: int, way: int) -> int:
    """The next stop in the order of the text (or the one before) that has a comment; `turn` if there is none."""
    found = turn + way
    while START <= found < len(course.stops) - 1:
        stop = course.stop(found)
        if stop.can_stand and (stop.comments or stop.lead):
            return found
        found += way
    return turn


def _faulty(course: Course, turn: int) -> int:
    """The next stop with a diagnostic, from the beginning again behind the last."""
    count = len(course.stops)
    for distance in range(1, count):
        stop = course.stops[(turn + 1 + distance) % count]
        if stop.can_stand and stop.faults:
            return stop.turn
    return turn


def _into(course: Course, turn: int) -> int:
    """The first turn of a variation: one that stands in place of this turn, the next one behind this variation, or
    one in place of the turn that follows."""
    stop = course.stop(turn)
    own = course.variations(turn)
    if own:
        return course.first_of(own[0])
    if stop.variation and course.first_of(stop.variation) == turn:
        replaced = course.instead_of(stop.variation)
        others = course.variations(replaced)
        return course.first_of(others[(others.index(stop.variation) + 1) % len(others)])
    following = course.variations(_next(course, turn)) if _next(course, turn) != turn else ()
    return course.first_of(following[0]) if following else turn


def _turn_to(state: State, record: int, count: int) -> State:
    if count == 1:
        return replace(state, message="there is no other record")
    if not 0 <= record < count:
        return replace(state, message="this is the last record" if record > 0 else "this is the first record")
    return State(record=record, flip=state.flip)


def _tick(state: State, course: Course) -> State:
    if not state.auto:
        return state
    turn = _next(course, state.turn)
    if turn == state.turn:
        return replace(state, auto=False, message="this is the last turn")
    return replace(state, turn=turn, scroll=0, message="")


# Going to a ply by its number


def _type(state: State, key: str, course: Course) -> State:
    entry = state.entry or ""
    if key == "enter":
        return _go_to(replace(state, entry=None), entry, course)
    if key == "escape":
        return replace(state, entry=None)
    if key == "backspace":
        return replace(state, entry=entry[:-1] or None)
    if len(key) == 1 and key.isascii() and key.isdigit():
        return replace(state, entry=(entry + key)[:9], auto=False)
    # Any other key ends the number, and means what it always means only if nothing was typed.
    return replace(state, message="type a ply's number, then Enter")


def _go_to(state: State, entry: str, course: Course) -> State:
    if not entry:
        return state
    turn = find_ply(course, state.turn, int(entry))
    if turn is None:
        last = course.stop(_along(course, state.turn, len(course.stops))).ply
        return replace(state, message=f"there is no ply {int(entry)} on this line: it ends at {last}")
    return _stand(state, turn, course, "you are there")


def find_ply(course: Course, turn: int, ply: int) -> int | None:
    """The turn with that ply on the line of play that leads to `turn` and goes on from there; None if it is too short
    or nobody can stand there."""
    here = course.stop(turn).ply
    if ply == 0:
        return START
    if ply <= here:
        return course.path(turn)[ply - 1]
    found = _along(course, turn, ply - here)
    return found if course.stop(found).ply == ply else None

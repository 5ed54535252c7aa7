"""Stepping through records, as a pure state machine: the current turn, and what each key does.

Knows no terminal: `pyrnot.viewer.screen` draws a `State`, and `pyrnot.viewer.app` reads the keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.play.course import START, Course

_FAR = 10
"""Plies per page up or down."""


class Command(Enum):
    """What a key does; the value is its line in the help."""

    NEXT = "next turn"
    BACK = "previous turn"
    START = "start"
    END = "end of this line"
    FAR_NEXT = "ten turns forward"
    FAR_BACK = "ten turns back"
    NEXT_COMMENT = "next comment"
    PREVIOUS_COMMENT = "previous comment"
    NEXT_FAULT = "next error or warning"
    INTO = "enter a variation, or the next one"
    OUT = "leave the variation"
    FLIP = "flip the board"
    NEXT_RECORD = "next record"
    PREVIOUS_RECORD = "previous record"
    GO_TO = "go to a ply (or type its number)"
    AUTO = "start or stop autoplay"
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
"""The command of each key, by the key's name."""

TICK = "tick"
"""Not a key: autoplay is due to show the next turn."""


class State(Struct, frozen=True, kw_only=True):
    """The current turn and the settings of the screen.

    `turn` is the index of a stop of the record with index `record`. `entry` holds the digits of a ply being
    typed (None: none is being typed). `message` is shown until the next key. `scroll` is the number of lines of the
    picture hidden above the screen.
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
    """The state after a key."""
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
        return replace(state, message="" if key == "unknown" else "press ? for help")
    return obey(state, command, courses)


def obey(state: State, command: Command, courses: Sequence[Course]) -> State:
    """The state after a command."""
    course = courses[state.record]
    match command:
        case Command.FLIP:
            return replace(state, flip=not state.flip)
        case Command.NEXT_RECORD:
            return _turn_to(state, state.record + 1, len(courses))
        case Command.PREVIOUS_RECORD:
            return _turn_to(state, state.record - 1, len(courses))
        case Command.GO_TO:
            return replace(state, entry="", auto=False)
        case Command.AUTO:
            is_at_end = _next(course, state.turn) == state.turn
            return replace(state, auto=not state.auto, turn=START if is_at_end and not state.auto else state.turn)
        case Command.SCROLL_DOWN:
            return replace(state, scroll=state.scroll + 1)
        case Command.SCROLL_UP:
            return replace(state, scroll=max(0, state.scroll - 1))
        case Command.HELP:
            return replace(state, help=True, auto=False)
        case Command.QUIT:
            return replace(state, done=True)
        case _:
            return _stand(state, *_destination(command, course, state.turn), course=course)


def _destination(command: Command, course: Course, turn: int) -> tuple[int, str]:
    """The turn that a command leads to, and the message if that is the turn it was given from."""
    match command:
        case Command.NEXT:
            return _next(course, turn), "already at the last turn"
        case Command.BACK:
            return course.stop(turn).parent, "already at the start"
        case Command.START:
            return START, ""
        case Command.END:
            return _along(course, turn, len(course.stops)), ""
        case Command.FAR_NEXT:
            return _along(course, turn, _FAR), "already at the last turn"
        case Command.FAR_BACK:
            path = course.path(turn)
            return path[-_FAR - 1] if len(path) > _FAR else START, "already at the start"
        case Command.NEXT_COMMENT:
            return _commented(course, turn, 1), "no comment after this turn"
        case Command.PREVIOUS_COMMENT:
            return _commented(course, turn, -1), "no comment before this turn"
        case Command.NEXT_FAULT:
            return _faulty(course, turn), "no other error or warning"
        case Command.INTO:
            return _into(course, turn), "no variation here"
        case Command.OUT:
            variation = course.stop(turn).variation
            return course.instead_of(variation) if variation else turn, "already on the main line"
        case _:
            raise AssertionError(f"{command} does not lead to a turn")


def _stand(state: State, turn: int, excuse: str, *, course: Course) -> State:
    """The state at another turn; with the message `excuse` if that is the same turn."""
    if turn == state.turn or not course.stop(turn).can_stand:
        return replace(state, message=excuse, auto=False)
    return replace(state, turn=turn, scroll=0, auto=False)


def _next(course: Course, turn: int) -> int:
    after = course.after.get(turn, turn)
    return after if course.stop(after).can_stand else turn


def _along(course: Course, turn: int, count: int) -> int:
    """The turn `count` turns further along the line, or the last turn if the line is shorter."""
    for _ in range(count):
        after = _next(course, turn)
        if after == turn:
            break
        turn = after
    return turn


def _commented(course: Course, turn: int, way: int) -> int:
    """The nearest stop with a comment, later (`way` 1) or earlier (-1) in the text; `turn` if there is none."""
    found = turn + way
    while START <= found < len(course.stops) - 1:
        stop = course.stop(found)
        if stop.can_stand and (stop.comments or stop.lead):
            return found
        found += way
    return turn


def _faulty(course: Course, turn: int) -> int:
    """The next stop with a diagnostic, starting again at the top after the last one; `turn` if there is no other."""
    count = len(course.stops)
    for distance in range(1, count):
        stop = course.stops[(turn + 1 + distance) % count]
        if stop.can_stand and stop.faults:
            return stop.turn
    return turn


def _into(course: Course, turn: int) -> int:
    """The first turn of a variation: one that replaces this turn, else the next variation beside the one that begins
    here, else one that replaces the next turn; `turn` if there is none."""
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
        return replace(state, message="this is the only record")
    if not 0 <= record < count:
        return replace(state, message="already at the last record" if record > 0 else "already at the first record")
    return State(record=record, flip=state.flip)


def _tick(state: State, course: Course) -> State:
    if not state.auto:
        return state
    turn = _next(course, state.turn)
    if turn == state.turn:
        return replace(state, auto=False, message="already at the last turn")
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
    # Any other key is ignored while a number is being typed.
    return replace(state, message="type a ply number, then press Enter")


def _go_to(state: State, entry: str, course: Course) -> State:
    if not entry:
        return state
    turn = find_ply(course, state.turn, int(entry))
    if turn is None:
        last = course.stop(_along(course, state.turn, len(course.stops))).ply
        return replace(state, message=f"no ply {int(entry)}: this line ends at ply {last}")
    return _stand(state, turn, "already at that ply", course=course)


def find_ply(course: Course, turn: int, ply: int) -> int | None:
    """The turn at `ply` on the line of play through `turn`; None if that line ends earlier."""
    here = course.stop(turn).ply
    if ply == 0:
        return START
    if ply <= here:
        return course.path(turn)[ply - 1]
    found = _along(course, turn, ply - here)
    return found if course.stop(found).ply == ply else None

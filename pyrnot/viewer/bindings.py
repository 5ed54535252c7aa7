"""What the viewer can do and the keys for it: one table, from which the bindings, the footer and the help are made.

Names of keys are Textual's, but nothing here knows Textual.
"""

from __future__ import annotations

from enum import Enum


class Command(Enum):
    """What a key does; the value is its line in the help."""

    NEXT = "next turn"
    BACK = "previous turn"
    START = "start"
    END = "end of this line"
    FAR_NEXT = "ten turns forward"
    FAR_BACK = "ten turns back"
    GO_TO = "go to a ply (or type its number)"
    AUTO = "start or stop autoplay"
    NEXT_COMMENT = "next comment"
    PREVIOUS_COMMENT = "previous comment"
    NEXT_DIAGNOSTIC = "next error or warning"
    INTO = "enter a variation, or the next one"
    OUT = "leave the variation"
    NEXT_RECORD = "next record"
    PREVIOUS_RECORD = "previous record"
    SEARCH = "search comments and players"
    RECORDS = "list the records, to choose one"
    NEXT_MATCH = "next match"
    PREVIOUS_MATCH = "previous match"
    TRY = "try a turn, or choose a legal one"
    ROLL = "roll the fair dice of the next turn"
    COPY_TURN = "copy the turn"
    COPY_POSITION = "copy the position"
    SAVE = "save the picture as SVG"
    FLIP = "flip the board"
    SCROLL_DOWN = "scroll the picture down"
    SCROLL_UP = "scroll the picture up"
    THEME = "next theme: terminal, dark, light"
    HELP = "help"
    CLOSE = "stop autoplay, close the line for a turn"
    QUIT = "quit"


KEYS: dict[str, Command] = {
    **dict.fromkeys(("right", "n", "space", "l", "enter"), Command.NEXT),
    **dict.fromkeys(("left", "b", "p", "h", "backspace"), Command.BACK),
    **dict.fromkeys(("home", "s", "<"), Command.START),
    **dict.fromkeys(("end", "e", ">"), Command.END),
    "pagedown": Command.FAR_NEXT,
    "pageup": Command.FAR_BACK,
    **dict.fromkeys(("g", ":"), Command.GO_TO),
    "a": Command.AUTO,
    "c": Command.NEXT_COMMENT,
    "C": Command.PREVIOUS_COMMENT,
    "d": Command.NEXT_DIAGNOSTIC,
    **dict.fromkeys(("down", "v"), Command.INTO),
    **dict.fromkeys(("up", "o"), Command.OUT),
    **dict.fromkeys(("]", "tab", "r"), Command.NEXT_RECORD),
    **dict.fromkeys(("[", "shift+tab", "R"), Command.PREVIOUS_RECORD),
    "L": Command.RECORDS,
    "/": Command.SEARCH,
    "m": Command.NEXT_MATCH,
    "M": Command.PREVIOUS_MATCH,
    "t": Command.TRY,
    "D": Command.ROLL,
    "y": Command.COPY_TURN,
    "Y": Command.COPY_POSITION,
    "w": Command.SAVE,
    "f": Command.FLIP,
    "j": Command.SCROLL_DOWN,
    "k": Command.SCROLL_UP,
    "T": Command.THEME,
    **dict.fromkeys(("?", "H", "f1"), Command.HELP),
    "escape": Command.CLOSE,
    **dict.fromkeys(("q", "Q", "ctrl+d"), Command.QUIT),
}
"""The command of each key. Ctrl-C, which quits wherever the cursor is, and the digits are not in it."""

FOOTER = {
    Command.HELP: "help",
    Command.QUIT: "quit",
    Command.NEXT: "step",
    Command.TRY: "try a turn",
    Command.INTO: "variation",
    Command.OUT: "leave",
    Command.NEXT_DIAGNOSTIC: "problem",
    Command.NEXT_COMMENT: "comment",
    Command.SEARCH: "search",
    Command.RECORDS: "records",
    Command.GO_TO: "ply",
    Command.FLIP: "flip",
    Command.SAVE: "save",
}
"""The commands at the foot of the screen, the most useful first, each in a word."""

_HEADINGS = {
    Command.NEXT: "Turns",
    Command.NEXT_COMMENT: "Comments and problems",
    Command.INTO: "Variations",
    Command.NEXT_RECORD: "Records",
    Command.TRY: "This position",
    Command.FLIP: "Screen",
}
"""The headings of the help, each with the first command below it."""

_NAMES = {"pagedown": "PgDn", "pageup": "PgUp", "right": "→", "left": "←", "up": "↑", "down": "↓", "escape": "Esc"}


def key_names(command: Command) -> list[str]:
    """The keys of a command as people call them, the one to learn first: `Shift-Tab` for `shift+tab`."""
    keys = [key for key, of in KEYS.items() if of is command]
    return [_NAMES.get(key, key.title().replace("+", "-") if len(key) > 1 else key) for key in keys]


def groups() -> dict[str, list[Command]]:
    """The commands below the headings of the help."""
    found: dict[str, list[Command]] = {}
    for command in Command:
        if command in _HEADINGS:
            below = found[_HEADINGS[command]] = []
        below.append(command)
    return found

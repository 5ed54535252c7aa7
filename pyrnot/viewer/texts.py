"""What the viewer shows, as lines of rich text for a given width: the head, the picture, the turn with its comments and
its faults, a row of the turn list, the foot.

Every text of a record is cleaned here and becomes a `rich.text.Text` as it is: nothing in it is read as markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import Struct
from rich.console import Console
from rich.text import Text

from pyrnot.core.diagnostics import Diagnostic, Severity
from pyrnot.play.course import START, Course, Stop
from pyrnot.play.plies import players
from pyrnot.render.text.lines import Charset, clean
from pyrnot.render.text.terminal import draw_colour
from pyrnot.render.words import say_fault
from pyrnot.viewer.bindings import Command
from pyrnot.viewer.stepper import State, variations_here
from pyrnot.viewer.turns import Row

_LONGEST_COMMENT = 10_000
"""Characters of a comment that are shown, more than anyone scrolls through."""
_INNER_RULE = re.compile(r"\s*├[─┼]+┤")
"""A line between two ranks of a board, left out of a picture that is too high."""
_DEEPEST = 4
"""Variations deeper than this are not indented further: they must leave room for the turns."""


# Head and foot


def draw_head(state: State, course: Course, records: int, width: int) -> Text:
    """The game, its players and its event, and which record this is."""
    record = course.record
    title = record.game.info.title if record.game else "unknown game"
    left = Text(no_wrap=True)
    left.append(f" {title} ", "bold reverse")
    names = players(course.replay)
    event = ", ".join(record.tags[name] for name in ("Event", "Site", "Date", "Round") if name in record.tags)
    for part in (names, event):
        if part:
            left.append("  " + safe(part))
    right = f"record {state.record + 1} of {records}" if records > 1 else ""
    return _ends(left, Text(right, "dim"), width)


class Hint(Struct, frozen=True):
    """A key that the foot offers; one that `is_news` is shown first, as something can be done here with it.

    `command` is None for a key of the panel for trying turns.
    """

    command: Command | None
    key: str
    text: str
    is_news: bool = False


def list_hints(state: State, course: Course) -> list[Hint]:
    """The hints for a turn, the most useful first."""
    here = variations_here(course, state.turn)
    faults = course.replay.diagnostics
    news = []
    if here:
        news.append(Hint(Command.INTO, "v", _count(here, "variation"), is_news=True))
    if course.stop(state.turn).variation:
        news.append(Hint(Command.OUT, "o", "leave", is_news=True))
    if faults:
        errors = sum(fault.severity is Severity.ERROR for fault in faults)
        counted = _count(errors, "error") if errors else _count(len(faults), "warning")
        news.append(Hint(Command.NEXT_FAULT, "d", counted, is_news=True))
    return [
        Hint(Command.HELP, "?", "help"),
        Hint(Command.QUIT, "q", "quit"),
        *news,
        Hint(Command.BACK, "←", ""),
        Hint(Command.NEXT, "→", "step"),
        Hint(Command.TRY, "t", "try a turn"),
        Hint(Command.NEXT_COMMENT, "c", "comment"),
        Hint(Command.SEARCH, "/", "search"),
        Hint(Command.FLIP, "f", "flip"),
        Hint(Command.GO_TO, "g", "ply"),
        Hint(Command.SAVE, "w", "save"),
    ]


_HINTS_TO_TRY = [
    Hint(None, "Enter", "try it"),
    Hint(None, "↓", "choose"),
    Hint(None, "Tab", "copy to the line"),
    Hint(None, "Esc", "close"),
]


def draw_foot(
    state: State, course: Course, width: int, *, is_trying: bool = False
) -> tuple[Text, list[tuple[int, int, Command]]]:
    """The message or the hints, and the ply; and between which columns a click gives which command. `is_trying` while
    the panel for trying turns is open."""
    right = Text(_where(state, course), "bold")
    if state.message:
        return _ends(Text(safe(state.message), "bold yellow", no_wrap=True), right, width), []
    left = Text(no_wrap=True)
    places = []
    for hint in _fitting(_HINTS_TO_TRY if is_trying else list_hints(state, course), width - right.cell_len - 2):
        start = left.cell_len
        left.append(hint.key, "bold")
        if hint.text:
            left.append(f" {hint.text}", "bold" if hint.is_news else "dim")
        if hint.command is not None:
            places.append((start, left.cell_len, hint.command))
        left.append("   " if hint.text else " ")
    left.rstrip()
    return _ends(left, right, width), places


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _fitting(hints: list[Hint], room: int) -> list[Hint]:
    """As many of the first hints as there is room for, what helps everyone at the end."""
    taken: list[Hint] = []
    for hint in hints:
        room -= len(hint.key) + 1 + (len(hint.text) + 3 if hint.text else 0)
        if room < -3:
            break
        taken.append(hint)
    # What is always offered comes last.
    return sorted(taken, key=lambda hint: hint.command in (Command.HELP, Command.QUIT))


def _where(state: State, course: Course) -> str:
    stop = course.stop(state.turn)
    last = course.record.main_line[-1] if course.record.main_line else START
    where = f"ply {stop.ply} of {course.stop(last).ply}"
    if stop.variation:
        where = f"{course.record.variations[stop.variation].name}, ply {stop.ply}"
    return f"▶ {where}" if state.auto else where


def _ends(left: Text, right: Text, width: int) -> Text:
    """One line with `left` at its left end and `right` at its right end; `left` is cut if there is no room."""
    space = width - right.cell_len
    if left.cell_len + 1 > space:
        left.truncate(max(space - 1, 0), overflow="ellipsis")
    left.append(" " * max(space - left.cell_len, 0))
    left.append_text(right)
    left.truncate(width, overflow="ellipsis")
    return left


# The picture, and what there is to say about the turn


def draw_picture(state: State, course: Course, width: int, height: int) -> list[Text]:
    """The lines of the current diagram, without the lines between ranks if it would be higher than `height`."""
    view = course.view(state.turn)
    if view is None:
        return _wrap(Text("No position to show: the record has no legal start.", "bold"), width)
    lines = list(draw_colour(view.diagram, width=width, flip=state.flip).split("\n"))
    if len(lines) > height:
        lines = [line for line in lines if not _INNER_RULE.fullmatch(line.plain)]
    return lines


def draw_turn(course: Course, turn: int, width: int) -> list[Text]:
    """The turn in full."""
    return _wrap(_turn_text(course.stop(turn)), width)


def _turn_text(stop: Stop) -> Text:
    text = Text()
    if stop.turn == START:
        return text.append("Start", "bold")
    text.append(f"{stop.ply}. {stop.seat + ': ' if stop.seat else ''}", "bold")
    text.append(safe(stop.text), "bold" if stop.is_legal else "bold red")
    if stop.marks:
        text.append(" " + " ".join(stop.marks), "bold yellow")
    if not stop.is_legal:
        text.append("  (not played)", "red")
    return text


def draw_comments(course: Course, turn: int, width: int, sought: str = "") -> list[Text]:
    """The comments on a turn, with what was searched for marked."""
    stop = course.stop(turn)
    lines = []
    for comment in (*stop.lead, *stop.comments):
        text = Text(safe(comment[:_LONGEST_COMMENT], keep_lines=True), "italic")
        if sought:
            text.highlight_words([sought], "reverse", case_sensitive=False)
        lines += _wrap(text, width)
    return lines


def draw_faults(course: Course, turn: int, width: int) -> list[Text]:
    """What is wrong with a turn; on the last that can be visited, also with those after it."""
    stop = course.stop(turn)
    is_last = not stop.is_legal or not course.replay.start
    return _faults(course, (*stop.faults, *(course.hidden_faults if is_last else ())), width)


def draw_answer(lines: Iterable[str], width: int) -> list[Text]:
    """The answer to a turn that was tried; an excerpt is cut and not wrapped."""
    drawn: list[Text] = []
    for first, *rest in (line.split("\n") for line in lines):
        style = (
            "bold red" if first.startswith(("error", "not ")) else "bold green" if first.startswith("legal:") else ""
        )
        drawn += _wrap(Text(safe(first), style), width)
        drawn += [Text(safe(line), "red", no_wrap=True) for line in rest]
    for row in drawn:
        row.truncate(width, overflow="ellipsis")
    return drawn


def _faults(course: Course, faults: Iterable[Diagnostic], width: int) -> list[Text]:
    lines: list[Text] = []
    for fault in faults:
        style = "red" if fault.severity is Severity.ERROR else "yellow"
        first, *rest = say_fault(fault, course.record.source)
        lines += _wrap(Text(safe(first), f"bold {style}"), width)
        # The excerpt must stay above its underline, so these lines are cut and not wrapped.
        lines += [Text(safe(line), style, no_wrap=True) for line in rest]
    for row in lines:
        row.truncate(width, overflow="ellipsis")
    return lines


# The turn list


def draw_row(course: Course, row: Row, *, is_here: bool, width: int) -> Text:
    """A row of the turn list."""
    stop = course.stop(row.turn)
    line = Text("▶ " if is_here else "  ", no_wrap=True)
    line.append("│ " * (min(row.depth, _DEEPEST) - bool(row.depth)), "dim")
    if row.depth:
        line.append(("▸ " if row.is_folded else "▾ ") if row.opens else "│ ", "" if row.opens else "dim")
    if stop.turn == START:
        line.append("Start")
    else:
        line.append(f"{stop.ply:>3}. ")
        line.append(safe(stop.text), "red" if stop.faults and not stop.is_legal else "")
        if stop.marks:
            line.append(" " + " ".join(stop.marks), "yellow")
    if row.hidden:
        line.append(f" +{row.hidden}", "dim")
    if stop.faults:
        is_error = any(fault.severity is Severity.ERROR for fault in stop.faults)
        line.append(" ✗" if is_error else " ⚠", "bold red" if is_error else "yellow")
    comments = " ".join((*stop.lead, *stop.comments))
    if comments:
        line.append(f"  {{{safe(comments[:width])}}}", "dim italic")
    if is_here:
        line.stylize("reverse bold")
    elif not stop.can_stand:
        line.stylize("dim strike")
    line.truncate(width, overflow="ellipsis")
    return line


def fold_column(row: Row) -> int:
    """The column of the sign that folds a variation."""
    return 2 * min(row.depth, _DEEPEST)


# Lines


_WRAPPER = Console(width=80, force_terminal=False)


def _wrap(text: Text, width: int) -> list[Text]:
    return list(text.wrap(_WRAPPER, max(width, 10)))


def safe(text: str, *, keep_lines: bool = False) -> str:
    """Text of a record, without anything that could control the terminal."""
    if keep_lines:
        return "\n".join(clean(line, Charset.UNICODE) for line in text.split("\n"))
    return clean(text, Charset.UNICODE)

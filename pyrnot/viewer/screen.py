"""The screen of `pyrnot replay`: the picture, the turn list, comments and faults, for a given width and height.

Gives lines of rich text that fit; knows no terminal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from pyrnot.diagnostics import Severity
from pyrnot.play.course import START, Course, Stop
from pyrnot.play.plies import players
from pyrnot.render.text.lines import Charset, clean, columns
from pyrnot.render.text.terminal import draw_colour
from pyrnot.render.words import say_fault
from pyrnot.viewer.stepper import KEYS, Command, State

if TYPE_CHECKING:
    from pyrnot.diagnostics import Diagnostic
    from pyrnot.record.model import Record

_PICTURE_WIDTH = 80
_LEAST_PICTURE = 56
_SIDE_WIDTH = 34
"""Columns of the picture, at most and at least, and of the turn list beside it; on narrower screens it is below."""
_GAP = 3
_LEAST_REMARKS = 4
"""Lines to keep below the picture for the turn, its comments and its faults."""
_KEY_NAMES = {" ": "Space", "pagedown": "PgDn", "pageup": "PgUp", "right": "→", "left": "←", "up": "↑", "down": "↓"}
_LONGEST_COMMENT = 10_000
"""Characters of a comment that are shown, more than any screen holds."""
_INNER_RULE = re.compile(r"\s*├[─┼]+┤")
"""A line between two ranks of a board, left out of a picture that is too high."""
_HINTS = (
    "← → step   c comment   v variation   f flip   g ply   ? help   q quit",
    "← → step   v variation   f flip   ? help   q quit",
    "← → step   ? help   q quit",
    "? help   q quit",
)


def draw_screen(state: State, course: Course, records: int, width: int, height: int) -> list[Text]:
    """The screen: `height` lines of at most `width` columns."""
    head = _head(state, course, records, width)
    foot = _foot(state, course, width)
    room = max(height - len(head) - len(foot), 0)
    if state.help:
        body = _fill(_help(width, room), room)
    else:
        side = width - _GAP - _SIDE_WIDTH
        is_wide = side >= _LEAST_PICTURE
        taken = min(_PICTURE_WIDTH, side if is_wide else width)
        picture = _picture(state, course, taken, room)
        # The place of the list does not depend on the picture, so that it does not jump from turn to turn.
        body = (_beside if is_wide else _below)(state, course, picture, width, room)
    lines = [*head, *body, *foot]
    for line in lines:
        line.truncate(width, overflow="ellipsis")
    return lines[:height]


# Head and foot


def _head(state: State, course: Course, records: int, width: int) -> list[Text]:
    record = course.record
    title = record.game.info.title if record.game else "unknown game"
    left = Text(no_wrap=True)
    left.append(f" {title} ", "bold reverse")
    names = players(course.replay)
    event = ", ".join(record.tags[name] for name in ("Event", "Site", "Date", "Round") if name in record.tags)
    for part in (names, event):
        if part:
            left.append("  " + _safe(part))
    right = f"record {state.record + 1} of {records}" if records > 1 else ""
    space = width - columns(right) - 1
    if right and left.cell_len > space:
        left.truncate(space, overflow="ellipsis")
    return [_ends(left, Text(right, "dim"), width), Text("")]


def _foot(state: State, course: Course, width: int) -> list[Text]:
    stop = course.stop(state.turn)
    last = course.record.main_line[-1] if course.record.main_line else START
    if state.entry is not None:
        left = Text(f"Go to ply: {state.entry}_", "bold")
    elif state.message:
        left = Text(state.message, "bold yellow")
    else:
        left = None
    where = f"ply {stop.ply} of {course.stop(last).ply}"
    if stop.variation:
        where = f"{course.record.variations[stop.variation].name}, ply {stop.ply}"
    if state.auto:
        where = f"▶ {where}"
    if left is None:
        space = width - columns(where) - 2
        left = Text(next((hint for hint in _HINTS if columns(hint) <= space), ""), "dim")
    return [_ends(left, Text(where, "bold"), width)]


def _ends(left: Text, right: Text, width: int) -> Text:
    """One line with `left` at its left end and `right` at its right end; `left` is cut if there is no room."""
    space = width - right.cell_len
    if left.cell_len + 1 > space:
        left.truncate(max(space - 1, 0), overflow="ellipsis")
    left.append(" " * max(space - left.cell_len, 0))
    return left.append_text(right)


# The picture, and the remarks on the turn


def _picture(state: State, course: Course, width: int, room: int) -> list[Text]:
    """The lines of the current diagram, without the lines between ranks if it is too high for `room`."""
    view = course.view(state.turn)
    if view is None:
        return _wrap(Text("No position to show: the record has no legal start.", "bold"), width)
    text = draw_colour(view.diagram, width=width, flip=state.flip)
    lines = list(text.split("\n"))
    if len(lines) > room - _LEAST_REMARKS:
        lines = [line for line in lines if not _INNER_RULE.fullmatch(line.plain)]
    return lines


def _remarks(state: State, course: Course, width: int) -> list[Text]:
    """The turn in full, its comments and its faults, wrapped to `width`."""
    stop = course.stop(state.turn)
    lines = _wrap(_turn_text(stop), width)
    for comment in (*stop.lead, *stop.comments):
        lines += _wrap(Text(_safe(comment[:_LONGEST_COMMENT], keep_lines=True), "italic"), width)
    lines += _faults(course, stop.faults, width)
    if not stop.is_legal or not course.replay.start:
        lines += _faults(course, course.hidden_faults, width)
    return lines


def _turn_text(stop: Stop) -> Text:
    text = Text()
    if stop.turn == START:
        return text.append("Start", "bold")
    text.append(f"{stop.ply}. {stop.seat + ': ' if stop.seat else ''}", "bold")
    text.append(_safe(stop.text), "bold" if stop.is_legal else "bold red")
    if stop.marks:
        text.append(" " + " ".join(stop.marks), "bold yellow")
    if not stop.is_legal:
        text.append("  (not played)", "red")
    return text


def _faults(course: Course, faults: Iterable[Diagnostic], width: int) -> list[Text]:
    lines: list[Text] = []
    for fault in faults:
        style = "red" if fault.severity is Severity.ERROR else "yellow"
        first, *rest = say_fault(fault, course.record.source)
        lines += _wrap(Text(_safe(first), f"bold {style}"), width)
        # The excerpt must stay above its underline, so these lines are cut and not wrapped.
        lines += [Text(_safe(line), style, no_wrap=True) for line in rest]
    for row in lines:
        row.truncate(width, overflow="ellipsis")
    return lines


# The turn list


def _turn_list(state: State, course: Course, width: int, height: int) -> list[Text]:
    """The `height` lines of the turn list around the current turn."""
    if height <= 0:
        return []
    depths = _depths(course.record)
    here = state.turn + 1
    first = max(0, min(here - height // 2, len(course.stops) - height))
    listed = course.stops[first : first + height]
    return [_row(stop, depths[stop.variation], stop.turn == state.turn, width) for stop in listed]


def _depths(record: Record) -> list[int]:
    """The depth of nesting of each variation, by its number."""
    depths = [0]
    for variation in record.variations[1:]:
        outer = record.turns[variation.instead_of].variation
        depths.append(depths[outer] + 1)
    return depths


def _row(stop: Stop, depth: int, is_here: bool, width: int) -> Text:
    row = Text("▶ " if is_here else "  ", no_wrap=True)
    # Deep variations must leave room for the turns.
    row.append("│ " * min(depth, 4))
    if stop.turn == START:
        row.append("Start")
    else:
        row.append(f"{stop.ply:>3}. ")
        row.append(f"{_safe(stop.text)}", "red" if stop.faults and not stop.is_legal else "")
        if stop.marks:
            row.append(" " + " ".join(stop.marks), "yellow")
    if stop.faults:
        is_error = any(fault.severity is Severity.ERROR for fault in stop.faults)
        row.append(" ✗" if is_error else " ⚠", "bold red" if is_error else "yellow")
    comments = " ".join((*stop.lead, *stop.comments))
    if comments:
        row.append(f"  {{{_safe(comments[:width])}}}", "dim italic")
    if is_here:
        row.stylize("reverse bold")
    elif not stop.can_stand:
        row.stylize("dim strike")
    row.truncate(width, overflow="ellipsis")
    return row


# The panes


def _beside(state: State, course: Course, picture: list[Text], width: int, room: int) -> list[Text]:
    """The picture on the left; on the right the turn list, and below it the remarks on the turn."""
    taken = min(_PICTURE_WIDTH, width - _GAP - _SIDE_WIDTH)
    side = width - taken - _GAP
    remarks = _remarks(state, course, side)[: max(room * 2 // 3, 3)]
    listed = _turn_list(state, course, side, room - len(remarks) - 1)
    right = _fill([*listed, Text(""), *remarks], room)
    left = _fill(_scrolled(picture, state, room), room)
    rows = []
    for picture_line, side_line in zip(left, right, strict=True):
        row = picture_line.copy()
        row.append(" " * (taken + _GAP - row.cell_len))
        rows.append(row.append_text(side_line))
    return rows


def _below(state: State, course: Course, picture: list[Text], width: int, room: int) -> list[Text]:
    """The picture, below it the remarks on the turn, then as much of the turn list as fits."""
    remarks = _remarks(state, course, width)
    least = min(len(remarks), max(room * 2 // 5, 2))
    shown = min(len(picture), max(room - least - 1, room // 2))
    remarks = remarks[: max(room - shown - 1, 1)]
    listed = _turn_list(state, course, width, room - shown - len(remarks) - 2)
    gap = [Text("")] if listed else []
    return _fill([*_scrolled(picture, state, shown), Text(""), *remarks, *gap, *listed], room)


def _scrolled(picture: list[Text], state: State, room: int) -> list[Text]:
    """The part of the picture that fits, with a line that says how much is hidden."""
    if len(picture) <= room or room < 3:
        return picture[:room]
    first = min(state.scroll, len(picture) - room)
    part = picture[first : first + room]
    if first + room < len(picture):
        part[-1] = Text(f"  ⋮ {len(picture) - first - room + 1} more lines (j)", "dim")
    if first:
        part[0] = Text(f"  ⋮ {first + 1} lines above (k)", "dim")
    return part


def _help(width: int, room: int) -> list[Text]:
    rows = []
    for command in Command:
        keys = [key for key, of in KEYS.items() if of is command and not key.startswith("ctrl")]
        names = "  ".join(_KEY_NAMES.get(key, key.capitalize() if len(key) > 1 else key) for key in keys[:4])
        rows.append(Text.assemble("  ", (f"{names:<20}", "bold"), command.value))
    last = Text("Press any key to return.", "dim")
    if len(rows) + 4 <= room:
        return [Text("Keys", "bold underline"), Text(""), *rows, Text(""), last]
    if len(rows) + 1 > room and width >= 100:
        half = -(-len(rows) // 2)
        pairs = zip(_fill(rows[:half], half), _fill(rows[half:], half), strict=True)
        rows = [_columns(left, right, width // 2) for left, right in pairs]
    return [*rows[: max(room - 1, 0)], last]


def _columns(left: Text, right: Text, at: int) -> Text:
    left.append(" " * max(at - left.cell_len, 1))
    return left.append_text(right)


def _fill(lines: Sequence[Text], height: int) -> list[Text]:
    """Exactly `height` lines."""
    return [*lines[:height], *(Text("") for _ in range(height - len(lines)))]


_WRAPPER = Console(width=80, force_terminal=False)


def _wrap(text: Text, width: int) -> list[Text]:
    return list(text.wrap(_WRAPPER, max(width, 10)))


def _safe(text: str, *, keep_lines: bool = False) -> str:
    """Text of a record, without anything that could control the terminal."""
    if keep_lines:
        return "\n".join(clean(line, Charset.UNICODE) for line in text.split("\n"))
    return clean(text, Charset.UNICODE)

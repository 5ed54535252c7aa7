"""What the viewer shows, as rich text: the head, the picture, the turn with its comments and its faults, a row of the
turn list.

Every text of a record is cleaned here and becomes a `rich.text.Text` as it is: nothing in it is read as markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rich.console import Group
from rich.text import Text

from pyrnot.core.diagnostics import Severity
from pyrnot.play.course import START, Course
from pyrnot.play.plies import View, players
from pyrnot.render.text.lines import Charset, clean
from pyrnot.render.text.terminal import draw_colour
from pyrnot.render.words import say_fault
from pyrnot.viewer.stepper import State, variations_here

_LONGEST_COMMENT = 10_000
"""Characters of a comment that are shown, more than anyone scrolls through."""
_INNER_RULE = re.compile(r"\s*├[─┼]+┤")
"""A line between two ranks of a board, left out of a picture that is too high."""


def draw_head(course: Course) -> Text:
    """The game, its players and its event."""
    record = course.record
    title = record.game.info.title if record.game else "unknown game"
    head = Text.assemble((f" {title} ", "bold reverse"))
    event = ", ".join(record.tags[name] for name in ("Event", "Site", "Date", "Round") if name in record.tags)
    for part in (players(course.replay), event):
        if part:
            head.append("  " + safe(part))
    return head


def draw_counts(state: State, course: Course, records: int) -> Text:
    """The number of errors or warnings, and which record this is."""
    counts = Text()
    faults = course.replay.diagnostics
    errors = sum(fault.severity is Severity.ERROR for fault in faults)
    if faults:
        style = "bold red" if errors else "bold yellow"
        counts.append("  " + (_count(errors, "error") if errors else _count(len(faults), "warning")), style)
    if records > 1:
        counts.append(f"  record {state.record + 1} of {records}", "dim")
    return counts


def draw_ply(state: State, course: Course) -> Text:
    """Which ply this is."""
    stop = course.stop(state.turn)
    last = course.record.main_line[-1] if course.record.main_line else START
    where = f"ply {stop.ply} of {course.stop(last).ply}"
    if stop.variation:
        where = f"{course.record.variations[stop.variation].name}, ply {stop.ply}"
    return Text(f"  ▶ {where}" if state.auto else f"  {where}", "bold")


def draw_picture(view: View | None, width: int, height: int, *, flip: bool) -> Text:
    """The diagram, without the lines between ranks if it would be higher than `height`."""
    if view is None:
        return Text("No position to show: the record has no legal start.", "bold")
    lines = draw_colour(view.diagram, width=width, flip=flip).split("\n")
    if len(lines) > height:
        return Text("\n").join(line for line in lines if not _INNER_RULE.fullmatch(line.plain))
    return Text("\n").join(lines)


def draw_turn(course: Course, turn: int) -> Text:
    """The turn in full, and how many variations can be entered from it."""
    stop = course.stop(turn)
    if stop.turn == START:
        text = Text("Start", "bold")
    else:
        text = Text.assemble((f"{stop.ply}. {stop.seat + ': ' if stop.seat else ''}", "bold"))
        text.append(safe(stop.text), "bold" if stop.is_legal else "bold red")
        if stop.marks:
            text.append(" " + " ".join(stop.marks), "bold yellow")
        if not stop.is_legal:
            text.append("  (not played)", "red")
    here = variations_here(course, turn)
    if here:
        text.append(f"  ({_count(here, 'variation')})", "dim")
    return text


def draw_comments(course: Course, turn: int, sought: str = "") -> Text:
    """The comments on a turn, with what was searched for marked."""
    stop = course.stop(turn)
    comments = (comment[:_LONGEST_COMMENT].split("\n") for comment in (*stop.lead, *stop.comments))
    text = Text("\n".join(safe(line) for lines in comments for line in lines), "italic")
    if sought:
        text.highlight_words([sought], "reverse", case_sensitive=False)
    return text


def draw_faults(course: Course, turn: int) -> Group:
    """What is wrong with a turn; on the last that can be visited, also with those after it."""
    stop = course.stop(turn)
    is_last = not stop.is_legal or not course.replay.start
    lines: list[Text] = []
    for fault in (*stop.faults, *(course.hidden_faults if is_last else ())):
        style = "red" if fault.severity is Severity.ERROR else "yellow"
        first, *rest = say_fault(fault, course.record.source)
        lines += [Text(safe(first), f"bold {style}"), *(_excerpt(line, style) for line in rest)]
    return Group(*lines)


def draw_answer(answer: Iterable[str]) -> Group:
    """The answer to a turn that was tried."""
    drawn: list[Text] = []
    for first, *rest in (line.split("\n") for line in answer):
        style = (
            "bold red" if first.startswith(("error", "not ")) else "bold green" if first.startswith("legal:") else ""
        )
        drawn += [Text(safe(first), style), *(_excerpt(line, "red") for line in rest)]
    return Group(*drawn)


def _excerpt(line: str, style: str) -> Text:
    """A line below a diagnostic: an excerpt must stay above its underline, so it is cut and not wrapped."""
    return Text(safe(line), style, no_wrap=True, overflow="ellipsis")


def draw_row(course: Course, turn: int, width: int) -> Text:
    """A row of the turn list."""
    stop = course.stop(turn)
    if turn == START:
        line = Text("Start")
    else:
        line = Text(f"{stop.ply}. ")
        line.append(safe(stop.text), "red" if stop.faults and not stop.is_legal else "")
        if stop.marks:
            line.append(" " + " ".join(stop.marks), "yellow")
    if stop.faults:
        is_error = any(fault.severity is Severity.ERROR for fault in stop.faults)
        line.append(" ✗" if is_error else " ⚠", "bold red" if is_error else "yellow")
    comments = " ".join((*stop.lead, *stop.comments))
    if comments:
        line.append(f"  {{{safe(comments[: max(width, 0)])}}}", "dim italic")
    if not stop.can_stand:
        line.stylize("dim strike")
    line.truncate(max(width, 1), overflow="ellipsis")
    return line


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def safe(text: str) -> str:
    """Text of a record on one line, without anything that could control the terminal."""
    return clean(text, Charset.UNICODE)

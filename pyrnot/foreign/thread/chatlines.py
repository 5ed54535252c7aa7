"""Lines of chats beside the messages: days, what the program says, and what somebody does (TR2.2, TR2.3)."""

from __future__ import annotations

import re

from pyrnot.foreign.thread.heads import CLOCK, WHEN, Head, holds_notation, is_name, mark_time, words_of

_AT_FIRST = rf"(?:[\[(]?{WHEN}[\])]?\s*(?:[-–—]\s*)?)?"
_ACTION = re.compile(rf"{_AT_FIRST}\*{{1,3}}\s+[@+%&~]?(?P<nick>[^\s<>:|;()\[\]{{}}/=*]{{1,30}})\s+(?P<rest>.*)$")
_ACTS = re.compile(r"(?:rolls?|rolled)\b|resigns?\W*$|passes\W*$", re.IGNORECASE)
_DAY_LINE = re.compile(
    rf"[-–—=* ]{{0,12}}(?:day changed(?: to)?|log opened|begin logging at|session start:?)?\s*{WHEN}"
    rf"\s*[-–—=* ]{{0,12}}$",
    re.IGNORECASE,
)
_MARK = re.compile(rf"{_AT_FIRST}(?:\*{{1,3}}\s|-!-|-->|<--|—>|==+\s|⇐|⇒|→|←|--\s)")
_OF_PROGRAM = re.compile(
    rf"(?:read|delivered|seen|gelesen|zugestellt|lu|vu|distribué)\b(?:\s+(?:at\s+|um\s+|à\s+)?{WHEN})?\s*$|"
    r"[┌╭↩↪⤷⮡⤴]|(?:replying|in reply|reply) to\b|antwort an\b|@\S{1,40} hat geantwortet",
    re.IGNORECASE,
)
_SYSTEM = tuple(words_of("system"))
"""What chat programs say of a group, in small letters."""
_LONGEST = 300


def read_action(text: str) -> Head | None:
    """A line in which a player does something and the program says it, if that may be of the game:
    `* ida rolls TIP 5/1`."""
    found = None
    if "*" in text[:30]:
        marked, stamp = mark_time(text[:_LONGEST])
        found = _ACTION.match(marked)
    if found is None or not is_name(found["nick"]) or not (_ACTS.match(found["rest"]) or holds_notation(found["rest"])):
        return None
    return Head(found["nick"], stamp if WHEN not in found["rest"] else "", rest=found["rest"].replace(WHEN, stamp))


def read_day_line(text: str) -> str | None:
    """The day that a line between messages names, as it is written."""
    if not 3 < len(text) <= 80 or (":" in text and "session" not in text.casefold()):
        return None
    marked, stamp = mark_time(text)
    is_day = stamp and not CLOCK.search(stamp) and not stamp.lower().endswith(("ago", "now"))
    return stamp if is_day and _DAY_LINE.match(marked) else None


def is_system_line(text: str) -> bool:
    """Whether a line is the program's own: somebody joined, a message was pinned, what a message replies to."""
    if len(text) > _LONGEST or holds_notation(text):
        return False
    marked = mark_time(text)[0]
    if _OF_PROGRAM.match(marked) or _MARK.match(marked):
        return True
    folded = text.lower()
    return any(phrase in folded for phrase in _SYSTEM)

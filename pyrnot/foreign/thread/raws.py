"""The lines of a text before they are cut into messages: without quote marks (TR2.5), and each name that stands alone
above the time of its message as one head with it (TR2.2).

So pages of chats and forums are copied: name, perhaps a handle or a dot, then `7:04 PM`, `2d ago` or a date. Lines
are taken for such heads only where the whole text writes them in this way; in any other copy nobody is known to
speak.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.limits import LINE_CHARACTERS
from pyrnot.foreign.thread.heads import CLOCK, WHEN, Head, holds_notation, is_name, mark_time
from pyrnot.foreign.thread.text import EMOJI, Line, make_line

_QUOTES = re.compile(
    r"(?:[ \t]{4,40}(?=>[ \t]?\S))?(?:[ \t]{0,3}(?:>|&gt;)[ \t]?|[ \t]{0,3}\|[ \t](?![^|\n]*\|)|[ \t]{0,3}\|$)+"
)
_OPENS_QUOTE = re.compile(
    r"\[q(?:uote)?(?:=\s*[\"']?(?P<name>[^\"'\];,]{1,60}?)(?=[\"'\];,]|\s+\w+=)[^\]]{0,100})?\]|<blockquote\b[^<>]{0,200}>",
    re.IGNORECASE,
)
_CLOSES_QUOTE = re.compile(r"\[/q(?:uote)?\]|</blockquote>", re.IGNORECASE)
_IS_BROKEN = re.compile(r"[;,=<(-]$|\)>$|^\d{1,3}[.)]$")
"""How a line ends that a mail program broke within a turn."""
_DEEPEST = 1_000
_AGE = re.compile(
    r"(?:\d{1,2}|an?)\s?(?:s|m|h|d|w|mo|y|(?:sec|min|minute|hr|hour|day|week|month|year)s?)\.?(?:\s+ago)?"
    r"(?:\s*\(?edited\)?)?",
    re.IGNORECASE,
)
_AFTER_TIME = re.compile(r" \(\d{1,2} \w+ ago\)$")
"""What Gmail's page writes after a time."""
_BETWEEN = re.compile(
    r"[-–—•·|]|OP|MOD|BOT|APP|Author|Owner|Member|Moderator|Regular|Leader|Original Poster", re.IGNORECASE
)
"""What else stands between a name and its time."""
_NICK = re.compile(r"[^\W\d][\w.'’-]*(?: [\w.'’-]+){0,3}")
_ADDRESS = re.compile(r"\s*<[^<>\s]+@[^<>\s]+>$")
"""What Gmail's page writes after a name."""
_HANDLE = re.compile(r"\(?@[\w.-]+\)?|unread,?")
_ROOM = re.compile(r"r/\w+|[#&]\S+")
_LONGEST = 40
_MOST_ABOVE = 6


class Raw(Struct, frozen=True):
    """A line without its quote marks, and how deep it is quoted; `name`: the author that a forum's quotation names.
    `head`: it begins a head of several lines."""

    depth: int
    line: Line
    name: str = ""
    head: Head | None = None


def take_quotes(lines: Iterable[Line]) -> Iterator[Raw]:
    """The lines without quote marks, and how many each had."""
    inside = 0
    names: list[str] = []
    before = Raw(0, make_line(0, 0, ""))
    for line in lines:
        raw = line.raw[:LINE_CHARACTERS]
        opened = list(_OPENS_QUOTE.finditer(raw))
        closed = len(_CLOSES_QUOTE.findall(raw))
        names += [quote["name"] or "" for quote in opened][: _DEEPEST - len(names)]
        name = names[-1] if names else ""
        found = _QUOTES.match(raw)
        depth = 0
        if found and found.end():
            marks = found.group().replace("&gt;", ">")
            depth = min(marks.count(">") + marks.count("|"), _DEEPEST)
            line = make_line(line.number, line.start + found.end(), line.raw[found.end() :])
        if depth < before.depth and line.text and _IS_BROKEN.search(before.line.text) and not inside:
            depth = before.depth  # a mail program broke the line before, and lost its quote marks (TR2.5)
        own = inside if opened and raw[: opened[0].start()].strip() else inside + len(opened)
        inside = max(min(inside + len(opened) - closed, _DEEPEST), 0)
        del names[inside:]
        before = Raw(depth + own, line, name if own else "")
        yield before


class _Found(Struct, frozen=True):
    """A line that is but a time: where it is, what it says, and of which kind; where the name is that goes with it,
    -1 without one."""

    place: int
    text: str
    kind: str
    name_place: int = -1
    name: str = ""


def join_names(raws: list[Raw]) -> list[Raw]:
    """The lines, each that is but a name with the head that it and a line under it that is but a time are together,
    where a text has several such; between the two may stand a handle, a dash and the like."""
    said = [(place, raw.line.text) for place, raw in enumerate(raws) if raw.line.text]
    times = (_read_time(place, text, said[max(at - _MOST_ABOVE, 0) : at]) for at, (place, text) in enumerate(said))
    found = [time for time in times if time is not None]
    sure = {kind for kind in {time.kind for time in found} if _is_written_so(kind, found, raws)}
    heads = {time.name_place: time for time in found if time.kind in sure and time.name_place >= 0}
    if len(heads) < 2:
        return raws
    inner = {place for time in heads.values() for place in range(time.name_place + 1, time.place + 1)}
    return [
        replace(raw, head=Head(time.name, time.text.lstrip("-–— "))) if (time := heads.get(place)) else raw
        for place, raw in enumerate(raws)
        if place not in inner
    ]


def _is_written_so(kind: str, found: Sequence[_Found], raws: Sequence[Raw]) -> bool:
    """Whether times of a kind stand under names: a day with its time does wherever a name is above it; others only if
    most of them do, and the same few names come back.

    Names and times that sign what is above them head nothing: turns precede the first of them, or nothing follows the
    last."""
    times = [time for time in found if time.kind == kind and (time.name or kind != "dated")]
    if not times:
        return False
    names = Counter(time.name for time in times)
    before = (raw.line.text for raw in raws[: max(times[0].name_place, 0)])
    follows = any(raw.line.text for raw in raws[times[-1].place + 1 :])
    has_before = any(holds_notation(text) for text in before if not text.startswith("["))
    if kind == "dated":
        return follows or not has_before
    if not follows or has_before or not times[0].name:
        return False
    unnamed = names.pop("", 0)
    if unnamed:  # a message that its sender's last one precedes has a time only
        return len(names) > 1 and min(names.values()) > 1 and 2 * unnamed < len(times)
    return len(times) == 2 or len(names) < len(times)


def _kind(text: str) -> str:
    """Of which kind a line is that is but a time; "" for any other."""
    if len(text) > _LONGEST + 20:
        return ""
    if _AGE.fullmatch(text):
        return "age"
    bare = _AFTER_TIME.sub("", text)
    marked, stamp = mark_time(bare)
    if marked.lstrip("-–— ") != WHEN or len(bare) >= _LONGEST:
        return ""
    clock = CLOCK.search(stamp)
    if clock is None:
        return "day" if stamp[-1].isalnum() and len(stamp) > 4 and marked == WHEN else ""
    return "dated" if marked != WHEN or clock.start() > 0 else "clock"


def _read_time(time_place: int, text: str, above: Sequence[tuple[int, str]]) -> _Found | None:
    """A line that is but a time, with the name that the lines above it give, if they give one; None for any other,
    and under the name of a forum's room."""
    time = _Found(time_place, text, _kind(text))
    if not time.kind:
        return None
    for at, (place, text) in reversed([*enumerate(above)]):
        if _ROOM.fullmatch(text):
            return None
        if _HANDLE.fullmatch(text) or _BETWEEN.fullmatch(text):
            time = replace(time, kind="dated") if time.kind == "day" else time
            if text.startswith("@") and time.kind != "dated":
                time = replace(time, name_place=place, name=text)
            continue
        bare = _ADDRESS.sub("", EMOJI.sub("", text)).strip().removeprefix("u/")
        before = above[at - 1][1] if at else ""
        is_whole = _kind(before) == time.kind != "dated"  # of a message, which has a time above it too
        is_town = _HANDLE.fullmatch(before) is not None
        if is_whole or is_town or not _is_called(bare, is_sure=time.kind == "dated"):
            return time
        return replace(time, name_place=place, name=bare)
    return time


def _is_called(text: str, *, is_sure: bool) -> bool:
    """Whether a line may be nothing but a name: several words are one only if each begins as a name and none is a
    number, where it is not sure to be a name."""
    words = text.split()
    is_one = is_sure or len(words) == 1 or not any(word[0].islower() or word[0].isdigit() for word in words)
    return is_one and 1 < len(text) <= _LONGEST and _NICK.fullmatch(text) is not None and is_name(text)

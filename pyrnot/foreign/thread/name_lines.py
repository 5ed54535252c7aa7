"""Names alone on a line, with the time of the message on a line near them: one head together (TR2.2).

So pages of chats and forums are copied: name, perhaps a handle or a dot, then `7:04 PM`, `2d ago` or a date. Lines are
taken for such heads only where the whole text writes them in this way.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.foreign.thread.heads import CLOCK, WHEN, Head, holds_notation, is_name, mark_time
from pyrnot.foreign.thread.text import EMOJI
from pyrnot.foreign.thread.unquoted import Raw

_AGE = re.compile(
    r"(?:\d{1,2}|an?)\s?(?:s|m|h|d|w|mo|y|(?:sec|min|minute|hr|hour|day|week|month|year)s?)\.?(?:\s+ago)?"
    r"(?:\s*\(?edited\)?)?",
    re.IGNORECASE,
)
_AFTER_TIME = re.compile(r" \((?:\d{1,2} \w+ ago|Read by .{1,60})\)$")
"""What Gmail's page and an exporter of iMessage write after a time."""
_BETWEEN = re.compile(
    r"[-–—•·|]|OP|MOD|BOT|APP|Author|Owner|Member|Moderator|Regular|Leader|Original Poster", re.IGNORECASE
)
"""What else stands between a name and its time."""
_TOOLS = re.compile(r"(?:flag )?msg tools")
"""What BGG writes under the name and the home town."""
_ENDS_POST = re.compile(r"\W*\[\+\] Dice rolls|Hide|.*\[View All\]")
"""The lines of BGG above a name."""
_NICK = re.compile(r"[^\W\d][\w.'’-]*(?: [\w.'’-]+){0,3}")
_HANDLE = re.compile(r"\(?@[\w.-]+\)?|unread,?")
_ROOM = re.compile(r"r/\w+|[#&]\S+")
_LONGEST = 40
_MOST_BETWEEN = 5


class _Found(Struct, frozen=True):
    """A line that is but a time: where it is, what it says, and of which kind; where the name is that goes with it, -1
    without one."""

    place: int
    text: str
    kind: str
    name_place: int = -1
    name: str = ""


def join_names(raws: list[Raw]) -> list[Raw]:
    """The lines, each that is but a name with the head that it and a line under it that is but a time are together,
    where a text has several such; between the two may stand a handle, a dash and the like."""
    found = [*_times(raws)]
    sure = {kind for kind in {time.kind for time in found} if _is_written_so(kind, found, raws)}
    heads = {time.name_place: time for time in found if time.kind in sure and time.name_place >= 0}
    if len(heads) < 2:
        heads = {time.name_place: time for time in _above_names(found, raws) or _of_paragraphs(raws)}
    return raws if len(heads) < 2 else [*_joined(raws, heads)]


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


def _times(raws: Iterable[Raw]) -> Iterator[_Found]:
    """The lines that are but a time, each with the name above it."""
    above: deque[tuple[int, str]] = deque(maxlen=_MOST_BETWEEN + 1)
    for place, raw in enumerate(raws):
        text = raw.line.text
        if not text:
            continue
        if len(text) <= _LONGEST + 20 and (kind := _kind(text)) and not _is_of_room(above):
            time = _Found(place, text, kind)
            yield _under_place(time, above) or (_under_name(time, above) if kind != "tools" else time)
        above.append((place, text))


def _is_of_room(above: Sequence[tuple[int, str]]) -> bool:
    """Whether a time stands under the name of a forum's room and not of a player: `r/pyramids`."""
    said = (text for _, text in reversed(above) if not _BETWEEN.fullmatch(text))
    return _ROOM.fullmatch(next(said, "")) is not None


def _kind(text: str) -> str:
    """Of which kind a line is that is but a time; "" for any other."""
    if _TOOLS.fullmatch(text):
        return "tools"
    if _AGE.fullmatch(text):
        return "age"
    bare = _AFTER_TIME.sub("", text)
    marked, stamp = mark_time(bare)
    if marked.lstrip("-–— ") == WHEN and len(bare) < _LONGEST:
        clock = CLOCK.search(stamp)
        if clock is None:
            return "day" if stamp[-1].isalnum() and len(stamp) > 5 and marked == WHEN else ""
        if marked != WHEN or clock.start() > 0:
            return "dated"
        return "clock with half" if stamp[-1] in "mM." else "Uhr" if stamp.endswith("Uhr") else "clock"
    return ""


def _under_place(time: _Found, above: Sequence[tuple[int, str]]) -> _Found | None:
    """A time on BGG, where the lines under the name and its handle give the home town."""
    if time.kind not in ("tools", "day", "dated"):
        return None
    texts = [text for _, text in above]
    for index in range(len(texts) - 1, -1, -1):
        is_end = _ENDS_POST.fullmatch(texts[index]) if time.kind == "tools" else None
        if is_end or (time.kind == "tools" and above[index][0] == 0):
            name = index + bool(is_end)
        elif time.kind != "tools" and _HANDLE.fullmatch(texts[index]) and 0 < index < len(texts) - 1:
            name = index - 1
        elif _is_called(texts[index]):
            continue
        else:
            return None
        if name < len(texts) and _is_called(texts[name]):
            return replace(time, kind="dated", name_place=above[name][0], name=texts[name])
        return None
    return None


def _under_name(time: _Found, above: Sequence[tuple[int, str]]) -> _Found:
    """A time with the name that the lines above it give."""
    under = time.place
    handle: _Found | None = None
    for place, text in reversed(above):
        if under - place > 2:
            break
        if (is_handle := _HANDLE.fullmatch(text)) or _BETWEEN.fullmatch(text):
            if time.kind == "day":
                time = replace(time, kind="dated")
            if is_handle and text.startswith("@") and time.kind != "dated":
                handle = replace(time, name_place=place, name=text)
            under = place
            continue
        bare = EMOJI.sub("", text).strip().removeprefix("u/")
        if not _is_nick(bare) or (time.kind != "dated" and not _is_called(bare)):
            break
        before = [text for other, text in above if other < place]
        if time.kind != "dated" and before and _kind(before[-1]) == time.kind:
            break  # the whole of a message, which has a time above it too
        return replace(time, name_place=place, name=bare)
    return handle or time


def _above_names(found: Sequence[_Found], raws: Sequence[Raw]) -> list[_Found]:
    """Times and names where each time but the last stands right above a name, and the same few names come back. They
    are the times of what follows, as exports of iMessage write them; if the last time ends the text, of what precedes
    it, as Signal's desktop has them."""
    times = [time for time in found if time.kind == found[-1].kind and time.kind not in ("tools", "day")]
    places = [place for place, raw in enumerate(raws) if raw.line.text]
    next_to = dict(pairwise(places))
    if len(times) < 2:
        return []
    closes = times[-1].place == places[-1]
    heads = []
    for time in times[: len(times) - closes]:
        place = next_to[time.place]
        name = raws[place].line.text
        if not _is_called(name) or next_to.get(place, time.place) in (time.place for time in times):
            return []
        heads.append(replace(time, place=place, name_place=time.place, name=name))
    names = {head.name for head in heads}
    if closes:
        first = next((place for place in places if raws[place].line.text in names and place < times[0].place), None)
        opening = (
            [] if first is None else [replace(times[0], place=first, name_place=first, name=raws[first].line.text)]
        )
        heads = [*opening, *(replace(head, text=after.text) for head, after in zip(heads, times[1:], strict=True))]
    return heads if len(heads) == 2 or len(names) < len(heads) else []


def _of_paragraphs(raws: Sequence[Raw]) -> list[_Found]:
    """Names without times, as a copy from iMessage has them: every paragraph, but for a title, begins with one that
    stands alone on its line, and the same few names come back."""
    texts = ["", *(raw.line.text for raw in raws), ""]
    begins = [place for place, text in enumerate(texts[1:-1]) if text and not texts[place]]
    heads = []
    for place in begins:
        if not texts[place + 2] or not _is_called(texts[place + 1]):
            if place != begins[0]:
                return []
            continue
        heads.append(_Found(place, "", "", place, texts[place + 1]))
    names = {head.name for head in heads}
    return heads if 2 < len(heads) > len(names) > 1 else []


def _is_nick(text: str) -> bool:
    """Whether a line may be nothing but a name."""
    return 1 < len(text) <= _LONGEST and _NICK.fullmatch(text) is not None and is_name(text)


def _is_called(text: str) -> bool:
    """Whether a line above a time may be a name: several words are a name only if each begins as one, and none is
    a number."""
    first, *rest = text.split() or [""]
    is_one = not rest or not (first[0].islower() or any(word[0].islower() or word[0].isdigit() for word in rest))
    return _is_nick(text) and is_one


def _joined(raws: Iterable[Raw], heads: Mapping[int, _Found]) -> Iterator[Raw]:
    """The lines, those that begin a head with what it says, and without the others of it."""
    end = -1
    for place, raw in enumerate(raws):
        if time := heads.get(place):
            end = time.place
            stamp = "" if time.kind == "tools" or _TOOLS.fullmatch(time.text) else time.text.lstrip("-–— ")
            yield replace(raw, head=Head(time.name, stamp))
        elif place > end:
            yield raw

"""Names alone on a line, with the time of the message on a line below: joined into one head (TR2.2).

So pages of chats and forums are copied: name, perhaps a handle or a dot, then `7:04 PM`, `2d ago` or a date. A line is
taken for such a time only where the whole text writes it in this way.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.foreign.thread.chatlines import is_dashed_stamp, is_day, is_nick, is_nick_tag, is_stamp
from pyrnot.foreign.thread.linehead import LOOKS_LIKE_TURN
from pyrnot.foreign.thread.shelf import Spill, shelved
from pyrnot.foreign.thread.text import EMOJI
from pyrnot.foreign.thread.times import TIME
from pyrnot.foreign.thread.unquoted import Raw

_CLOCK = re.compile(
    rf"(?:(?:today|yesterday|heute|gestern|hier)\s(?:at\s|um\s|à\s)?)?{TIME}(?P<uhr>\sUhr)?", re.IGNORECASE
)
_AGE = re.compile(
    r"(?:\d{1,2}|an?)\s?(?:s|m|h|d|w|mo|y|(?:sec|min|minute|hr|hour|day|week|month|year)s?)\.?(?:\s+ago)?"
    r"(?:\s*\(?edited\)?)?",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"[-–—•·|]|OP|MOD|BOT|APP|Author|Owner|Member|Moderator", re.IGNORECASE)
"""What else stands between a name and its time."""
_NO_NAME = re.compile(
    r"\+?[SMLPDQ]{1,3}[a-h][1-8]\b|\w+ .*\d|(?:pass(?:es|e)?|today|yesterday|reply|share|report|save|quote|top|"
    r"(?:up|down)vote|likes?)$",
    re.IGNORECASE,
)
"""What a message or a page may say, and nobody is called above a time."""
_PLACE = re.compile(r"r/\w+|[#&]\S+")
_LONGEST_TIME = 40
_MOST_BETWEEN = 3


class _Found(Struct, frozen=True):
    """A line that is but a time: where it is, what it says, and of which kind; the place of the name above it, -1
    without one."""

    place: int
    text: str
    kind: str
    name_place: int = -1
    name: str = ""


def join_names(raws: Sequence[Raw], spill: Spill) -> Sequence[Raw]:
    """The lines, each that is but a name joined with the one under it that is but a time, where a text has several
    such; between the two may stand a handle, a dash and the like."""
    found = [*_times(raws)]
    sure = {kind for kind in {time.kind for time in found} if _is_written_so(kind, found, raws)}
    heads = {time.name_place: time for time in found if time.kind in sure and time.name_place >= 0}
    if len(heads) < 2:
        return raws
    return shelved(_joined(raws, heads), Raw, spill)


def _is_written_so(kind: str, found: Sequence[_Found], raws: Sequence[Raw]) -> bool:
    """Whether times of a kind stand under names: a day with its time does wherever a name is above it; others only if
    all of them do, and the same few names come back.

    Names and times that sign what is above them head nothing: turns precede the first of them, or nothing follows the
    last."""
    times = [time for time in found if time.kind == kind and (time.name or kind != "dated")]
    if not times:
        return False
    names = Counter(time.name for time in times)
    before = (raw.line.text for raw in islice(raws, max(times[0].name_place, 0)))
    after = (raw.line.text for raw in islice(raws, times[-1].place + 1, None))
    has_before = any(LOOKS_LIKE_TURN.search(text) for text in before if not text.startswith("["))
    if kind == "dated":
        return any(after) or not has_before
    return any(after) and not has_before and "" not in names and (len(times) == 2 or len(names) < len(times))


def _times(raws: Iterable[Raw]) -> Iterator[_Found]:
    """The lines that are but a time, each with the name above it."""
    above: deque[tuple[int, str]] = deque(maxlen=_MOST_BETWEEN + 1)
    for place, raw in enumerate(raws):
        text = raw.line.text
        if not text:
            continue
        if len(text) < _LONGEST_TIME and (kind := _kind(text)) and not _is_of_place(above):
            yield _under_name(_Found(place, text, kind), [*above])
        above.append((place, text))


def _is_of_place(above: Sequence[tuple[int, str]]) -> bool:
    """Whether a time stands under the name of a forum's room and not of a player: `r/pyramids`."""
    said = (text for _, text in reversed(above) if not _BETWEEN.fullmatch(text))
    return _PLACE.fullmatch(next(said, "")) is not None


def _kind(text: str) -> str:
    """Of which kind a line is that is but a time; "" for any other."""
    if is_stamp(text) or is_dashed_stamp(text):
        return "dated"
    if is_day(text):
        return "day"  # alone under a name, else dated
    if clock := _CLOCK.fullmatch(text):
        return "clock with half" if text[-1] in "mM." else "Uhr" if clock["uhr"] else "clock"
    return "age" if _AGE.fullmatch(text) else ""


def _under_name(time: _Found, above: Sequence[tuple[int, str]]) -> _Found:
    """A time with the name that the lines above it give."""
    under = time.place
    handle: _Found | None = None
    for place, text in reversed(above):
        if under - place > 2:
            break
        if (is_tag := is_nick_tag(text)) or _BETWEEN.fullmatch(text):
            if time.kind == "day":
                time = replace(time, kind="dated")
            if is_tag and text.startswith("@") and time.kind != "dated":
                handle = replace(time, name_place=place, name=text)
            under = place
            continue
        bare = EMOJI.sub("", text).strip().removeprefix("u/")
        if is_nick(bare) and (time.kind == "dated" or _is_called(bare)):
            return replace(time, name_place=place, name=bare)
        break
    return handle or time


def _is_called(text: str) -> bool:
    """Whether somebody may be called so above a time: several words are a name only if each begins as one."""
    words = text.split()
    return not _NO_NAME.match(text) and (len(words) == 1 or not any(word[0].islower() for word in words))


def _joined(raws: Iterable[Raw], heads: Mapping[int, _Found]) -> Iterator[Raw]:
    """The lines, those that stand at `heads` joined with the times that they have."""
    end = -1
    for place, raw in enumerate(raws):
        if time := heads.get(place):
            end = time.place
            text = _head(time)
            yield replace(raw, line=replace(raw.line, raw=text, text=text))
        elif place > end:
            yield raw


def _head(time: _Found) -> str:
    """A name and its time on one line, as other programs write them."""
    stamp = time.text.lstrip("-–— ")
    if time.kind != "age":
        return f"{time.name} — {stamp}"
    return f"{time.name} • {stamp}" if "ago" in stamp.lower() else f"{time.name} • {stamp} ago"

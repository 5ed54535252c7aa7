"""Moments as heads and chats write them, as keys that sort (TR4.1).

Whether 3/4 is in March or in April is settled by all the moments of one text together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from msgspec import Struct

from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.thread.words import read_list

_BEFORE_NOON = "上午|凌晨|早上|午前|오전|पूर्वाह्न|π\\.μ\\.|ص(?!\\w)"
_AFTER_NOON = "下午|晚上|中午|午後|오후|अपराह्न|μ\\.μ\\.|م(?!\\w)"
"""How programs write am and pm in Chinese, Japanese, Korean, Hindi, Greek and Arabic, before the time or after it."""
_HALF_OF_DAY = lazy_pattern(rf"(?P<p>{_AFTER_NOON})|(?P<a>{_BEFORE_NOON})")
_HOURS = {"a": 0, "p": 12}
_HALF = rf"(?:{_BEFORE_NOON}|{_AFTER_NOON})"
_TIME = (
    rf"(?:{_HALF}\s?)?\d{{1,2}}[:.h]\d{{2}}(?:[:.]\d{{2}})?"
    rf"(?:\s?(?:[ap]\.?\s?m\b\.?|{_HALF}))?"
)


def _read_months() -> tuple[dict[str, int], dict[str, int]]:
    """The months by their names: those of all heads, and those of mails alone."""
    everywhere: dict[str, int] = {}
    in_mails: dict[str, int] = {}
    for number, row in enumerate(read_list("months.txt"), 1):
        names, _, others = row.partition("|")
        everywhere |= dict.fromkeys(names.split(), number)
        in_mails |= dict.fromkeys(others.split(), number)
    return everywhere, in_mails


_MONTHS, _MONTHS_IN_MAILS = _read_months()
_MONTH = rf"(?:{'|'.join(sorted(_MONTHS, key=len, reverse=True))})\b\.?"
ENGLISH_WEEKDAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b"
_WEEKDAY = (
    rf"(?:{ENGLISH_WEEKDAY}[.,]?|"
    r"(?:mon|diens|donners|frei|sams|sonn)tag\b,?|mittwoch\b,?|"
    r"(?:mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim)(?:[.,]{1,2}|(?=\s\d{1,2}\.\s))|"
    r"(?:lun|mié|jue|vie|sáb|qua|qui|sex|gio|śr|czw|pt)(?=\s\d{1,2}:\d\d))"
)
_BEGIN_WEEKDAYS = "mo tu we th fr sa su di do so mi lu ma me je ve ju vi sá qu se gi śr cz pt"
_BEGIN_DAYS = frozenset((*_BEGIN_WEEKDAYS.split(), *(name[:2] for name in _MONTHS)))
"""The first two letters of each name of a day or a month."""
_BEGINS_IN_FIGURES = lazy_pattern(
    r"(?:[^\W\d_]{2,3}\.?,?\s)?\d{1,4}"
    r"(?:[-./]\d|[-/][^\W\d_]|\s?[年년]|\.?\s(?:\d|(?:de\s)?[^\W\d_]{3}))"
)
"""How a day in figures begins, perhaps after its short name; the number of a turn with its stop begins none."""
_MONTH_AND_DAY = (
    rf"(?:(?P<dash>\d{{1,2}}-)|(?P<space>\d{{1,2}}\.?\s(?:de\s)?))?{_MONTH}"
    r"(?(dash)-\d{2,4}|(?(space)(?:,?\s(?:de\s)?\d{4})?|\s\d{1,2}(?:st|nd|rd|th)?\b(?!:\d)(?:,?\s\d{4})?))"
)
"""`5-Mar-2024`, `5. March 2024`, `March 5th, 2024`, but not the `Jan 8` in `Jan 8:02`, where Jan is a player. It
has the list of months once: that takes long to compile."""
_IN_FIGURES = (
    r"\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4}(?:\.(?=\s)|\sг\.)?|"
    r"\d{1,2}/[^\W\d_]{3}/\d{2,4}|"
    r"\d{4}(?:\.\s|\s?[年년]\s?)\d{1,2}(?:\.\s|\s?[月월]\s?)\d{1,2}[.日일]|\d{1,2}\.\s\d{1,2}\.\s(?:\d{4}|\d\d(?=,))"
)
_IN_ANY_LANGUAGE = r"\d{1,2}\.?\s(?:de\s)?[^\W\d_]{3,9}\.?\s(?:de\s)?20\d{2}\b(?:\sг\.)?"
"""A word between a day and a year is a month: `17 lis 2026`, `2 de novembro de 2026`, `2 ноември 2026 г.`."""
_DATE = rf"(?:{_IN_FIGURES}|{_IN_ANY_LANGUAGE}|{_MONTH_AND_DAY})"
DAY = rf"(?=\w)(?:{_WEEKDAY}\s*)?{_DATE}?(?=[\s\])|:,–—-])"
"""A day of the week, a date, or both, as a line of a list may begin, in small letters."""
_SHORT_DAY = r"(?:\d{1,2}[./]\d{1,2}\.?(?![\d./]))"
"""A day without its year, which dice may look like: only where a time or a head follows."""
AGE = r"(?:\d{1,2}|an?)\s?(?:s|m|h|d|w|mo|y|(?:sec|min|minute|hr|hour|day|week|month|year)s?)\.?"
"""How old a message is: `2d`, `an hour`."""
AGO = rf"(?:{AGE}\s+ago|just now)\b"
_AT = r"(?:at|um|à|às|kl\.?|klo|o|v|в|alle|om|pukul)\s+"
_THEN = rf"[,،]?(?:\s+{_AT}|[t\s]+)"
_TIME_AND_ZONE = rf"{_TIME}(?:\s?(?:(?:uhr|utc|gmt|z)(?![^\W\d_])|ч\.|[+-]\d{{2}}:?\d{{2}}))?"
_DAY_IN_ANY_LANGUAGE = (
    r"(?:(?:(?<=\[)[^\W\d_]{2,12}\.?|(?<=,\s)[^\W\d_]{2,5}\.)(?=\s\d{1,2}[:.]\d\d)|"
    r"(?<=,\s)[^\W\d_]{2,5}(?=,?\s\d{1,2}[:.]\d\d$)|^[^\W\d_]{3,9}\s\d{1,2}(?=\s\d\d:\d\d:\d\d\s[*<]))"
)
"""Words before a clock that are not a part of a name: `[kedd 20:31]`, `Ida, ons. 07:52`, at the end of a line
`Ida, Sal 9:41`, and in the log of a chat `marras 19 20:02:14 <ida>`."""
_TODAY = ("today", "heute", "aujourd'hui")
_YESTERDAY = ("yesterday", "gestern", "hier")
_RELATIVE = rf"(?:{'|'.join((*_TODAY, *_YESTERDAY))})\b"
STAMP = (
    rf"(?:{_WEEKDAY}\s+(?:{_AT})?)?(?:{_DATE}(?:{_THEN}{_TIME_AND_ZONE})?|"
    rf"(?:(?:{_DAY_IN_ANY_LANGUAGE}|{_RELATIVE}|{_SHORT_DAY}(?=,?\s+\d{{1,2}}[:.]\d\d)){_THEN})?"
    rf"{_TIME_AND_ZONE}(?:,\s\d{{1,4}}[-./]\d{{1,2}}[-./]\d{{1,4}}(?=\]))?)|{_WEEKDAY}(?=\])|{_RELATIVE}"
)
"""A day, a time, or both, in small letters."""

_CLOCK = lazy_pattern(
    r"(?<![\d./-])(\d{1,2})[:.h]([0-5]\d)(?:[:.]([0-5]\d))?(?![\d./]|-(?!\d\d:?\d\d))\s*([AaPp])?\.?(?:[Mm]\b)?"
)
_YEAR_FIRST = lazy_pattern(
    r"(?<![\d.])(?P<year>\d{4})(?:[-/]|\.\s?|\s?[年년]\s?)(?P<month>\d{1,2})(?:[-/]|\.\s?|\s?[月월]\s?)(?P<day>\d{1,2})"
)
_NUMERIC = lazy_pattern(r"(?<![\d.])(\d{1,2})([-./])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?![\d:])")
_NOW = datetime(9000, 12, 31, tzinfo=UTC)
"""The day on which a text was copied, whichever it was: later than all that have a date."""
_AGE = lazy_pattern(
    rf"(?=(?:{AGE}(?:\s+ago)?|just now)$)(?P<count>\d+)?(?:an?|just)?\s?(?P<unit>mo|[smhdwyn])", re.IGNORECASE
)
_SECONDS = {"n": 0, "s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800, "mo": 2_592_000, "y": 31_536_000}
"""Those of each unit, by its first letters; `just now` is none."""
_DAYS_AGO = {word: days for days, words in enumerate((_TODAY, _YESTERDAY)) for word in words}
_DAY_AGO = lazy_pattern(_RELATIVE, re.IGNORECASE)
_WORD = lazy_pattern(r"[^\W\d_]{3}")
"""What the name of a month has."""
_MONTH_NAME = r"(?P<month>[^\W\d_]{3,9})"
_CLEAR_DATES = (
    _YEAR_FIRST,
    lazy_pattern(
        rf"\b(?P<day>\d{{1,2}})(?:(?:st|nd|rd|th)?\.?(?: de)? |-){_MONTH_NAME}"
        r"\.?(?:-|,?(?: de)? ?)(?P<year>\d{4}|(?<=-)\d\d)?\b"
    ),
    lazy_pattern(rf"\b(?P<year>\d{{4}})\.? {_MONTH_NAME}\.? (?P<day>\d{{1,2}})\b"),
    lazy_pattern(rf"\b{_MONTH_NAME}\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b,?(?: (?P<year>\d{{4}}))?"),
)
"""Dates of which the month is clear: `2024-03-05`, `5 March 2024`, `2024. márc. 5.`, `March 5, 2024`."""
_ZONE = lazy_pattern(r"(?<=[:.]\d\d)\s?(?:GMT|UTC)?\s?([+-])(\d{2}):?(\d{2})\b")


def may_begin_day(text: str) -> bool:
    """Whether a text may begin with a day: with the first letters of one, or with those of a date, perhaps after a
    short word."""
    return text[:2].lower() in _BEGIN_DAYS or _BEGINS_IN_FIGURES.match(text) is not None


def read_zone(text: str, unknown: timedelta = timedelta()) -> timedelta:
    """How far the clock of a stamp is ahead of UTC; `unknown` if the stamp does not say."""
    found = _ZONE.search(text)
    if found is None:
        return unknown
    sign, hours, minutes = found.groups()
    return timedelta(hours=int(sign + hours), minutes=int(sign + minutes))


def read_time(text: str, *, day_first: bool | None = None, zone: timedelta = timedelta()) -> tuple[int, ...] | None:
    """The moment that a head names, as a key that sorts (in UTC where a zone is given); None if it names no day that
    is clear. `day_first` says how a date such as 3/4/24 is meant; None: such a date is not clear. `zone` is how far
    ahead of UTC the clock is, where the head does not say it."""
    text = text[:400]
    age = _AGE.match(text.strip())
    try:
        moment = _before_now(age) if age is not None else _moment(text, day_first, zone)
    except (ValueError, OverflowError):
        return None
    if moment is None:
        return None
    return moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second


def _moment(text: str, day_first: bool | None, zone: timedelta) -> datetime | None:
    """The moment that a head names by its day. Raises ValueError or OverflowError where that is none."""
    day = _date(text, day_first)
    if day is None:
        return None
    return datetime(*day, *(read_clock(_without_date(text)) or (0, 0, 0)), tzinfo=UTC) - read_zone(text, zone)


def _before_now(age: re.Match[str]) -> datetime:
    """The moment that is so long before the text was copied: `2d ago`, `just now`."""
    return _NOW - timedelta(seconds=int(age["count"] or 1) * _SECONDS[age["unit"].lower()])


def _without_date(text: str) -> str:
    """A stamp without its date in figures, which may look like a time."""
    return _NUMERIC.sub(" ", _YEAR_FIRST.sub(" ", text, count=1), count=1)


def read_clock(text: str) -> tuple[int, int, int] | None:
    """The time of day that a stamp names, None if it names none."""
    for found in _CLOCK.finditer(text):
        hour = int(found[1])
        if half := found[4] or _half_of_day(text):
            hour = hour % 12 + _HOURS[half.lower()]
        if hour < 24:  # `31.10 20:15` begins with a day
            return hour, int(found[2]), int(found[3] or 0)
    return None


def _half_of_day(text: str) -> str | None:
    """`a` for a stamp before noon, `p` after noon, in words that are not Latin letters; None if it does not say."""
    found = _HALF_OF_DAY.search(text)
    return found.lastgroup if found is not None else None


def is_day_first(texts: Iterable[str]) -> bool | None:
    """Whether dates such as 3/4/24 name the day first, as the first tells that has one meaning only (TR4.1); with
    full stops the day stands first. None if no date tells."""
    dates = filter(None, (_NUMERIC.search(text[:400]) for text in texts))
    told = (order for order in map(_names_day_first, dates) if order is not None)
    return next(told, None)


def _names_day_first(date: re.Match[str]) -> bool | None:
    """Whether a date in figures names the day first; None if it may mean either."""
    if date[2] == "." or int(date[1]) > 12:
        return True
    return False if int(date[3]) > 12 else None


class DayOrder(Struct, frozen=True):
    """How dates such as 3/4/24 are meant in one text."""

    day_first: bool | None = None
    """Whether the day precedes the month; None if it is not known."""
    is_open: bool = False
    """Whether the dates rise if it does, and fall if it does not, or the other way round."""


def find_day_order(stamps: Sequence[str]) -> DayOrder:
    """How the dates of a text are meant, given in its order: as one of them tells; else so that they run one way.

    >>> find_day_order(["1/10/23", "2/9/23", "3/8/23"])
    DayOrder(day_first=None, is_open=True)
    >>> find_day_order(["1/9/23", "2/8/23", "9/7/22"])
    DayOrder(day_first=True, is_open=False)
    """
    told = is_day_first(f"{stamp} " for stamp in stamps)
    if told is not None:
        return DayOrder(told)
    runs = {day_first: direction(read_times(stamps, day_first=day_first)) for day_first in (True, False)}
    if set(runs.values()) == {1, -1}:
        return DayOrder(is_open=True)
    return DayOrder(next((day_first for day_first, run in runs.items() if run != 0), None))


def read_times(stamps: Iterable[str], *, day_first: bool) -> list[tuple[int, ...]]:
    """The moments that stamps name, without those that name none."""
    moments = (read_time(stamp, day_first=day_first) for stamp in stamps)
    return [moment for moment in moments if moment is not None]


def direction(moments: list[tuple[int, ...]]) -> int:
    """1 if moments rise or do not differ, -1 if they fall, 0 if they do neither.

    >>> direction([(2024, 3, 5), (2024, 3, 5)]), direction([(2024, 3, 5), (2024, 3, 4)])
    (1, -1)
    """
    rising = sorted(moments)
    if moments == rising:
        return 1
    return -1 if moments == rising[::-1] else 0


def _date(text: str, day_first: bool | None) -> tuple[int, int, int] | None:
    """The year, month and day that a text names; of those without a year, that year is 2000."""
    patterns = _CLEAR_DATES if _WORD.search(text) else _CLEAR_DATES[:1]
    for match in filter(None, (pattern.search(text) for pattern in patterns)):
        month = month_of(match["month"])
        if month is not None:
            return _year(match["year"] or "2000"), month, int(match["day"])
    said = _DAY_AGO.search(text)
    if said is not None:
        return _NOW.year, _NOW.month, _NOW.day - _DAYS_AGO[said.group().lower()]
    return _numeric_date(text, day_first)


def _numeric_date(text: str, day_first: bool | None) -> tuple[int, int, int] | None:
    """`5.3.2024`, `3/5/24`: which number is the month may not be clear."""
    match = _NUMERIC.search(text)
    if match is None:
        return None
    first = int(match[1])
    second = int(match[3])
    year = _year(match[4])
    orders = (_names_day_first(match), day_first)
    if True in orders:
        return year, second, first
    return (year, first, second) if False in orders else None


def _year(text: str) -> int:
    return int(text) + (2000 if len(text) == 2 else 0)


def month_of(word: str) -> int | None:
    """The number of the month that a word names, in full or not; that of figures is their own.

    >>> month_of("maaliskuuta"), month_of("marraskuuta"), month_of("11")
    (3, 11, 11)
    """
    if word.isdecimal():
        return int(word)
    cuts = [word.lower()[:length] for length in (len(word), 4, 3)]
    named = (months[cut] for cut in cuts for months in (_MONTHS, _MONTHS_IN_MAILS) if cut in months)
    return next(named, None)

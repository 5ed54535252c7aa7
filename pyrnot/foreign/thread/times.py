"""Moments as heads and chats write them, as keys that sort (TR4.1).

Whether 3/4 is in March or in April is settled by all the moments of one text together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

TIME = r"\d{1,2}[:.h]\d{2}(?:[:.]\d{2})?(?:\s?[AaPp]\.?[Mm]\.?)?"
_MONTH = (
    r"(?:jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|f[ée]v(?:rier)?|mar(?:ch|s|zo)?|märz?|mrz|mrt|apr(?:ile?)?|"
    r"avr(?:il)?|may|mai|maj|jun[ei]?|juin|"
    r"jul[iy]?|juil(?:let)?|aug(?:ust)?|ago(?:sto)?|août|sep(?:t(?:ember)?)?|o[ck]t(?:ober)?|nov(?:ember)?|"
    r"de[cz](?:ember)?|déc(?:embre)?|"
    r"dic(?:iembre)?)\b\.?"
)
WEEKDAY = (
    r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b[.,]?|(?:mon|diens|donners|frei|sams|"
    r"sonn)tag\b,?|mittwoch\b,?|"
    r"(?:mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim)(?:[.,]{1,2}|(?=\s\d{1,2}\.\s)))"
)
CALENDAR = (
    rf"(?:{WEEKDAY}\s+)?(?:\d{{4}}[-./]\d{{1,2}}[-./]\d{{1,2}}|\d{{1,2}}[-./]\d{{1,2}}[-./]\d{{2,4}}|"
    rf"{_MONTH}\s\d{{1,2}}(?:st|nd|rd|th)?\b(?:,?\s\d{{4}})?|\d{{1,2}}-{_MONTH}-\d{{2,4}}|\d{{1,2}}\.?\s{_MONTH}(?:,?\s\d{{4}})?)"
)
"""A day of the calendar."""
DAY = rf"(?:{CALENDAR}|{WEEKDAY}(?=\s)|(?:today|yesterday|heute|gestern|hier|aujourd'hui)\b)"
SHORT_DAY = r"(?:\d{1,2}[./]\d{1,2}\.?(?![\d./]))"
"""A day without its year, which dice may look like: only where a time or a head follows."""
AGO = r"(?:(?:\d{1,2}|an?)\s?(?:s|m|h|d|w|mo|y|(?:sec|min|minute|hr|hour|day|week|month|year)s?)\.?\s+ago|just now)\b"
_DAYS = rf"(?:{DAY}|{SHORT_DAY}(?=,?\s+\d{{1,2}}[:.]\d\d))"
_ZONE_NAME = r"(?:\s?(?:Uhr|UTC|GMT|Z|[+-]\d{2}:?\d{2}))?"
STAMP = (
    rf"(?:{_DAYS},?(?:\s+(?:at|um|à|kl\.?)\s+|[T\s]+))?{TIME}{_ZONE_NAME}(?:,\s{CALENDAR}(?=\]))?|"
    rf"{CALENDAR}|{WEEKDAY}(?=\])|(?:today|yesterday|heute|gestern|hier|aujourd'hui)\b"
)

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            *("jan ene gen", "feb fev fév", "mar mär mrz mrt maa", "apr avr abr", "may mai maj mag", "jun juin giu"),
            *("jul juil lug", "aug aou aoû ago", "sep set", "oct okt ott out", "nov", "dec dez déc dic"),
        ),
        1,
    )
    for name in names.split()
}
_CLOCK = re.compile(
    r"(?<![\d./-])(\d{1,2})[:.h](\d{2})(?:[:.](\d{2}))?(?![\d./]|-(?!\d\d:?\d\d))\s*([AaPp])?\.?(?:[Mm]\b)?"
)
_ISO = re.compile(r"\b(\d{4})[-./](\d{1,2})[-./](\d{1,2})")
_FAR_EAST = re.compile(r"(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日")
_NUMERIC = re.compile(r"(?<![\d.])(\d{1,2})([-./])(\d{1,2})\2(\d{4}|\d{2})(?![\d:])")
_DAY_MONTH = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)?\.?(?: de)? ([^\W\d_]{3,9})\.?,?(?: de)? ?(\d{4})?\b")
_DASHED = re.compile(r"\b(\d{1,2})-([^\W\d_]{3,9})-(\d{4}|\d{2})\b")
_MONTH_DAY = re.compile(r"\b([^\W\d_]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?\b,?(?: (\d{4}))?")
_ZONE = re.compile(r"(?<=[:.]\d\d)\s?(?:GMT|UTC)?\s?[+-](\d{2}):?(\d{2})\b")
_TODAY = {"today": 2, "heute": 2, "aujourd'hui": 2, "yesterday": 1, "gestern": 1, "hier": 1}


def read_time(text: str, *, day_first: bool | None = None) -> tuple[int, ...] | None:
    """The moment that a head names, as a key that sorts (in UTC where a zone is given); None if it names no day that is
    clear. `day_first` says how a date such as 3/4/24 is meant; None: such a date is not clear."""
    text = text[:400]
    moment = _mail_date(text)
    if moment is None:
        day = _date(text, day_first)
        if day is None:
            return None
        try:
            moment = datetime(*day, *_clock(_NUMERIC.sub(" ", text)), tzinfo=UTC) - _shift(text)  # 04.04.24 is a date
        except (ValueError, OverflowError):
            return None
    return moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second


def read_clock(text: str) -> tuple[int, ...] | None:
    """The time of day that a stamp names, None if it names none."""
    return _clock(text[:60]) if _CLOCK.search(text[:60]) else None


def is_day_first(texts: Iterable[str]) -> bool | None:
    """Whether dates such as 3/4/24 name the day first: what those tell that can be meant in one way only (TR4.1).

    With full stops the day stands first; with no telling date that order is taken in which the text runs forwards;
    None if both or neither does.
    """
    days: list[tuple[int, int, int]] = []
    names_day_first = names_month_first = False
    for text in texts:
        match = _NUMERIC.search(text[:400])
        if match is None or _ISO.search(text[:400]):
            continue
        names_day_first = names_day_first or match[2] == "." or int(match[1]) > 12
        names_month_first = names_month_first or int(match[3]) > 12
        date = int(match[4]), int(match[3]), int(match[1])
        if not days or date != days[-1]:
            days.append(date)
    if names_day_first or names_month_first:
        return names_day_first
    months = [(year, first, second) for year, second, first in days]
    runs = [dates == sorted(dates) or dates == sorted(dates, reverse=True) for dates in (days, months)]
    return runs[0] if runs[0] != runs[1] else None


def _mail_date(text: str) -> datetime | None:
    """A date as mail headers write it, with its zone."""
    if not re.search(r"\d{4} \d{1,2}:\d{2}(?!\S*\s?[AaPp]\.?[Mm])", text):
        return None
    try:
        moment = parsedate_to_datetime(re.sub(r"^On ", "", text))
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    try:
        return moment.astimezone(UTC) if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None


def _date(text: str, day_first: bool | None) -> tuple[int, int, int] | None:
    for pattern in (_ISO, _FAR_EAST):
        if found := pattern.search(text):
            return int(found[1]), int(found[2]), int(found[3])
    if (found := _DASHED.search(text)) and (month := month_of(found[2])):
        return int(found[3]) + (2000 if len(found[3]) == 2 else 0), month, int(found[1])
    if (found := _DAY_MONTH.search(text)) and (month := month_of(found[2])):
        return int(found[3] or 2000), month, int(found[1])
    if (found := _MONTH_DAY.search(text)) and (month := month_of(found[1])):
        return int(found[3] or 2000), month, int(found[2])
    if found := _NUMERIC.search(text):
        first, second, year = int(found[1]), int(found[3]), int(found[4])
        year += 2000 if year < 100 else 0
        if found[2] == "." or first > 12 or day_first:
            return year, second, first
        if second > 12 or day_first is False:
            return year, first, second
        return None
    word = next((word for word in re.findall(r"[a-zé']+", text.lower()[:40]) if word in _TODAY), "")
    return (9000, 1, _TODAY[word]) if word else None


def month_of(word: str) -> int | None:
    """The number of the month that a word names."""
    return _MONTHS.get(word[:3].lower()) or _MONTHS.get(word[:4].lower())


def _clock(text: str) -> tuple[int, int, int]:
    for found in _CLOCK.finditer(text):
        hour, minute, second = int(found[1]), int(found[2]), int(found[3] or 0)
        if found[4]:
            hour = hour % 12 + (12 if found[4].lower() == "p" else 0)
        if hour < 24 and minute < 60 and second < 60:
            return hour, minute, second
    return 0, 0, 0


def _shift(text: str) -> timedelta:
    found = _ZONE.search(text)
    if not found:
        return timedelta()
    shift = timedelta(hours=int(found[1]), minutes=int(found[2]))
    return -shift if "-" in found.group() else shift

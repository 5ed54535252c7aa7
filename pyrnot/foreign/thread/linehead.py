"""What precedes a turn on its line: a number, a name, a time, a bullet, words such as `my move` (TR3.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.foreign.thread.numbers import read_number
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.seats import SeatBook
from pyrnot.foreign.thread.text import EMOJI
from pyrnot.foreign.thread.words import is_introduction, is_small_talk

_MOST_HEADS = 6
_BULLET = re.compile(r"(?:[-*•·–—▪‣◦»→➤▶]|>(?=\s))\s+(?=\S)|[•▪‣◦➤▶]\s*(?=\S)")
_TIME = re.compile(r"[\[(]?\d{1,2}[:.h]\d{2}(?::\d\d)?(?:\s?[ap]\.?m\.?)?[\])]?\s*(?:[-–—|:]\s*)?(?=\S)", re.IGNORECASE)
NAMED = re.compile(
    r"(?P<who>@?[^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){0,2}|@[\w.-]+)\s*(?:\([^\W\d_]{1,9}\))?"
    r"\s*(?P<sign>[:：>|]|\s[-–—]+>?\s|=>|->|→|\))\s*(?=\S)"
)
_MENTION = re.compile(r"(?:<@[^<>\s]{1,40}>|@[\w.-]{1,40})[,:]?\s+(?=\S)")
"""To whom a message of a chat is addressed."""
_BARE_NAMED = re.compile(r"(?P<who>[^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*)?)\s+(?=\S)")
_IN_BRACKETS = re.compile(r"[\[(](?P<who>[^\W\d_][\w .'’-]{0,30})[\])]\s*:?\s*(?=\S)")
_CLAUSE = re.compile(r"(?P<clause>[^.!?:;,…]{1,60})(?P<stop>[.!?:;,…]+)\s+(?=\S)")


class Head(Struct):
    """What precedes the rest of a line."""

    rest: str
    number: int | None = None
    is_second: bool = False
    is_respelt: bool = False
    is_bare: bool = False
    who: str = ""
    has_phrase: bool = False

    @property
    def is_any(self) -> bool:
        """Whether there is any."""
        return self.number is not None or bool(self.who) or self.has_phrase


class HeadReader:
    """Reads what precedes the turns of one game."""

    def __init__(self, reader: TurnReader, book: SeatBook) -> None:
        self.reader = reader
        self.book = book

    def speaker(self, text: str) -> str:
        """The name before a line's colon."""
        named = NAMED.match(text)
        if named and named["sign"].strip() in (":", "：", ">") and self.book.knows(named["who"].lstrip("@")):
            return named["who"].lstrip("@")
        return ""

    def heads(self, text: str) -> Iterator[Head]:
        """What a line may be after fewer or more of its heads."""
        head = Head(text)
        yield head
        for _ in range(_MOST_HEADS):
            taken = self._take(head)
            if taken is None or taken.rest == head.rest:
                return
            head = taken
            yield head

    def _take(self, head: Head) -> Head | None:
        """A line's head with one more part of it."""
        text = head.rest
        if (found := _BULLET.match(text)) or (found := _TIME.match(text)):
            return replace(head, rest=text[found.end() :])
        if found := _MENTION.match(text):
            return replace(head, rest=text[found.end() :], has_phrase=True)
        if not text.isascii() and (found := EMOJI.match(text)):
            who = found.group() if self.book.seat_of(found.group()) else ""
            return replace(head, rest=text[found.end() :].lstrip("\ufe0f "), who=who)
        number = read_number(text) if head.number is None else None
        if number is not None and number.end < len(text):
            rest = text[number.end :]
            if not number.is_bare or self.reader.may_begin(rest) or NAMED.match(rest):
                return replace(
                    head,
                    rest=rest,
                    number=number.value,
                    is_second=number.is_reply,
                    is_respelt=number.is_respelt,
                    is_bare=number.is_bare,
                )
        if not head.who and (named := self._take_name(text)) is not None:
            return replace(head, rest=named[1], who=named[0])
        if found := _CLAUSE.match(text):
            clause, stop = found["clause"].strip(), found["stop"]
            is_known = is_introduction(clause) or (stop[0] != ":" and is_small_talk(clause, self.book.player_words()))
            if (is_known and "?" not in stop) or (stop[0] in ".,!;" and self.book.declarations(clause)):
                return replace(head, rest=text[found.end() :], has_phrase=True)
        words = text.split(maxsplit=5)
        for count in range(min(4, len(words) - 1), 0, -1):
            if is_introduction(" ".join(words[:count])) and words[0][:1].isalpha():
                rest = text.split(maxsplit=count)[count].lstrip(":,–—=- ")
                return replace(head, rest=rest, has_phrase=True)
        return None

    def _take_name(self, text: str) -> tuple[str, str] | None:
        """The player's name or the seat with which a text begins, and what follows it."""
        for pattern in (NAMED, _IN_BRACKETS, _BARE_NAMED):
            found = pattern.match(text)
            if found and self.book.knows(who := found["who"].lstrip("@")):
                rest = text[found.end() :]
                return (who, rest) if pattern is not _BARE_NAMED or self.reader.may_begin(rest) else None
        return None

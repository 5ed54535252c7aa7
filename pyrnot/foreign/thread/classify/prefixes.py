"""What precedes a turn on its line: a number, a name, a day, a time, a bullet, a phrase with a colon (TR3.1)."""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.marks import MARKS
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.thread.classify.declarations import declarations
from pyrnot.foreign.thread.numbers import WrittenNumber, read_number, read_sure_number
from pyrnot.foreign.thread.players import Players
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.split.times import DAY, may_begin_day
from pyrnot.foreign.thread.text import EMOJI, WORD, in_small_letters
from pyrnot.foreign.thread.words import is_introduction, is_small_talk, may_begin_introduction

_MOST_PREFIXES = 6
_REMEMBERED = 32
"""Texts whose prefixes are kept: each way to read a line asks for them, and then the next line comes."""
_BULLET = lazy_pattern(
    r"(?:\[[x✓✔]\]|[-*•·–—▪‣◦»→➤▶#]|[:*#]{2,9}|>(?=\s)|\\item)\s+(?=\S)|[•▪‣◦➤▶]\s*(?=\S)|\*(?=\d)|"
    r"[\"“„«](?=\d{1,3}[.)]\s)|:{1,40}\s*(?=[\d<+]|\w\w)|(?:\.{3}|…)\s*(?=\S)"
)
"""The mark of an item in a list, which may be a box that is ticked, or LaTeX's word for it; a star right before a
number, which corrects the message before it: `*5. Sc4`; a mark of quotation before one; the colons, stars and hashes
with which a wiki indents a line; the dots before the second turn of a round."""
_TIME = lazy_pattern(
    r"^(?:[\[(]?\d{1,2}(?:[:.h]|\sh\s)\d{2}(?::\d\d)?(?:\s?(?:[ap]\.?m\.?|uhr\b))?[\])]?\s*(?:[-–—|:]\s*)?(?=\S)|"
    r"(?:[01]\d|2[0-3])[0-5]\d(?::|h)?\s+(?=[^\W\d_][^\s:]*(?: [^\W\d_][^\s:]*)?\s?:\s))",
    re.IGNORECASE,
)
"""The time before what a line says."""
_DAY_AND_MONTH = (
    r"(?:[^\W\d_]{2,3}\.?,?\s)?\d{1,2}\.\d{1,2}\.(?=,?\s[^\W\d])|"
    r"\d{1,2}/\d{1,2}(?=\s[^\W\d_][^\s:]*(?: [^\W\d_][^\s:]*)?:\s)|"
    r"(?:\d{1,2}/(?:[7-9]|[12]\d|3[01])|(?:[7-9]|[12]\d|3[01])/\d{1,2})(?=[\s\])])"
)
"""A day without its year, perhaps after the short name of a weekday in any language: `ma 6.7.`; with a stroke, as a
roll has, only before a name, `5/4 Ida: `, or with a number that no die has: `14/5`."""
_DAY = lazy_pattern(rf"[\[(]?(?:{DAY}|{_DAY_AND_MONTH})[\])]?\s*(?:[-–—|:,]\s*)?(?=\S)")
_DAY_WITH_STROKE = lazy_pattern(r"\d{1,2}/\d{1,2}\s+(?=[^\W\d_])")
"""A day as a roll may look, where no turn has one: `2/2 Ann build g1 Brooklyn`."""
_NUMBER_OF_SEAT = (
    lazy_pattern(r"(?P<who>[A-Z])(?P<number>\d{1,3})(?:[.):]{1,2}\s*|\s+)(?=\S)"),
    lazy_pattern(r"(?P<number>\d{1,3})(?P<who>[A-Z])(?:[.):]{1,2}\s*|\s+)(?=\S)"),
)
"""`W3: ` and `3W `: neither a stop nor a turn follows a square."""
NAMED = lazy_pattern(
    rf"(?P<who>@?{WORD}(?: {WORD}){{0,2}}|@[\w.-]+|\+\d[\d ()-]{{6,20}}\d)\s*(?:\([^\W\d_]{{1,9}}\))?"
    r"\s*(?P<sign>[:：>|]|\s[-–—]+>?\s|=>|->|→|\))\s*(?=\S)"
)
MENTION = lazy_pattern(
    r"(?:<@[^<>\s]{1,40}(?: \"[^\"]{0,500}\")?>|@(?P<name>[\w.-]{1,40})(?:@[\w.-]{1,60})?)[,:]?\s+(?=\S)"
)
"""To whom a message of a chat is addressed, perhaps with the words that it answers."""
_BARE_NAMED = lazy_pattern(rf"(?P<who>{WORD} {WORD})\s+(?=\S)")
BARE_WORD = lazy_pattern(rf"(?P<who>{WORD})\s+(?=\S)")
IN_BRACKETS = lazy_pattern(rf"[\[(](?P<who>[^\W\d_][\w{MARKS} .'’-]{{0,30}})[\])]\s*:?\s*(?=\S)")
_CLAUSE = lazy_pattern(
    r"(?P<clause>[^.!?:;…]{1,60}(?=:\s)|[^.!?:;,…]{1,60})"
    r"(?P<stop>[.!?:;,…]+)(?:\s+(?=\S)|(?<=[^\d:]:)(?=\d{1,3}[.)]\s))"
)
"""A phrase with its stop; no blank need part a colon from the number of a turn: `DESCRIPTION:2. Sc4`."""
_MOST_WORDS = 4
"""Words of a phrase that says that a turn follows: `and here is mine`."""


def _is_numbered(text: str) -> bool:
    """Whether a text begins with a number that can only be that of a turn: `1. Sc4`."""
    return read_sure_number(text) is not None


def end_of_day(text: str) -> int:
    """Where the day ends with which a text begins, 0 without one."""
    if not may_begin_day(text.lstrip("[(")):
        return 0
    match = _DAY.match(in_small_letters(text))
    return match.end() if match is not None else 0


def after_time(text: str) -> str:
    """What follows the time with which a text begins; all of it, if it begins with none."""
    return _TIME.sub("", text)


class Prefix(Struct, frozen=True):
    """What precedes the rest of a line."""

    rest: str
    number: WrittenNumber | None = None
    who: str = ""
    has_phrase: bool = False

    @property
    def is_marked(self) -> bool:
        """Whether a number or a phrase marks what follows as a turn."""
        return self.number is not None or self.has_phrase

    @property
    def is_any(self) -> bool:
        """Whether it marks what follows as a turn, or says who speaks."""
        return self.is_marked or self.who != ""


class PrefixReader:
    """Reads what precedes the turns of one game."""

    def __init__(self, reader: TurnReader, players: Players) -> None:
        self.reader = reader
        self.players = players
        self._names = players.player_words()
        self.prefixes = lru_cache(_REMEMBERED)(self._prefixes)

    def speaker(self, text: str) -> str:
        """The name before a line's colon, "" without one."""
        named = NAMED.match(text)
        if named is None or named["sign"].strip() not in (":", "：", ">"):
            return ""
        who = named["who"].lstrip("@")
        return who if self.players.knows(who) else ""

    def _prefixes(self, text: str) -> tuple[Prefix, ...]:
        """What a line may be after fewer or more of its prefixes, from none on."""
        found = [Prefix(text)]
        for _ in range(_MOST_PREFIXES):
            longer = self._lengthen(found[-1])
            if longer is None:
                break
            found.append(longer)
        return tuple(found)

    def _lengthen(self, prefix: Prefix) -> Prefix | None:
        """A prefix with one more part of the line."""
        takers = (
            self._take_ornament,
            self._take_number_of_seat,
            self._take_number,
            self._take_day,
            self._take_name,
            self._take_clause,
            self._take_words,
        )
        return next(filter(None, (take(prefix) for take in takers)), None)

    def _take_ornament(self, prefix: Prefix) -> Prefix | None:
        """A bullet, a time, a mention, a picture."""
        text = prefix.rest
        match = _BULLET.match(text) or _TIME.match(text)
        if match:
            return replace(prefix, rest=text[match.end() :])
        match = MENTION.match(text)
        if match:
            return replace(prefix, rest=text[match.end() :], has_phrase=True)
        match = EMOJI.match(text)
        if match:
            who = match.group() if self.players.seat_of(match.group()) else prefix.who
            return replace(prefix, rest=text[match.end() :].lstrip("\ufe0f "), who=who)
        return None

    def _take_number_of_seat(self, prefix: Prefix) -> Prefix | None:
        """The number of a turn with the letter of its seat, if a turn may follow: `B3 is mine` speaks of a square."""
        match = next(filter(None, (pattern.match(prefix.rest) for pattern in _NUMBER_OF_SEAT)), None)
        if match is None or self.players.seat_of(match["who"]) is None:
            return None
        rest = prefix.rest[match.end() :]
        number = WrittenNumber(int(match["number"]), match.end(), is_bare=True)
        return replace(prefix, rest=rest, who=match["who"], number=number) if self._may_follow(rest) else None

    def _take_number(self, prefix: Prefix) -> Prefix | None:
        """The number of a turn; figures with only a blank after them, if something follows that may begin a turn."""
        if prefix.number is not None:
            return None
        number = read_number(prefix.rest)
        if number is None or number.end >= len(prefix.rest):
            return None
        rest = prefix.rest[number.end :]
        if number.is_bare and not self._may_follow(rest):
            return None
        return replace(prefix, rest=rest, number=number)

    def _may_follow(self, text: str) -> bool:
        """Whether a text may follow figures with only a blank after them: a turn, also respelt, or its player."""
        return bool(self.reader.may_begin(text) or self._take_name(Prefix(text)) or self.reader.read(text))

    def _take_day(self, prefix: Prefix) -> Prefix | None:
        end = end_of_day(prefix.rest)
        if not end and not self.reader.game.info.opening and (day := _DAY_WITH_STROKE.match(prefix.rest)):
            end = day.end()
        return replace(prefix, rest=prefix.rest[end:]) if end else None

    def _take_name(self, prefix: Prefix) -> Prefix | None:
        """The player's name or the seat with which a text begins."""
        if prefix.who:
            return None
        for pattern in (NAMED, IN_BRACKETS, _BARE_NAMED, BARE_WORD):
            match = pattern.match(prefix.rest)
            if match is None:
                continue
            who = match["who"].lstrip("@")
            rest = prefix.rest[match.end() :]
            begun = self.reader.may_begin(after_time(rest))
            is_set_apart = pattern in (NAMED, IN_BRACKETS) or begun or _is_numbered(rest)
            if is_set_apart and self.players.knows(who):
                return replace(prefix, rest=rest, who=who)
        return None

    def _take_clause(self, prefix: Prefix) -> Prefix | None:
        """A phrase with a colon, or small talk: `Here you go: `, `thanks! `, `I'm Red, `."""
        match = _CLAUSE.match(prefix.rest)
        if match is None:
            return None
        clause = match["clause"].strip()
        stop = match["stop"]
        longer = replace(prefix, rest=prefix.rest[match.end() :], has_phrase=True)
        if stop == ":":
            return longer if clause[:1].isalpha() and not self.reader.holds(clause) else None
        is_known = "?" not in stop and is_small_talk(clause, self._names)
        tells_seat = bool(declarations(self.players, clause)) and not self.reader.holds(clause)
        return longer if is_known or tells_seat else None

    def _take_words(self, prefix: Prefix) -> Prefix | None:
        """Words that say that a turn follows, without a stop: `my move Sc4`."""
        words = prefix.rest.split(maxsplit=_MOST_WORDS + 1)
        if not may_begin_introduction(" ".join(words[:_MOST_WORDS])):
            return None
        for count in range(min(_MOST_WORDS, len(words) - 1), 0, -1):
            if is_introduction(" ".join(words[:count])):
                rest = prefix.rest.split(maxsplit=count)[count].lstrip(":,–—=- ")
                return replace(prefix, rest=rest, has_phrase=True)
        return None

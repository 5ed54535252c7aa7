"""Heads of messages: who writes what follows, and when (TR2.2). They are listed in `heads.txt`, each with its
program.

Reads single lines and knows no game; `messages` decides what a head is the head of. A head holds nothing that may be
notation: a line that would lose some by it is text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.marks import MARKS
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.thread.numbers import read_sure_number
from pyrnot.foreign.thread.split.times import AGO, ENGLISH_WEEKDAY, STAMP, month_of, read_time
from pyrnot.foreign.thread.text import in_small_letters, strip_line
from pyrnot.foreign.thread.words import read_text

_LONGEST = 1_000
_LONGEST_HEAD = 110
"""Characters before the text of a message, or of a head alone on its line."""
_LONGEST_QUOTING = 400
_STAMP = lazy_pattern(rf"(?<![\w.:/])(?:{AGO}|{STAMP})")
_MAY_BE_STAMP = lazy_pattern(
    r"\d\s?[-./:h年년]\s?\d|\d\D{0,5}[^\W\d_]{3}|[^\W\d_]{3}\.?\s\d|"
    r"ago|now|day|gestern|heute|hier|aujourd|[^\W\d_]\]"
)
"""Figures of a date or a time, figures and the name of a month, or a word for a day."""
_DATE_AND_CLOCK = lazy_pattern(r"\d\D?\s\D{0,12}\d{1,2}[:.h]\d\d")
_REST_OF_TIME = lazy_pattern(r"\s?(?!from\s)[^\W\d_][^\d:<>|()\[\]–—-]{0,11}(?=\s[-–—]\s)")
"""What stands between a date with a time and the dash before a name: whatever it says, it is not a name, unless one
program's word before a name comes first."""
CLOCK = lazy_pattern(r"(?<![\d.])\d{1,2}(?:[:h]\d\d|\.\d\d(?!\.\d))")
_RELATIVE = ("ago", "now", "today", "yesterday")
"""How times end that only forums write above a post."""
_TABS_OF_CHAT = 2
"""Between a time, a name and a text."""
WHEN = "\x00"
"""What stands for a time while a line is compared with the list."""
_ADDRESS = lazy_pattern(r"\s?[<(\[]{0,2}\s?(?:mailto:)?(?P<user>[\w.+-]{1,64})@[\w.-]{1,120}[>)\]]*\s*")
_PHONE = lazy_pattern(r"\s?\(\+?\d[\d .-]{4,20}\)")
_DASH = "(?-i:[-–—•·])"
"""Signs have no case: to say so makes patterns compile faster."""
_TOKENS = {
    "NAME": rf"(?:#\d{{1,4}}\s(?:{_DASH}\s)?)?"
    r"(?:[@%&~!]|\+(?!\d))?(?P<name>(?-i:[^\s<>:|;()\[\]{}/=»•·–—\x00-][^<>:|;()\[\]{}/=»•·\x00]{0,40}?))"
    r"(?:\|[\w`^-]{1,15})?(?::[\w.-]{1,60})?(?:\s*\((?:(?:co-)?host|guest|me|\d{5,12})\))?"
    r"(?:\s*\((?P<aside>[^()\x00]{1,30})\))?(?:\s?\[[A-Z]\])*",  # what Zoom and QQ write after a name tells no seat
    "TITLE": r".{1,80}?",
    "WHEN": WHEN,
    "TIME": WHEN,
    "MAIL": r"<[^<>\s]{1,80}@[^<>\s]{3,80}>",
    "NUMBER": r"[-–]?\d{1,6}",
    "PHONE": r"\+?\d[\d .-]{4,20}",
    " TEXT": r"\s+(?P<rest>\S.*)",
    "TEXT": r"(?P<rest>.*)",
    "»": rf"»(?:\s+[^\W\d_]{{2,9}}[.,]{{0,2}}(?=\s+{WHEN}))?",  # a weekday of any language may follow
    "\t": r"\t+\s?",
    " ": r"\s+",
    "~": r"\s*",
    "-": f"{_DASH}+",
}
_TOKEN = lazy_pattern(r"(\*?)(NAME|TITLE|WHEN|TIME|MAIL|NUMBER|PHONE|BY| ?TEXT|.)")
_NO_NAME = lazy_pattern(r"[ ,.!?*]*[SMLPDQ][ ,.!?*]*$|.*[!?]$")
"""A letter that may be a part of a turn, where nothing stands beside it, as in `Lena M.`; or a cry: `Hello Kofi!`."""
_DATED_OR_PROSE = lazy_pattern(r"^\d{1,4}([-./])\d{1,2}\1\d{1,4} |[^\W\d_]{5}\.\s")
"""Another date; or the end of a sentence, as in `at the kitchen table. Red`, but not in `Prof. Lee`."""
_NUMBER = lazy_pattern(
    r"(?<![A-Za-z\d_.:/])(?:\d{1,4}(?:[-./:年月h]\d{1,4}){0,4}日?(?!\w)"
    r"(?:\s?(?:[AaPp]\.?[Mm]\b\.?|[μπ]\.μ\.|Uhr\b|[A-Z]{2,5}\b|[+-]\d{4}|г\.))*"
    rf"|(?i:{ENGLISH_WEEKDAY}))[,:、)）]*"
)
"""A number of a date or a time, with what may follow it; or a day of the week."""
_SOME_NOTATION = lazy_pattern(
    r"\w=\w|;|<>|(?<![\d/])\d/\d(?![\d/])|(?<![^\W\d_])[+xX]?[SMLPDQ]{0,3}[a-hA-HrygbRYGB]\d(?!\w)|[SML][_^](?!\w)|"
    r"\([a-z]\)|\b(?:pass|catastrophe)\b"
)
_WORD_OF_DATE = lazy_pattern(
    r"à\(s|[μπ]\.μ|[^\W\d_]+|"
    r"\d{1,4}(?:[-./:h]+\d{0,4}){0,4}|\d{1,2}(?:st|nd|rd|th|er|am|pm)|(?:UTC|GMT)?[+-]\d{1,2}:?(?:\d\d)?"
    r"|(?=.{0,30}[^\W\d_a-z])[\w:()]{1,60}",
    re.IGNORECASE,
)
"""A word that dates have; figures may stand among letters that are not English: `2024年3月5日`."""
_BEFORE_NAME = lazy_pattern(r"^(?:heeft|odesílatel|používateľ|keltezéssel,|ο χρήστης|escreveu em)\s+")
_DICE = lazy_pattern(r"(?<![A-Z])[A-Z]{3,10} \d/\d(?!/)")
_EDITED = lazy_pattern(r"\s?(?:[•·]\s?(?:edited.{0,20})?|\(?edited.{0,20}|\*)$", re.IGNORECASE)
AFTER_NAME = lazy_pattern(r"(?<=\S)\s+(?:OP|MOD|@[\w.-]+)$")
"""What a page writes after the name of whoever began a thread, or keeps order, and an account."""
_YEAR_AND_CLOCK = lazy_pattern(r"\d{4}\D.{0,12}?\d[:.]\d\d")


class Head(Struct, frozen=True):
    """What a head says: who writes, the time as written, and `rest`, what follows on the line; `aside` is what
    follows the name in brackets. `is_quoting`: what follows is older than what precedes it."""

    sender: str = ""
    stamp: str = ""
    subject: str = ""
    is_quoting: bool = False
    rest: str = ""
    aside: str = ""


class HeadTemplate(Struct, frozen=True):
    """A line of the list."""

    kind: str
    program: str
    template: str

    @property
    def words(self) -> list[str]:
        """What the template lists, in small letters."""
        return [word.strip().lower() for word in self.template.split(",")]


def _read_rows() -> Iterator[HeadTemplate]:
    for line in read_text("heads.txt").splitlines():
        if line.strip() and not line.startswith("#"):
            yield HeadTemplate(*(part.strip() for part in line.split(" | ", 2)))


HEADS = tuple(_read_rows())
"""The closed list of heads, in its order."""


def _rows_of(kind: str) -> list[HeadTemplate]:
    return [row for row in HEADS if row.kind == kind]


def words_of(kind: str) -> dict[str, str]:
    """The words of all rows of a kind, in small letters, each with the first word of what its row is for."""
    return {word: row.program.split(",")[0] for row in _rows_of(kind) for word in row.words}


def _one_of(kind: str) -> str:
    """The pattern for a word of a kind."""
    return f"(?:{'|'.join(map(re.escape, words_of(kind)))})"


_TOKENS["BY"] = rf"(?:{_one_of('posted')}\s+{_one_of('by')}|{_one_of('by')}|{_one_of('posted')})"
_NOBODY = frozenset((*words_of("nobody"), *words_of("printed")))
_BUTTONS = tuple(sorted(words_of("button"), key=len, reverse=True))
_OF_PAGE = lazy_pattern(rf"(?:[\W\d]*(?:{'|'.join(map(re.escape, _BUTTONS))})\b)+[\W\d]*")
"""A line of nothing but the buttons of a page, with how often each was pressed. BGG's `Tip` is not among them: it is
a face of a die."""
_DIVIDERS = words_of("divider")
_CLOSES = words_of("closes")
_PRINTED = words_of("printed")
_BEFORE_TIME = lazy_pattern(rf"^(?:{'|'.join(sorted(map(re.escape, _PRINTED), reverse=True))})\b:?\s+", re.IGNORECASE)
"""What a forum writes before the time of a post: `Posted: `."""
_FIELDS = words_of("field")
_VERB = lazy_pattern("|".join(words_of("said")), re.IGNORECASE)
_SAID = lazy_pattern(
    rf"(?:{WHEN},?\s+)?(?P<name>[^\W\d][\w{MARKS} .'’-]{{0,59}}?) (?:{_VERB.pattern})"
    rf"(?: ?(?:on|am)? ?↑? ?{WHEN})?:(?: ?↑ ?{WHEN})?$",
    re.IGNORECASE,
)
_WROTE = [
    (f"{opener.strip().lower()} ".lstrip(), verb.strip().lower())
    for opener, _, verbs in (row.template.partition("...") for row in _rows_of("wrote"))
    for verb in verbs.split(",")
]
"""How the heads of mails begin, each with a verb."""
_OPENERS = tuple(opener for opener, _ in _WROTE if opener)


_OPEN = lazy_pattern(r"NAME|TITLE|WHEN|TIME|MAIL|NUMBER|PHONE|BY|TEXT|\*.|[-~]")


class _Template(Struct, frozen=True):
    """A row of a kind of head that is a whole line."""

    text: str
    fixed: tuple[str, ...]
    """What a line has that is to be compared with it, in small letters: most lines need not be compared."""
    needs_clock: bool

    def match(self, marked: str, lower: str, stamp: str) -> re.Match[str] | None:
        """The match of a line whose time is marked, given also in small letters, and with that time as written."""
        if not all(part in lower for part in self.fixed) or (self.needs_clock and not CLOCK.search(stamp)):
            return None
        return _pattern(self.text).match(marked)


def _templates(kind: str) -> Iterator[_Template]:
    for row in _rows_of(kind):
        fixed = _OPEN.sub(" ", row.template.replace("MAIL", "@")).lower().split()
        yield _Template(row.template, tuple(fixed), "TIME" in row.template)


PLAIN = ("often", "aged")
"""The kinds of the plainest heads of chats: with a time, and with how long ago it was."""
_MAY_BE_RELATIVE = {"text": (False,), "name": (False,), "often": (False,), "aged": (True,), "post": (False, True)}
"""The kinds of heads, each with whether its times may be such as `2d ago`: no, yes, or either."""
_TEMPLATES = {kind: tuple(_templates(kind)) for kind in _MAY_BE_RELATIVE}


@lru_cache(maxsize=128)
def _pattern(template: str) -> re.Pattern[str]:
    """The pattern of a template, with its placeholders for times and addresses."""
    parts = []
    for is_missing, token in _TOKEN.findall(template):
        part = _TOKENS.get(token) or re.escape(token)
        parts.append(f"(?:{part})?" if is_missing else part)
    return re.compile("".join(parts) + "$", re.IGNORECASE)


# Names


def is_name(text: str) -> bool:
    """Whether a text may be a name, whatever it stands beside: neither a part of a turn nor on the list of words that
    name nobody."""
    return _is_name_in_frame(text) and _NO_NAME.match(text) is None


def _is_name_in_frame(text: str) -> bool:
    """Whether a text may be a name where a program writes one. A single letter of a piece may be one there."""
    words = text.split()
    if not 0 < len(words) <= 6 or words[0].lower() in _NOBODY or holds_notation(text):
        return False
    if _DATED_OR_PROSE.search(text) or _begins_with_number(text):
        return False
    _, *others = text.split(", ")  # the place of a letter or a game, before its date: `Bad Orb, am`
    return not any(part[:1].islower() for part in others)


def _begins_with_number(text: str) -> bool:
    """Whether the number of a turn precedes the name of its player, or is all.

    >>> [_begins_with_number(text) for text in ("1. Luljeta", "Turn 3 - Ana", "Turn 3", "I. Ivanov", "T4", "M1ke")]
    [True, True, True, False, False, False]
    """
    number = read_sure_number(text)
    written = text[: number.end] if number is not None else ""
    return any(map(str.isdecimal, written)) and not written.isalnum()


def is_address(text: str) -> bool:
    """Whether a text is the address of a mail in angle brackets."""
    return text.startswith("<") and _ADDRESS.fullmatch(text) is not None


def holds_notation(text: str) -> bool:
    """Whether something in a text may be notation of some game."""
    return _SOME_NOTATION.search(text) is not None


# Heads of chats and forums


@lru_cache(maxsize=256)  # a line is looked at to see what the text is, and again to cut it
def mark_time(text: str) -> tuple[str, str]:
    """A line with `WHEN` for the first time in its beginning, and that time as it is written.

    >>> mark_time("28/3/2025, 9:29 sm - Ann: Sa1")[1]
    '28/3/2025, 9:29 sm'
    """
    low = in_small_letters(text[:_LONGEST_HEAD])
    found = _STAMP.search(low) if _MAY_BE_STAMP.search(low) else None
    if found is None:
        return text, ""
    end = found.end()
    if found.start() == 0 and _DATE_AND_CLOCK.search(text, 0, end) and (rest := _REST_OF_TIME.match(text, end)):
        end = rest.end()
    return text[: found.start()] + WHEN + text[end:], text[found.start() : end]


def _read(kind: str, text: str) -> Head | None:
    """What a line says that a row of a kind describes."""
    marked, stamp = mark_time(text[:_LONGEST])
    is_relative = stamp.lower().endswith(_RELATIVE)
    is_in_place = is_relative in _MAY_BE_RELATIVE[kind]
    if text[:1] != "<" and not (stamp and is_in_place):
        return None  # in angle brackets a name needs no time, and one after it is of the text
    lower = marked.lower()
    for template in _TEMPLATES[kind]:
        match = template.match(marked, lower, stamp)
        if match is not None and _is_name_in_frame(match["name"]) and not _is_of_letter(match["name"], stamp):
            return _head_of(match, stamp)
    return None


def _is_of_letter(name: str, stamp: str) -> bool:
    """Whether what seems to be a name is the place before the date of a letter: `Hamburg, 9.1.98`."""
    return name.endswith(",") and CLOCK.search(stamp) is None


def _head_of(match: re.Match[str], stamp: str) -> Head:
    """The head that a match of a template is. A time within the text of the message is not that of the head."""
    said = match.groupdict("")
    rest = said.get("rest", "")
    name = AFTER_NAME.sub("", match["name"].strip(" @~-–—»•·,"))
    is_of_text = WHEN in rest
    rest = rest.replace(WHEN, stamp).strip()
    return Head(name, "" if is_of_text else stamp, rest=rest, aside=said.get("aside", ""))


def read_chat(text: str, raw: str = "") -> Head | None:
    """The head with which a line of a chat begins, or which it is; a line with more columns is a row of a table."""
    if raw.strip().count("\t") == _TABS_OF_CHAT and (tabbed := _read("text", raw.strip())):
        return replace(tabbed, rest=strip_line(tabbed.rest))
    return _read("text", text) or _read("name", text)


def read_often(text: str) -> Head | None:
    """A head of a chat that is so plain that a text must have several of it."""
    return read_plain("often", text) or read_plain("aged", text)


def read_plain(kind: str, text: str) -> Head | None:
    """Such a head of one of the kinds in `PLAIN`."""
    if ": " in text:
        return None  # none fits; most lines of a chat need not be compared
    return _read(kind, text)


def read_post(text: str) -> Head | None:
    """A forum's line between posts: `by Ida » Tue Mar 05, 2024 9:14 pm`."""
    return _read("post", _EDITED.sub("", text))


def without_posted(text: str) -> str:
    """A line without the word of a forum before the time of a post."""
    return _BEFORE_TIME.sub("", text)


def read_printed_post(first: str, second: str) -> Head | None:
    """The two lines above a post in phpBB's page for printing: `Posted: Tue Mar 05, 2024 9:14 pm`, `by Ida`."""
    label, _, stamp = first.partition(": ")
    if label.lower() not in _PRINTED or not is_name(second):
        return None
    return read_post(f"{second} » {stamp}")


def read_said(text: str) -> Head | None:
    """A forum's `Ida wrote:`, which quotes or only names who speaks."""
    if _VERB.search(text) is None:
        return None
    marked, stamp = mark_time(text)
    found = _SAID.match(marked)
    if found is None or not is_name(found["name"]) or _is_clause(found["name"]):
        return None
    return Head(found["name"].strip(), stamp)


def closes_quotation(text: str) -> bool:
    """Whether a line is the button below what a forum quotes."""
    return text.rstrip(".… ").lower() in _CLOSES


def _is_clause(words: str) -> bool:
    """Whether words before a verb are part of a sentence (`like Ida`) or of the head of a mail (`On Mon Ida`)."""
    first, *rest = words.split()
    return bool(rest) and (first[:1].islower() or f"{first.lower()} " in _OPENERS)


# Heads of mails


_MONTH_AFTER = lazy_pattern(r"[\s.]+([^\W\d_]{3,9})\b\.?")
"""A month without a year after it: `2 November Ida wrote`."""


def read_wrote(text: str) -> Head | None:
    """A line such as `On Tue, 5 Mar 2024 at 21:14, Ida Brandt <…> wrote:`."""
    if len(text) > _LONGEST_QUOTING or not text.endswith((":", "：")):
        return None
    address = _ADDRESS.search(text)
    user = address["user"] if address else ""
    bare = _ADDRESS.sub(" , ", text).strip(" :：,")
    if not _NUMBER.search(bare) or _DICE.search(bare):
        return None
    parts = _part_by_verb(bare) or _without_verb(bare, user)
    if parts is None:
        return None
    name, date = _name_and_date(*parts)
    if not _is_date(date) or (name and not is_name(name)):
        return None
    return Head(name or user, date.strip(" ,"), is_quoting=True)


def _without_verb(text: str, user: str) -> tuple[str, str] | None:
    """A head with an address and a time, in a language whose verb is not listed: all of it precedes the verb."""
    return (text, "") if user and CLOCK.search(text) else None


def _name_and_date(before: str, after: str) -> tuple[str, str]:
    """The name and the date, given the words before the verb and after it.

    >>> _name_and_date("Tue, 5 Mar 2024 at 21:14, Ida", ""), _name_and_date("Ida", "ti 5. maalisk. 2024 klo 21.14")
    (('Ida', 'Tue, 5 Mar 2024 at 21:14,'), ('Ida', 'ti 5. maalisk. 2024 klo 21.14'))
    """
    if after:
        name, date = (before, after) if _NUMBER.search(after) else (after, before)
    else:
        name, date = _part_before_verb(before)
    name = _BEFORE_NAME.sub("", name.strip(' ,"、，'))
    return name.removesuffix("さん").removesuffix("様").strip(), date


def _part_before_verb(text: str) -> tuple[str, str]:
    """The name and the date in the words before a verb.

    >>> _part_before_verb("Tue, 5 Mar 2024 at 21:14, Ida"), _part_before_verb("Ida, 05/03/2024")
    (('Ida', 'Tue, 5 Mar 2024 at 21:14,'), ('Ida', ' 05/03/2024'))
    """
    last = max((match.end() for match in _NUMBER.finditer(text)), default=0)
    month = _MONTH_AFTER.match(text, last)
    if month and month_of(month[1]) and read_time(text[:last], day_first=True) is None:
        last = month.end()  # so `Maja` is a name, and not May, where the date has a month before it
    name = text[last:].strip(" ,")
    first, _, rest = text.partition(",")
    return (name, text[:last]) if name or _NUMBER.search(first) else (first, rest)


def _is_date(text: str) -> bool:
    """Whether a text has only words that dates have.

    >>> _is_date("Tue, 5 Mar 2024 at 21:14"), _is_date("Sd5, then Sc6")
    (True, False)
    """
    words = (word.strip(",.;:()，") for word in text.replace("、", " ").split())
    return all(map(_WORD_OF_DATE.fullmatch, filter(None, words)))


def _part_by_verb(text: str) -> tuple[str, str] | None:
    """The text before the verb of a head, without its first words, and the text after it; None without a verb."""
    folded = in_small_letters(text)
    for opener, verb in _WROTE:
        if not folded.startswith(opener):
            continue
        whole_verb = re.compile(rf"(?<![a-zа-яα-ω]){re.escape(verb)}(?![a-zа-яα-ω(])")
        if found := whole_verb.search(folded, len(opener)):
            return text[len(opener) : found.start()].strip(), text[found.end() :].strip(" :,")
    return None


def may_open_head(text: str) -> bool:
    """Whether a line may begin a head that a mail program broke."""
    return bool(_YEAR_AND_CLOCK.search(text)) or text.lower().startswith(_OPENERS)


_RULE = lazy_pattern(r"([-_=*~#–—])(?: ?\1){3,200}|commit [0-9a-f]{7,40}(?: \([^()]{1,200}\))?")
"""A line of one sign, or that with which git begins what it says of a commit."""


def read_field(text: str) -> tuple[str, str] | None:
    """A line of a block such as `From: Ida`: the kind of the field (sender, date, subject or other) and its value."""
    name, colon, value = text[:300].replace("：", ":").partition(":")
    kind = _FIELDS.get(name.strip(" *").lower()) if colon else None
    return (kind, value.strip(" *")) if kind else None


def names_addressee(text: str) -> bool:
    """Whether a line is `to me` or its like, as Gmail's page has it: a field of a mail without its colon."""
    word, _, name = text.partition(" ")
    return _FIELDS.get(word.lower()) == "other" and is_name(name)


def is_divider(text: str) -> bool:
    """`-----Original Message-----` and its like."""
    return text.strip("-_ :").lower() in _DIVIDERS


def is_rule(text: str) -> bool:
    """Whether a line is drawn, with any character, or is git's: a border only where the fields of a mail follow it.

    >>> is_rule("________________"), is_rule("= = = = ="), is_rule("--"), is_rule("commit 3f2a9c1 (HEAD -> main)")
    (True, True, False, True)
    """
    return _RULE.fullmatch(text) is not None


_REPLY = lazy_pattern(
    r"^(?:\s*(?:\[[^\]]{1,40}\]|(?:re|fwd?|aw|sv|wg|tr|rv|antw|vs|vb|vl|odp|pd|ynt|res|rif|r|rép|ref|"
    r"encaminado|enc|vá|απ|回复|回覆|答复|转发)(?:\[\d+\]|\.)?\s*[:：]))+",
    re.IGNORECASE,
)
"""What precedes a subject: the name of a list in brackets, and the words for a reply and a forward, in any order."""


def subject_itself(subject: str) -> str:
    """A subject without the words for a reply and the name of a list."""
    return _REPLY.sub("", subject).strip()


_NUMBER_ON = lazy_pattern(r"(?<!\S)\d{1,3}[.):]\s*\S.*")
"""A number and all that follows it."""


def turn_in_subject(subject: str) -> str:
    """What may be a turn in the subject of a mail, from its number on if it has one; "" if there is nothing.

    >>> [turn_in_subject(text) for text in ("Re: Martian Life: 5. Sg5", "Sg5", "Club night 5/2")]
    ['5. Sg5', 'Sg5', '']
    """
    itself = subject_itself(subject)
    numbered = _NUMBER_ON.search(itself)
    text = numbered.group() if numbered else itself
    return text if holds_notation(text.replace("/", " ")) else ""  # a date is not a roll


def read_sender(value: str) -> str:
    """The name in `Ida Brandt <ida@example.org>`; without one, the part before the `@`."""
    value = re.sub(r"(?<=\S) <\S{1,60} at \S{1,60}>$", "", value)  # as Mailman hides addresses
    name = _PHONE.sub("", _ADDRESS.sub(" ", value)).strip(" \"'“”„‘’<>()")
    return name or value.split("@")[0].strip(' <"(')


# Lines of chats beside the messages: days, what the program says, and what somebody does

_AT_FIRST = rf"(?:[\[(]?{WHEN}[\])]?\s*(?:[-–—]\s*)?)?"
_ACTION = lazy_pattern(rf"{_AT_FIRST}\*{{1,3}}\s+[@+%&~]?(?P<name>[^\s<>:|;()\[\]{{}}/=*]{{1,30}})\s+(?P<rest>.*)$")
_ACTS = lazy_pattern(r"(?:rolls?|rolled)\b|resigns?\W*$|passes\W*$", re.IGNORECASE)
_DAY_LINE = lazy_pattern(
    rf"[-–—=* ]{{0,12}}(?:day changed(?: to)?|log opened|begin logging at|session start:?)?\s*{WHEN}"
    rf"(?:\([^\W\d_]{{1,3}}\))?\s*[-–—=* ]{{0,12}}$",
    re.IGNORECASE,
)
_OF_PROGRAM = lazy_pattern(
    rf"{_AT_FIRST}(?:\*{{1,3}}\s|-!-|-->|<--|—>|==+\s|⇐|⇒|→|←|--\s)|"
    rf"(?:read|delivered|seen|gelesen|zugestellt|lu|vu|distribué)\b(?:\s+(?:at\s+|um\s+|à\s+)?{WHEN})?\s*$|"
    r"[┌╭↩↪⤷⮡⤴]|(?:replying|in reply|reply) to\b|antwort an\b|@\S{1,40} hat geantwortet",
    re.IGNORECASE,
)
_RENAMED = lazy_pattern(r"(?P<old>\S+) is now known as (?P<new>\S+)$", re.IGNORECASE)
_SYSTEM = tuple(words_of("system"))
"""What chat programs say of a group, in small letters."""


def read_action(text: str) -> Head | None:
    """A line in which a player does something and the program says it, if that may be of the game:
    `* ida rolls TIP 5/1`."""
    marked, stamp = mark_time(text)
    found = _ACTION.match(marked)
    if found is None or not is_name(found["name"]):
        return None
    is_of_game = _ACTS.match(found["rest"]) or holds_notation(found["rest"])
    return _head_of(found, stamp) if is_of_game else None


def read_day_line(text: str) -> str | None:
    """The day that a line between messages names, as it is written."""
    marked, stamp = mark_time(text)
    is_day = _DAY_LINE.match(marked) and not CLOCK.search(stamp) and not stamp.lower().endswith(("ago", "now"))
    return stamp if is_day else None


def read_renaming(text: str) -> tuple[str, str] | None:
    """The old and the new name that a line of IRC tells."""
    found = _RENAMED.search(text)
    return (found["old"], found["new"]) if found is not None else None


def is_system_line(text: str) -> bool:
    """Whether a line is the program's own: somebody joined, a message was pinned, what a message replies to."""
    folded = text.lower()
    is_known = _OF_PROGRAM.match(mark_time(text)[0]) or _OF_PAGE.fullmatch(folded)
    is_said = any(phrase in folded for phrase in _SYSTEM)
    return bool(is_known or is_said) and not holds_notation(text)

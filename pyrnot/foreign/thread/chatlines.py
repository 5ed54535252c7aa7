"""Lines of chats: the prefixes that say who speaks and when, and the lines that nobody said (TR2.2, TR2.3)."""

from __future__ import annotations

import re

from msgspec import Struct

from pyrnot.foreign.thread.times import DAY, STAMP, TIME

_NICK = (
    r"(?P<nick>(?!\+?[SMLPDQ]{1,3}(?:\(\w{1,3}\))?[a-hA-H][1-8]|[SML][_^]?\s+[SML])[^\s<>:|;()\[\]{}/=][^<>:|"
    r";()\[\]{}\n/=]{0,40}?)"
    r"(?:\s*\((?P<aside>[^()\n]{1,30})\))?"
)


_AWAY = r"(?:\|[\w`^-]{1,15})?"
"""What a nick has on IRC while its owner is away: `ida|phone`."""


def _patterns(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(
        re.compile(pattern.replace("NICK", _NICK).replace("STAMP", f"(?P<stamp>{STAMP})"), re.IGNORECASE)
        for pattern in patterns
    )


_PREFIXES = _patterns(
    rf"^[\[(]?STAMP[\])]?\s*[-–—•|]?\s*<\s?[@+%&~!]?NICK{_AWAY}(?::[\w.-]{{1,60}})?>\s*(?P<rest>.*)$",  # irssi, mIRC
    rf"^<\s?[@+%&~!]?NICK{_AWAY}(?::[\w.-]{{1,60}})?>\s+(?P<rest>.*)$",
    r"^STAMP\s+[@+%&~]?NICK\s*\|\s+(?P<rest>.*)$",  # weechat
    r"^[\[(]?STAMP[\])]?\s*(?:[-–—•]\s*)?@?NICK(?::[\w.-]{1,60})?:\s+(?P<rest>.*)$",  # phones, Telegram, Matrix
    r"^NICK\s*[\[(]STAMP[\])](?::\s*|\s+)(?P<rest>\S.*)$",
    r"^NICK,?\s+STAMP:\s+(?P<rest>\S.*)$",
)
_ACTION = re.compile(
    rf"^(?:[\[(]?(?P<stamp>{STAMP})[\])]?\s*)?\*{{1,3}}\s+[@+%&~]?(?P<nick>[^\s<>:|;()\[\]{{}}/=*]{{1,30}})\s+"
    r"(?P<rest>(?:(?:rolls?|rolled)\b.*|(?:plays?|moves?):?\s+(?-i:(?!.*\s[a-z]{2,}(?!\S)).*)|resigns?|passes))\W*$",
    re.IGNORECASE,
)
_TABBED = re.compile(rf"^(?P<stamp>{STAMP})\t+[ @+%&~]?(?P<nick>[^\t\n]{{1,40}})\t+(?P<rest>.*)$", re.IGNORECASE)
_OWN_LINE = _patterns(
    rf"^NICK\s*(?:bot|app)?\s+[—–-]+\s+(?P<stamp>{DAY}(?:,|\s+at|\s+um|\s+à)?(?:\s+{TIME})?|{TIME})$",  # Discord
    rf"^NICK\s{{1,3}}(?:app\s+)?\[?(?P<stamp>(?:{DAY},?\s+(?:at\s+)?)?{TIME})\]?$",  # Slack
    r"^NICK,\s+\[STAMP\]:?$",  # Telegram
    rf"^NICK,\s+(?P<stamp>(?:{DAY},?\s+(?:at\s+)?)?{TIME})(?:,?\s*\(?edited\)?)?:?$",  # Google Chat
    r"^From:\s+NICK\s+\(?(?:at )?STAMP\)?$",  # Signal
    rf"^\[(?P<stamp>(?:{DAY},?\s+(?:at\s+)?)?{TIME})\]\s*(?P<nick>[^\W\d_][^\d<>:|"
    rf";()\[\]{{}}\n/=]{{0,40}}?)(?P<aside>):?$",  # Teams
)
_OF_STAMP = re.compile(r"\d|today|yesterday|heute|gestern|hier|aujourd", re.IGNORECASE)
"""What the stamp of a line has that says only who speaks."""
_BARE_NICK = re.compile(r"[^\W\d][\w.'’-]*(?: [\w.'’-]+){0,3}")
_WHOLE_STAMP = re.compile(rf"(?:{DAY}),?(?:\s+(?:at|um|à|kl\.?))?\s+{TIME}", re.IGNORECASE)
_DASHED_STAMP = re.compile(rf"[-–—]+\s*(?:(?:{DAY}),?(?:\s+(?:at|um|à|kl\.?))?\s+)?{TIME}", re.IGNORECASE)
_BARE_DAY = re.compile(DAY, re.IGNORECASE)
_POSTED_BY = re.compile(
    r"^#\d{1,4}\s+(?:post(?:ed)? by\s+)?|^(?:von|par|por)\s+(?=.{1,40}»$)|^(?:post(?:ed)?\s+)?by\s+|"
    r"\s+(?:on|at|wrote|said|posted)$",
    re.IGNORECASE,
)
_DAY_LINE = re.compile(
    rf"^[-–—=* ]{{0,12}}(?:day changed(?: to)?|log opened|begin logging at|session "
    rf"start:?)?\s*(?P<day>{DAY})\s*[-–—=* ]{{0,12}}$",
    re.IGNORECASE,
)
_SYSTEM_MARK = re.compile(
    rf"(?:[\[(]?(?:{STAMP})[\])]?\s*(?:[-–—]\s*)?)?(?:\*{{1,3}}\s|-!-|-->|<--|—>|==+\s|⇐|⇒|→|←|--\s)", re.IGNORECASE
)
_MARKS = ("*", "-!-", "--", "—>", "==", "⇐", "⇒", "→", "←")
"""One of these is in every such mark: most lines have none."""
_SYSTEM_START = re.compile(
    rf"(?:read|delivered|seen|gelesen|zugestellt|lu|vu|distribué)\b(?:\s+(?:at\s+|um\s+|à\s+)?(?:{STAMP}))?\s*$|"
    r"(?:[┌╭↩↪⤷⮡⤴]|(?:replying|in reply|reply) to\b|antwort an\b|@\S{1,40} hat geantwortet)",
    re.IGNORECASE,
)
_SYSTEM = re.compile(
    r"\b(?:end-to-end encrypted|ende-zu-ende|joined the (?:\w+ )?(?:channel|group|room|server|chat)|(?:has|have) "
    r"(?:joined|left|quit)|joined using|"
    r"left the (?:channel|group|room|chat)|(?:was|were) added|pinned a message|created (?:this|the|a) (?:group|"
    r"channel|room)|"
    r"changed the (?:subject|topic|group|name|description|icon)|changed their phone number|missed (?:voice|video) call|"
    r"started a (?:call|thread)|security code|disappearing messages|sets? mode|is now known as|joined\.$|welcome to "
    r"the)\b",
    re.IGNORECASE,
)
_SYSTEM_WORDS = (
    *("end-to-end", "ende-zu-ende", "joined", "has left", "have left", "has quit", "have quit", "left the", " added"),
    *("pinned", "created", "changed the", "missed v", "started a ", "security code", "disappearing", " mode"),
    *("now known", "welcome to"),
)
"""One of these is in every line that `_SYSTEM` finds: most lines have none."""


_RENAMES = re.compile(
    rf"^(?:[\[(]?(?:{STAMP})[\])]?\s*)?(?:\*{{1,3}}|-!-|-{{2,3}}>?|={{2,3}}|[←→⇒•])\s*\|?\s*"
    r"(?P<old>[^\s|]{1,40}) (?:is now known as|(?:has )?changed (?:(?:h[i]s|her|their) )?nick(?:name)? to) "
    r"(?P<new>\S{1,40}?)[.!]?$",
    re.IGNORECASE,
)


class Prefix(Struct, frozen=True):
    """Who speaks from here on, when, and what follows on the line; `aside` is what follows the name in brackets."""

    nick: str
    stamp: str
    rest: str
    aside: str = ""


def read_prefix(text: str, raw: str = "") -> Prefix | None:
    """The chat prefix with which a line begins."""
    if "\t" in raw[:60] and (found := _TABBED.match(raw[:1000])):
        return Prefix(found["nick"].strip(" @"), found["stamp"], found["rest"].strip())
    head = text[:1000]
    if not head or (
        head[0] not in "[(<"
        and ":" not in head[:90]
        and "|" not in head[:90]
        and "[" not in head[:60]
        and "(" not in head[:60]
    ):
        return None
    for pattern in _PREFIXES:
        if found := pattern.match(head):
            groups = found.groupdict()
            return Prefix(
                found["nick"].strip(" @~"), groups.get("stamp") or "", found["rest"].strip(), groups.get("aside") or ""
            )
    return None


def read_action(text: str) -> Prefix | None:
    """A line in which a player does something and the program says it: `* ida rolls TIP 5/1`."""
    found = _ACTION.match(text[:300]) if "*" in text[:30] else None
    return Prefix(found["nick"], found["stamp"] or "", found["rest"]) if found else None


def is_nick(text: str) -> bool:
    """Whether a line may be nothing but a name."""
    return 1 < len(text) <= 40 and bool(_BARE_NICK.fullmatch(text)) and not is_stamp(text)


def is_nick_tag(text: str) -> bool:
    """Whether a line is what a forum writes under the full name: nothing but the name with an `@`, or `unread`."""
    return 1 < len(text) <= 40 and bool(re.fullmatch(r"\(?@[\w.-]+\)?|unread,?", text))


def is_day(text: str) -> bool:
    """Whether a line is nothing but a day of the calendar."""
    return 5 < len(text) < 40 and text[-1].isalnum() and bool(_BARE_DAY.fullmatch(text))


def is_stamp(text: str) -> bool:
    """Whether a line is nothing but a day with a time."""
    return 7 < len(text) < 40 and text[-1].isalnum() and bool(_WHOLE_STAMP.fullmatch(text))


def is_dashed_stamp(text: str) -> bool:
    """Whether a line is a dash and a time, as Discord writes them under the name."""
    return 3 < len(text) < 40 and text[0] in "-–—" and bool(_DASHED_STAMP.fullmatch(text))


def read_own_line(text: str) -> Prefix | None:
    """A line that says only who speaks from here on, and when."""
    if not 3 < len(text) <= 90 or not _OF_STAMP.search(text):
        return None
    for pattern in _OWN_LINE:
        if found := pattern.match(text):
            nick = _POSTED_BY.sub("", found["nick"].strip(" @~-–—•·,")).strip(" @~-–—»•·,")
            if _BARE_DAY.fullmatch(nick):
                return None
            return Prefix(nick, found["stamp"], "", found["aside"] or "") if nick else None
    return None


def read_day_line(text: str) -> str | None:
    """The day that a line between messages names, as it is written."""
    if not 3 < len(text) <= 80 or (":" in text and "session" not in text.casefold()):
        return None
    found = _DAY_LINE.match(text)
    return found["day"] if found else None


def read_renaming(text: str) -> tuple[str, str] | None:
    """The nick that somebody had and the one taken instead, as the program says it: `*** ida is now known as ida_`."""
    found = _RENAMES.match(text) if "nick" in text or "known" in text else None
    return (found["old"], found["new"]) if found else None


def is_system_line(text: str) -> bool:
    """Whether a line is the program's own: somebody joined, a message was pinned, what a message replies to."""
    if len(text) > 300:
        return False
    if _SYSTEM_START.match(text) or (any(mark in text for mark in _MARKS) and _SYSTEM_MARK.match(text)):
        return True
    folded = text.casefold()
    return any(word in folded for word in _SYSTEM_WORDS) and bool(_SYSTEM.search(text))

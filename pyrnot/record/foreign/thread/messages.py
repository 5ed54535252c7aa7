"""A plain text as messages: quoted mail with its heads, chats with their prefixes, or one text by nobody (TR2).

Splits and strips; which line is a turn is for `candidates` to find.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.record.foreign.thread.text import Line, Message, make_line

_QUOTES = re.compile(r"(?:[ \t]{0,3}>[ \t]?|[ \t]{0,3}\|[ \t](?![^|\n]*\|))+")
_HEAD = re.compile(
    r"^(?:On\b.{0,200}?\bwrote|Am\b.{0,200}?\bschrieb\b.{0,120}?|Le\b.{0,200}?\ba [ée]crit|El\b.{0,200}?\bescribi[óo]|"
    r"Il\b.{0,200}?\bha scritto|Den\b.{0,200}?\bskrev\b.{0,120}?|Op\b.{0,200}?\bschreef\b.{0,120}?|"
    r"Em\b.{0,200}?\bescreveu|.{0,120}?のメール|.{0,160}?さん?(?:は|が)書きました|\d{4}年.{0,160}?)\s*:?\s*$|"
    r"^(?:-{2,}|_{2,})\s*(?:Original Message|Urspr[uü]ngliche Nachricht|Message d'origine|Forwarded message).{0,60}$|"
    r"^[\w .'’-]{1,60} (?:wrote|schrieb|a écrit|said):\s*$",
    re.IGNORECASE,
)
_OPENS_HEAD = re.compile(r"^(?:On|Am|Le|El|Il|Den|Op|Em)\b.{8,200}$")
_FIELD = re.compile(r"^(From|Sent|Date|To|Cc|Subject|Von|Gesendet|Datum|An|Betreff|De|Envoyé|À|Objet):\s*(.*)$")
_SENDER_FIELDS = {"from", "von", "de"}
_DATE_FIELDS = {"sent", "date", "gesendet", "datum", "envoyé"}
_SUBJECT_FIELDS = {"subject", "betreff", "objet"}
_ADDRESS = re.compile(r"\s*[<(\[]?(?:mailto:)?[\w.+-]+@[\w.-]+[>)\]]?\s*")
_SIGNATURE = re.compile(r"^--\s*$")
_TIME = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[AaPp]\.?[Mm]\.?)?"
_DAY = r"(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4}|\w{3,9}\.? \d{1,2}(?:, \d{4})?|\d{1,2}\.? \w{3,9}(?: \d{4})?)"
_STAMP = rf"(?:{_DAY},?\s+(?:at\s+)?)?{_TIME}"
_NICK = r"[^\s<>:|,\[\](){{}}][^<>:|\[\]\n]{0,40}?"
_PREFIXES = tuple(
    re.compile(pattern.replace("NICK", r"(?P<nick>[^\s<>:|;()\[\]{}][^<>:|;\[\]{}\n]{0,40}?)").replace("STAMP", rf"(?P<stamp>{_STAMP})"))
    for pattern in (
        r"^\[?STAMP\]?\s+<[ @+%&~]?NICK>\s*(?P<rest>.*)$",  # irssi, mIRC, HexChat
        r"^<[@+%&~]?NICK>\s+(?P<rest>.*)$",
        r"^STAMP\s+[@+%]?NICK\s*\|\s+(?P<rest>.*)$",  # weechat
        r"^STAMP\s+-\s+NICK:\s+(?P<rest>.*)$",  # WhatsApp, Android
        r"^\[STAMP\]\s*@?NICK(?::[\w.-]+)?:\s+(?P<rest>.*)$",  # WhatsApp on iOS, Telegram, Matrix
        r"^STAMP\s+@?NICK:\s+(?P<rest>.*)$",
        r"^NICK\s+\[STAMP\]:?\s*(?P<rest>.*)$",
        r"^NICK\s*[,(]\s*\[?STAMP\]?\)?:\s*(?P<rest>.*)$",
    )
)
_OWN_LINE = tuple(
    re.compile(pattern.replace("NICK", r"(?P<nick>[^\s<>:|;()\[\]{}][^<>:|;\[\]{}\n]{0,40}?)").replace("STAMP", rf"(?P<stamp>{_STAMP})"))
    for pattern in (
        rf"^NICK\s+[—–-]+\s+(?P<stamp>(?:Today|Yesterday|Heute|Gestern|{_DAY})(?:\s+at|,|\s+um)?\s+{_TIME})$",  # Discord
        r"^NICK\s{1,3}(?:APP\s+)?\[?STAMP\]?$",  # Slack
        r"^NICK,\s+\[STAMP\]:?$",  # Telegram
        r"^From:\s+NICK\s+\(?(?:at )?STAMP\)?$",  # Signal
    )
)
_SYSTEM = re.compile(
    r"^(?:\[?[\d:. ]{4,9}\]?\s*)?(?:\*{1,3}|-!-|-->|<--|—>|===)\s|"
    r"\b(?:end-to-end encrypted|joined the (?:channel|group|room)|has joined|has quit|left the (?:channel|group)|pinned a message|"
    r"created (?:this|the) group|changed the (?:subject|topic)|missed (?:voice|video) call)\b",
    re.IGNORECASE,
)


class _Raw(Struct, frozen=True):
    depth: int
    line: Line


def split_messages(text: str) -> Iterator[Message]:
    """The messages of a plain text, in the order of the text."""
    yield from split_lines(list(_lines(text)))


def split_lines(lines: list[Line]) -> Iterator[Message]:
    """The messages that lines make, which may still have their quote marks."""
    raws = list(_take_quotes(lines))
    if _count_prefixes(raws) >= 2:
        yield from _split_chat(raws)
    else:
        yield from _split_mail(raws)


def _lines(text: str) -> Iterator[Line]:
    position = 0
    for number, raw in enumerate(text.split("\n"), 1):
        yield make_line(number, position, raw.removesuffix("\r"))
        position += len(raw) + 1


def _take_quotes(lines: list[Line]) -> Iterator[_Raw]:
    """The lines without quote marks, and how many each had."""
    before = _Raw(0, make_line(0, 0, ""))
    for line in lines:
        quotes = _QUOTES.match(line.raw)
        depth = 0
        if quotes:
            skip = quotes.end()
            depth = quotes.group().count(">") + quotes.group().count("|")
            line = make_line(line.number, line.start + skip, line.raw[skip:])
        if depth < before.depth and line.text and before.line.text.endswith((";", "-")):
            depth = before.depth  # a mail program broke the line before and lost its quote marks (TR2.5)
        before = _Raw(depth, line)
        yield before


def _count_prefixes(raws: list[_Raw]) -> int:
    return sum(1 for raw in raws if raw.line.text and (_prefix(raw.line.text) or _own_line(raw.line.text)))


def _prefix(text: str) -> re.Match[str] | None:
    return next((found for pattern in _PREFIXES if (found := pattern.match(text[:600]))), None)


def _own_line(text: str) -> re.Match[str] | None:
    if len(text) > 90:
        return None
    return next((found for pattern in _OWN_LINE if (found := pattern.match(text))), None)


def _split_chat(raws: list[_Raw]) -> Iterator[Message]:
    """A chat: each prefix begins a message; lines without one go on with it."""
    current = Message(())
    lines: list[Line] = []
    order = 0
    for raw in raws:
        line = raw.line
        found = _prefix(line.text) or _own_line(line.text)
        if found is None:
            if line.text and not _SYSTEM.search(line.text):
                lines.append(line)
            continue
        yield replace(current, lines=tuple(lines))
        order += 1
        rest = found.groupdict().get("rest", "")
        lines = [replace(line, text=rest.strip())] if rest else []
        current = Message((), sender=found["nick"].strip(" @~\u202f"), when=(order,), is_chat=True)
    yield replace(current, lines=tuple(lines))


def _split_mail(raws: list[_Raw]) -> Iterator[Message]:
    """A mail with what it quotes: a head names the sender of what follows one level deeper, or of all that follows."""
    senders: dict[int, Message] = {0: Message(())}
    block: list[Line] = []
    depth = 0
    in_signature = -1
    index = 0
    while index < len(raws):
        raw = raws[index]
        text = raw.line.text
        if raw.depth != depth:
            if text:
                yield replace(senders.get(depth, Message(())), lines=tuple(block), depth=depth)
                block, depth, in_signature = [], raw.depth, -1
            else:
                index += 1
                continue
        taken = _read_head(raws, index)
        if taken is not None:
            count, sender, when, subject, is_deeper = taken
            yield replace(senders.get(depth, Message(())), lines=tuple(block), depth=depth)
            block, in_signature = [], -1
            target = depth + 1 if is_deeper else depth
            senders[target] = Message((), sender=sender, when=when, subject=subject)
            for deeper in [known for known in senders if known > target]:
                del senders[deeper]
            index += count
            continue
        if _SIGNATURE.match(raw.line.raw):
            in_signature = depth
        if in_signature != depth:
            block.append(raw.line)
        index += 1
    yield replace(senders.get(depth, Message(())), lines=tuple(block), depth=depth)


def _read_head(raws: list[_Raw], index: int) -> tuple[int, str, tuple[int, ...] | None, str, bool] | None:
    """A mail head at a line: how many lines it takes, sender, time, subject, and whether what it heads is quoted deeper."""
    text = raws[index].line.text
    depth = raws[index].depth
    field = _FIELD.match(text)
    if field and field[1].lower() in _SENDER_FIELDS | _DATE_FIELDS:
        sender = subject = ""
        when = None
        count = 0
        while index + count < len(raws) and (field := _FIELD.match(raws[index + count].line.text)):
            name, value = field[1].lower(), field[2]
            if name in _SENDER_FIELDS:
                sender = _sender(value)
            elif name in _DATE_FIELDS:
                when = read_time(value)
            elif name in _SUBJECT_FIELDS:
                subject = value
            count += 1
        return (count, sender, when, subject, False) if count > 1 else None
    if _HEAD.match(text):
        return 1, *_head_words(text), "", _is_deeper(raws, index + 1, depth)
    if _OPENS_HEAD.match(text) and index + 1 < len(raws) and raws[index + 1].depth == depth:
        joined = f"{text} {raws[index + 1].line.text}"
        if _HEAD.match(joined) and len(joined) < 320:
            return 2, *_head_words(joined), "", _is_deeper(raws, index + 2, depth)
    return None


def _is_deeper(raws: list[_Raw], index: int, depth: int) -> bool:
    following = next((raw for raw in raws[index : index + 4] if raw.line.text), None)
    return following is not None and following.depth > depth


def _head_words(text: str) -> tuple[str, tuple[int, ...] | None]:
    """The sender and the time that a line such as `On Tue, 5 Mar 2024 at 21:14, Ida Brandt <…> wrote:` names."""
    bare = _ADDRESS.sub(" ", text)
    bare = re.sub(r"\s*(?:wrote|schrieb|a [ée]crit|escribi[óo]|ha scritto|skrev|schreef|escreveu|said)\b.*$", "", bare).strip(" ,:")
    found = re.search(rf"(?:{_TIME}|\d{{4}})(?:\s?(?:Uhr|[A-Z]{{2,5}}|[+-]\d{{4}}))?[,:]?\s+(?:\([^)]*\)\s*)?(.{{1,80}})$", bare)
    sender = found[1] if found else re.sub(r"^(?:On|Am|Le|El|Il|Den|Op|Em)\b.*,\s*", "", bare)
    return sender.strip(' ,"'), read_time(text)


def _sender(value: str) -> str:
    name = _ADDRESS.sub(" ", value).strip(' "')
    return name or value.split("@")[0].strip(' <"')


_MONTHS = {
    name: number
    for number, names in enumerate(
        ("jan", "feb", "mar mär mrz", "apr", "may mai", "jun", "jul", "aug", "sep", "oct okt", "nov", "dec dez"), 1
    )
    for name in names.split()
}


def read_time(text: str) -> tuple[int, ...] | None:
    """The moment that a head names, as a key that sorts (in UTC where a zone is given); None if it names none that is clear."""
    try:
        moment = parsedate_to_datetime(re.sub(r"^On ", "", text))
    except (ValueError, TypeError, IndexError):
        moment = None
    if moment is not None:
        if moment.tzinfo is not None:
            moment = moment.astimezone(UTC)
        return moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second
    found = re.search(r"\b(\d{1,2})\.? ([A-Za-zäé]{3,9})\.?,? (\d{4})", text)
    day = month = year = None
    if found and found[2][:3].lower() in _MONTHS:
        day, month, year = int(found[1]), _MONTHS[found[2][:3].lower()], int(found[3])
    else:
        found = re.search(r"\b([A-Za-zäé]{3,9})\.? (\d{1,2}),? (\d{4})", text)
        if found and found[1][:3].lower() in _MONTHS:
            day, month, year = int(found[2]), _MONTHS[found[1][:3].lower()], int(found[3])
        elif found := re.search(r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b", text):
            year, month, day = (int(part) for part in found.groups())
    if day is None or month is None or year is None:
        return None
    clock = re.search(r"\b(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?\s*([AaPp][Mm])?", text)
    hour, minute, second = (int(clock[1]), int(clock[2]), int(clock[3] or 0)) if clock else (0, 0, 0)
    if clock and clock[4]:
        hour = hour % 12 + (12 if clock[4].lower() == "pm" else 0)
    try:
        moment = datetime(year, month, day, min(hour, 23), min(minute, 59), min(second, 59), tzinfo=UTC)
    except ValueError:
        return None
    zone = re.search(r"([+-])(\d{2}):?(\d{2})\b", text)
    if zone and clock:
        shift = timedelta(hours=int(zone[2]), minutes=int(zone[3]))
        moment = moment - shift if zone[1] == "+" else moment + shift
    return moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second

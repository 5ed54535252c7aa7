"""Heads of mails and forum posts: who wrote what follows, and when (TR2.2).

Reads single lines and knows no game; `messages` decides what a head is the head of.
"""

from __future__ import annotations

import re

from msgspec import Struct

from pyrnot.foreign.thread.times import DAY, SHORT_DAY, STAMP, TIME, WEEKDAY

_WROTE = re.compile(
    r"^(?:On\b.{0,250}?\b(?:wrote|writes)|Am\b.{0,250}?\bschrieb\b.{0,150}?|Le\b.{0,250}?\ba [ée]crit|El\b.{0,"
    r"250}?\bescribi[óo]|"
    r"Il\b.{0,250}?\bha scritto|(?:Den|På|Le|Op|Em|El|Dnia|W dniu|Dne)\b.{0,250}?\b(?:skrev|skreiv|schreef|escreveu|"
    r"napisa[łl]\w*|"
    r"pisze|napsal\w*)\b.{0,150}?|.{0,200}?のメール|.{0,250}?さん?(?:は|が)(?:書きました|書き込みました)|"
    r"\d{4}\s?[年/].{0,200}?[<(].{1,80}@.{1,80}[>)].{0,20}|.{0,250}?(?:写道|寫道|작성|пишет|написал\w*|kirjoitti|írta|yazdı|"
    r"skrev\b.{1,60}|napisał\(a\)|napsal\(a\))|"
    r".{0,120}\d{1,2}[:.]\d{2}.{0,60}<[^<>\s]{1,80}@[^<>\s]{3,80}>.{0,12})\s*[:：]\s*$",
    re.IGNORECASE,
)
_SAID = re.compile(
    rf"^(?!(?:On|Am|Le|El|Il|Den) )(?:(?:{DAY}|{SHORT_DAY})(?:,\s*|\s+))?"
    rf"(?P<name>(?!\d)[\w .'’-]{{1,60}}?) (?:wrote|writes|said|schrieb|a écrit)(?: ?(?:on|am|"
    rf"↑)? ?{DAY}.{{0,40}})?:(?: ?↑.{{0,60}})?$",
    re.IGNORECASE,
)
_DIVIDER = re.compile(
    r"^(?:-{2,}|_{2,})\s*(?:Original Message|Urspr[uü]ngliche Nachricht|Message d'origine|Mensaje original|Messaggio "
    r"originale|"
    r"Oorspronkelijk bericht|Ursprungligt meddelande|Forwarded message|Weitergeleitete Nachricht|Message "
    r"transféré).{0,60}$|^_{20,}$|"
    r"^Begin forwarded message:$",
    re.IGNORECASE,
)
_OPENS = re.compile(r"^(?:On|Am|Le|El|Il|Den|På|Op|Em|Dnia|Dne)\b.{8,250}$|^\d{4}年.{4,200}$")
_FIELD = re.compile(
    r"^\*?(From|Sent|Date|To|Cc|Bcc|Reply-To|Subject|Von|Gesendet|Datum|An|Betreff|De|Envoyé|Date d'envoi|À|A|Objet|"
    r"Para|Enviado|Enviado el|"
    r"Asunto|Da|Inviato|Oggetto|Från|Skickat|Till|Ämne|Fra|Sendt|Til|Emne|Van|Verzonden|Aan|Onderwerp|差出人|送信日時|宛先|件名|"
    r"日時)\*?\s*[:：]\*?\s*(.*)$",
    re.IGNORECASE,
)
_SENDERS = {"from", "von", "de", "da", "från", "fra", "van", "差出人"}
_DATES = {
    "sent",
    "date",
    "gesendet",
    "datum",
    "envoyé",
    "date d'envoi",
    "enviado",
    "enviado el",
    "inviato",
    "skickat",
    "sendt",
    "verzonden",
    "送信日時",
    "日時",
}
_SUBJECTS = {"subject", "betreff", "objet", "asunto", "oggetto", "ämne", "emne", "onderwerp", "件名"}
_ADDRESS = re.compile(r"\s*[<(\[]?(?:mailto:)?[\w.+-]{1,64}@[\w.-]{1,120}[>)\]]*\s*")
_VERB = re.compile(
    r"\s*(?:,\s*)?\b(?:wrote|writes|schrieb|a [ée]crit|escribi[óo]|ha scritto|skrev|skreiv|schreef|escreveu|"
    r"napisa[łl]\w*(?:\(a\))?|pisze|napsal\w*(?:\(a\))?|said)(?<=[\w)])(?!\w)"
    r"|\s*(?:さん?(?:は|が)(?:書きました|書き込みました)|のメール|写道|寫道|작성|пишет|написал\w*|kirjoitti|írta|yazdı)",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(r"^(?:On|Am|Le|El|Il|Den|På|Op|Em|Dnia|W dniu|Dne)\s+", re.IGNORECASE)
_AFTER_TIME = re.compile(
    rf"^.{{0,120}}(?:{TIME}|(?<!\d)\d{{4}}(?!\d|:)|日)(?:\s?(?:Uhr|[A-Z]{{2,5}}\b|[+-]\d{{4}}))*[,"
    rf":、)）]?\s*(?:\([^)]*\)\s*)?(?P<name>[^\d\s,、:：(（+-][^\n]{{0,80}}?)$"
)
_AGO = r"(?:(?:\d{1,2}|an?)\s?(?:s|m|h|d|w|mo|y|(?:sec|min|minute|hr|hour|day|week|month|year)s?)\.?\s+ago|just now)"
_POST = re.compile(
    rf"^(?:re: .{{0,60}} )?(?:#\d{{1,4}}\s+)?(?:(?:(?:post(?:ed)?\s+)?by|von|par|por)\s+)?(?:u/)?"
    rf"(?P<nick>[^\s<>:|;=/()\[\]{{}}][^<>:|"
    rf";=\[\]{{}}\n]{{0,40}}?)\s*(?:»|•|·|\|)\s*(?:on\s+)?(?P<stamp>{STAMP}|{_AGO})(?:\s*[•·]?\s*\(?edited.{{0,20}})?$|"
    rf"^(?P<mailer>[^<>:|;=\[\]{{}}\n]{{1,40}}?)\s+<[^<>\s]{{1,80}}@[^<>\s]{{3,80}}>,?\s+(?P<sent>{STAMP})$|"
    rf"^\[[-–—+]\]\s?(?P<voted>[\w-]{{1,40}}?)(?:\s?\[[A-Z]\])*\s+(?:[-–]?\d+ points?|score hidden)\s+"
    rf"(?P<age>{_AGO})\W*$|"
    rf"^(?P<comments>[\w-]{{1,40}})\s+commented\s+(?:on\s+)?(?P<at>{STAMP}|{_AGO})(?:\s*[•·].{{0,20}}|\s*\(?edited.{{0,20}})?$|"
    rf"^(?:#\d{{1,4}}\s+)?post(?:ed)? by\s+(?P<by>[^<>:|;=\[\]{{}}\n]{{1,40}}?),?\s+(?:on|at|»)?\s*(?P<when>{STAMP})$",
    re.IGNORECASE,
)

_AFTER_NICK = re.compile(r"(?<=\S)\s+(?:OP|MOD|@[\w.-]+)$")
"""What a forum writes after a name: who began the thread, the handle."""
_OF_POST = re.compile("[»•·|@]|post|points?|hidden|commented", re.IGNORECASE)
"""What every line between posts has."""


class Head(Struct, frozen=True):
    """What a head says. `stamp` is its time as written; `is_quoting`: what follows is older than what precedes it."""

    sender: str = ""
    stamp: str = ""
    subject: str = ""
    is_quoting: bool = True


def read_field(text: str) -> tuple[str, str] | None:
    """A line of a block such as `From: Ida`: the kind of the field (sender, date, subject or other) and its value."""
    found = _FIELD.match(text[:300]) if ":" in text[:40] or "：" in text[:40] else None
    if not found:
        return None
    name = found[1].lower()
    kind = "sender" if name in _SENDERS else "date" if name in _DATES else "subject" if name in _SUBJECTS else "other"
    return kind, found[2]


def read_wrote(text: str) -> Head | None:
    """A line such as `On Tue, 5 Mar 2024 at 21:14, Ida Brandt <…> wrote:`."""
    if len(text) > 400 or text.rstrip()[-1:] not in (":", "：") or not _WROTE.match(text):
        return None
    bare = _ADDRESS.sub(" ", text).rstrip(" :：")
    verb = _VERB.search(bare)
    before = bare[: verb.start()].strip(" ,、") if verb else bare
    after = bare[verb.end() :].strip(" ,:") if verb else ""
    if after and not re.search(r"\d", after):
        return Head(sender=after, stamp=text)  # Am 5. März 2024 schrieb Ida Brandt:
    before = _PREPOSITION.sub("", before)
    found = _AFTER_TIME.search(before)
    sender = found["name"] if found else before.rpartition(",")[2]
    if not re.search(r"[^\W\d_]", sender) or re.fullmatch(rf"(?:{STAMP})", sender.strip(), re.IGNORECASE):
        sender = ""
    sender = re.sub(rf"^(?:(?:UTC|GMT)\S*|{WEEKDAY}|{SHORT_DAY},?)\s+", "", sender.strip(), flags=re.IGNORECASE)
    return Head(sender=sender.strip(' ,"、，(（').removesuffix("さん").removesuffix("様").strip(), stamp=text)


def read_said(text: str) -> Head | None:
    """A forum's `Ida wrote:`, which quotes or only names who speaks."""
    found = _SAID.match(text) if len(text) < 160 and ":" in text else None
    return Head(sender=found["name"].strip(), stamp=text, is_quoting=False) if found else None


def read_post(text: str) -> Head | None:
    """A forum's line between posts: `by Ida » Tue Mar 05, 2024 9:14 pm`."""
    found = _POST.match(text) if len(text) < 160 and _OF_POST.search(text) else None
    if not found:
        return None
    nick = found["nick"] or found["by"] or found["mailer"] or found["voted"] or found["comments"]
    stamp = found["stamp"] or found["when"] or found["sent"] or found["age"] or found["at"]
    return Head(sender=_AFTER_NICK.sub("", nick.strip()), stamp=stamp, is_quoting=False)


def is_divider(text: str) -> bool:
    """`-----Original Message-----` and its like."""
    return text[:1] in ("-", "_", "B", "b") and len(text) < 120 and bool(_DIVIDER.match(text))


def may_open_head(text: str) -> bool:
    """Whether a line may begin a head that a mail program broke."""
    return len(text) < 300 and bool(_OPENS.match(text))


def read_sender(value: str) -> str:
    """The name in `Ida Brandt <ida@example.org>`; without one, the part before the `@`."""
    name = _ADDRESS.sub(" ", value).strip(" \"'<>()")
    return name or value.split("@")[0].strip(' <"(')

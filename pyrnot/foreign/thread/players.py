"""What players say of who plays: seats, the one who begins, the one who rules (TR3, TR4).

Reads single lines and knows no game but its seats.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from msgspec import Struct

from pyrnot.foreign.thread.text import EMOJI

_LONGEST = 160

_NAME = r"(?P<name>[^\W\d_][\w.'’ -]{0,40}?)"

_SEAT = r"(?P<seat>[^\W\d_]{1,9})"

_SEAT_LINES = tuple(
    re.compile(pattern.replace("NAME", _NAME).replace("SEAT", _SEAT), re.IGNORECASE)
    for pattern in (
        r"^SEAT\s*(?:[:=]|-|–|—|\bis\b)\s*NAME$",
        r"^NAME\s*\((?:playing |plays |as |with )?SEAT\)$",
        r"^SEAT\s*\((?P<name>[^\W\d_]+(?:[ '’-][^\W\d_]+){0,2})\)$",
        r"^NAME\s*(?:[:=]|-|–|—)\s*SEAT$",
        r"^NAME\s+(?:is|plays|will play|has|takes|gets|as|spielt|ist|joue)\s+(?:the\s+)?SEAT(?:\s+(?:side|pieces|"
        r"pyramids))?$",
        r"^SEAT\s+NAME$",
    )
)

_I_AM = re.compile(
    rf"^(?:(?:hi|hello|hey|ok|okay|so|right)\W+(?:[^\W\d_]+\W+)?)?(?P<who>i|you|ich|du|me|je|we)(?:['’](?:m|ll|re))?\s*"
    rf"(?:(?:begin|start)(?:,| and)?\s+(?:play|playing|as|with)|am|are|is|play|plays|will play|take|will take|take|"
    r"will be|have|be|get|bin|bist|spiele|spielst|:|"
    rf"=)?\s+(?:as\s+)?(?:the\s+)?{_SEAT}(?:\s+(?:side|pieces|pyramids|then|please))?$",
    re.IGNORECASE,
)

_EMOJI_IS = re.compile(r"^(?P<left>[^=:,;]{1,30}?)\s*(?:[:=]|->|→|–|—|\s-\s|\bis\b)\s*(?P<right>[^=:,;]{1,30})$")

_ANSWER = re.compile("^[^:]*:\\s*[\U0001f44a-\U0001f450\U0001f600-\U0001f64f\U0001f91d\u2705\u2764]+$")
"""What somebody says with a hand or a face, which stands for nobody: `Ana: 👍`."""
_EMOJI_NAME = re.compile(
    r"\s*(?:[:=–-]\s*)?(?P<name>[^\W\d_a-z][\w'’-]{1,30}(?: [^\W\d_a-z][\w'’-]{0,30})?)\s*"
    r"(?:[,;/|&–-]|\b(?:vs?\.?|and|und|against))?\s*"
)

_MOST_TITLE_WORDS = 4

_STARTS = re.compile(
    rf"^(?:ok(?:ay)?\W+|so\W+)?{_NAME}(?:\s*\((?:[^\W\d_]{{1,9}})\))?(?:['’]ll)?\s+(?:will\s+|to\s+)?"
    r"(?:starts?|begins?|moves? first|goes first|go first|plays? first|opens?|has the first (?:move|turn)|"
    r"is (?:first|starting)|(?:is )?to (?:start|begin|move first|go first)|fängt an|beginnt|commence)"
    r"(?:\s+(?:the game|this time|this one))?(?:,?\s+(?:as|with|playing)\s+(?:the\s+)?[^\W\d_]{1,9})?$",
    re.IGNORECASE,
)

_BEGINNING = (
    r"(?:starts?|begins?|starting|beginning|opens?|goes first|moves? first|plays? first|first move|first turn|"
    r"first to move|first(?=\s*[.!]*$)|fängt|fange|anfängt|beginnt?|beginne|anzug|commences?|empieza|comienza)(?!\w)"
)

_BEGINS = re.compile(
    r"(?<=\))\s+(?:will\s+)?(?:starts?|begins?|moves? first|goes first|plays? first|fängt an|beginnt|commence)$",
    re.IGNORECASE,
)
"""What may follow a player whose seat is in brackets."""

_MAY_START = re.compile(r"start|begin|first|open|fäng|fang|anzug|commence|empieza|comienza", re.IGNORECASE)
"""A part of every sentence that says who begins."""

_HEADING_PARTS = re.compile(r"\s*(?:[,;/|&+.:]\s|\s[-–—]\s|\bvs\.?|\band\b)\s*", re.IGNORECASE)
"""What parts a heading such as `Homeworlds: Ida (North) - Jon (South)`."""

_BRACKETED_SEAT = re.compile(r"[^\W\d_][\w.'’ -]{0,40}? ?\([^\W\d_]{1,9}\)")
"""A name with its seat in brackets, whatever parts it from the other: `Gus (W) – Ivy (B)`."""

_IN_BRACKETS = re.compile(r"\(([^()]{5,80})\)")

_AFTER_SENTENCE = re.compile(r"(?<=[^\W_]{3})[.!?]+\s+")

_TITLE = re.compile(r"\s[-–—]+\s|:\s")
"""What parts a heading from the players named in it: `Martian Life - Ana (Red)`."""

_SAYS_MORE = re.compile(r"\b(?:is|has|plays?|takes?|gets?|and|against|vs)\b", re.IGNORECASE)
"""Words that no name has: they are of a sentence with several."""

_SHORT_NAME = r"[^\W\d_][\w.'’-]{0,30}(?: [^\W\d_][\w.'’-]{1,30})?"

_LETTER_AND_NAME = re.compile(
    rf"(?<!\w)(?P<letter>[A-Z])\s*[:=]\s*(?P<name>{_SHORT_NAME}?)(?=\s*(?:$|[,;/|&]|\s[-–—]\s|\s[A-Z]\s*[:=]))"
)

_NAME_AND_LETTER = re.compile(
    rf"(?:\b(?:vs?\.?|and|against|und)\s+)?(?P<name>{_SHORT_NAME})\s*\((?P<letter>[A-Z]|[A-Za-z]{{4,9}})\)"
)

_PERSON = r"[^\W\d_][\w'’-]{0,30}(?: [^\W\d_][\w'’-]{0,30}){0,2}"

_VERSUS = re.compile(
    rf"(?P<one>{_PERSON})\s+(?P<sign>vs?\.?|versus|against|contre|gegen|contra|[-–—])\s+(?P<two>{_PERSON})",
    re.IGNORECASE,
)

_HEADS = re.compile(rf"^(?:\d{{1,3}}[.)]\s*)?(?P<name>{_SHORT_NAME})\s*\((?P<letter>[A-Z]|[A-Za-z]{{4,9}})\)\s*[:>]\s")
"""A turn's head that gives a player's seat: `Kes (N): build g1 Kes`."""

_CLAUSES = re.compile(r"\s*(?:[,;|&+]|(?<!\d)/|/(?!\d)|\bvs\.?|\band\b|\bund\b|\bagainst\b)\s*", re.IGNORECASE)

_USER = re.compile(r"(?<!\w)u/(?=\w)")
"""What Reddit writes before a nick."""

_HAS_LETTER = re.compile(r"(?<!\w)[A-Z]\s*[:=]|\((?:[A-Z]|[A-Za-z]{4,9})\)")

_NO_PLAYERS = {
    "hello",
    "hi",
    "hey",
    "thanks",
    "thank you",
    "ok",
    "okay",
    "yes",
    "no",
    "nice",
    "good",
    "gg",
    "sorry",
    "wow",
    "pass",
    "please",
    "hmm",
    "great",
    "done",
    "ready",
    "well",
    "your turn",
    "my turn",
    "draw",
    "resigns",
    "wins",
}

_PARTICLES = {
    "von",
    "van",
    "de",
    "der",
    "den",
    "da",
    "di",
    "del",
    "la",
    "le",
    "du",
    "zu",
    "ten",
    "ter",
    "y",
    "the",
    "of",
}
"""Small words within a name."""

_ORGANISERS = {
    "organiser",
    "organizer",
    "arbiter",
    "referee",
    "ref",
    "td",
    "judge",
    "moderator",
    "mod",
    "admin",
    "umpire",
    "director",
    "gm",
    "tournamentdirector",
    "gamemaster",
    "turnierleiter",
    "schiedsrichter",
    "tournamentorganiser",
    "tournamentorganizer",
}

_ROLE = (
    r"(?:organi[sz]er|arbiter|referee|td|judge|moderator|umpire|(?:tournament\s+)?director|game\s?master|gm|turnierleiter|"
    r"schiedsrichter|arbitre)"
)

_ORGANISER = re.compile(
    rf"^(?:the\s+|our\s+)?{_ROLE}\s*(?:[:=–-]|is)\s*(?P<name>[^\W\d_][\w.'’ -]{{0,40}})$|"
    rf"^(?P<bearer>[^\W\d_][\w.'’ -]{{0,40}}?)\s*(?:\((?:the\s+)?{_ROLE}\)|(?:[:=–-]|is)\s+(?:the\s+|our\s+)?{_ROLE})$",
    re.IGNORECASE,
)

ME = {"me", "i", "ich", "je", "moi", "myself", "mich"}

YOU = {"you", "du", "tu", "vous", "yourself", "dich", "u"}


class Declared(Struct, frozen=True):
    """Somebody's seat, as a line says it; `name` may be `me` or `you`."""

    name: str
    seat: str


def read_seats(
    text: str, seat_of: Callable[[str], str | None], is_known: Callable[[str], bool] = lambda _: False
) -> Iterator[Declared]:
    """The seats that a line names: `Ida (White)`, `White: Ida, Black: Jonas`, `I'm White`. `seat_of` knows whole
    names of seats, `is_known` those who write here: their names need no capital."""
    bare = _BEGINS.sub("", _USER.sub("", text.strip(" .!:")))
    if not bare or len(bare) > _LONGEST:
        return
    if pairs := _read_emoji_pairs(bare):
        yield from pairs
        return
    mine = [declared for part in dict.fromkeys((bare, *clauses(bare))) if (declared := _read_own_seat(part, seat_of))]
    if mine:
        yield from mine[:2]
        return
    for sentence in _AFTER_SENTENCE.split(bare):
        yield from _read_clauses(sentence.strip(), seat_of, is_known)


def _read_clauses(text: str, seat_of: Callable[[str], str | None], is_known: Callable[[str], bool]) -> list[Declared]:
    """The seats that a sentence or a heading names: it is split in the way in which it names most."""
    has_emoji = bool(EMOJI.search(text))
    parts = _CLAUSES.split(text)[:8]
    ways = [[text]] if len(parts) < 2 or not has_emoji else []
    ways += [parts] if has_emoji else [parts, _HEADING_PARTS.split(text)[:8], _BRACKETED_SEAT.findall(text)[:8]]
    ways += [_CLAUSES.split(inner)[:4] for inner in _IN_BRACKETS.findall(text)[:4]]
    found = [[declared for part in way if (declared := _read_seat(part, seat_of, is_known))] for way in ways]
    found += (_read_bare_pair(inner, seat_of) for inner in (*_IN_BRACKETS.findall(text), text))
    return max(found, key=lambda named: len({declared.seat for declared in named}))


def _read_bare_pair(text: str, seat_of: Callable[[str], str | None]) -> list[Declared]:
    """Two players, each with nothing but the seat after the name: `Ann red, Ben yellow`; [] for fewer."""
    pairs = (part.strip().rpartition(" ") for part in _CLAUSES.split(text)[:4])
    named = [
        Declared(name.rstrip(" ,"), seat)
        for name, _, word in pairs
        if re.fullmatch(_NAME, name) and name[0].isupper() and len(word) > 1 and (seat := seat_of(word))
    ]
    return named if len({declared.seat for declared in named}) == len(named) > 1 else []


def read_versus(text: str, title: str) -> tuple[str, str] | None:
    """The two players that a heading names, in its order: `Homeworlds: Ida vs Jon`, `Ida - Jon`."""
    if len(text) > _LONGEST // 2:
        return None
    bare, count = re.subn(re.escape(title), " ", text, flags=re.IGNORECASE)
    bare = re.split(r"[,;|(]\s|(?<!\bv)(?<!\bvs)\.\s|\(", bare.strip(" :,.;|#*=-–—"))[0].strip(" :,.;|#*=-–—")
    found = _VERSUS.fullmatch(bare)
    names = (found["one"], found["two"]) if found else ("", "")
    is_heading = bool(found and (count or found["sign"] not in ("-", "–", "—")) and names[0] != names[1])
    is_named = all(name[:1].isupper() and name.lower() not in _NO_PLAYERS for name in names)
    return names if is_heading and is_named and not any(map(_SAYS_MORE.search, names)) else None


def read_letters(text: str, seat_of: Callable[[str], str | None]) -> list[Declared]:
    """The seats that a line gives by their letters, or to names in small letters: `N: Mo  E: Nina`, `mo (N), nina (S)`;
    [] where it names fewer than two and is not a turn's head. `seat_of` knows seats and their letters."""
    if len(text) > _LONGEST or not _HAS_LETTER.search(text):
        return []
    head = _HEADS.match(text)
    if head and (seat := seat_of(head["letter"])) is not None and head["name"].lower() not in _NO_PLAYERS:
        return [Declared(head["name"].strip(), seat)]
    for pattern in (_NAME_AND_LETTER, _LETTER_AND_NAME):
        found = [Declared(match["name"].strip(), seat_of(match["letter"]) or "") for match in pattern.finditer(text)]
        seats = {declared.seat for declared in found} - {""}
        is_name = all(declared.name.lower() not in _NO_PLAYERS for declared in found)
        if is_name and len(seats) == len(found) > 1:
            return found
    return []


def _read_own_seat(text: str, seat_of: Callable[[str], str | None]) -> Declared | None:
    """The seat that a player takes or gives to the other: `I'm White`."""
    found = _I_AM.match(text)
    seat = seat_of(found["seat"]) if found else None
    if found is None or seat is None or (len(found["seat"]) == 1 and not found["seat"].isupper()):
        return None
    return Declared("you" if found["who"].lower() in YOU else "me", seat)


def _read_seat(text: str, seat_of: Callable[[str], str | None], is_known: Callable[[str], bool]) -> Declared | None:
    if EMOJI.search(text):
        return _read_emoji(text)
    tails = dict.fromkeys((text, _TITLE.split(text)[-1]))
    for found in (pattern.match(part) for part in tails for pattern in _SEAT_LINES):
        if not found or (seat := seat_of(found["seat"])) is None or seat_of(found["name"]) is not None:
            continue
        is_letter = len(found["seat"]) == 1
        if is_letter and (found.re is _SEAT_LINES[-1] or not found["seat"].isupper()):
            continue
        name = _TITLE.split(found["name"])[-1].strip()
        if (
            name
            and not _SAYS_MORE.search(name)
            and name.lower() not in _NO_PLAYERS
            and (name.lower() in ME | YOU or _is_capital(name) or not name.isascii() or is_known(name))
        ):
            return Declared(name, seat)
    return None


def _is_capital(name: str) -> bool:
    """Whether a name is written as names are, so that it is none of a sentence's words (`First reply plays Black`)."""
    first, *rest = name.split()
    return first[0].isupper() and all(not word[0].islower() or word in _PARTICLES for word in rest)


def _read_emoji(text: str) -> Declared | None:
    """Whom a picture stands for: `🔴 = Ana`."""
    found = _EMOJI_IS.match(text)
    if not found or re.search(r"\d|\bpass\b", text, re.IGNORECASE) or _ANSWER.search(text):
        return None
    left, right = found["left"].strip(), found["right"].strip()
    if EMOJI.fullmatch(left) and re.search(r"[^\W\d_]", right):
        return Declared(left, right)
    return Declared(right, left) if EMOJI.fullmatch(right) and re.search(r"[^\W\d_]", left) else None


def _read_emoji_pairs(text: str) -> list[Declared]:
    """Whom pictures stand for that each precede a name: `🔴 Ana 🟡 Bruno`, perhaps after a title; [] for fewer than
    two."""
    found = list(EMOJI.finditer(text)) if not text.isascii() else []
    if len(found) < 2 or len(text[: found[0].start()].split()) > _MOST_TITLE_WORDS:
        return []
    ends = [*(picture.start() for picture in found[1:]), len(text)]
    after = [text[picture.end() : end] for picture, end in zip(found, ends, strict=True)]
    names = [_EMOJI_NAME.fullmatch(part) for part in after]
    pairs = [
        Declared(picture.group(), name["name"])
        for picture, name in zip(found, names, strict=True)
        if name and name["name"].lower() not in _NO_PLAYERS
    ]
    return pairs if len({pair.name for pair in pairs}) == len({pair.seat for pair in pairs}) == len(found) else []


def may_name_starter(text: str) -> bool:
    """Whether a line may say who begins."""
    return _MAY_START.search(text) is not None


def read_organiser(text: str) -> str:
    """Whom a line names as the one who rules and does not play; "" for any other line."""
    parts = (text, *re.split(r"[.;!]\s+", text)) if len(text) < 160 else ()
    found = next((match for part in parts if len(part) < 80 and (match := _ORGANISER.match(part.strip(" .!")))), None)
    return (found["name"] or found["bearer"]).strip() if found else ""


def read_starter(text: str) -> str | None:
    """Who begins, as a line says it."""
    found = _STARTS.match(text.strip(" .!:")) if len(text) < 80 else None
    return found["name"].strip() if found else None


def may_begin(text: str, seat: str) -> bool:
    """Whether a line may say, in words that are not read, that a seat begins."""
    name = rf"(?<!\w){re.escape(seat)}(?:['’]s)?(?!\w)"
    between = r"(?:[ ,]+(?!(?:and|but|und|then|dann)\b)[^\W\d_]+){0,3}?[ ,]+"
    mine = rf"{name}[ ,]+(?:and|und|et|y) (?:i |ich |je |yo )?{_BEGINNING}"
    return bool(re.search(rf"{name}{between}{_BEGINNING}|{_BEGINNING}{between}{name}|{mine}", text, re.IGNORECASE))


def clauses(text: str) -> list[str]:
    """The clauses of a short line."""
    parts = re.split(r"\s*[,;.!:–—()]+\s*(?:(?:and|so|then|but)\s+)?|\s+and\s+", text)
    return [part for part in parts if part] if len(text) < _LONGEST else []


def is_organiser(folded: str) -> bool:
    """Whether a folded name is that of somebody who rules and does not play."""
    return folded in _ORGANISERS

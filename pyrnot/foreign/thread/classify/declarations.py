"""Closed forms of words in which lines above the first turn give players their seats, or say who begins (TR4.4)."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import chain, dropwhile
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pyrnot.core.marks import MARKS
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.thread.players import ME, PRONOUNS, YOU, Players, declare, declare_speaker
from pyrnot.foreign.thread.text import WORD, fold_name, in_small_letters
from pyrnot.foreign.thread.words import read_list, read_section, seats_in_other_words, tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyrnot.foreign.thread.model import ThreadLine

_IS = read_section("is")
"""Words between a player and a seat; written large they are names: `Will is Red`."""
NO_NAME = read_section("no name") | read_section("turn")
"""Words that no player's name has."""
_BEGINS = frozenset(read_list("beginnings.txt"))
"""What stands beside the player who begins."""
_PARTS = lazy_pattern(
    r"\s*(?:[,;|&+()\[\]/!?–—。、]|\.(?=\s|$)|\s-+\s|"
    r"\b(?:vs?|versus|against|gegen|contre|contra|and|und|et|y|e)\b\.?|:(?=\s))\s*"
)
_NAME = lazy_pattern(rf"{WORD}(?: (?:[a-z]{{2,3}} )?{WORD})?")
_PARTICLE = lazy_pattern(r"(?<=\w )[a-z]{2,3} (?=[^\W\d_a-z])")
"""A short word within a name: `Jan de Vries`."""
_WITHOUT_VERB = lazy_pattern(rf"[^\W\d_](?:(?!['’](?:m|re|ll)(?![\w{MARKS}.'’-]))[\w{MARKS}.'’-])*")
"""A word of a name, but for the verb of `I'm` or `Ann'll`."""
_LETTERS = lazy_pattern(r"[^\W\d_]+")
_ENDS_IN_INITIAL = lazy_pattern(r"(?<!\w)[^\W\d_]\.$")
_SET_UP = lazy_pattern(r"[,;]?\s*\b(?:goals?|cards?|both)\b", re.IGNORECASE)
_TITLE = r"(?:Mrs?|Ms|Dr|Hr|Fr|Sra?|Mme)\. "
_LARGE = rf"(?:[^\W\d_a-z][\w{MARKS}.'’-]*+)(?!\s*[:=])"
"""A word of a name that begins with a capital, and has no colon after it."""
_EQUATED = lazy_pattern(
    rf"(?<!\w)(?P<left>[^\W\d_][\w{MARKS}.'’ -]{{0,30}}?)(?:\s*(?:(?P<is>=)|:)|\s[-–—])\s*"
    rf"(?P<right>(?:{_TITLE})?(?>{WORD})(?!\s*=)(?(is)|(?!:\s))"
    rf"(?:(?: (?:[a-z]{{2,3}} ){{0,2}}(?:{_TITLE})?{_LARGE}){{1,4}}+(?=\s*(?:$|[,;(|]|{WORD}\s?[:=]))|"
    rf"(?<!\w\w\.) {_LARGE}| \d{{1,2}}(?=\s*$))?)"
)
"""A name or a seat, and what it is; after a dash or a colon, nothing that has a colon itself: `Spectrum - A: Ana`.
A name of three words or more ends where its part of the line does: `Red: Jean de la Tour, Yellow: Ann`."""
_MAY_EQUATE = lazy_pattern("[=:–—-]")
_BRACKETED = lazy_pattern(
    rf"(?:\b(?:{'|'.join(sorted(read_section('and')))}) )?(?P<name>{WORD}(?: {WORD}){{0,2}}) ?"
    rf"\((?P<seat>[^\W\d_]{{1,9}}|[^\W\d_a-z][\w{MARKS}.'’-]*(?: [^\W\d_a-z][\w{MARKS}.'’-]*){{1,2}})\)"
)
_SENTENCE_END = lazy_pattern(r"(?<=\w\w\w)\.\s")
"""`Martian Life. Ana = Red`, but not `St. John = Red`."""
_VERSUS = lazy_pattern(r"\s+(?i:vs?|versus|gegen|contre|contra|mot)\b\.?\s+")
_OPPONENT = lazy_pattern(rf"\W*(?P<name>{_NAME.pattern})\W*")
_BETWEEN_NAMES = lazy_pattern(r"\s[-–—]\s|[/&+]")
"""What stands between names, and seldom between other words."""
_BEFORE_NAME = NO_NAME | {"between", "with", "w", "mit"}
_LONGEST = 200
_CIRCLE = lazy_pattern("[🔴🔵🟡⚪⚫🟢]")
_WRITER = lazy_pattern(
    rf"\b(?:me|ich|moi|yo|io|ik|jag|jeg|eu) \((?P<name>[^\W\d_][\w{MARKS} .'’-]{{1,30}})\)", re.IGNORECASE
)
"""Who writes, with the name: `me (Ida)`."""

Declaration = tuple[str, str]
"""A player and a seat."""


def read_declarations(players: Players, lines: Iterable[ThreadLine], *, in_prose: bool = False) -> Players:
    """What talk above the first turn says of the seats: in closed forms, or in sentences (`I'm Red`)."""
    for line in lines:
        text = line.text
        whole = f"{line.who}: {text.removeprefix(line.who).lstrip(' :>|')}"
        if players.seat_word(line.who) is not None or (line.who and _equated(players, whole)):
            text = whole
            line = replace(line, who="")  # the sender says it: `Blue (you): ...`
        if len(text) <= _LONGEST:
            players = _read_line(players, line, text, in_prose=in_prose)
    return players


def _read_line(players: Players, line: ThreadLine, text: str, *, in_prose: bool) -> Players:
    found = declarations(players, text) if in_prose else _closed(players, text)[0]
    for name, seat in found:
        if name.lower() in ME:
            players = declare_speaker(players, line.author, seat, line)
        elif name.lower() in YOU:
            players = declare_speaker(players, line.author, players.other(seat), line)
        else:
            players = declare(players, name, seat, line)
    beginner = _read_first(players, line)
    if beginner is not None:
        players = replace(players, first=beginner, first_by=line)
    if found or beginner is not None:
        return players
    if _seats_in(players, text):
        return replace(players, doubtful=(*players.doubtful, line))
    return players if players.heading else replace(players, heading=names_in(players, text))


def _seats_in(players: Players, text: str) -> list[str]:
    """The seats that a text names in full."""
    words = {token.removesuffix("'s") for token in tokens_of(text)}
    return [seat for seat in players.seats if len(seat) > 1 and seat.lower() in words]


def agrees(players: Players, line: ThreadLine) -> bool:
    """Whether a line that names one seat may well mean the one that its writer plays: `ok, black then`; or, of the
    other player, the other one: `you be white`."""
    declared = [pair for pair in declarations(players, line.text) if line.author or pair[0] not in PRONOUNS]
    if declared:
        return all(_has_seat(players, name, seat, line) for name, seat in declared)
    words = tokens_of(line.text)
    seat = players.seat_of_line(line)
    if not YOU.isdisjoint(words):
        seat = players.other(seat) if ME.isdisjoint(words) else None
    return _seats_in(players, line.text) == [seat]


def _has_seat(players: Players, name: str, seat: str, line: ThreadLine) -> bool:
    """Whether a seat is that of a player, whom the writer of a line may call `me` or `you`."""
    if name not in PRONOUNS:
        return seat in (players.seat_of(name), players.seat_of(name.split()[0]))
    own = players.seat_of_line(line)
    return seat == (own if name in ME else players.other(own))


def _read_first(players: Players, line: ThreadLine) -> str | None:
    """The seat that begins, as a line says."""
    if players.is_first_tagged:
        return None
    for part in _PARTS.split(line.text):
        words = tokens_of(part)
        for cut in range(1, min(4, len(words))):
            who = " ".join(words[:cut])
            if " ".join(words[cut:]).removeprefix("will ") not in _BEGINS:
                continue
            named = line.author if who in ME else who
            seat = players.seat_of(named) if named else players.seat_by_name.get("me")
            if seat is not None:
                return seat
    return None


# The forms


def declarations(players: Players, text: str) -> list[Declaration]:
    """The players and their seats that a text names in a closed form; `me` and `you` are names here too."""
    if len(text) > _LONGEST:
        return []
    found, left = _closed(players, text)
    if not found and _names_seat(players, left):
        parts = [_WITHOUT_VERB.findall(part) for part in _PARTS.split(left)]
        above_set_up = [_WITHOUT_VERB.findall(part) for part in _PARTS.split(_SET_UP.split(left)[0])]
        if any(_is_told(players, words) for words in parts) or all(
            _fits_list(players, words) for words in above_set_up
        ):
            found = [*chain.from_iterable(_in_part(players, words) for words in parts)]
    return _without_twins(found)


def _names_seat(players: Players, text: str) -> bool:
    """Whether some word of a text is a seat, as one in each declaration is: few lines of talk have any."""
    return any(_seat_in_english(players, word) for word in _LETTERS.findall(text))


def _is_told(players: Players, words: Sequence[str]) -> bool:
    """Whether words say who has a seat, with a verb or of me and you. A name right beside a seat is a player's only
    with such words, or in a list: not in `with Karl Black, Sunday`."""
    found = _in_part(players, words)
    return bool(found) and (found[0][0] in PRONOUNS or not _IS.isdisjoint(words[1:]))


def _fits_list(players: Players, words: Sequence[str]) -> bool:
    """Whether a part of a line is one of a list of players and their seats, or has words that say no more."""
    if _in_part(players, words):
        return words[0] not in _IS
    return NO_NAME.issuperset(word.lower() for word in words if len(word) > 1)


def _closed(players: Players, text: str) -> tuple[list[Declaration], str]:
    """The declarations in closed forms, and the text without those in brackets."""
    text = _CIRCLE.sub(lambda circle: f" {seats_in_other_words()[circle.group()]} ", _without_title(players, text))
    bracketed: list[Declaration] = []
    left = text
    if "(" in text:
        bracketed, left = _bracketed(players, _WRITER.sub(r"\g<name>", text))
    return _without_twins(bracketed + _equated(players, left)), left


def _bracketed(players: Players, text: str) -> tuple[list[Declaration], str]:
    """`Ana (Red)`, `Red (Ana)`; and the text without them."""
    found: list[Declaration] = []
    left = text
    for match in _BRACKETED.finditer(text):
        seat = players.seat_word(match["seat"])
        *words, last = match["name"].split()
        turned = players.seat_word(last)
        if seat is not None and seat == turned:  # a seat in two languages: `Blanc (White): Ana`
            left = left.replace(match.group(), " ".join([*words, seat]))
            continue
        if seat is not None:
            named = _SENTENCE_END.split(match["name"])[-1]
            found.append((_clean(named), seat))
        elif turned is not None:
            found.append((match["seat"], turned))
        else:
            continue
        left = left.replace(match.group(), " , ")
    return found, left


def _equated(players: Players, text: str) -> list[Declaration]:
    """`Red: Ana`, `Red = Ana`, `Red - Ana`, `Ana = Red`; `Ana: Red` where all seats are named so, since in a chat
    that is what Ana says."""
    found: list[Declaration] = []
    said: list[Declaration] = []
    if not _MAY_EQUATE.search(text):
        return found
    for match in _EQUATED.finditer(text):
        left = _SENTENCE_END.split(match["left"])[-1].strip()
        right = match["right"].strip()
        seat = players.seat_word(left.rpartition(" ")[2])
        turned = players.seat_word(right.rstrip("."))
        if seat is not None and turned is None:
            found.append((_clean(right), seat))
        elif turned is not None and seat in (None, turned):
            (said if ":" in match.group() else found).append((_clean(left), turned))
    return found or (said if len(said) == len(players.seats) else [])


def _without_twins(found: Sequence[Declaration]) -> list[Declaration]:
    """Declarations in which each seat has one player and each player one seat; else none. Those of which no
    name is left do not count."""
    pairs = [(name, seat) for name, seat in dict.fromkeys(found) if name]
    seats = {seat for _, seat in pairs}
    names = {fold_name(name) for name, _ in pairs}
    return pairs if len(seats) == len(pairs) == len(names) else []


def _clean(name: str) -> str:
    """A name without the words before it that are none: `and`, `between`."""
    words = [*dropwhile(_is_before_name, name.split())]
    no_name = NO_NAME if len(words) == 1 else NO_NAME | PRONOUNS
    if not no_name.isdisjoint(map(str.lower, words)):
        return ""
    name = " ".join(words).strip(" '’-")
    return name if _ENDS_IN_INITIAL.search(name) else name.strip(" .'’-")


def _is_before_name(word: str) -> bool:
    return word.lower().strip(".'’") in _BEFORE_NAME


def _in_part(players: Players, words: Sequence[str]) -> list[Declaration]:
    """The declarations of a part of a line: `Ana is Red`, `White Petra`, `max W ivy B`, `I'm Xeno`."""
    seats = {place: seat for place, word in enumerate(words) if (seat := _seat_in_english(players, word))}
    if len(seats) != 1:
        return _list_of_two(words, seats)
    ((place, seat),) = seats.items()
    return _beside_one(words, place, seat)


def _seat_in_english(players: Players, word: str) -> str | None:
    """The seat that a word of a sentence names: in other languages it may be another word, as `weiß` is."""
    seat = players.seat_word(word)
    return seat if seat and seat.lower().startswith(word.lower()) else None


def _list_of_two(words: Sequence[str], seats: Mapping[int, str]) -> list[Declaration]:
    """`max W ivy B`, `W max B ivy`."""
    names = [word for place, word in enumerate(words) if place not in seats]
    is_list = len(words) == 4 and [*seats] in ([1, 3], [0, 2]) and _are_of_names(names)
    return list(zip(names, seats.values(), strict=True)) if is_list else []


def _are_of_names(words: Collection[str]) -> bool:
    """Whether each of some words may be a name, or a part of one: `Will` is, `will` is not."""
    return _IS.isdisjoint(words) and NO_NAME.isdisjoint(map(str.lower, words))


def _beside_one(words: Sequence[str], place: int, seat: str) -> list[Declaration]:
    """The declaration of words of which the one at a place names a seat."""
    before = _without_verbs(words[:place])
    after = _without_verbs(words[place + 1 :])
    if before and before[-1].lower() in PRONOUNS:
        return [(before[-1].lower(), seat)]
    name = " ".join(before or after)
    return [(name, seat)] if [] in (before, after) and _is_called(name) else []


def _without_verbs(words: Sequence[str]) -> list[str]:
    """Words without those between a player and a seat: `is`, `plays`."""
    return [word for word in words if word not in _IS]


def _is_called(name: str) -> bool:
    """Whether words beside a seat are a name: each begins as one, or there is one word."""
    return len(name) > 1 and _clean(name) == name and _is_written_as_name(name)


def _is_written_as_name(name: str) -> bool:
    """Whether each of several words begins as one of a name does; one word may be any."""
    return " " not in name or all(word[:1].isupper() for word in _PARTICLE.sub("", name).split())


def _opponents(text: str) -> list[str]:
    """The two names of a line that is `Ida vs Tom`; none for any other."""
    sides = _VERSUS.split(text)
    if len(sides) != 2:
        return []
    names = [name["name"] for name in map(_OPPONENT.fullmatch, sides) if name is not None]
    return names if len(names) == 2 else []


def names_in(players: Players, text: str) -> tuple[str, ...]:
    """The players whom a heading names without their seats, in its order: `Autumn Ash (Ida / Tom)`, `Ida vs Tom`."""
    opponents = _opponents(text)
    if opponents:
        return _if_names(players, opponents)
    around = _around_title(players, text)
    if around == "" or "?" in text:
        return ()
    names = [name for part in _PARTS.split(around) if (name := part.strip(" .:"))]
    if len(names) == 1:
        names = names[0].split()
    may_be_small = text.islower() or _BETWEEN_NAMES.search(around) is not None
    are_written_so = may_be_small or not any(name[0].islower() for name in names)
    return _if_names(players, names) if are_written_so else ()


def _around_title(players: Players, text: str) -> str:
    """The words around the title of the game, up to the set-up; "" for a text without that title."""
    around = _without_title(players, text)
    return _SET_UP.split(around)[0] if around != text else ""


def _without_title(players: Players, text: str) -> str:
    """A text with a comma in the place of the game's title: a player of Autumn Ash may be called Ash."""
    info = players.game.info
    low = in_small_letters(text)
    title = next((title.lower() for title in (info.title, *info.aliases) if title.lower() in low), None)
    if title is None:
        return text
    at = low.index(title)
    return f"{text[:at]} , {text[at + len(title) :]}"


def _if_names(players: Players, names: Sequence[str]) -> tuple[str, ...]:
    """Words, if they may be the names of as many players as there are seats; else nothing."""
    are_as_many = len(names) == len(players.seats)
    are_names = all(map(_NAME.fullmatch, names)) and _are_of_names(" ".join(names).split())
    return tuple(names) if are_as_many and are_names else ()

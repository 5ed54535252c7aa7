"""Results: whole sentences of one list (TR3.2, R5.1)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from msgspec import Struct

from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.thread.model import ThreadLine
from pyrnot.foreign.thread.players import Players
from pyrnot.foreign.thread.text import EMOJI
from pyrnot.foreign.thread.words import (
    has_cue,
    is_small_talk,
    read_list,
    read_section,
    seats_in_other_words,
    speaks_of_a_draw,
    speaks_of_the_end,
    speaks_of_winning,
    tokens_of,
)

LONGEST_RESULT = 120
_LONGEST_FORM = 40
DRAW_AGREED = "draw agreed"
_WRITER_LEAVES = frozenset(("I resigns", "I forfeits"))
_TITLE = lazy_pattern(
    r"(?:final )?(?:result|score|ergebnis|winner|résultat|resultado)\s*(?::|\bis\b)\s*(?=\S)", re.IGNORECASE
)
_SCORE = lazy_pattern(r"[01½]\s*[-–—]\s*[01½]")
_BLANKS_OF_SCORE = lazy_pattern(r"(?<=[\d½])\s*-\s*(?=[\d½])")
_EDGES = " .!:;,()[]*_-–—=\"'“”"
_PLAIN = str.maketrans({"’": "'", "–": "-", "—": "-"})
_SENTENCES = lazy_pattern(r"(?<=[.!…])\s+|,\s+|\s+[-–—]+\s+|:\s+|;\s+|(?<=\b[Rr]esign)\s+(?=\()")
_STOPS = lazy_pattern(r"(?<=[.!…])\s+|(?<=\b[Rr]esign)\s+(?=\()")
"""Also where a remark in brackets follows the notation for the turn of a seat that leaves."""
_FIGURE = lazy_pattern(r"\d")
_TIME_AFTER = lazy_pattern(
    r"[\s,;–—-]+(?:at |um |om |à |alle )?\d{1,2}[:.h]\d\d(?:\s?(?:uhr|h|[ap]\.?m))?[\s.!]*$", re.IGNORECASE
)
"""When it happened: `Ida resigns, 21:50`."""


class _NamedPhrase(Struct, frozen=True):
    """A phrase with a name, as a pattern, and what it says."""

    pattern: str
    ending: str


@cache
def _phrases() -> tuple[dict[str, str], dict[str, list[_NamedPhrase]]]:
    """The phrases without a name, each with what it says, and those with one, by their first other word."""
    plain: dict[str, str] = {}
    named: dict[str, list[_NamedPhrase]] = {}
    for entry in read_list("results.txt"):
        phrase, _, ending = entry.partition(" = ")
        before, who, after = phrase.partition("WHO")
        if who:
            word, *_ = (before + after).lower().split()
            after = "".join(f"[,.]* {re.escape(word)}" for word in after.split())
            pattern = f"{re.escape(before)}(?P<who>.+){after}"
            named.setdefault(word, []).append(_NamedPhrase(pattern, ending))
        else:
            plain[phrase.lower()] = ending
    return plain, named


def read_result(text: str, players: Players) -> str:
    """What a text says of the end, as `I resigns`, `FIRST wins`, `Ana forfeits` or `draw agreed`, if it is one form
    of the list, with nothing but greetings, names and small talk around it; "" otherwise."""
    if len(text) > LONGEST_RESULT:
        return ""
    text = _without_time(text)
    return _read_form(text, players.knows) or _read_sentences(text, players)


def _without_time(text: str) -> str:
    """A text without the time at its end."""
    return _TIME_AFTER.sub("", text) if _FIGURE.search(text) else text


def is_form(text: str, players: Players) -> bool:
    """Whether a text is one short form of the list and nothing else."""
    return len(text) <= _LONGEST_FORM and _read_form(text, players.knows) != ""


def is_draw(text: str) -> bool:
    """Whether a text is the bare word for a draw: the result where no player says it, who might offer one."""
    return text.strip(_EDGES).lower() in read_section("draw")


def says_more(text: str, players: Players) -> bool:
    """Whether a text that says how a game ended says more than that, a greeting or small talk."""
    text = _without_time(text)
    if is_draw(text) or _read_form(text, players.knows):
        return False
    return not _is_alone(_forms(text, players), _names_in_game(players))


def _forms(text: str, players: Players) -> list[tuple[str, str]]:
    """The sentences of a text, each with what it says of the end, "" for nothing."""
    sentences = _SENTENCES.split(text)
    return [
        (sentence, _read_form(sentence, players.knows) or _read_addressed(sentence, players))
        for sentence in sentences
    ]


def _read_addressed(sentence: str, players: Players) -> str:
    """What a sentence says before the name of a player, who is addressed: `You win Lena`."""
    words, _, name = sentence.strip(_EDGES).rpartition(" ")
    return _read_form(words, players.knows) if players.knows(name) else ""


def _is_alone(forms: Sequence[tuple[str, str]], names: frozenset[str]) -> bool:
    """Whether beside those sentences that are forms none matters."""
    return all(form or _is_beside(sentence, names) for sentence, form in forms)


def _read_sentences(text: str, players: Players) -> str:
    """What the one sentence says that is a form, if all others do not matter."""
    if not _SENTENCES.search(text):
        return ""  # most talk is one sentence, and was tried before
    forms = _forms(text, players)
    if not any(form for _, form in forms):
        return ""
    return _read_alone(forms, _names_in_game(players)) or _read_own_sentence(text, players)


def _read_alone(forms: Sequence[tuple[str, str]], names: frozenset[str]) -> str:
    """What the one sentence or clause says that is a form, if beside it there are only small talk and names."""
    return _one_ending({form for _, form in forms if form}) if _is_alone(forms, names) else ""


def _read_own_sentence(text: str, players: Players) -> str:
    """What the first or the last sentence of a text says, but for small talk, if that is that its writer resigns or a
    draw is agreed, and nothing else in it speaks of an end or has a word of a turn gone wrong."""
    sentences = _sentences_of(text, _names_in_game(players))
    if sentences[0].strip(_EDGES).isdigit():
        return ""  # `5. resign` is a turn
    ends = (sentences[0], sentences[-1])
    said = {sentence: _read_alone(_forms(sentence, players), frozenset()) for sentence in ends}
    own = {sentence: ending for sentence, ending in said.items() if ending == DRAW_AGREED or ending.startswith("I ")}
    others = " ".join(sentence for sentence in sentences if sentence not in own)
    return "" if speaks_of_the_end(others) or has_cue(others) else _one_ending(set(own.values()))


def _names_in_game(players: Players) -> frozenset[str]:
    """The words of the names of players, and of those of seats, by which players are addressed too."""
    seats = {seat.lower() for seat in players.seats}
    in_other_words = (word for word, seat in seats_in_other_words().items() if seat in seats)
    return players.player_words().union(seats, in_other_words)


def _sentences_of(text: str, names: frozenset[str]) -> list[str]:
    """The sentences of a text but for small talk and names; the text, if it has no others."""
    return [sentence for sentence in _STOPS.split(text) if not _is_beside(sentence, names)] or [text]


def _one_ending(endings: set[str]) -> str:
    """The one ending that sentences say; `you win, I resign` says that the writer resigns."""
    if not _WRITER_LEAVES.isdisjoint(endings):
        endings = endings - {"YOU wins"}
    return endings.pop() if len(endings) == 1 else ""


def _is_beside(sentence: str, names: frozenset[str]) -> bool:
    """Whether a sentence beside a result does not matter: small talk, or players' names."""
    return "?" not in sentence and is_small_talk(sentence, names)


def _read_form(text: str, knows: Callable[[str], bool]) -> str:
    """What one sentence says, if all of it is a form of the list. `knows` tells whether a word is a player's name."""
    bare = text.strip()
    if bare == "*":
        return "*"
    if "?" in bare:
        return ""
    plain, named = _phrases()
    if not bare.isascii():
        bare = EMOJI.sub(" ", bare).translate(_PLAIN)
    bare = " ".join(bare.split()).strip(_EDGES).strip()
    if "-" in bare:
        bare = _BLANKS_OF_SCORE.sub("-", bare)
    lower = bare.lower()
    ending = plain.get(lower) or _read_after_word(lower, plain)
    if ending is not None:
        return ending
    title = _TITLE.match(bare)
    if title:
        return _read_titled(bare[title.end() :].strip(_EDGES), knows)
    for word in lower.replace(",", " ").replace(".", " ").split():
        for phrase in named.get(word, ()):
            match = re.fullmatch(phrase.pattern, bare, re.IGNORECASE)
            if match and knows(match["who"]):
                return phrase.ending.replace("WHO", match["who"].strip(_EDGES))
    return ""


def _read_after_word(text: str, plain: Mapping[str, str]) -> str | None:
    """What a text of three words or more says after a first word of small talk, if that is that its writer leaves:
    `okay I resign`."""
    first, _, rest = text.partition(" ")
    ending = plain.get(rest, "") if " " in rest else ""
    return ending if ending in _WRITER_LEAVES and is_small_talk(first, frozenset()) else None


def is_score_in_talk(text: str) -> bool:
    """Whether a score is beside small talk, as that of anything else may be: `lol, 1-0`."""
    is_score = _SCORE.search(text) is not None and not _TITLE.match(text)
    return is_score and not _SCORE.fullmatch(text.strip(_EDGES))


def _read_titled(text: str, knows: Callable[[str], bool]) -> str:
    """What follows `Result:` or `Winner:`."""
    if knows(text):
        return f"{text} wins"
    return "draw" if text.lower() == "draw" else _read_form(text, knows)


def endings_of(line: ThreadLine, ending: str, players: Players) -> list[str]:
    """A result's words with a seat in place of a name, `I` and `YOU`; one for each seat that may be meant."""
    if ending.startswith(("draw", "*")):
        return [ending]
    who, _, verb = ending.rpartition(" ")
    first, second, *_ = players.seats
    writer = players.seat_of_line(line)
    words = {"FIRST": first, "SECOND": second, "I": writer, "YOU": players.other(writer)}
    seat = words[who] if who in words else players.seat_of(who)
    meant = [seat] if seat else players.seats
    return [f"{known} {verb}" for known in meant]


def offered_endings(line: ThreadLine, players: Players) -> list[str]:
    """The results that a sentence about the end may mean, the likeliest first: a draw, if it speaks of one; else its
    writer resigns, or whom it names, where its writer does not play; then the others; who wins, if it speaks of that;
    then a draw."""
    writer = players.seat_of_line(line)
    named = {players.seat_of(word) for word in tokens_of(line.text)}
    by = named if writer is None else {writer}
    resigning = sorted(players.seats, key=lambda seat: seat not in by)
    winning = sorted(players.seats, key=lambda seat: seat not in named) if speaks_of_winning(line.text) else []
    decided = [*(f"{seat} resigns" for seat in resigning), *(f"{seat} wins" for seat in winning)]
    return [DRAW_AGREED, *decided] if speaks_of_a_draw(line.text) else [*decided, DRAW_AGREED]

"""What precedes a turn on its line, as a value, and which words before a colon may be a name (TR3.1)."""

from __future__ import annotations

import re

from msgspec import Struct

from pyrnot.foreign.thread.text import fold_name

_LABELS = """
    idea example note notes threat alternative alternatively plan best or maybe ps pps hint analysis variation line
    computer engine was better instead previously last before eg ie if then rules question position setup current
    comment thinking option options candidate candidates possible suggestion todo subject re game result score
    kibitz kibitzer spoiler nb btw fyi warning remember expected illegal typo expects prediction guess here now
    first next finally anyway answer reply voila voici donc alors bref also hier nun dann antwort ecco allora dunque
    aqui ahora entonces bueno far recap summary history status record log transcript players date event place winner
    erratum errata corrigendum correction corrections
"""
LABELS = frozenset(_LABELS.split())
"""Words before a colon that are not names."""


_PRONOUN = re.compile(r"i|im|ill|we|you|s?h[e]|they|ich|wir|du|er|sie|je|nous|tu|il|elle|yo|nosotros|my|your")
"""Words with which a sentence begins, and no name of several words."""


class Head(Struct):
    """What precedes a turn on its line."""

    rest: str
    number: int | None = None
    is_reply: bool = False
    is_number_respelt: bool = False
    who: str = ""
    section: str = ""
    corrects: bool = False
    is_sorry: bool = False
    has_phrase: bool = False

    @property
    def is_sure(self) -> bool:
        """Whether it says that a turn follows."""
        return self.number is not None or bool(self.who) or self.has_phrase or self.corrects

    @property
    def is_named(self) -> bool:
        """Whether it has a number or a name, and is not only `ok,` and the like."""
        return self.number is not None or bool(self.who)

    @property
    def is_empty(self) -> bool:
        """Whether there is none."""
        return not (self.is_sure or self.section or self.is_sorry)


_SPEAKER = re.compile(r"(?P<name>[^\W\d_a-z][\w'’.-]{0,30}(?: [^\W\d_a-z][\w'’.-]{0,30}){0,2}): ")


def speaker_of(text: str) -> str:
    """The words before the first colon of a line that may be a person's name; "" for none."""
    found = _SPEAKER.match(text)
    return found["name"] if found and len(found["name"]) > 1 and is_name(found["name"]) else ""


def is_name(text: str) -> bool:
    """Whether the words before a colon may be a name: few words, none of which only labels what follows."""
    words = text.split()
    if text.startswith("+") and re.fullmatch(r"[+\d .-]+", text):
        return True  # a telephone number
    return (
        len(words) <= 4
        and not (len(words) > 1 and _PRONOUN.fullmatch(fold_name(words[0])))
        and not (len(words) > 1 and re.fullmatch(r"[a-zß-ÿ'’]{2,}", words[-1]))
        and fold_name(text) not in LABELS
        and bool(re.search(r"[^\W\d_]", text))
        and not any(fold_name(word) in ("if", "or", "maybe") for word in words)
    )


def merged(carried: Head, head: Head) -> Head:
    """The head of a line with that of the line above it."""
    head.number = carried.number if head.number is None else head.number
    head.is_reply = head.is_reply or carried.is_reply
    head.who = head.who or carried.who
    head.section = head.section or carried.section
    head.has_phrase = True
    return head

"""The only words that pyrnot knows of what players say to each other: flat lists, and no pattern (TR3, TR4.3).

None of them decides what is a turn: they are heads of a line, or choose what is shown.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache

from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.thread.text import EMOJI

_SENTENCE_ENDS = lazy_pattern(r"[.,!?;:()\n/–—…-]+")
_TOKEN = lazy_pattern(r"[^\W_]+(?:'[^\W_]+)*")


def read_text(name: str) -> str:
    """A file of `lists`. `pathlib` would take longer to import than all of them to read."""
    with open(os.path.join(os.path.dirname(__file__), "lists", name), encoding="utf-8") as file:
        return file.read()


def read_list(name: str) -> list[str]:
    """The entries of a file of `lists`: its lines without comments."""
    return [entry for line in read_text(name).split("\n") if (entry := line.partition("#")[0].strip())]


@lru_cache(maxsize=1)
def _sections() -> dict[str, frozenset[str]]:
    _, *sections = " ".join(read_list("vocabulary.txt")).split("[")
    parted = (section.partition("]") for section in sections)
    return {name: frozenset(words.split()) for name, _, words in parted}


def read_section(name: str) -> frozenset[str]:
    """The words of a section of `vocabulary.txt`."""
    return _sections()[name]


@lru_cache(maxsize=1)
def seats_in_other_words() -> dict[str, str]:
    """What seats are called in other languages, and circles of their colours: the seat of each, in small letters."""
    rows = (entry.lower().split(" = ") for entry in read_list("seats.txt"))
    return {word: seat for seat, words in rows for word in words.split(", ")}


def tokens_of(text: str) -> list[str]:
    """The words of a text in small letters, with straight apostrophes."""
    return _TOKEN.findall(text.lower().replace("’", "'"))


@lru_cache(maxsize=8)
def _phrases(name: str) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(tokens_of(entry)) for entry in read_list(name))


def is_introduction(text: str) -> bool:
    """Whether words say that a turn follows (`my move`), or nothing that matters (`ok`)."""
    return tuple(tokens_of(text)) in _phrases("introductions.txt")


def may_begin_introduction(text: str) -> bool:
    """Whether the first word of a text begins such words."""
    words = tokens_of(text)
    return bool(words) and words[0] in _phrases_by_first_word("introductions.txt")


def is_small_talk(text: str, names: frozenset[str]) -> bool:
    """Whether every sentence of a text is on the list of small talk, but for players' names and pictures."""
    plain = text if text.isascii() else EMOJI.sub(" ", text)
    said = (_words_but(names, sentence) for sentence in _SENTENCE_ENDS.split(plain))
    return _phrases("small-talk.txt").issuperset(filter(None, said))


def _words_but(names: frozenset[str], text: str) -> tuple[str, ...]:
    """The words of a text without players' names."""
    return tuple(word for word in tokens_of(text) if word not in names)


@lru_cache(maxsize=4096)
def has_cue(text: str) -> bool:
    """Whether talk has a word of the short list with which people speak of a turn gone wrong: `sorry`, `typo`,
    `undo`.

    >>> has_cue("Sorry, I meant the other one"), has_cue("Nice one")
    (True, False)
    """
    words = tokens_of(text)
    has_word = not _sections()["cues"].isdisjoint(words)
    return has_word or _has_phrase(words, "cues.txt") or _has_part(text, "cues without blanks")


def speaks_of_winning(text: str) -> bool:
    """Whether talk has a word of winning."""
    return not _sections()["wins"].isdisjoint(tokens_of(text))


def speaks_of_the_end(text: str, names: frozenset[str] = frozenset()) -> bool:
    """Whether talk has words of ending, `resign`, `give up`, `draw`, beside players' names.

    >>> speaks_of_the_end("well, I give up"), speaks_of_the_end("They get lost in the sofa.")
    (True, False)
    >>> speaks_of_the_end("Remi?"), speaks_of_the_end("See you, Remi!", frozenset(["remi"]))
    (True, False)
    """
    words = _words_but(names, text)
    return _has_phrase(words, "endings.txt") or _has_part(text, "endings without blanks")


def speaks_of_a_draw(text: str) -> bool:
    """Whether talk has a word for a draw."""
    words = read_section("draw") | read_section("draw in talk")
    return not words.isdisjoint(tokens_of(text))


def _has_part(text: str, section: str) -> bool:
    """Whether a text holds an entry of a section, in a language that writes no blanks or as a sign."""
    return any(part in text for part in read_section(section))


def _has_phrase(words: Sequence[str], name: str) -> bool:
    """Whether some words that follow one another are one of the phrases of a list."""
    phrases = _phrases_by_first_word(name)
    return any(
        tuple(words[at : at + len(phrase)]) == phrase
        for at, word in enumerate(words)
        for phrase in phrases.get(word, ())
    )


@lru_cache(maxsize=8)
def _phrases_by_first_word(name: str) -> dict[str, list[tuple[str, ...]]]:
    found: dict[str, list[tuple[str, ...]]] = {}
    for phrase in _phrases(name):
        found.setdefault(phrase[0], []).append(phrase)
    return found

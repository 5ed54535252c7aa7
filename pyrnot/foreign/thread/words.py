"""The only words that pyrnot knows of what players say to each other: four flat lists, and no pattern (TR3.3)."""

from __future__ import annotations

import re
from enum import IntEnum
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from pyrnot.foreign.thread.text import EMOJI

_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_PREFIX = 3
"""Letters of a stem by which it is looked up: no stem is shorter."""


class Signal(IntEnum):
    """How much a word may matter."""

    NONE = 0
    WEAK = 1
    """It counts only beside notation, and in certain places: `if`, `would`, `maybe`."""
    SHOW = 2
    """It may change a turn: `sorry`, `oops`, `wait`."""
    ASK = 3
    """It says by itself that a turn is changed or the game ends: `take back`, `typo`, `resign`."""


class _Index(NamedTuple):
    """Signal words by what they are looked up with: whole words, beginnings of words by their first letters, phrases
    by their first word, and parts of scripts that have no blanks."""

    words: dict[str, Signal]
    stems: dict[str, list[tuple[str, Signal]]]
    phrases: dict[str, list[tuple[tuple[str, ...], Signal]]]
    parts: list[tuple[str, Signal]]


def read_list(name: str) -> list[str]:
    """The entries of a data file: its lines without comments."""
    text = files("pyrnot.foreign.thread").joinpath(name).read_text(encoding="utf-8")
    return [entry for line in text.split("\n") if (entry := line.partition("#")[0].strip())]


@cache
def read_section(name: str) -> frozenset[str]:
    """The words of a section of `vocabulary.txt`; of `first` each line is one entry."""
    found: dict[str, list[str]] = {}
    section = ""
    for entry in read_list("vocabulary.txt"):
        if entry.startswith("["):
            section = entry.strip("[]")
        else:
            found.setdefault(section, []).extend([entry] if section == "first" else entry.split())
    return frozenset(found[name])


def tokens_of(text: str) -> list[str]:
    """The words of a text in small letters, with straight apostrophes."""
    return [token.replace("’", "'") for token in _TOKEN.findall(text.lower())]


@cache
def _index() -> _Index:
    index = _Index({}, {}, {}, [])
    signal = Signal.NONE
    for entry in read_list("signals.txt"):
        if entry.startswith("["):
            signal = Signal[entry.strip("[]").upper()]
        elif entry.startswith("+"):
            index.parts.append((entry[1:], signal))
        elif " " in entry:
            words = tuple(entry.split())
            index.phrases.setdefault(words[0], []).append((words, signal))
        elif entry.endswith("*"):
            index.stems.setdefault(entry[:_PREFIX], []).append((entry[:-1], signal))
        else:
            index.words[entry] = signal
    return index


@lru_cache(maxsize=4096)
def signal_of(text: str) -> Signal:
    """The strongest signal word of a text."""
    words, stems, phrases, parts = _index()
    found = Signal.NONE
    tokens = tokens_of(text)
    for place, token in enumerate(tokens):
        if (signal := words.get(token)) is not None and signal > found:
            found = signal
        for stem, signal in stems.get(token[:_PREFIX], ()):
            if signal > found and token.startswith(stem):
                found = signal
        for phrase, signal in phrases.get(token, ()):
            if signal > found and tuple(tokens[place : place + len(phrase)]) == phrase:
                found = signal
    if not text.isascii():
        found = max([found, *(signal for part, signal in parts if part in text)])
    return found


@cache
def _introductions() -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(tokens_of(entry)) for entry in read_list("introductions.txt"))


def is_introduction(text: str) -> bool:
    """Whether words say that a turn follows (`my move`), or nothing that matters (`ok`)."""
    return tuple(tokens_of(text)) in _introductions()


@cache
def _small_talk() -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(tokens_of(entry)) for entry in read_list("small-talk.txt"))


def is_small_talk(text: str, names: frozenset[str]) -> bool:
    """Whether every sentence of a text is on the list of small talk, but for players' names and pictures."""
    for sentence in re.split(r"[.,!?;:()\n/–—…-]+", EMOJI.sub(" ", text)):
        words = tuple(word for word in tokens_of(sentence) if word not in names)
        if words and words not in _small_talk():
            return False
    return True


@cache
def _piece_words() -> frozenset[str]:
    return frozenset(word for entry in read_list("piece-words.txt") for word in tokens_of(entry))


def names_pieces(text: str) -> bool:
    """Whether a text has a word for a pyramid or for what is done with one."""
    return not _piece_words().isdisjoint(tokens_of(text))

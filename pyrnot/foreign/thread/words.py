"""The only words that pyrnot knows of what players say to each other: four flat lists, and no pattern (TR3.3)."""

from __future__ import annotations

import re
from enum import IntEnum
from functools import cache, lru_cache
from pathlib import Path

from pyrnot.foreign.thread.text import EMOJI

_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_PREFIX = 3
"""Letters of a word by which it is looked up: no stem is shorter."""


class Signal(IntEnum):
    """How much a word may matter."""

    NONE = 0
    WEAK = 1
    """It counts only beside notation, and in certain places: `if`, `would`, `maybe`."""
    SHOW = 2
    """It may change a turn: `sorry`, `oops`, `wait`."""
    ASK = 3
    """It says by itself that a turn is changed or the game ends: `take back`, `typo`, `resign`."""


def read_list(name: str) -> list[str]:
    """The entries of a data file: its lines without comments."""
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
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


def _read_signals() -> tuple[dict[str, list[tuple[tuple[str, ...], bool, Signal]]], dict[str, Signal]]:
    """Signal words and phrases by the first letters of the first word, each with whether it is the beginning of a word;
    and parts of scripts that have no blanks."""
    found: dict[str, list[tuple[tuple[str, ...], bool, Signal]]] = {}
    parts: dict[str, Signal] = {}
    signal = Signal.NONE
    for entry in read_list("signals.txt"):
        if entry.startswith("["):
            signal = Signal[entry.strip("[]").upper()]
        elif entry.startswith("+"):
            parts[entry[1:]] = signal
        else:
            words = tuple(entry.removesuffix("*").split())
            found.setdefault(words[0][:_PREFIX], []).append((words, entry.endswith("*"), signal))
    return found, parts


_SIGNALS, _PARTS = _read_signals()


@lru_cache(maxsize=4096)
def signal_of(text: str) -> Signal:
    """The strongest signal word of a text."""
    found = Signal.ASK if text.startswith("s/") else Signal.NONE  # `s/3/4/`, as programmers correct themselves
    tokens = tokens_of(text)
    for place, token in enumerate(tokens):
        for words, is_stem, signal in _SIGNALS.get(token[:_PREFIX], ()):
            is_there = token.startswith(words[0]) if is_stem else tokens[place : place + len(words)] == [*words]
            if is_there and signal > found:
                found = signal
    if not text.isascii():
        found = max([found, *(signal for part, signal in _PARTS.items() if part in text)])
    return found


_INTRODUCTIONS = frozenset(tuple(tokens_of(entry)) for entry in read_list("introductions.txt"))
_SMALL_TALK = frozenset(tuple(tokens_of(entry)) for entry in read_list("small-talk.txt"))
_PIECE_WORDS = frozenset(word for entry in read_list("piece-words.txt") for word in tokens_of(entry))


def is_introduction(text: str) -> bool:
    """Whether words say that a turn follows (`my move`), or nothing that matters (`ok`)."""
    return tuple(tokens_of(text)) in _INTRODUCTIONS


def is_small_talk(text: str, names: frozenset[str]) -> bool:
    """Whether every sentence of a text is on the list of small talk, but for players' names and pictures."""
    for sentence in re.split(r"[.,!?;:()\n/–—…-]+", EMOJI.sub(" ", text)):
        words = tuple(word for word in tokens_of(sentence) if word not in names)
        if words and words not in _SMALL_TALK:
            return False
    return True


def names_pieces(text: str) -> bool:
    """Whether a text has a word for a pyramid or for what is done with one."""
    return not _PIECE_WORDS.isdisjoint(tokens_of(text))

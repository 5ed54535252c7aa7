"""Laws on messages: players' words are quoted as they wrote them, and nothing empty is quoted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from pyrnot.core.game import AnyGame
from pyrnot.foreign.load import read_record, read_sources
from pyrnot.games import import_game
from pyrnot.play.replay import replay
from pyrnot.play.start import KNOWN_TAGS
from pyrnot.record.source import SourceText
from support import samples_of

WORD = "QuUx"
EMPTY_QUOTES = ("''", '""', "``")


@cache
def sample(game_id: str) -> str:
    """The text of a short record of the game, up to its third turn."""
    path = min(samples_of(import_game(game_id)), key=lambda path: path.stat().st_size)
    before, *_ = re.split(r"^4\. ", next(read_sources(str(path))).text, maxsplit=1, flags=re.MULTILINE)
    return f"{before}*\n"


def with_tag(game: AnyGame, name: str, value: str) -> str:
    """That record with one tag set."""
    lines = [line for line in sample(game.info.id).split("\n") if not line.lower().startswith(f"[{name.lower()} ")]
    return "\n".join([f'[{name} "{value}"]', *lines])


def records_with(game: AnyGame, word: str) -> Iterator[str]:
    """That record with the word as the value of each tag that means something, and in each place of its turns."""
    for name in (*KNOWN_TAGS, *game.info.tags, *game.info.seats):
        for value in (f"{word}, {word}", f" {word} "):
            yield with_tag(game, name, value)
    text = sample(game.info.id)
    for addition in (
        f"{word} wins",
        f"{word} resigns",
        f"99. {word}: pass",
        f"99. {word}",
        f"99. pass; {word}",
        word,
    ):
        yield f"{text.rstrip().rpartition(chr(10))[0]}\n{addition}\n"


def messages(text: str) -> Iterator[str]:
    for diagnostic in replay(read_record(SourceText(text))).diagnostics:
        yield diagnostic.message
        yield diagnostic.hint or ""


def test_words_are_quoted_as_written(game: AnyGame) -> None:
    quoted = 0
    for text in records_with(game, WORD):
        for message in messages(text):
            assert WORD.lower() not in message.replace(WORD, "").lower(), message
            quoted += WORD in message
    assert quoted > 5


@pytest.mark.parametrize("word", ["", pytest.param(" ", marks=pytest.mark.slow)], ids=["empty", "blank"])
def test_nothing_empty_is_quoted(game: AnyGame, word: str) -> None:
    for text in records_with(game, word):
        for message in messages(text):
            assert not any(quotes in message for quotes in EMPTY_QUOTES), message

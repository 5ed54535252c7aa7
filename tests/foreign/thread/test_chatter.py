"""Chatter is nothing to any reader of any game, and of it only its places are kept (TR3.1, TR5.1)."""

from __future__ import annotations

import random
import re
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from pyrnot.core.game import AnyGame
from pyrnot.core.tags import Tags
from pyrnot.foreign.thread import blocks, kept, read_threads, shelf
from pyrnot.foreign.thread.chatter import is_chatter
from pyrnot.foreign.thread.finder import Finder
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.seats import SeatBook, last_word_of, signature_of
from pyrnot.foreign.thread.set_up import read_set_up
from pyrnot.foreign.thread.several import find_title, split_games
from pyrnot.foreign.thread.text import Line, Message, make_line
from pyrnot.foreign.thread.turn_head import Head
from pyrnot.games import all_games
from pyrnot.play.replay import replay
from pyrnot.record.source import SourceText

SOURCES = [*Path(kept.__file__).parent.glob("*.py"), *Path(kept.__file__).parents[3].glob("games/*/spoken.py")]
WORDS = sorted({word for path in SOURCES for word in re.findall(r"[^\W\d_]{2,14}", path.read_text(encoding="utf-8"))})
COMMON = re.findall(
    r"\w+", "the of to and a I you it that in was for on they with this have from but what some we were"
)


def chatter(count: int, seed: int, game: AnyGame | None = None) -> Iterator[Line]:
    """Lines that pass for chatter, in a game or in all, of the very words that the engine's patterns are made of."""
    rng = random.Random(seed)
    while count:
        words = [rng.choice(WORDS) if rng.random() < 0.4 else rng.choice(COMMON) for _ in range(rng.randrange(5, 11))]
        text = " ".join(word + rng.choice(("", "", "", ",", ".", "?")) for word in words)
        line = make_line(1, 0, rng.choice((text, text.capitalize())))
        if is_chatter(line, game):
            count -= 1
            yield line


@pytest.mark.parametrize("game", all_games(), ids=lambda game: f"TR3-{game.info.id}")
def test_nobody_takes_anything_from_chatter(game: AnyGame) -> None:
    tags = Tags(list(zip([str(seat) for seat in game.info.seats[:2]], ("Ana", "Bruno"), strict=True)))
    reader = TurnReader(game)
    plain = SeatBook(game, tags, [])
    finder = Finder(reader, plain.knows, plain.emoji_of)
    for line in chatter(30, seed=3):
        said = [Message((line, make_line(2, 999, "Bob")), sender="Ana")]
        book = SeatBook(game, tags, said)
        for head in (None, Head(rest="", number=3), Head(rest="", who="Ana"), Head(rest="", has_phrase=True)):
            assert not finder.lines.read(line, head), line.text
        assert finder.lines.heads.read_alone(line.text) is None, line.text
        taken = [book.lines, book.starter, book.declared, *read_set_up(reader, book, tags, said).tags]
        taken += [find_title(line.text), signature_of(said[0]), last_word_of(Message((line,)))]
        assert not any(taken), line.text
        assert len(split_games([*said, *said])) == 1


@pytest.mark.parametrize("game", all_games(), ids=lambda game: f"TR3-{game.info.id}")
def test_no_turn_is_taken_from_what_is_chatter_in_one_game(game: AnyGame) -> None:
    """Of the words of other games a line may have any."""
    finder = Finder(TurnReader(game), SeatBook(game, Tags(), []).knows)
    found = list(chatter(50, seed=6, game=game))
    assert not all(map(is_chatter, found))
    for line in found:
        for head in (None, Head(rest="", number=3), Head(rest="", who="Ana"), Head(rest="", has_phrase=True)):
            assert not finder.lines.read(line, head), line.text
        assert finder.lines.heads.read_alone(line.text) is None, line.text


def test_lines_that_say_something_are_not_chatter() -> None:
    for text in (
        "I resign and thank you for it", "Ana wins and that was the end", "my card is a small flat one here",
        "cat earth yellow if you like that", "you take that back if you want", "White is the one for Jonas then",
        "shall we play another game of it", "ok if that is what you want", "Game seven of this very long match",
        "Red will be the one who starts", "that was a draw by agreement then", "pass me the salt if you can",
    ):  # fmt: skip
        assert not is_chatter(make_line(1, 0, text)), text


TALK = "It was a long day and we went home\nwith all of them, who were as tired as that.\n\n"


def test_tr5_what_is_kept_out_of_memory_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    head = '[Game "Martian Life"]\n[Red "Ana"]\n[Yellow "Bruno"]\n\n'
    text = (
        f"Game 1\n{head}{TALK}1. Sd5=M\nat 9:20 so\n2. Sc6\n{TALK}\nGame 2\n{TALK}{head}1. Sd5=M\nbye\n{TALK}2. Sc6\n"
    )

    def reading() -> list[object]:
        threads = read_threads(SourceText(text, file="thread.txt"), None)
        return [(found.line_count, list(found.left_out), replay(found.record).diagnostics) for found in threads]

    in_memory = reading()
    for name, value in (("MOST_IN_MEMORY", 0), ("CHUNK", 2), ("SHORT", 4)):
        for room in (blocks, shelf):
            if hasattr(room, name):
                monkeypatch.setattr(room, name, value)
    assert reading() == in_memory
    assert [count for count, _, _ in in_memory] == [11, 11]


def test_tr5_chatter_takes_no_memory_but_for_its_places() -> None:
    talk = [make_line(number, 100 * number, line) for number, line in enumerate(TALK.split("\n") * 100, 1)]
    game = make_line(9, 10**7, "1. Sd5=M")
    tracemalloc.start()
    found = kept.Kept(Message((*talk, game), opens=True) for _ in range(5))
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert [line.text for line in found.messages[0].lines][-1] == game.text
    assert all(len(message.lines) <= 4 for message in found.messages)
    assert size < 40_000

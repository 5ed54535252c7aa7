"""A bot for a channel of a chat in which two players play a game: it judges each turn that they write, keeps the
record, and answers with the verdict and a picture of the board.

    Ann: !new martian-life Ann Ben
    Ann: 1. Sf3
    bot: 1. Sf3 XSe4 XSf3: Ben (Yellow) is to move     [picture]
    Ben: Sd4
    bot: error[occupied] ML3: cannot place a Small on d4: ...

It uses the library alone, and knows no chat service: call `Bot.answer` for each message, and send what it returns
(with mentions switched off, since a verdict may quote the message). Talk gets no answer. To try it without a service:

    python a-channel-bot.py games

Pictures need the extra `images`.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import pyrnot

LONGEST = 1_000
"""Characters of the longest message that may be a turn."""
HELP = "!new GAME NAME NAME begins a game, !board shows it, !undo takes your last turn back, !resign ends the game"


class Reply(NamedTuple):
    """What to send to the channel: words, and a picture in PNG."""

    text: str
    picture: bytes | None = None


class Bot:
    """One game for each channel, in the file `<folder>/<channel>.pyr`."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)

    def answer(self, channel: str, author: str, text: str) -> Reply | None:
        """What to answer to a message; None for talk."""
        path = self.folder / f"{quote(channel, safe='')}.pyr"
        word, *names = text.split() or [""]
        try:
            if word == "!new":
                return begin(path, names)
            if word == "!help":
                return Reply(HELP)
            if not path.exists() or len(text) > LONGEST:
                return None
            record = pyrnot.load(path).edit()
            return command(record, author, word) if word.startswith("!") else play(record, author, text)
        except pyrnot.PyrnotError as error:
            return Reply(str(error))


def begin(path: Path, names: list[str]) -> Reply:
    """A new game, in a channel without one or whose game has ended; the earlier one is kept in another file."""
    if path.exists() and pyrnot.load(path).result == "*":
        return Reply("A game is being played here; !resign ends it")
    game, *players = names or [""]
    seats = pyrnot.Board(game).seats
    if len(players) != len(seats):
        return Reply(f"{game} needs a name for each seat: {', '.join(seats)}")
    tags: dict[str, Any] = {seat.lower(): player for seat, player in zip(seats, players, strict=True)}
    record = pyrnot.new(game, **tags)
    if path.exists():
        path.rename(path.with_suffix(f".{time.time_ns()}.pyr"))
    record.save(path)
    return show(record, "New game")


def command(record: pyrnot.Record, author: str, word: str) -> Reply | None:
    """What a player asks of the bot; None if it is not one of its commands."""
    game = record.game
    seat = next((seat for seat in game.board().seats if game.tags.get(seat) == author), None)
    if word == "!undo" and seat is not None and game and game[-1].seat == seat and game.result == "*":
        record.undo()
    elif word == "!resign" and seat is not None:
        record.add(f"{seat} resigns")
    elif word != "!board":
        return Reply(f"{author} cannot do that now") if word in ("!undo", "!resign") else None
    record.save()
    return show(record, f"{word[1:]}, after turn {len(record.game)}")


def play(record: pyrnot.Record, author: str, text: str) -> Reply | None:
    """Judges a message that is a turn, and adds it if it is legal and its author is to move; None for talk."""
    game = record.game
    board = game.board()
    problems = [problem for problem in board.why(text) if problem.is_error]
    if game.result != "*" or any(problem.code in ("not-notation", "stray-sign") for problem in problems):
        return None
    if game.tags.get(board.to_move) != author:
        return Reply(f"{game.tags.get(board.to_move)} ({board.to_move}) is to move")
    if problems:
        return Reply(str(problems[0]))
    played = record.add(" ".join(text.split()))
    if played.outcome is None and record.game.result != "*":
        return Reply("Write the turn alone; !resign ends the game")
    record.save()
    return show(record, f"{played.number}. {played.turn}")


def show(record: pyrnot.Record, words: str) -> Reply:
    """Words, what comes next, and the board."""
    game = record.game
    board = game.board()
    following = game.result if game.result != "*" else f"{game.tags.get(board.to_move)} ({board.to_move}) is to move"
    try:
        return Reply(f"{words}: {following}", board.png())
    except ImportError:  # without the extra `images`
        return Reply(f"{words}: {following}\n{board.text()}")


def main() -> None:
    bot = Bot(sys.argv[1])
    for line in sys.stdin:
        author, _, text = line.partition(":")
        reply = bot.answer("console", author.strip(), text.strip())
        if reply is not None:
            print(reply.text if reply.picture is None else f"{reply.text} [{len(reply.picture):,} bytes of PNG]")


if __name__ == "__main__":
    main()

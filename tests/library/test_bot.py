"""The bot among the samples, without a network: it keeps a game that two players write among talk."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

import pyrnot
from support import SAMPLES

PATH = SAMPLES / "a-channel-bot.py"


@pytest.fixture
def drawing_bot(tmp_path: Path) -> Any:
    pytest.importorskip("resvg_py")
    return runpy.run_path(str(PATH))["Bot"](tmp_path / "games")


@pytest.fixture
def bot(drawing_bot: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """One whose pictures are SVG, which is drawn in no time."""
    monkeypatch.setattr(pyrnot.Board, "png", lambda board, **drawing: board.svg(**drawing).encode())
    return drawing_bot


def say(bot: Any, *messages: str, channel: str = "club") -> list[str | None]:
    """What it answers to each message, `AUTHOR: TEXT`."""
    replies = [bot.answer(channel, *message.split(": ", 1)) for message in messages]
    return [None if reply is None else reply.text for reply in replies]


def test_a_game_among_talk(bot: Any) -> None:
    assert say(
        bot,
        "Ann: hello",
        "Ann: !new martian-life Ann Ben",
        "Ann: 1. Sf3",
        "Ben: nice one",
        "Ben: 2. Sc6 {gg}",
        "Ann: Sd5=M and I think that is good",
        "Ben: !resign",
        "Ann: Sc3",
    ) == [
        None,
        "New game: Ann (Red) is to move",
        "1. Sf3 XSe4 XSf3: Ben (Yellow) is to move",
        None,
        "2. Sc6: Ann (Red) is to move",
        None,
        "resign, after turn 2: Yellow resigns",
        None,
    ]
    game = pyrnot.load(bot.folder / "club.pyr")
    assert (game.ok, game.result, game[1].comments) == (True, "Yellow resigns", ("gg",))


def test_its_pictures_are_png(drawing_bot: Any) -> None:
    say(drawing_bot, "Ann: !new martian-life Ann Ben")
    assert drawing_bot.answer("club", "Ann", "Sf3").picture.startswith(b"\x89PNG")
    assert drawing_bot.answer("club", "Cy", "!board").picture.startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("message", "answer"),
    [
        ("Ben: Sd4", "error[occupied] ML3"),
        ("Ben: 7. Sc6", "error[wrong-number] R3"),
        ("Ben: Red: Sc6", "error[wrong-seat] R3"),
        ("Ben: Sc6 Red resigns", "Write the turn alone"),
        ("Ben: pass", "error[needless-pass] ML8"),
        ("Ann: Sc6", "Ben (Yellow) is to move"),
        ("Cy: Sc6", "Ben (Yellow) is to move"),
        ("Cy: !resign", "Cy cannot do that now"),
        ("Ben: !undo", "Ben cannot do that now"),
        ("Ben: !new martian-life Cy Di", "A game is being played here"),
        ("Ben: !new chess", "A game is being played here"),
    ],
)
def test_what_is_refused_changes_nothing(bot: Any, message: str, answer: str) -> None:
    say(bot, "Ann: !new martian-life Ann Ben", "Ann: Sf3")
    before = (bot.folder / "club.pyr").read_bytes()
    (told,) = say(bot, message)
    assert told is not None
    assert answer in told
    assert (bot.folder / "club.pyr").read_bytes() == before


@pytest.mark.parametrize(
    ("message", "answer"),
    [
        ("Ann: !new chess", "unknown game 'chess'"),
        ("Ann: !new", "unknown game ''"),
        ("Ann: !new braces Ann", "braces needs a name for each seat: White, Black"),
        ("Ann: !new triumvirate Ann Ben", "Triumvirate needs red_card="),
        ("Ann: !help", "!new GAME NAME NAME"),
        ("Ann: !dance", None),
        ("Ann: Sf3", None),
    ],
)
def test_in_a_channel_without_a_game(bot: Any, message: str, answer: str | None) -> None:
    (told,) = say(bot, message)
    assert told is None if answer is None else answer in (told or "")
    assert not list(bot.folder.iterdir())


def test_talk_that_no_turn_has_is_never_answered(bot: Any) -> None:
    say(bot, "Ann: !new martian-life Ann Ben")
    assert (
        say(bot, "Ann: " + "Sf3 " * 1_000, "Ann: [Game", "Ann: }", "Ann: \u202e", "Ann: pass me the salt")
        == [None] * 5
    )


def test_a_turn_is_taken_back_and_channels_are_kept_apart(bot: Any) -> None:
    say(bot, "Ann: !new martian-life Ann Ben", "Ann: Sf3")
    say(bot, "Cy: !new martian-life Cy Di", channel="../x")
    assert say(bot, "Ann: !undo", "Ann: !resign", "Ben: !new martian-life Ben Ann") == [
        "undo, after turn 0: Ann (Red) is to move",
        "resign, after turn 0: Red resigns",
        "New game: Ben (Red) is to move",
    ]
    files = list(bot.folder.iterdir())
    assert len(files) == 3
    assert all(pyrnot.load(path).ok for path in files)

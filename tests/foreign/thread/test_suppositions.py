"""What is said of turns and results that nobody makes is never read as one (TR3.1, TR3.2, TR3.6).

`suppositions.txt` has a line for each, ` / ` between its lines: `{turn}` is a legal turn of the player to move,
`{reply}` one after it, `{me}` and `{other}` are the players. Each is said after the last turn of a legal random game,
where a wrong reading would survive the replay. A turn of the player to move that is at the head of its line is a
turn, whatever the line above it says (TR3.1): none of these is.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import cycle
from pathlib import Path

import pytest
from endings import end_of, played
from mail_formatting import PlayedGame
from msgspec.structs import replace

from pyrnot.core.game import AnyGame
from pyrnot.games import all_games

SAID = (Path(__file__).parent / "suppositions.txt").read_text(encoding="utf-8")
PLIES = 3


@cache
def begun(game: AnyGame) -> tuple[PlayedGame, str, str]:
    """A game of some turns, the next turn, and the one after it."""
    rng = random.Random(11)
    whole = next(found for _ in range(99) if len((found := played(game, rng)).turns) > PLIES + 1)
    return replace(whole, turns=whole.turns[:PLIES], seats=whole.seats[:PLIES]), *whole.turns[PLIES : PLIES + 2]


def chat(game: PlayedGame, who: str, said: str) -> str:
    lines = [f"[12:{ply:02}] {game.player(ply)}: {turn}" for ply, turn in enumerate(game.turns)]
    return game.head + "\n".join([*lines, f"[12:30] {who}: {said}"]) + "\n"


def names(game: PlayedGame, who: str, said: str) -> str:
    lines = [f"{game.player(ply)}: {turn}" for ply, turn in enumerate(game.turns)]
    return game.head + "\n".join([*lines, f"{who}: {said}"]) + "\n"


def mails(game: PlayedGame, who: str, said: str) -> str:
    posts = [*((game.player(ply), turn) for ply, turn in enumerate(game.turns)), (who, said)]
    return game.head + "\n".join(
        f"From: {name} <x@example.org>\nSent: {day} Mar 2024 08:15\nSubject: Re: {game.title}\n\nHi,\n\n{text}\n\nBye\n"
        for day, (name, text) in enumerate(posts, 1)
    )


def cases() -> list[tuple[AnyGame, str, str, str]]:
    games, forms = cycle(all_games()), cycle((chat, names, mails))
    found = []
    for part in SAID.split("# ")[1:]:
        head, *lines = part.splitlines()
        for line in lines:
            by = "other" if "other" in head else "me"
            found.append((next(games), next(forms).__name__, by, line))
    return found


@pytest.mark.parametrize(
    ("game", "form", "by", "said"),
    [pytest.param(*case, marks=[pytest.mark.slow] * (index % 8 > 0)) for index, case in enumerate(cases())],
)
def test_a_supposition_is_never_a_turn(game: AnyGame, form: str, by: str, said: str) -> None:
    begun_game, turn, reply = begun(game)
    (_, other), (_, me) = begun_game.names
    words = {"turn": turn, "reply": reply, "me": me.split()[0], "other": other.split()[0]}
    text = said.replace(" / ", "\n").format(**words)
    thread = globals()[form](begun_game, me if by == "me" else other, text)
    assert not end_of(thread, "thread.txt", [(begun_game, "")], "thread").startswith("misread"), thread

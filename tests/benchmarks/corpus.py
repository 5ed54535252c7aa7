"""The input of the benchmarks: random games, the same for the same number, and a mail with a few turns.

Of several random turns the first that does not end the game is taken, so that games are as long as real ones (a chess
game has about 80 plies).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from pyrnot.core.tags import Tags
from pyrnot.games import import_game
from pyrnot.play.random import RandomChance, random_turn
from pyrnot.play.replay import replay
from pyrnot.play.results import write_result
from pyrnot.play.slips import Slips
from pyrnot.play.write import write_tag
from pyrnot.record.read import read_strictly
from pyrnot.record.source import SourceText

_TRIES = 8
_SHOWN_AFTER = 3
"""How many turns after it a slip of the pen shows at the earliest."""

MAIL = """\
From: Ann <ann@example.org>
To: Ben <ben@example.org>
Date: Mon, 02 Mar 2026 20:15:00 +0000
Subject: Martian Life

Hello Ben,

[Game "Martian Life"]
1. Sf3
2. Sc6

Your turn. Ann
"""
"""A mail of twelve lines."""


def make_record(game_id: str, rng: random.Random, plies: int = 80) -> str:
    """A record of `plies` plies, or fewer if the game ends."""
    game = import_game(game_id)
    tags = game.set_up_tags(RandomChance(rng), Tags())
    position = game.start(tags)
    lines = [write_tag("Game", game.info.title), *(write_tag(name, tags[name]) for name in tags), ""]
    outcome = game.outcome(position)
    for ply in range(1, plies + 1):
        turns = (random_turn(game, position, rng) for _ in range(_TRIES))
        turn = None
        for turn in turns:
            if turn is None or game.outcome(turn.position) is None:
                break
        if turn is None or outcome is not None:
            break
        lines.append(f"{ply}. {game.write_turn(turn.actions, turn.ended)}")
        position = turn.position
        outcome = game.outcome(position)
    lines.append(write_result(outcome) if outcome else "*")
    return "\n".join(lines) + "\n\n"


def make_file(folder: Path, game_id: str, games: int) -> Path:
    """A file of `games` games, generated unless the folder already has it."""
    path = folder / f"{game_id}-{games}.pyr"
    if not path.exists():
        rng = random.Random(games)
        path.write_text("".join(make_record(game_id, rng) for _ in range(games)))
    return path


def make_wrong(path: Path) -> Path:
    """The first record of a generated file with one slip of the pen, which shows only later."""
    wrong = path.with_name(f"{path.stem}-wrong.pyr")
    if not wrong.exists():
        text = f"[Game{path.read_text().split('[Game')[1]}"
        wrong.write_text(next(_wrong_records(text)))
    return wrong


def _wrong_records(text: str) -> Iterator[str]:
    """The record with a slip of the pen that is legal when it is written, from its last turn on."""
    record = read_strictly(SourceText(text))
    assert record.game is not None
    first = 1 if record.game.info.opening else 0
    slips = Slips(record.game.info.notation, [])
    for turn in reversed(record.turns[:-_SHOWN_AFTER]):
        written = tuple(text[action.start : action.end] for action in turn.actions)
        for texts in slips.turns(written, first, is_broken=False):
            wrong = text[: turn.actions_span.start] + "; ".join(texts) + text[turn.actions_span.end :]
            if (
                turn.ply + _SHOWN_AFTER
                <= replay(read_strictly(SourceText(wrong)), hints=False).length
                < len(record.turns)
            ):
                yield wrong


def count_actions(path: Path) -> int:
    """The number of actions in a generated file; each step of a path counts as an action."""
    turns = (line for line in path.read_text().splitlines() if line[:1].isdigit())
    return sum(max(1, action.count("-")) for turn in turns for action in turn.split(". ", 1)[1].split(";"))

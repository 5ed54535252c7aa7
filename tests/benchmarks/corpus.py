"""Generates the input: files of random games, the same for the same seed, and the number of actions in them.

Of several random turns the first that does not end the game is taken, so that games are as long as real ones (a chess
game has about 80 plies).
"""

from __future__ import annotations

import random
from pathlib import Path

from pyrnot.core.game import AnyGame
from pyrnot.core.tags import Tags
from pyrnot.games import all_games, import_game
from pyrnot.play.random import RandomChance, random_turn
from pyrnot.play.results import write_result
from pyrnot.play.write import write_tag

PLIES = 80
_TRIES = 8


def game_ids(wanted: str | None) -> list[str]:
    """The ids of the games to measure: those in `wanted`, separated by commas, or all."""
    return wanted.split(",") if wanted else [game.info.id for game in all_games()]


def make_record(game: AnyGame, rng: random.Random, plies: int) -> str:
    """A record of `plies` plies, or fewer if the game ends."""
    tags = game.set_up_tags(RandomChance(rng), Tags())
    position = game.start(tags)
    lines = [write_tag("Game", game.info.title)]
    lines += [write_tag(seat, f"Player of {seat}") for seat in position.seats]
    lines += [write_tag(name, tags[name]) for name in tags]
    lines.append("")
    outcome = game.outcome(position)
    for ply in range(1, plies + 1):
        turn = None
        for _ in range(_TRIES):
            turn = random_turn(game, position, rng)
            if turn is None or game.outcome(turn.position) is None:
                break
        if turn is None or outcome is not None:
            break
        lines.append(f"{ply}. {game.write_turn(turn.taken, turn.ended)}")
        position = turn.position
        outcome = game.outcome(position)
    lines.append(write_result(outcome) if outcome else "*")
    return "\n".join(lines) + "\n\n"


def make_file(folder: Path, game_id: str, games: int, plies: int = PLIES) -> Path:
    """A file of `games` games, generated unless the folder already has it."""
    path = folder / f"{game_id}-{games}x{plies}.pyr"
    if not path.exists():
        rng = random.Random(games)
        game = import_game(game_id)
        path.write_text("".join(make_record(game, rng, plies) for _ in range(games)))
    return path


def make_repeated(folder: Path, source: Path, turns: int) -> Path:
    """A file of about `turns` turns: the records of another file, repeated."""
    path = folder / f"{source.stem}-{turns}-turns.pyr"
    if not path.exists():
        text = source.read_text()
        records = [f"[Game {record}" for record in text.split("[Game ")[1:]]
        written = 0
        with path.open("w") as file:
            while written < turns:
                for record in records:
                    if written >= turns:
                        break
                    file.write(record)
                    written += _count_turns(record)
    return path


def _count_turns(text: str) -> int:
    return sum(line[0].isdigit() for line in text.splitlines() if line)


def count_file(path: Path) -> tuple[int, int]:
    """The number of turns and actions in a generated file; each step of a path counts as an action."""
    turns = actions = 0
    with path.open() as file:
        for line in file:
            if line[0].isdigit():
                turns += 1
                actions += sum(max(1, action.count("-")) for action in line.split(". ", 1)[1].split(";"))
    return turns, actions

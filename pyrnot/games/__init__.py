"""Finds and loads games by name. There is no list of them: every package in this folder is a game."""

from __future__ import annotations

import importlib
import os
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyrnot.game import AnyGame

_FOLDER = os.path.dirname(__file__)


def game_key(name: str) -> str:
    """A game's name in small letters, without the signs between its words (R2.2)."""
    return re.sub("[ _-]+", "", name).lower()


def game_ids() -> tuple[str, ...]:
    """The ids of all games, sorted."""
    names = os.listdir(_FOLDER)
    found = (name for name in names if os.path.isfile(os.path.join(_FOLDER, name, "__init__.py")))
    return tuple(sorted(name.replace("_", "-") for name in found))


def load_game(name: str) -> AnyGame | None:
    """The game called `name` in a `Game` tag or on the command line; None if there is none.

    Imports only that game, unless `name` is an alias, which only the games themselves know.
    """
    key = game_key(name)
    for game_id in game_ids():
        if game_key(game_id) == key:
            return import_game(game_id)
    for game in all_games():
        if key in map(game_key, game.info.aliases):
            return game
    return None


def import_game(game_id: str) -> AnyGame:
    """The game with this id, one of `game_ids()`."""
    game: AnyGame = importlib.import_module(f"pyrnot.games.{game_id.replace('-', '_')}").GAME
    return game


def all_games() -> tuple[AnyGame, ...]:
    """All games, sorted by id. Imports every one."""
    return tuple(import_game(game_id) for game_id in game_ids())

"""The games, one package each, and how to find one by its name. There is no list: a game is a folder here.

`pyrnot.games()`, called, gives the facts about each (`list_games`): as a package, it has the name that the public
library gives to that function.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING

from pyrnot.core.diagnostics import nearest

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame, GameInfo

_FOLDER = os.path.dirname(__file__)


@lru_cache(maxsize=256)
def game_key(name: str) -> str:
    """The key by which names of games are compared: lower case, without blanks, hyphens and underscores (R2.2)."""
    return re.sub(r"[\s_-]+", "", name).lower()


@lru_cache(maxsize=1)
def game_ids() -> tuple[str, ...]:
    """The ids of all games, sorted: one for each folder under `pyrnot/games`."""
    names = os.listdir(_FOLDER)
    found = (name for name in names if os.path.isfile(os.path.join(_FOLDER, name, "__init__.py")))
    return tuple(sorted(name.replace("_", "-") for name in found))


def load_game(name: str) -> AnyGame | None:
    """The game that a `Game` tag or the command line names by its id, title or alias; None if there is none.

    Imports only that game.
    """
    key = game_key(name)
    for game_id in game_ids():
        if game_key(game_id) == key:
            return import_game(game_id)
    for game_id in game_ids():
        if key in map(game_key, game_names(game_id)):
            return import_game(game_id)
    return None


def unknown_game(name: str) -> str:
    """The message about a name that no game has."""
    guess = nearest(name, game_ids())
    return f"unknown game {name!r}; " + (
        f"did you mean {guess}?" if guess else f"the games are {', '.join(game_ids())}"
    )


def game_names(game_id: str) -> tuple[str, ...]:
    """The title and the aliases of the game with this id. Does not import the game."""
    names: tuple[str, ...] = importlib.import_module(_package(game_id)).NAMES
    return names


def import_game(game_id: str) -> AnyGame:
    """The game with this id, one of `game_ids()`."""
    game: AnyGame = importlib.import_module(f"{_package(game_id)}.game").GAME
    return game


def _package(game_id: str) -> str:
    return f"pyrnot.games.{game_id.replace('-', '_')}"


def all_games() -> tuple[AnyGame, ...]:
    """All games, sorted by id. Imports every one."""
    return tuple(import_game(game_id) for game_id in game_ids())


def list_games() -> tuple[GameInfo, ...]:
    """The facts about each game, sorted by id: its `id`, `title`, `designer`, `seats` (all possible ones, in turn
    order), `min_seats`, `variants` (optional rules) and `tags` (those that only this game has).

    >>> import pyrnot
    >>> [info.title for info in pyrnot.games() if "strict" in info.variants]
    ['Homeworlds']
    """
    return tuple(game.info for game in all_games())


class _Games(ModuleType):
    """This package as a function."""

    __call__ = staticmethod(list_games)


sys.modules[__name__].__class__ = _Games

"""pyrnot reads, judges and draws game records of Looney-pyramid games.

    >>> import pyrnot
    >>> game = pyrnot.load("sample_games/braces/authors-line.pyr")
    >>> game.ok, len(game), game.outcome.winner
    (True, 33, 'White')

Reading: `load`, `loads` and `read` give games (`Game`), each a sequence of turns (`Turn`) with boards (`Board`)
between them; `check` gives verdicts (`Verdict`), as `pyrnot check --format json` prints them.

Playing: `Board("braces")` is a board to play on: `why`, `play`, `moves`. `new` begins a record (`Record`) that grows
turn by turn and can be saved.

Many games: `stats`, `standings` and `duplicates` count and compare the games of `read`, `diff` compares two; `random`
plays a game, and `perft` counts sequences of turns.

Rules: `games()` lists the games, `rules("braces")` has the rules of one, `explain("no-power")` explains a diagnostic.

Errors are `PyrnotError`s: `IllegalTurn`, `IllegalStart`, `NotARecord`, `UnknownName`, with the diagnostics of the
record or the turn that is wrong. A file that is missing or cannot be read is an OSError.

Boards, turns and games are values that never change: they can be hashed, compared, pickled, and shared by threads. A
record may be used by several threads too.
"""

from __future__ import annotations

from pyrnot.core.version import __version__ as __version__

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` is slow to import, and so is what follows: each name is imported when it is first used
    from typing import Any

    from pyrnot.core.game import Event, GameInfo, Outcome
    from pyrnot.core.rulebook import Explanation, Rule
    from pyrnot.games import list_games as games
    from pyrnot.library.board import Board, Turn
    from pyrnot.library.collection import diff, duplicates, standings, stats
    from pyrnot.library.errors import (
        Diagnostic,
        IllegalStart,
        IllegalTurn,
        NotARecord,
        PyrnotError,
        Question,
        UnknownName,
    )
    from pyrnot.library.game import Game, Record
    from pyrnot.library.generating import perft, random
    from pyrnot.library.reading import Verdict, check, load, loads, new, read
    from pyrnot.library.rules import Rules, explain, rules
    from pyrnot.library.squares import Pyramid

__all__ = [
    "Board",
    "Diagnostic",
    "Event",
    "Explanation",
    "Game",
    "GameInfo",
    "IllegalStart",
    "IllegalTurn",
    "NotARecord",
    "Outcome",
    "Pyramid",
    "PyrnotError",
    "Question",
    "Record",
    "Rule",
    "Rules",
    "Turn",
    "UnknownName",
    "Verdict",
    "check",
    "diff",
    "duplicates",
    "explain",
    "games",
    "load",
    "loads",
    "new",
    "perft",
    "random",
    "read",
    "rules",
    "standings",
    "stats",
]

_HOMES = {
    "core.game": ("Event", "GameInfo", "Outcome"),
    "library.board": ("Board", "Turn"),
    "library.collection": ("diff", "duplicates", "standings", "stats"),
    "library.errors": (
        "Diagnostic",
        "IllegalStart",
        "IllegalTurn",
        "NotARecord",
        "PyrnotError",
        "Question",
        "UnknownName",
    ),
    "library.game": ("Game", "Record"),
    "library.generating": ("perft", "random"),
    "library.reading": ("Verdict", "check", "load", "loads", "new", "read"),
    "library.rules": ("Rules", "explain", "rules"),
    "library.squares": ("Pyramid",),
    "core.rulebook": ("Explanation", "Rule"),
}
"""The module that defines each public name. `games` is the package of the games, which can be called."""


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name == "games":
        return import_module("pyrnot.games")
    for home, names in _HOMES.items():
        if name in names:
            value = getattr(import_module(f"pyrnot.{home}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return list(__all__)

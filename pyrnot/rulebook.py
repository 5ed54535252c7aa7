"""What `pyrnot rules` and `pyrnot explain` print: a game's rules and notation, and the explanations of its codes.

Plain values, filled in by each game's `rulebook` and `faults` modules.
"""

from __future__ import annotations

from msgspec import Struct


class Rule(Struct, frozen=True):
    """One numbered rule of a game, as `pyrnot rules` prints it."""

    id: str
    text: str
    is_ruling: bool = False


class Form(Struct, frozen=True):
    """One form of a game's notation. `example` is an action, or a tag line."""

    example: str
    meaning: str


class Rulebook(Struct, frozen=True):
    """A game's rules, notation and position string, described for players."""

    summary: str
    rules: tuple[Rule, ...]
    notation: tuple[Form, ...]
    position: str
    position_example: str


class Explanation(Struct, frozen=True):
    """The explanation of a diagnostic, as `pyrnot explain` prints it.

    `wrong` is a complete record whose first diagnostic has this code and rule, `right` the corrected record.
    """

    code: str
    rule: str
    story: str
    wrong: str
    right: str

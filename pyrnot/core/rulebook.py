"""What `pyrnot rules` and `pyrnot explain` print: a game's rules and notation, and the explanations of its codes.

Plain values, filled in by each game's `rulebook` and `faults` modules.
"""

from __future__ import annotations

import re

from msgspec import Struct


class Rule(Struct, frozen=True):
    """One numbered rule of a game, as `pyrnot rules` prints it.

    >>> import pyrnot
    >>> pyrnot.rules("braces")["B7"].is_ruling
    True
    """

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

    >>> import pyrnot
    >>> pyrnot.explain("no-power")[0].rule
    'B28'
    """

    code: str
    rule: str
    story: str
    wrong: str
    right: str


def find_rules(book: Rulebook, rule_id: str) -> tuple[Rule, ...]:
    """The rule with an id, in any case, and after it the rulings that refer to it; none if the book lacks it."""
    wanted = rule_id.upper()
    named = re.compile(rf"\b{re.escape(wanted)}\b")
    rule = tuple(rule for rule in book.rules if rule.id == wanted)
    rulings = tuple(
        other for other in book.rules if other.is_ruling and other.id != wanted and named.search(other.text)
    )
    return (*rule, *rulings) if rule else ()

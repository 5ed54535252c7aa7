"""What `pyrnot rules` and `pyrnot explain` print: a game's rules and notation, and the explanations of its codes.

They are texts, so they are Markdown files, read only when someone asks for them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from pyrnot.core.patterns import lazy_pattern


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

    `wrong` is a complete record or transcript, `right` the corrected one; both are "" where none can show it. The
    first diagnostic of `wrong` has this code and rule, if a record is read as one: in a file that ends in `.pyr`, or
    as a `pyrnot.Record`.

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
    rules = [rule for rule in book.rules if rule.id == wanted]
    if not rules:
        return ()
    rulings = [rule for rule in book.rules if rule.is_ruling and rule.id != wanted and named.search(rule.text)]
    return (*rules, *rulings)


# The texts, which are Markdown: `rules.md` and `explanations.md` of each game, and `explanations.md` of the core

_RULE = lazy_pattern(r"([A-Z]+[0-9]+)( \(ruling\))?")
_CODE_AND_RULE = lazy_pattern(r"(\S+) \((\S+)\)")
_FORM = lazy_pattern(r"- `(.+?)`: (.+)", re.DOTALL)
_FENCE = "```"


@lru_cache(maxsize=64)
def read_rulebook(path: str) -> Rulebook:
    """The rulebook in a file: a paragraph on the game, a section for each rule, one for the notation, and one for the
    position string with an example of one. Raises `ValueError` for a section that is none of these."""
    summary, *sections = _sections(path)
    rules: list[Rule] = []
    notation: tuple[Form, ...] = ()
    position = ""
    example = ""
    for heading, lines in sections:
        texts, blocks = _parts(lines)
        rule = _RULE.fullmatch(heading)
        if rule is not None:
            rules.append(Rule(rule[1], texts[0], is_ruling=rule[2] is not None))
        elif heading == "Notation":
            notation = tuple(Form(*form.groups()) for form in map(_FORM.fullmatch, texts) if form is not None)
        elif heading == "Position string":
            position = texts[0]
            example = blocks[0].strip()
        else:
            raise ValueError(f"{path}: {heading!r} is not a section of a rulebook")
    return Rulebook(_parts(summary[1])[0][0], tuple(rules), notation, position, example)


@lru_cache(maxsize=64)
def read_explanations(path: str) -> tuple[Explanation, ...]:
    """The explanations in a file: a section for each code and rule, with the wrong and the right record in fenced
    blocks, or with none. Raises `ValueError` for another section."""
    explanations: list[Explanation] = []
    for heading, lines in _sections(path)[1:]:
        names = _CODE_AND_RULE.fullmatch(heading)
        if names is None:
            raise ValueError(f"{path}: {heading!r} names no code with its rule")
        texts, blocks = _parts(lines)
        wrong, right = blocks or ("", "")
        explanations.append(Explanation(names[1], names[2], texts[0], wrong, right))
    return tuple(explanations)


def common_explanations() -> tuple[Explanation, ...]:
    """The explanations of the codes that belong to no game (`CoreCodes`)."""
    return read_explanations(os.path.join(os.path.dirname(__file__), "explanations.md"))


def _sections(path: str) -> list[tuple[str, list[str]]]:
    """The sections of a file, each with its heading and its lines; first what precedes them, without the title."""
    sections: list[tuple[str, list[str]]] = [("", [])]
    is_fenced = False
    with open(path, encoding="utf-8", newline="\n") as file:
        for line in file:
            if line.startswith(_FENCE):
                is_fenced = not is_fenced
            if line.startswith("## ") and not is_fenced:
                sections.append((line[3:].strip(), []))
            elif is_fenced or not line.startswith("# "):
                sections[-1][1].append(line)
    return sections


def _parts(lines: Iterable[str]) -> tuple[list[str], list[str]]:
    """The paragraphs and items of a section, each on one line, and its fenced blocks as they are."""
    texts: list[str] = []
    blocks: list[str] = []
    is_fenced = False
    is_open = False  # whether the next line belongs to the last text
    for line in lines:
        if line.startswith(_FENCE):
            is_open = False
            is_fenced = not is_fenced
            if is_fenced:
                blocks.append("")
        elif is_fenced:
            blocks[-1] += line
        elif not line.strip():
            is_open = False
        elif is_open and not line.startswith("- "):
            texts[-1] += f" {line.strip()}"
        else:
            texts.append(line.strip())
            is_open = True
    return texts, blocks

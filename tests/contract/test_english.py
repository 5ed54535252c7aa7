"""A law on wording: phrases that read as a translation must not come back into messages, help, docs or comments.

The texts are every string, docstring and comment of pyrnot, the comments of the grammars, and the documents. A
failure gives file and line, the phrase, and what to write instead.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from support import TOP, nodes_of

_LETTER = r"(?:and|are|as|at|if|in|into|is|of|on|or|under)\b"
"""Words after which the `a` before them is a letter, not an article (`a and b`)."""
_LONG_U = r"(?:eu|on(?:ce|e)|u(?:buntu|k|ni(?!n|m)|s(?:a|e|u)|t(?:f|i)))"
"""Beginnings of words that are written with a vowel and spoken with a consonant (`a unit`)."""
_COMPARED = r"(?:better|different|fewer|larger|less|longer|more|other|smaller)\b"
"""Words before which `is no` is good English."""

PHRASES = {
    r"\ball the same\b": "still, anyway",
    r"\bso many\b": "N, at most N, that many",
    rf"(?P<fine>\bthere )?\b(?:is|are|was|were) no (?!{_COMPARED})\w+": "is not a ...",
    r"\bbehind\b": "after",
    r"\bwished\b": "wanted, given",
    r"\bmend(?:s|ed|ing)?\b": "fix",
    r"\bparted\b|\bfirst part\b": "separated; first differ",
    r"\bma(?:de|ke|kes|king)[- ]up\b(?! of)": "random, invented",
    r"\bof (?:its|his|their) own\b": "its own ..., separate",
    r"\bought to\b": "should, must",
    r"\b(?:stands?|stood|standing) (?:here|there|in|behind|twice|already|before|after)\b": (
        "is, is written, is listed"
    ),
    r"\b(?:can|cannot|could|may|must|should) stand (?:here|there|in|alone|before|after|between|within)\b": (
        "misplaced; may be written"
    ),
    r"\b(?:is|are|was|were|be) said\b": "is reported, is shown",
    r"\bsaid of\b": "reported about",
    r"\blong stor(?:y|ies)\b": "explanation",
    r"\b(?:he|him|himself|his)\b": "it, its (a seat is an it), they",
    r"\bone's\b": "your, its",
    r"\b(?:asked|wanted) for\b": "requested, given",
    r"\bhand(?:s|ed|ing)? on\b": "pass, delegate",
    r"\baffair\b": "up to, its own business",
    r"\b(?:a|another|the same) thing\b": "something, the value",
    r"\b(?:all|any|every \w+|one|ones|those|whatever)(?: that)? there (?:is|are|can be)\b": "the ..., all ...",
    r"\b(?:has|have|had) not(?: (?:a|an|any|enough|its|so|such|that|the|this|those)\b|[.,;:])": "does not have",
    r"\b(?:is|are) the most\b": "at most",
    r"\b(?:is|are) there already\b": "already exists",
    r"\bwithin each other\b": "nested",
    r"\bleads? back\b": "returns",
    r"\b(?:is|are|must be) whole\b": "complete",
    r"(?-i:\bMostly\b)": "Usually",
    r"\banew\b": "again",
    r"\b(?:there|where)(?:by|from|in|of|upon)\b": "by it, from it, in it",
    r"\bsays? (?:another|nothing)\b": "contradicts; does not mention",
    rf"(?<![\w'`-])a (?!{_LETTER}|{_LONG_U})[aeiou][a-z]+": "an before a vowel",
    r"(?<![\w'`-])an (?!heir|honest|honour|hour)(?-i:[bcdfghjklmnpqrstvwxyz])[a-z]+": "a before a consonant",
}
"""Regular expressions, in any case, and what to write instead. A blank matches any white space; a match with the
group `fine` is good English."""
OF_PLAYERS = {
    r"(?P<fine>\b(?:minus|multiplication|percent|plus) )?(?<![\w-])signs?\b(?!:|'|\Z)": "character; symbol, mark",
    r"(?P<fine>\b(?:in|takes?|taking) )?\b(?:its|the|their|whose) places? (?:in|of|where|within)\b": (
        "position, location"
    ),
    r"\bwhoever\b": "anyone who, what",
    r"\b(?:nobody|somebody)\b": "no seat, no player; someone",
    r"\bleaves? open\b": "is unclear",
    r"\b(?:is|are) due\b": "is expected",
    r"(?P<fine>\bat )?(?<![\w`-])faults?\b(?!\Z)": "diagnostic, error; problem (for players)",
    r"\bgo(?:es|ing)? on\b": "continue",
    r"\b(?:is|are|be) told\b(?! apart)": "is shown, is given",
}
"""The same for all rooms but `foreign/thread`, whose patterns have such words of players."""


def compiled(phrases: dict[str, str]) -> dict[re.Pattern[str], str]:
    return {re.compile(phrase.replace(" ", r"\s+"), re.IGNORECASE): better for phrase, better in phrases.items()}


def find_used(whole: str, phrases: dict[re.Pattern[str], str]) -> dict[re.Pattern[str], str]:
    """The phrases that a text may have: each is sought without its beginning and in small letters, which takes a
    fraction of the time."""
    small = whole.lower()
    return {phrase: better for phrase, better in phrases.items() if rest_of(phrase).search(small)}


@cache
def rest_of(phrase: re.Pattern[str]) -> re.Pattern[str]:
    """A phrase in small letters, without what is checked before its first word."""
    rest = re.sub(r"^\(\?P<fine>.*?\)\)?\?", "", phrase.pattern).replace("Mostly", "mostly")
    return re.compile(re.sub(r"^(?:\\b|\(\?<!\[.*?\]\))+", "", rest))


COMPILED = compiled(PHRASES)
EVERYWHERE_ELSE = COMPILED | compiled(OF_PLAYERS)


def prose_of(path: Path) -> Iterator[tuple[int, str]]:
    """The prose of a file with its lines: of a module or a grammar the strings and comments, of any other all of
    it."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        for node in nodes_of(path):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.lineno, node.value
    if path.suffix in (".py", ".lark"):
        for found in re.finditer(r"(?:(?:#|//).*\n[ \t]*)+", source):
            yield 1 + source.count("\n", 0, found.start()), re.sub(r"(?m)^[ \t]*(?:#|//)", "", found[0])
    else:
        yield 1, source


def find_phrases(
    text: str, phrases: dict[re.Pattern[str], str] = EVERYWHERE_ELSE
) -> Iterator[tuple[re.Match[str], str]]:
    """Each match of a phrase, with what to write instead."""
    for phrase, better in phrases.items():
        for found in phrase.finditer(text):
            if not found.groupdict().get("fine"):
                yield found, better


def complaints(path: Path) -> Iterator[str]:
    """Each phrase of a file that must not be there, with its line and what to write instead."""
    phrases = COMPILED if "thread" in path.parts else EVERYWHERE_ELSE
    prose = list(prose_of(path))
    phrases = find_used("\0".join(text for _, text in prose), phrases)  # most are nowhere in it
    for line, text in prose:
        for found, better in find_phrases(text, phrases):
            at = line + text.count("\n", 0, found.start())
            yield f"{path.name}:{at}: `{' '.join(found[0].split())}`: write {better}"


def texts() -> dict[str, list[Path]]:
    """The files that the law looks at, by their rooms: a test for each file would cost more than the search."""
    documents = [TOP / "README.md", TOP / "CHANGELOG.md", TOP / "tests" / "benchmarks" / "README.md"]
    documents += [TOP / ".github" / "CONTRIBUTING.md", TOP / "pyrnot" / "games" / "README.md"]
    documents += [TOP / "grammars" / "README.md", TOP / "tests" / "conformance" / "README.md"]
    documents += (TOP / "pyrnot" / "cli").rglob("*.md")
    sources = [*(TOP / "pyrnot").rglob("*.py"), *(TOP / "pyrnot").rglob("*.js"), *TOP.glob("grammars/*.lark")]
    rooms: dict[str, list[Path]] = {}
    for path in sorted([*documents, *sources]):
        rooms.setdefault("/".join(path.relative_to(TOP).parts[:-1][:2]) or "top", []).append(path)
    return rooms


@pytest.mark.parametrize("paths", texts().values(), ids=texts())
def test_no_phrase_of_a_translation(paths: list[Path]) -> None:
    found = [complaint for path in paths for complaint in complaints(path)]
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("'x = 1  # the mark stands behind no turn\\n'", 2),
        ("a sign of its place in the text leaves open who goes on, told by nobody", 5),
        ("a minus sign takes the place of a dash, told apart by its colour", 0),
        ("x is no seat", 1),
        ("there is no seat", 0),
        ("it is no longer there", 0),
        ("a orange pyramid, an pawn", 2),
        ("a fault of the record, the first of its faults\n", 2),
        ("the code too-many-faults, the key `faults`, the action at fault", 0),
        ("an orange pyramid, a unit, an hour, file a is empty, a user, a one-way door", 0),
        ("list so\nmany turns", 1),
        ("This is the whole thing", 0),
    ],
)
def test_phrases_are_found(text: str, count: int) -> None:
    assert len(list(find_phrases(text))) == len(list(find_phrases(text, find_used(text, EVERYWHERE_ELSE)))) == count


def test_a_phrase_is_found_over_two_lines_of_a_module(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text('x = 1\ny = (\n    "list so "\n    "many turns"\n)\n# so\n# many\n')
    words = "`so many`: write N, at most N, that many"
    assert list(complaints(path)) == [f"a.py:3: {words}", f"a.py:6: {words}"]

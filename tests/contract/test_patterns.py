"""No regular expression takes longer than its text is long: each is run over lines made to slow it down."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import time
from collections import deque
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest

import pyrnot
from pyrnot.core.patterns import LazyPattern
from support import few_or_many, nodes_of

ROOT = Path(pyrnot.__file__).parent
KINDS = (
    *" \t\na1A>|([{*_`-=.,;\"/:~'!&<#@x?+^$%)",
    "\u00a0",
    "\u00e9",
    "\u0301",
    "\u2013",
    "\u2019",
    "\u4e2d",
    "\U0001f600",
    "\ufe0f",
)
"""Kinds of characters: those of notation and markup, a no-break space, letters of other scripts, an accent, a dash, a
typographic quote, an emoji and what may follow one."""
MIXED = (
    " ",
    "\n",
    "a",
    "1",
    ".",
    ">",
    "-",
    "*",
    "(",
    '"',
    "\u00e9",
    "\u0301",
    "\u2019",
    "\U0001f600",
    "\ufe0f",
    "\u200d",
)
"""Those that are tried in pairs."""
PHRASES = (
    *(
        "> ",
        "| ",
        "*_",
        "- ",
        "1. ",
        "1 ",
        "a ",
        "A ",
        "a.",
        "a,",
        "a, ",
        "; ",
        ": ",
        "a: ",
        "1/",
        "1/1 ",
        "..",
        "()",
    ),
    *("<a ", "&a", "a1 ", "a1-", "Sa1, ", "S", "Sb", "SML", "x ", "w", "(1 ", "(a) ", "a\n", " \n", "> \n"),
    *("2024-", "12:", "a@", "Re: ", "=?", "[a", "a b ", "and ", "g1 ", "to ", "1/1 R ", "\u2013 "),
)
PAIRS = tuple(one + other for one in MIXED for other in MIXED if one != other)
BEFORE = ("", "1. a")
AFTER = "\x01"
"""The last character of a text, which spoils a match."""
AGE = 0.002
"""Seconds that nothing takes for so few characters."""
SIZES = (2_000, 10_000, 50_000)
QUICK = 0.0005
"""Seconds that nothing takes for a text of the first size whose time grows with its length."""
SLOWER = 10
"""How many times as long a size may take as the one before it: five, and some for noise."""
DOUBTFUL = 6.5
"""From how many times on the next size is tried."""
WHOLE_LINES = ("split.blocks",)
"""Modules for threads whose patterns see all of a line, 20,000 characters, and take no longer than it is long."""
SEARCHES = {"search", "sub", "subn", "split", "findall", "finditer", "scanner"}
_CALLS = ("match", "fullmatch", *SEARCHES)


def modules() -> Iterator[tuple[Any, Path]]:
    """Those of the package, each with its file."""
    for found in pkgutil.walk_packages(pyrnot.__path__, "pyrnot."):
        if found.name != "pyrnot.__main__":
            module = importlib.import_module(found.name)
            yield module, Path(str(module.__file__))


def inside(value: object) -> Iterator[re.Pattern[Any]]:
    """The patterns in a constant, however deep."""
    if isinstance(value, re.Pattern | LazyPattern):
        yield cast("re.Pattern[Any]", value)
    elif isinstance(value, dict):
        for one in value.items():
            yield from inside(one)
    elif isinstance(value, tuple | list | frozenset | set):
        for one in value:
            yield from inside(one)


def called(path: Path) -> Iterator[tuple[str, ast.Call]]:
    """The calls of a pattern's methods in a module, each with the method's name."""
    for node in nodes_of(path):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _CALLS:
            yield node.func.attr, node


def written_out(module: Any, name: str, call: ast.Call) -> Iterator[re.Pattern[Any]]:
    """The pattern of `re.match("...", text)`, unless a variable of the function is part of it."""
    flags = [word.value for word in call.keywords if word.arg == "flags"]
    place = {"sub": 4, "subn": 4, "split": 3, "compile": 1}.get(name, 2)
    flags += [*call.args[place : place + 1], ast.Constant(0)]
    try:
        pattern, flag = (eval(ast.unparse(part), vars(module)) for part in (call.args[0], flags[0]))
    except NameError:
        return
    yield re.compile(pattern, flag)


def patterns() -> dict[str, tuple[re.Pattern[Any], set[str]]]:
    """All patterns by where they stand, with the methods that are called on them; all of them if nobody can tell."""
    found: dict[str, tuple[re.Pattern[Any], set[str]]] = {}
    seen: set[int] = set()
    methods: dict[int, set[str]] = {}
    for module, path in modules():
        for name, call in called(path):
            on = call.func.value  # type: ignore[attr-defined]
            if isinstance(on, ast.Name) and on.id == "re":
                for pattern in written_out(module, name, call):
                    found[f"{module.__name__}:{call.lineno}"] = pattern, {name}
            else:
                pattern = vars(module).get(ast.unparse(on))
                methods.setdefault(id(pattern), set()).add(name)
        for name, value in list(vars(module).items()):
            for number, pattern in enumerate(inside(value)):
                if id(pattern) not in seen:  # imported by another module, or part of another constant
                    found[f"{module.__name__}.{name}[{number}]"] = pattern, set()
                    seen.add(id(pattern))
    return {
        where: (pattern, how or methods.get(id(pattern), {"fullmatch", "match"}))
        for where, (pattern, how) in found.items()
    }


def seconds(pattern: re.Pattern[Any], how: set[str], *texts: str) -> float:
    """The processor time that the methods take for texts."""
    seen: list[Any] = [text.encode() for text in texts] if isinstance(pattern.pattern, bytes) else [*texts]
    begun = time.thread_time()
    for text in seen:
        if how & SEARCHES:
            deque(pattern.finditer(text), 0)
        else:
            pattern.match(text)
            if "fullmatch" in how:
                pattern.fullmatch(text)
    return time.thread_time() - begun


@cache
def lines(size: int) -> list[str]:
    """Texts of about this length, each of one kind of character, phrase or pair over and over."""
    texts = [before + part * (size // len(part)) + AFTER for part in (*KINDS, *PHRASES) for before in BEFORE]
    return texts + [part * (size // len(part)) + AFTER for part in PAIRS]


@cache
def thread_lines(size: int) -> list[str]:
    """Those that a thread can have: its lines have single blanks."""
    return [line for line in lines(size) if line == " ".join(line.split())]


def age(pattern: re.Pattern[Any], how: set[str], sizes: tuple[int, ...], *, is_line: bool) -> str:
    """The first short line that takes an age; "" if there is none."""
    for size in sizes:
        texts = thread_lines(size) if is_line else lines(size)
        if seconds(pattern, how, *texts) > AGE:
            for few in texts:
                if seconds(pattern, how, few) > AGE and seconds(pattern, how, *[few] * 5) > AGE * 5:
                    return f"{few!r} takes an age"
    return ""


def growth(pattern: re.Pattern[Any], how: set[str]) -> str:
    """The first text that takes much longer for its length than a shorter one does; "" if there is none."""
    for index, text in enumerate(lines(SIZES[0])):
        if seconds(pattern, how, text) < QUICK or (before := seconds(pattern, how, *[text] * 5) / 5) < QUICK:
            continue
        for size in SIZES[1:]:
            taken = min(seconds(pattern, how, lines(size)[index]) for _ in range(2))
            if taken > SLOWER * before:
                return f"{text[:12]!r} ... takes {taken / before:.0f} times as long"
            if taken < DOUBTFUL * before:
                break
            before = taken
    return ""


def reads_a_line(where: str) -> bool:
    """Whether a pattern sees the lines of threads only, which have single blanks."""
    return where.startswith("pyrnot.foreign.thread.") or ".informal" in where


def reads_a_turn(where: str) -> bool:
    """Whether a pattern sees no more of a line than may be a turn, or a head: some hundred characters."""
    return reads_a_line(where) and not any(f".thread.{module}" in where for module in WHOLE_LINES)


@few_or_many("sizes", (24,), (20, 32))
def test_no_pattern_tries_all_ways_to_part_a_line(sizes: tuple[int, ...]) -> None:
    """At lengths that take no time, unless it doubles with each character."""
    slow = [
        (where, line)
        for where, (pattern, how) in patterns().items()
        if (line := age(pattern, how, sizes, is_line=reads_a_line(where)))
    ]
    assert slow == []


@pytest.mark.slow
def test_no_pattern_takes_longer_than_its_text_is_long() -> None:
    slow = [
        (where, line)
        for where, (pattern, how) in patterns().items()
        if not reads_a_turn(where) and (line := growth(pattern, how))
    ]
    assert slow == []


def test_no_pattern_is_compiled_by_an_import() -> None:
    """There are several hundred, of which a command uses some."""
    constants = [value for module, _path in modules() for value in vars(module).values()]
    found = [pattern for value in constants for pattern in inside(value)]
    assert [pattern for pattern in found if isinstance(pattern, re.Pattern)] == []

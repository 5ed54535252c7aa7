"""No regular expression takes longer than its text is long: each is run over lines made to slow it down."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import pyrnot

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
    *("> ", "| ", "*_", "- ", "1. ", "1 ", "a ", "A ", "a.", "a,", "a, ", "; ", ": ", "a: ", "1/", "1/1 ", "..", "()"),
    *("<a ", "&a", "a1 ", "a1-", "Sa1, ", "S", "Sb", "SML", "x ", "w", "(1 ", "(a) ", "a\n", " \n", "> \n"),
    *("2024-", "12:", "a@", "Re: ", "=?", "[a", "a b ", "and ", "g1 ", "to ", "1/1 R ", "\u2013 "),
)
PAIRS = tuple(one + other for one in MIXED for other in MIXED if one != other)
BEFORE = ("", "1. a", "1 ", "a: ")
AFTER = ("\x01", "!")
"""The last character of a text, which spoils a match."""
FEW = (20, 32)
"""Lengths that take no time, unless it doubles with each character."""
AGE = 0.002
"""Seconds that nothing takes for so few characters."""
SIZE = 2_000
QUICK = 0.0005
"""Seconds that nothing takes for a text of SIZE whose time grows with its length."""
LONG = (10_000, 50_000)
SLOWER = 10
"""How many times as long the second of these lengths may take: five, and some for noise."""
SEARCHES = {"search", "sub", "subn", "split", "findall", "finditer", "scanner"}
_CALLS = ("match", "fullmatch", *SEARCHES)


def modules() -> Iterator[tuple[Any, ast.Module]]:
    """Those of the package, each with its syntax tree."""
    for found in pkgutil.walk_packages(pyrnot.__path__, "pyrnot."):
        if found.name != "pyrnot.__main__":
            module = importlib.import_module(found.name)
            yield module, ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))


def inside(value: object) -> Iterator[re.Pattern[Any]]:
    """The patterns in a constant, however deep."""
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict):
        for one in value.items():
            yield from inside(one)
    elif isinstance(value, tuple | list | frozenset | set):
        for one in value:
            yield from inside(one)


def called(tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    """The calls of a method, each with its name."""
    for node in ast.walk(tree):
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
    methods: dict[int, set[str]] = {}
    for module, tree in modules():
        for name, call in called(tree):
            on = call.func.value  # type: ignore[attr-defined]
            if isinstance(on, ast.Name) and on.id == "re":
                for pattern in written_out(module, name, call):
                    found[f"{module.__name__}:{call.lineno}"] = pattern, {name}
            else:
                pattern = vars(module).get(ast.unparse(on))
                methods.setdefault(id(pattern), set()).add(name)
        for name, value in list(vars(module).items()):
            for number, pattern in enumerate(inside(value)):
                found.setdefault(f"{module.__name__}.{name}[{number}]", (pattern, set()))
    return {
        where: (pattern, how or methods.get(id(pattern), {"fullmatch", "match"}))
        for where, (pattern, how) in found.items()
    }


def run(pattern: re.Pattern[Any], how: set[str], text: str) -> Callable[[], object]:
    """What the methods do with a text."""
    seen: Any = text.encode() if isinstance(pattern.pattern, bytes) else text
    if how & SEARCHES:
        return lambda: sum(1 for _ in pattern.finditer(seen))
    return lambda: (pattern.match(seen), "fullmatch" in how and pattern.fullmatch(seen))


def seconds(act: Callable[[], object], times: int = 1) -> float:
    """The processor time that it takes on average."""
    begun = time.thread_time()
    for _ in range(times):
        act()
    return (time.thread_time() - begun) / times


@cache
def lines(size: int) -> list[str]:
    """Texts of about this length, each of one kind of character, phrase or pair over and over."""
    texts = [
        before + part * (size // len(part)) + after
        for part in (*KINDS, *PHRASES)
        for before in BEFORE
        for after in AFTER
    ]
    return texts + [part * (size // len(part)) + AFTER[0] for part in PAIRS]


def age(pattern: re.Pattern[Any], how: set[str], *, is_line: bool) -> str:
    """The first short line that takes an age; "" if there is none. The lines of threads have single blanks."""
    for size in FEW:
        for few in lines(size):
            if is_line and few != " ".join(few.split()):
                continue
            act = run(pattern, how, few)
            if seconds(act) > AGE and seconds(act, 5) > AGE:
                return f"{few!r} takes an age"
    return ""


def growth(pattern: re.Pattern[Any], how: set[str]) -> str:
    """The first text that takes much longer for its length than a shorter one does; "" if there is none."""
    for index, text in enumerate(lines(SIZE)):
        act = run(pattern, how, text)
        if seconds(act) > QUICK and seconds(act, 20) > QUICK:
            short, long = (run(pattern, how, lines(size)[index]) for size in LONG)
            taken = seconds(long) / seconds(short, 3)
            if taken > SLOWER:
                return f"{text[:12]!r} ... takes {taken:.0f} times as long"
    return ""


def reads_a_line(where: str) -> bool:
    """Whether a pattern sees the lines of threads only: 2,000 characters of each, and 600 of a turn."""
    return where.startswith("pyrnot.foreign.thread.") or ".spoken" in where


def test_no_pattern_tries_all_ways_to_part_a_line() -> None:
    slow = [
        (where, line)
        for where, (pattern, how) in patterns().items()
        if (line := age(pattern, how, is_line=reads_a_line(where)))
    ]
    assert slow == []


@pytest.mark.slow
def test_no_pattern_takes_longer_than_its_text_is_long() -> None:
    slow = [
        (where, line)
        for where, (pattern, how) in patterns().items()
        if not reads_a_line(where) and (line := growth(pattern, how))
    ]
    assert slow == []

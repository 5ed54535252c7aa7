"""Parses actions by the tables that lark built from a game's grammar (`grammars`), without lark.

Lark's standalone parsers do the same. Importing lark takes a third of the time of a short command, and its own loop,
which starts a lexer for each text and counts lines, twice the time of this one. The tables are plain data, so they are
kept from run to run. A test holds the trees, and the places of faults, to lark's. What is wrong with a text, lark says.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec import Struct

from pyrnot.core.nodes import Token, Tree


class Production(Struct, frozen=True):
    """A production of a grammar: the symbol that it makes, how many it replaces, and the tree that it builds.

    `kept` has the places of the symbols that become children, and whether the children of such a symbol do so instead;
    None: all of them do. If it `is_transparent`, an only child takes the place of the tree.
    """

    symbol: str
    count: int
    data: str
    kept: list[tuple[int, bool]] | None
    is_transparent: bool

    def build(self, parts: list[Any]) -> Any:
        """The tree of these parts."""
        children = parts
        if self.kept is not None:
            children = []
            for place, is_inlined in self.kept:
                if not is_inlined:
                    children.append(parts[place])
                elif children:
                    children += parts[place].children
                else:  # most repetitions: the list grows, and is not copied each time
                    children = parts[place].children
        return children[0] if self.is_transparent and len(children) == 1 else Tree(self.data, children)


class Terminals(Struct, frozen=True):
    """The terminals that may come next, as a pattern of named groups. A match of one may be another that `refined`
    tells: a keyword that looks like a name."""

    pattern: str
    refined: dict[str, str]
    flags: int


class Tables(Struct, frozen=True):
    """What lark built. `states` tell for each symbol that may come next the state after it, or which production to
    reduce by first, as -1 for the first production, -2 for the second and so on; `expected` are the places in
    `terminals` by state. `names` are the terminals that an action may contain, and `ignored` those that may come
    between them, each with its pattern."""

    start: int
    end: int
    states: list[dict[str, int]]
    productions: list[Production]
    terminals: list[Terminals]
    expected: list[int]
    ignored: dict[str, str]
    names: dict[str, str]


class Stop(NamedTuple):
    """Where a text stops being an action: the states that the parser is in, the place in the text, and the
    token at it: None if no terminal that may come next is there, and an empty one at the end of the text."""

    states: tuple[int, ...]
    place: int
    token: Token | None


_Matcher = tuple[Callable[[str, int], re.Match[str] | None], dict[str, re.Pattern[str]]]
_END = Token("", "$END", 0, 0)


class ActionParser:
    """Parses the actions of one game."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._matchers: dict[int, _Matcher] = {}

    def parse(self, text: str) -> Tree | int:
        """The tree of an action; where the text stops being one, if it is not one."""
        found = self.follow(text)
        return found.place if isinstance(found, Stop) else found

    def follow(self, text: str) -> Tree | Stop:
        """The tree of an action, or all about where the text stops being one."""
        tables = self.tables
        states, productions = tables.states, tables.productions
        path = [tables.start]
        values: list[Any] = []
        place = 0
        while True:
            token = self._token(text, place, path[-1]) if place < len(text) else _END
            if token is None:
                return Stop(tuple(path), place, None)
            place = token.end_pos
            name = token.type
            if name in tables.ignored:
                continue
            step = states[path[-1]].get(name)
            while step is not None and step < 0:
                production = productions[-1 - step]
                first = len(values) - production.count
                built = production.build(values[first:])
                del path[first + 1 :], values[first:]
                path.append(states[path[-1]][production.symbol])
                values.append(built)
                if path[-1] == tables.end:
                    return built  # type: ignore[no-any-return]  # the start symbol is not transparent
                step = states[path[-1]].get(name)
            if step is None:
                return Stop(tuple(path), len(text) if token is _END else token.start_pos, token)
            path.append(step)
            values.append(token)

    def _token(self, text: str, start: int, state: int) -> Token | None:
        """The terminal that lark finds at `start` in a state, None if there is none."""
        match, refined = self._matchers.get(state) or self._make_matcher(state)
        found = match(text, start)
        if found is None:
            return None
        word, name = found.group(), found.lastgroup or ""
        if name in refined:
            better = refined[name].fullmatch(word)
            name = (better and better.lastgroup) or name
        return Token(word, name, start, found.end())

    def _make_matcher(self, state: int) -> _Matcher:
        """A pattern is compiled when it is first used: most actions are of few kinds."""
        terminals = self.tables.terminals[self.tables.expected[state]]
        refined = {name: re.compile(pattern, terminals.flags) for name, pattern in terminals.refined.items()}
        matcher = self._matchers[state] = (re.compile(terminals.pattern, terminals.flags).match, refined)
        return matcher

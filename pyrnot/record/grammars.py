"""Finds, builds and caches the games' grammars, and parses single actions with them.

Knows no record and no rule. Parsed actions are remembered by their text: real files repeat the same actions over and
over, and a parse takes fifty times as long as a look-up.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import cache, cached_property, partial
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING, Any

import lark
from lark import Lark, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken
from lark.grammar import Rule
from lark.lexer import TerminalDef, Token
from lark.parsers.lalr_analysis import Reduce

from pyrnot.budget import spend
from pyrnot.diagnostics import Span, shorten
from pyrnot.record.cache import load, store

if TYPE_CHECKING:
    from pyrnot.game import AnyGame, GameInfo, Written

LONGEST_ACTION = 10_000
"""Length of the longest action that is parsed, in characters."""
SHELL_GRAMMAR = "record.lark"
"""The grammar whose productions every game's grammar imports."""

_REMEMBERED = 10_000
_LONGEST_REMEMBERED = 400
_WORD = re.compile(r"\w+")

LABELS = {
    "SQUARE": "a square such as c3",
    "PASS": "`pass`",
    "$END": "the end of the action",
}
"""What messages call the terminals of `record.lark`; a game's own are in `GameInfo.terminals`."""


class NotNotation(Exception):
    """Text that is not an action in its game's notation.

    `explain` gives the place of the fault, counted from the start of the text, and the message. It takes longer than
    the parse, and most callers only want to know whether a text is an action.
    """

    def __init__(self, explain: Callable[[], tuple[Span, str]]) -> None:
        super().__init__()
        self._explain = explain

    def __str__(self) -> str:
        return self.message

    @cached_property
    def _fault(self) -> tuple[Span, str]:
        return self._explain()

    @property
    def span(self) -> Span:
        """Where the text stops being an action."""
        return self._fault[0]

    @property
    def message(self) -> str:
        """What is wrong there, in players' words."""
        return self._fault[1]


def grammar_path(file_name: str) -> str:
    """The path of a grammar file: within an installed package, or at the top of a checkout."""
    package = os.path.dirname(os.path.dirname(__file__))
    installed = os.path.join(package, "grammars")
    folder = installed if os.path.isdir(installed) else os.path.join(os.path.dirname(package), "grammars")
    return os.path.join(folder, file_name)


def build_grammar(file_name: str, start: str, **options: Any) -> Lark:
    """The LALR parser of a grammar file for one start symbol. `options` are lark's."""
    return Lark.open(
        grammar_path(file_name),
        parser="lalr",
        start=start,
        maybe_placeholders=False,
        **options,
    )


class _PlacedToken(Token):
    """A token that knows its offsets, but no line and no column: nobody asks an action for them."""

    __slots__ = ()
    line = column = end_line = end_column = None

    def __new__(cls, name: str, text: str, start: int, end: int) -> _PlacedToken:
        token = str.__new__(cls, text)
        token.type, token.value, token.start_pos, token.end_pos = name, text, start, end
        return token


_END = _PlacedToken("$END", "", 0, 0)
_NOWHERE = (None, None)


class ActionParser:
    """Parses actions by the tables that lark built, and makes the trees that lark would make. `lark` has the tables.

    Lark's own loop starts a lexer for each text and counts lines. For texts as short as actions that takes as long as
    everything else, so this is the loop without it.
    """

    def __init__(self, lark: Lark) -> None:
        self.lark = lark
        front: Any = lark.parser
        table = front.parser._parse_table
        self._states = table.states
        self._start, self._end = table.start_states["action"], table.end_states["action"]
        self._builders = front.parser.parser.callbacks
        self._lexers = front.lexer.lexers
        self._ignored = front.lexer_conf.ignore

    def parse(self, text: str) -> Tree[Any] | None:
        """The tree of an action; None if the text is none."""
        states, builders = self._states, self._builders
        path: list[Any] = [self._start]
        values: list[Any] = []
        place = 0
        while True:
            token = self._token(text, place, path[-1]) if place < len(text) else _END
            if token is None:
                return None
            place = token.end_pos or 0  # lark allows for tokens without a place
            if token.type in self._ignored:
                continue
            step, follower = states[path[-1]].get(token.type, _NOWHERE)
            while step is Reduce:
                count = len(follower.expansion)
                built: Tree[Any] = builders[follower](values[len(values) - count :])
                del path[len(path) - count :], values[len(values) - count :]
                path.append(states[path[-1]][follower.origin.name][1])
                values.append(built)
                if path[-1] == self._end:
                    return built
                step, follower = states[path[-1]].get(token.type, _NOWHERE)
            if step is None:
                return None
            path.append(follower)
            values.append(token)

    def _token(self, text: str, place: int, state: int) -> _PlacedToken | None:
        """The token that lark's contextual lexer finds in a state, None if it finds none."""
        lexer = self._lexers[state]
        for pattern in lexer.scanner._mres:
            found = pattern.match(text, place)
            if found is not None:
                name = found.lastgroup
                token = _PlacedToken(name, found.group(), place, found.end())
                refine = lexer.callback.get(name)
                return token if refine is None else refine(token)
        return None


@cache
def action_parser(file_name: str) -> ActionParser:
    """The parser of one game's actions, loaded from the user's cache or built and saved there."""
    key = _cache_key(file_name)
    name = f"{file_name}-action.msgpack"
    kept = load(name, key)
    if kept is not None:
        with suppress(Exception):  # whatever the data lack
            return ActionParser(_from_data(kept))
    data, memo = build_grammar(file_name, "action").memo_serialize([TerminalDef, Rule])
    built = {"data": data, "memo": memo}
    store(name, key, built)
    return ActionParser(_from_data(built))


def _from_data(kept: Mapping[str, Any]) -> Lark:
    """Lark from plain data, as the parsers do that it writes as modules: there is no other way."""
    lark: Lark = Lark._load_from_dict(kept["data"], kept["memo"])  # type: ignore[no-untyped-call]
    return lark


def _cache_key(file_name: str) -> list[str]:
    """All that a built grammar depends on."""
    texts = []
    for name in (file_name, SHELL_GRAMMAR):
        with open(grammar_path(name), encoding="utf-8") as file:
            texts.append(file.read())
    return [lark.__version__, sys.version, *texts]


@cache
def action_terminals(file_name: str) -> Mapping[str, str]:
    """The terminals that a game's actions may contain: name -> the text or pattern that it matches."""
    parser = action_parser(file_name).lark
    seen = {"action"}
    waiting = ["action"]
    while waiting:
        name = waiting.pop()
        found = {symbol.name for rule in parser.rules if rule.origin.name == name for symbol in rule.expansion}
        waiting += found - seen
        seen |= found
    return {terminal.name: terminal.pattern.value for terminal in parser.terminals if terminal.name in seen}


@cache
def action_starts(file_name: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What every action of a game begins with: two terminals that its parser takes first, or one that is the whole; and
    the first alone, with no other sign of a word after it.

    They cost a hundredth of a parse, so what reads chatter asks them before the parser."""
    parser = action_parser(file_name).lark
    table = parser.parser.parser._parse_table
    patterns = {terminal.name: terminal.pattern.to_regexp() for terminal in parser.terminals} | {"$END": "$"}
    blank = f"(?:{'|'.join(patterns[name] for name in parser.lexer_conf.ignore)})?"
    both = []
    for name, (_, following) in table.states[table.start_states["action"]].items():
        if name in patterns and isinstance(following, int):
            seconds = "|".join(patterns[second] for second in table.states[following] if second in patterns)
            both.append((patterns[name], seconds))
    whole = "|".join(f"(?:{first}){blank}(?:{seconds})" for first, seconds in both)
    begun = "|".join(rf"(?:{first})(?:$|\W|{seconds})" for first, seconds in both)
    return re.compile(whole), re.compile(begun)


@cache
def has_brackets(game: AnyGame) -> bool:
    """Whether a game's actions may contain round brackets, which otherwise open variations."""
    return "(" in action_terminals(game.info.grammar).values()


_remembered: dict[str, dict[str, Written]] = {}
_remembering = Lock()
"""Held to change them: of two threads that forget at once, one would look for what the other has removed."""


def known_actions(game: AnyGame | None) -> Mapping[str, Written]:
    """The game's actions parsed so far that are still remembered, by their text."""
    return {} if game is None else _remembered.setdefault(game.info.id, {})


def parse_action(game: AnyGame, text: str) -> Written:
    """The action that `text` is; its spans count from the start of `text`.

    Raises `NotNotation`.
    """
    remembered = _remembered.setdefault(game.info.id, {})
    written = remembered.get(text)
    if written is None:
        if len(text) > LONGEST_ACTION:
            raise NotNotation(lambda: (Span(0, len(text)), f"action too long (at most {LONGEST_ACTION:,} characters)"))
        spend()
        tree = action_parser(game.info.grammar).parse(text)
        if tree is None:
            raise NotNotation(partial(_explain, game.info, text))
        child = tree.children[0]
        written = game.lower(child if tree.data == "action" and isinstance(child, Tree) else tree)
        if len(text) <= _LONGEST_REMEMBERED:
            with _remembering:
                if len(remembered) >= _REMEMBERED:
                    for oldest in list(islice(remembered, _REMEMBERED // 2)):
                        del remembered[oldest]
                remembered[text] = written
    return written


def _explain(info: GameInfo, text: str) -> tuple[Span, str]:
    """What lark says is wrong with a text, in players' words. Its own message holds the entire token, which may be
    megabytes long."""
    try:
        action_parser(info.grammar).lark.parse(text)
    except UnexpectedInput as fault:
        start, found, expected = _unexpected(text, fault)
    else:
        raise AssertionError(f"lark parses {shorten(text)!r}")
    labels = {**LABELS, **info.terminals}
    wanted = sorted({labels[name] for name in expected if name in labels})
    message = f"{shorten(found)!r} is not {info.title} notation here" if found else "incomplete action"
    if wanted:
        message += f"; expected {' or '.join(wanted)}"
    return Span(start, start + len(found)), message


def _unexpected(text: str, fault: UnexpectedInput) -> tuple[int, str, Collection[str]]:
    """Where lark found something unexpected, what it is ("" at the end), and the terminals that it expected."""
    if isinstance(fault, UnexpectedCharacters):
        start = fault.pos_in_stream or 0
        word = _WORD.match(text, start)
        return start, word.group() if word else text[start : start + 1], fault.allowed or set()
    assert isinstance(fault, UnexpectedToken | UnexpectedEOF)
    expected = (fault.accepts or fault.expected) if isinstance(fault, UnexpectedToken) else set(fault.expected)
    if isinstance(fault, UnexpectedToken) and fault.token.type != "$END":
        return fault.token.start_pos or 0, str(fault.token), expected
    return len(text), "", expected

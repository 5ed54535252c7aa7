"""Finds, builds and caches the games' grammars, and parses single actions with them.

Knows no record and no rule. Parsed actions are remembered by their text: real files repeat the same actions over and
over, and a parse takes fifty times as long as a look-up.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache, partial
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING, Any

import lark
from lark import Lark, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken
from lark.grammar import Rule
from lark.lexer import ContextualLexer, LexerState, TerminalDef, Token

from pyrnot.budget import spend
from pyrnot.diagnostics import Span, shorten
from pyrnot.record.cache import load, store

if TYPE_CHECKING:
    from lark.parsers.lalr_parser_state import ParserState

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
    """Text that is not an action in its game's notation. `span` counts from the start of that text.

    `explain` gives the message when it is asked for. Finding out what was expected takes as long as the parse, and most
    callers only want to know whether a text is an action.
    """

    def __init__(self, span: Span, explain: Callable[[], str]) -> None:
        super().__init__(span)
        self.span = span
        self._explain = explain

    @property
    def message(self) -> str:
        """What is wrong, in players' words."""
        return self._explain()


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


class _ActionLexer(ContextualLexer):
    """Finds the tokens that lark's own lexer finds, without counting lines: that took a quarter of a parse."""

    def lex(self, lexer_state: LexerState, parser_state: ParserState[int]) -> Iterator[Token]:
        text: Any = lexer_state.text
        start = lexer_state.line_ctr.char_pos
        while start < text.end:
            lexer: Any = self.lexers[parser_state.position]
            found = lexer.match(text, start)
            if found is None:  # lark's own says what is wrong
                lexer_state.line_ctr.char_pos = start
                yield from super().lex(lexer_state, parser_state)
                return
            word, name = found
            end = start + len(word)
            if name not in lexer.ignore_types:
                token = _PlacedToken(name, word, start, end)
                callback = lexer.callback.get(name)
                yield token if callback is None else callback(token)
            start = end


@cache
def action_parser(file_name: str) -> Lark:
    """The parser of one game's actions, loaded from the user's cache or built and saved there."""
    key = _cache_key(file_name)
    name = f"{file_name}-action.msgpack"
    kept = load(name, key)
    if kept is not None:
        with suppress(Exception):  # whatever the data lack
            return _make_parser(kept)
    data, memo = build_grammar(file_name, "action").memo_serialize([TerminalDef, Rule])
    built = {"data": data, "memo": memo}
    store(name, key, built)
    return _make_parser(built)


def _make_parser(kept: Mapping[str, Any]) -> Lark:
    """A parser from plain data, as the parsers do that lark writes as modules: there is no other way."""
    parser: Lark = Lark._load_from_dict(  # type: ignore[no-untyped-call]
        kept["data"], kept["memo"], _plugins={"ContextualLexer": _ActionLexer}
    )
    return parser


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
    parser = action_parser(file_name)
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
    parser = action_parser(file_name)
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
            raise NotNotation(Span(0, len(text)), lambda: f"action too long (at most {LONGEST_ACTION:,} characters)")
        spend()
        try:
            tree = action_parser(game.info.grammar).parse(text)
        except UnexpectedInput as fault:
            raise _not_notation(game.info, text, fault) from None
        child = tree.children[0]
        written = game.lower(child if tree.data == "action" and isinstance(child, Tree) else tree)
        if len(text) <= _LONGEST_REMEMBERED:
            with _remembering:
                if len(remembered) >= _REMEMBERED:
                    for oldest in list(islice(remembered, _REMEMBERED // 2)):
                        del remembered[oldest]
                remembered[text] = written
    return written


def _not_notation(info: GameInfo, text: str, fault: UnexpectedInput) -> NotNotation:
    """The text that lark found unexpected. Lark's own message holds the entire token, which may be megabytes long."""
    if isinstance(fault, UnexpectedCharacters):
        start = fault.pos_in_stream or 0
        word = _WORD.match(text, start)
        found = word.group() if word else text[start : start + 1]
    elif isinstance(fault, UnexpectedToken) and fault.token.type != "$END":
        start = fault.token.start_pos or 0
        found = str(fault.token)
    else:
        start, found = len(text), ""
    return NotNotation(Span(start, start + len(found)), partial(_explain, info, found, fault))


def _explain(info: GameInfo, found: str, fault: UnexpectedInput) -> str:
    """Lark's complaint about what it `found`, in players' words."""
    if isinstance(fault, UnexpectedCharacters):
        expected = fault.allowed or set()
    else:
        assert isinstance(fault, UnexpectedToken | UnexpectedEOF)
        expected = (fault.accepts or fault.expected) if isinstance(fault, UnexpectedToken) else set(fault.expected)
    labels = {**LABELS, **info.terminals}
    wanted = sorted({labels[name] for name in expected if name in labels})
    message = f"{shorten(found)!r} is not {info.title} notation here" if found else "incomplete action"
    return f"{message}; expected {' or '.join(wanted)}" if wanted else message

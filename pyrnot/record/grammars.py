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
from functools import cache, cached_property, lru_cache, partial
from importlib.util import find_spec
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING, Any

from msgspec import ValidationError, convert, to_builtins

from pyrnot.core.diagnostics import Span, shorten
from pyrnot.core.nodes import Tree
from pyrnot.record.cache import load, store
from pyrnot.record.tables import ActionParser, Production, Stop, Tables, Terminals

if TYPE_CHECKING:
    from lark import Lark
    from lark.exceptions import UnexpectedInput
    from lark.grammar import Rule

    from pyrnot.core.game import AnyGame, GameInfo, Written

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

    `start` is the place of the fault, counted from the start of the text. `explain` gives its span and the message. It
    takes longer than the parse, and most callers only want to know whether a text is an action.
    """

    def __init__(self, explain: Callable[[], tuple[Span, str]], start: int = 0) -> None:
        super().__init__()
        self._explain = explain
        self.start = start

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
    from lark import Lark

    return Lark.open(
        grammar_path(file_name),
        parser="lalr",
        start=start,
        maybe_placeholders=False,
        **options,
    )


@cache
def action_parser(file_name: str) -> ActionParser:
    """The parser of one game's actions, loaded from the user's cache or built and saved there."""
    key = _cache_key(file_name)
    name = f"{file_name}-action.msgpack"
    with suppress(ValidationError):
        return ActionParser(convert(load(name, key), Tables))
    tables = _read_tables(lark_parser(file_name))
    store(name, key, to_builtins(tables))
    return ActionParser(tables)


@cache
def lark_parser(file_name: str) -> Lark:
    """Lark's parser of one game's actions, which knows what is wrong with a text. It takes longer to build than most
    commands to run."""
    return build_grammar(file_name, "action")


def _cache_key(file_name: str) -> list[str]:
    """All that a built grammar depends on: lark with its version, Python, the grammar, and how tables are read."""
    found = find_spec("lark")
    assert found is not None
    assert found.origin is not None
    texts = [sys.version]
    for path in (found.origin, grammar_path(file_name), grammar_path(SHELL_GRAMMAR), __file__):
        with open(path, encoding="utf-8") as file:
            texts.append(file.read())
    return texts


def _read_tables(lark: Lark) -> Tables:
    """The tables that lark built, in the form that needs no lark."""
    from lark.parsers.lalr_analysis import Shift

    front: Any = lark.parser
    table = front.parser._parse_table
    places = {rule: place for place, rule in enumerate(lark.rules)}
    regexps = {str(terminal.name): str(terminal.pattern.to_regexp()) for terminal in lark.terminals}
    lexers = list({id(lexer): lexer for lexer in front.lexer.lexers.values()}.values())
    return Tables(
        start=table.start_states["action"],
        end=table.end_states["action"],
        states=[
            {str(name): to if step is Shift else -1 - places[to] for name, (step, to) in table.states[state].items()}
            for state in range(len(table.states))
        ],
        productions=[_production(rule) for rule in lark.rules],
        terminals=[_terminals(lexer) for lexer in lexers],
        expected=[lexers.index(front.lexer.lexers[state]) for state in range(len(table.states))],
        ignored={name: regexp for name, regexp in regexps.items() if name in front.lexer_conf.ignore},
        names={name: regexps[name] for name in _names_in_actions(lark) & regexps.keys()},
    )


def _production(rule: Rule) -> Production:
    """How lark shapes a tree: terminals without a name are left out, and productions that begin with `_` inlined."""
    symbols: Any = rule.expansion
    kept = [
        (place, not symbol.is_term and symbol.name.startswith("_"))
        for place, symbol in enumerate(symbols)
        if rule.options.keep_all_tokens or not (symbol.is_term and symbol.filter_out)
    ]
    are_all = len(kept) == len(symbols) and not any(is_inlined for _, is_inlined in kept)
    return Production(
        symbol=str(rule.origin.name),
        count=len(symbols),
        data=str(rule.alias or rule.options.template_source or rule.origin.name),
        kept=None if are_all else kept,
        is_transparent=rule.options.expand1 and not rule.alias,
    )


def _terminals(lexer: Any) -> Terminals:
    """The terminals of one of lark's lexers."""
    (pattern,) = lexer.scanner._mres
    refined = {str(name): better.scanner._mres[0].pattern for name, better in lexer.callback.items()}
    return Terminals(pattern.pattern, refined, lexer.g_regex_flags)


def _names_in_actions(lark: Lark) -> set[str]:
    """The symbols of which a game's actions may consist."""
    seen = {"action"}
    waiting = ["action"]
    while waiting:
        name = waiting.pop()
        found = {str(symbol.name) for rule in lark.rules if rule.origin.name == name for symbol in rule.expansion}
        waiting += found - seen
        seen |= found
    return seen


def action_terminals(file_name: str) -> Mapping[str, str]:
    """The terminals that a game's actions may contain: name -> the pattern that it matches."""
    return action_parser(file_name).tables.names


@cache
def action_starts(file_name: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What every action of a game begins with: two terminals that its parser takes first, or one that is the whole; and
    the first alone, with no other sign of a word after it.

    They cost a hundredth of a parse, so what reads chatter asks them before the parser."""
    tables = action_parser(file_name).tables
    patterns = {**tables.names, "$END": "$"}
    blank = f"(?:{'|'.join(tables.ignored.values())})?"
    both = []
    for name, following in tables.states[tables.start].items():
        if name in patterns and following >= 0:
            seconds = "|".join(patterns[second] for second in tables.states[following] if second in patterns)
            both.append((patterns[name], seconds))
    whole = "|".join(f"(?:{first}){blank}(?:{seconds})" for first, seconds in both)
    begun = "|".join(rf"(?:{first})(?:$|\W|{seconds})" for first, seconds in both)
    return re.compile(whole), re.compile(begun)


@cache
def has_brackets(game: AnyGame) -> bool:
    """Whether a game's actions may contain round brackets, which otherwise open variations."""
    return r"\(" in action_terminals(game.info.grammar).values()


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
        tree = action_parser(game.info.grammar).follow(text)
        if isinstance(tree, Stop):
            raise NotNotation(partial(_explain, game.info, text, tree), tree.place)
        child = tree.children[0]
        written = game.lower(child if tree.data == "action" and isinstance(child, Tree) else tree)
        if len(text) <= _LONGEST_REMEMBERED:
            with _remembering:
                if len(remembered) >= _REMEMBERED:
                    for oldest in list(islice(remembered, _REMEMBERED // 2)):
                        del remembered[oldest]
                remembered[text] = written
    return written


def _explain(info: GameInfo, text: str, stop: Stop) -> tuple[Span, str]:
    """What is wrong with a text that stops being an action there, in players' words."""
    found, expected = _at_stop(info.grammar, text, stop)
    labels = {**LABELS, **info.terminals}
    wanted = sorted({labels[name] for name in expected if name in labels})
    message = f"{shorten(found)!r} is not {info.title} notation here" if found else "incomplete action"
    if wanted:
        message += f"; expected {' or '.join(wanted)}"
    return Span(stop.place, stop.place + len(found)), message


_expected_in: dict[tuple[str, tuple[int, ...], bool], Collection[str]] = {}
_STATES_REMEMBERED = 1_000


def _at_stop(grammar: str, text: str, stop: Stop) -> tuple[str, Collection[str]]:
    """What is unexpected where a text stops being an action ("" at its end), and the terminals that are expected there.

    Lark tells these, but takes ten times as long as our own loop: it makes messages, and tries each terminal on a copy
    of its parser. They depend only on the states that the parser is in, which thousands of different faults share, and
    on whether a terminal of another place was found.
    """
    terminal = stop.token if stop.token is not None else _any_terminal(grammar).match(text, stop.place)
    key = grammar, stop.states, terminal is not None
    expected = _expected_in.get(key)
    if expected is None:
        expected = _ask_lark(grammar, text)[2]
        if len(_expected_in) < _STATES_REMEMBERED:
            _expected_in[key] = expected
    if terminal is not None:
        return str(terminal) if isinstance(terminal, str) else terminal.group(), expected
    word = _WORD.match(text, stop.place)
    return word.group() if word else text[stop.place], expected


@lru_cache(maxsize=32)
def _any_terminal(grammar: str) -> re.Pattern[str]:
    """What lark's lexer looks for where no terminal that may come next stands."""
    front: Any = lark_parser(grammar).parser
    (pattern,) = front.lexer.root_lexer.scanner._mres
    found: re.Pattern[str] = pattern
    return found


def _ask_lark(grammar: str, text: str) -> tuple[int, str, Collection[str]]:
    """Where lark finds something unexpected in a text that is not an action, what it is, and the terminals that it
    expects."""
    from lark.exceptions import UnexpectedInput

    try:
        lark_parser(grammar).parse(text)
    except UnexpectedInput as fault:
        return _unexpected(text, fault)
    raise AssertionError(f"lark parses {shorten(text)!r}")


def _unexpected(text: str, fault: UnexpectedInput) -> tuple[int, str, Collection[str]]:
    """Where lark found something unexpected, what it is ("" at the end), and the terminals that it expected."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken

    if isinstance(fault, UnexpectedCharacters):
        start = fault.pos_in_stream or 0
        word = _WORD.match(text, start)
        return start, word.group() if word else text[start : start + 1], fault.allowed or set()
    assert isinstance(fault, UnexpectedToken | UnexpectedEOF)
    expected = (isinstance(fault, UnexpectedToken) and fault.accepts) or set(fault.expected)
    if isinstance(fault, UnexpectedToken) and fault.token.type != "$END":
        return fault.token.start_pos or 0, str(fault.token), expected
    return len(text), "", expected

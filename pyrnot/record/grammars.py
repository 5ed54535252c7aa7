"""Finds and builds the games' grammars, and parses single actions with them. Knows no record and no rule.

Lark builds a game's parser when a process first needs it. What a text was parsed as is remembered: real files repeat
the same actions over and over, and a parse takes a hundred times as long as a look-up.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Mapping
from functools import cache, cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any

from pyrnot.core.diagnostics import Span, shorten
from pyrnot.core.limits import ACTION_CHARACTERS
from pyrnot.core.patterns import lazy_pattern

if TYPE_CHECKING:
    from lark import Lark
    from lark.exceptions import UnexpectedInput

    from pyrnot.core.game import AnyGame, GameInfo, ParsedAction

_REMEMBERED = 20_000
_LONGEST_REMEMBERED = 400
_WORD = lazy_pattern(r"\w+")

LABELS = {
    "SQUARE": "a square such as c3",
    "PASS": "`pass`",
    "$END": "the end of the action",
}
"""What messages call the terminals of `terminals.lark`; a game's own are in `GameInfo.terminals`."""


class NotNotation(Exception):
    """Text that is not an action in its game's notation.

    `start` is the offset of the error in the text. `explain` gives its span and the message. It takes longer
    than the parse, and most callers only want to know whether a text is an action.
    """

    def __init__(self, explain: Callable[[], tuple[Span, str]], start: int = 0) -> None:
        super().__init__()
        self._explain = explain
        self.start = start

    def __str__(self) -> str:
        return self.message

    @cached_property
    def _diagnostic(self) -> tuple[Span, str]:
        return self._explain()

    @property
    def span(self) -> Span:
        """Where the text stops being an action."""
        return self._diagnostic[0]

    @property
    def message(self) -> str:
        """What is wrong there, in players' words."""
        return self._diagnostic[1]


def grammar_path(file_name: str) -> str:
    """The path of a grammar file: within an installed package, or at the top of a checkout."""
    package = os.path.dirname(os.path.dirname(__file__))
    installed = os.path.join(package, "grammars")
    folder = installed if os.path.isdir(installed) else os.path.join(os.path.dirname(package), "grammars")
    return os.path.join(folder, file_name)


@cache
def action_parser(file_name: str) -> Lark:
    """The LALR parser of one game's actions."""
    from lark import Lark  # slow to import, and many commands parse nothing

    return Lark.open(grammar_path(file_name), parser="lalr", start="action", maybe_placeholders=False)


@cache
def action_terminals(file_name: str) -> Mapping[str, str]:
    """The terminals that a game's actions may contain: name -> the pattern that it matches."""
    parser = action_parser(file_name)
    return {
        terminal.name: terminal.pattern.to_regexp()
        for terminal in parser.terminals
        if terminal.name not in parser.ignore_tokens
    }


@cache
def action_starts(file_name: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What every action of a game begins with: two terminals that its parser takes first, or one that is the whole;
    and the first alone, with no other letter or digit after it.

    They cost a hundredth of a parse, so what reads chatter asks them before the parser."""
    from lark import Token

    patterns = {**action_terminals(file_name), "$END": "$"}
    parser: Any = action_parser(file_name).parse_interactive("")
    whole = []
    begun = []
    for name in patterns.keys() & parser.choices().keys():
        first = patterns[name]
        after_first = parser.copy()
        after_first.feed_token(Token(name, ""))
        seconds = "|".join(patterns[second] for second in patterns.keys() & after_first.choices().keys())
        whole.append(rf"(?:{first})(?:\s+)?(?:{seconds})")
        begun.append(rf"(?:{first})(?:$|\W|{seconds})")
    return re.compile("|".join(whole)), re.compile("|".join(begun))


@cache
def has_brackets(game: AnyGame) -> bool:
    """Whether a game's actions may contain round brackets, which otherwise open variations."""
    return r"\(" in action_terminals(game.info.grammar).values()


def parse_action(game: AnyGame, text: str) -> ParsedAction:
    """The action that `text` is; its spans count from the start of `text`.

    Raises `NotNotation`.
    """
    parsed = _parse_and_remember(game, text) if len(text) <= _LONGEST_REMEMBERED else _parse(game, text)
    if isinstance(parsed, int):
        raise NotNotation(partial(_explain, game.info, text), parsed)
    return parsed


def _parse(game: AnyGame, text: str) -> ParsedAction | int:
    """The action, or the offset at which the text stops being one."""
    from lark import Tree
    from lark.exceptions import UnexpectedInput

    if len(text) > ACTION_CHARACTERS:
        return 0
    try:
        (production,) = action_parser(game.info.grammar).parse(text).children
    except UnexpectedInput as error:
        return _unexpected(text, error).start
    assert isinstance(production, Tree)
    written: ParsedAction = game.lower(production)
    return written


_parse_and_remember = lru_cache(_REMEMBERED)(_parse)


def _unexpected(text: str, error: UnexpectedInput) -> Span:
    """What is unexpected in a text that is not an action; empty at its end."""
    from lark.exceptions import UnexpectedToken

    if isinstance(error, UnexpectedToken):
        if error.token.type == "$END":
            return Span(len(text), len(text))
        return Span.of(error.token)
    start = error.pos_in_stream or 0
    word = _WORD.match(text, start)
    return Span(start, word.end() if word else start + 1)


def _explain(info: GameInfo, text: str) -> tuple[Span, str]:
    """What is wrong with a text that is not an action, in players' words."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

    if len(text) > ACTION_CHARACTERS:
        return Span(0, len(text)), f"action too long (at most {ACTION_CHARACTERS:,} characters)"
    expected: Collection[str] = ()
    try:
        action_parser(info.grammar).parse(text)
    except UnexpectedInput as error:
        span = _unexpected(text, error)
        if isinstance(error, UnexpectedToken):
            expected = error.accepts or error.expected
        elif isinstance(error, UnexpectedCharacters):
            expected = error.allowed or ()
    labels = {**LABELS, **info.terminals}
    wanted = sorted({labels[name] for name in expected if name in labels})
    unexpected = shorten(text[span.start : span.end])
    message = f"{unexpected!r} is not {info.title} notation here" if unexpected else "incomplete action"
    if wanted:
        message += f"; expected {' or '.join(wanted)}"
    return span, message

"""Finds, builds and caches the games' grammars, and parses single actions with them.

Knows no record and no rule. Parsed actions are remembered by their text: in real files the same action stands
again and again, and a parse costs fifty times what looking it up does.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from lark import Lark, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken
from msgspec.structs import replace

from pyrnot.diagnostics import Span

if TYPE_CHECKING:
    from pyrnot.game import AnyGame, GameInfo, Written

_REMEMBERED = 20_000
_LONG = 400
LONGEST_ACTION = 10_000
_SHOWN = 24
_WORD = re.compile(r"\w+")

LABELS = {
    "SQUARE": "a square such as c3",
    "PASS": "`pass`",
    "$END": "the end of the action",
}
"""What the shell's terminals are called in messages; a game's own are in `GameInfo.terminals`."""


class NotNotation(Exception):
    """An action that is no notation of its game. `span` counts from the start of its text."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.message = message
        self.span = span


def grammar_path(file_name: str) -> str:
    """Where a grammar is: in an installed package beside this one's code, in a checkout at its top."""
    package = os.path.dirname(os.path.dirname(__file__))
    installed = os.path.join(package, "grammars")
    folder = installed if os.path.isdir(installed) else os.path.join(os.path.dirname(package), "grammars")
    return os.path.join(folder, file_name)


def cache_folder() -> str | None:
    """The user's own cache folder for built grammars, made if need be; None if there can be none.

    It holds pickles, so no folder that others can write to will do.
    """
    base = os.environ.get("XDG_CACHE_HOME") or (
        os.environ.get("LOCALAPPDATA") if sys.platform == "win32" else os.path.expanduser("~/.cache")
    )
    if not base or not os.path.isabs(base):
        return None
    folder = os.path.join(base, "pyrnot")
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        facts = os.stat(folder)
    except OSError:
        return None
    if hasattr(os, "getuid") and (facts.st_uid != os.getuid() or facts.st_mode & 0o022):
        return None
    return folder


def build_grammar(file_name: str, start: str, **options: Any) -> Lark:
    """The LALR parser of a grammar file for one start symbol. `options` go to lark."""
    return Lark.open(
        grammar_path(file_name),
        parser="lalr",
        start=start,
        maybe_placeholders=False,
        **options,
    )


@cache
def action_parser(file_name: str) -> Lark:
    """The parser of one game's actions, from the user's cache folder if it is there."""
    folder = cache_folder()
    if folder is None:
        return build_grammar(file_name, "action")
    cached = os.path.join(folder, f"{file_name}-action.pickle")
    return build_grammar(file_name, "action", cache=cached)


@cache
def action_terminals(file_name: str) -> Mapping[str, str]:
    """The terminals that an action of a game may hold: name -> the text or pattern that it stands for."""
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
def has_brackets(game: AnyGame) -> bool:
    """Whether the actions of a game may hold round brackets, which open variations elsewhere."""
    return "(" in action_terminals(game.info.grammar).values()


_remembered: dict[str, dict[str, Written]] = {}


def known_actions(game: AnyGame | None) -> Mapping[str, Written]:
    """Actions of a game that were parsed already, by their text."""
    return {} if game is None else _remembered.setdefault(game.info.id, {})


def parse_action(game: AnyGame, text: str) -> Written:
    """What one action says; its spans count from the start of `text`.

    Raises `NotNotation`.
    """
    remembered = _remembered.setdefault(game.info.id, {})
    written = remembered.get(text)
    if written is None:
        if len(text) > LONGEST_ACTION:
            raise NotNotation(
                f"this is too long for an action: {LONGEST_ACTION} characters are the most", Span(0, len(text))
            )
        try:
            written = _read(game, text)
        except UnexpectedInput as fault:
            raise _not_notation(game.info, text, fault) from None
        if len(text) < _LONG:
            if len(remembered) >= _REMEMBERED:
                for oldest in list(islice(remembered, _REMEMBERED // 2)):
                    del remembered[oldest]
            written = remembered[text] = replace(written, spans=_Places(game, text))
    return written


def _read(game: AnyGame, text: str) -> Written:
    tree = action_parser(game.info.grammar).parse(text)
    child = tree.children[0]
    written: Written = game.lower(child if tree.data == "action" and isinstance(child, Tree) else tree)
    return written


class _Places(Mapping[str, Span]):
    """Where the parts of a remembered action stand. Of few actions it is asked, and it takes more memory than all else
    that they say: so it is read from the text again."""

    __slots__ = ("_game", "_text")

    def __init__(self, game: AnyGame, text: str) -> None:
        self._game = game
        self._text = text

    def __getitem__(self, part: str) -> Span:
        return _read(self._game, self._text).spans[part]

    def __iter__(self) -> Iterator[str]:
        return iter(_read(self._game, self._text).spans)

    def __len__(self) -> int:
        return len(_read(self._game, self._text).spans)


def _not_notation(info: GameInfo, text: str, fault: UnexpectedInput) -> NotNotation:
    """Lark's complaint in players' words."""
    labels = {**LABELS, **info.terminals}
    if isinstance(fault, UnexpectedCharacters):
        start = fault.pos_in_stream or 0
        word = _WORD.match(text, start)
        found, expected = word.group() if word else text[start : start + 1], fault.allowed or set()
    elif isinstance(fault, UnexpectedToken) and fault.token.type != "$END":
        start = fault.token.start_pos or 0
        found, expected = str(fault.token), fault.accepts or fault.expected
    else:
        assert isinstance(fault, UnexpectedToken | UnexpectedEOF)
        start, found = len(text), ""
        expected = (fault.accepts or fault.expected) if isinstance(fault, UnexpectedToken) else set(fault.expected)
    wanted = sorted({labels[name] for name in expected if name in labels})
    shown = f"{found[:_SHOWN]!r}{'...' if len(found) > _SHOWN else ''}" if found else "the end of the action"
    message = f"{shown} is not {info.title} notation here" if found else "the action stops too early"
    if wanted:
        message += f"; expected {' or '.join(wanted)}"
    return NotNotation(message, Span(start, start + max(len(found), 1) if found else start))

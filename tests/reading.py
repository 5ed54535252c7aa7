"""Judges records from their text, and abbreviates their diagnostics, for the tests of reading and judging."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark, logger

from pyrnot.core.diagnostics import Diagnostic
from pyrnot.foreign.load import read_record, split_text
from pyrnot.play.replay import Replay, replay
from pyrnot.record.grammars import grammar_path
from pyrnot.record.model import Record

MARTIAN = '[Game "Martian Life"]\n'


def read(text: str) -> Record:
    """The one record of a text."""
    (source,) = split_text("a.pyr", text)
    return read_record(source)


def judge(text: str, *, mainline_only: bool = False) -> Replay:
    """The replay of the one record of a text."""
    return replay(read(text), mainline_only=mainline_only)


@cache
def judge_once(text: str, *, hints: bool = True) -> Replay:
    """The same for a record that several tests look at; without `hints`, in a tenth of the time."""
    return replay(read(text), hints=hints)


def judge_all(text: str) -> list[Replay]:
    """The replays of all records of a text."""
    return [replay(read_record(source)) for source in split_text("a.pyr", text)]


def shorten(diagnostic: Diagnostic) -> str:
    """A diagnostic as `R3@2 wrong-number` (rule, ply, code); a warning ends with `?`."""
    return f"{diagnostic.rule}@{diagnostic.ply} {diagnostic.code}{'?' if diagnostic.severity == 'warning' else ''}"


def found(judged: Replay) -> list[str]:
    """The diagnostics of a record, abbreviated, in order."""
    return [shorten(diagnostic) for diagnostic in judged.diagnostics]


def at_diagnostic(judged: Replay, index: int = 0) -> str:
    """The text under the caret of a diagnostic."""
    span = judged.diagnostics[index].span
    assert span is not None
    return judged.record.source.text[span.start : span.end]


def turn_texts(record: Record) -> list[str]:
    """The turns of the main line as written, their actions joined by `;`."""
    return [
        ";".join(record.source.text[slice(*action.span)] for action in record.turns[index].actions)
        for index in record.main_line
    ]


@cache
def whole_grammar(name: str) -> Lark:
    """A game's published grammar of whole records: `record.lark` with the game's actions. What Lark logs about it is
    in `LOGGED`."""
    path = grammar_path(name)
    text = Path(path).read_text(encoding="utf-8").replace("%import", "%import .record (record, action)\n%import")
    text = re.sub(r"^action:", "%override action:", text, flags=re.MULTILINE)
    options: dict[str, Any] = {"start": "record", "source_path": path, "propagate_positions": True}
    with logged(LOGGED.setdefault(name, [])):
        return Lark(text, parser="lalr", maybe_placeholders=False, debug=True, **options)


LOGGED: dict[str, list[str]] = {}
"""By the name of a grammar of whole records, what Lark logged when it built the parser."""


@contextmanager
def logged(messages: list[str]) -> Iterator[None]:
    """Adds what Lark logs meanwhile to a list of messages, conflicts that it resolves among them."""
    handler = logging.Handler()
    handler.emit = lambda record: messages.append(record.getMessage())  # type: ignore[method-assign]
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        logger.setLevel(level)
        logger.removeHandler(handler)

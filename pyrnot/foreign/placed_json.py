"""JSON whose strings know where in the text they stand, by Python's own `json`.

A long list of objects is read one by one (`stream`), so that an export of any length takes the memory of its
longest item.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import accumulate
from json.decoder import scanstring  # type: ignore[attr-defined]  # typeshed leaves it out
from json.scanner import py_make_scanner  # type: ignore[attr-defined]  # typeshed leaves it out
from typing import Any, NamedTuple

from pyrnot.core.codes import CoreCodes
from pyrnot.record.opening import Unreadable
from pyrnot.record.source import Place, SourceText

LONGEST = 4_000_000
"""Characters of a value or an item that is read: those of no message and of no game are as many."""


class PlacedText(str):
    """A string of a JSON text; `start` is the offset of its first character there, after the quote."""

    __slots__ = ("start",)
    start: int


class _Decoder(json.JSONDecoder):
    """`begin` is the offset from which the places of strings count."""

    def __init__(self) -> None:
        super().__init__(strict=False)
        self.begin = 0
        self.parse_string = self._scan
        self.scan_once = py_make_scanner(self)

    def _scan(self, text: str, end: int, strict: bool = False) -> tuple[str, int]:
        value, after = scanstring(text, end, strict)
        placed = PlacedText(value)
        placed.start = end - self.begin
        return placed, after


def read_json(text: str) -> Any:
    """What a JSON text says; None if it is none, or nested too deep."""
    try:
        return _Decoder().decode(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return None


VALUE, LIST, ITEM = "value", "list", "item"


class Piece(NamedTuple):
    """A piece of a JSON text: a `VALUE` with the key that it has in the object that the text is, a `LIST` that begins,
    without its items, or an `ITEM` of it. `written` is the text of a value or an item, which begins at a line (from 1)
    and a column (from 0)."""

    kind: str
    key: str
    value: Any = None
    written: str = ""
    line: int = 1
    column: int = 0

    def place(self, start: int) -> tuple[int, int]:
        """The line and the column at which a part of it begins."""
        lines = self.written.count("\n", 0, start)
        if not lines:
            return self.line, self.column + start
        return self.line + lines, start - self.written.rfind("\n", 0, start) - 1


class PieceText(SourceText):
    """The text of a piece as that of a record: its places are those of the file."""

    def __init__(self, piece: Piece, source: SourceText) -> None:
        super().__init__(piece.written, file=source.file, number=source.number, form=source.form)
        self.first_line = piece.line
        self._column = piece.column

    def place(self, offset: int) -> Place:
        """Line and column of the file."""
        line, column = super().place(offset)
        return Place(line, column + self._column if line == self.first_line else column)


_DEEPEST = 200
_NESTING = {"[": 1, "{": 1, "]": -1, "}": -1}
_BRACKETS_AND_STRINGS = re.compile(r'"(?:[^"\\]++|\\.)*+"|[][{}]', re.DOTALL)
_BLANKS = re.compile(r"[ \t\n\r]*")


def stream(source: SourceText, listed: str, *, placed: bool = False) -> Iterator[Piece]:
    """The pieces of a JSON text: its values, and one by one the items of the list that it is or has under the key
    `listed`. If `placed`, strings know where in their piece they stand.

    Raises `ValueError` at what is not JSON, `RecursionError` at what is nested too deep, and `Unreadable` at what is
    too long."""
    window = _Window(source, _Decoder() if placed else json.JSONDecoder(strict=False))
    if window.takes("["):
        yield from _list_items(window, "")
    elif window.takes("{"):
        if not window.takes("}"):
            while True:
                key = window.value().value
                if not isinstance(key, str) or not window.takes(":"):
                    raise ValueError("a key is missing")
                if key == listed and window.takes("["):
                    yield from _list_items(window, key)
                else:
                    yield window.value()._replace(key=key)
                if window.takes("}"):
                    break
                window.expect(",")
    else:
        yield window.value()
    if not window.is_at_end():
        raise ValueError("there is more than one value")


def _list_items(window: _Window, key: str) -> Iterator[Piece]:
    """A list that has begun, and its items."""
    yield Piece(LIST, key)
    if window.takes("]"):
        return
    while True:
        yield window.value()._replace(kind=ITEM, key=key)
        if window.takes("]"):
            return
        window.expect(",")


def _is_too_deep(text: str) -> bool:
    """Whether a value is nested deeper than every decoder can read it: how deep each can depends on the Python."""
    if text.count("[") + text.count("{") <= _DEEPEST:
        return False
    depths = accumulate(_NESTING.get(found[0], 0) for found in _BRACKETS_AND_STRINGS.finditer(text))
    return any(depth > _DEEPEST for depth in depths)


class _Window:
    """A part of a JSON text that moves on: values are cut from it one after another."""

    def __init__(self, source: SourceText, decoder: json.JSONDecoder) -> None:
        self._file = source.file
        self._blocks = source.blocks()
        self._decoder = decoder
        self._text = next(self._blocks, "").removeprefix("\ufeff")
        self._at = 0
        self._told = 0  # up to where the lines are counted
        self._line, self._column = 1, 0  # of the character there
        self._is_whole = False

    def _reads_on(self, least: int = 1) -> bool:
        """Adds text to the window, and drops what is done with."""
        self._drop()
        parts = [self._text]
        while least > 0:
            block = next(self._blocks, None)
            if block is None:
                self._is_whole = True
                break
            parts.append(block)
            least -= len(block)
        self._text = "".join(parts)
        return len(parts) > 1

    def _drop(self) -> None:
        self._count()
        self._text = self._text[self._at :]
        self._at = self._told = 0

    def _count(self) -> None:
        """Counts the lines up to what comes next."""
        lines = self._text.count("\n", self._told, self._at)
        self._line += lines
        if lines:
            self._column = self._at - self._text.rfind("\n", self._told, self._at) - 1
        else:
            self._column += self._at - self._told
        self._told = self._at

    def _skip_blanks(self) -> bool:
        """Goes to the next character that is not a blank; whether there is one."""
        while True:
            found = _BLANKS.match(self._text, self._at)
            assert found is not None  # it may be empty
            self._at = found.end()
            if self._at < len(self._text):
                return True
            if not self._reads_on():
                return False

    def takes(self, sign: str) -> bool:
        """Goes past a sign, if it is the next one."""
        is_next = self._skip_blanks() and self._text[self._at] == sign
        self._at += is_next
        return is_next

    def expect(self, sign: str) -> None:
        """Goes past a sign. Raises `ValueError` if another is next."""
        if not self.takes(sign):
            raise ValueError(f"{sign} is missing")

    def is_at_end(self) -> bool:
        """Whether nothing follows."""
        return not self._skip_blanks()

    def value(self) -> Piece:
        """The next value. Raises `ValueError`, `RecursionError`, and `Unreadable` for one that is too long."""
        self._skip_blanks()
        self._count()
        while True:
            begin = self._at
            try:
                value, end = self._decode(begin)
                is_cut = end == len(self._text)  # a number may go on
            except ValueError:
                is_cut, value, end = True, None, -1
                if self._is_whole:
                    raise
            if (len(self._text) if is_cut else end) - begin > LONGEST:
                raise self._too_long() from None
            if not is_cut or (not self._reads_on(len(self._text) - begin) and end >= 0):
                begin, end = (begin, end) if not is_cut else (0, end - begin)
                self._at = end
                raw = self._text[begin:end]
                if _is_too_deep(raw):
                    raise RecursionError
                return Piece(VALUE, "", value, raw, self._line, self._column)

    def _decode(self, begin: int) -> tuple[Any, int]:
        if isinstance(self._decoder, _Decoder):
            self._decoder.begin = begin
        return self._decoder.raw_decode(self._text, begin)

    def _too_long(self) -> Unreadable:
        reason = f"this is not JSON, or one value of more than {LONGEST // 1_000_000} MB"
        return Unreadable(self._file, CoreCodes.UNREADABLE, f"cannot read on from line {self._line}: {reason}")

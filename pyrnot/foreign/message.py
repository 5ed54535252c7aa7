"""Reads a message that brings turns: what it holds as notation, without quote marks and framed boards.

A message holds turns with their comments, marks and variations, a result, or a complete record. No rule is applied.
"""

from __future__ import annotations

from collections.abc import Iterator

from pyrnot.record.opening import Unreadable
from pyrnot.record.source import SourceText
from pyrnot.record.sources import split_records_of

_RULE = "-" * 5
_BEGIN, _END = f"{_RULE} board ", f"{_RULE} end of board {_RULE}"
_QUOTE = " \t>"


def frame_board(board: str, where: str) -> str:
    """A board for a mail, between two lines by which `read_message` knows it. `where` says which position it shows."""
    return f"{_BEGIN}{where} {_RULE}\n{board}\n{_END}\n"


def read_message(text: str, name: str) -> SourceText | None:
    """The notation in the text of a message without boards; None if there is none. `name` is for diagnostics.

    Raises ValueError if it holds several records.
    """
    try:
        source, *others = split_records_of(name, text)
    except Unreadable:
        return None
    if others:
        raise ValueError("the message holds several records")
    return source


def without_boards(text: str) -> str:
    """The text of a message, offsets unchanged, the lines of framed boards blanked out up to their quote marks."""
    return "".join(_lines_without_boards(text))


def _lines_without_boards(text: str) -> Iterator[str]:
    is_board = is_quoted = False
    for line in text.splitlines(keepends=True):
        bare = line.lstrip(_QUOTE)
        if not is_board and bare.startswith(_BEGIN):
            is_board, is_quoted = True, ">" in line[: -len(bare)]
        if not is_board:
            yield line
            continue
        quote = line[: len(line) - len(bare)] if is_quoted else ""
        yield quote + " " * (len(line.rstrip("\r\n")) - len(quote)) + line[len(line.rstrip("\r\n")) :]
        is_board = bare.rstrip() != _END

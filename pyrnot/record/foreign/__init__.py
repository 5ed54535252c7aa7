"""The front door to other programs' records (HN4): recognises their files and finds their readers.

A format is a module of this folder (or a package, for a long reader), and its file name is its name for `--from`. There
is no list of them: a new format is a new file, which states

    OPENING = "..."  # how its files begin
    SIGN = r"..."    # how some line of each file begins, whatever else is wrong with it (a pattern)
    GAME = "..."     # the id of the game that it records
    def read(source: SourceText, game: AnyGame) -> Record: ...

Every format is imported to recognise a file, so whatever is slow to import (its game, for one) belongs inside `read`.
"""

from __future__ import annotations

import importlib
import os
import re
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from pyrnot.game import AnyGame
    from pyrnot.record.model import Record
    from pyrnot.record.source import SourceText


class ForeignFormat(Protocol):
    """What a module of this folder states."""

    OPENING: str
    SIGN: str
    GAME: str

    def read(self, source: SourceText, game: AnyGame) -> Record:
        """The record of a file, whose line ends are as they were. Raises nothing, whatever the text is."""
        ...


def _format_names() -> tuple[str, ...]:
    entries = (os.path.splitext(entry) for entry in os.listdir(os.path.dirname(__file__)))
    return tuple(
        sorted(name for name, suffix in entries if suffix in ("", ".py") and name.isidentifier() and name[0] != "_")
    )


FORMATS = _format_names()
"""The names of all formats, sorted."""


def load_format(name: str) -> ForeignFormat:
    """The format with this name, which must be one of `FORMATS`."""
    return cast(ForeignFormat, importlib.import_module(f"{__name__}.{name}"))


def recognise(first_line: str) -> str | None:
    """The name of the format of a file that begins with this line, None for a record of pyrnot's own."""
    return next((name for name in FORMATS if first_line.startswith(load_format(name).OPENING)), None)


def check_format(name: str, text: str) -> str | None:
    """The message for a text that is not in a format at all, None if it is."""
    known = load_format(name)
    if re.search(rf"^\ufeff?(?:{known.SIGN})", text, re.MULTILINE):
        return None
    return f"not a transcript: it does not begin with `{known.OPENING}...`"


def read_foreign(source: SourceText) -> Record:
    """The record of a source text in another program's format."""
    from pyrnot.games import import_game

    assert source.form is not None
    known = load_format(source.form)
    return known.read(source, import_game(known.GAME))

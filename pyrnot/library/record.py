"""A record that can be changed: turns are added and taken back, and it is saved.

What a message adds, `play.extend` decides; files are written by `record.edit` and `record.saving`.
"""

from __future__ import annotations

import os
from threading import RLock
from typing import TYPE_CHECKING

from pyrnot.foreign.edit import EditedFile, locked, replacing
from pyrnot.library.diagnosis import diagnose, explain_faults
from pyrnot.library.errors import IllegalTurn, NotARecord, PyrnotError
from pyrnot.library.extending import extend_by_text
from pyrnot.library.game import Game
from pyrnot.library.reading import Path, refusal
from pyrnot.play.extend import Refused, take_back
from pyrnot.play.replay import Replay, replay
from pyrnot.record.opening import STANDARD_INPUT, Unreadable
from pyrnot.record.read import read_strictly
from pyrnot.record.source import SourceText

if TYPE_CHECKING:
    from pyrnot.library.board import Board

_UTF_8 = "utf-8"


class Record:
    """A record to which turns are added, one after another, as a game is played.

    `new` begins one, `Game.edit` continues one that was read, `Record(text)` one whose text you have. `str(record)` is
    its text, without the last line end. Several threads may use it: each change is made completely or not at all.

    >>> import pyrnot
    >>> record = pyrnot.new("martian-life", red="Ann", yellow="Ben")
    >>> record.add("Sf3").to_move
    'Yellow'
    >>> record.undo()
    '1. Sf3 XSe4 XSf3'
    """

    def __init__(self, text: str, *, source: SourceText | None = None, encoding: str = _UTF_8) -> None:
        self._source = source or SourceText(text, file=STANDARD_INPUT)
        self._home = source
        self._encoding = encoding
        self._lock = RLock()
        if not text.strip():
            raise NotARecord("there is no record in this text")

    @property
    def game(self) -> Game:
        """The game as it stands, judged: its turns, boards, tags and diagnostics. It does not change with the record.

        >>> import pyrnot
        >>> record = pyrnot.new("martian-life")
        >>> len(record.game), record.game.board().to_move
        (0, 'Red')
        """
        return Game._make(self._judge(), self._encoding)

    def add(self, text: str) -> Board:
        """Adds a turn, or several, with their comments, marks and variations; a result such as `White resigns`; or what
        a mail adds to the record. Returns the last board.

        A number and a seat may be left out, and must be right otherwise. A turn that is already there under its number
        changes nothing. Raises `IllegalTurn`, and then the record stays as it is.

        >>> import pyrnot
        >>> record = pyrnot.new("martian-life")
        >>> record.add("Sf3").number, record.add("2. Yellow: Sc6").number
        (1, 2)
        """
        with self._lock:
            try:
                added = extend_by_text(self._judge(), text, name="the turn", is_message="\n" in text.strip())
            except Refused as reason:
                raise _refusal(IllegalTurn, reason) from None
            self._change(added.text)
            return Game._make(added.replay, self._encoding).board()

    def undo(self, plies: int = 1) -> str:
        """Takes the last turns of the main line back, with all that goes with them, and the result; returns what was
        taken. `undo(0)` takes back only the result. Raises `PyrnotError` if there are not that many.

        >>> import pyrnot
        >>> record = pyrnot.new("martian-life")
        >>> board = record.add("Sf3")
        >>> record.undo(), len(record.game)
        ('1. Sf3 XSe4 XSf3', 0)
        """
        with self._lock:
            try:
                text, taken = take_back(read_strictly(self._source), plies)
            except Refused as reason:
                raise _refusal(PyrnotError, reason) from None
            self._change(text)
            return taken

    def save(self, path: Path | None = None) -> None:
        """Writes the record into a file, in one step: the file has its old content or all of the new one.

        The file that the record was read from or saved to (also without `path`) keeps its other records, its encoding
        and its line ends; any other file becomes this record, in UTF-8. Raises OSError if the file cannot be written,
        or has changed in the meantime.

        >>> import pyrnot
        >>> pyrnot.new("martian-life").save("game.pyr")
        >>> pyrnot.load("game.pyr").ok
        True
        """
        with self._lock:
            home = None if self._home is None else self._home.file
            target = home if path is None else os.fspath(path)
            if target is None:
                raise ValueError("say where to save the record")
            if target == home and os.path.exists(target):
                self._replace(target)
            else:
                with locked(target), replacing(target, overwrite=True) as file:
                    file.write(self._source.original.encode())
                self._source = SourceText(self._source.original, file=target)
                self._encoding = _UTF_8
            self._home = self._source

    def _replace(self, target: str) -> None:
        """Replaces the record in the file that it came from."""
        assert self._home is not None
        try:
            with locked(target):
                edited = EditedFile(target, self._encoding)
                index = self._home.number - 1
                if index >= len(edited.sources) or edited.sources[index].original != self._home.original:
                    raise OSError(f"{target} has changed since it was read")
                edited.replace(index, self._source.original)
                edited.write()
        except Unreadable as fault:
            cause = refusal(fault)
            raise (cause if isinstance(cause, OSError) else OSError(str(fault))) from None

    def _judge(self) -> Replay:
        return replay(read_strictly(self._source))

    def _change(self, text: str) -> None:
        old = self._source
        self._source = SourceText(text, file=old.file, number=old.number, first_line=old.first_line)

    def __str__(self) -> str:
        return self._source.original.rstrip("\n")

    def __repr__(self) -> str:
        return f"<Record: {self.game!r}>"

    def __getstate__(self) -> tuple[SourceText, SourceText | None, str]:
        return self._source, self._home, self._encoding

    def __setstate__(self, state: tuple[SourceText, SourceText | None, str]) -> None:
        self._source, self._home, self._encoding = state
        self._lock = RLock()


def _refusal(kind: type[PyrnotError], reason: Refused) -> PyrnotError:
    """The error for what a record refuses, with the faults that explain it."""
    told = [explain_faults([fault], source) for fault, source in reason.faults]
    faults = [found for fault, source in reason.faults for found in diagnose([fault], source)]
    return kind("\n\n".join([*told, str(reason)]), faults)

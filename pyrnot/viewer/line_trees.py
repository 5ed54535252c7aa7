"""The line trees of the records that are being looked through, with the turns that the user has tried and the repairs
that were found."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from pyrnot.core.diagnostics import Diagnostic
from pyrnot.core.game import AnyGame
from pyrnot.foreign.load import read_record
from pyrnot.play.line_tree import LineTree, build_tree
from pyrnot.play.replay import replay
from pyrnot.record.model import Record
from pyrnot.record.source import SourceText


class LineTrees:
    """The line trees of records, each replayed when it is first shown; only the last few and those kept stay."""

    def __init__(self, sources: Sequence[SourceText | Record], game: AnyGame | None) -> None:
        self.sources = sources
        self.game = game
        self._build = lru_cache(maxsize=4)(lambda index: build_tree(replay(self.record(index))))
        self._kept: dict[int, LineTree] = {}

    def __len__(self) -> int:
        return len(self.sources)

    def __getitem__(self, index: int) -> LineTree:
        return self._kept.get(index) or self._build(index)

    def keep(self, index: int, line_tree: LineTree) -> None:
        """From now on gives this line tree for a record: one with more than was replayed."""
        self._kept[index] = line_tree

    def diagnose(self, index: int, diagnostics: Sequence[Diagnostic]) -> None:
        """From now on gives a record's line tree with more complete diagnostics."""
        replayed = self[index].replay
        self.keep(index, build_tree(replace(replayed, diagnostics=tuple(diagnostics))))

    def record(self, index: int) -> Record:
        """A record that has not necessarily been replayed."""
        source = self.sources[index]
        return read_record(source, self.game) if isinstance(source, SourceText) else source

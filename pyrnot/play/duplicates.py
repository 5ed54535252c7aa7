"""Finds games that a collection holds twice, and games that are part of another one.

Games are compared by their positions, not by their text or players: it does not matter how the turns are spelt, nor how
the players name things. Of a faulty record the turns before the error count.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from enum import StrEnum
from itertools import chain

from msgspec import Struct

from pyrnot.play.replay import Replay
from pyrnot.play.selection import players_of


class Kind(StrEnum):
    """How two records are related."""

    SAME = "same"
    CONTAINED = "contained"


class Place(Struct, frozen=True):
    """Where a record is, who plays in it, and its number of legal turns."""

    file: str
    record: int
    players: tuple[str, ...]
    turns: int


class Duplicate(Struct, frozen=True):
    """A record whose game is that of the record `of`, or is contained in it. `first_ply` is the ply of `of` that the
    first turn of the record is."""

    record: Place
    of: Place
    kind: Kind
    first_ply: int


class Duplicates:
    """The games added so far. A record without a legal turn is not compared."""

    def __init__(self) -> None:
        self._places: list[Place] = []
        self._games: dict[tuple[int, ...], list[int]] = defaultdict(list)
        """By the hashes of a game's positions: the records that have it."""

    def add(self, replayed: Replay) -> None:
        """Adds a replayed record."""
        record = replayed.record
        if record.game is None or not replayed.length:
            return
        game = record.game
        positions = chain([replayed.start], (ply.position for ply in replayed.main_plies))
        hashes = tuple([hash((game.info.id, game.perft_key(position))) for position in positions])
        self._games[hashes].append(len(self._places))
        names = tuple(players_of(record).values())
        self._places.append(
            Place(file=record.source.file, record=record.source.number, players=names, turns=replayed.length)
        )

    def find(self) -> Iterator[Duplicate]:
        """Each record that is not the first of its game, and each whose game is part of a longer one, in the order in
        which they were added; each once, with the first record that it goes with."""
        found = {**self._contained(), **self._same()}
        return (found[number] for number in sorted(found))

    def _same(self) -> dict[int, Duplicate]:
        return {
            number: Duplicate(record=self._places[number], of=self._places[first], kind=Kind.SAME, first_ply=1)
            for first, *others in self._games.values()
            for number in others
        }

    def _contained(self) -> dict[int, Duplicate]:
        """The first records of games that are part of a longer one."""
        lengths: dict[int, set[int]] = defaultdict(set)
        for game in self._games:
            lengths[game[0]].add(len(game))
        found: dict[int, Duplicate] = {}
        for game, (whole, *_) in self._games.items():
            for start, position in enumerate(game):
                for length in lengths.get(position, ()):
                    part = game[start : start + length]
                    if length < len(game) and len(part) == length and part in self._games:
                        first = self._games[part][0]
                        found.setdefault(
                            first,
                            Duplicate(
                                record=self._places[first],
                                of=self._places[whole],
                                kind=Kind.CONTAINED,
                                first_ply=start + 1,
                            ),
                        )
        return found

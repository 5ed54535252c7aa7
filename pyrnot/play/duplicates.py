"""Finds games that a collection holds twice, and games that are part of another one.

Games are compared by their positions, not by their text or players: it does not matter how the turns are spelt, nor how
the players name things. Of a faulty record the turns before the error count. A game takes eight bytes a turn.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import accumulate, chain

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
        self._games: dict[bytes, list[int]] = defaultdict(list)
        """By the positions of a game: the records that have it."""

    def add(self, replayed: Replay) -> None:
        """Adds a replayed record."""
        record = replayed.record
        if record.game is None or not replayed.length:
            return
        game = record.game
        positions = chain([replayed.start], (ply.position for ply in replayed.main_plies))
        hashes = (hash((game.info.id, game.perft_key(position))) for position in positions)
        self._games[array("q", hashes).tobytes()].append(len(self._places))
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
        games = {numbers[0]: array("q", key) for key, numbers in self._games.items()}
        sought = _Sought(games)
        found: dict[int, Duplicate] = {}
        for whole, game in games.items():
            for part, start in sought.take_parts(game):
                found[part] = Duplicate(
                    record=self._places[part], of=self._places[whole], kind=Kind.CONTAINED, first_ply=start + 1
                )
        return found


class _Sought:
    """Games that have not been found in a longer one, by their digests; and the lengths of all games, with
    what their digests need of them, by the position in which they end.

    A long game may come back to a position thousands of times, and thousands of games may end in it: so what lies
    before it is looked up once for each length, and not compared with each of them.
    """

    def __init__(self, games: Mapping[int, array[int]]) -> None:
        self._games = games
        self._by_digest: dict[int, int] = {}
        self._powers: dict[int, dict[int, int]] = defaultdict(dict)
        for number, game in games.items():
            self._by_digest[_digests(game)[-1]] = number
            powers = self._powers[game[-1]]
            if len(game) not in powers:
                powers[len(game)] = pow(_BASE, len(game), _PRIME)

    def take_parts(self, whole: array[int]) -> Iterator[tuple[int, int]]:
        """The games that are part of a longer one, each with its place in it; they are not sought any more."""
        digests = array("q")
        for end, position in enumerate(whole, 1):
            for length, power in self._powers.get(position, _NO_POWERS).items():
                if length > end or length == len(whole):
                    continue
                digests = digests or _digests(whole)
                digest = (digests[end] - digests[end - length] * power) % _PRIME
                number = self._by_digest.get(digest)
                if number is not None and whole[end - length : end] == self._games[number]:
                    del self._by_digest[digest]
                    yield number, end - length


_NO_POWERS: Mapping[int, int] = {}
_PRIME = (1 << 61) - 1
_BASE = 0x1D3B_5C1F_79A2_E64B % _PRIME


def _digests(game: Sequence[int]) -> array[int]:
    """The digest of each beginning of a game, from the empty one on: numbers in a base, modulo a prime."""
    return array("q", accumulate(game, lambda digest, position: (digest * _BASE + position) % _PRIME, initial=0))

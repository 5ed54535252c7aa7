"""Tallies of a collection (`stats --by`): how games went for each player, month, optional rule or opening."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from pyrnot.play.replay import Replay
from pyrnot.play.selection import date_of, fold, players_of, result_of, variants_of

UNKNOWN = "unknown"
_NO_SEAT = ("draw", "unfinished")


class By(StrEnum):
    """What games are grouped by."""

    PLAYER = "player"
    DATE = "date"
    VARIANT = "variant"
    OPENING = "opening"


class Row(Struct, frozen=True):
    """The games of one group: who or what it is, the id of the game, and how many games ended how.

    For a player the outcomes are `won`, `lost`, `drawn` and `unfinished`, else the seat that won, `draw` and
    `unfinished`.
    """

    name: str
    game: str
    games: int
    outcomes: dict[str, int]


class Tally:
    """Counts the records added so far by one of their properties; the records themselves are not kept."""

    def __init__(self, by: By, *, opening: int = 2) -> None:
        self._by = by
        self._opening = opening
        self._names: dict[str, str] = {}
        self._outcomes: dict[tuple[str, str], Counter[str]] = {}

    def add(self, replayed: Replay) -> None:
        """Counts one replayed record; for an opening its plies must have been kept."""
        result = result_of(replayed)
        if self._by is By.PLAYER:
            for seat, player in players_of(replayed.record).items():
                self._count(player, replayed, _for_seat(seat, result))
        elif self._by is By.VARIANT:
            for variant in variants_of(replayed.record):
                self._count(variant, replayed, result)
        else:
            name = _month(replayed) if self._by is By.DATE else self._first_turns(replayed)
            self._count(name, replayed, result)

    def merge(self, later: Tally) -> None:
        """Adds the counts of records that come after these, by the same property."""
        for name, spelt in later._names.items():
            self._names.setdefault(name, spelt)
        for key, outcomes in later._outcomes.items():
            self._outcomes.setdefault(key, Counter()).update(outcomes)

    def _count(self, name: str, replayed: Replay, outcome: str) -> None:
        game = replayed.record.game.info.id if replayed.record.game else UNKNOWN
        self._names.setdefault(fold(name), name)
        self._outcomes.setdefault((fold(name), game), Counter())[outcome] += 1

    def _first_turns(self, replayed: Replay) -> str:
        """The first turns of a game in canonical notation, with their numbers; fewer if it has fewer."""
        game = replayed.record.game
        turns = (
            []
            if game is None
            else [
                f"{number}. {game.write_turn(ply.played.taken, ply.played.ended)}"
                for number, ply in enumerate(replayed.main_plies[: self._opening], 1)
            ]
        )
        return " ".join(turns) or "no turns"

    def rows(self) -> Iterator[Row]:
        """The groups: dates in order, all others with the most games first."""
        keys = sorted(self._outcomes)
        if self._by is not By.DATE:
            keys.sort(key=lambda key: -self._outcomes[key].total())
        for key in keys:
            name, game = key
            outcomes = self._outcomes[key]
            yield Row(name=self._names[name], game=game, games=outcomes.total(), outcomes=dict(outcomes.most_common()))


def _for_seat(seat: str, result: str) -> str:
    """How a game went for a seat."""
    if result in _NO_SEAT:
        return "drawn" if result == "draw" else result
    return "won" if result == seat else "lost"


def _month(replayed: Replay) -> str:
    """The month in which a game was played, `2024.03`; of an incomplete date the year alone."""
    day = date_of(replayed.record)
    if day is None:
        return UNKNOWN
    written = replayed.record.tags["Date"].strip()
    return day[:7] if written[5:7].isdigit() else day[:4]

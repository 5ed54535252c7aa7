"""Tallies of a collection (`stats --by`): how games went for each player, month, optional rule or opening."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from msgspec import Struct

from pyrnot.core.game import AnyGame, Taken
from pyrnot.play.replay import Replay
from pyrnot.play.selection import DRAW, UNFINISHED, date_of, fold, players_of, result_of, variants_of
from pyrnot.play.statistics import Spellings
from pyrnot.record.grammars import parse_action

UNKNOWN = "unknown"
FOR_PLAYERS = ("won", "lost", "drawn", UNFINISHED)
"""How a game can end for a player."""


By = Literal["player", "date", "variant", "opening"]
"""What games are grouped by."""


class Row(Struct, frozen=True):
    """The games of one group: who or what it is, the id of the game, and how many games ended how.

    For a player the outcomes are `won`, `lost`, `drawn` and `unfinished`, else those that came up: the seats that won,
    in turn order, `draw` and `unfinished`.
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
        self._names = Spellings()
        self._seats: dict[str, Sequence[str]] = {}
        """By the id of a game: its seats."""
        self._outcomes: dict[tuple[str, str], Counter[str]] = {}

    def add(self, replayed: Replay) -> None:
        """Counts one replayed record; for an opening its plies must have been kept."""
        result = result_of(replayed)
        if self._by == "player":
            for seat, player in players_of(replayed.record).items():
                self._count(player, replayed, _for_seat(seat, result))
        elif self._by == "variant":
            for variant in variants_of(replayed.record):
                self._count(variant, replayed, result)
        else:
            name = _month(replayed) if self._by == "date" else _first_turns(replayed, self._opening)
            self._count(name, replayed, result)

    def merge(self, later: Tally) -> None:
        """Adds the counts of records that come after these, by the same property."""
        self._names.merge(later._names)
        self._seats.update(later._seats)
        for key, outcomes in later._outcomes.items():
            self._outcomes.setdefault(key, Counter()).update(outcomes)

    def _count(self, name: str, replayed: Replay, outcome: str) -> None:
        info = replayed.record.game.info if replayed.record.game else None
        game = info.id if info else UNKNOWN
        self._seats[game] = info.seats if info else ()
        self._outcomes.setdefault((self._names.add(name), game), Counter())[outcome] += 1

    @property
    def records(self) -> int:
        """How many games and faults were counted."""
        return sum(counts.total() for counts in self._outcomes.values())

    def rows(self) -> Iterator[Row]:
        """The groups: dates in order, all others with the most games first."""
        keys = sorted(self._outcomes)
        if self._by != "date":
            keys.sort(key=lambda key: -self._outcomes[key].total())
        for key in keys:
            name, game = key
            counts = self._outcomes[key]
            outcomes = (
                {outcome: counts[outcome] for outcome in FOR_PLAYERS}
                if self._by == "player"
                else {outcome: counts[outcome] for outcome in (*self._seats[game], DRAW, UNFINISHED) if counts[outcome]}
            )
            yield Row(name=self._names.usual(name), game=game, games=counts.total(), outcomes=outcomes)


def _for_seat(seat: str, result: str) -> str:
    """How a game went for a seat."""
    if result in (DRAW, UNFINISHED):
        return "drawn" if result == DRAW else result
    return "won" if result == seat else "lost"


def _month(replayed: Replay) -> str:
    """The month in which a game was played, `2024.03`; of an incomplete date the year alone."""
    day = date_of(replayed.record)
    if day is None:
        return UNKNOWN
    written = replayed.record.tags["Date"].strip()
    return day[:7] if written[5:7].isdigit() else day[:4]


def _first_turns(replayed: Replay, number: int) -> str:
    """The first turns of a game in canonical notation, with their numbers; fewer if it has fewer.

    A name that a player gave becomes that of the seat: one opening has one text for all players.
    """
    game = replayed.record.game
    if game is None or not replayed.length:
        return "no turns"
    names: dict[str, str] = {}
    turns = []
    for at, ply in enumerate(replayed.main_plies[:number], 1):
        if game.info.name_parts:
            actions = [_renamed(game, taken, str(ply.before.to_move), names) for taken in ply.played.taken]
            turns.append(f"{at}. {'; '.join(filter(None, actions))}")
        else:
            turns.append(f"{at}. {game.write_turn(ply.played.taken, ply.played.ended)}")
    return " ".join(turns)


def _renamed(game: AnyGame, taken: Taken[Any, Any, Any], seat: str, names: dict[str, str]) -> str:
    """The text of an action with the names that players gave replaced, as `names` has it or in the name of `seat`."""
    text = game.spell(taken)
    spans = parse_action(game, text).spans if text else {}
    places = [spans[part] for part in game.info.name_parts if part in spans]
    for start, end in sorted(places):
        key = fold(text[start:end])
        if key not in names:
            count = sum(name.rstrip("0123456789") == seat for name in names.values())
            names[key] = f"{seat}{count + 1}" if count else seat
    for start, end in sorted(places, reverse=True):
        text = text[:start] + names[fold(text[start:end])] + text[end:]
    return text

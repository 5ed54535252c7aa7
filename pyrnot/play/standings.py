"""Standings of a club (`stats --standings`): of each player the games, how they ended, the score, and against whom.

A win counts 1, a draw a half. There is no rating. Games that are not finished count only as such.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import permutations

from msgspec import Struct

from pyrnot.play.replay import Replay
from pyrnot.play.selection import DRAW, UNFINISHED, players_of, result_of
from pyrnot.play.statistics import Spellings


class Score(Struct):
    """How finished games went: for a player, or for one player against another."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """The score: 1 for a win, a half for a draw."""
        return self.won + self.drawn / 2

    def add(self, other: Score) -> None:
        """Adds the games of another score."""
        self.won += other.won
        self.drawn += other.drawn
        self.lost += other.lost


class Standing(Struct, frozen=True):
    """The games of one player: the name as it is spelt most often, all finished games, those against each other player,
    and how many are not finished."""

    name: str
    total: Score
    against: dict[str, Score]
    unfinished: int

    @property
    def data(self) -> dict[str, object]:
        """The values of the JSON output."""
        return {
            "name": self.name,
            **_score_data(self.total),
            "unfinished": self.unfinished,
            "against": {name: _score_data(score) for name, score in self.against.items()},
        }


def _score_data(score: Score) -> dict[str, object]:
    return {
        "games": score.games,
        "won": score.won,
        "drawn": score.drawn,
        "lost": score.lost,
        "score": score.points,
    }


class Standings:
    """Counts the games of the records added so far by their players; the records themselves are not kept."""

    def __init__(self) -> None:
        self.records = 0
        self._names = Spellings()
        self._totals: defaultdict[str, Score] = defaultdict(Score)
        self._pairs: defaultdict[tuple[str, str], Score] = defaultdict(Score)
        self._unfinished: Counter[str] = Counter()

    def add(self, replayed: Replay) -> None:
        """Counts one replayed record, if at least two players are named. Of several losers, none is scored against
        another one."""
        self.records += 1
        result = result_of(replayed)
        players = {self._names.add(name): seat for seat, name in players_of(replayed.record).items()}
        if len(players) < 2:
            return
        if result == UNFINISHED:
            self._unfinished.update(list(players))
            return
        for player, seat in players.items():
            self._totals[player].add(_score(seat == result, result))
        for (player, seat), (other, other_seat) in permutations(players.items(), 2):
            if result in (DRAW, seat, other_seat):
                self._pairs[player, other].add(_score(seat == result, result))

    def merge(self, later: Standings) -> None:
        """Adds the counts of records that come after these."""
        self.records += later.records
        self._names.merge(later._names)
        self._unfinished.update(later._unfinished)
        for player, score in later._totals.items():
            self._totals[player].add(score)
        for pair, score in later._pairs.items():
            self._pairs[pair].add(score)

    def rows(self) -> list[Standing]:
        """The players, the highest score first; of equal ones, who needed fewer games."""
        players = sorted({*self._totals, *self._unfinished})
        players.sort(key=lambda player: (-self._totals[player].points, self._totals[player].games))
        names = {player: self._names.usual(player) for player in players}
        return [
            Standing(
                names[player],
                self._totals[player],
                {names[other]: self._pairs[player, other] for other in players if (player, other) in self._pairs},
                self._unfinished[player],
            )
            for player in players
        ]


def _score(is_winner: bool, result: str) -> Score:
    if result == DRAW:
        return Score(drawn=1)
    return Score(won=1) if is_winner else Score(lost=1)

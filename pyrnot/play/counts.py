"""Counts over many records (`stats`), none of which is kept: games, results, lengths, faults and dice; how games went
for each player, month, optional rule or opening (`--by`); the standings of a club (`--standings`), in which a win
counts 1 and a draw a half, and there is no rating.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any, Literal

from msgspec import Struct

from pyrnot.core.game import AnyGame, Taken
from pyrnot.play.plies import turn_events
from pyrnot.play.replay import Replay
from pyrnot.play.selection import DRAW, UNFINISHED, date_of, fold, players_of, result_of, variants_of
from pyrnot.record.grammars import parse_action

_LEAST_EXPECTED = 5
"""How often each face must be expected for a chi-square test to mean much."""


class Count:
    """Counts of the records added so far; the records themselves are not kept."""

    def __init__(self) -> None:
        self.games: Counter[str] = Counter()
        self.results: Counter[tuple[str, str]] = Counter()
        self.faults: Counter[tuple[str, str]] = Counter()
        self.lengths: dict[str, list[int]] = defaultdict(list)
        self.throws: Counter[tuple[str, str, str, str]] = Counter()
        """By game, player, die and face."""
        self.players = Spellings()
        self.faces: dict[str, tuple[str, ...]] = {}

    def add(self, replay: Replay) -> None:
        """Counts one replayed record."""
        record = replay.record
        game = record.game.info.id if record.game else "unknown"
        self.games[game] += 1
        self.faults.update((game, f"{fault.severity} {fault.rule or '-'} {fault.code}") for fault in replay.diagnostics)
        if replay.start is None:
            return
        self.lengths[game].append(replay.length)
        self.results[game, result_of(replay)] += 1
        for ply in replay.main_plies:
            seat = ply.before.to_move
            for throw in (throw for event in turn_events(ply) for throw in event.throws):
                self.faces[throw.die] = throw.faces
                player = self.players.add(record.tags.get(seat, seat))
                self.throws[game, player, throw.die, throw.face] += 1

    def merge(self, later: Count) -> None:
        """Adds the counts of records that come after these: equal counts stay in the order in which they came up."""
        self.games.update(later.games)
        self.results.update(later.results)
        self.faults.update(later.faults)
        self.throws.update(later.throws)
        self.faces.update(later.faces)
        self.players.merge(later.players)
        for game, lengths in later.lengths.items():
            self.lengths[game] += lengths

    @property
    def records(self) -> int:
        """How many records were counted."""
        return self.games.total()

    def data(self) -> dict[str, Any]:
        """All counts, with the keys of the JSON output."""
        return {
            "records": self.records,
            "games": {game: self._game(game) for game in sorted(self.games)},
        }

    def _game(self, game: str) -> dict[str, Any]:
        lengths = sorted(self.lengths[game])
        plies = lengths and {
            "shortest": lengths[0],
            "median": lengths[len(lengths) // 2],
            "mean": round(sum(lengths) / len(lengths), 1),
            "longest": lengths[-1],
            "all": sum(lengths),
        }
        dice = sorted({(player, die) for of, player, die, _ in self.throws if of == game})
        return {
            "records": self.games[game],
            "results": {result: number for (of, result), number in self.results.most_common() if of == game},
            "plies": plies or None,
            "faults": {fault: number for (of, fault), number in self.faults.most_common() if of == game},
            "dice": [
                dice_data(
                    self.players.usual(player),
                    die,
                    {face: self.throws[game, player, die, face] for face in self.faces[die]},
                )
                for player, die in dice
            ],
        }


def dice_data(player: str, die: str, faces: dict[str, int]) -> dict[str, Any]:
    """A player's throws of a die, by face, with a chi-square test against a fair one and a sentence on its result.

    `p` is the probability that a fair die falls at least this unevenly, None if there are too few throws.
    """
    thrown = sum(faces.values())
    expected = thrown / len(faces)
    square = sum((number - expected) ** 2 for number in faces.values()) / expected if thrown else 0.0
    p = chi_square_tail(square, len(faces) - 1) if expected >= _LEAST_EXPECTED else None
    return {
        "player": player,
        "die": die,
        "throws": thrown,
        "faces": faces,
        "chi_square": round(square, 3),
        "p": None if p is None else round(p, 4),
        "says": _sentence(p),
    }


def _sentence(p: float | None) -> str:
    if p is None:
        return "too few throws to tell"
    if p >= 0.05:
        return "no reason to doubt the die"
    once = f"a fair die does this about once in {round(1 / max(p, 1e-9)):,} times"
    return f"uneven: {once}" if p >= 0.001 else f"very uneven: {once}"


def chi_square_tail(square: float, freedom: int) -> float:
    """The probability that a chi-square variable with `freedom` degrees of freedom is at least `square`.

    Uses the recurrence of the incomplete gamma function, starting from erfc (odd) or exp (even).
    """
    half = square / 2
    if freedom % 2:
        tail, term, degree = math.erfc(math.sqrt(half)), math.sqrt(half / math.pi) * 2 * math.exp(-half), 1
    else:
        tail, term, degree = math.exp(-half), half * math.exp(-half), 2
    while degree < freedom:
        tail += term
        degree += 2
        term *= square / degree
    return min(1.0, tail)


class Spellings:
    """Counts how names are spelt; names that differ only as `fold` allows are one."""

    def __init__(self) -> None:
        self._spelt: dict[str, Counter[str]] = {}

    def add(self, name: str) -> str:
        """Counts a name; returns the key that all its spellings have in common."""
        key = fold(name)
        self._spelt.setdefault(key, Counter())[" ".join(name.split())] += 1
        return key

    def merge(self, later: Spellings) -> None:
        """Adds the counts of names that come after these."""
        for key, spelt in later._spelt.items():
            self._spelt.setdefault(key, Counter()).update(spelt)

    def usual(self, key: str) -> str:
        """The most frequent spelling, of several the first."""
        return self._spelt[key].most_common(1)[0][0]


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

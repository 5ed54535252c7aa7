"""Statistics of many records (`stats`): games, results, lengths, faults, and whether the dice look fair."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from typing import Any

from pyrnot.play.plies import turn_events
from pyrnot.play.replay import Replay
from pyrnot.play.selection import fold, result_of

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

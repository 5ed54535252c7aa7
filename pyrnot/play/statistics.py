"""Statistics of many records (`stats`): games, results, lengths, faults, and whether the dice look fair."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from functools import partial
from typing import Any

from pyrnot.core.game import Throw
from pyrnot.play.plies import turn_events
from pyrnot.play.replay import Replay
from pyrnot.play.selection import result_of
from pyrnot.play.spellings import Spellings

_LEAST_EXPECTED = 5
"""How often each face must be expected for a chi-square test to mean much."""


class Count:
    """Counts of the records added so far; the records themselves are not kept."""

    def __init__(self) -> None:
        self.games: Counter[str] = Counter()
        self.results: dict[str, Counter[str]] = defaultdict(Counter)
        self.lengths: dict[str, list[int]] = defaultdict(list)
        self.faults: dict[str, Counter[str]] = defaultdict(Counter)
        self.throws: dict[str, dict[tuple[str, str], Counter[str]]] = defaultdict(partial(defaultdict, Counter))
        self.players = Spellings()
        self.faces: dict[str, tuple[str, ...]] = {}

    def add(self, replay: Replay) -> None:
        """Counts one replayed record."""
        record = replay.record
        game = record.game.info.id if record.game else "unknown"
        self.games[game] += 1
        for fault in replay.diagnostics:
            self.faults[game][f"{fault.severity} {fault.rule or '-'} {fault.code}"] += 1
        if replay.start is None:
            return
        self.lengths[game].append(replay.length)
        self.results[game][result_of(replay)] += 1
        for ply in replay.main_plies:
            seat = ply.before.to_move
            player = record.tags.get(seat, seat)
            for event in turn_events(ply):
                for throw in event.throws:
                    self._throw(game, player, throw)

    def merge(self, later: Count) -> None:
        """Adds the counts of records that come after these: equal counts stay in the order in which they came up."""
        self.games.update(later.games)
        self.faces.update(later.faces)
        self.players.merge(later.players)
        for game, lengths in later.lengths.items():
            self.lengths[game] += lengths
        for ours, theirs in ((self.results, later.results), (self.faults, later.faults)):
            for game, counts in theirs.items():
                ours[game].update(counts)
        for game, throws in later.throws.items():
            for thrown, faces in throws.items():
                self.throws[game][thrown].update(faces)

    def _throw(self, game: str, player: str, throw: Throw) -> None:
        self.faces[throw.die] = throw.faces
        self.throws[game][self.players.add(player), throw.die][throw.face] += 1

    def data(self) -> dict[str, Any]:
        """All counts, with the keys of the JSON output."""
        return {
            "records": self.games.total(),
            "games": {game: self._game(game) for game in sorted(self.games)},
        }

    def _game(self, game: str) -> dict[str, Any]:
        lengths = sorted(self.lengths[game])
        return {
            "records": self.games[game],
            "results": dict(self.results[game].most_common()),
            "plies": {
                "shortest": lengths[0],
                "median": lengths[len(lengths) // 2],
                "mean": round(sum(lengths) / len(lengths), 1),
                "longest": lengths[-1],
                "all": sum(lengths),
            }
            if lengths
            else None,
            "faults": dict(self.faults[game].most_common()),
            "dice": [
                dice_data(self.players.usual(player), die, self.faces[die], counts)
                for (player, die), counts in sorted(self.throws[game].items())
            ],
        }


def dice_data(player: str, die: str, faces: tuple[str, ...], counts: Counter[str]) -> dict[str, Any]:
    """A player's throws of a die, with a chi-square test against a fair one and a sentence on its result.

    `p` is the probability that a fair die falls at least this unevenly, None if there are too few throws.
    """
    thrown = counts.total()
    expected = thrown / len(faces)
    square = sum((counts[face] - expected) ** 2 for face in faces) / expected if thrown else 0.0
    p = chi_square_tail(square, len(faces) - 1) if expected >= _LEAST_EXPECTED else None
    return {
        "player": player,
        "die": die,
        "throws": thrown,
        "faces": {face: counts[face] for face in faces},
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

"""Counts and compares games as users of the library see them; it is done in `play`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, overload

from pyrnot.library.arguments import expect, expect_number
from pyrnot.library.game import Game
from pyrnot.play import compare, counts
from pyrnot.play.compare import Duplicate, Duplicates
from pyrnot.play.counts import By, Counts, GroupCounts, Standing
from pyrnot.play.replay import Replay


@overload
def stats(games: Iterable[Game], *, by: None = None, turns: int | None = None) -> dict[str, Any]: ...


@overload
def stats(games: Iterable[Game], *, by: By, turns: int | None = None) -> list[GroupCounts]: ...


def stats(
    games: Iterable[Game], *, by: By | None = None, turns: int | None = None
) -> dict[str, Any] | list[GroupCounts]:
    """How games ended, how long they were, what is wrong with them, and what was rolled: what
    `pyrnot stats --format json` prints.

    With `by`, how games ended for each `player` (in any seat), `date` (a month), `variant`, or `opening`, which is
    the first `turns` (by default its name where players have one, else two turns): each has a `name`, `game`,
    `games` and `outcomes`. The games may come from `read`: each is counted as it comes, and none is kept.

    >>> import pyrnot
    >>> counts = pyrnot.stats(pyrnot.read("sample_games/martian-life"))
    >>> counts["records"], counts["games"]["martian-life"]["results"]
    (6, {'Red': 3, 'draw': 2, 'Yellow': 1})
    >>> pyrnot.stats(pyrnot.read("sample_games/martian-life"), by="player")[0].outcomes
    {'won': 1, 'lost': 0, 'drawn': 0, 'unfinished': 0}
    """
    if turns is not None:
        expect_number("turns", turns, 1)
        if by != "opening":
            raise ValueError("leave out turns: they are those of an opening, by='opening'")
    if by is None:
        return counts.count_data(_count(games, counts.keys_of_record))
    if by not in ("player", "date", "variant", "opening"):
        raise ValueError(f"by must be 'player', 'date', 'variant' or 'opening', not {by!r}")
    return list(counts.group_rows(_count(games, partial(counts.keys_of_groups, by=by, turns=turns)), by))


def standings(games: Iterable[Game]) -> list[Standing]:
    """The players of games, the highest score first: what `pyrnot stats --standings` prints.

    Each has a `name`, the scores in `total` and `against` each other player (`games`, `won`, `drawn`, `lost`, and a
    `score` of 1 for a win and a half for a draw), and how many games are `unfinished`.

    >>> import pyrnot
    >>> first = pyrnot.standings(pyrnot.read("sample_games/martian-life"))[0]
    >>> first.name, first.total.score, {name: score.won for name, score in first.against.items()}
    ('Ana', 1.0, {'Bruno': 1})
    """
    return counts.standings_of(_count(games, counts.keys_of_standings))


def diff(a: Game, b: Game) -> list[str]:
    """Where two records of one game first differ, in the lines that `pyrnot diff` prints; [] if they agree. The
    spelling of turns, comments and variations do not matter.

    >>> import pyrnot
    >>> ann = pyrnot.loads("1. Sf3 2. Sc6", game="martian-life")
    >>> pyrnot.diff(ann, pyrnot.loads("1. Sf3 XSe4 XSf3 { Yours. } 2. Sc6", game="martian-life"))
    []
    >>> pyrnot.diff(ann, pyrnot.loads("1. Sf3 2. Sd6", game="martian-life"))[0]
    'the records agree up to ply 1; at ply 2 (Yellow) the turns differ'
    """
    expect("a", a, Game, "a game")
    expect("b", b, Game, "a game")
    return compare.compare(a._judged, b._judged)


def duplicates(games: Iterable[Game]) -> list[Duplicate]:
    """The games that are recorded twice, and those that are part of another one: what `pyrnot duplicates` prints.

    Each has the `record` and the one it is a duplicate `of` (with `file`, `record`, `players` and `turns`), a `kind`
    (`same` or `contained`), and the `first_ply` of the other game at which it begins.

    >>> import pyrnot
    >>> game = pyrnot.load("sample_games/martian-life/normal-win.pyr")
    >>> pyrnot.duplicates([game, game])[0].kind
    'same'
    """
    found = Duplicates()
    for game in _each(games):
        found.add(game._judged)
    return list(found.find())


def _each(games: Iterable[Game]) -> Iterator[Game]:
    """The games. Raises TypeError for anything else."""
    expect("games", games, Iterable, "games, as `read` gives them")
    for game in games:
        expect("each of games", game, Game, "a game")
        yield game


def _count(games: Iterable[Game], keys_of: Callable[[Replay], Iterator[counts.Key]]) -> Counts:
    table: Counts = Counter()
    for game in _each(games):
        table.update(keys_of(game._judged))
    return table

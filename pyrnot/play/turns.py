"""Turns, for every game: judging a written one, walking over the legal ones, perft, random play.

No rule of any game stands here: an action is judged by `Game.play`, a whole turn by `Game.end_turn`.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from math import inf
from typing import Generic

from msgspec import Struct

from pyrnot.diagnostics import Illegal, Notice
from pyrnot.game import A, Chance, FirstChance, Game, P, Played, Reading, T, Taken, W


class TurnPlayed(Struct, Generic[P, W, A], frozen=True):
    """A legal turn: the actions taken, the end, and what ought to be said of the turn as a whole."""

    taken: tuple[Taken[P, W, A], ...]
    ended: Played[P]
    notices: Sequence[Notice] = ()

    @property
    def position(self) -> P:
        """The position after the turn."""
        return self.ended.position


def play_turn(
    game: Game[P, W, A], position: P, writtens: Sequence[W], *, heed_claims: bool = True
) -> TurnPlayed[P, W, A]:
    """Judges a turn as written. Raises `Illegal`, with the index of the action at fault.

    Each action is settled by itself, in order: of its readings those that are illegal or contradict
    what is written drop out, and those left must lead to one position. Only ranked readings (a wild
    die that does not say as what it is used) are tried over the whole turn. Without `heed_claims` false claims are
    passed over.
    """
    game.check_parts(writtens)
    return _TurnPlayer(game, writtens, heed_claims).play(position, (), is_whole=True)


def play_actions(game: Game[P, W, A], position: P, writtens: Sequence[W]) -> tuple[Taken[P, W, A], ...]:
    """The first actions of a turn, judged as `play_turn` does, without the turn's end. Raises `Illegal`."""
    return _TurnPlayer(game, writtens, heed_claims=True).play(position, (), is_whole=False).taken


class _TurnPlayer(Generic[P, W, A]):
    """One written turn that is being judged."""

    __slots__ = ("game", "heed_claims", "writtens")

    def __init__(self, game: Game[P, W, A], writtens: Sequence[W], heed_claims: bool) -> None:
        self.game = game
        self.writtens = writtens
        self.heed_claims = heed_claims

    def play(self, position: P, taken: tuple[Taken[P, W, A], ...], *, is_whole: bool) -> TurnPlayed[P, W, A]:
        """The turn from the first action that is not `taken` yet, to its end if it `is_whole`."""
        game, writtens = self.game, self.writtens
        steps = list(taken)
        try:
            for written in writtens[len(steps) :]:
                readings = game.readings(position, written)
                if len(readings) == 1:
                    step = self._take(position, written, readings[0])
                elif any(reading.rank for reading in readings):
                    return self._play_ranks(position, tuple(steps), readings, is_whole=is_whole)
                else:
                    step = self._settle(position, written, readings)
                steps.append(step)
                position = step.played.position
        except Illegal as fault:
            if fault.index is None:
                fault.index = len(steps)
            raise
        taken = tuple(steps)
        if not is_whole:
            return TurnPlayed(taken, Played(position))
        ended = game.end_turn(position)
        return TurnPlayed(taken, ended, game.check_end_claims(writtens, ended) if self.heed_claims else ())

    def _take(self, position: P, written: W, reading: Reading[A]) -> Taken[P, W, A]:
        """One exact action, with what is written of it. Raises `Illegal`."""
        played = reading.played or self.game.play(position, reading.action)
        notices = self.game.check_claims(written, played) if self.heed_claims else ()
        return Taken(position, written, reading.action, played, notices)

    def _play_ranks(
        self, position: P, taken: tuple[Taken[P, W, A], ...], readings: Sequence[Reading[A]], *, is_whole: bool
    ) -> TurnPlayed[P, W, A]:
        """The turn by the first rank of readings that lets all of it be played."""
        written = self.writtens[len(taken)]
        last: Illegal | None = None
        for rank in sorted({reading.rank for reading in readings}):
            of_rank = [reading for reading in readings if reading.rank == rank]
            try:
                step = self._settle(position, written, of_rank)
                return self.play(step.played.position, (*taken, step), is_whole=is_whole)
            except Illegal as fault:
                last = next((reading.fault for reading in of_rank if reading.fault), fault.with_traceback(None))
        assert last is not None  # there was a rank, and it failed
        raise last

    def _settle(self, position: P, written: W, readings: Sequence[Reading[A]]) -> Taken[P, W, A]:
        """The one thing that an action can mean here.

        Raises the fault of the reading that got furthest if none is legal and agrees with the claims, and
        the game's `ambiguous` if several that are lead to different positions.
        """
        game = self.game
        if len(readings) == 1:
            return self._take(position, written, readings[0])
        survivors: dict[P, Taken[P, W, A]] = {}
        furthest: Illegal | None = None
        for reading in readings:
            try:
                played = reading.played or game.play(position, reading.action)
                if played.position in survivors:
                    continue
                notices = game.check_claims(written, played) if self.heed_claims else ()
            except Illegal as fault:
                if furthest is None or fault.progress > furthest.progress:
                    # Its traceback would hold this call, and with it the record, until garbage is looked for.
                    furthest = fault.with_traceback(None)
            else:
                survivors[played.position] = Taken(position, written, reading.action, played, notices)
        if len(survivors) == 1:
            return next(iter(survivors.values()))
        if survivors:
            raise game.ambiguous(written, tuple(survivors.values()))
        assert furthest is not None, f"{written!r} has no reading and no fault"
        raise furthest


class _Node(Struct, Generic[P, W, A], frozen=True):
    """A position within a turn, and the way by which it was reached first."""

    position: P
    parent: _Node[P, W, A] | None
    taken: Taken[P, W, A] | None

    def path(self) -> tuple[Taken[P, W, A], ...]:
        steps: list[Taken[P, W, A]] = []
        node: _Node[P, W, A] | None = self
        while node is not None:
            if node.taken is not None:
                steps.append(node.taken)
            node = node.parent
        return tuple(reversed(steps))


def _walk(
    game: Game[P, W, A], position: P, chance: Chance, opening: W | None = None, limit: float = inf
) -> Iterator[_Node[P, W, A]]:
    """Every position within a turn, each once, those of the fewest actions first; the first is `position` itself, or
    what `opening` leads to. Ways that meet are merged, so different orders of the same actions cost nothing.

    Stops when it has met more than `limit` positions.
    """
    seen: set[P] = {position}
    queue: deque[_Node[P, W, A]] = deque()

    def follow(node: _Node[P, W, A], actions: Iterable[A], written: W | None) -> None:
        for action in actions:
            try:
                played = game.play(node.position, action)
            except Illegal:
                continue
            if played.position not in seen:
                seen.add(played.position)
                queue.append(_Node(played.position, node, Taken(node.position, written, action, played)))

    root: _Node[P, W, A] = _Node(position, None, None)
    if opening is None:
        queue.append(root)
    else:
        follow(root, [reading.action for reading in game.readings(position, opening)], opening)
    while queue and len(seen) <= limit:
        node = queue.popleft()
        yield node
        follow(node, game.actions(node.position, chance), None)


def _ends(
    game: Game[P, W, A], position: P, opening: W | None, chance: Chance, key: Callable[[P], Hashable]
) -> Iterator[tuple[_Node[P, W, A], Played[P]]]:
    """The ends of all legal turns, one for each `key` of the position (for each turn in a game whose
    `perft_counts_turns`), with the way there. A finished game has none."""
    if game.outcome(position) is not None:
        return
    known: set[Hashable] = set()
    for node in _walk(game, position, chance, opening):
        if node.taken is None:
            continue
        try:
            ended = game.end_turn(node.position)
        except Illegal:
            continue
        if not game.info.perft_counts_turns:
            found = key(ended.position)
            if found in known:
                continue
            known.add(found)
        yield node, ended


def legal_turns(
    game: Game[P, W, A], position: P, opening: W | None = None, chance: Chance | None = None
) -> Iterator[TurnPlayed[P, W, A]]:
    """Every position that one legal turn leads to, each once, with one way to reach it.

    `opening` is what the turn begins with (the dice rolled). A finished game has no turns. A game whose
    `perft_counts_turns` gives one for each turn instead, merged only where the way to it met.
    """
    for node, ended in _ends(game, position, opening, chance or FirstChance(), _itself):
        yield TurnPlayed(node.path(), ended)


def _itself(position: P) -> P:
    return position


def complete_turn(
    game: Game[P, W, A], position: P, start: P, taken: Sequence[Taken[P, W, A]], limit: int, chance: Chance
) -> TurnPlayed[P, W, A] | None:
    """A legal turn from `start` that begins with `taken`, which leads to `position`: the one with the fewest further
    actions. None if there is none among the first `limit` positions looked at."""
    for node in _walk(game, position, chance, limit=limit):
        if taken or node.taken is not None:
            try:
                ended = game.end_turn(node.position)
            except Illegal:
                continue
            return _retake(game, start, [step.action for step in (*taken, *node.path())], ended)
    return None


def perft(game: Game[P, W, A], position: P, depth: int, opening: W | None = None) -> int:
    """The number of ways that `depth` turns can go, as the game's file defines it (R7): 1 at depth 0,
    0 for a finished game otherwise."""
    known: dict[tuple[Hashable, int], int] = {}

    def count(position: P, depth: int) -> int:
        if depth == 0:
            return 1
        key = (game.perft_key(position), depth)
        if key not in known:
            ends = _ends(game, position, opening, FirstChance(), game.perft_key)
            known[key] = sum(count(ended.position, depth - 1) for _, ended in ends)
        return known[key]

    return count(position, depth)


def counted_turns(game: Game[P, W, A], position: P, opening: W | None = None) -> Iterator[TurnPlayed[P, W, A]]:
    """Legal turns, one for each that perft counts."""
    for node, ended in _ends(game, position, opening, FirstChance(), game.perft_key):
        yield TurnPlayed(node.path(), ended)


class RandomChance:
    """Dice and draws from a seeded generator."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def pick(self, options: Sequence[T]) -> T:
        return self.rng.choice(options)


def random_turn(game: Game[P, W, A], position: P, rng: random.Random) -> TurnPlayed[P, W, A] | None:
    """A legal turn made up from `rng`, None if there is none.

    Takes one way through the walk of `legal_turns`, an action at a time, and goes back where a way
    leads to no end that is allowed. Where a turn may stop or go on, it stops half of the time.
    """
    chance = RandomChance(rng)
    seen: set[P] = {position}
    actions: list[A] = []
    path: list[tuple[P, list[A]]] = [(position, _shuffled(game, position, rng, chance))]
    while path:
        here, untried = path[-1]
        if not untried:
            # Every way on from here was tried: the turn may still end here, if it was not asked before.
            path.pop()
            if actions:
                turn = _finish(game, position, actions)
                if turn is not None:
                    return turn
                actions.pop()
            continue
        action = untried.pop()
        try:
            after = game.play(here, action).position
        except Illegal:
            continue
        if after in seen:
            continue
        seen.add(after)
        actions.append(action)
        path.append((after, _shuffled(game, after, rng, chance)))
        if rng.random() < 0.5:
            turn = _finish(game, position, actions)
            if turn is not None:
                return turn
    return None


def _shuffled(game: Game[P, W, A], position: P, rng: random.Random, chance: Chance) -> list[A]:
    actions = list(game.actions(position, chance))
    rng.shuffle(actions)
    return actions


def _finish(game: Game[P, W, A], position: P, actions: Sequence[A]) -> TurnPlayed[P, W, A] | None:
    """The turn of these actions, joined as a player would write them, or None if it may not end so."""
    last = position
    for action in actions:
        last = game.play(last, action).position
    try:
        ended = game.end_turn(last)
    except Illegal:
        return None
    return _retake(game, position, actions, ended)


def join_turn(game: Game[P, W, A], position: P, turn: TurnPlayed[P, W, A]) -> TurnPlayed[P, W, A]:
    """The same turn with its actions joined as a player would write them: steps to paths."""
    return _retake(game, position, [taken.action for taken in turn.taken], turn.ended)


def _retake(game: Game[P, W, A], position: P, actions: Sequence[A], ended: Played[P]) -> TurnPlayed[P, W, A]:
    taken: list[Taken[P, W, A]] = []
    for action in game.join(actions):
        played = game.play(position, action)
        taken.append(Taken(position, None, action, played))
        position = played.position
    assert game.end_turn(position).position == ended.position, "joined actions must do what the single ones do"
    return TurnPlayed(tuple(taken), ended)

"""The turn engine of all games: judges written turns, walks over the legal ones, and counts them (perft).

Holds no rule of any game: an action is judged by `Game.play`, the end of a turn by `Game.end_turn`. Rolls no dice:
they come from a `Chance`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from math import inf
from typing import Generic

from msgspec import Struct

from pyrnot.core.budget import Budget
from pyrnot.core.diagnostics import Illegal, Notice
from pyrnot.core.game import A, Chance, FirstChance, Game, P, Played, Reading, Taken, W


class TurnPlayed(Struct, Generic[P, W, A], frozen=True):
    """A legal turn: its actions, its end, and notices about the turn as such."""

    taken: tuple[Taken[P, W, A], ...]
    ended: Played[P]
    notices: Sequence[Notice] = ()

    @property
    def position(self) -> P:
        """The position after the turn."""
        return self.ended.position


def play_turn(
    game: Game[P, W, A],
    position: P,
    writtens: Sequence[W],
    *,
    heed_claims: bool = True,
) -> TurnPlayed[P, W, A]:
    """Judges a turn as written. Raises `Illegal`, with the index of the action at fault.

    Actions are settled one at a time, in order: readings that are illegal or contradict what is written are discarded,
    and the rest must lead to a single position. Only ranked readings (a wild die without the face it is used as) are
    tried over the entire turn. Without `heed_claims` false claims are ignored.
    """
    game.check_parts(writtens)
    return _TurnPlayer(game, writtens, heed_claims).play(position, (), to_end=True)


def play_actions(game: Game[P, W, A], position: P, writtens: Sequence[W]) -> tuple[Taken[P, W, A], ...]:
    """The first actions of a turn, judged like `play_turn` but without the end of the turn. Raises `Illegal`."""
    return _TurnPlayer(game, writtens, heed_claims=True).play(position, (), to_end=False).taken


def play_regardless(
    game: Game[P, W, A], position: P, writtens: Sequence[W], fault: Illegal
) -> TurnPlayed[P, W, A] | None:
    """A turn that is illegal by `fault`, played where it is clear what happened: if only its claims are wrong, or only
    its end is; else None."""
    try:
        return play_turn(game, position, writtens, heed_claims=False)
    except Illegal as again:
        again.with_traceback(None)  # it may be `fault`, which is kept
    if fault.index is not None or not writtens:
        return None
    taken = play_actions(game, position, writtens)
    ended = game.force_end(taken[-1].played.position)
    return None if ended is None else TurnPlayed(taken, Played(ended))


class _TurnPlayer(Generic[P, W, A]):
    """Judges one written turn."""

    __slots__ = ("game", "heed_claims", "writtens")

    def __init__(self, game: Game[P, W, A], writtens: Sequence[W], heed_claims: bool) -> None:
        self.game = game
        self.writtens = writtens
        self.heed_claims = heed_claims

    def play(self, position: P, taken: tuple[Taken[P, W, A], ...], *, to_end: bool) -> TurnPlayed[P, W, A]:
        """The turn, played on after the actions already `taken`; `to_end` ends it after the last."""
        game, writtens = self.game, self.writtens
        steps = list(taken)
        try:
            for written in writtens[len(steps) :]:
                readings = game.readings(position, written)
                if len(readings) > 1 and any(reading.rank for reading in readings):
                    return self._play_ranks(position, tuple(steps), readings, to_end=to_end)
                step = self._settle(position, written, readings)
                steps.append(step)
                position = step.played.position
        except Illegal as fault:
            if fault.index is None:
                fault.index = len(steps)
            raise
        taken = tuple(steps)
        if not to_end:
            return TurnPlayed(taken, Played(position))
        ended = game.end_turn(position)
        return TurnPlayed(taken, ended, game.check_end_claims(writtens, ended) if self.heed_claims else ())

    def _play(self, position: P, reading: Reading[A]) -> Played[P]:
        """What an exact action does. Raises `Illegal`."""
        if reading.refused is not None:
            raise reading.refused
        return reading.played or self.game.play(position, reading.action)

    def _take(self, position: P, written: W, reading: Reading[A]) -> Taken[P, W, A]:
        """Plays one exact action and checks its claims. Raises `Illegal`."""
        played = self._play(position, reading)
        notices = self.game.check_claims(written, played) if self.heed_claims else ()
        return Taken(position, written, reading.action, played, notices)

    def _play_ranks(
        self, position: P, taken: tuple[Taken[P, W, A], ...], readings: Sequence[Reading[A]], *, to_end: bool
    ) -> TurnPlayed[P, W, A]:
        """The turn by the first rank of readings with which all of it can be played."""
        written = self.writtens[len(taken)]
        last: Illegal | None = None
        for rank in sorted({reading.rank for reading in readings}):
            of_rank = [reading for reading in readings if reading.rank == rank]
            try:
                step = self._settle(position, written, of_rank)
                return self.play(step.played.position, (*taken, step), to_end=to_end)
            except Illegal as fault:
                last = next((reading.fault for reading in of_rank if reading.fault), fault.with_traceback(None))
        assert last is not None  # there was a rank, and it failed
        raise last

    def _settle(self, position: P, written: W, readings: Sequence[Reading[A]]) -> Taken[P, W, A]:
        """The only reading of an action that is legal and agrees with its claims.

        If there is none, raises the fault of the reading that got furthest; if several lead to different positions,
        the game's `ambiguous`.
        """
        game = self.game
        if len(readings) == 1:
            return self._take(position, written, readings[0])
        survivors: dict[P, Taken[P, W, A]] = {}
        furthest: Illegal | None = None
        for reading in readings:
            try:
                played = self._play(position, reading)
                if played.position in survivors:
                    continue
                notices = game.check_claims(written, played) if self.heed_claims else ()
            except Illegal as fault:
                if furthest is None or fault.progress > furthest.progress:
                    # Its traceback would keep this call, and so the record, alive until the next garbage collection.
                    furthest = fault.with_traceback(None)
            else:
                survivors[played.position] = Taken(position, written, reading.action, played, notices)
        if len(survivors) == 1:
            return next(iter(survivors.values()))
        if survivors:
            raise game.ambiguous(written, tuple(survivors.values()))
        assert furthest is not None, f"{written!r} has no reading and no fault"
        raise furthest


_WIDTH = 2_000
"""The positions within a turn that may wait before the list of legal turns goes deep instead of wide."""


class TooManyPositions(Exception):
    """There are more positions within a turn than may be kept in memory."""


class _Node(Struct, Generic[P, W, A], frozen=True):
    """A position within a turn, and the first way found to it: empty for its start, and where ways are not kept."""

    position: P
    parent: _Node[P, W, A] | None
    taken: Taken[P, W, A] | None
    is_start: bool = False

    def path(self) -> tuple[Taken[P, W, A], ...]:
        steps: list[Taken[P, W, A]] = []
        node: _Node[P, W, A] | None = self
        while node is not None:
            if node.taken is not None:
                steps.append(node.taken)
            node = node.parent
        return tuple(reversed(steps))


def _walk(
    game: Game[P, W, A],
    position: P,
    chance: Chance,
    opening: W | None = None,
    *,
    limit: float = inf,
    width: float = inf,
    keeps_ways: bool = True,
    budget: Budget | None = None,
) -> Iterator[_Node[P, W, A]]:
    """Every position within a turn, each once, those after the fewest actions first. The first is `position` itself, or
    what `opening` leads to. Ways that meet are merged, so the order of actions does not multiply them.

    Stops after more than `limit` positions. Once more than `width` wait to be followed, the last found are followed
    first, so that turns come to their ends however many others have begun. Ways are most of the memory of a long walk.
    Raises `OutOfBudget` if the plays take more than the budget.
    """
    seen: set[P] = {position}
    queue: deque[_Node[P, W, A]] = deque()

    def follow(node: _Node[P, W, A], actions: Iterable[A], written: W | None) -> None:
        for action in actions:
            if budget is not None:
                budget.spend()
            try:
                played = game.play(node.position, action)
            except Illegal:
                continue
            if played.position not in seen:
                seen.add(played.position)
                way = (node, Taken(node.position, written, action, played)) if keeps_ways else (None, None)
                queue.append(_Node(played.position, *way))

    root: _Node[P, W, A] = _Node(position, None, None, is_start=True)
    if opening is None:
        queue.append(root)
    else:
        follow(root, [reading.action for reading in game.readings(position, opening)], opening)
    while queue and len(seen) <= limit:
        node = queue.popleft() if len(queue) <= width else queue.pop()
        yield node
        follow(node, game.actions(node.position, chance), None)


def _ends(
    game: Game[P, W, A],
    position: P,
    opening: W | None,
    chance: Chance,
    key: Callable[[P], Hashable],
    *,
    width: float = inf,
    keeps_ways: bool = True,
    most: float = inf,
    budget: Budget | None = None,
) -> Iterator[tuple[_Node[P, W, A], Played[P]]]:
    """The ends of all legal turns and the ways to them: one for each `key` of the final position, or one for each turn
    if the game's `perft_counts_turns`. None if the game is over. Raises `TooManyPositions` once the walk has passed
    `most` positions."""
    if game.outcome(position) is not None:
        return
    known: set[Hashable] = set()
    walk = _walk(game, position, chance, opening, width=width, keeps_ways=keeps_ways, budget=budget)
    for number, node in enumerate(walk):
        if number > most:
            raise TooManyPositions
        if node.is_start:
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
    game: Game[P, W, A],
    position: P,
    opening: W | None = None,
    chance: Chance | None = None,
    budget: Budget | None = None,
) -> Iterator[TurnPlayed[P, W, A]]:
    """Every position that one legal turn leads to, each once by the game's `perft_key`, with one way to it; none if the
    game is over.

    `opening` is what the turn begins with (the dice rolled). If the game's `perft_counts_turns`, turns that lead to
    the same position stay apart unless their ways meet. Turns come as they are found, those of the fewest actions first
    unless there are very many. Raises `OutOfBudget` if listing them takes more than the budget.
    """
    key = game.perft_key
    for node, ended in _ends(game, position, opening, chance or FirstChance(), key, width=_WIDTH, budget=budget):
        yield TurnPlayed(node.path(), ended)


def complete_turn(
    game: Game[P, W, A],
    position: P,
    start: P,
    taken: Sequence[Taken[P, W, A]],
    limit: int,
    chance: Chance,
    budget: Budget,
) -> TurnPlayed[P, W, A] | None:
    """The legal turn from `start` that begins with `taken`, which leads to `position`, and has the fewest further
    actions; None if the first `limit` positions of the walk have none. Raises `OutOfBudget`."""
    for node in _walk(game, position, chance, limit=limit, budget=budget):
        if taken or node.taken is not None:
            try:
                ended = game.end_turn(node.position)
            except Illegal:
                continue
            return join_actions(game, start, [step.action for step in (*taken, *node.path())], ended)
    return None


def perft(game: Game[P, W, A], position: P, depth: int, opening: W | None = None, *, most: float = inf) -> int:
    """The number of sequences of `depth` turns, counted as the game defines (R7): 1 at depth 0, otherwise 0 if the game
    is over. Raises `TooManyPositions` if there are more than `most` positions within one turn."""
    known: dict[tuple[Hashable, int], int] = {}
    chance, by = FirstChance(), game.perft_key

    def count(position: P, depth: int) -> int:
        if depth == 0:
            return 1
        key = (game.perft_key(position), depth)
        found = known.get(key)
        if found is None:
            # The ways of the turns are not needed, and would take most of the memory.
            turns = _ends(game, position, opening, chance, by, width=_WIDTH, keeps_ways=False, most=most)
            found = sum(count(ended.position, depth - 1) for _, ended in turns)
            if len(known) < most:
                known[key] = found
        return found

    return count(position, depth)


def join_turn(game: Game[P, W, A], position: P, turn: TurnPlayed[P, W, A]) -> TurnPlayed[P, W, A]:
    """The same turn with its actions joined as a player would write them, such as steps to paths."""
    return join_actions(game, position, [taken.action for taken in turn.taken], turn.ended)


def join_actions(game: Game[P, W, A], position: P, actions: Sequence[A], ended: Played[P]) -> TurnPlayed[P, W, A]:
    """The turn of these actions, joined as a player would write them; not joined where that would change what it does.
    `ended` is its end."""
    for way in (game.join(actions), actions):
        try:
            taken = _take_all(game, position, way)
            if game.end_turn(taken[-1].played.position).position == ended.position:
                return TurnPlayed(taken, ended)
        except Illegal:
            continue
    raise AssertionError("the actions do not lead to the end of their turn")


def _take_all(game: Game[P, W, A], position: P, actions: Sequence[A]) -> tuple[Taken[P, W, A], ...]:
    """The actions played one after another. Raises `Illegal`."""
    taken: list[Taken[P, W, A]] = []
    for action in actions:
        played = game.play(position, action)
        taken.append(Taken(position, None, action, played))
        position = played.position
    return tuple(taken)

"""The turn engine of all games: judges written turns, walks over the legal ones, and counts them (perft).

Holds no rule of any game: an action is judged by `GameRules.play`, the end of a turn by `GameRules.end_turn`.
Rolls no dice: they come from a `Chance`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from math import inf
from typing import Generic, TypeAlias

from msgspec import Struct

from pyrnot.core.budget import Budget, OutOfBudget
from pyrnot.core.diagnostics import Illegal, Notice
from pyrnot.core.game import ROLLS, A, Chance, FirstChance, GameRules, Interpretation, P, PlayedAction, Transition, W
from pyrnot.core.mixins import ForcesEnd, JoinsActions, position_key


class TurnPlayed(Struct, Generic[P, W, A], frozen=True):
    """A legal turn: its actions, its end, and notices about the turn as such."""

    actions: tuple[PlayedAction[P, W, A], ...]
    ended: Transition[P]
    notices: Sequence[Notice] = ()

    @property
    def position(self) -> P:
        """The position after the turn."""
        return self.ended.position


def needs_chance(actions: Iterable[PlayedAction[P, W, A]]) -> bool:
    """Whether chance decides something in some actions: what is rolled or drawn."""
    return any(event.kind in ROLLS for action in actions for event in action.transition.events)


def play_turn(
    game: GameRules[P, W, A],
    position: P,
    parsed_actions: Sequence[W],
    *,
    check_claims: bool = True,
    begun: Sequence[PlayedAction[P, W, A]] = (),
) -> TurnPlayed[P, W, A]:
    """Judges a turn as written. Raises `Illegal`, with the index of the action at fault.

    Actions are settled one at a time, in order: interpretations that are illegal or contradict what is written are
    discarded, and the rest must lead to a single position. Only ranked interpretations (a wild die without the face
    it is used as) are tried over the entire turn. Without `check_claims` false claims are ignored. `begun` are
    its first actions where they have been played already."""
    game.check_parts(parsed_actions)
    here = begun[-1].transition.position if begun else position
    return _TurnPlayer(game, parsed_actions, check_claims).play(here, tuple(begun), to_end=True)


def play_action(
    game: GameRules[P, W, A], position: P, written: W, *, check_claims: bool = True
) -> PlayedAction[P, W, A] | None:
    """The next action of a turn, judged like `play_turn`; None if only the rest of the turn says what it means.
    Raises `Illegal`."""
    interpretations = game.interpretations(position, written)
    if _is_ranked(interpretations):
        return None
    return _TurnPlayer(game, (written,), check_claims).settle(position, written, interpretations)


def play_actions(
    game: GameRules[P, W, A],
    position: P,
    parsed_actions: Sequence[W],
    *,
    check_claims: bool = True,
    begun: Sequence[PlayedAction[P, W, A]] = (),
) -> tuple[PlayedAction[P, W, A], ...]:
    """The first actions of a turn, judged like `play_turn` but without the end of the turn. Raises `Illegal`."""
    here = begun[-1].transition.position if begun else position
    return _TurnPlayer(game, parsed_actions, check_claims).play(here, tuple(begun), to_end=False).actions


def play_regardless(
    game: GameRules[P, W, A], position: P, parsed_actions: Sequence[W], illegal: Illegal
) -> TurnPlayed[P, W, A] | None:
    """A turn that is illegal by `illegal`, played where it is clear what happened: if only its claims are wrong, or
    only its end is; else None."""
    try:
        return play_turn(game, position, parsed_actions, check_claims=False)
    except Illegal as again:
        again.with_traceback(None)  # it may be `illegal`, which is kept
    if illegal.index is not None or not parsed_actions:
        return None
    played = play_actions(game, position, parsed_actions)
    if not isinstance(game, ForcesEnd):
        return None
    ended = game.force_end(played[-1].transition.position)
    return None if ended is None else TurnPlayed(played, Transition(ended))


class _TurnPlayer(Generic[P, W, A]):
    """Judges one written turn."""

    __slots__ = ("check_claims", "game", "parsed_actions")

    def __init__(self, game: GameRules[P, W, A], parsed_actions: Sequence[W], check_claims: bool) -> None:
        self.game = game
        self.parsed_actions = parsed_actions
        self.check_claims = check_claims

    def play(self, position: P, played: tuple[PlayedAction[P, W, A], ...], *, to_end: bool) -> TurnPlayed[P, W, A]:
        """The turn, played on after the actions already `played`; `to_end` ends it after the last."""
        game = self.game
        parsed_actions = self.parsed_actions
        steps = list(played)
        try:
            for written in parsed_actions[len(steps) :]:
                interpretations = game.interpretations(position, written)
                if _is_ranked(interpretations):
                    return self._play_ranks(position, tuple(steps), interpretations, to_end=to_end)
                step = self.settle(position, written, interpretations)
                steps.append(step)
                position = step.transition.position
        except Illegal as illegal:
            if illegal.index is None:
                illegal.index = len(steps)
            raise
        played = tuple(steps)
        if not to_end:
            return TurnPlayed(played, Transition(position))
        ended = game.end_turn(position)
        return TurnPlayed(played, ended, game.check_end_claims(parsed_actions, ended) if self.check_claims else ())

    def _play(self, position: P, interpretation: Interpretation[A]) -> Transition[P]:
        """What an exact action does. Raises `Illegal`."""
        if interpretation.refused is not None:
            raise interpretation.refused
        return interpretation.transition or self.game.play(position, interpretation.action)

    def _play_and_check(self, position: P, written: W, interpretation: Interpretation[A]) -> PlayedAction[P, W, A]:
        """Plays one exact action and checks its claims. Raises `Illegal`."""
        transition = self._play(position, interpretation)
        notices = self.game.check_claims(written, transition) if self.check_claims else ()
        return PlayedAction(position, written, interpretation.action, transition, notices)

    def _play_ranks(
        self,
        position: P,
        played: tuple[PlayedAction[P, W, A], ...],
        interpretations: Sequence[Interpretation[A]],
        *,
        to_end: bool,
    ) -> TurnPlayed[P, W, A]:
        """The turn by the first rank of interpretations with which all of it can be played."""
        written = self.parsed_actions[len(played)]
        last: Illegal | None = None
        for rank in sorted({interpretation.rank for interpretation in interpretations}):
            of_rank = [interpretation for interpretation in interpretations if interpretation.rank == rank]
            try:
                step = self.settle(position, written, of_rank)
                return self.play(step.transition.position, (*played, step), to_end=to_end)
            except Illegal as illegal:
                last = next(
                    (interpretation.illegal for interpretation in of_rank if interpretation.illegal),
                    illegal.with_traceback(None),
                )
        assert last is not None  # there was a rank, and it failed
        raise last

    def settle(self, position: P, written: W, interpretations: Sequence[Interpretation[A]]) -> PlayedAction[P, W, A]:
        """The only interpretation of an action that is legal and agrees with its claims.

        If there is none, raises the diagnostic of the interpretation that got furthest; if several lead to different
        positions, the game's `ambiguous`.
        """
        game = self.game
        if len(interpretations) == 1:
            return self._play_and_check(position, written, interpretations[0])
        survivors: dict[P, PlayedAction[P, W, A]] = {}
        furthest: Illegal | None = None
        for interpretation in interpretations:
            try:
                played = self._play(position, interpretation)
                if played.position in survivors:
                    continue
                notices = game.check_claims(written, played) if self.check_claims else ()
            except Illegal as illegal:
                if furthest is None or illegal.progress > furthest.progress:
                    # Its traceback would keep this call, and so the record, alive until the next garbage collection.
                    furthest = illegal.with_traceback(None)
            else:
                survivors[played.position] = PlayedAction(position, written, interpretation.action, played, notices)
        if len(survivors) == 1:
            return next(iter(survivors.values()))
        if survivors:
            raise game.ambiguous(written, tuple(survivors.values()))
        assert furthest is not None, f"{written!r} has no interpretation and no error"
        raise furthest


def _is_ranked(interpretations: Sequence[Interpretation[A]]) -> bool:
    """Whether the rest of the turn decides which of them is meant."""
    return len(interpretations) > 1 and any(interpretation.rank for interpretation in interpretations)


_WIDTH = 2_000
"""The positions within a turn that may wait before the list of legal turns goes deep instead of wide."""
_Way: TypeAlias = tuple[PlayedAction[P, W, A], ...]
"""The actions from the start of a turn to a position within it."""


def _walk(
    game: GameRules[P, W, A],
    position: P,
    chance: Chance,
    opening: W | None = None,
    *,
    begun: Iterable[_Way[P, W, A]] | None = None,
    width: float = inf,
    budget: Budget | None = None,
    leads_on: Callable[[P], bool] | None = None,
) -> Iterator[tuple[P, _Way[P, W, A]]]:
    """Every position within a turn, each once, with the first way found to it, those of the fewest actions first. The
    first is `position` itself, or what `opening` or the ways `begun` lead to. Ways that meet are merged, so the order
    of actions does not multiply them.

    Once more than `width` wait to be followed, the last found are followed first, so that turns come to their ends
    however many others have begun. Positions that do not pass `leads_on` are left out, with all that follows them.
    Raises `OutOfBudget` if the plays take more than the budget.
    """
    seen: set[P] = {position}
    queue: deque[tuple[P, _Way[P, W, A]]] = deque()

    def follow(here: P, way: _Way[P, W, A], actions: Iterable[A], written: W | None) -> None:
        for action in actions:
            if budget is not None:
                budget.spend()
            try:
                played = game.play(here, action)
            except Illegal:
                continue
            if played.position not in seen and (leads_on is None or leads_on(played.position)):
                seen.add(played.position)
                queue.append((played.position, (*way, PlayedAction(here, written, action, played))))

    if begun is not None:
        for way in begun:
            here = way[-1].transition.position if way else position
            if here not in seen or not way:
                seen.add(here)
                queue.append((here, way))
    elif opening is None:
        queue.append((position, ()))
    else:
        follow(
            position,
            (),
            [interpretation.action for interpretation in game.interpretations(position, opening)],
            opening,
        )
    while queue:
        here, way = queue.popleft() if len(queue) <= width else queue.pop()
        yield here, way
        follow(here, way, game.actions(here, chance), None)


def legal_turns(
    game: GameRules[P, W, A],
    position: P,
    opening: W | None = None,
    *,
    begun: Iterable[_Way[P, W, A]] | None = None,
    width: float = _WIDTH,
    budget: Budget | None = None,
    leads_on: Callable[[P], bool] | None = None,
) -> Iterator[TurnPlayed[P, W, A]]:
    """Every position that one legal turn leads to, each once by its `position_key`, with one way to it; none if the
    game is over.

    `opening` is what the turn begins with (the dice rolled), or it begins in one of the ways `begun`. If the game's
    `perft_counts_turns`, turns that lead to the same position stay apart unless their ways meet. Turns come as they
    are found, those of the fewest actions first unless more than `width` positions wait to be followed. Those that
    come to a position that does not pass `leads_on` are left out. Raises `OutOfBudget` if listing them takes more
    than the budget.
    """
    if game.outcome(position) is not None:
        return
    known: set[Hashable] = set()
    chance = FirstChance()
    for here, way in _walk(
        game, position, chance, opening, begun=begun, width=width, budget=budget, leads_on=leads_on
    ):
        if not way:
            continue
        try:
            ended = game.end_turn(here)
        except Illegal:
            continue
        if not game.info.perft_counts_turns:
            key = position_key(game, ended.position)
            if key in known:
                continue
            known.add(key)
        yield TurnPlayed(way, ended)


def first_end(game: GameRules[P, W, A], position: P, known: dict[P, bool], budget: Budget) -> bool:
    """Whether a turn that has begun, and led to `position`, can be ended, now or after more actions. The first way is
    enough, so it costs a few plays.

    `known` is what earlier calls have found about positions, and grows. Raises `OutOfBudget`.
    """
    chance = FirstChance()
    way: list[tuple[P, Iterator[A]]] = []

    def follow(here: P) -> bool:
        """Whether the turn can be ended as far as is known; if not, more actions are to be tried."""
        if here in known:
            return known[here]
        known[here] = False
        try:
            game.end_turn(here)
        except Illegal:
            way.append((here, iter(game.actions(here, chance))))
            return False
        known[here] = True
        return True

    is_ended = follow(position)
    while way and not is_ended:
        here, actions = way[-1]
        action = next(actions, None)
        if action is None:
            way.pop()
            continue
        try:
            budget.spend()
            is_ended = follow(game.play(here, action).position)
        except Illegal:
            continue
        except OutOfBudget:
            for here, _ in way:
                del known[here]
            raise
    known.update((here, True) for here, _ in way)
    known[position] = is_ended
    return is_ended


def complete_turn(
    game: GameRules[P, W, A],
    position: P,
    start: P,
    played: Sequence[PlayedAction[P, W, A]],
    chance: Chance,
    budget: Budget,
) -> TurnPlayed[P, W, A] | None:
    """The legal turn from `start` that begins with `played`, which leads to `position`, and has the fewest further
    actions; None if there is none. Raises `OutOfBudget`."""
    for here, way in _walk(game, position, chance, budget=budget):
        if played or way:
            try:
                ended = game.end_turn(here)
            except Illegal:
                continue
            return join_actions(game, start, [step.action for step in (*played, *way)], ended)
    return None


def perft(game: GameRules[P, W, A], position: P, depth: int, opening: W | None = None, *, most: int = 10**15) -> int:
    """The number of sequences of `depth` turns, counted as the game defines (R7): 1 at depth 0, otherwise 0 if the
    game is over. Raises `OutOfBudget`, which says so, if listing the turns from one position takes more than `most`
    plays."""
    known: dict[tuple[Hashable, int], int] = {}

    def count(position: P, depth: int) -> int:
        if depth == 0:
            return 1
        key = (position_key(game, position), depth)
        sequences = known.get(key)
        if sequences is None:
            turns = legal_turns(game, position, opening, budget=Budget(most))
            sequences = sum(count(turn.position, depth - 1) for turn in turns)
            if len(known) < most:
                known[key] = sequences
        return sequences

    try:
        return count(position, depth)
    except OutOfBudget:
        raise OutOfBudget(f"a turn has more than {most:,} ways to continue, too many to count") from None


def join_turn(game: GameRules[P, W, A], position: P, turn: TurnPlayed[P, W, A]) -> TurnPlayed[P, W, A]:
    """The same turn with its actions joined as a player would write them, such as steps to paths."""
    return join_actions(game, position, [action.action for action in turn.actions], turn.ended)


def join_actions(
    game: GameRules[P, W, A], position: P, actions: Sequence[A], ended: Transition[P]
) -> TurnPlayed[P, W, A]:
    """The turn of these actions, joined as a player would write them; not joined where that would change what it
    does. `ended` is its end."""
    joined = game.join(actions) if isinstance(game, JoinsActions) else actions
    for way in (joined, actions):
        try:
            played = _play_all(game, position, way)
            if game.end_turn(played[-1].transition.position).position == ended.position:
                return TurnPlayed(played, ended)
        except Illegal:
            continue
    raise AssertionError("the actions do not lead to the end of their turn")


def _play_all(game: GameRules[P, W, A], position: P, actions: Sequence[A]) -> tuple[PlayedAction[P, W, A], ...]:
    """The actions played one after another. Raises `Illegal`."""
    played: list[PlayedAction[P, W, A]] = []
    for action in actions:
        transition = game.play(position, action)
        played.append(PlayedAction(position, None, action, transition))
        position = transition.position
    return tuple(played)

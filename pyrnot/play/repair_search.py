"""Finds the turn that is really wrong: one change of a record with which it is legal beyond its first error.

A slip of the pen may be legal when it is written, and show only many turns later, in a turn that is innocent. So each
of the last turns up to the first error is changed as players err, and the turns after it are played again: the
further they are legal, the more speaks for the change. The changes are tried in stages, from small ones to another
turn altogether. A stage that takes too many plays does not count, so that no turn is preferred for being tried first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from pyrnot.core.alike import alike_ends
from pyrnot.core.budget import Budget, OutOfBudget
from pyrnot.core.diagnostics import Illegal, Repair, RepairKind
from pyrnot.core.game import FirstChance, PlayedAction
from pyrnot.play.repair_ranking import best_repairs
from pyrnot.play.replay import CLAIM_CODES, AnyTurnPlayed, Replay, skip_to
from pyrnot.play.results import agrees
from pyrnot.play.slips import Slips, Texts, text_distance
from pyrnot.play.tries import Step, Tries
from pyrnot.play.turn_changes import FEW, ChangeSize, MainLine, TurnChange
from pyrnot.play.turns import join_turn, legal_turns, needs_chance, play_actions, play_turn
from pyrnot.record.grammars import NotNotation, parse_action

_TURNS_BACK = 24
"""How many turns before the first error are looked at."""
_OTHER_TURNS_BACK = 5
"""How many of them are replaced by each legal turn: what has so little of the text must explain the error soon."""
_ACTIONS_TRIED = 100
_ENOUGH = 2
"""Once this many repairs carry the record to its end, larger changes are not tried."""
_PLAYS_OF_A_STAGE = 16_000
_PLAYS_OF_A_LIST = 3_000
"""The most plays for the list of one turn's alternatives, within a stage."""


def find_repairs(replay: Replay) -> tuple[Repair, ...]:
    """The changes of one turn with which the main line is legal beyond its first error, at most three, best first.

    A change counts if the record is legal to its end with it, its result included, or for three turns more than
    without.
    """
    search = _RepairSearch(replay)
    for stage in (search.try_slips, search.try_orders, search.try_actions, search.try_legal_turns):
        if sum(map(search.line.is_whole, search.found)) < _ENOUGH:
            search.run(stage)
    return best_repairs(search.line, search.found)


def runs_to_end(replay: Replay, index: int, position: Any) -> bool:
    """Whether the main line is legal to its end, its result included, if its turn at an index leads to a position."""
    search = _RepairSearch(replay)
    count = len(search.line)
    search.budget = Budget(count)
    return search.play_on(position, range(index + 1, count)) > count


class _Way(NamedTuple):
    """A legal turn: its texts, what it does, and whether the results in the texts are its own."""

    texts: Texts
    played: AnyTurnPlayed
    has_results: bool


class _RepairSearch:
    """The search for the changes of one record; `found` are those with which enough turns are legal."""

    def __init__(self, replay: Replay) -> None:
        self.line = MainLine(replay)
        self.game = self.line.game
        self.actions = [[action.written for action in turn.actions] for turn in self.line.turns]
        self.positions = [replay.start, *(ply.position for ply in replay.main_plies)]
        self.first = 1 if self.game.info.opening else 0  # the dice come first
        self.slips = Slips(self.game.info.notation, [action for turn in self.line.texts for action in turn])
        self.budget = Budget(0)
        self.found: list[TurnChange] = []
        self.known: defaultdict[int, set[Any]] = defaultdict(set)
        for index in range(self.line.fault):
            self.known[index].add(self.positions[index + 1])

    def run(self, stage: Callable[[int], None]) -> None:
        """Tries a stage on each turn, from the error back; forgets what it found if it takes too many plays."""
        self.budget = Budget(_PLAYS_OF_A_STAGE)
        before = len(self.found)
        try:
            for index in self._suspects():
                is_over = self.game.outcome(self.positions[index]) is not None
                if not is_over or stage == self.try_orders:  # no turn is legal after the end of the game
                    stage(index)
        except OutOfBudget:
            del self.found[before:]

    def _suspects(self) -> range:
        """The turns that may be the wrong one, from that of the error back; only that one if it is not notation,
        which no other turn makes legal."""
        last = min(self.line.fault, len(self.line) - 1)
        turns_back = 1 if self.line.turns[last].is_broken else _TURNS_BACK
        return range(last, max(-1, last - turns_back), -1)

    # The stages

    def try_slips(self, index: int) -> None:
        """The turn with one slip of the pen undone, or with the results that it has."""
        texts = self.line.texts[index]
        if index == self.line.fault:
            self._try_texts(index, [texts], ChangeSize.SLIP)
        is_broken = self.line.turns[index].is_broken
        others = dict.fromkeys(self.slips.turns(texts, self.first, is_broken=is_broken))
        others.pop(texts, None)
        self._try_texts(index, others, ChangeSize.SLIP)

    def try_orders(self, index: int) -> None:
        """The turn left out, or in the place of one of the next two."""
        texts = self.line.texts
        position = self.positions[index]
        following = range(index + 1, len(texts))
        if following and texts[index] != texts[index + 1]:
            length = self.play_on(position, following)
            size = ChangeSize.CHARACTER if self.line.is_again(index) else ChangeSize.ORDER
            self._keep(TurnChange(RepairKind.REMOVE, index, "; ".join(texts[index + 1]), length, size))
        for other in following[:2]:
            if texts[index] != texts[other]:
                order = [other, *range(index + 1, other), index, *range(other + 1, len(texts))]
                length = self.play_on(position, order)
                instead = "; ".join(texts[other])
                self._keep(TurnChange(RepairKind.EXCHANGE, index, instead, length, ChangeSize.SLIP, other=other))

    def try_actions(self, index: int) -> None:
        """The turn with another action in place of one, or with one more."""
        texts = self.line.texts[index]
        start = self._start_of(index)
        ends: defaultdict[Any, list[tuple[int, Step, Texts]]] = defaultdict(list)
        for number in range(self.first, len(texts) + 1):
            try:
                here = self._after_actions(start, texts[:number])
            except (Illegal, NotNotation):
                break
            for action in self._legal_actions(here):
                for rest in (texts[number:], texts[number + 1 :]):
                    end = self._end_of_turn(action.transition.position, rest)
                    if end is not None and end not in self.known[index]:
                        ends[end].append((number, action, rest))
        others: dict[Texts, None] = {}
        for end, ways in ends.items():
            # To spell an action takes longer than to see that the record is no longer legal with it.
            if self._is_enough(self.play_on(end, range(index + 1, len(self.line)))):
                for number, action, rest in ways:
                    others[*texts[:number], self.game.spell(action), *rest] = None
        self._try_texts(index, others, ChangeSize.ACTION)
        self.known[index].update(ends)

    def _after_actions(self, position: Any, texts: Texts, *, check_claims: bool = True) -> Any:
        """The position after some actions of a turn. Raises `Illegal`, and `NotNotation`."""
        parsed_actions = [parse_action(self.game, text) for text in texts]
        played = play_actions(self.game, position, parsed_actions, check_claims=check_claims)
        return played[-1].transition.position if played else position

    def _end_of_turn(self, position: Any, rest: Texts) -> Any | None:
        """The position after a turn that continues from a position within it with these actions, whatever results
        are written with them; None if it is not legal."""
        self.budget.spend()
        try:
            return self.game.end_turn(self._after_actions(position, rest, check_claims=False)).position
        except (Illegal, NotNotation):
            return None

    def try_legal_turns(self, index: int) -> None:
        """Another legal turn in place of the turn, or before it."""
        actions = self.actions[index]
        if self.line.fault - index >= _OTHER_TURNS_BACK or (self.first and not actions):
            return
        if not self._is_believed(ChangeSize.TURN):
            return
        start = self._start_of(index)
        turns_left = range(index, len(self.line))
        for played in self._legal_turns(start, actions[: self.first]):
            if self._is_known(index, played.position):
                continue
            for kind, order in ((RepairKind.INSERT, turns_left), (RepairKind.REPLACE, turns_left[1:])):
                length = self.play_on(played.position, order)
                if self._is_enough(length):
                    # To join and write a turn takes longer than to refuse it.
                    joined = join_turn(self.game, start, played)
                    instead = self.game.write_turn(joined.actions, joined.ended)
                    self._keep(TurnChange(kind, index, instead, length, ChangeSize.TURN))

    def _legal_turns(self, position: Any, dice: Sequence[Any]) -> list[AnyTurnPlayed]:
        """The legal turns that begin with the dice, if any are written, without those that draw."""
        opening = dice[0] if dice else None
        try:
            turns = list(legal_turns(self.game, position, opening, budget=Budget(_PLAYS_OF_A_LIST)))
        except Illegal:
            return []  # the dice are none
        return [played for played in turns if not needs_chance(played.actions[len(dice) :])]

    def _legal_actions(self, position: Any) -> Iterator[Step]:
        """Legal actions within a turn, without those that draw: a repair never invents a draw."""
        try:
            for action in islice(self.game.actions(position, FirstChance()), _ACTIONS_TRIED):
                self.budget.spend()
                try:
                    step: Step = PlayedAction(position, None, action, self.game.play(position, action))
                except Illegal:
                    continue
                if not needs_chance([step]):
                    yield step
        except Illegal:
            return  # no action is possible here

    # What is tried

    def _try_texts(self, index: int, others: Iterable[Texts], size: ChangeSize) -> None:
        """Turns in place of a turn. Of those that lead to the same position, the one most like it is kept: of those
        equally like it the one that differs last."""
        ways: defaultdict[Any, list[_Way]] = defaultdict(list)
        for way in self._legal(index, others):
            if way.played.position not in self.known[index]:
                ways[way.played.position].append(way)
        self.known[index].update(ways)
        written = "; ".join(self.line.texts[index])
        for position, ways_there in ways.items():
            length = self.play_on(position, range(index + 1, len(self.line)))
            if self._is_enough(length):
                # To write a turn takes longer than to refuse it.
                distance, _, instead = min(self._distance(written, way) for way in ways_there)
                size_here = ChangeSize.CHARACTER if distance <= 1 else size
                self._keep(TurnChange(RepairKind.REPLACE, index, instead, length, size_here, distance))

    def _distance(self, written: str, way: _Way) -> tuple[int, int, str]:
        """How much a turn differs from the written one, how early, and how it is written."""
        instead = self.game.write_turn(way.played.actions, way.played.ended)
        text = "; ".join(way.texts) if way.has_results else instead
        return text_distance(written, text), -alike_ends(written, text)[0], instead

    def _legal(self, index: int, others: Iterable[Texts]) -> Iterator[_Way]:
        """Those turns that are legal in place of a turn."""
        start = self._start_of(index)
        tries = Tries(self.game, start)
        without_results = Tries(self.game, start, check_claims=False)
        for texts in others:
            self.budget.spend()
            try:
                yield _Way(texts, tries.play(texts), True)
            except NotNotation:
                continue
            except Illegal as illegal:
                if illegal.code not in CLAIM_CODES:
                    continue
                try:
                    yield _Way(texts, without_results.play(texts), False)
                except Illegal:
                    continue

    def _is_known(self, index: int, position: Any) -> bool:
        """Whether a position after a turn has been tried, which it is from now on."""
        is_known = position in self.known[index]
        self.known[index].add(position)
        return is_known

    def _start_of(self, index: int) -> Any:
        """The position before a turn, with the seat to move that is written before it."""
        position, _ = skip_to(self.game, self.positions[index], self.line.turns[index])
        return position

    def play_on(self, position: Any, order: Sequence[int]) -> int:
        """The number of legal turns when the last turns are played from a position in this order; one more if the
        result is right, too."""
        length = len(self.line) - len(order)
        for number in order:
            turn = self.line.turns[number]
            if turn.is_broken or self.game.outcome(position) is not None:
                return length
            self.budget.spend()
            start, _ = skip_to(self.game, position, turn)
            try:
                position = play_turn(self.game, start, self.actions[number]).position
            except Illegal:
                return length
            length += 1
        is_right = agrees(self.line.record.result, position.seats, self.game.outcome(position))
        return length + 1 if is_right else length

    def _is_enough(self, length: int) -> bool:
        """Whether this number of legal turns speaks for a change."""
        gained = length - self.line.fault
        return gained >= FEW or (gained > 0 and length > len(self.line))

    def _keep(self, change: TurnChange) -> None:
        """Keeps a change with which enough turns are legal."""
        if self._is_believed(change.size) and self._is_enough(change.length):
            self.found.append(change)

    def _is_believed(self, size: ChangeSize) -> bool:
        """Whether a change of a size counts: if few turns follow the error, only small ones do."""
        return not self.line.has_few or size <= ChangeSize.SLIP

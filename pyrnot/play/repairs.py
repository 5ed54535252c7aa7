"""Finds the turn that is really wrong: one change of a record with which it is legal beyond its first error.

A slip of the pen may be legal when it is written, and show only many turns later, in a turn that is innocent. So each
of the last turns up to the first error is changed as players err, and the turns after it are played again: the
further they are legal, the more speaks for the change. The changes are tried in stages, from small ones to another
turn altogether. A stage that takes too many plays does not count, so that no turn is preferred for being tried first.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from itertools import islice
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.alike import alike_ends
from pyrnot.core.budget import Budget, OutOfBudget
from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Illegal, Repair, RepairKind, Severity, Span
from pyrnot.core.game import AnyGame, FirstChance, ParsedAction, PlayedAction
from pyrnot.play.replay import CLAIM_CODES, WOULD_BE_LEGAL, AnyTurnPlayed, Replay, rewrite, skip_to
from pyrnot.play.results import agrees
from pyrnot.play.slips import Slips, Texts, text_distance
from pyrnot.play.turns import join_turn, legal_turns, play_actions, play_turn
from pyrnot.record.grammars import NotNotation, parse_action
from pyrnot.record.model import Turn
from pyrnot.record.typed import written_actions

_MOST_REPAIRS = 3
_MOST_OF_ONE_TURN = 2
"""The most repairs of one turn, as long as there are others: which turn is wrong helps more than how."""
_TURNS_BACK = 24
"""How many turns before the first error are looked at."""
_OTHER_TURNS_BACK = 5
"""How many of them are replaced by each legal turn: what has so little of the text must explain the error soon."""
_ACTIONS_TRIED = 100
_FEW = 3
"""With fewer turns after the first error than this, little speaks against the turn that has it."""
_ENOUGH = 2
"""Once this many repairs carry the record to its end, larger changes are not tried."""
_PLAYS_OF_A_STAGE = 16_000
_PLAYS_OF_A_LIST = 3_000
"""The most plays for the list of one turn's alternatives, within a stage."""


class _Size(IntEnum):
    """How much of a record a change changes, from small to large."""

    CHARACTER = 1
    SLIP = 2
    ACTION = 3
    ORDER = 4
    TURN = 5


class _TurnChange(Struct, frozen=True):
    """A change of the turn with an index in the main line: `instead` is the turn that it makes of it. The first
    `length` turns are legal with it, and one more if the result is right, too; `other` is the turn with which it is
    exchanged."""

    kind: RepairKind
    index: int
    instead: str
    length: int
    size: _Size
    distance: int = 0
    other: int = 0


def with_repairs(replay: Replay) -> Replay:
    """The replay with the repairs of its main line's first error, and the hint that the best of them gives.

    Only an error of a turn, or a result that contradicts the rules, has repairs.
    """
    diagnostic = _first_error(replay)
    if diagnostic is None:
        return replay
    repairs = find_repairs(replay)
    if not repairs:
        return replay
    repaired = _with_hint(replace(diagnostic, repairs=repairs), repairs[0])
    diagnostics = (repaired if each is diagnostic else each for each in replay.diagnostics)
    return replace(replay, diagnostics=tuple(diagnostics))


def _first_error(replay: Replay) -> Diagnostic | None:
    """The diagnostic of the main line's first error, if that is one of a turn or of the result."""
    record = replay.record
    if record.game is None or replay.start is None or record.questions:
        return None
    errors = [found for found in replay.diagnostics if found.severity is Severity.ERROR and not found.line_of_play]
    if replay.length == len(record.main_line):
        return next((error for error in errors if error.code == CoreCodes.WRONG_RESULT), None)
    return _error_at(errors, record.turns[record.main_line[replay.length]].ply)


def _error_at(errors: Sequence[Diagnostic], ply: int) -> Diagnostic | None:
    """The first error of a turn, but that of a wrong seat, which does not make it illegal."""
    return next((error for error in errors if error.ply == ply and error.code != CoreCodes.WRONG_SEAT), None)


def _with_hint(diagnostic: Diagnostic, best: Repair) -> Diagnostic:
    """The diagnostic with the hint of its best repair. A hint at the turn itself stays if it says the same."""
    if best.ply != diagnostic.ply or best.kind is not RepairKind.REPLACE:
        return replace(diagnostic, hint=best.message, fix=None)
    hint = diagnostic.hint
    if hint is not None and (f"`{best.instead}`" in hint or not hint.endswith(WOULD_BE_LEGAL)):
        return diagnostic
    return replace(diagnostic, hint=f"`{best.instead}` {WOULD_BE_LEGAL}", fix=best.edits[0] if best.edits else None)


def find_repairs(replay: Replay) -> tuple[Repair, ...]:
    """The changes of one turn with which the main line is legal beyond its first error, at most three, best first.

    A change counts if the record is legal to its end with it, its result included, or for three turns more than
    without.
    """
    search = _RepairSearch(replay)
    for stage in (search.try_slips, search.try_orders, search.try_actions, search.try_legal_turns):
        if search.count_complete() < _ENOUGH:
            search.run(stage)
    return search.best()


def runs_to_end(replay: Replay, index: int, position: Any) -> bool:
    """Whether the main line is legal to its end, its result included, if its turn at an index leads to a position."""
    search = _RepairSearch(replay)
    search.budget = Budget(len(search.turns))
    return search.play_on(position, range(index + 1, len(search.turns))) > len(search.turns)


class _RepairSearch:
    """The search for the repairs of one record."""

    def __init__(self, replay: Replay) -> None:
        record = replay.record
        assert record.game is not None
        self.game: AnyGame = record.game
        self.record = record
        self.turns = [record.turns[index] for index in record.main_line]
        self.actions = [[action.written for action in turn.actions] for turn in self.turns]
        self.spans = [self._span_of(turn, replay.diagnostics) for turn in self.turns]
        self.texts = [self._texts_of(turn, span) for turn, span in zip(self.turns, self.spans, strict=True)]
        self.fault = replay.length
        self.has_few = len(self.turns) - self.fault < _FEW
        self.positions = [replay.start, *(ply.position for ply in replay.main_plies)]
        self.first = 1 if self.game.info.opening else 0  # the dice come first
        self.budget = Budget(0)
        self.found: list[_TurnChange] = []
        self.known: defaultdict[int, set[Any]] = defaultdict(set)
        for index in range(self.fault):
            self.known[index].add(self.positions[index + 1])

    def _span_of(self, turn: Turn, diagnostics: Sequence[Diagnostic]) -> Span:
        """Where the actions of a turn are written, also of one that is not notation; empty if that is unknown."""
        if not turn.is_broken:
            return turn.actions_span
        for diagnostic in diagnostics:
            if diagnostic.code == CoreCodes.NOT_NOTATION and diagnostic.ply == turn.ply and diagnostic.span:
                span = written_actions(self.record.source.text, turn.start, diagnostic.span.start)
                return span or Span(turn.start, turn.start)
        return Span(turn.start, turn.start)

    def _texts_of(self, turn: Turn, span: Span) -> Texts:
        """The actions of a turn, as they are written in a span."""
        text = self.record.source.text
        if turn.is_broken:
            return tuple(part.strip() for part in text[slice(*span)].split(";"))
        return tuple(text[action.start : action.end] for action in turn.actions)

    def run(self, stage: Callable[[int], None]) -> None:
        """Tries a stage on each turn, from the error back; forgets what it found if it takes too many plays."""
        self.budget = Budget(_PLAYS_OF_A_STAGE)
        before = len(self.found)
        last = min(self.fault, len(self.turns) - 1)
        try:
            for index in range(last, max(-1, last - _TURNS_BACK), -1):
                stage(index)
        except OutOfBudget:
            del self.found[before:]

    # The stages

    def try_slips(self, index: int) -> None:
        """The turn with one slip of the pen undone, or with the results that it has."""
        texts = self.texts[index]
        if index == self.fault:
            self._try_texts(index, [texts], _Size.SLIP)
        slips = Slips(self.game.info.notation, [action for turn in self.texts for action in turn])
        others = dict.fromkeys(slips.turns(texts, self.first))
        others.pop(texts, None)
        self._try_texts(index, list(others), _Size.SLIP)

    def try_orders(self, index: int) -> None:
        """The turn left out, or in the place of one of the next two."""
        texts = self.texts
        position = self.positions[index]
        following = range(index + 1, len(self.turns))
        if following and texts[index] != texts[index + 1]:
            length = self.play_on(position, following)
            size = _Size.CHARACTER if self._is_again(index) else _Size.ORDER
            self._keep(_TurnChange(RepairKind.REMOVE, index, "; ".join(texts[index + 1]), length, size))
        for other in following[:2]:
            if texts[index] != texts[other]:
                order = [other, *range(index + 1, other), index, *range(other + 1, len(self.turns))]
                length = self.play_on(position, order)
                instead = "; ".join(texts[other])
                self._keep(_TurnChange(RepairKind.EXCHANGE, index, instead, length, _Size.SLIP, other=other))

    def _is_again(self, index: int) -> bool:
        """Whether a turn is the same as one of the two before it."""
        return self.texts[index] in self.texts[max(0, index - 2) : index]

    def try_actions(self, index: int) -> None:
        """The turn with another action in place of one, or with one more."""
        texts = self.texts[index]
        start = self._start_of(index)
        others: dict[Texts, None] = {}
        for number in range(self.first, len(texts) + 1):
            try:
                played = play_actions(self.game, start, [parse_action(self.game, text) for text in texts[:number]])
            except (Illegal, NotNotation):
                break
            for action in self._legal_actions(played[-1].transition.position if played else start):
                others[*texts[:number], action, *texts[number:]] = None
                others[*texts[:number], action, *texts[number + 1 :]] = None
        self._try_texts(index, list(others), _Size.ACTION)

    def try_legal_turns(self, index: int) -> None:
        """Another legal turn in place of the turn, or before it."""
        actions = self.actions[index]
        if self.fault - index >= _OTHER_TURNS_BACK or (self.first and not actions):
            return
        start = self._start_of(index)
        opening = actions[0] if self.first else None
        try:
            turns = list(legal_turns(self.game, start, opening, budget=Budget(_PLAYS_OF_A_LIST)))
        except Illegal:
            return  # the dice are none
        for played in turns:
            if self._is_known(index, played.position):
                continue
            joined = join_turn(self.game, start, played)
            instead = self.game.write_turn(joined.actions, joined.ended)
            turns_left = range(index, len(self.turns))
            length = self.play_on(played.position, turns_left)
            self._keep(_TurnChange(RepairKind.INSERT, index, instead, length, _Size.TURN))
            length = self.play_on(played.position, turns_left[1:])
            self._keep(_TurnChange(RepairKind.REPLACE, index, instead, length, _Size.TURN))

    def _legal_actions(self, position: Any) -> Iterator[str]:
        """Legal actions within a turn, as they are written."""
        try:
            for action in islice(self.game.actions(position, FirstChance()), _ACTIONS_TRIED):
                self.budget.spend()
                try:
                    played = self.game.play(position, action)
                except Illegal:
                    continue
                yield self.game.spell(PlayedAction(position, None, action, played))
        except Illegal:
            return  # no action is possible here

    # What is tried

    def _try_texts(self, index: int, others: Sequence[Texts], size: _Size) -> None:
        """Turns in place of a turn. Of those that lead to the same position, the one most like it is kept."""
        written = "; ".join(self.texts[index])
        best: dict[Any, tuple[int, str]] = {}
        for texts in others:
            self.budget.spend()
            try:
                played, has_results = self._take(index, [parse_action(self.game, text) for text in texts])
            except (NotNotation, Illegal):
                continue
            instead = self.game.write_turn(played.actions, played.ended)
            distance = text_distance(written, "; ".join(texts) if has_results else instead)
            position = played.position
            if position not in best or distance < best[position][0]:
                best[position] = (distance, instead)
        for position, (distance, instead) in best.items():
            if not self._is_known(index, position):
                length = self.play_on(position, range(index + 1, len(self.turns)))
                size_here = _Size.CHARACTER if distance <= 1 else size
                self._keep(_TurnChange(RepairKind.REPLACE, index, instead, length, size_here, distance))

    def _take(self, index: int, actions: Sequence[ParsedAction]) -> tuple[AnyTurnPlayed, bool]:
        """A turn in place of another, and whether the results that are written with it are its own. Raises
        `Illegal`."""
        start = self._start_of(index)
        try:
            return play_turn(self.game, start, actions), True
        except Illegal as illegal:
            if illegal.code not in CLAIM_CODES:
                raise
        return play_turn(self.game, start, actions, check_claims=False), False

    def _is_known(self, index: int, position: Any) -> bool:
        """Whether a position after a turn has been tried, which it is from now on."""
        is_known = position in self.known[index]
        self.known[index].add(position)
        return is_known

    def _start_of(self, index: int) -> Any:
        """The position before a turn, with the seat to move that is written before it."""
        position, _ = skip_to(self.game, self.positions[index], self.turns[index])
        return position

    def play_on(self, position: Any, order: Sequence[int]) -> int:
        """The number of legal turns when the last turns are played from a position in this order; one more if the
        result is right, too."""
        length = len(self.turns) - len(order)
        for number in order:
            turn = self.turns[number]
            if turn.is_broken or self.game.outcome(position) is not None:
                return length
            self.budget.spend()
            start, _ = skip_to(self.game, position, turn)
            try:
                position = play_turn(self.game, start, self.actions[number]).position
            except Illegal:
                return length
            length += 1
        is_right = agrees(self.record.result, position.seats, self.game.outcome(position))
        return length + 1 if is_right else length

    # What is found

    def _keep(self, change: _TurnChange) -> None:
        """Keeps a change with which enough turns are legal. If few turns follow the error, only small ones count."""
        gained = change.length - self.fault
        is_to_end = change.length > len(self.turns)
        is_believed = not self.has_few or change.size <= _Size.SLIP
        if gained > 0 and is_believed and (is_to_end or gained >= _FEW):
            self.found.append(change)

    def count_complete(self) -> int:
        """How many changes carry the record to its end."""
        return sum(change.length > len(self.turns) for change in self.found)

    def best(self) -> tuple[Repair, ...]:
        """The best repairs, in order: those with which the most turns are legal, then the smallest changes.

        Of equal ones those first that have the fewest rivals, the turns with the error being one side and all earlier
        ones the other; then an earlier turn, for its text is rarely right by chance with all that follows. Only if
        little follows the error, the turn that has it comes before all others.
        """
        rivals = Counter((change.length, change.size, self._is_earlier(change)) for change in self.found)

        def rank(change: _TurnChange) -> tuple[int | bool, ...]:
            is_earlier = self._is_earlier(change)
            return (
                -change.length,
                change.size,
                self.has_few and is_earlier,
                rivals[change.length, change.size, is_earlier],
                not is_earlier,
                -change.index,
                change.distance,
            )

        ranked = sorted(self.found, key=rank)
        count: Counter[int] = Counter()
        best: list[_TurnChange] = []
        others: list[_TurnChange] = []
        for change in ranked:
            count[change.index] += 1
            if count[change.index] <= _MOST_OF_ONE_TURN:
                best.append(change)
            else:
                others.append(change)
        return tuple(map(self._repair, [*best, *others][:_MOST_REPAIRS]))

    def _is_earlier(self, change: _TurnChange) -> bool:
        return change.index < self.fault

    def _repair(self, change: _TurnChange) -> Repair:
        """What users see of a change."""
        turn = self.turns[change.index]
        texts = self.texts[change.index]
        span = self.spans[change.index]
        written = "; ".join(texts)
        edits = []
        if change.kind is RepairKind.INSERT:
            span = Span(turn.start, turn.start)
            written = ""
        if change.kind is RepairKind.REPLACE:
            edits = [rewrite(self.record, span, change.instead)]
        if change.kind is RepairKind.EXCHANGE:
            other = self.spans[change.other]
            edits = [rewrite(self.record, span, change.instead), rewrite(self.record, other, written)]
        return Repair(
            kind=change.kind,
            ply=turn.ply,
            span=span,
            written=written,
            instead=change.instead,
            legal_to=min(change.length, len(self.turns)),
            message=self._message(change),
            edits=tuple(filter(None, edits)) if all(edits) else (),
        )

    def _message(self, change: _TurnChange) -> str:
        """Such as ``turn 3 may be wrong: with `Sg3` for `Sg2` all 31 turns are legal (line 9)``."""
        turn = self.turns[change.index]
        count = len(self.turns)
        legal = f"all {count} turns are legal" if change.length >= count else f"turns up to {change.length} are legal"
        if change.kind is RepairKind.INSERT:
            why = f"a turn may be missing before turn {turn.ply}: with `{change.instead}` there,"
        elif change.kind is RepairKind.REMOVE:
            what = "written twice" if self._is_again(change.index) else "one too many"
            why = f"turn {turn.ply} may be {what}: without it,"
        elif change.kind is RepairKind.EXCHANGE:
            why = f"turns {turn.ply} and {self.turns[change.other].ply} may be in each other's place: exchanged,"
        else:
            new, old = _difference(change.instead.split("; "), self.texts[change.index])
            why = f"turn {turn.ply} may be wrong: with {new} for {old}"
        return f"{why} {legal} (line {self.record.source.place(turn.start).line})"


def _difference(new: Sequence[str], old: Sequence[str]) -> tuple[str, str]:
    """The actions in which a turn differs from another, each side as it is quoted: `` `+Lg1` ``; all of both turns
    where one side has none."""
    start, end = alike_ends(new, old)
    sides = [side[start : len(side) - end] for side in (new, old)]
    if not all(sides):
        sides = [new, old]
    shown_new, shown_old = (f"`{'; '.join(side)}`" for side in sides)
    return shown_new, shown_old

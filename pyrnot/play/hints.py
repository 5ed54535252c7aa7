"""Finds hints for turns that are illegal or not notation: the same turn with one small change, if that is legal.

A hint is a complete turn that the game's rules allow. It keeps every action but the one that it changes, and of that
all but a character, a word or a square; only a turn that stops too early is continued. If many changes would do,
which was meant is unknown, and there is no hint. A hint never invents a die roll or a draw.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from pyrnot.core.budget import Budget, OutOfBudget
from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import AnyGame, PlayedAction, T
from pyrnot.play.action_parts import CLAIMS, ActionParts
from pyrnot.play.turns import complete_turn, play_actions, play_turn
from pyrnot.record.grammars import NotNotation, parse_action

_MARKS = ("-", "x", "=", "+", ">", "@")
_MOST_NAMED = 3
"""The most turns in one hint: if there are more, what was meant is unknown."""
_LONGEST = 80
"""The longest action, in characters, for which a hint is looked for: there are too many ways to change a longer
one."""
_ACTIONS_TRIED = 100
_PLAYS_TRIED = 1_000
"""The most plays for one hint: a hundredth of a second, in Braces at most an eighth."""


class _Drawn(Exception):
    """The turn can continue only with dice or a draw."""


class _NoChance:
    def pick(self, options: Sequence[T]) -> T:
        raise _Drawn


_NO_CHANCE = _NoChance()


def find_similar_turns(game: AnyGame, position: Any, texts: Sequence[str], at: int) -> list[str]:
    """The legal turns that differ from the turn of the actions `texts` by the smallest change: none, or up to three.

    `at` is the index of the action at fault, the number of actions if it is the turn as such.
    """
    if any(len(text) > _LONGEST for text in texts):
        return []
    search = _Search(game, position, texts, Budget(_PLAYS_TRIED))
    try:
        if at == len(texts):
            return search.completed()
        for changes in search.changes(at):
            turns = list(dict.fromkeys(filter(None, map(search.legal, changes))))
            if turns:
                return turns if len(turns) <= _MOST_NAMED else []
    except (_Drawn, OutOfBudget, Illegal, NotNotation):
        pass
    return []


class _Change(NamedTuple):
    """The actions `new` in place of those from `start` to `end`."""

    start: int
    end: int
    new: Sequence[str]


class _Search:
    """Looks for changes that make one turn legal."""

    def __init__(self, game: AnyGame, position: Any, texts: Sequence[str], budget: Budget) -> None:
        self.game = game
        self.position = position
        self.texts = texts
        self.budget = budget
        self._middles: dict[int, Any] = {}
        self._actions: dict[int, list[str]] = {}
        self.parts = ActionParts(game.info.notation)

    def legal(self, change: _Change) -> str | None:
        """The turn with a change; None if it is not legal."""
        start, end, new = change
        try:
            parsed_actions = [
                parse_action(self.game, text) for text in (*self.texts[:start], *new, *self.texts[end:])
            ]
            self.game.check_parts(parsed_actions)
            self.budget.spend(
                sum(
                    len(self.game.interpretations(self._middle(start), parsed))
                    for parsed in parsed_actions[start : start + 1]
                )
            )
            play_actions(self.game, self._middle(start), parsed_actions[start : start + len(new)])
            self.budget.spend(len(parsed_actions))
            turn = play_turn(self.game, self.position, parsed_actions)
        except (NotNotation, Illegal):
            return None
        return self.game.write_turn(turn.actions, turn.ended)

    def completed(self) -> list[str]:
        """The turn with the fewest actions after its own."""
        played = play_actions(self.game, self.position, [parse_action(self.game, text) for text in self.texts])
        middle = played[-1].transition.position if played else self.position
        turn = complete_turn(self.game, middle, self.position, played, _NO_CHANCE, self.budget)
        return [] if turn is None else [self.game.write_turn(turn.actions, turn.ended)]

    def changes(self, at: int) -> Iterator[Iterable[_Change]]:
        """The changes of a turn with an error in the action `at`, in groups, the smallest first."""
        texts = self.texts
        first = 1 if self.game.info.opening else 0  # the dice are a fact
        for index in range(at, first - 1, -1):
            for edits in self._edits(index):
                yield [_Change(index, index + 1, [text]) for text in dict.fromkeys(edits)]
            if index == at:
                yield self._moved(at, first)
        if not self.parts.are_words:
            legal = self._legal_actions(at)
            yield [_Change(at, at + 1, [action, texts[at]]) for action in legal]
            squares = self.parts.squares(texts[at])
            alike = [action for action in legal if squares and self.parts.squares(action) == squares]
            yield [_Change(at, at + 1, [action]) for action in alike]

    def _moved(self, at: int, first: int) -> Iterable[_Change]:
        """The action `at` before an earlier one, from `first` on; then each action up to it at the end of the
        turn."""
        texts = self.texts
        return [
            *(_Change(to, at + 1, [texts[at], *texts[to:at]]) for to in range(first, at)),
            *(_Change(to, len(texts), [*texts[to + 1 :], texts[to]]) for to in range(first, at + 1)),
        ]

    def _middle(self, index: int) -> Any:
        """The position before an action. Raises `Illegal` if an action before it is."""
        if index not in self._middles:
            played = play_actions(
                self.game, self.position, [parse_action(self.game, text) for text in self.texts[:index]]
            )
            self.budget.spend(index)
            self._middles[index] = played[-1].transition.position if played else self.position
        return self._middles[index]

    def _legal_actions(self, index: int) -> list[str]:
        """Legal actions in place of an action, as far as they can be known."""
        legal = self._actions.setdefault(index, [])
        try:
            middle = self._middle(index)
            for action in islice(self.game.actions(middle, _NO_CHANCE), 0 if legal else _ACTIONS_TRIED):
                self.budget.spend()
                try:
                    legal.append(self.game.spell(PlayedAction(middle, None, action, self.game.play(middle, action))))
                except Illegal:
                    continue
        except (_Drawn, Illegal):
            pass  # they depend on a draw, or an action before it is illegal too
        return legal

    # The changes of one action

    def _edits(self, index: int) -> Iterator[Iterable[str]]:
        """An action with one part changed, in groups: without its results, which are certain; with a part added, or
        two in each other's place; with another part of the same kind; with a part less."""
        text = self.texts[index]
        parts = [match.span() for match in self.parts.pattern.finditer(text)]
        legal = self._legal_actions(index)
        known = self._parts_of(legal)
        yield [CLAIMS.sub("", text)]
        exchanged = list(self.parts.exchanged(text))
        others = [
            text[:start] + meant + text[end:]
            for start, end in parts
            for meant in self.parts.others(text[start:end], known)
        ]
        yield [*self._longer(text, parts, known), *(action for action in legal if action.startswith(text))]
        if self.parts.are_words:
            yield exchanged
        else:
            squares = self.parts.squares(text)  # they are named with the most care
            same = [edited for edited in others if self.parts.squares(edited) == squares]
            yield [*exchanged, *same]
        yield others
        yield [_without_mark(text[:start]) + text[end:] for start, end in parts]

    def _parts_of(self, legal: Iterable[str]) -> Iterable[str]:
        """The parts of the legal actions, each once, and those that any action may have."""
        known = dict.fromkeys(part for action in legal for part in self.parts.pattern.findall(action))
        if not self.parts.are_words:
            known |= dict.fromkeys([*_MARKS, *(part[1] for part in known if re.fullmatch("=[A-Z]", part))])
        return known

    def _longer(self, text: str, parts: Sequence[tuple[int, int]], known: Iterable[str]) -> Iterator[str]:
        """With a part that is left out; of the squares only one between two others."""
        offsets = (*(start for start, _ in parts), len(text))
        if self.parts.are_words:
            for offset in offsets:
                yield from (f"{text[:offset]} {part} {text[offset:]}".strip() for part in known)
            return
        added = [part for part in known if not self.parts.square.fullmatch(part)]
        for offset in offsets:
            yield from (f"{text[:offset]}{part}{text[offset:]}".strip() for part in added)
        yield from self.parts.squares_between(text, parts)


def _without_mark(text: str) -> str:
    """A text without the character at its end that joins what follows to it: `Sc3` of `Sc3-`."""
    return text[:-1] if text[-1:] in _MARKS else text

"""Finds hints for turns that are illegal or not notation: the same turn with one small change, if that is legal.

A hint is a complete turn that the game's rules allow. It keeps every action but the one that it changes, and of that
all but a character, a word or a square; only a turn that stops too early is continued. If many changes would do,
which was meant is unknown, and there is no hint. A hint never invents a die roll or a draw.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice, pairwise, permutations
from typing import Any, NamedTuple

from pyrnot.core.budget import Budget, OutOfBudget
from pyrnot.core.diagnostics import Illegal, nearest
from pyrnot.core.game import AnyGame, PlayedAction, T
from pyrnot.play.turns import complete_turn, play_actions, play_turn
from pyrnot.record.grammars import NotNotation, parse_action

_TOKEN = re.compile(r"[a-h][1-8](?![0-9])|\([a-z0-9]+\)|=[A-Z]|[A-Z]|x(?=[a-h][1-8])|[a-z]+|[0-9]+|<>|\S")
_WORD = re.compile(r"\"[^\"]*\"|[\w'-]+|\S")
_KINDS = ("[a-h][1-8]", r"\([a-z0-9]+\)", "=[A-Z]", "[A-Z]+", "[0-9]", r"x|\W+")
"""The kinds of parts of an action on a board. One takes another's place only if it is of its kind."""
_SQUARE = re.compile("[a-h][1-8]")
_PIECE = re.compile("[rygb][123]", re.IGNORECASE)
_COLOURS = ("red", "yellow", "green", "blue")
_SIGNS = ("-", "x", "=", "+", ">", "@")
_CLAIMS = re.compile(r"(?<!\s)(?:\s*+\bX[^\s;-]*|\s++\+[0-9]+)")
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
            found = list(dict.fromkeys(filter(None, map(search.legal, changes))))
            if found:
                return found if len(found) <= _MOST_NAMED else []
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
        self.pattern = _WORD if game.info.name_parts else _TOKEN

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
                    len(self.game.interpretations(self._middle(start), one))
                    for one in parsed_actions[start : start + 1]
                )
            )
            play_actions(self.game, self._middle(start), parsed_actions[start : start + len(new)])
            self.budget.spend(len(parsed_actions))
            turn = play_turn(self.game, self.position, parsed_actions)
        except (NotNotation, Illegal):
            return None
        return self.game.write_turn(turn.taken, turn.ended)

    def completed(self) -> list[str]:
        """The turn with the fewest actions after its own."""
        taken = play_actions(self.game, self.position, [parse_action(self.game, text) for text in self.texts])
        middle = taken[-1].played.position if taken else self.position
        turn = complete_turn(self.game, middle, self.position, taken, _NO_CHANCE, self.budget)
        return [] if turn is None else [self.game.write_turn(turn.taken, turn.ended)]

    def changes(self, at: int) -> Iterator[Iterable[_Change]]:
        """The changes of a turn with an error in the action `at`, in groups, the smallest first."""
        texts = self.texts
        first = 1 if self.game.info.opening else 0  # the dice are a fact
        for index in range(at, first - 1, -1):
            for edits in self._edits(index):
                yield [_Change(index, index + 1, [text]) for text in dict.fromkeys(edits)]
            if index == at:
                yield self._moved(at, first)
        if self.pattern is _TOKEN:
            legal = self._legal_actions(at)
            yield [_Change(at, at + 1, [action, texts[at]]) for action in legal]
            squares = _squares(texts[at])
            yield [_Change(at, at + 1, [action]) for action in legal if squares and _squares(action) == squares]

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
            taken = play_actions(
                self.game, self.position, [parse_action(self.game, text) for text in self.texts[:index]]
            )
            self.budget.spend(index)
            self._middles[index] = taken[-1].played.position if taken else self.position
        return self._middles[index]

    def _legal_actions(self, index: int) -> list[str]:
        """Legal actions in place of an action, as far as they can be known."""
        found = self._actions.setdefault(index, [])
        try:
            middle = self._middle(index)
            for action in islice(self.game.actions(middle, _NO_CHANCE), 0 if found else _ACTIONS_TRIED):
                self.budget.spend()
                try:
                    found.append(self.game.spell(PlayedAction(middle, None, action, self.game.play(middle, action))))
                except Illegal:
                    continue
        except (_Drawn, Illegal):
            pass  # they depend on a draw, or an action before it is illegal too
        return found

    # The changes of one action

    def _edits(self, index: int) -> Iterator[Iterable[str]]:
        """An action with one part changed, in groups: without its results, which are certain; with a part added, or
        two in each other's place; with another part of the same kind; with a part less."""
        text = self.texts[index]
        parts = [found.span() for found in self.pattern.finditer(text)]
        legal = self._legal_actions(index)
        known = self._parts_of(legal)
        yield [_CLAIMS.sub("", text)]
        swapped = list(self._swapped(text, parts))
        others = [
            text[:start] + other + text[end:]
            for start, end in parts
            for other in self._others(text[start:end], known)
        ]
        yield [*self._longer(text, parts, known), *(action for action in legal if action.startswith(text))]
        if self.pattern is _WORD:
            yield swapped
        else:
            same = [one for one in others if _squares(one) == _squares(text)]  # squares are named with the most care
            yield [*swapped, *same]
        yield others
        yield [_without_mark(text[:start]) + text[end:] for start, end in parts]

    def _parts_of(self, legal: Iterable[str]) -> Iterable[str]:
        """The parts of the legal actions, each once, and those that any action may have."""
        known = dict.fromkeys(part for action in legal for part in self.pattern.findall(action))
        if self.pattern is _TOKEN:
            known |= dict.fromkeys([*_SIGNS, *(part[1] for part in known if re.fullmatch("=[A-Z]", part))])
        return known

    def _longer(self, text: str, parts: Sequence[tuple[int, int]], known: Iterable[str]) -> Iterator[str]:
        """With a part that is left out; of the squares only one between two others."""
        offsets = (*(start for start, _ in parts), len(text))
        if self.pattern is _WORD:
            for offset in offsets:
                yield from (f"{text[:offset]} {part} {text[offset:]}".strip() for part in known)
            return
        added = [part for part in known if not _SQUARE.fullmatch(part)]
        for offset in offsets:
            yield from (f"{text[:offset]}{part}{text[offset:]}".strip() for part in added)
        yield from _with_squares_between(text, parts)

    def _swapped(self, text: str, parts: Sequence[tuple[int, int]]) -> Iterator[str]:
        """With two characters side by side, two parts, or the two sides of an exchange in each other's place; with a
        word in another place."""
        yield from (text[:at] + text[at + 1] + text[at] + text[at + 2 :] for at in range(len(text) - 1))
        if self.pattern is _WORD:
            words = [text[start:end] for start, end in parts]
            for start, end in permutations(range(len(words)), 2):
                rest = words[:start] + words[start + 1 :]
                yield " ".join([*rest[:end], words[start], *rest[end:]])
            return
        given, _, taken = text.partition(">")
        yield f"{taken}>{given}"
        runs = [found.span() for found in re.finditer("(?<!=)[A-Z]+", text)]
        for (start, end), (later, last) in [*combinations(parts, 2), *pairwise(runs)]:
            one = text[start:end]
            other = text[later:last]
            if one != other and _kind(one) == _kind(other):
                yield text[:start] + other + text[end:later] + one + text[last:]

    def _others(self, part: str, known: Iterable[str]) -> Iterable[str]:
        """What may be meant by a part: a square beside it or with its only letter or digit, another digit,
        a piece with its size or colour, a word like it."""
        if self.pattern is _WORD:
            return _other_words(part, known)
        if _SQUARE.fullmatch(part):
            return _around(part)
        if part.isdecimal():
            return [str(int(part) - 1), str(int(part) + 1), *(file + part for file in "abcdefgh")]
        if part in "abcdefgh":
            return [part + rank for rank in "12345678"]
        return [one for one in known if _kind(one) == _kind(part)]


def _with_squares_between(text: str, parts: Iterable[tuple[int, int]]) -> Iterator[str]:
    """An action with another square between two of its squares, next to both of them."""
    squares = [(start, text[start:end]) for start, end in parts if _SQUARE.fullmatch(text[start:end])]
    for (_, one), (offset, other) in pairwise(squares):
        between = set(_around(one)).intersection(_around(other))
        yield from (f"{text[:offset]}{square}-{text[offset:]}" for square in sorted(between))


def _other_words(word: str, known: Iterable[str]) -> Iterable[str]:
    """What may be meant by a word: a piece with its size or colour, another colour, the known word most like it."""
    if len(word) < 3:
        return [one for one in known if _PIECE.fullmatch(one) and set(one) & set(word.lower())]
    if word.lower() in _COLOURS:
        return _COLOURS
    like = nearest(word, [one for one in known if not _PIECE.fullmatch(one)])
    return [like] if like else []


def _without_mark(text: str) -> str:
    """A text without the character at its end that joins what follows to it: `Sc3` of `Sc3-`."""
    return text[:-1] if text[-1:] in _SIGNS else text


def _squares(action: str) -> list[str]:
    """The squares of an action without its results."""
    return _SQUARE.findall(_CLAIMS.sub("", action))


def _kind(part: str) -> int:
    return next((number for number, kind in enumerate(_KINDS) if re.fullmatch(kind, part)), -1)


def _around(square: str) -> list[str]:
    """The squares around a square."""
    return [
        file + rank
        for file in "abcdefgh"
        for rank in "12345678"
        if max(abs(ord(file) - ord(square[0])), abs(ord(rank) - ord(square[1]))) == 1
    ]

"""Lists the turns that may have been meant by a written one: slips of the pen, undone.

Looks at the text alone, in one game's notation: which of the turns are legal is left to the judge.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise

from pyrnot.core.alike import alike_ends
from pyrnot.core.notation import Notation
from pyrnot.core.patterns import lazy_pattern
from pyrnot.play.action_parts import CLAIMS, NAME, ActionParts

Texts = tuple[str, ...]
"""The actions of a turn, as text."""

_NAME = lazy_pattern(NAME)
_BLANK = lazy_pattern(r"(?<=\S)\s+(?=\S)")
_LONGEST = 80
"""The longest action, in characters, that is looked at: a longer one may be meant in too many ways."""


class Slips:
    """What players of one game may have meant by what they wrote. `actions` are those of the record, which say
    what it has given names to."""

    def __init__(self, notation: Notation, actions: Iterable[str]) -> None:
        self._parts = ActionParts(notation)
        self._square = self._parts.square
        self._part = re.compile(rf"{notation.square}|{NAME}|\S")
        names = (name for text in actions for name in _NAME.findall(text))
        self._names = list(dict.fromkeys(chain(notation.faces, names)))

    def turns(self, turn: Texts, first: int, *, is_broken: bool) -> Iterator[Texts]:
        """The turns that differ from `turn` by one slip: in one action, by one too many, or in their order; of one
        that is not notation also by a `;` that is missing.

        The actions before the index `first` keep their places, such as dice. A turn that is not notation may have
        characters that no action has.
        """
        if any(len(action) > _LONGEST for action in turn):
            return
        for number, action in enumerate(turn):
            for other in self._actions(action, is_broken):
                yield (*turn[:number], other, *turn[number + 1 :])
        for number in range(first, len(turn)):
            if len(turn) > 1:
                yield (*turn[:number], *turn[number + 1 :])
            if number + 1 < len(turn):
                yield from self._pairs(turn, number)
        yield from zip(*map(self._parts.seen_otherwise, turn), strict=True)
        if is_broken:
            yield from self._parted(turn)

    def _parted(self, turn: Texts) -> Iterator[Texts]:
        """With two actions in place of one that has a blank."""
        for number, action in enumerate(turn):
            for blank in _BLANK.finditer(action):
                two = action[: blank.start()], action[blank.end() :]
                yield (*turn[:number], *two, *turn[number + 1 :])

    def _pairs(self, turn: Texts, number: int) -> Iterator[Texts]:
        """Two actions side by side in each other's place, or with their first squares or letters exchanged."""
        one, other = turn[number : number + 2]
        pairs = [(other, one)]
        square = self._square.search(one)
        other_square = self._square.search(other)
        if square and other_square:
            pairs.append(
                (self._square.sub(other_square[0], one, count=1), self._square.sub(square[0], other, count=1))
            )
        if one[:1].isupper() and other[:1].isupper():
            pairs.append((other[0] + one[1:], one[0] + other[1:]))
        for pair in pairs:
            yield (*turn[:number], *pair, *turn[number + 2 :])

    def _actions(self, action: str, is_broken: bool) -> Iterator[str]:
        """The actions that differ from `action` by one slip."""
        parts = self._with_another_part(action, is_broken)
        return chain(parts, self._parts.exchanged(action), self._with_another_path(action))

    def _with_another_part(self, action: str, is_broken: bool) -> Iterator[str]:
        """With another square, letter, figure or name: `Sc4` for `Sc3`, `trade g1 y1` for `trade g1 b1`."""
        for found in self._part.finditer(action):
            for other in self._others(found[0], is_broken):
                yield action[: found.start()] + other + action[found.end() :]

    def _others(self, part: str, is_broken: bool) -> Iterable[str]:
        """What may be meant by a part; by a character that the notation doesn't have, any that it has."""
        if self._square.fullmatch(part):
            of_rank = [file + part[1] for file in self._parts.files]
            of_file = [part[0] + rank for rank in self._parts.ranks]
            return [*of_rank, *of_file, *self._parts.around(part), self._parts.transposed(part)]
        if len(part) > 1:
            return self._names
        rows = [row for row in self._parts.rows if part in row]
        if is_broken and not rows:
            rows = [row for row in self._parts.rows if row.isalnum()]
        return dict.fromkeys("".join(rows))

    def _with_another_path(self, action: str) -> Iterator[str]:
        """With a square of a path less or more, without the results of another path: `Dc4-c5-b5` for `Dc4-b5`."""
        path = CLAIMS.sub("", action)
        squares = list(self._square.finditer(path))
        for before, after in pairwise(squares):
            if path[before.end() : after.start()] == "-":
                yield path[: before.end()] + path[after.end() :]
                yield path[: before.start()] + path[after.start() :]
                for square in self._parts.around(before[0]):
                    yield f"{path[: before.end()]}-{square}{path[before.end() :]}"
        for last in squares[-1:]:
            for square in self._parts.around(last[0]):
                yield f"{path[: last.end()]}-{square}{path[last.end() :]}"


def text_distance(one: str, other: str) -> int:
    """How many characters must be added, taken away or replaced to make one text of the other."""
    start, end = alike_ends(one, other)
    one = one[start : len(one) - end]
    other = other[start : len(other) - end]
    distances: Sequence[int] = range(len(other) + 1)
    for number, character in enumerate(one, 1):
        row = [number]
        for column, letter in enumerate(other):
            replaced = distances[column] if character == letter else distances[column] + 1
            row.append(min(replaced, distances[column + 1] + 1, row[column] + 1))
        distances = row
    return distances[-1]

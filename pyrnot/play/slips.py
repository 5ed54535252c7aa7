"""Lists the turns that may have been meant by a written one: slips of the pen, undone.

Looks at the text alone, in one game's notation: which of the turns are legal is left to the judge.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, pairwise

from pyrnot.core.alike import alike_ends
from pyrnot.core.notation import Notation

Texts = tuple[str, ...]
"""The actions of a turn, as text."""

_PART = re.compile(r"\"[^\"]*\"|[^\W\d_]?[^\W\d_A-Z]{2,}[\w'-]*|[A-Z]{3,}(?![\w(])|\S")
"""A part of an action: a name or a word, a face of a die, or a single character."""
_FIGURES = "123456789"
_POSES = "_^"
_MOVES = "-x"
_LONGEST = 80
"""The longest action, in characters, that is looked at: a longer one may be meant in too many ways."""


class Slips:
    """What players of one game may have meant by what they wrote. `actions` are those of the record, from which its
    names are known."""

    def __init__(self, notation: Notation, actions: Iterable[str]) -> None:
        self._square = re.compile(notation.square)
        self._pyramid = re.compile(notation.pyramid)
        self._files = notation.files
        self._ranks = notation.ranks
        self._rows = (notation.sizes, notation.colours, notation.files, notation.ranks, _FIGURES, _POSES, _MOVES)
        self._names = list(dict.fromkeys(part for text in actions for part in _PART.findall(text) if len(part) > 1))

    def turns(self, turn: Texts, first: int) -> Iterator[Texts]:
        """The turns that differ from `turn` by one slip: in one action, by one too many, or in their order.

        The actions before the index `first` keep their places, such as dice.
        """
        if any(len(action) > _LONGEST for action in turn):
            return
        for number, action in enumerate(turn):
            for other in self._actions(action):
                yield (*turn[:number], other, *turn[number + 1 :])
        for number in range(first, len(turn)):
            if len(turn) > 1:
                yield (*turn[:number], *turn[number + 1 :])
            if number + 1 < len(turn):
                yield from self._pairs(turn, number)
        yield tuple(map(self._transposed, turn))
        for size in (5, len(self._files)):
            yield tuple(self._from_the_other_side(action, size) for action in turn)

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

    def _actions(self, action: str) -> Iterator[str]:
        """The actions that differ from `action` by one slip."""
        return chain(
            self._with_another_part(action),
            self._with_another_square(action),
            self._with_parts_exchanged(action),
            self._with_characters_exchanged(action),
            self._with_another_path(action),
        )

    def _with_another_part(self, action: str) -> Iterator[str]:
        """With another letter, figure or name: `Sc4` for `Sc3`, `trade g1 y1` for `trade g1 b1`."""
        for found in _PART.finditer(action):
            for other in self._others(found[0]):
                yield action[: found.start()] + other + action[found.end() :]

    def _others(self, part: str) -> Iterable[str]:
        """What may be meant by a part; by a character that the notation doesn't have, any that it has."""
        if len(part) > 1:
            return [name for name in self._names if name != part]
        rows = [row for row in self._rows if part in row] or [row for row in self._rows if row.isalnum()]
        return [other for other in dict.fromkeys("".join(rows)) if other != part]

    def _with_another_square(self, action: str) -> Iterator[str]:
        """With a square that touches one at a corner, or has its file and rank exchanged: `Sd4` or `Sb3` for
        `Sc2`."""
        for square in self._square.finditer(action):
            for other in (*self._at_corners(square[0]), self._transposed(square[0])):
                yield action[: square.start()] + other + action[square.end() :]

    def _with_parts_exchanged(self, action: str) -> Iterator[str]:
        """With two alike parts in each other's place: `Lc3-c2` for `Lc2-c3`, `M(y)>SS(g)` for `M(g)>SS(y)`."""
        parts = [*_PART.finditer(action), *self._square.finditer(action), *self._pyramid.finditer(action)]
        for one, other in combinations(parts, 2):
            if one[0] != other[0] and one.end() <= other.start() and self._arecommon_prefix(one[0], other[0]):
                between = action[one.end() : other.start()]
                yield action[: one.start()] + other[0] + between + one[0] + action[other.end() :]

    def _arecommon_prefix(self, one: str, other: str) -> bool:
        """Whether one part may be taken for another: both names, squares, pyramids or of one row of letters."""
        if len(one) > 1:
            return len(other) > 1 and bool(self._square.fullmatch(one)) == bool(self._square.fullmatch(other))
        return any(one in row and other in row for row in self._rows)

    def _with_characters_exchanged(self, action: str) -> Iterator[str]:
        """With two characters side by side in each other's place: `Sc3` for `S3c`."""
        for at in range(len(action) - 1):
            if action[at] != action[at + 1]:
                yield action[:at] + action[at + 1] + action[at] + action[at + 2 :]

    def _with_another_path(self, action: str) -> Iterator[str]:
        """With a square of a path less or more: `Dc4-c5-b5` for `Dc4-b5`."""
        squares = list(self._square.finditer(action))
        for before, after in pairwise(squares):
            if action[before.end() : after.start()] == "-":
                yield action[: before.end()] + action[after.end() :]
                yield action[: before.start()] + action[after.start() :]
                for square in self._around(before[0]):
                    yield f"{action[: before.end()]}-{square}{action[before.end() :]}"
        for last in squares[-1:]:
            for square in self._around(last[0]):
                yield f"{action[: last.end()]}-{square}{action[last.end() :]}"

    def _around(self, square: str) -> Iterator[str]:
        """The squares that touch a square."""
        yield from self._at_corners(square)
        yield from (file + square[1] for file in _beside(square[0], self._files))
        yield from (square[0] + rank for rank in _beside(square[1], self._ranks))

    def _at_corners(self, square: str) -> Iterator[str]:
        """The squares that touch a square at a corner."""
        for file in _beside(square[0], self._files):
            for rank in _beside(square[1], self._ranks):
                yield file + rank

    def _transposed(self, action: str) -> str:
        """The action with file and rank of each square exchanged: `Sb3` for `Sc2`."""

        def transposed(square: re.Match[str]) -> str:
            file = self._ranks.index(square[0][1])
            rank = self._files.index(square[0][0])
            return self._files[file] + self._ranks[rank]

        return self._square.sub(transposed, action)

    def _from_the_other_side(self, action: str, size: int) -> str:
        """The action as seen from the other side of a square board of a size: `Se1` for `Sa5` if it is 5."""

        def turned(square: re.Match[str]) -> str:
            file = size - 1 - self._files.index(square[0][0])
            rank = size - 1 - self._ranks.index(square[0][1])
            return square[0] if min(file, rank) < 0 else self._files[file] + self._ranks[rank]

        return self._square.sub(turned, action)


def _beside(letter: str, row: str) -> str:
    """The characters before and after one in its row."""
    at = row.index(letter)
    return row[max(0, at - 1) : at] + row[at + 1 : at + 2]


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

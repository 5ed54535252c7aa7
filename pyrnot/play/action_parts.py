"""Takes actions apart, and says which parts may be meant by another, or be in each other's place.

Looks at the text alone, in one game's notation: for hints, which know what would be legal, and for slips, which do
not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, pairwise, permutations
from operator import methodcaller

from pyrnot.core.diagnostics import nearest
from pyrnot.core.notation import Notation
from pyrnot.core.patterns import lazy_pattern

CLAIMS = lazy_pattern(r"(?<!\s)(?:\s*+\bX[^\s;-]*|\s++\+[0-9]+)")
"""The results that are written with an action."""
NAME = r"\"[^\"]*\"|[^\W\d_]?[^\W\d_A-Z]{2,}[\w'-]*|[A-Z]{3,}(?![\w(])"
"""A name or a word, or a face of a die, in any game."""
FIGURES = "123456789"
_POSES = "_^"
_MOVES = "-x"


class ActionParts:
    """The parts of actions in one game's notation."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.square = re.compile(notation.square)
        self.pyramid = re.compile(notation.pyramid, re.IGNORECASE)
        self.are_words = notation.name is not None
        """Whether the parts are words, some of which are names; otherwise they are squares, letters and numbers."""
        words = rf"{notation.name}|\S"
        tokens = rf"{notation.square}(?![0-9])|\([a-z0-9]+\)|=[A-Z]|[A-Z]|x(?={notation.square})|[a-z]+|[0-9]+|<>|\S"
        self.pattern = re.compile(words if self.are_words else tokens)
        self.files = _up_to(notation.corner[0], notation.files)
        self.ranks = _up_to(notation.corner[1], notation.ranks)
        """The files and ranks of the board; squares beyond them can be written, too."""
        files_mirrored = str.maketrans(self.files, self.files[::-1])
        ranks_mirrored = str.maketrans(self.ranks, self.ranks[::-1])
        mirrors = (files_mirrored | ranks_mirrored, files_mirrored, ranks_mirrored)
        self._mirrors: list[Callable[[str], str]] = [methodcaller("translate", mirror) for mirror in mirrors]
        self.kinds = (notation.square, r"\([a-z0-9]+\)", "=[A-Z]", "[A-Z]+", "[0-9]", r"x|\W+")
        self.rows = (notation.sizes, notation.colours, notation.files, notation.ranks, FIGURES, _POSES, _MOVES)
        """Characters any of which may stand where one of its row does, unless it is part of a square."""
        # What a pyramid becomes, as in `=M`, is not what it is.
        patterns = (f"{NAME}|\\S", notation.square, notation.pyramid)
        self._exchanged = [re.compile(f"(?<!=)(?:{pattern})") for pattern in patterns]

    def squares(self, action: str) -> list[str]:
        """The squares of an action without its results."""
        return self.square.findall(CLAIMS.sub("", action))

    def kind(self, part: str) -> int:
        """The kind of a token. One takes another's place only if it is of its kind."""
        return next((number for number, kind in enumerate(self.kinds) if re.fullmatch(kind, part)), -1)

    def around(self, square: str) -> list[str]:
        """The squares of the board around a square."""
        files = _near(square[0], self.notation.files)
        ranks = _near(square[1], self.notation.ranks)
        near = [file + rank for file in files for rank in ranks if file + rank != square]
        return [name for name in near if self._is_on_board(name)]

    def transposed(self, square: str) -> str:
        """The square with its file and rank exchanged: `b3` for `c2`."""
        file = self.notation.ranks.index(square[1])
        rank = self.notation.files.index(square[0])
        return self.notation.files[file] + self.notation.ranks[rank]

    def seen_otherwise(self, action: str) -> list[str]:
        """The action with file and rank of each square exchanged, as seen from the other side of the board, and with
        only the files or only the ranks counted from there."""
        return [self._renamed(action, name) for name in (self.transposed, *self._mirrors)]

    def _renamed(self, action: str, name: Callable[[str], str]) -> str:
        """The action with another name for each of its squares."""
        return self.square.sub(lambda square: name(square[0]), action)

    def _is_on_board(self, square: str) -> bool:
        return square[0] in self.files and square[1] in self.ranks

    def others(self, part: str, known: Iterable[str]) -> Iterable[str]:
        """What may be meant by a part: a square beside it or with its only letter or digit, another digit,
        a piece with its size or colour, a word like it."""
        if self.are_words:
            return self._other_words(part, known)
        files = self.notation.files
        if self.square.fullmatch(part):
            return self.around(part)
        if part.isdecimal():
            return [str(int(part) - 1), str(int(part) + 1), *(file + part for file in files)]
        if part in files:
            return [part + rank for rank in self.notation.ranks]
        return [candidate for candidate in known if self.kind(candidate) == self.kind(part)]

    def _other_words(self, word: str, known: Iterable[str]) -> Iterable[str]:
        """What may be meant by a word: a piece with its size or colour, another colour, the known word most like
        it."""
        if len(word) < 3:
            letters = set(word.lower())
            return [
                candidate for candidate in known if self.pyramid.fullmatch(candidate) and letters & set(candidate)
            ]
        if word.lower() in self.notation.colour_words:
            return self.notation.colour_words
        like = nearest(word, [candidate for candidate in known if not self.pyramid.fullmatch(candidate)])
        return [like] if like else []

    def squares_between(self, text: str, spans: Iterable[tuple[int, int]]) -> Iterator[str]:
        """An action with another square between two of its squares, next to both of them."""
        squares = [(start, text[start:end]) for start, end in spans if self.square.fullmatch(text[start:end])]
        for (_, before), (offset, after) in pairwise(squares):
            between = set(self.around(before)).intersection(self.around(after))
            yield from (f"{text[:offset]}{square}-{text[offset:]}" for square in sorted(between))

    def exchanged(self, action: str) -> Iterator[str]:
        """The action with two characters side by side, two like parts, or the two sides of an exchange in each
        other's place, or with a word in another place: `Sc3` for `S3c`, `M(g)>SS(y)` for `M(y)>SS(g)`. No name is
        invented: of characters among words only those of a pyramid are exchanged."""
        yield from self._with_characters_exchanged(action)
        left, mark, right = action.partition(">")
        if mark:
            yield f"{right}>{left}"
        if self.are_words:
            yield from self._with_words_moved(action)
        parts = [found for pattern in self._exchanged for found in pattern.finditer(action)]
        for one, other in combinations(sorted(parts, key=re.Match.start), 2):
            if one.end() <= other.start() and one[0] != other[0] and self._are_alike(one[0], other[0]):
                between = action[one.end() : other.start()]
                yield action[: one.start()] + other[0] + between + one[0] + action[other.end() :]

    def _with_characters_exchanged(self, action: str) -> Iterator[str]:
        for at in range(len(action) - 1):
            swapped = action[at + 1] + action[at]
            if not self.are_words or self.pyramid.fullmatch(swapped):
                yield action[:at] + swapped + action[at + 2 :]

    def _with_words_moved(self, action: str) -> Iterator[str]:
        words = self.pattern.findall(action)
        for start, end in permutations(range(len(words)), 2):
            others = words[:start] + words[start + 1 :]
            yield " ".join([*others[:end], words[start], *others[end:]])

    def _are_alike(self, one: str, other: str) -> bool:
        """Whether one part may be taken for another: both names, squares, pyramids or of one row of characters."""
        if len(one) > 1 or len(other) > 1:
            return bool(self.square.fullmatch(one)) == bool(self.square.fullmatch(other))
        return any(one in row and other in row for row in self.rows)


def _up_to(last: str, line: str) -> str:
    """The files or ranks up to the last one; none if there are none."""
    return line[: line.find(last) + 1]


def _near(letter: str, line: str) -> str:
    """A file or rank with those beside it."""
    index = line.index(letter)
    return line[max(index - 1, 0) : index + 2]

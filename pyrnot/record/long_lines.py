"""The turns and variations of one record: the first thousands as they are, the others as rows of numbers, from which
they are made when they are used.

A text of ten megabytes may hold two million turns, each of which would take a hundred times its text as an object. No
game that people play is so long, so theirs are never packed. Reads no text and applies no rule.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar, overload

from pyrnot.core.diagnostics import Span
from pyrnot.record.model import Action, Comment, Number, SeatWritten, Turn, Variation
from pyrnot.record.packed import Packed, Parts, slice_of

if TYPE_CHECKING:
    from pyrnot.core.game import Written

T = TypeVar("T")

KEPT = 2_048
"""The number of turns, and of variations, that are kept as they are: as many as a replay keeps."""

_NO_NUMBER = -1
_NO_VALUE = -2
"""Instead of a turn's number: it has none, or an absurdly long one."""
_NO_EXTRA = -1
_IS_BROKEN = 1
_HAS_THREE_DOTS = 2


def number_array(text: str) -> array[int]:
    """An empty array for numbers that are no larger than the places of a text."""
    return array("i" if len(text) < 1 << 31 else "q")


def finished_numbers(numbers: array[int]) -> Sequence[int]:
    """Indices of turns or variations: a tuple unless there are very many."""
    return tuple(numbers) if len(numbers) <= KEPT else numbers


class _Actions(Sequence[Action]):
    """The actions of many turns."""

    def __init__(self, text: str) -> None:
        self._written: list[Written] = []
        self._starts = number_array(text)
        self._ends = number_array(text)

    def extend(self, actions: Iterable[Action]) -> None:
        for action in actions:
            self._written.append(action.written)
            self._starts.append(action.start)
            self._ends.append(action.end)

    def __len__(self) -> int:
        return len(self._written)

    @overload
    def __getitem__(self, index: int) -> Action: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...

    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return tuple(map(Action, self._written[index], self._starts[index], self._ends[index]))
        return Action(self._written[index], self._starts[index], self._ends[index])


class Long(Parts[T], ABC):
    """Parts of a record in order, each reserved before it is known: a turn is complete only after its variations.

    `_empty` is the row of a part that is not known yet.
    """

    _empty: tuple[int, ...]

    def __init__(self, text: str) -> None:
        self._first: list[T | None] = []
        self._rows = number_array(text)
        self._width = len(self._empty)

    @abstractmethod
    def _pack(self, part: T) -> Iterable[int]:
        """A part as a row of numbers."""

    @abstractmethod
    def _make(self, index: int, row: Sequence[int]) -> T:
        """The part with this index, from its row."""

    def reserve(self) -> int:
        """Makes room for the next part, and returns its index."""
        index = len(self._first)
        if index < KEPT:
            self._first.append(None)
            return index
        self._rows.extend(self._empty)
        return len(self) - 1

    def fill(self, index: int, part: T) -> None:
        """Takes a part for which there is room."""
        if index < KEPT:
            self._first[index] = part
        else:
            place = (index - KEPT) * self._width
            self._rows[place : place + self._width] = array(self._rows.typecode, self._pack(part))

    def finished(self) -> Sequence[T]:
        """All parts, once they are known: a tuple unless there are very many."""
        return self if self._rows else tuple(self)

    def __len__(self) -> int:
        return len(self._first) + len(self._rows) // self._width

    def _get(self, index: int) -> T:
        if index < KEPT:
            part = self._first[index]
            assert part is not None  # known by now
            return part
        place = (index - KEPT) * self._width
        return self._make(index, self._rows[place : place + self._width])

    def __iter__(self) -> Iterator[T]:
        return map(self._get, range(len(self)))

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...

    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        if isinstance(index, slice):
            return tuple(map(self._get, range(len(self))[index]))
        return self._get(range(len(self))[index])


class LongTurns(Long[Turn]):
    """The turns of a record. A turn's number, if it has one, begins where the turn does.

    What few turns have (a seat, marks, comments, variations) is in further rows.
    """

    _empty = (0,) * 11

    def __init__(self, text: str, comments: Packed[Comment]) -> None:
        super().__init__(text)
        self._actions = _Actions(text)
        self._extras = number_array(text)
        self._seats: list[str] = []
        self._marks: list[str] = []
        self._comments = comments
        self._variations = number_array(text)

    def _pack(self, part: Turn) -> Iterable[int]:
        number = part.number
        flags = part.is_broken * _IS_BROKEN + (number is not None and number.dots == 3) * _HAS_THREE_DOTS
        value = _NO_NUMBER if number is None else _NO_VALUE if number.value is None else number.value
        number_end = 0 if number is None else number.end
        begin = len(self._actions)
        self._actions.extend(part.actions)
        has_extra = part.seat or part.marks or part.comments or part.variations
        extra = self._pack_extra(part) if has_extra else _NO_EXTRA
        place = (part.ply, part.parent, part.variation, part.start, part.end)
        return (*place, flags, value, number_end, begin, len(self._actions), extra)

    def _pack_extra(self, turn: Turn) -> int:
        extras, begin = self._extras, len(self._extras)
        extras.extend((len(self._seats), len(self._marks), len(self._comments), len(self._variations)))
        if turn.seat is not None:
            self._seats.append(turn.seat.text)
        self._marks += turn.marks
        for comment in turn.comments:
            self._comments.add(*comment.span)
        self._variations.extend(turn.variations)
        extras.extend((len(self._seats), len(self._marks), len(self._comments), len(self._variations)))
        extras.extend(turn.seat.span if turn.seat else (0, 0))
        return begin

    def _make(self, index: int, row: Sequence[int]) -> Turn:
        ply, parent, variation, start, end, flags, value, number_end, begin, stop, extra = row
        number = None
        if value != _NO_NUMBER:
            dots = 3 if flags & _HAS_THREE_DOTS else 1
            number = Number(None if value == _NO_VALUE else value, dots, start, number_end)
        seat, marks, comments, variations = self._make_extra(extra) if extra != _NO_EXTRA else (None, (), (), ())
        return Turn(
            ply=ply,
            parent=parent,
            variation=variation,
            start=start,
            end=end,
            number=number,
            seat=seat,
            actions=slice_of(self._actions, begin, stop),
            is_broken=bool(flags & _IS_BROKEN),
            marks=marks,
            comments=comments,
            variations=variations,
        )

    def _make_extra(self, place: int) -> tuple[SeatWritten | None, Sequence[str], Sequence[Comment], Sequence[int]]:
        seat, mark, comment, variation, no_seat, *ends, start, end = self._extras[place : place + 10]
        return (
            SeatWritten(self._seats[seat], Span(start, end)) if seat < no_seat else None,
            slice_of(self._marks, mark, ends[0]),
            slice_of(self._comments, comment, ends[1]),
            slice_of(self._variations, variation, ends[2]),
        )


class LongVariations(Long[Variation]):
    """The lines of play of a record by their number."""

    _empty = (0,) * 6

    def __init__(self, text: str, comments: Packed[Comment]) -> None:
        super().__init__(text)
        self._turns = number_array(text)
        self._comments = comments

    def _pack(self, part: Variation) -> Iterable[int]:
        turns, comments = len(self._turns), len(self._comments)
        self._turns.extend(part.turns)
        for comment in part.comments:
            self._comments.add(*comment.span)
        return (part.instead_of, part.ply, turns, len(self._turns), comments, len(self._comments))

    def _make(self, index: int, row: Sequence[int]) -> Variation:
        instead_of, ply, *turns, begin, end = row
        return Variation(
            number=index,
            instead_of=instead_of,
            ply=ply,
            comments=slice_of(self._comments, begin, end),
            turns=slice_of(self._turns, *turns),
        )

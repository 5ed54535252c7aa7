"""A record as users of the library see it: a game that was read and judged, turn by turn.

Reading it is left to `reading`, changing it to `record`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from msgspec.structs import replace

from pyrnot.library.board import Board
from pyrnot.library.diagnosis import Diagnostic, diagnose, errors_in, explain_faults
from pyrnot.library.errors import IllegalStart
from pyrnot.library.turn import Done, Place, Turn, words
from pyrnot.play.replay import Replay
from pyrnot.play.replay import replay as judge
from pyrnot.play.walk import walk
from pyrnot.play.write import result_text, write_record
from pyrnot.record.source import SourceText

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame, GameInfo, Outcome
    from pyrnot.core.tags import Tags
    from pyrnot.library.record import Record
    from pyrnot.play.replay import Ply
    from pyrnot.record.model import Turn as Written

_STRIDE = 8
"""Every eighth position of the main line is kept: the others are a few turns away, and a position is up to 2 kB."""


class Game(Sequence[Turn]):
    """A game: a record that was read and judged.

    It is the sequence of the legal turns of its main line, up to the first that is not legal: `len(game)`,
    `for turn in game`, `game[0]`, `game[-1]`. Turns are played again while they are looked at, so that a game holds its
    record and little more. `str(game)` is the record in canonical form, or as it was written if it has an error.

    Games come from `load`, `loads` and `read`. They do not change, and can be hashed, compared, pickled, and used by
    several threads; `edit` gives a record that can be changed.

    >>> import pyrnot
    >>> game = pyrnot.load("sample_games/braces/authors-line.pyr")
    >>> game.ok, len(game), game.outcome.winner
    (True, 33, 'White')
    """

    __slots__ = ("_diagnostics", "_encoding", "_judged", "_kept")

    _judged: Replay
    _kept: tuple[Any, ...]
    _diagnostics: tuple[Diagnostic, ...]
    _encoding: str

    def __init__(self) -> None:
        raise TypeError("games come from pyrnot.load, pyrnot.loads and pyrnot.read")

    @classmethod
    def _make(cls, judged: Replay, encoding: str = "utf-8") -> Game:
        game = cls.__new__(cls)
        record = judged.record
        ends = [judged.start, *(ply.position for ply in judged.main_plies)]
        game._kept = tuple(ends[::_STRIDE])
        game._diagnostics = diagnose(judged.diagnostics, record.source)
        game._encoding = encoding
        # What was read may keep a file open; its text is enough.
        source = SourceText(
            record.source.text,
            file=record.source.file,
            number=record.source.number,
            first_line=record.source.first_line,
            original=record.source.original,
            form=record.source.form,
        )
        game._judged = replace(judged, record=replace(record, source=source), plies=(None,) * len(record.turns))
        return game

    # The record

    @property
    def ok(self) -> bool:
        """Whether the record has no error; warnings do not matter.

        >>> import pyrnot
        >>> pyrnot.loads('[Game "Martian Life"]\\n1. f3=M').ok
        False
        """
        return not self._judged.has_error

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is wrong with the record, and the warnings, in the order of the text.

        >>> import pyrnot
        >>> [fault.code for fault in pyrnot.loads('[Game "Martian Life"]\\n1. f3=M').diagnostics]
        ['not-notation']
        """
        return self._diagnostics

    @property
    def tags(self) -> Tags:
        """The tags, name -> value; names in any case.

        >>> import pyrnot
        >>> pyrnot.load("sample_games/braces/authors-line.pyr").tags["White"]
        'Nadia Frei'
        """
        return self._judged.record.tags

    @property
    def info(self) -> GameInfo | None:
        """The facts about the game that is played: its `id`, `title`, `seats` ...; None if it is not known which.

        >>> import pyrnot
        >>> pyrnot.load("sample_games/braces/authors-line.pyr").info.title
        'Braces'
        """
        rules = self._judged.record.game
        return None if rules is None else rules.info

    @property
    def file(self) -> str:
        """The file that the record was read from; `-` for a text.

        >>> import pyrnot
        >>> pyrnot.load("sample_games/braces/authors-line.pyr").file
        'sample_games/braces/authors-line.pyr'
        """
        return self._judged.record.source.file

    @property
    def number(self) -> int:
        """The number of the record in its file, from 1.

        >>> import pyrnot
        >>> pyrnot.load("sample_games/braces/authors-line.pyr").number
        1
        """
        return self._judged.record.source.number

    @property
    def comments(self) -> tuple[str, ...]:
        """The comments before the first turn and after the result, without their braces; the others belong to turns.

        >>> import pyrnot
        >>> pyrnot.loads("{ A friendly game. } 1. Sf3", game="martian-life").comments
        ('A friendly game.',)
        """
        record = self._judged.record
        return (*words([comment for _, comment in record.comments]), *words(record.tail))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended by its rules after the last legal turn; None if it did not. See `Board.outcome`.

        >>> import pyrnot
        >>> pyrnot.load("sample_games/braces/resigned.pyr").outcome is None
        True
        """
        return self._judged.outcome

    @property
    def result(self) -> str:
        """The result as it is written after the turns, such as `White resigns`, `draw agreed`, `White wins`; without
        one that of the rules, and `*` for an unfinished game.

        >>> import pyrnot
        >>> pyrnot.load("sample_games/braces/resigned.pyr").result
        'Black resigns'
        """
        judged = self._judged
        seats = judged.start.seats if judged.start is not None else ()
        return result_text(judged.record, seats, judged.outcome) or "*"

    # Its turns

    def board(self, after: int | None = None) -> Board:
        """The board after a ply: 0 is the start, 7 after the seventh turn, -1 or nothing after the last legal one.

        Raises IndexError if there is no such ply or it comes after an illegal turn, and `IllegalStart` if the tags
        leave no position.

        >>> import pyrnot
        >>> game = pyrnot.load("sample_games/braces/authors-line.pyr")
        >>> game.board(7).to_move, game.board().outcome.winner
        ('Black', 'White')
        """
        self._check_start()
        last = len(self)
        ply = last if after is None else after if after >= 0 else last + 1 + after
        if not 0 <= ply <= last:
            raise IndexError(f"there is no ply {after}; the last one is {last}")
        line = (-1, *self._judged.record.main_line)
        return self._board(Place(self, line[ply]))

    def __len__(self) -> int:
        return self._judged.length

    def __iter__(self) -> Iterator[Turn]:
        record = self._judged.record
        return self._turns(self._judged.start, record.main_line[: len(self)])

    @overload
    def __getitem__(self, index: int) -> Turn: ...

    @overload
    def __getitem__(self, index: slice) -> list[Turn]: ...

    def __getitem__(self, index: int | slice) -> Turn | list[Turn]:
        line = self._judged.record.main_line[: len(self)]
        if isinstance(index, slice):
            return [self._turn_at(turn) for turn in line[index]]
        try:
            return self._turn_at(line[index])
        except IndexError:
            raise IndexError(f"there is no turn {index}; the game has {len(self)}") from None

    def edit(self) -> Record:
        """The record to be changed, with turns added and taken back: see `Record`. It is the one of `str(game)`.

        >>> import pyrnot
        >>> record = pyrnot.loads('[Game "Martian Life"]\\n1. Sf3').edit()
        >>> record.add("Sc6").to_move
        'Red'
        """
        from pyrnot.library.record import Record

        source = self._judged.record.source
        if source.form is not None or source.original != source.text or source.file == "-":
            return Record(f"{self}\n")
        return Record(source.original, source=source, encoding=self._encoding)

    # For turns and boards

    @property
    def _rules(self) -> AnyGame:
        rules = self._judged.record.game
        assert rules is not None  # there are turns
        return rules

    def _written(self, index: int) -> Written:
        """What is written of a turn."""
        return self._judged.record.turns[index]

    def _turn_at(self, index: int) -> Turn:
        """The turn with this index in the record, which must be legal."""
        ply, before = self._play(index)
        return self._turn(index, before, ply)

    def _variations_at(self, index: int) -> tuple[tuple[Turn, ...], ...]:
        """The variations that replace a turn."""
        record = self._judged.record
        _, before = self._play(index)
        lines = (record.variations[number] for number in record.turns[index].variations)
        found = (tuple(self._turns(before, line.turns, words(line.comments))) for line in lines)
        return tuple(line for line in found if line)

    def _turns(self, position: Any, indices: Sequence[int], lead: tuple[str, ...] = ()) -> Iterator[Turn]:
        for index, ply in zip(indices, walk(self._judged.record, position, indices), strict=False):
            yield self._turn(index, position, ply, lead)
            position, lead = ply.position, ()

    def _turn(self, index: int, before: Any, ply: Ply, lead: tuple[str, ...] = ()) -> Turn:
        place = Place(self, index)
        written = ply.turn
        record = self._judged.record
        variation = record.variations[written.variation]
        if not lead and written.variation and variation.turns[0] == index:
            lead = words(variation.comments)
        board = Board._make(self._rules, self.tags, before, written.ply - 1, place.parent)
        return Turn._make(
            board, Done(ply.before, ply.played, lead + words(written.comments), tuple(written.marks)), place
        )

    def _board(self, place: Place) -> Board:
        position = self._judged.start
        if place.index >= 0:
            ply = self._written(place.index).ply
            position = self._judged.position if ply == len(self) else self._play(place.index)[0].position
        return Board._make(self._rules, self.tags, position, place.number, place)

    def _play(self, index: int) -> tuple[Ply, Any]:
        """A turn, played from the last position before it that was kept; and the position before it."""
        turns = self._judged.record.turns
        path = [index]
        while (parent := turns[path[-1]].parent) >= 0:
            turn = turns[parent]
            if not turn.variation and turn.ply % _STRIDE == 0:
                break
            path.append(parent)
        start = self._kept[turns[parent].ply // _STRIDE] if parent >= 0 else self._judged.start
        before = start
        for ply in walk(self._judged.record, start, reversed(path)):
            position, before = before, ply.position
        return ply, position

    def _check_start(self) -> None:
        judged = self._judged
        if judged.start is None or judged.record.game is None:
            errors = errors_in(judged)
            source = judged.record.source
            raise IllegalStart(explain_faults(errors, source), [fault for fault in self._diagnostics if fault.is_error])

    # A value

    def __str__(self) -> str:
        record = self._judged.record
        text = write_record(judge(record)) if self.ok else record.source.original
        return text.rstrip("\n")

    def __repr__(self) -> str:
        title = self.info.title if self.info else "an unknown game"
        turns = f"{len(self)} turn" + ("" if len(self) == 1 else "s")
        return f"<Game of {title}: {turns}, {self.result if self.ok else 'with errors'}>"

    def _key(self) -> tuple[object, ...]:
        source = self._judged.record.source
        return source.file, source.number, source.original, len(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        mine, theirs = self._judged, other._judged
        return (self._key(), dict(self.tags), self._diagnostics, mine.position) == (
            other._key(),
            dict(other.tags),
            other._diagnostics,
            theirs.position,
        )

    def __hash__(self) -> int:
        return hash(self._key())

"""A turn as users of the library see it: its text, what it did, and the boards before and after it.

A turn comes from a game (then it has a place there, with variations) or was played on a board.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pyrnot.library.board import Board, History, rebuild
from pyrnot.render.text.lines import printable

if TYPE_CHECKING:
    from pyrnot.core.game import Event
    from pyrnot.library.game import Game
    from pyrnot.play.turns import TurnPlayed


class Place(Struct, frozen=True):
    """Where in a game a turn or a board is: the index of the turn in its record, -1 at the start."""

    game: Game
    index: int

    def turn(self) -> Turn | None:
        """The turn that leads to this place; None at the start."""
        return None if self.index < 0 else self.game._turn_at(self.index)

    @property
    def number(self) -> int:
        """The number of turns played up to here."""
        return 0 if self.index < 0 else self.game._written(self.index).ply

    @property
    def parent(self) -> Place:
        """The place before the turn."""
        return Place(self.game, self.game._written(self.index).parent)


class Done(Struct, frozen=True):
    """What a turn did: the position that it was played from (another than before it, where a seat moved out of turn),
    and its actions and end; and what was written with it."""

    start: Any
    played: TurnPlayed[Any, Any, Any]
    comments: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()


class Turn:
    """A legal turn: one ply of a game, or one that may be played on a board.

    `str(turn)` is its canonical text, without number and seat. Turns do not change; they can be hashed, compared and
    pickled. Two are equal if they lead from equal boards to equal boards.

    >>> import pyrnot
    >>> game = pyrnot.load("sample_games/martian-life/normal-win.pyr")
    >>> turn = game[0]
    >>> turn.number, turn.seat, str(turn)
    (1, 'Red', 'Sd5=M')
    """

    __slots__ = ("_before", "_done", "_place")

    _before: Board
    _done: Done
    _place: Place | None

    def __init__(self) -> None:
        raise TypeError("turns come from a game, or from Board.play and Board.moves")

    @classmethod
    def _make(cls, before: Board, done: Done, place: Place | None = None) -> Turn:
        turn = cls.__new__(cls)
        turn._before = before
        turn._done = done
        turn._place = place
        return turn

    @property
    def number(self) -> int:
        """The number of the turn: 1 for the first, counting the turns of all seats (plies).

        >>> import pyrnot
        >>> pyrnot.Board("martian-life").play("Sf3").turn.number
        1
        """
        return self._before.number + 1

    @property
    def seat(self) -> str:
        """The seat that moved, such as `White`.

        >>> import pyrnot
        >>> pyrnot.Board("martian-life").play("Sf3").turn.seat
        'Red'
        """
        return str(self._done.start.to_move)

    @property
    def before(self) -> Board:
        """The board before the turn.

        >>> import pyrnot
        >>> board = pyrnot.Board("martian-life")
        >>> board.play("Sf3").turn.before == board
        True
        """
        return self._before

    @property
    def board(self) -> Board:
        """The board after the turn.

        >>> import pyrnot
        >>> pyrnot.Board("martian-life").play("Sf3").turn.board.to_move
        'Yellow'
        """
        return self._before._after(self)

    @property
    def events(self) -> tuple[Event, ...]:
        """What the turn did, in order. An event has a `kind` (`moved`, `captured` ...), a `text`, and `places`.

        >>> import pyrnot
        >>> for event in pyrnot.Board("martian-life").play("Sf3").events:
        ...     print(event.kind, event.places)
        placed ('f3',)
        culled ('e4',)
        culled ('f3',)
        """
        played = self._done.played
        return (*(event for taken in played.taken for event in taken.played.events), *played.ended.events)

    @property
    def comments(self) -> tuple[str, ...]:
        """The comments of the turn, without their braces; those before a variation are comments of its first turn.

        >>> import pyrnot
        >>> pyrnot.Board("martian-life").play("Sf3 { Hello. }").turn.comments
        ('Hello.',)
        """
        return self._done.comments

    @property
    def marks(self) -> tuple[str, ...]:
        """The marks of the turn: `!`, `?`, `!!`, `??`, `!?`, `?!`, or `$0` to `$255`.

        >>> import pyrnot
        >>> pyrnot.Board("martian-life").play("Sf3 !?").turn.marks
        ('!?',)
        """
        return self._done.marks

    @property
    def variations(self) -> tuple[tuple[Turn, ...], ...]:
        """The variations that replace the turn: of each its legal turns, in order. Empty unless the turn is of a game.

        >>> import pyrnot
        >>> game = pyrnot.loads("1. Sf3 ( 1. Sc3 2. Sf6 ) 2. Sc6", game="martian-life")
        >>> [[str(turn) for turn in line] for line in game[0].variations]
        [['Sc3 XSd4 XSc3', 'Sf6']]
        """
        return () if self._place is None else self._place.game._variations_at(self._place.index)

    def __str__(self) -> str:
        rules, done = self._before._rules, self._done
        text = rules.write_turn(done.played.taken, done.played.ended)
        return f"{self.seat}: {text}" if self.seat != self._before.to_move else text

    def __repr__(self) -> str:
        return printable(f"<Turn {self.number}. {self.seat}: {self}>")

    def _key(self) -> tuple[object, ...]:
        return self._before, self._done.played.position

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Turn) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[object, ...]:
        if self._place is not None:
            return Place.turn, (self._place,)
        return _last_turn, (self._before._history(self),)


def _last_turn(history: History) -> Turn | None:
    return rebuild(history).turn


def words(comments: Sequence[Any]) -> tuple[str, ...]:
    """Comments without their delimiters and without empty ones."""
    return tuple(found for found in (comment.words for comment in comments) if found)

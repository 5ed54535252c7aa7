"""A board as users of the library see it: one position of a game, what may be played there, and its pictures.

Judging is left to `play`, drawing to `render`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pyrnot.library.errors import IllegalTurn

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame, Event, GameInfo, Outcome
    from pyrnot.core.tags import Tags
    from pyrnot.library.diagnosis import Diagnostic
    from pyrnot.library.turn import Done, Place, Turn


class Board:
    """One position of a game: who is to move, what may be played, what has happened, and how it looks.

    `Board("braces")` is the board before the first turn of a new game. `variant` are the optional rules, separated by
    commas; `setup` is a position string; every other tag of a record is a keyword too: `first="Black"`, `seats=3`,
    `red_card="L_ M_ S_"`, `white="Ann"`. What chance decides before a game is drawn from `seed` (by default a random
    one; the tags tell which). Raises `UnknownName` for an unknown game, `IllegalStart` for a wrong value, and
    TypeError for a tag that the game does not have.

    Boards do not change: `play` gives another one. They can be hashed, compared, pickled, and used by several threads.
    Two are equal if they have equal positions, however they came to be. `str(board)` is the text diagram; a notebook
    shows the picture.

    >>> import pyrnot
    >>> board = pyrnot.Board("martian-life")
    >>> after = board.play("Sf3")
    >>> after.to_move, after.parent == board
    ('Yellow', True)
    """

    __slots__ = ("_came_by", "_number", "_position", "_rules", "_tags")

    _rules: AnyGame
    _tags: Tags
    _position: Any
    _number: int
    _came_by: Turn | Place | None

    def __init__(
        self,
        game: str,
        *,
        variant: str | None = None,
        setup: str | None = None,
        seed: int | None = None,
        **tags: str | int,
    ) -> None:
        from pyrnot.library.beginning import begin

        judged = begin(game, {"variant": variant, "setup": setup, **tags}, seed=seed)
        assert judged.record.game is not None
        self._rules = judged.record.game
        self._tags = judged.record.tags
        self._position = judged.start
        self._number = 0
        self._came_by = None

    @classmethod
    def _make(cls, rules: AnyGame, tags: Tags, position: Any, number: int, came_by: Turn | Place | None) -> Board:
        board = cls.__new__(cls)
        board._rules = rules
        board._tags = tags
        board._position = position
        board._number = number
        board._came_by = came_by
        return board

    def _after(self, turn: Turn) -> Board:
        """The board after a turn on this one."""
        return Board._make(self._rules, self._tags, turn._done.played.position, self._number + 1, turn)

    # What it is

    @property
    def info(self) -> GameInfo:
        """The facts about the game: its `id`, `title`, `designer`, `seats`, `variants` ...

        >>> import pyrnot
        >>> pyrnot.Board("martian-life").info.title
        'Martian Life'
        """
        return self._rules.info

    @property
    def tags(self) -> Tags:
        """The tags of the game, name -> value; names in any case.

        >>> import pyrnot
        >>> pyrnot.Board("braces", white="Ann").tags["White"]
        'Ann'
        """
        return self._tags

    @property
    def number(self) -> int:
        """The number of turns (plies) that led here from the start; 0 at the start.

        >>> import pyrnot
        >>> pyrnot.Board("martian-life").play("Sf3").number
        1
        """
        return self._number

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in play, in turn order.

        >>> import pyrnot
        >>> pyrnot.Board("homeworlds", seats=3).seats
        ('North', 'East', 'South')
        """
        return tuple(map(str, self._position.seats))

    @property
    def to_move(self) -> str:
        """The seat whose turn it is.

        >>> import pyrnot
        >>> pyrnot.Board("braces", first="Black").to_move
        'Black'
        """
        return str(self._position.to_move)

    @property
    def position(self) -> str:
        """The position as a string, for `Board(..., setup=...)`. It does not name the game and its optional rules.

        >>> import pyrnot
        >>> board = pyrnot.Board("braces")
        >>> pyrnot.Board("braces", setup=board.position) == board
        True
        """
        return self._rules.write_position(self._position)

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended by its rules: `winner` (a seat, None for a draw), `rule` and `message`; None while it
        goes on. Resigning and agreeing are matters of a game's `result`.

        >>> import pyrnot
        >>> print(pyrnot.Board("braces").outcome)
        None
        """
        return self._rules.outcome(self._position)

    # How it came to be

    @property
    def turn(self) -> Turn | None:
        """The turn that led here; None at the start.

        >>> import pyrnot
        >>> str(pyrnot.Board("martian-life").play("Sf3").turn)
        'Sf3 XSe4 XSf3'
        """
        came_by = self._came_by
        if came_by is None:
            return None
        from pyrnot.library.turn import Turn

        return came_by if isinstance(came_by, Turn) else came_by.turn()

    @property
    def parent(self) -> Board | None:
        """The board before the turn that led here; None at the start.

        >>> import pyrnot
        >>> board = pyrnot.Board("martian-life")
        >>> board.parent, board.play("Sf3").parent == board
        (None, True)
        """
        turn = self.turn
        return None if turn is None else turn.before

    @property
    def events(self) -> tuple[Event, ...]:
        """What the turn that led here did, in order; see `Turn.events`. Empty at the start.

        >>> import pyrnot
        >>> pyrnot.Board("braces").events
        ()
        """
        turn = self.turn
        return () if turn is None else turn.events

    # What may be played

    def why(self, turn: str) -> list[Diagnostic]:
        """Why a turn is not legal here: its diagnostics, errors first of all; [] if it is legal.

        `turn` is written as in a record; its number is ignored, its seat must be right.

        >>> import pyrnot
        >>> board = pyrnot.Board("martian-life")
        >>> board.why("Sf3")
        []
        >>> print(board.why("Sf3 XMa1")[0].message)
        wave 1 culls no pyramid on a1
        """
        from pyrnot.library.judging import judge

        return list(judge(self, turn).faults)

    def play(self, turn: str | Turn) -> Board:
        """The board after a turn, which is written as in a record, or one of `moves`. Raises `IllegalTurn`.

        >>> import pyrnot
        >>> after = pyrnot.Board("martian-life").play("Sf3")
        >>> str(after.turn), after.to_move
        ('Sf3 XSe4 XSf3', 'Yellow')
        """
        from pyrnot.library.judging import judge
        from pyrnot.library.turn import Turn

        if isinstance(turn, Turn):
            return self._after(turn) if turn.before is self else self.play(str(turn))
        judged = judge(self, turn)
        if judged.done is None:
            raise IllegalTurn(judged.text, judged.faults)
        return self._after(Turn._make(self, judged.done))

    def moves(self, *, dice: str | None = None) -> Iterator[Turn]:
        """The legal turns, each as it is found; none if the game is over. Of several that lead to the same position
        only one is given.

        `dice` begins the turn in a game with dice, as in `dice="DIG 5/2"`. Raises ValueError if the game needs them
        and none are given, or the other way round, and `IllegalTurn` for dice that cannot be rolled.

        >>> import pyrnot
        >>> from itertools import islice
        >>> for turn in islice(pyrnot.Board("martian-life").moves(), 3):
        ...     print(turn)
        Sa1 XSa1
        Sb1 XSb1
        Sc1 XSc1
        """
        from pyrnot.library.judging import legal_turns

        return legal_turns(self, dice)

    # How it looks

    def text(self, *, ascii: bool = False, width: int = 80, flip: bool = False) -> str:
        """The text diagram, on lines of at most `width` columns; `ascii` uses no other signs, `flip` draws the board
        from the other side. The last line has no line end.

        >>> import pyrnot
        >>> print(pyrnot.Board("triumvirate", seed=1).text(ascii=True))
        To move: Red   Points: 3
        <BLANKLINE>
             a    b    c    d    e    f    g    h
          +----------------------------------------+
        8 |#Lb  #Mb  #Sb    .    .    .    .    .  | 8
        7 |  .    .    .    .    .    .    .    .  | 7
        6 |  .    .    .    .    .    .    .    .  | 6
        5 |  .    .    .    .    .    .    .    .  | 5
        4 |  .    .    .    .    .    .    .    .  | 4
        3 |  .    .    .    .    .    .    .    .  | 3
        2 |  .    .    .    .    .    .    .    .  | 2
        1 |  .    .    .    .    .  #Sr  #Mr  #Lr  | 1
          +----------------------------------------+
             a    b    c    d    e    f    g    h
        <BLANKLINE>
        Cards (_ flat, ^ upright; a hostage comes second):
        +-Card (Red)-+ +-Card (Blue)-+
        | O: Lr_     | | O: Lb_      |
        | D: Mr_     | | D: Mb_      |
        | L: Sr_     | | L: Sb_      |
        +------------+ +-------------+
        <BLANKLINE>
        Prisoners:   held by Red: none   held by Blue: none
        Reserve:   Red: 3xLr 3xMr 3xSr   Blue: 3xLb 3xMb 3xSb
        Signs:  # starting square
        """
        from pyrnot.library.pictures import draw_text

        return draw_text(self, ascii=ascii, width=width, flip=flip)

    def svg(
        self,
        *,
        size: int | None = None,
        scale: float = 1,
        theme: str = "auto",
        flip: bool = False,
        parts: Iterable[str] | None = None,
    ) -> str:
        """The picture as an SVG file, `size` pixels wide, or `scale` times as large as usual.

        `theme` is `light`, `dark`, or `auto` to follow the reader's system; `flip` draws the board from the other side.
        `parts` are what is drawn: `board`, `caption`, `stashes`, `turn`, `legend`; without it, all. Raises ValueError
        for another theme or part.

        >>> import pyrnot
        >>> pyrnot.Board("braces").svg(theme="dark", parts=("board",))[:4]
        '<svg'
        """
        from pyrnot.library.pictures import draw_svg

        return draw_svg(self, size=size, scale=scale, theme=theme, flip=flip, parts=parts)

    def png(
        self,
        *,
        size: int | None = None,
        scale: float = 1,
        theme: str = "light",
        flip: bool = False,
        parts: Iterable[str] | None = None,
    ) -> bytes:
        """The picture as a PNG file; the keywords are those of `svg`. Raises ImportError without the packages of
        `pip install 'pyrnot[images]'`.

        >>> import pyrnot
        >>> pyrnot.Board("braces").png(size=960)[1:4]
        b'PNG'
        """
        from pyrnot.library.pictures import draw_png

        return draw_png(self, size=size, scale=scale, theme=theme, flip=flip, parts=parts)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_mimebundle_(self, include: Iterable[str] = (), exclude: Iterable[str] = ()) -> dict[str, str]:
        """The picture and the text diagram: a notebook shows the first, a terminal and a screen reader the second."""
        kinds = {"image/svg+xml", "text/plain"}
        chosen = kinds & set(include or kinds) - set(exclude or ())
        return {kind: self.text() if kind == "text/plain" else self.svg() for kind in sorted(chosen)}

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Board of {self.info.title} after turn {self._number}, {self.to_move} to move>"

    # A value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._rules is other._rules and bool(self._position == other._position)

    def __hash__(self) -> int:
        return hash((self._rules.info.id, self._position))

    def __reduce__(self) -> tuple[object, ...]:
        return rebuild, (self._history(),)

    def _history(self, last: Turn | None = None) -> History:
        """How the board came to be, and after it `last`."""
        from pyrnot.library.turn import Turn

        done = [] if last is None else [last._done]
        board = self
        while isinstance(board._came_by, Turn) and board._came_by._place is None:
            done.append(board._came_by._done)
            board = board._came_by._before
        place = board._came_by._place if isinstance(board._came_by, Turn) else board._came_by
        return History(
            game=board._rules.info.id,
            tags=board._tags,
            position=board._position,
            number=board._number,
            place=place,
            done=tuple(reversed(done)),
        )


class History(Struct, frozen=True):
    """How a board came to be: a board of a game, or a start, and what was played there. Flat, because a chain of boards
    may be longer than what pickle can follow."""

    game: str
    tags: Tags
    position: Any
    number: int
    place: Place | None
    done: tuple[Done, ...]


def rebuild(history: History) -> Board:
    """The board with this history."""
    from pyrnot.games import import_game
    from pyrnot.library.turn import Turn

    board = Board._make(import_game(history.game), history.tags, history.position, history.number, history.place)
    for done in history.done:
        board = board._after(Turn._make(board, done))
    return board

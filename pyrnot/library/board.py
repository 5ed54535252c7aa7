"""Boards and turns as users of the library see them: a board is one position of a game, a turn leads to the next.

Judging is left to `judging`, drawing to `render`.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar

from pyrnot.core.diagram import Diagram
from pyrnot.core.game import AnyGame, Event, GameInfo, Outcome
from pyrnot.core.players import name_seats, named_seats
from pyrnot.core.tags import Tags
from pyrnot.games import import_game
from pyrnot.library.arguments import expect, expect_dimensions, expect_parts, expect_text
from pyrnot.library.continuing import Continuations, continue_turn
from pyrnot.library.errors import Diagnostic, IllegalTurn, diagnose, error_of
from pyrnot.library.judging import begin, begun_turns, judge, legal_plies, unwritten_ply
from pyrnot.library.squares import Pyramid, squares_of
from pyrnot.play.continuations import By
from pyrnot.play.line_tree import words_of
from pyrnot.play.plies import name_players
from pyrnot.play.related import Line, Step
from pyrnot.play.replay import Ply, Replay
from pyrnot.play.write import write_turn_text
from pyrnot.record.typed import read_dice
from pyrnot.render.text.diagram import draw_text
from pyrnot.render.text.lines import Charset, printable


class Value:
    """Equals another one of its class if their keys are equal."""

    __slots__ = ()
    _instead: ClassVar[Mapping[str, str]] = {}
    """What to use instead of names that other libraries have."""

    if not TYPE_CHECKING:  # with it, a type checker would take any name

        def __getattr__(self, name: str) -> Any:
            instead = type(self)._instead.get(name)
            hint = f"; use {instead}" if instead else ""
            raise AttributeError(
                f"{type(self).__name__!r} object has no attribute {name!r}{hint}", name=name, obj=self
            )

    def _key(self) -> tuple[object, ...]:
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())


class Board(Value):
    """One position of a game: who is to move, what may be played, what has happened, and how it looks.

    `Board("braces")` is the board before the first turn of a new game. `variant` are the optional rules, separated by
    commas; `setup` is a position string; every other tag of a record is a keyword too: `first="Black"`, `seats=3`,
    `red_card="L_ M_ S_"`, `white="Ann"`. What chance decides before a game is drawn from `seed` (by default a random
    one), which is then one of the tags. Raises `UnknownName` for an unknown game, `IllegalStart` for a wrong value,
    and TypeError for a tag that the game does not have.

    Boards do not change: `play` gives another one. They can be hashed, compared, pickled, and used by several
    threads. Two are equal if they have equal positions and optional rules, however they came to be. `str(board)` is
    the text diagram; a notebook shows the picture.

    >>> import pyrnot
    >>> board = pyrnot.Board("braces", white="Ann", first="Black")
    >>> board.info.title, board.tags["White"], board.seats, board.to_move
    ('Braces', 'Ann', ('White', 'Black'), 'Black')
    >>> board.squares()[:3], [str(pyramid) for pyramid in board["b1"]], board["b1"][-1].owner, board["a1"]
    (('a1', 'b1', 'c1'), ['Lw', 'Mw', 'Sw'], 'White', ())
    >>> print(next(board.moves(dice="DIG 5/2")))
    DIG 5/2; LMb1-b2
    >>> print(board.why("DIG 5/2; La1-a2")[0].message)
    a1 is empty
    >>> after = board.play("DIG 5/2; LMb5-b4")
    >>> board.is_legal("DIG 5/2; LMb5-b4"), after.number, str(after.turn), after.parent == board
    (True, 1, 'DIG 5/2; LMb5-b4', True)
    >>> after.outcome, after.is_over
    (None, False)
    >>> [event.kind for event in after.events]
    ['rolled', 'moved']
    >>> pyrnot.Board("braces", setup=after.position) == after
    True
    >>> print(pyrnot.Board("homeworlds").text(ascii=True))
    To move: North   No homeworld yet: North, South
    <BLANKLINE>
    +-North------------+ +-South------------+
    | no homeworld yet | | no homeworld yet |
    +------------------+ +------------------+
    <BLANKLINE>
    Bank:
      red: 3xr3 3xr2 3xr1      yellow: 3xy3 3xy2 3xy1
      green: 3xg3 3xg2 3xg1    blue: 3xb3 3xb2 3xb1
    >>> after.svg(theme="dark", parts=("board",))[:4], after.png(size=960)[1:4]
    ('<svg', b'PNG')
    """

    __slots__ = ("_number", "_position", "_rules", "_tags", "_turn")
    _instead: ClassVar[Mapping[str, str]] = {
        "legal_moves": "board.moves()",
        "push": "board.play(turn), which gives another board",
        "push_san": "board.play(turn), which gives another board",
        "pop": "board.parent",
        "fen": "board.position",
        "copy": "the board itself, which never changes",
        "result": "board.outcome",
        "is_game_over": "board.is_over",
        "piece_at": "board[square]",
    }

    def __init__(
        self,
        game: str,
        *,
        variant: str | None = None,
        setup: str | None = None,
        seed: int | None = None,
        **tags: str | int,
    ) -> None:
        judged = begin(game, {"variant": variant, "setup": setup, **tags}, seed=seed)
        assert judged.record.game is not None
        self._fill(judged.record.game, judged.record.tags, judged.start)

    def _fill(self, rules: AnyGame, tags: Tags, position: Any, number: int = 0, turn: Turn | None = None) -> Board:
        self._rules = rules
        self._tags = tags
        self._position = position
        self._number = number
        self._turn = turn
        return self

    @classmethod
    def _make(cls, rules: AnyGame, tags: Tags, position: Any, number: int = 0, turn: Turn | None = None) -> Board:
        return cls.__new__(cls)._fill(rules, tags, position, number, turn)

    # What it is

    @property
    def info(self) -> GameInfo:
        """The facts about the game: its `id`, `title`, `designer`, `seats`, `variants` ..."""
        return self._rules.info

    @property
    def tags(self) -> Tags:
        """The tags of the game, name -> value; names in any case."""
        return self._tags

    @property
    def number(self) -> int:
        """The number of turns (plies) that led here from the start; 0 at the start."""
        return self._number

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in play, in turn order."""
        return tuple(map(str, self._position.seats))

    @property
    def to_move(self) -> str:
        """The seat whose turn it is."""
        return str(self._position.to_move)

    @property
    def position(self) -> str:
        """The position as a string, for `Board(..., setup=...)`. It does not name the game and its optional rules."""
        return self._rules.write_position(self._position)

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended by its rules: `winner` (a seat, None for a draw), `rule` and `message`; None while
        it continues. Resigning and agreeing are matters of a game's `result`.
        """
        return self._rules.outcome(self._position)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended by its rules: whether there is an `outcome`."""
        return self.outcome is not None

    def squares(self) -> tuple[str, ...]:
        """The names of the squares: of a board from a1 along each rank, the colours of a ring, the systems in
        play."""
        return tuple(_contents(self))

    def __getitem__(self, square: str) -> tuple[Pyramid, ...]:
        """The pyramids on a square, from the bottom up; of a system, its stars and then its ships. Names are in any
        case. Raises KeyError for a square that the board does not have.
        """
        contents = _contents(self)
        name = _find_name(contents, square)
        if name is None:
            names = [*self] or ["no squares"]
            known = ", ".join(names) if len(names) < 16 else f"{names[0]} to {names[-1]}"
            raise KeyError(f"{square} is not on this board, which has {known}")
        return contents[name]

    def __contains__(self, square: object) -> bool:
        return _find_name(_contents(self), square) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(_contents(self))

    # How it came to be

    @property
    def turn(self) -> Turn | None:
        """The turn that led here; None at the start."""
        return self._turn

    @property
    def parent(self) -> Board | None:
        """The board before the turn that led here; None at the start."""
        return None if self._turn is None else self._turn.before

    @property
    def events(self) -> tuple[Event, ...]:
        """What the turn that led here did, in order; see `Turn.events`. Empty at the start."""
        return () if self._turn is None else self._turn.events

    # What may be played

    def why(self, turn: str) -> list[Diagnostic]:
        """Why a turn is not legal here: its diagnostics, errors first of all; [] if it is legal.

        `turn` is written as in a record; its number is ignored, its seat must be right.
        """
        judged = self._judge(turn, line=self._line)
        return list(diagnose(judged.diagnostics, judged.record.source)) if judged.has_error else []

    def is_legal(self, turn: str) -> bool:
        """Whether a turn is legal here; it is written as for `why`, which says why not."""
        return not self._judge(turn, hints=False).has_error

    def play(self, turn: str | Turn) -> Board:
        """The board after a turn, which is written as in a record, or one of `moves`. Raises `IllegalTurn`."""
        if isinstance(turn, Turn):
            return turn.board if turn.before is self else self.play(turn._text)
        judged = self._judge(turn, hints=False)
        if judged.has_error:
            raise IllegalTurn._unexplained(partial(self._refuse, turn))
        (ply,) = judged.main_plies
        # What precedes the turn is the turn's here: there is no record to which it could belong.
        comments = [*(comment for _, comment in judged.record.comments), *ply.turn.comments]
        return Turn(self, ply, words_of(comments)).board

    def _judge(self, turn: str, *, line: Line = tuple, hints: bool = True) -> Replay:
        """The replay of a text as a turn from here."""
        return judge(self._rules, self._position, self._tags, turn, played=self._number, line=line, hints=hints)

    def _refuse(self, turn: str) -> IllegalTurn:
        """The error for a turn that is not legal here, with its hints."""
        judged = self._judge(turn, line=self._line)
        return error_of(IllegalTurn, ((diagnostic, judged.record.source) for diagnostic in judged.diagnostics))

    def _line(self) -> Iterator[Step]:
        """The turns that led here, the last one first."""
        turn = self._turn
        while turn is not None:
            yield Step(-1, turn.number, turn._ply.turn, turn._ply.positions)
            turn = turn.before.turn

    def moves(self, *, dice: str | None = None, prefix: str | None = None) -> Moves:
        """The legal turns, each as it is found; none if the game is over. In Martian Life these are all legal turns;
        in the other games, of several that lead to the same position only one is given.

        `dice` begins the turn in a game with dice, as in `dice="DIG 5/2"`. With a `prefix`, such as `"DIG 5/2; Sc3"`,
        which has the dice itself, only the turns that begin so are given; what may follow it, `continuations` says.
        Raises ValueError if the game needs dice and none are given, or the other way round, and `IllegalTurn` for
        a prefix with an action, before its last, that is not legal, and for dice that cannot be rolled: those of
        `dice` with the first turn.
        """
        if prefix is not None:
            if dice is not None:
                raise ValueError("give the dice or a prefix that begins with them, not both")
            return Moves(self._legal_turn(played) for played in begun_turns(self._rules, self._position, prefix))
        if dice is not None:
            expect_text("dice", dice)
        opening = read_dice(self._rules, dice)  # at once, not only when the first turn is wanted
        return Moves(Turn(self, ply) for ply in legal_plies(self._rules, self._position, opening))

    def continuations(self, prefix: str = "", *, by: By = "step") -> Continuations[Turn]:
        """What may follow a beginning of a turn, one step further: a pyramid, the next square of its path, a choice
        that the rules leave, then the next action; dice are steps too. With `by="action"`, one whole action further.

        Each has its `text`, which is a beginning again, and `touches`, which say what is touched on the table; every
        one leads to a legal turn. The `turn` of the whole is the beginning as a legal turn, if it is one, and
        `begun.board` the board with the actions so far. Empty if no legal turn begins so. Raises `IllegalTurn` if an
        action before the last is not legal.

        >>> import pyrnot
        >>> board = pyrnot.Board("martian-life").play("Sf3")
        >>> board.continuations("Sc")[:2]
        (<Continuation Sc1>, <Continuation Sc2>)
        >>> board.continuations("Sc6").turn
        <Turn 2. Yellow: Sc6>
        """
        return continue_turn(self._rules, self._position, prefix, by, self._legal_turn)

    def _legal_turn(self, played: Any, is_ended: bool = True) -> Turn:
        """A legal turn from here, as it was found, or the beginning of one."""
        return Turn(self, unwritten_ply(self._rules, self._position, played, is_ended=is_ended))

    # How it looks

    def text(self, *, ascii: bool = False, width: int = 80, flip: bool = False) -> str:
        """The text diagram, on lines of at most `width` columns, or as many as a board needs, drawn in ASCII if
        `ascii` is set, except for names; `flip` draws the board from the other side. The last line has no line end.
        """
        expect("width", width, int, "a number of columns")
        charset = Charset.ASCII if ascii else Charset.UNICODE
        return draw_text(self._diagram(), charset=charset, width=width, flip=flip, caption=self._caption())

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

        `theme` is `light`, `dark`, or `auto` to follow the reader's system; `flip` draws the board from the other
        side. `parts` are what is drawn: `board`, `caption`, `stashes`, `turn`, `legend`; without it, all. Raises
        ValueError for another theme or part, for a size or scale that is not above 0, and for both of them.
        """
        expect_dimensions(size, scale)
        if parts is not None:
            expect_parts(parts)
        from pyrnot.render.svg.diagram import draw_svg
        from pyrnot.render.svg.parts import ALL_PARTS, read_parts
        from pyrnot.render.svg.style import read_theme
        from pyrnot.render.svg.words import Caption

        caption = self._caption()
        return draw_svg(
            self._diagram(),
            title=", ".join([self.info.title, *caption]),
            size=size,
            scale=scale,
            theme=read_theme(theme),
            flip=flip,
            caption=Caption(tuple(caption)),
            parts=ALL_PARTS if parts is None else read_parts(parts),
        )

    def png(self, *, theme: str = "light", **drawing: Any) -> bytes:
        """The picture as a PNG file; the other keywords are those of `svg`. Raises ImportError without the packages
        of `pip install 'pyrnot[images]'`, and ValueError for more than 100 million pixels.
        """
        from pyrnot.render.raster import draw_png

        # There is no reader's system to follow.
        return draw_png(self.svg(theme="light" if theme == "auto" else theme, **drawing))

    def _diagram(self) -> Diagram:
        before = None if self._turn is None else self._turn._ply.before
        diagram = self._rules.diagram(self._position, before, self.events)
        return name_seats(diagram, named_seats(self._tags, self.seats))

    def _caption(self) -> list[str]:
        """The lines above the diagram: the players, and the turn that led here."""
        turn = self._turn
        players = name_players(self._tags, self.seats)
        return [*filter(None, [players]), *([f"{turn.number}. {turn.seat}: {turn}"] if turn else [])]

    def _repr_mimebundle_(self, **_filters: object) -> dict[str, str]:
        """The picture, with its description for a screen reader, and the text diagram for a terminal."""
        from pyrnot.render.words import say_diagram

        picture = self.svg()
        words = "; ".join([self.info.title, *self._caption(), *say_diagram(self._diagram())])
        source = b64encode(picture.encode()).decode()
        return {
            "text/html": f'<img alt="{escape(printable(words))}" src="data:image/svg+xml;base64,{source}">',
            "image/svg+xml": picture,
            "text/plain": self.text(),
        }

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Board of {self.info.title} after turn {self._number}, {self.to_move} to move>"

    # A value

    def _key(self) -> tuple[object, ...]:
        return self._rules.info.id, self._position

    def __reduce__(self) -> tuple[object, ...]:
        board = self
        steps = []
        while board._turn is not None:
            turn = board._turn
            steps.append((turn._ply, turn._comments, turn._replay))
            board = turn._before
        first = (board._rules.info.id, board._tags, board._position, board._number)
        return _rebuild, (*first, steps[::-1])


@lru_cache(maxsize=16)
def _contents(board: Board) -> dict[str, tuple[Pyramid, ...]]:
    return squares_of(board._rules.diagram(board._position), board._rules.owners(board._position))


def _find_name(contents: Iterable[str], square: object) -> str | None:
    """The name of a square, slot or system that is written in any case (R3.7, HF10); None if there is none."""
    wanted = square.casefold() if isinstance(square, str) else None
    return next((name for name in contents if name.casefold() == wanted), None)


def _rebuild(game: str, tags: Tags, position: Any, number: int, steps: Sequence[tuple[Any, ...]]) -> Board:
    """The board after some turns. They come as a list: a chain of boards may be longer than what pickle can
    follow."""
    board = Board._make(import_game(game), tags, position, number)
    for step in steps:
        board = Turn(board, *step).board
    return board


class Turn(Value):
    """A legal turn: one ply of a game, or one that may be played on a board.

    Turns come from a game, or from `Board.play` and `Board.moves`. `str(turn)` is its canonical text, without number
    and seat, and with escapes for what could drive a terminal. Turns do not change; they can be hashed, compared and
    pickled. Two are equal if they lead from equal boards to equal ones.

    >>> import pyrnot
    >>> game = pyrnot.loads("1. Sf3 !? { Bold. } ( 1. Sc3 2. Sf6 ) 2. Sc6", game="martian-life")
    >>> turn = game[0]
    >>> turn.number, turn.seat, str(turn), turn.marks, turn.comments
    (1, 'Red', 'Sf3 XSe4 XSf3', ('!?',), ('Bold.',))
    >>> turn.before.to_move, turn.board.to_move, turn.events[0].kind, turn.events[0].places
    ('Red', 'Yellow', 'placed', ('f3',))
    >>> [[str(instead) for instead in line] for line in turn.variations]
    [['Sc3 XSd4 XSc3', 'Sf6']]
    """

    __slots__ = ("_before", "_comments", "_ply", "_replay")

    def __init__(self, before: Board, ply: Ply, comments: tuple[str, ...] = (), replay: Replay | None = None) -> None:
        self._before = before
        self._ply = ply
        self._comments = comments
        self._replay = replay  # of the game that the turn is of

    @property
    def number(self) -> int:
        """The number of the turn: 1 for the first, counting the turns of all seats (plies)."""
        return self._before.number + 1

    @property
    def seat(self) -> str:
        """The seat that moved, such as `White`."""
        return str(self._ply.before.to_move)

    @property
    def before(self) -> Board:
        """The board before the turn."""
        return self._before

    @property
    def board(self) -> Board:
        """The board after the turn."""
        before = self._before
        return Board._make(before._rules, before._tags, self._ply.position, before._number + 1, self)

    @property
    def events(self) -> tuple[Event, ...]:
        """What the turn did, in order. An event has a `kind` (`moved`, `captured` ...), a `text`, and `places`."""
        return self._ply.events

    @property
    def comments(self) -> tuple[str, ...]:
        """The comments of the turn, without their braces; those before a variation are comments of its first turn."""
        return self._comments

    @property
    def marks(self) -> tuple[str, ...]:
        """The marks of the turn: `!`, `?`, `!!`, `??`, `!?`, `?!`, or `$0` to `$255`."""
        return tuple(self._ply.turn.marks)

    @property
    def variations(self) -> tuple[tuple[Turn, ...], ...]:
        """The variations that replace the turn: of each its legal turns. Empty unless the turn is of a game."""
        replay = self._replay
        if replay is None:
            return ()
        lines = (replay.record.variations[number] for number in self._ply.turn.variations)
        played = (tuple(turns_of(self._before, replay, line.turns, words_of(line.comments))) for line in lines)
        return tuple(line for line in played if line)

    @property
    def _text(self) -> str:
        """Its canonical text as a record has it; a name in it may have any characters."""
        return write_turn_text(self._before._rules, self._ply)

    def __str__(self) -> str:
        return printable(self._text)

    def __repr__(self) -> str:
        return f"<Turn {self.number}. {self.seat}: {self}>"

    def _key(self) -> tuple[object, ...]:
        return self._before, self._ply.position

    def __reduce__(self) -> tuple[object, ...]:
        return getattr, (self.board, "turn")


class Moves(Iterator[Turn]):
    """The legal turns of a board, each as it is found. A text is not one of them: ask `Board.why` about it."""

    def __init__(self, turns: Iterator[Turn]) -> None:
        self._turns = turns

    def __next__(self) -> Turn:
        return next(self._turns)

    def __contains__(self, turn: object) -> bool:
        if isinstance(turn, str):
            raise TypeError(f"a turn is not a text; ask board.why({turn!r}), which is [] if it is legal")
        return any(turn == legal for legal in self)


def turns_of(
    board: Board, replay: Replay, indices: Iterable[int], starting_comments: tuple[str, ...] = ()
) -> Iterator[Turn]:
    """The turns of a replay with these indices, one after another from a board, up to the first that is not legal;
    `starting_comments` are the comments before them."""
    for index in indices:
        ply = replay.plies[index]
        if ply is None:
            return
        turn = Turn(board, ply, (*starting_comments, *words_of(ply.turn.comments)), replay)
        yield turn
        board = turn.board
        starting_comments = ()

"""Games and records as users of the library see them: a game was read and judged, a record can be changed.

Reading is left to `reading`. What a message adds, `play.extend` decides; files are written by `foreign.edit`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from secrets import token_bytes
from threading import RLock
from typing import ClassVar, overload

from pyrnot.core.game import GameInfo, Outcome
from pyrnot.core.tags import Tags
from pyrnot.foreign.edit import EditedFile
from pyrnot.foreign.receive import begin_by_text, receive
from pyrnot.library.arguments import (
    expect,
    expect_dimensions,
    expect_number,
    expect_parts,
    expect_path,
    expect_positive,
    expect_text,
)
from pyrnot.library.board import Board, Turn, Value, turns_of
from pyrnot.library.errors import (
    Diagnostic,
    IllegalStart,
    IllegalTurn,
    NotARecord,
    PyrnotError,
    Question,
    ask,
    diagnose,
    error_of,
    refusal,
)
from pyrnot.play.extend import Refused, errors_of, take_back, vary
from pyrnot.play.fair_dealer import Dealer
from pyrnot.play.line_tree import build_tree, title_of, words_of
from pyrnot.play.plies import OWN_NUMBER, NoSuchPly, choose_plies
from pyrnot.play.repairs import with_repairs
from pyrnot.play.replay import Replay, replay
from pyrnot.play.retag import TagChanges, retag
from pyrnot.play.write import TurnStyle, result_text, write_record, write_turns
from pyrnot.record.locking import locked
from pyrnot.record.numbering import write_number
from pyrnot.record.opening import STANDARD_INPUT, Unreadable
from pyrnot.record.read import read_strictly
from pyrnot.record.saving import replacing
from pyrnot.record.source import SourceText
from pyrnot.record.sources import with_lf
from pyrnot.render.mail import message_of

_LOCK = RLock()
"""Held while a record is changed or saved."""


class Game(Value, Sequence[Turn]):
    """A game: a record that was read and judged.

    It is the sequence of the legal turns of its main line, up to the first that is not legal: `len(game)`,
    `for turn in game`, `game[0]`, `game[-1]`. `str(game)` is the record in canonical form, or as it was written if it
    has an error. A game holds all its positions, about 2 kB for each turn.

    Games come from `load`, `loads` and `read`. They do not change, and can be hashed, compared, pickled, and used by
    several threads; `edit` gives a record that can be changed.

    >>> import pyrnot
    >>> game = pyrnot.load("sample_games/braces/authors-line.pyr")
    >>> game.ok, game.diagnostics, len(game), game.outcome.winner, game.result
    (True, (), 33, 'White', 'White wins')
    >>> game.title, game.info.title, game.tags["White"], game.file, game.number, game.board(7).to_move
    ('Braces: Nadia Frei - Oskar Lund', 'Braces', 'Nadia Frei', 'sample_games/braces/authors-line.pyr', 1, 'Black')
    >>> game = pyrnot.load("sample_games/martian-life/threads/a-typo.txt")
    >>> len(game), [question.line for question in game.questions]
    (4, [8])
    >>> game = pyrnot.load(game.file, answers={8: "replaces 5: Sf3"})
    >>> len(game), game.questions, game.comments
    (6, (), ())
    >>> game.edit().add("Sc6").to_move
    'Yellow'
    """

    _instead: ClassVar[Mapping[str, str]] = {
        "save": "game.edit().save(path)",
        "add": "game.edit().add(turn)",
        "headers": "game.tags",
        "mainline": "the game, which is the sequence of its turns",
        "mainline_moves": "the game, which is the sequence of its turns",
        "moves": "the game, which is the sequence of its turns",
        "end": "game.board()",
        "is_over": "game.outcome",
    }
    _judged: Replay
    _turns: tuple[Turn, ...]
    _diagnostics: tuple[Diagnostic, ...] | None
    _encoding: str

    def __setattr__(self, name: str, value: object) -> None:
        if name not in type(self).__annotations__:
            raise AttributeError(f"a game does not change: it takes no attribute {name!r}; see game.edit()")
        super().__setattr__(name, value)

    def __init__(self) -> None:
        raise TypeError("games come from pyrnot.load, pyrnot.loads and pyrnot.read")

    @classmethod
    def _make(cls, judged: Replay, encoding: str = "utf-8") -> Game:
        game = cls.__new__(cls)
        record = judged.record
        line = record.main_line[: judged.length]
        game._judged = judged
        game._encoding = encoding
        game._diagnostics = None
        game._turns = tuple(turns_of(game._start(), judged, line)) if line else ()
        return game

    def _start(self) -> Board:
        """The board at the start. Raises `IllegalStart`."""
        judged = self._judged
        if judged.start is not None and judged.record.game is not None:
            return Board._make(judged.record.game, self.tags, judged.start)
        raise error_of(IllegalStart, errors_of(judged.diagnostics, judged.record.source))

    # The record

    @property
    def ok(self) -> bool:
        """Whether the record has no error; warnings do not matter."""
        return not self._judged.has_error

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is wrong with the record, and the warnings, in the order of the text. The first error may have
        `repairs`, which are looked for when this is first read."""
        if self._diagnostics is None:
            self._diagnostics = diagnose(with_repairs(self._judged).diagnostics, self._judged.record.source)
        return self._diagnostics

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions about lines of a thread that are open; while one is, the game ends before the first."""
        record = self._judged.record
        return tuple(ask(question, record.source) for question in record.questions)

    @property
    def tags(self) -> Tags:
        """The tags, name -> value; names in any case."""
        return self._judged.record.tags

    @property
    def info(self) -> GameInfo | None:
        """The facts about the game that is played: its `id`, `title`, `seats` ...; None if it is not known which."""
        rules = self._judged.record.game
        return None if rules is None else rules.info

    @property
    def title(self) -> str:
        """What the game is called in a list: the game that is played and its players, or the event."""
        return title_of(self._judged)

    @property
    def file(self) -> str:
        """The file that the record was read from; `-` for a text."""
        return self._judged.record.source.file

    @property
    def number(self) -> int:
        """The number of the record in its file, from 1."""
        return self._judged.record.source.number

    @property
    def comments(self) -> tuple[str, ...]:
        """The comments before the first turn and after the result, without their braces; the others belong to
        turns."""
        record = self._judged.record
        return (*words_of([comment for _, comment in record.comments]), *words_of(record.tail))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended by its rules after the last legal turn; None if it did not. See `Board.outcome`."""
        return self._judged.outcome

    @property
    def result(self) -> str:
        """The result as it is written after the turns, such as `White resigns`, `draw agreed`, `White wins`; without
        one that of the rules, and `*` for an unfinished game.
        """
        judged = self._judged
        seats = judged.start.seats if judged.start is not None else ()
        return result_text(judged.record, seats, judged.outcome) or "*"

    # Its turns

    def board(self, after: int | str = "end") -> Board:
        """The board after a ply: 0 is the start, 7 after the seventh turn, -1 or nothing after the last legal one;
        or a ply as `--ply` names it, such as `start`, or `4v1` for ply 4 of variation 1.

        Raises IndexError if there is no such ply or it comes after an illegal turn, and `IllegalStart` if the tags
        give no position.
        """
        expect("after", after, (int, str), "a ply")
        start = self._start()
        judged = self._judged
        try:
            (ply,) = choose_plies(str(after), judged)
        except NoSuchPly as error:
            raise IndexError(str(error)) from None
        except ValueError:
            raise IndexError(f"{after!r} is more than one ply") from None
        if isinstance(ply, int):
            return self._turns[ply - 1].board if ply else start
        *_, last = turns_of(start, judged, build_tree(judged).path(ply.turn))
        return last.board

    def illegal_svg(self, *, variation: int = 0, parts: Iterable[str] = ("board", "stashes")) -> str:
        """The picture of the first turn that is illegal, of the main line or of a variation by its number: the
        position in which it was refused, as replay pages draw it. Raises IndexError if there is none.

        >>> game = pyrnot.loads("1. Sf3 2. Sd5", game="martian-life")
        >>> game.illegal_svg()[:4]
        '<svg'
        """
        from pyrnot.render.svg.diagram import draw_svg
        from pyrnot.render.svg.parts import read_parts

        expect_number("variation", variation, 0)
        expect_parts(parts)
        for node in build_tree(self._judged).turns():
            if node.variation == variation and not node.is_legal and node.can_stand:
                return draw_svg(node.diagram, title=node.caption, parts=read_parts(parts))
        line = f"variation {variation}" if variation else "the main line"
        raise IndexError(f"{line} has no illegal turn that was judged")

    def __len__(self) -> int:
        return len(self._turns)

    def __iter__(self) -> Iterator[Turn]:
        return iter(self._turns)

    @overload
    def __getitem__(self, index: int) -> Turn: ...

    @overload
    def __getitem__(self, index: slice) -> list[Turn]: ...

    def __getitem__(self, index: int | slice) -> Turn | list[Turn]:
        if isinstance(index, slice):
            return list(self._turns[index])
        try:
            return self._turns[index]
        except IndexError:
            raise IndexError(f"there is no turn {index}; the game has {len(self)}") from None

    def html(self, *, theme: str = "auto", flip: bool = False) -> str:
        """The game as a replay page, all in one HTML file that loads nothing: what `pyrnot export --to html` writes.
        `theme` and `flip` are those of `Board.svg`. Raises ValueError for another theme.

        >>> pyrnot.load("sample_games/braces/authors-line.pyr").html()[:15]
        '<!doctype html>'
        """
        from pyrnot.render.html.page import Page
        from pyrnot.render.svg.style import read_theme

        line_tree = build_tree(self._judged)
        page = Page(line_tree.title, flip=flip, theme=read_theme(theme))
        return "".join([*page.head(), *page.record(line_tree), *page.foot()])

    def gif(
        self,
        *,
        delay: float = 1.5,
        theme: str = "light",
        size: int | None = None,
        scale: float = 1,
        flip: bool = False,
        parts: Iterable[str] | None = None,
    ) -> bytes:
        """The game as an animation that shows each ply of the main line for `delay` seconds, 60 at most:
        what `pyrnot export --to gif` writes. Without `parts` it is the board with a caption below; the other
        keywords are those of `Board.svg`. Raises ImportError without the packages of `pip install 'pyrnot[images]'`,
        and `IllegalStart` if the tags give no position.

        >>> pyrnot.loads("1. Sf3", game="martian-life").gif(parts=("board",))[:6]
        b'GIF89a'
        """
        from pyrnot.render.animation import draw_animation
        from pyrnot.render.captions import Style
        from pyrnot.render.raster import LONGEST_DELAY
        from pyrnot.render.svg.parts import POST_PARTS, read_parts
        from pyrnot.render.svg.style import read_theme

        expect_positive("delay", delay, "a number of seconds", LONGEST_DELAY)
        expect_dimensions(size, scale)
        if parts is not None:
            expect_parts(parts)
        self._start()  # an animation begins with it
        line_tree = build_tree(self._judged)
        return draw_animation(
            line_tree,
            line_tree.chosen(range(len(self) + 1)),
            delay=delay,
            theme=read_theme("light" if theme == "auto" else theme),  # there is no reader's system to follow
            size=size,
            scale=scale,
            flip=flip,
            style=Style.POST if parts is None else Style.FULL,
            parts=POST_PARTS if parts is None else read_parts(parts),
        )

    def mail(self) -> str:
        """The text to send to the other players: the last turn and the result, or before the first turn the tags, and
        the board in plain letters. It is what `pyrnot add --mail` prints, and `Record.add` takes it.

        >>> print(pyrnot.loads("1. Sf3", game="martian-life").mail()[:14])
        1. Red: Sf3 XS
        """
        return self._mail("")

    def _mail(self, lines: str) -> str:
        """The mail, with more lines above the board."""
        judged = self._judged
        said = f"{self}\n".removesuffix("\n*\n")
        if self._turns:
            style = TurnStyle(pairs=judged.record.pairs, has_seats=True)
            said = write_turns(judged, judged.record.main_line[len(self) - 1 : len(self)], style)
            if judged.record.result is not None and self.result != "*":
                said = f"{said.rstrip()}\n{self.result}\n"
        return message_of(judged, f"{said}\n{lines}" if lines else said)

    def edit(self) -> Record:
        """The record to be changed, with turns added and taken back: see `Record`. Its text is that of the file; that
        of a game from a text, or in another form, is `str(game)`."""
        source = self._judged.record.source
        if self._judged.record.transcript is not None or source.original != source.text or source.file == "-":
            return Record(f"{self}\n")
        return Record(source.original, source=source, encoding=self._encoding)

    # A value

    def __str__(self) -> str:
        text = write_record(self._judged) if self.ok else self._judged.record.source.original
        return text.rstrip("\n")

    def __repr__(self) -> str:
        title = self.info.title if self.info else "an unknown game"
        turns = f"{len(self)} turn" + ("" if len(self) == 1 else "s")
        return f"<Game of {title}: {turns}, {self.result if self.ok else 'with errors'}>"

    def _key(self) -> tuple[object, ...]:
        source = self._judged.record.source
        return source.file, source.number, source.original, self._judged.diagnostics, len(self), self._judged.position

    def __reduce__(self) -> tuple[object, ...]:
        return Game._make, (self._judged, self._encoding)


class Record:
    """A record to which turns are added, one after another, as a game is played.

    `new` begins one, `Game.edit` continues one that was read, `Record(text)` one whose text you have. `str(record)`
    is its text, whose lines end with LF, without the last line end. Several threads may use it: each change is made
    completely or not at all.

    >>> import pyrnot
    >>> record = pyrnot.new("martian-life", red="Ann", yellow="Ben")
    >>> record.add("Sf3").to_move, record.add("2. Yellow: Sc6").number, len(record.game)
    ('Yellow', 2, 2)
    >>> record.add_variation(1, ["Sc3", "Sf6"]).number
    2
    >>> record.undo()
    '2. Sc6'
    >>> record.tags["Event"] = "Club night"
    >>> record.save("game.pyr")
    >>> pyrnot.load("game.pyr").tags["Event"]
    'Club night'

    `secrets` are those of the player's own chains of fair dice: `join` draws one, `roll`, `add` and `mail` need them.
    They are in no text and no file that is written here: keep them beside the record, and show them to no one.

    >>> ann = pyrnot.new("braces", white="Ann", black="Ben")
    >>> ann.join("White")
    >>> len(ann.secrets), ann.secrets[0] in ann.mail()
    (1, False)
    >>> ben = pyrnot.Record.from_mail(ann.mail())
    >>> ben.seats_to_join
    ('Black',)
    >>> ben.join("Black")
    >>> ann.add(ben.mail()).to_move, len(ann.roll()) > 0
    ('White', True)
    >>> ben.roll()
    Traceback (most recent call last):
    pyrnot.PyrnotError: turn 1 needs White's link, which comes with White's mail, or from the secret that White keeps
    """

    secrets: list[str]

    def __init__(self, text: str, *, source: SourceText | None = None, encoding: str = "utf-8") -> None:
        expect_text("text", text)
        self.secrets = []
        self._source = source or SourceText(with_lf(text), file=STANDARD_INPUT)
        self._home = source
        self._encoding = encoding
        if not text.strip():
            raise NotARecord("there is no record in this text")

    @classmethod
    def from_mail(cls, text: str) -> Record:
        """The record that a mail begins, such as `mail` gives before the first turn. Raises `NotARecord` for a text
        that does not name its game, and `PyrnotError` for one with an error."""
        expect_text("text", text)
        with _refusing(PyrnotError):
            return cls(begin_by_text(text) or "")

    @property
    def game(self) -> Game:
        """The game as it stands: its turns, boards, tags and diagnostics. It does not change with the record."""
        return Game._make(replay(read_strictly(self._source)), self._encoding)

    @property
    def tags(self) -> RecordTags:
        """The tags, name -> value, to be read, set and deleted like those of a dictionary."""
        return RecordTags(self)

    def _retag(self, values: Mapping[str, str | None]) -> None:
        with self._changing(PyrnotError) as old:
            self._change(retag(old, TagChanges(values)))

    def add(self, text: str) -> Board:
        """Adds a turn, or several, with their comments, marks and variations; a result such as `White resigns`; or
        what a mail adds to the record, with the links of fair dice that it shows. Returns the last board.

        A number and a seat may be left out, and must be right otherwise. A turn that is already there under its
        number changes nothing. Dice that `roll` knows may be left out too. Raises `IllegalTurn`, and then the record
        stays as it is; and `IllegalStart` where links have been added, but the start is still to be drawn.
        """
        expect_text("text", text)
        with self._changing(IllegalTurn) as old:
            received = receive(old, text, self._dealer, name="the turn", is_message="\n" in text.strip())
            self._change(received.replay.record.source.original)
            return Game._make(received.replay, self._encoding).board()

    @property
    def _dealer(self) -> Dealer:
        return Dealer([bytes.fromhex(secret) for secret in self.secrets])

    def roll(self, beginning: str = "") -> tuple[str, ...]:
        """A beginning of the next turn with what fair dice give, which `pyrnot roll` says too: the dice, and those
        after each re-roll that they allow; or each draw that may come. Raises `PyrnotError` if there is none: it says
        whose mail brings a link that is not known yet."""
        expect_text("beginning", beginning)
        with self._changing(PyrnotError) as old:
            rolls = self._dealer.roll(old)
        continued = [f"{beginning}; {roll}" if beginning else roll for roll in rolls]
        board = self.game.board()
        found = tuple(text for text in continued if _may_begin(board, text))
        if not found:
            raise PyrnotError(f"nothing is rolled here; this turn can have {' or '.join(rolls)}")
        return found

    @property
    def seats_to_join(self) -> tuple[str, ...]:
        """The seats for which `join` may draw a chain: those without one, but none once the player has one. All of
        them if the player has none of the chains, as the secret is lost then."""
        with self._changing(PyrnotError) as old:
            return tuple(self._dealer.seats_to_join(old))

    def join(self, seat: str) -> None:
        """Draws a chain of fair dice for a seat, which begins with the next turn, and adds its secret to `secrets`;
        `mail` then has what the other players need. Raises `PyrnotError` if the chain of the seat is in order: also
        for another seat that has one, while the player's own is in use."""
        expect_text("seat", seat)
        with self._changing(PyrnotError) as old:
            secret = token_bytes(32)
            new, _ = self._dealer.join(old, seat, secret)
            self.secrets = [*self.secrets, secret.hex()]
            self._change(new.record.source.original)

    def mail(self) -> str:
        """The text to send to the other players, as `Game.mail` gives it, with what they need for fair dice."""
        with self._changing(PyrnotError) as old:
            due = self._dealer.update(old)[1]
        return self.game._mail("".join(f"{shown.line}\n" for shown in due))

    def add_variation(self, ply: int, turns: str | Iterable[Turn | str]) -> Board:
        """Adds a variation that replaces the turn at a ply of the main line, after those that it has. Returns the
        last board of the variation.

        `turns` are as for `add`, also with comments, marks and variations, or a list of turns. Raises
        `IllegalTurn`, and then the record stays as it is, and IndexError if there is no such turn.
        """
        expect("ply", ply, int, "a whole number")
        expect("turns", turns, Iterable, "a text or turns")
        with self._changing(IllegalTurn) as old:
            if not 1 <= ply <= old.length:
                raise IndexError(f"there is no turn at ply {ply} of the main line")
            if not isinstance(turns, str):
                said = [_text_of(turn) for turn in turns]
                pairs = old.record.pairs
                turns = "\n".join(
                    turn if OWN_NUMBER.match(turn.strip()) else f"{write_number(at, pairs=pairs)} {turn}"
                    for at, turn in enumerate(said, ply)
                )
            self._change(vary(old, ply, SourceText(turns, file="the variation")))
            return self.game[ply - 1].variations[-1][-1].board

    def undo(self, plies: int | None = None) -> str:
        """Takes back what was added last: a result that a player gave, as by resigning, else the last turn of the
        main line with all that goes with it. Returns what was taken.

        With `plies` it takes that many turns, and the result; `undo(0)` takes only the result. Raises `PyrnotError`
        if there are not that many.
        """
        if plies is not None:
            expect_number("plies", plies, 0)
        with self._changing(PyrnotError) as old:
            text, taken = take_back(old, plies)
            self._change(text)
            return taken

    def save(self, path: str | os.PathLike[str] | None = None) -> None:
        """Writes the record into a file, in one step: the file has its old content or all of the new one.

        The file that the record was read from or saved to (also without `path`) keeps its other records, its encoding
        and its line ends; any other file becomes this record, in UTF-8. Raises OSError if the file cannot be written,
        or has changed in the meantime.
        """
        if path is not None:
            expect_path(path)
        with _LOCK:
            home = None if self._home is None else self._home.file
            target = home if path is None else os.fspath(path)
            if target is None:
                raise ValueError("say where to save the record")
            if home is not None and _is_same_file(target, home):
                self._replace(target)
            else:
                with locked(target), replacing(target, overwrite=True) as file:
                    file.write(self._source.original.encode())
                self._source = SourceText(self._source.original, file=target)
                self._encoding = "utf-8"
            self._home = self._source

    def _replace(self, target: str) -> None:
        """Replaces the record in the file that it came from."""
        assert self._home is not None
        try:
            with locked(target):
                edited = EditedFile(target, self._encoding)
                index = self._home.number - 1
                if index >= len(edited.records) or edited.records[index].original != self._home.original:
                    raise OSError(f"{target} has changed since it was read")
                edited.replace(index, self._source.original)
                edited.write()
        except Unreadable as unreadable:
            cause = refusal(unreadable)
            raise (cause if isinstance(cause, OSError) else OSError(str(unreadable))) from None

    @contextmanager
    def _changing(self, kind: type[PyrnotError]) -> Iterator[Replay]:
        """The record, judged, for one thread at a time. Raises an error of this kind for a refused change."""
        with _LOCK, _refusing(kind):
            yield replay(read_strictly(self._source))

    def _change(self, text: str) -> None:
        old = self._source
        self._source = SourceText(text, file=old.file, number=old.number, first_line=old.first_line)

    def __str__(self) -> str:
        return self._source.original.rstrip("\n")

    def __repr__(self) -> str:
        return f"<Record: {self.game!r}>"


def _text_of(turn: Turn | str) -> str:
    """A turn as a record has it. Raises TypeError for anything else."""
    expect("each of turns", turn, (str, Turn), "a turn")
    return turn._text if isinstance(turn, Turn) else turn


def _may_begin(board: Board, text: str) -> bool:
    """Whether a legal turn may begin with a text."""
    try:
        ahead = board.continuations(text)
    except IllegalTurn:
        return False
    return bool(ahead or ahead.turn)


def _is_same_file(one: str, other: str) -> bool:
    """Whether two paths lead to one file that exists, however they are written."""
    try:
        return os.path.samefile(one, other)
    except OSError:
        return False


@contextmanager
def _refusing(kind: type[PyrnotError]) -> Iterator[None]:
    """A change that is refused within is an error of this kind."""
    try:
        yield
    except Refused as reason:
        raise error_of(kind, reason.diagnostics, str(reason)) from None


class RecordTags(MutableMapping[str, str]):
    """The tags of a `Record`, to be read, set and deleted like those of a dictionary; names in any case.

    Raises `PyrnotError` for a change with which the record would have an error, and then it stays as it is.
    """

    def __init__(self, record: Record) -> None:
        self._record = record

    def __getitem__(self, name: str) -> str:
        return self._record.game.tags[name]

    def __setitem__(self, name: str, value: str) -> None:
        expect_text("name", name)
        expect_text("value", value)
        self._record._retag({name: value})

    def __delitem__(self, name: str) -> None:
        if name not in self:
            raise KeyError(name)
        self._record._retag({name: None})

    def __iter__(self) -> Iterator[str]:
        return iter(self._record.game.tags)

    def __len__(self) -> int:
        return len(self._record.game.tags)

    def __repr__(self) -> str:
        return f"RecordTags({dict(self)})"

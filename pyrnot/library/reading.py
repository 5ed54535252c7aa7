"""Where games come from: a file, a folder or a text, in pyrnot's own format or another one; or they are begun.

Which forms there are, and what reads them, is left to `foreign`; judging to `play`.
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from pyrnot.core.game import AnyGame
from pyrnot.foreign.files import read_sources, split_text
from pyrnot.foreign.reading import read_records
from pyrnot.library.errors import NotARecord, refusal
from pyrnot.library.game import Game, Record
from pyrnot.library.starting import begin, find_game
from pyrnot.play.replay import replay
from pyrnot.record.answers import Answers
from pyrnot.record.files import SUFFIX, find_files
from pyrnot.record.model import Record as RecordRead
from pyrnot.record.opening import STANDARD_INPUT, Unreadable
from pyrnot.record.source import SourceText

Path: TypeAlias = str | os.PathLike[str]


def load(
    path: Path,
    *,
    game: str | None = None,
    form: str | None = None,
    encoding: str = "utf-8",
    answers: Mapping[int, str] | None = None,
) -> Game:
    """The first game of a file, judged. `read` gives all of them, and explains the keywords.

    Raises OSError for a file that is missing or cannot be read, and `NotARecord` for one that holds no record. A record
    with errors is read: see `Game.ok` and `Game.diagnostics`.

    >>> import pyrnot
    >>> pyrnot.load("sample_games/braces/authors-line.pyr")
    <Game of Braces: 33 turns, White wins>
    """
    return next(read(path, game=game, form=form, encoding=encoding, answers=answers))


def loads(
    text: str, *, game: str | None = None, form: str | None = None, answers: Mapping[int, str] | None = None
) -> Game:
    """The first game of a text, judged: a record, or a mail, a chat or a transcript with one.

    The keywords are those of `read`. Raises `NotARecord` if there is none.

    >>> import pyrnot
    >>> pyrnot.loads("1. Sf3 2. Sc6", game="martian-life")
    <Game of Martian Life: 2 turns, *>
    """
    rules = find(game)
    return next(_games(sources_of(text, rules, form, answers), rules))


def read(
    path: Path,
    *,
    game: str | None = None,
    form: str | None = None,
    encoding: str = "utf-8",
    answers: Mapping[int, str] | None = None,
    on_error: Callable[[OSError | NotARecord], object] | None = None,
) -> Iterator[Game]:
    """The games of a file, or of all `.pyr` files in a folder and below, each read and judged when it comes.

    A file that does not end in `.pyr` may also be a mailbox, a chat, a transcript of SuperDuperGames ...: its form is
    recognised, unless `form` names it as `pyrnot check --from` does (with it, all files of a folder are read). `game`
    is the game of records that do not name theirs, `encoding` that of files without a byte-order mark. `answers` are
    those to questions about a thread, by line: `{8: "out", 12: "replaces 5: Sf3"}`; see `Game.questions`.

    Raises OSError for a file that is missing or cannot be read, and `NotARecord` for one that holds no record; with
    `on_error` that is called with the error, as in `os.walk`, and the next file is read.

    >>> import pyrnot
    >>> sum(len(game) for game in pyrnot.read("sample_games/martian-life"))
    114
    """
    rules = find(game)
    return _games(files_of(path, rules, form, encoding, answers), rules, encoding, on_error)


def new(
    game: str,
    *,
    variant: str | None = None,
    setup: str | None = None,
    date: str | None = None,
    seed: int | None = None,
    **tags: str | int,
) -> Record:
    """A record of a new game, to which turns are added: see `Record`.

    The keywords are those of `Board`, with those of a record's head: `white="Ann"` (any seat), `event`, `site`,
    `round`. `date` is `YYYY.MM.DD`, with `??` for unknown parts (by default today).

    Raises as `Board` does, and `IllegalStart` where the players must choose something first, such as the cards of
    Triumvirate.

    >>> import pyrnot
    >>> record = pyrnot.new("braces", white="Ann", black="Ben", date="2026.11.22")
    >>> print(record)
    [Game "Braces"]
    [Date "2026.11.22"]
    [White "Ann"]
    [Black "Ben"]
    <BLANKLINE>
    *
    """
    today = f"{datetime.date.today():%Y.%m.%d}"
    given = {"date": date or today, "variant": variant, "setup": setup, **tags}
    return Record(begin(game, given, seed=seed, is_dealt=False).record.source.original)


def find(name: str | None) -> AnyGame | None:
    """The game with a name, None without one. Raises `UnknownName`."""
    return None if name is None else find_game(name)


def sources_of(
    text: str, game: AnyGame | None, form: str | None, answers: Mapping[int, str] | None
) -> Iterator[SourceText | Unreadable]:
    """The texts of the records in a text; at the end an `Unreadable` if there are none."""
    try:
        yield from split_text(STANDARD_INPUT, text, form, game, Answers(answers or {}))
    except Unreadable as fault:
        yield fault


def files_of(
    path: Path, game: AnyGame | None, form: str | None, encoding: str, answers: Mapping[int, str] | None
) -> Iterator[SourceText | Unreadable]:
    """The texts of the records in a file or a folder; an `Unreadable` for each file without any."""
    for file in find_files([os.fspath(path)], SUFFIX if form is None else None):
        try:
            if file.fault is not None:
                raise file.fault
            yield from read_sources(file.name, encoding, form, game, answers=Answers(answers or {}))
        except Unreadable as fault:
            yield fault


def records_of(sources: Iterator[SourceText | Unreadable], game: AnyGame | None) -> Iterator[RecordRead | Unreadable]:
    """The records of texts, of which a foreign one may hold several."""
    for source in sources:
        try:
            if isinstance(source, Unreadable):
                yield source
            else:
                yield from read_records(source, game)
        except Unreadable as fault:
            yield fault


def _games(
    sources: Iterator[SourceText | Unreadable],
    game: AnyGame | None,
    encoding: str = "utf-8",
    on_error: Callable[[OSError | NotARecord], object] | None = None,
) -> Iterator[Game]:
    for record in records_of(sources, game):
        if not isinstance(record, Unreadable):
            yield Game._make(replay(record), encoding)
        elif on_error is None:
            raise refusal(record) from None
        else:
            on_error(refusal(record))

"""Where games come from: a file, a folder or a text, in pyrnot's own format or another one; or they are begun.

Which forms there are, and what reads them, is left to `foreign`; judging to `play`.
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TypeAlias

from msgspec import Struct, convert

from pyrnot.core.game import AnyGame
from pyrnot.foreign.answering import read_answered
from pyrnot.foreign.load import read_all, read_sources, split_text
from pyrnot.foreign.source import Source
from pyrnot.library.arguments import expect, expect_path, expect_reading, expect_text
from pyrnot.library.errors import Diagnostic, NotARecord, refusal
from pyrnot.library.game import Game, Record
from pyrnot.library.judging import begin, begin_undrawn, find_game
from pyrnot.play.repairs import RepairBudget, with_repairs
from pyrnot.play.replay import replay, with_warnings_as_errors
from pyrnot.record.answers import Answers
from pyrnot.record.encodings import UTF_8
from pyrnot.record.files import SUFFIX, RecordFile, find_files
from pyrnot.record.opening import Unreadable
from pyrnot.render.data import unreadable_data, verdict_data

Path: TypeAlias = str | os.PathLike[str]


class Verdict(Struct, frozen=True):
    """The verdict on a record: one object of `pyrnot check --format json`.

    `file` is the path as given or found (`-` for a text), `record` the number of the record in it, from 1; 0 for a
    file that cannot be read or has no record. `game` is the game's id, `ok` whether there is no error, `plies` the
    number of legal turns, `outcome` that of the rules (a seat or `draw`), `position` the position string after the
    last legal turn. `assumed` has the tags that the record lacks, with the values that are assumed for them.
    `read_as`, `lines` and `left_out` (the numbers of lines) are about a text in another form; `proved_rolls` is how
    many rolls the chains of fair dice prove. What there is none of is None.

    >>> import pyrnot
    >>> (verdict,) = pyrnot.check("sample_games/braces/authors-line.pyr")
    >>> verdict.ok, verdict.plies, verdict.outcome
    (True, 33, 'White')
    """

    file: str
    record: int
    game: str | None
    ok: bool
    plies: int
    outcome: str | None
    position: str | None
    assumed: dict[str, str] | None
    read_as: str | None
    lines: int | None
    left_out: tuple[int, ...] | None
    proved_rolls: int | None
    diagnostics: tuple[Diagnostic, ...]


def load(
    path: Path,
    *,
    game: str | None = None,
    form: str | None = None,
    encoding: str = "utf-8",
    answers: Mapping[int, str] | None = None,
) -> Game:
    """The first game of a file, judged. `read` gives all of them, and explains the keywords.

    Raises OSError for a file that is missing or cannot be read, and `NotARecord` for one that holds no record. A
    record with errors is read: see `Game.ok` and `Game.diagnostics`.

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
    expect_text("text", text)
    rules = None if game is None else find_game(game)
    return next(_games(_texts(text, "", rules, form, UTF_8, answers), rules))


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
    those to questions about a thread, by line: `{8: "out", 12: "replaces 5: Sf3"}`; see `Game.questions`. Each
    becomes a comment of the game.

    Raises OSError for a file that is missing or cannot be read, and `NotARecord` for one that holds no record; with
    `on_error` that is called with the error, as in `os.walk`, and the next file is read.

    >>> import pyrnot
    >>> sum(len(game) for game in pyrnot.read("sample_games/martian-life"))
    114
    """
    expect_path(path)
    rules = None if game is None else find_game(game)
    return _games(_texts(None, path, rules, form, encoding, answers), rules, encoding, on_error)


def check(
    text_or_path: Path,
    *,
    strict: bool = False,
    mainline: bool = False,
    keep_going: bool = False,
    game: str | None = None,
    form: str | None = None,
    encoding: str = "utf-8",
    answers: Mapping[int, str] | None = None,
) -> list[Verdict]:
    """The verdicts on all records of a text, a file or a folder: what `pyrnot check --format json` prints.

    A string with several lines, or that begins with `[`, is a text, any other one is a path. `strict` makes warnings
    errors, `mainline` ignores variations, `keep_going` continues after an illegal turn whose effect is clear; the
    other keywords are those of `read`. Raises OSError if there is nothing at the path; a file that cannot be read
    otherwise gets a verdict. The first error of each of the first 20 records with one has `repairs`.

    >>> import pyrnot
    >>> all(verdict.ok for verdict in pyrnot.check("sample_games/braces"))
    True
    >>> (verdict,) = pyrnot.check('[Game "Martian Life"]\\n1. Sf3\\n2. f3=M')
    >>> verdict.diagnostics[0].code, verdict.diagnostics[0].line, verdict.diagnostics[0].column
    ('not-notation', 3, 4)
    """
    expect("text_or_path", text_or_path, (str, os.PathLike), "a text or a path")
    rules = None if game is None else find_game(game)
    text = text_or_path if isinstance(text_or_path, str) else ""
    is_text = text.lstrip().startswith("[") or "\n" in text or "\r" in text
    if not is_text:
        os.stat(text_or_path)
    texts = _texts(text if is_text else None, text_or_path, rules, form, encoding, answers)
    verdicts: list[Verdict] = []
    budget = RepairBudget()
    for record in read_all(texts, rules):
        if isinstance(record, Unreadable):
            data = unreadable_data(record)
        else:
            judged = replay(record, mainline_only=mainline, keep_going=keep_going)
            if budget.take(judged):
                judged = with_repairs(judged)
            data = verdict_data(with_warnings_as_errors(judged) if strict else judged)
        verdicts.append(convert(data, Verdict))
    return verdicts


def new(
    game: str,
    *,
    variant: str | None = None,
    setup: str | None = None,
    date: str | None = None,
    seed: int | None = None,
    fair_dice: bool = False,
    **tags: str | int,
) -> Record:
    """A record of a new game, to which turns are added: see `Record`.

    The keywords are those of `Board`, with those of a record's head: `white="Ann"` (any seat), `event`, `site`,
    `round`. `date` is `YYYY.MM.DD`, with `??` for unknown parts (by default today). With `fair_dice`, what chance
    decides before the first turn is drawn by them, once all players have joined (`Record.join`).

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
    keywords = {"date": date or today, "variant": variant, "setup": setup, **tags}
    if fair_dice:
        if seed is not None:
            raise ValueError("leave out seed: with fair_dice, the chains of all players decide what is drawn")
        return Record(begin_undrawn(game, keywords))
    return Record(begin(game, keywords, seed=seed, is_dealt=False).record.source.original)


def _texts(
    text: str | None,
    path: Path,
    game: AnyGame | None,
    form: str | None,
    encoding: str,
    answers: Mapping[int, str] | None,
) -> Iterator[Source | Unreadable]:
    """The texts of the records in a text, or (None) in a file or a folder; an `Unreadable` for each without any.
    Raises TypeError and ValueError at once for what is not a form, an encoding, or answers."""
    expect_reading(form, encoding, answers)
    return _read_texts(text, path, game, form, encoding, Answers(answers or {}))


def _read_texts(
    text: str | None, path: Path, game: AnyGame | None, form: str | None, encoding: str, answers: Answers
) -> Iterator[Source | Unreadable]:
    suffix = SUFFIX if form is None else None
    files = find_files([os.fspath(path)], suffix) if text is None else [RecordFile("-")]
    for file in files:
        try:
            if file.diagnostic is not None:
                raise file.diagnostic
            if text is None:
                yield from read_sources(file.name, encoding, form, game, answers=answers)
            else:
                yield from split_text(file.name, text, form, game, answers)
        except Unreadable as unreadable:
            yield unreadable


def _games(
    sources: Iterator[Source | Unreadable],
    game: AnyGame | None,
    encoding: str = "utf-8",
    on_error: Callable[[OSError | NotARecord], object] | None = None,
) -> Iterator[Game]:
    for record in read_all(sources, game, partial(read_answered, keep_chatter=True)):
        if not isinstance(record, Unreadable):
            yield Game._make(replay(record), encoding)
        elif on_error is None:
            raise refusal(record) from None
        else:
            on_error(refusal(record))

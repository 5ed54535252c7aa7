"""Judges whole files as `pyrnot check` does, and gives its verdicts as objects."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from msgspec import Struct

from pyrnot.core.game import AnyGame
from pyrnot.library.diagnosis import Diagnostic, make_diagnostic
from pyrnot.library.reading import Path, files_of, find, records_of, sources_of
from pyrnot.play.replay import replay
from pyrnot.record.opening import Unreadable
from pyrnot.record.source import SourceText
from pyrnot.render.data import unreadable_data, verdict_data


class Verdict(Struct, frozen=True):
    """The verdict on a record: one object of `pyrnot check --format json`.

    `file` is the path as given or found (`-` for a text), `record` the number of the record in it, from 1; 0 for a file
    that cannot be read or has no record. `game` is the game's id, `ok` whether there is no error, `plies` the number
    of legal turns, `outcome` that of the rules (a seat or `draw`), `position` the position string after the last legal
    turn. `read_as`, `lines` and `left_out` (the numbers of lines) are about a text in another form. What there is none
    of is None.

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
    read_as: str | None
    lines: int | None
    left_out: tuple[int, ...] | None
    diagnostics: tuple[Diagnostic, ...]


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
    otherwise gets a verdict.

    >>> import pyrnot
    >>> all(verdict.ok for verdict in pyrnot.check("sample_games/braces"))
    True
    >>> (verdict,) = pyrnot.check('[Game "Martian Life"]\\n1. Sf3\\n2. f3=M')
    >>> verdict.diagnostics[0].code, verdict.diagnostics[0].line, verdict.diagnostics[0].column
    ('not-notation', 3, 4)
    """
    rules = find(game)
    if isinstance(text_or_path, str) and _is_text(text_or_path):
        sources = sources_of(text_or_path, rules, form, answers)
    else:
        os.stat(text_or_path)
        sources = files_of(text_or_path, rules, form, encoding, answers)
    return list(_verdicts(sources, rules, strict=strict, mainline=mainline, keep_going=keep_going))


def _is_text(text: str) -> bool:
    return text.lstrip().startswith("[") or "\n" in text or "\r" in text


def _verdicts(
    sources: Iterator[SourceText | Unreadable], game: AnyGame | None, *, strict: bool, mainline: bool, keep_going: bool
) -> Iterator[Verdict]:
    for record in records_of(sources, game):
        if isinstance(record, Unreadable):
            data = unreadable_data(record)
        else:
            judged = replay(record, mainline_only=mainline, keep_going=keep_going)
            data = verdict_data(judged, strict=strict)
        left_out, faults = data.pop("left_out"), data.pop("diagnostics")
        yield Verdict(
            **data,
            left_out=None if left_out is None else tuple(left_out),
            diagnostics=tuple(map(make_diagnostic, faults)),
        )

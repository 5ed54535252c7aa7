"""Reads a record: its tag section (R2) here, its turns in `turns`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Code, Diagnostic, Fix, Severity, Span, nearest, quote
from pyrnot.core.limits import RECORD_CHARACTERS
from pyrnot.core.tags import Tags
from pyrnot.games import game_ids, load_game
from pyrnot.record.lines import MAX_FAULTS, TooLong
from pyrnot.record.model import Comment, Record, Tag, first_character
from pyrnot.record.outline import BLANK, TAG, comment_end, unclosed_comment
from pyrnot.record.turns import read_turns

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame
    from pyrnot.record.source import SourceText

_BLANKS = re.compile(rf"{BLANK}*")
_DATE = re.compile(r"([0-9]{4}|\?{4})\.([0-9]{2}|\?\?)\.([0-9]{2}|\?\?)")
_IF_UNKNOWN = (2000, 1, 1)
"""A leap year, and a month with 31 days."""
_ESCAPE = re.compile(r'\\(["\\])')

_load_game = lru_cache(maxsize=64)(load_game)  # a file of a thousand records names the same game a thousand times


class _Section(Struct, frozen=True):
    """The tags and comments before the first turn, their diagnostics, and the offset at which the turns begin."""

    tag_lines: Sequence[Tag]
    tags: Tags
    comments: Sequence[tuple[int, Comment]]
    diagnostics: tuple[Diagnostic, ...]
    end: int


def read_strictly(
    source: SourceText, default_game: AnyGame | None = None, *, seats_by: Tags | None = None, plies_before: int = 0
) -> Record:
    """The record of a source text as it stands, whatever else the text may be."""
    section = _read_section(source.text)
    tags = section.tags
    game, diagnostic = _find_game(source, section.tag_lines, default_game)
    diagnostics = section.diagnostics if diagnostic is None else (*section.diagnostics, diagnostic)
    try:
        if len(source.text) > RECORD_CHARACTERS:
            message = f"the record has more than {RECORD_CHARACTERS:,} characters"
            raise TooLong(message, Span(RECORD_CHARACTERS, RECORD_CHARACTERS + 1), None)
        record = read_turns(
            source,
            game,
            tags if seats_by is None else seats_by,
            tag_lines=section.tag_lines,
            comments=section.comments,
            diagnostics=diagnostics,
            start=section.end,
            plies_before=plies_before,
        )
    except TooLong as limit:
        return Record(source, game, tags, section.tag_lines, diagnostics=(limit.diagnostic,), has_start=False)
    return record if game is not None else replace(record, has_start=False)


def read_tags(text: str) -> Tags:
    """The tags of a record; its turns are not read."""
    return _read_section(text).tags


def _find_game(
    source: SourceText, tag_lines: Sequence[Tag], default_game: AnyGame | None
) -> tuple[AnyGame | None, Diagnostic | None]:
    """The game that a record names, or None and the diagnostic (R2.2)."""
    name = next((tag for tag in tag_lines if tag.name.lower() == "game"), None)
    if name is None:
        if default_game is not None:
            return default_game, None
        hint = 'name the game in a tag, [Game "Braces"], or with --game'
        message = "the record does not name its game"
        return None, _diagnostic(CoreCodes.MISSING_GAME, message, first_character(source), hint)
    game = _load_game(name.value)
    if game is not None:
        return game, None
    known = sorted(game_ids())
    guess = nearest(name.value, known)
    hint = f"did you mean {guess}?" if guess else f"known games: {', '.join(known)}"
    message = f"unknown game {quote(name.value)}" if name.value.strip() else "the Game tag names no game"
    fix = Fix(name.value_span, guess) if guess else None
    return None, _diagnostic(CoreCodes.UNKNOWN_GAME, message, name.value_span, hint, fix=fix)


def _diagnostic(
    code: Code,
    message: str,
    span: Span,
    hint: str | None = None,
    *,
    severity: Severity = Severity.ERROR,
    fix: Fix | None = None,
) -> Diagnostic:
    return Diagnostic(severity, code, "R2", span, message, hint, ply=0, fix=fix)


def _read_section(text: str) -> _Section:
    tag_lines: list[Tag] = []
    comments: list[tuple[int, Comment]] = []
    diagnostics: list[Diagnostic] = []
    values = Tags()
    position = 0
    while True:
        del diagnostics[MAX_FAULTS:]
        blanks = _BLANKS.match(text, position)
        assert blanks is not None  # it may be empty
        at_line_start = position == 0 or "\n" in blanks.group()
        position = blanks.end()
        character = text[position : position + 1]
        if character in ("{", "#"):
            end = comment_end(text, position)
            comment = Comment(text[position:end], Span(position, end))
            if not comment.is_closed:
                diagnostics.append(unclosed_comment(comment, 0))
            comments.append((len(tag_lines), comment))
            position = end
        elif character == "[" and at_line_start:
            line_end = _line_end(text, position)
            found = TAG.match(text, position, line_end)
            if found is None:
                diagnostics.append(_bad_tag(text, position))
                position = line_end
                continue
            tag = _make_tag(found)
            if not values.add(tag.name, tag.value):
                message = f"duplicate tag {tag.name}; the first one is used"
                diagnostics.append(_diagnostic(CoreCodes.TAG_TWICE, message, tag.span))
            elif tag.name.lower() == "date" and not _is_date(tag.value):
                message = f"{quote(tag.value)} is not a date; write YYYY.MM.DD, with ?? for unknown parts"
                diagnostics.append(_diagnostic(CoreCodes.BAD_DATE, message, tag.value_span, severity=Severity.WARNING))
            tag_lines.append(tag)
            position = found.end()
        else:
            return _Section(tuple(tag_lines), values, comments, tuple(diagnostics), position)


def _line_end(text: str, position: int) -> int:
    newline = text.find("\n", position)
    return newline if newline >= 0 else len(text)


def _bad_tag(text: str, start: int) -> Diagnostic:
    message = 'not a valid tag: write one tag per line, such as [White "Ann"]'
    return _diagnostic(
        CoreCodes.BAD_TAG, message, Span(start, start + len(text[start : _line_end(text, start)].rstrip()))
    )


def _make_tag(found: re.Match[str]) -> Tag:
    group = "plain" if found.group("plain") is not None else "typographic"
    value = _ESCAPE.sub(r"\1", found.group(group))
    return Tag(found.group("name"), value, Span(*found.span()), Span(*found.span(group)))


def _is_date(text: str) -> bool:
    found = _DATE.fullmatch(text)
    if found is None:
        return False
    known = zip(found.groups(), _IF_UNKNOWN, strict=True)
    try:
        date(*(unknown if part.startswith("?") else int(part) for part, unknown in known))
    except ValueError:
        return False
    return True

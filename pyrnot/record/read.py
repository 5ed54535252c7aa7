"""Reads a record: its tag section in `tag_section`, the game that its tags name here, its turns in `turns`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Fix, Severity, Span, nearest, quote
from pyrnot.core.limits import RECORD_CHARACTERS
from pyrnot.core.tags import Tags
from pyrnot.games import game_ids, load_game
from pyrnot.record.lines import TooLong
from pyrnot.record.model import Record, Tag, first_character
from pyrnot.record.tag_section import read_tag_section
from pyrnot.record.turns import read_turns

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame
    from pyrnot.record.source import SourceText

_load_game = lru_cache(maxsize=64)(load_game)  # a file of a thousand records names the same game a thousand times


def read_strictly(
    source: SourceText,
    default_game: AnyGame | None = None,
    *,
    seats_by: Tags | None = None,
    plies_before: int = 0,
    suggests: bool = True,
) -> Record:
    """The record of a source text as it stands, whatever else the text may be. With `suggests`, diagnostics of
    notation come with what to write instead."""
    section = read_tag_section(source.text)
    game, diagnostic = _find_game(source, section.tag_lines, default_game)
    if diagnostic is not None:
        section = replace(section, diagnostics=(*section.diagnostics, diagnostic))
    try:
        if len(source.text) > RECORD_CHARACTERS:
            message = f"the record has more than {RECORD_CHARACTERS:,} characters"
            raise TooLong(message, Span(RECORD_CHARACTERS, RECORD_CHARACTERS + 1), None)
        tags = section.tags if seats_by is None else seats_by
        record = read_turns(source, game, tags, section, plies_before=plies_before, suggests=suggests)
    except TooLong as limit:
        return Record(
            source=source,
            game=game,
            tags=section.tags,
            tag_lines=section.tag_lines,
            diagnostics=(limit.diagnostic,),
            has_start=False,
        )
    if game is not None:
        return record
    record = replace(record, has_start=False)
    if suggests and diagnostic is not None and diagnostic.code == CoreCodes.MISSING_GAME:
        from pyrnot.record.missing_game import explain_missing_game  # seldom needed

        return explain_missing_game(record)
    return record


def read_tags(text: str) -> Tags:
    """The tags of a record; its turns are not read."""
    return read_tag_section(text).tags


def _find_game(
    source: SourceText, tag_lines: Sequence[Tag], default_game: AnyGame | None
) -> tuple[AnyGame | None, Diagnostic | None]:
    """The game that a record names, or None and the diagnostic (R2.2)."""
    tag = next((tag for tag in tag_lines if tag.name.lower() == "game"), None)
    if tag is not None:
        game = _load_game(tag.value)
        return game, _unknown_game(tag) if game is None else None
    if default_game is not None:
        return default_game, None
    return None, Diagnostic(
        severity=Severity.ERROR,
        code=CoreCodes.MISSING_GAME,
        rule="R2",
        span=first_character(source),
        message="the record does not name its game",
        hint='name the game in a tag, [Game "Braces"], or with --game',
        ply=0,
    )


def _unknown_game(tag: Tag) -> Diagnostic:
    """The diagnostic of a `Game` tag that names no known game."""
    known = sorted(game_ids())
    guess = nearest(tag.value, known)
    return Diagnostic(
        severity=Severity.ERROR,
        code=CoreCodes.UNKNOWN_GAME,
        rule="R2",
        span=tag.value_span,
        message=f"unknown game {quote(tag.value)}" if tag.value.strip() else "the Game tag names no game",
        hint=f"did you mean {guess}?" if guess else f"known games: {', '.join(known)}",
        ply=0,
        fix=Fix(tag.value_span, guess) if guess else None,
    )

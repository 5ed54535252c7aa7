"""Renames what players name: a player, in the tags, turns and results that use the name, or a system.

Comments stay as they are. A new name that the record could not be read with is refused.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from pyrnot.core.diagnostics import Fix, Severity, Span
from pyrnot.core.patterns import lazy_pattern
from pyrnot.core.tags import find_seat, plain_characters
from pyrnot.lsp.document import RecordPart
from pyrnot.lsp.lookup import names_in_turn, tag_at, turn_at
from pyrnot.play.repair import apply_fixes
from pyrnot.play.replay import replay
from pyrnot.play.write import write_tag
from pyrnot.record.model import Record
from pyrnot.record.read import read_strictly
from pyrnot.record.source import SourceText

_BARE = lazy_pattern(r"[^\W_][\w'-]*")
_LONGEST = 200


class CannotRename(Exception):
    """A name that cannot be given, with a message for the user."""


class Name(Struct, frozen=True):
    """A name that can be changed, and its span. `seat` is that of a player, None for a name within actions."""

    text: str
    span: Span
    seat: str | None = None


def name_at(record: Record, offset: int) -> Name | None:
    """The name at an offset of a record, None if there is none."""
    if record.game is None:
        return None
    tag = tag_at(record, offset)
    if tag is not None:
        seat = find_whole(record.game.info.seats, tag.name)
        return Name(tag.value, tag.value_span, seat) if seat is not None and tag.value.strip() else None
    index = turn_at(record, offset)
    if index is not None:
        for span in names_in_turn(record, record.turns[index]):
            if span.start <= offset <= span.end:
                return Name(_bare(record.source.text[span.start : span.end]), span)
    for span, seat in _player_words(record):
        if span.start <= offset <= span.end:
            return Name(record.tags[seat], span, seat)
    return None


def rename(part: RecordPart, name: Name, new: str) -> list[Fix]:
    """What changes in a record when `name` becomes `new`; nothing if the record does not have the name.

    Raises `CannotRename`.
    """
    new = " ".join(new.split())
    if not new or not new.isprintable() or len(new) > _LONGEST:
        raise CannotRename("a name is 1 to 200 printable characters on one line")
    edits = list(_rename_player(part.record, name, new) if name.seat else _rename_in_actions(part.record, name, new))
    if edits:
        _check(part, edits, new)
    return edits


def find_whole(seats: tuple[str, ...], text: str) -> str | None:
    """The seat with this name, in any case."""
    return next((seat for seat in seats if seat.lower() == text.lower()), None)


def _rename_player(record: Record, name: Name, new: str) -> Iterator[Fix]:
    """The tags with the player's name, and the words before turns and in the result that mean one of those seats."""
    seats = record.game.info.seats if record.game else ()
    renamed = set()
    for tag in record.tag_lines:
        seat = find_whole(seats, tag.name)
        if seat is not None and tag.value == name.text:
            renamed.add(seat)
            yield Fix(tag.span, write_tag(tag.name, new))
    old = " ".join(name.text.split()).lower()
    for span, seat in _player_words(record):
        if seat in renamed:
            written = " ".join(record.source.text[span.start : span.end].split()).lower()
            yield Fix(span, new if written == old else new.split()[0])


def _player_words(record: Record) -> Iterator[tuple[Span, str]]:
    """Where a player's name is written instead of the seat, and that seat."""
    seats = record.game.info.seats if record.game else ()
    text = record.source.text
    for turn in record.turns:
        if turn.seat is not None and turn.seat.text in seats and not find_seat(seats, _words(text, turn.seat.span)):
            yield turn.seat.span, turn.seat.text
    if record.result is not None:
        span = record.result.span
        written = _words(text, span)
        seat = find_whole(seats, record.result.text.split()[0])
        if seat is not None and find_whole(seats, written.split()[0]) is None:
            name = text[span.start : span.end].rstrip()
            yield Span(span.start, span.start + len(name.rsplit(None, 1)[0].rstrip())), seat


def _words(text: str, span: Span) -> str:
    return plain_characters(text[span.start : span.end])


def _rename_in_actions(record: Record, name: Name, new: str) -> Iterator[Fix]:
    """Every action's part with the name; quoted unless it is a plain word."""
    written = new if _BARE.fullmatch(new) else f'"{new}"'
    for turn in record.turns:
        for span in names_in_turn(record, turn):
            if _bare(record.source.text[span.start : span.end]).lower() == name.text.lower():
                yield Fix(span, written)


def _bare(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def _check(part: RecordPart, edits: list[Fix], new: str) -> None:
    """Raises `CannotRename` if the record has other errors after the edits, such as two systems of one name."""
    before = [diagnostic for diagnostic in part.replay.diagnostics if diagnostic.severity is Severity.ERROR]
    source = SourceText(apply_fixes(part.text, edits), file=part.source.file)
    after = replay(read_strictly(source), hints=False)
    wrong = [diagnostic for diagnostic in after.diagnostics if diagnostic.severity is Severity.ERROR]
    if [(diagnostic.code, diagnostic.ply) for diagnostic in wrong] != [
        (diagnostic.code, diagnostic.ply) for diagnostic in before
    ]:
        reason = wrong[0].message if wrong else "the record would be read differently"
        raise CannotRename(f"cannot rename to {new}: {reason}")
    if after.length != part.replay.length or len(after.record.turns) != len(part.record.turns):
        raise CannotRename(f"cannot rename to {new}: the record would be read differently")

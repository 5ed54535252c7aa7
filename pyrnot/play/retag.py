"""Sets, renames and removes the tags of a record in its own text; the rest of it stays as it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Fix, Severity, Span
from pyrnot.core.game import AnyGame
from pyrnot.core.pieces import join_words
from pyrnot.play.extend import Refused
from pyrnot.play.repair import apply_fixes
from pyrnot.play.replay import Replay, replay
from pyrnot.play.start import guess_tag, is_foreign_seat
from pyrnot.play.write import write_tag
from pyrnot.record.model import Record, Tag
from pyrnot.record.read import read_strictly

_OF_NEW_TAGS = frozenset({CoreCodes.IDLE_SEAT, CoreCodes.UNKNOWN_TAG})
"""The codes of the warnings that no new tag may bring; the names that tags are renamed to are free (R2.3)."""


class TagChanges(Struct, frozen=True):
    """What becomes of a record's tags: `values` to set, by name (None: the tag goes), the new `names` of tags, and
    the new names of `players`, whichever seat they have. Names of tags are in any case."""

    values: Mapping[str, str | None] = {}
    names: Mapping[str, str] = {}
    players: Mapping[str, str] = {}


def retag(old: Replay, changes: TagChanges) -> str:
    """The text of a record with its tags changed; a new tag comes after the others.

    Raises `Refused` with the diagnostics if the record would have an error that it does not have now.
    """
    record = old.record
    _check_names(old, changes)
    text = _changed(record, changes)
    if text == record.source.original:
        return text
    new = record.source.changed(text)
    default_game = None if "Game" in record.tags else record.game
    before = {(diagnostic.code, diagnostic.message) for diagnostic in old.diagnostics}
    diagnostics = [
        (diagnostic, new)
        for diagnostic in replay(read_strictly(new, default_game), hints=False).diagnostics
        if _is_refused(diagnostic, changes) and (diagnostic.code, diagnostic.message) not in before
    ]
    if diagnostics:
        raise Refused("with these tags the record would not be right", diagnostics)
    return text


def _is_refused(diagnostic: Diagnostic, changes: TagChanges) -> bool:
    """Whether a record may have a diagnostic, but get none by a change: what `new` refuses, too."""
    if diagnostic.code in _OF_NEW_TAGS:
        return bool(changes.values)
    return diagnostic.severity is Severity.ERROR or diagnostic.code == CoreCodes.BAD_DATE


def _check_names(old: Replay, changes: TagChanges) -> None:
    """Raises `Refused` for the name of a new tag that is a slip of one that the game knows, or that is the seat of
    another game while one of this game has no player."""
    game = old.record.game
    if game is None:
        return
    tags = old.record.tags
    new = [name for name, value in changes.values.items() if value is not None and name not in tags]
    for name in new:
        guess = guess_tag(game, name)
        if guess is not None:
            raise Refused(f"did you mean {guess}? {game.info.title} has no tag {name}")
    seats = _seats(old, game)
    named = {name.lower() for name in (*tags, *new)}
    foreign = next((name for name in new if is_foreign_seat(game, name)), None)
    if foreign is not None and not named.issuperset(map(str.lower, seats)):
        names = join_words(seats)
        raise Refused(f"name the players by their seats, {names}: {game.info.title} has no seat {foreign}")


def _seats(old: Replay, game: AnyGame) -> Sequence[str]:
    """The seats of a record, or all that its game may have if the tags give no start."""
    return game.info.seats if old.start is None else tuple(map(str, old.start.seats))


def _changed(record: Record, changes: TagChanges) -> str:
    """The record's text with its tags changed, without checking it."""
    text = record.source.original
    written = {tag.name.lower() for tag in record.tag_lines}
    new = [write_tag(name, value) for name, value in changes.values.items() if value and name.lower() not in written]
    if new and not record.tag_lines:
        return "\n".join(new) + f"\n\n{text.lstrip()}"
    fixes = list(_tag_fixes(record, changes))
    if new:
        fixes.append(_added_lines(text, record.tag_lines[-1], new))
    return apply_fixes(text, fixes)


def _tag_fixes(record: Record, changes: TagChanges) -> Iterator[Fix]:
    """The changes of the tags that the record has."""
    values = {name.lower(): value for name, value in changes.values.items()}
    names = {name.lower(): new for name, new in changes.names.items()}
    seats = {seat.lower() for seat in record.game.info.seats} if record.game else set()
    for tag in record.tag_lines:
        key = tag.name.lower()
        name = names.get(key, tag.name)
        value = values.get(key, tag.value)
        if key in seats and value == tag.value:
            value = changes.players.get(tag.value, tag.value)
        if value is None:
            yield Fix(_line_of(tag, record.source.original), "")
        elif (name, value) != (tag.name, tag.value):
            yield Fix(tag.span, write_tag(name, value))


def _added_lines(text: str, last: Tag, new: Iterable[str]) -> Fix:
    """The change that adds the lines of new tags after the last tag."""
    lines = "".join(f"{line}\n" for line in new)
    end = text.find("\n", last.span.end) + 1
    if not end:  # the text ends with the tag
        return Fix(Span(len(text), len(text)), f"\n{lines}")
    return Fix(Span(end, end), lines)


def _line_of(tag: Tag, text: str) -> Span:
    """A tag with its line, if that holds nothing else, and the blanks before the next tag otherwise."""
    start, end = tag.span
    line_start = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", end) + 1 or len(text)
    if text[line_start:start].strip() or text[end:line_end].strip():
        return Span(start, end + len(text[end:]) - len(text[end:].lstrip(" ")))
    return Span(line_start, line_end)

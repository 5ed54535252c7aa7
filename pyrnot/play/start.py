"""The position at ply 0 of a record, and what is wrong with the tags that lead to it (R2.3 to R2.5).

What each tag means is left to the game.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import LONGEST_MESSAGE, Code, Diagnostic, Fix, Illegal, Severity, Span, nearest, shorten
from pyrnot.core.mixins import ComparesTags
from pyrnot.core.pieces import join_words
from pyrnot.core.tags import Tags, read_first
from pyrnot.record.model import Record, Tag, first_character

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pyrnot.core.game import AnyGame

KNOWN_TAGS = ("Game", "Event", "Site", "Date", "Round", "Result", "Variant", "Setup", "First", "Annotator")
"""The tags that all games share (R2.3, R2.4)."""

_TAGS_CHECKED = 100
_SHORTEST_SLIP = 3
"""Letters that a name needs to be taken for a slip of another."""
_OF_A_PLAYER = (
    r"(?i)white|black|red|blue|yellow|green|north|east|south|west|host|guest|home|away|first_?player|second_?player|"
    r"(?:player|p|seat)_?[1-9a-d]"
)
"""What tags of players are called in other games and by other programs; compiled when a tag is unknown."""


def find_start(record: Record) -> tuple[Any, list[Diagnostic]]:
    """The position at ply 0, and the diagnostics of the tags. The position is None if they leave none (R2.5)."""
    game = record.game
    if game is None or not record.has_start:
        return None, []
    try:
        start = game.start(Tags([*assumed_tags(record).items(), *record.tags.items()]))
    except Illegal as illegal:
        return None, [tag_diagnostic(record, _or_undrawn(record, illegal))]
    diagnostics: list[Diagnostic] = []
    if isinstance(game, ComparesTags):
        diagnostics += [tag_diagnostic(record, conflict) for conflict in game.tag_conflicts(start, record.tags)]
    diagnostics += _likely_slips(record, game, start.seats)
    if "Setup" in record.tags and "First" in record.tags:
        try:
            first = read_first(game.info.seats, record.tags)
        except Illegal as illegal:
            return None, [*diagnostics, tag_diagnostic(record, illegal)]
        if first != start.to_move:
            message = f"the First tag is {first}, but in Setup {start.to_move} is to move"
            diagnostics.append(
                tag_diagnostic(record, Illegal(CoreCodes.TAG_AGAINST_SETUP, "R2", message, field="First"))
            )
    return start, diagnostics


def _or_undrawn(record: Record, illegal: Illegal) -> Illegal:
    """What is wrong with a tag; what fair dice lack, where they have still to draw it."""
    from pyrnot.play.fair_dice import MissingLink, read_fair_dice  # needed only where a start is wrong
    from pyrnot.play.fair_start import draw_start, read_drawn

    game = record.game
    if game is None or illegal.field in record.tags or illegal.field not in read_drawn(record.tags):
        return illegal
    try:
        drawn = draw_start(game, record.tags, read_fair_dice(game, record.tags))
        hint = f'add [{illegal.field} "{drawn[illegal.field]}"], which the chains give'
    except MissingLink as missing:
        hint = str(missing)
    except Illegal as broken:
        return broken
    message = f"{illegal.field} is still to be drawn by fair dice"
    return Illegal(CoreCodes.CHAIN_MISSING, "FD", message, field=illegal.field, hint=hint)


def assumed_tags(record: Record) -> Mapping[str, str]:
    """The tags that a record lacks, and the values that are assumed for them. Raises `Illegal` as its game does."""
    game = record.game
    assert game is not None
    # A thread is asked about instead: it may say in words what its first turns replace.
    first = () if record.is_thread else record.main_line[: len(game.info.seats)]
    first_turns = [record.turns[index] for index in first]
    return game.assumed_tags(record.tags, [[action.written for action in turn.actions] for turn in first_turns])


def _likely_slips(record: Record, game: AnyGame, seats: tuple[str, ...]) -> Iterator[Diagnostic]:
    """Warnings of valid tags that look like slips: one player in two seats, a name close to a known one."""
    seat_of: dict[str, str] = {}
    for tag in record.tag_lines[:_TAGS_CHECKED]:
        seat = next((seat for seat in seats if seat.lower() == tag.name.lower()), None)
        player = tag.value.strip().lower()
        if seat is None:
            yield from _idle_seat(record, game, tag, seats)
            yield from _misspelt_name(record, game, tag) or _foreign_seat(record, game, tag, seats)
            yield from _wrong_seats(record, game, tag)
        elif player.strip("?") and seat_of.setdefault(player, seat) != seat:
            message = f"{shorten(tag.value)!r} plays both {seat_of[player]} and {seat}"
            yield _warning(CoreCodes.NAME_TWICE, message, tag.value_span)


def _idle_seat(record: Record, game: AnyGame, tag: Tag, seats: tuple[str, ...]) -> Iterator[Diagnostic]:
    """The warning of a name for a seat that is not in play (R2.5)."""
    seat = next((seat for seat in game.info.seats if seat.lower() == tag.name.lower()), None)
    if seat is not None:
        message = f"{seat} is not in play: the seats of this game are {join_words(seats)}"
        yield _warning(CoreCodes.IDLE_SEAT, message, _name_span(record, tag))


def _misspelt_name(record: Record, game: AnyGame, tag: Tag) -> list[Diagnostic]:
    """The warning of an unknown tag whose name is close to that of a known one that the record lacks."""
    guess = guess_tag(game, tag.name)
    if guess is None or guess in record.tags:
        return []
    span = _name_span(record, tag)
    fix = Fix(span, guess)
    return [replace(_unknown_tag(tag, span), hint=f"did you mean {fix.text}?", fix=fix)]


def guess_tag(game: AnyGame, name: str) -> str | None:
    """The tag of a game, or of all games, that an unknown one is a slip of; None if it is known, or close to none."""
    known = known_tag_names(game)
    key = name.lower()
    if key in known or len(key) < _SHORTEST_SLIP:
        return None
    swapped = next((other for other in known if sorted(other) == sorted(key)), None)
    seat = next((seat.lower() for seat in game.info.seats if _is_letter_off(key, seat.lower())), None)
    guess = swapped or seat or nearest(key, known, cutoff=0.8)
    return known[guess] if guess is not None else None


def _is_letter_off(word: str, other: str) -> bool:
    """Whether a word is another but for one wrong letter after the first."""
    if word[0] != other[0] or len(word) != len(other) or len(other) == _SHORTEST_SLIP:
        return False
    return sum(letter != right for letter, right in zip(word, other, strict=True)) == 1


def _foreign_seat(record: Record, game: AnyGame, tag: Tag, seats: tuple[str, ...]) -> list[Diagnostic]:
    """The warning of a player's tag that this game does not have, in a record that lacks one that it has."""
    lacking = [seat for seat in seats if seat not in record.tags]
    if not lacking or not is_foreign_seat(game, tag.name):
        return []
    span = _name_span(record, tag)
    if len(lacking) == 1:
        fix = Fix(span, lacking[0])
        return [replace(_unknown_tag(tag, span), hint=f"did you mean {fix.text}?", fix=fix)]
    return [replace(_unknown_tag(tag, span), hint=f"name the players by their seats: {join_words(seats)}")]


def is_foreign_seat(game: AnyGame, name: str) -> bool:
    """Whether a tag names a player in other games or by other programs, and nothing in this game."""
    return name.lower() not in known_tag_names(game) and re.fullmatch(_OF_A_PLAYER, name) is not None


def _wrong_seats(record: Record, game: AnyGame, tag: Tag) -> Iterator[Diagnostic]:
    """The warning of a `Seats` tag that gives another number of seats than its game always has."""
    seats = game.info.seats
    has_fixed = "seats" not in known_tag_names(game)
    if has_fixed and tag.name.lower() == "seats" and tag.value.strip() != str(len(seats)):
        hint = f"remove it: the seats in {game.info.title} are always {join_words(seats)}"
        yield replace(_unknown_tag(tag, _name_span(record, tag)), hint=hint)


def _unknown_tag(tag: Tag, span: Span) -> Diagnostic:
    return _warning(CoreCodes.UNKNOWN_TAG, f"unknown tag {shorten(tag.name)} (kept, but ignored)", span)


def _name_span(record: Record, tag: Tag) -> Span:
    """Where the name of a tag is written; blanks may precede it."""
    start = record.source.text.index(tag.name, tag.span.start)
    return Span(start, start + len(tag.name))


@cache
def known_tag_names(game: AnyGame) -> dict[str, str]:
    """The names of the tags that mean something in a game, by themselves in small letters."""
    return {name.lower(): name for name in (*KNOWN_TAGS, *game.info.tags, *game.info.seats)}


def _warning(code: Code, message: str, span: Span) -> Diagnostic:
    return Diagnostic(Severity.WARNING, code, "R2", span, message, ply=0)


def tag_diagnostic(record: Record, illegal: Illegal, severity: Severity = Severity.ERROR) -> Diagnostic:
    """What is wrong with a tag."""
    fix = None
    tag = record.tag(illegal.field)
    if tag is None:
        span = first_character(record.source)
    else:
        span = tag.place(illegal.within, record.source.text) if illegal.within else tag.value_span
        if illegal.instead is not None and "\\" not in record.source.written(tag.value_span):
            fix = Fix(span, illegal.instead)
    return Diagnostic(
        severity=severity,
        code=illegal.code,
        rule=illegal.rule,
        span=span,
        message=shorten(illegal.message, LONGEST_MESSAGE),
        hint=illegal.hint,
        ply=0,
        fix=fix,
    )

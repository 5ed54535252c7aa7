"""Homeworlds as other sites write it, turned into a record: turns whose actions may have several readings each.

A reading is chosen only where the rules leave one: Abstract Play writes a ship to be built without its size, which the
bank decides (H13), and `trade r1 g1 b` may be a trade at b or at g1. Of two that are both legal none is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Illegal, Severity, Span
from pyrnot.core.limits import RECORD_TURNS
from pyrnot.core.tags import Tags
from pyrnot.games.homeworlds.actions import WrittenAction
from pyrnot.games.homeworlds.position import Seat
from pyrnot.play.turns import play_turn
from pyrnot.record.model import (
    Action,
    Comment,
    LeftOut,
    Reading,
    Record,
    Result,
    SeatWritten,
    Tag,
    Turn,
    Variation,
    first_character,
    in_order,
)

if TYPE_CHECKING:
    from pyrnot.record.source import SourceText

_TRIED = 4_096
"""Readings of one turn that are tried at most."""
MOST_TURNS = RECORD_TURNS


class WrittenChoice(Struct, frozen=True):
    """An action as written: all that it may mean, most likely first, and where it stands."""

    readings: tuple[WrittenAction, ...]
    start: int
    end: int


class SiteTurn(Struct, frozen=True):
    """A turn of a site's record. One that is not notation has a `fault` that says where and why."""

    start: int
    end: int
    choices: tuple[WrittenChoice, ...]
    seat: Seat | None = None
    fault: Diagnostic | None = None
    comments: tuple[Comment, ...] = ()


class SiteGame(Struct, frozen=True):
    """A game as a site has it. `tags` gives the record's tags with the place that each was read from."""

    turns: Sequence[SiteTurn]
    tags: Sequence[Tag] = ()
    comments: Sequence[Comment] = ()
    result: Result | None = None
    result_is_tag: bool = False
    result_name: str = "the result"
    left_out: Sequence[LeftOut] = ()
    diagnostics: Sequence[Diagnostic] = ()


def first_turns(turns: Iterable[SiteTurn]) -> list[SiteTurn]:
    """The turns of a game, up to the first that is one too many."""
    return list(islice(turns, MOST_TURNS + 1))


def build_record(source: SourceText, game: SiteGame, title: str) -> Record:
    """The record of a game; one without turns if it has too many. `title` says what a text of its form is called."""
    from pyrnot.games.homeworlds import GAME

    assert source.form is not None
    if len(game.turns) > MOST_TURNS:
        game = replace(game, turns=(), result=None, diagnostics=(_too_long(game.turns[MOST_TURNS]),))
    tag_lines = _with_game(source, game.tags)
    tags = Tags({tag.name: tag.value for tag in tag_lines})
    turns, faults = _choose(game.turns, tags)
    return Record(
        source=source,
        game=GAME,
        tags=tags,
        tag_lines=tag_lines,
        comments=tuple((len(tag_lines), comment) for comment in game.comments),
        turns=turns,
        variations=(Variation(0, -1, (), tuple(range(len(turns)))),),
        result=game.result,
        tail=(),
        diagnostics=in_order((*game.diagnostics, *faults)),
        result_is_tag=game.result_is_tag,
        result_name=game.result_name,
        reading=Reading(
            source.form,
            title,
            count_lines(source),
            tuple(game.left_out),
            inferred=sum(fault.code in (CoreCodes.READ_AS, CoreCodes.READ_ORDER) for fault in game.diagnostics),
        ),
    )


def count_lines(source: SourceText) -> int:
    """How many lines of a text are not blank."""
    return sum(1 for line in source.text.split("\n") if line.strip())


def site_tag(name: str, value: str, span: Span) -> Tag:
    """A tag of the record that is not a tag in its text."""
    return Tag(name=name, value=value, span=span, value_span=span)


def _with_game(source: SourceText, tags: Sequence[Tag]) -> tuple[Tag, ...]:
    if any(tag.name.lower() == "game" for tag in tags):
        return tuple(tags)
    return (site_tag("Game", "Homeworlds", first_character(source)), *tags)


def _choose(written: Sequence[SiteTurn], tags: Tags) -> tuple[tuple[Turn, ...], list[Diagnostic]]:
    """The turns with one reading for each action. After a turn that is illegal the likeliest reading stands."""
    from pyrnot.games.homeworlds import GAME

    faults = []
    turns = []
    try:
        position: Any = GAME.start(tags)
    except Illegal:
        position = None
    for ply, site_turn in enumerate(written, 1):
        chosen = [choice.readings[0] for choice in site_turn.choices]
        if site_turn.fault is not None:
            faults.append(_of_ply(site_turn.fault, ply))
            position = None
        elif position is not None:
            legal = legal_readings(position, site_turn.choices)
            if len({after for _, after in legal}) > 1:
                faults.append(_ambiguous(site_turn, ply))
            chosen, position = legal[0] if legal else (chosen, None)
        turns.append(_turn(site_turn, chosen, ply))
    return tuple(turns), faults


def legal_readings(position: Any, choices: Sequence[WrittenChoice]) -> list[tuple[list[WrittenAction], Any]]:
    """The readings of a turn that are legal at a position, each with the position after it."""
    from pyrnot.games.homeworlds import GAME

    legal = []
    for readings in islice(product(*(choice.readings for choice in choices)), _TRIED):
        try:
            legal.append((list(readings), play_turn(GAME, position, readings).position))
        except Illegal:
            continue
    return legal


def _ambiguous(turn: SiteTurn, ply: int) -> Diagnostic:
    message = "this turn can be read in two ways, and both are legal"
    hint = "rename the system that is called like a piece or a colour"
    span = Span(turn.start, turn.end)
    return Diagnostic(Severity.ERROR, CoreCodes.AMBIGUOUS, "TR3", span, message, hint, ply)


def _too_long(turn: SiteTurn) -> Diagnostic:
    message = f"this is too long for one game: more than {MOST_TURNS:,} turns"
    hint = "give each game its own file"
    return Diagnostic(Severity.ERROR, CoreCodes.NOT_NOTATION, "TR3", Span(turn.start, turn.end), message, hint, 0)


def _of_ply(fault: Diagnostic, ply: int) -> Diagnostic:
    return Diagnostic(fault.severity, fault.code, fault.rule, fault.span, fault.message, fault.hint, ply)


def _turn(written: SiteTurn, chosen: Sequence[WrittenAction], ply: int) -> Turn:
    return Turn(
        ply=ply,
        parent=ply - 2,
        variation=0,
        start=written.start,
        end=written.end,
        number=None,
        seat=SeatWritten(written.seat, Span(written.start, written.end)) if written.seat else None,
        actions=tuple(
            Action(action, choice.start, choice.end) for action, choice in zip(chosen, written.choices, strict=True)
        ),
        is_broken=written.fault is not None,
        marks=(),
        comments=written.comments,
        variations=(),
    )

"""Homeworlds as other sites write it, turned into a record: turns whose actions may have several readings each.

A reading is chosen only where the rules leave one: Abstract Play writes a ship to be built without its size, which the
bank decides (H13), and `trade r1 g1 b` may be a trade at b or at g1. Of two that are both legal none is chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Any, NamedTuple

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Illegal, Severity, Span
from pyrnot.core.limits import RECORD_TURNS
from pyrnot.core.tags import Tags
from pyrnot.games.homeworlds import GAME
from pyrnot.games.homeworlds.actions import Sacrifice, WrittenAction
from pyrnot.play.turns import play_turn
from pyrnot.record.model import (
    Action,
    Comment,
    LeftOut,
    Located,
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
from pyrnot.record.source import SourceText

_TRIED = 4_096
"""Readings of one turn that are tried at most."""


class WrittenChoice(Located, frozen=True):
    """An action as written: all that it may mean, most likely first."""

    readings: tuple[WrittenAction, ...]


class SiteTurn(Located, frozen=True):
    """A turn of a site's record. One that is not notation has a `fault` that says where and why."""

    choices: tuple[WrittenChoice, ...]
    seat: SeatWritten | None = None
    fault: Diagnostic | None = None
    comments: tuple[Comment, ...] = ()


class SiteLine(NamedTuple):
    """A line of a site's text: where it begins, what it says, and its number, from 1."""

    start: int
    text: str
    number: int = 1

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """The span of a part of it in the text."""
        return Span(self.start + start, self.start + (max(len(self.text), 1) if end is None else end))


def site_lines(text: str, start: int = 0) -> Iterator[SiteLine]:
    """The lines of a text from an offset on, split at LF only: chat may hold other characters that end lines elsewhere
    (HF1)."""
    for number, line in enumerate(text[start:].split("\n"), 1):
        yield SiteLine(start, line, number)
        start += len(line) + 1


def site_fault(code: str, span: Span, message: str, hint: str | None = None, ply: int = 0) -> Diagnostic:
    """An error in what a site has written (TR3)."""
    return Diagnostic(Severity.ERROR, code, "TR3", span, message, hint, ply)


def site_tag(name: str, value: str, span: Span) -> Tag:
    """A tag of the record that is not a tag in its text."""
    return Tag(name=name, value=value, span=span, value_span=span)


def build_record(
    source: SourceText,
    title: str,
    written: Sequence[SiteTurn],
    tag_lines: Sequence[Tag],
    *,
    comments: Sequence[Comment] = (),
    result: Result | None = None,
    left_out: Sequence[LeftOut] = (),
    diagnostics: Sequence[Diagnostic] = (),
    is_exact: bool = False,
) -> Record:
    """The record of a game; one without turns if it has too many. `title` says what a text of its form is called;
    `tag_lines` are the record's tags with the location that each was read from, and `comments` come before its turns.
    """
    assert source.form is not None
    if len(written) > RECORD_TURNS:
        message = f"this is too long for one game: more than {RECORD_TURNS:,} turns"
        span = written[RECORD_TURNS].span
        diagnostics = [site_fault(CoreCodes.NOT_NOTATION, span, message, "give each game its own file")]
        written, result = (), None
    if not any(tag.name.lower() == "game" for tag in tag_lines):
        tag_lines = (site_tag("Game", "Homeworlds", first_character(source)), *tag_lines)
    tags = Tags({tag.name: tag.value for tag in tag_lines})
    turns, faults = _choose(written, tags)
    inferred = sum(fault.code in (CoreCodes.READ_AS, CoreCodes.READ_ORDER) for fault in diagnostics)
    line_count = sum(1 for line in source.text.split("\n") if line.strip())
    return Record(
        source=source,
        game=GAME,
        tags=tags,
        tag_lines=tuple(tag_lines),
        comments=tuple((len(tag_lines), comment) for comment in comments),
        turns=turns,
        variations=(Variation(0, -1, (), range(len(turns))),),
        result=result,
        diagnostics=in_order((*diagnostics, *faults)),
        reading=Reading(source.form, title, line_count, tuple(left_out), inferred, is_exact),
    )


def _choose(written: Sequence[SiteTurn], tags: Tags) -> tuple[tuple[Turn, ...], list[Diagnostic]]:
    """The turns with one reading for each action. After a turn that is illegal the likeliest reading is taken."""
    faults = []
    turns = []
    is_clear = all(len(choice.readings) == 1 for turn in written for choice in turn.choices)
    position = None if is_clear else _start(tags)
    for ply, turn in enumerate(written, 1):
        chosen = [choice.readings[0] for choice in turn.choices]
        if turn.fault is not None:
            faults.append(replace(turn.fault, ply=ply))
            position = None
        elif position is not None:
            legal = _legal_readings(position, turn)
            if len({after for _, after in legal}) > 1:
                message = "this turn can be read in two ways, and both are legal"
                hint = "rename the system that is called like a piece or a colour"
                faults.append(site_fault(CoreCodes.AMBIGUOUS, turn.span, message, hint, ply))
            chosen, position = legal[0] if legal else (chosen, None)
        read = zip(chosen, turn.choices, strict=True)
        turns.append(
            Turn(
                ply=ply,
                parent=ply - 2,
                variation=0,
                start=turn.start,
                end=turn.end,
                number=None,
                seat=turn.seat,
                actions=tuple(Action(choice.start, choice.end, action) for action, choice in read),
                is_broken=turn.fault is not None,
                comments=turn.comments,
            )
        )
    return tuple(turns), faults


def _start(tags: Tags) -> Any:
    """The position that a game starts from, None if its tags leave none."""
    try:
        return GAME.start(tags)
    except Illegal:
        return None


def _legal_readings(position: Any, turn: SiteTurn) -> list[tuple[list[WrittenAction], Any]]:
    """The readings of a turn that are legal at a position, each with the position after it."""
    legal = []
    for readings in islice(product(*(choice.readings for choice in turn.choices)), _TRIED):
        try:
            legal.append((list(readings), play_turn(GAME, position, readings).position))
        except Illegal:
            continue
    return legal


def join_broken(written: Sequence[SiteTurn], tags: Sequence[Tag]) -> tuple[list[SiteTurn], list[Diagnostic]]:
    """The turns of a game whose turns blank lines part, with those joined that a blank line breaks: a sacrifice whose
    actions follow in the next block. The diagnostics say so.

    The rules tell a break where the next block is illegal for the seat that would be to move, but legal as the rest of
    the sacrifice. Where it may be both, nothing tells, which is an error.
    """
    before = after = _start(Tags({tag.name: tag.value for tag in tags}))
    turns: list[SiteTurn] = []
    found: list[Diagnostic] = []
    doubtful: list[Diagnostic] = []
    for turn in written:
        alone = _position_after(after, turn)
        joined = _joined(turns[-1], turn) if turns else None
        together = _position_after(before, joined) if joined is not None else None
        if joined is not None and together is not None and alone is None:
            turns[-1], after = joined, together
            message = "joined with the sacrifice above (a blank line splits the turn)"
            found.append(Diagnostic(Severity.WARNING, CoreCodes.READ_AS, "TR2", turn.span, message, None, len(turns)))
            continue
        if together is not None and len(turns[-1].choices) == 1:
            message = "this may continue the sacrifice above or be the next turn, and both are legal"
            hint = "write the whole turn on one line"
            doubtful.append(site_fault(CoreCodes.AMBIGUOUS, turn.span, message, hint, len(turns) + 1))
        if after is not None:
            before, after = after, alone
        turns.append(turn)
    return turns, [*found, *doubtful] if found else []


def _position_after(position: Any, turn: SiteTurn) -> Any:
    """The position after a turn in its first legal reading, None if it has none."""
    legal = _legal_readings(position, turn) if position is not None and turn.fault is None else []
    return legal[0][1] if legal else None


def _joined(first: SiteTurn, second: SiteTurn) -> SiteTurn | None:
    """Two turns as one, None if the first sacrifices nothing."""
    choices = (*first.choices, *second.choices)
    if not any(isinstance(one.action, Sacrifice) for choice in first.choices for one in choice.readings):
        return None
    comments = (*first.comments, *second.comments)
    return replace(first, end=second.end, choices=choices, comments=comments, fault=first.fault or second.fault)

"""Homeworlds as other sites write it, turned into a record; `verbs` reads the actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Illegal, Severity, Span
from pyrnot.core.game import AnyGame
from pyrnot.core.limits import RECORD_TURNS
from pyrnot.core.tags import Tags
from pyrnot.foreign.source import ForeignText
from pyrnot.games.homeworlds import GAME
from pyrnot.play.turns import play_turn
from pyrnot.record.model import (
    Action,
    Comment,
    LeftOut,
    Located,
    Record,
    Result,
    SeatWritten,
    Tag,
    Transcript,
    Turn,
    Variation,
    first_character,
    in_order,
)


class SiteTurn(Located, frozen=True):
    """A turn of a site's record. One that is not notation has a `diagnostic` that says where and why."""

    actions: tuple[Action, ...]
    seat: SeatWritten | None = None
    diagnostic: Diagnostic | None = None
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
    """The lines of a text from an offset on, split at LF only: chat may hold other characters that end lines
    elsewhere (HF1)."""
    for number, line in enumerate(text[start:].split("\n"), 1):
        yield SiteLine(start, line, number)
        start += len(line) + 1


def site_diagnostic(code: str, span: Span, message: str, hint: str | None = None, ply: int = 0) -> Diagnostic:
    """An error in what a site has written (TR3)."""
    return Diagnostic(Severity.ERROR, code, "TR3", span, message, hint, ply)


def site_tag(name: str, value: str, span: Span) -> Tag:
    """A tag of the record that is not a tag in its text."""
    return Tag(name=name, value=value, span=span, value_span=span)


def build_record(
    source: ForeignText,
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
    What is left out of an exact form is not in its text.
    """
    if len(written) > RECORD_TURNS:
        message = f"this is too long for one game: more than {RECORD_TURNS:,} turns"
        span = written[RECORD_TURNS].span
        diagnostics = [site_diagnostic(CoreCodes.NOT_NOTATION, span, message, "give each game its own file")]
        written = ()
        result = None
    if not any(tag.name.lower() == "game" for tag in tag_lines):
        tag_lines = (site_tag("Game", "Homeworlds", first_character(source)), *tag_lines)
    tags = Tags({tag.name: tag.value for tag in tag_lines})
    turns = tuple(_turn(ply, turn) for ply, turn in enumerate(written, 1))
    inferred = sum(1 for diagnostic in diagnostics if diagnostic.code in (CoreCodes.READ_AS, CoreCodes.READ_ORDER))
    line_count = sum(1 for line in source.text.split("\n") if line.strip())
    if is_exact:
        line_count += len(left_out)
    return Record(
        source=source,
        game=GAME,
        tags=tags,
        tag_lines=tuple(tag_lines),
        comments=tuple((len(tag_lines), comment) for comment in comments),
        turns=turns,
        variations=(Variation(0, -1, (), range(len(turns))),),
        result=result,
        diagnostics=in_order((*diagnostics, *_turn_diagnostics(written))),
        transcript=Transcript(source.form, title, line_count, tuple(left_out), inferred, is_exact),
    )


def _turn(ply: int, turn: SiteTurn) -> Turn:
    """A turn of the main line."""
    return Turn(
        ply=ply,
        parent=ply - 2,
        variation=0,
        start=turn.start,
        end=turn.end,
        number=None,
        seat=turn.seat,
        actions=turn.actions,
        is_broken=turn.diagnostic is not None,
        comments=turn.comments,
    )


def _turn_diagnostics(turns: Sequence[SiteTurn]) -> list[Diagnostic]:
    """The diagnostics of the turns that are not notation, with their plies."""
    return [replace(turn.diagnostic, ply=ply) for ply, turn in enumerate(turns, 1) if turn.diagnostic is not None]


def join_broken(written: Sequence[SiteTurn], tags: Sequence[Tag]) -> tuple[list[SiteTurn], list[Diagnostic]]:
    """The turns of a game whose turns blank lines part, with those joined that a blank line splits: what is illegal
    as the next turn, but legal as the rest of the turn above. The diagnostics say so."""
    try:
        start = GAME.start(Tags({tag.name: tag.value for tag in tags}))
    except Illegal:
        return list(written), []
    before = start  # the position before the last of `turns`
    after = start  # the position after it; None once a turn is illegal
    turns: list[SiteTurn] = []
    warnings: list[Diagnostic] = []
    for turn in written:
        alone = _position_after(after, turn)
        if turns and alone is None:
            joined = _join(turns[-1], turn)
            together = _position_after(before, joined)
            if together is not None:
                turns[-1] = joined
                after = together
                warnings.append(_warn_of_join(turn, len(turns)))
                continue
        if after is not None:
            before = after
            after = alone
        turns.append(turn)
    return turns, warnings


def _join(first: SiteTurn, second: SiteTurn) -> SiteTurn:
    """Two parts of a turn as one."""
    return replace(
        first,
        end=second.end,
        actions=(*first.actions, *second.actions),
        comments=(*first.comments, *second.comments),
        diagnostic=first.diagnostic or second.diagnostic,
    )


def _warn_of_join(turn: SiteTurn, ply: int) -> Diagnostic:
    message = "joined with the turn above (a blank line splits it)"
    return Diagnostic(Severity.WARNING, CoreCodes.READ_AS, "TR2", turn.span, message, None, ply)


def _position_after(position: Any, turn: SiteTurn) -> Any:
    """The position after a turn, None if it is not legal."""
    game: AnyGame = GAME
    if position is None or turn.diagnostic is not None:
        return None
    try:
        return play_turn(game, position, [action.written for action in turn.actions]).position
    except Illegal:
        return None

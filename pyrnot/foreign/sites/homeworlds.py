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
from pyrnot.games import import_game
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

HOMEWORLDS = "homeworlds"
"""The id of the game, which is imported when a text is its record."""


class SiteTurn(Located, frozen=True):
    """A turn of a site's record. One that is not notation has a `diagnostic` that says where and why.

    Where there are variations, `parent` is the index of the turn before it (-1: none; None: the one before it in the
    list), and `instead_of` is that of the turn which it replaces, if it begins a variation.
    """

    actions: tuple[Action, ...]
    seat: SeatWritten | None = None
    diagnostic: Diagnostic | None = None
    comments: tuple[Comment, ...] = ()
    parent: int | None = None
    instead_of: int | None = None


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
    game: AnyGame | None = None,
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
    game = game or import_game(HOMEWORLDS)
    if not any(tag.name.lower() == "game" for tag in tag_lines):
        tag_lines = (site_tag("Game", game.info.title, first_character(source)), *tag_lines)
    tags = Tags({tag.name: tag.value for tag in tag_lines})
    turns, variations = build_lines(written)
    inferred = sum(1 for diagnostic in diagnostics if diagnostic.code in (CoreCodes.READ_AS, CoreCodes.READ_ORDER))
    line_count = sum(1 for line in source.text.split("\n") if line.strip())
    if is_exact:
        line_count += len(left_out)
    return Record(
        source=source,
        game=game,
        tags=tags,
        tag_lines=tuple(tag_lines),
        comments=tuple((len(tag_lines), comment) for comment in comments),
        turns=turns,
        variations=variations,
        result=result,
        diagnostics=in_order((*diagnostics, *_turn_diagnostics(written, turns, variations))),
        transcript=Transcript(source.form, title, line_count, tuple(left_out), inferred, is_exact),
    )


def build_lines(written: Sequence[SiteTurn]) -> tuple[tuple[Turn, ...], tuple[Variation, ...]]:
    """The turns of a game and its lines of play; each turn comes before the variations that replace it."""
    next_of: dict[int, int] = {}  # by the index of a turn, that of the next on its line of play
    replacing: dict[int, list[int]] = {}  # the first turns of variations, by the index of the turn that they replace
    for index, turn in enumerate(written):
        if turn.instead_of is not None:
            replacing.setdefault(turn.instead_of, []).append(index)
        else:
            next_of[index - 1 if turn.parent is None else turn.parent] = index
    turns: list[Turn] = []
    lines = [_Line()]
    variations_of: list[list[int]] = []  # by the turn that they replace
    left = [_Begun(next_of[-1], -1, 0)] if written else []
    while left:
        begun = left.pop()
        at = len(turns)
        number = begun.variation
        if begun.instead_of is not None:
            number = len(lines)
            lines.append(_Line(begun.instead_of, turns[begun.instead_of].ply))
            variations_of[begun.instead_of].append(number)
        lines[number].turns.append(at)
        variations_of.append([])
        ply = turns[begun.parent].ply + 1 if begun.parent >= 0 else 1
        turns.append(_turn(ply, begun.parent, number, written[begun.index_written]))
        if begun.index_written in next_of:
            left.append(_Begun(next_of[begun.index_written], at, number))
        left += [
            _Begun(index, begun.parent, number, at) for index in reversed(replacing.get(begun.index_written, []))
        ]
    return (
        tuple(replace(turn, variations=tuple(numbers)) for turn, numbers in zip(turns, variations_of, strict=True)),
        tuple(
            Variation(number, line.instead_of, (), tuple(line.turns), line.ply) for number, line in enumerate(lines)
        ),
    )


class _Line:
    """A line of play that grows: the turn that its first one replaces, the ply of that, and its turns."""

    def __init__(self, instead_of: int = -1, ply: int = 0) -> None:
        self.instead_of = instead_of
        self.ply = ply
        self.turns: list[int] = []


class _Begun(NamedTuple):
    """A turn that is still to be placed: its index in the text, that of the turn before it in the record, the
    variation of the turn before it or of the one that it replaces, and which it replaces."""

    index_written: int
    parent: int
    variation: int
    instead_of: int | None = None


def _turn(ply: int, parent: int, variation: int, turn: SiteTurn) -> Turn:
    """A turn of a line of play."""
    return Turn(
        ply=ply,
        parent=parent,
        variation=variation,
        start=turn.start,
        end=turn.end,
        number=None,
        seat=turn.seat,
        actions=turn.actions,
        is_broken=turn.diagnostic is not None,
        comments=turn.comments,
    )


def _turn_diagnostics(
    written: Sequence[SiteTurn], turns: Sequence[Turn], variations: Sequence[Variation]
) -> list[Diagnostic]:
    """The diagnostics of the turns that are not notation, with their plies and lines of play."""
    by_start = {turn.start: turn for turn in turns}
    found: list[Diagnostic] = []
    for site_turn in written:
        if site_turn.diagnostic is not None:
            turn = by_start[site_turn.start]
            line = variations[turn.variation].name
            found.append(replace(site_turn.diagnostic, ply=turn.ply, line_of_play=line))
    return found


def join_broken(written: Sequence[SiteTurn], tags: Sequence[Tag]) -> tuple[list[SiteTurn], list[Diagnostic]]:
    """The turns of a game whose turns blank lines part, with those joined that a blank line splits: what is illegal
    as the next turn, but legal as the rest of the turn above. The diagnostics say so."""
    start = start_of(tags)
    if start is None:
        return list(written), []
    before = start  # the position before the last of `turns`
    after = start  # the position after it; None once a turn is illegal
    turns: list[SiteTurn] = []
    warnings: list[Diagnostic] = []
    for turn in written:
        alone = position_after(after, turn)
        if turns and alone is None:
            joined = _join(turns[-1], turn)
            together = position_after(before, joined)
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


def start_of(tags: Sequence[Tag]) -> Any:
    """The position that a game with these tags begins with, None if they are faulty."""
    try:
        return import_game(HOMEWORLDS).start(Tags({tag.name: tag.value for tag in tags}))
    except Illegal:
        return None


def position_after(position: Any, turn: SiteTurn) -> Any:
    """The position after a turn, None if it is not legal."""
    if position is None or turn.diagnostic is not None:
        return None
    try:
        return play_turn(import_game(HOMEWORLDS), position, [action.written for action in turn.actions]).position
    except Illegal:
        return None

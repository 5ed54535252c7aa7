"""What a user types about a replayed record: plies of it (`end`, `3-7`, `-1`), and a turn after one of them (`why`),
with the ply that its number gives it.

A turn that is not notation is read by its game's table of spellings (TR3.4), with a warning that shows the reading.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity, Span, shorten
from pyrnot.core.patterns import lazy_pattern
from pyrnot.core.players import named_seats, with_seat
from pyrnot.core.tags import Tags
from pyrnot.play.related import Line
from pyrnot.play.replay import Replay, replay
from pyrnot.record.lines import TooLong
from pyrnot.record.model import Record
from pyrnot.record.numbering import numbered_ply
from pyrnot.record.source import SourceText
from pyrnot.record.turns import read_turns
from pyrnot.record.typed import read_typed

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame

_ITEM = lazy_pattern(
    r"(start|end|[+-]?\d{1,9})(?:-(start|end|-?\d{1,9}))?|([1-9]\d{0,8})v([1-9]\d{0,8})|all", re.IGNORECASE
)
OWN_NUMBER = lazy_pattern(r"([0-9]{1,9})\s*(\.\.\.|…|\.)\s*")
"""The number with which a typed turn may begin."""
_OWN_NUMBER_TO_IGNORE = lazy_pattern(rf"\s*{OWN_NUMBER.pattern}")
_NOT_LF = lazy_pattern(r"[^\n]")
_SHOWN = 200
"""Characters of a turn that a message quotes."""


class NoSuchPly(ValueError):
    """A ply that the record does not have, that comes after an illegal turn, or that is not a ply."""


class VariationPly(Struct, frozen=True):
    """A ply of a variation; `turn` is the index of the turn that leads to it."""

    ply: int
    variation: int
    turn: int

    def __str__(self) -> str:
        return f"{self.ply}v{self.variation}"


AnyPly = int | VariationPly
"""A ply of the main line, or of a variation."""


def choose_plies(text: str, replay: Replay, *, with_illegal: bool = False) -> list[AnyPly]:
    """The plies that `text` lists, in its order: `start`, `end`, `all`, `3`, `3-7`, `-1` (the end), `-3--1`, `4v1`
    (ply 4 of variation 1), or several of these separated by commas. Variations are numbered from the start of the
    record, as in diagnostics and on pages. The first illegal turn of a line has a ply `with_illegal`, which numbers
    name, but not `end` and `all`.

    Raises `NoSuchPly` with a message for the user.
    """
    plies: list[AnyPly] = []
    for item in read_plies(text):
        first, last, ply, variation = item.groups()
        if variation:
            plies.append(_variation_ply(int(ply), int(variation), replay, with_illegal=with_illegal))
            continue
        here = _ply(first or "start", replay, with_illegal=with_illegal)
        there = _ply(last or first or "end", replay, with_illegal=with_illegal)
        if there < here:
            raise _reverse_order(item)
        plies += range(here, there + 1)
    return plies


def read_plies(text: str) -> list[re.Match[str]]:
    """The items that `text` lists, for any record.

    Raises `NoSuchPly` if no record can have them: for what is not a ply, and for numbers in reverse order.
    """
    items = []
    for item_text in text.split(","):
        match = _ITEM.fullmatch(item_text.strip())
        if match is None:
            raise NoSuchPly(f"{shorten(item_text.strip())!r} is not a ply; use start, end, all, 3, 3-7, -1 or 4v1")
        first, last = (int(bound) if bound and bound.isdecimal() else None for bound in match.group(1, 2))
        if first is not None and last is not None and last < first:
            raise _reverse_order(match)
        items.append(match)
    return items


def _reverse_order(match: re.Match[str]) -> NoSuchPly:
    return NoSuchPly(f"the plies {match[0]} are in reverse order")


def illegal_ply(replay: Replay) -> int | None:
    """The ply of the first illegal turn of the main line, None if there is none that the rules refused."""
    ply = replay.length + 1
    if ply > len(replay.record.main_line) or not _is_refused(replay.record.main_line[ply - 1], replay):
        return None
    return ply


def _is_refused(turn: int, replay: Replay) -> bool:
    """Whether a turn was judged and is illegal."""
    record = replay.record
    line = record.variations[record.turns[turn].variation].name
    return replay.plies[turn] is None and any(
        diagnostic.refusal is not None
        and diagnostic.ply == record.turns[turn].ply
        and diagnostic.line_of_play == line
        for diagnostic in replay.diagnostics
    )


def _variation_ply(ply: int, number: int, replay: Replay, *, with_illegal: bool) -> VariationPly:
    record = replay.record
    count = len(record.variations) - 1
    if not count:
        raise NoSuchPly("the record has no variations")
    if number > count:
        raise NoSuchPly(f"there is no variation {number}; the record has {count}")
    turns = record.variations[number].turns
    turn = next((turn for turn in turns if record.turns[turn].ply == ply), None)
    if turn is None:
        plies = ", ".join(str(record.turns[turn].ply) for turn in turns) or "none"
        raise NoSuchPly(f"there is no ply {ply} in variation {number}; its plies: {shorten(plies)}")
    if replay.plies[turn] is None and not (with_illegal and _is_refused(turn, replay)):
        raise NoSuchPly(
            f"ply {ply} of variation {number} was not replayed: it is illegal, or comes after an illegal turn"
        )
    return VariationPly(ply, number, turn)


def _ply(text: str, replay: Replay, *, with_illegal: bool) -> int:
    named = {"start": 0, "end": replay.length}
    if text.lower() in named:
        return named[text.lower()]
    number = int(text)
    ply = number if number >= 0 else replay.length + 1 + number
    if 0 <= ply <= replay.length or (with_illegal and ply == illegal_ply(replay)):
        return ply
    if ply > replay.length and ply <= len(replay.record.main_line):
        raise NoSuchPly(f"ply {ply} {_why_not_replayed(ply, replay)}; the last ply before it is {replay.length}")
    raise NoSuchPly(f"there is no ply {text}; the last ply is {replay.length}")


def _why_not_replayed(ply: int, replay: Replay) -> str:
    """Why a ply of the main line after its legal turns has no position."""
    if replay.record.questions:
        return "comes after an open question"
    return "is illegal" if ply == replay.length + 1 else "comes after an illegal turn"


def players(replay: Replay) -> str:
    """The players with their seats: `Ann (White), Ben (Black)`; "" if none is named."""
    return name_players(replay.record.tags, replay.start.seats if replay.start is not None else ())


def name_players(tags: Tags, seats: Sequence[str]) -> str:
    """The players with their seats by the tags; "" if none is named."""
    names = named_seats(tags, seats)
    return ", ".join(with_seat(seat, names) for seat in seats) if names else ""


# Turns as they are typed


class TurnQuery(Struct, frozen=True):
    """A turn about which a player asks: its text, and the ply `after` which it is judged by its number: the one
    before its own, the end if it has none or the record has no such turn. `pairs` says how it is numbered."""

    text: str
    after: str
    pairs: bool


def read_query(text: str, replay: Replay) -> TurnQuery:
    """The turn `text`, its number read as those of the record are."""
    text = text.strip()
    record = replay.record
    match = OWN_NUMBER.match(text)
    if match is None:
        return TurnQuery(text, "end", record.pairs)
    dots = 1 if match[2] == "." else 3
    pairs = record.pairs or (dots == 3 and len(record.main_line) < 2)  # too few turns to tell how they are numbered
    ply = numbered_ply(int(match[1]), dots, pairs=pairs)
    return TurnQuery(text, str(ply - 1) if 1 <= ply <= len(record.main_line) else "end", pairs)


def judge_turn(
    game: AnyGame,
    position: Any,
    turn: str,
    tags: Tags | None = None,
    *,
    before: int | None = None,
    played: int = 0,
    pairs: bool = False,
    line: Line = tuple,
    hints: bool = True,
) -> Replay:
    """Judges a turn as a player writes it: the replay of a record that starts at `position` and holds only this turn.

    Its diagnostics point into the text of the turn. The number with which it may begin is that of the turn after ply
    `before`, in `pairs` or not; without that, it is ignored, and the turn is the next after as many as are `played`.
    `tags` have the players' names, and `line` the turns that led to `position`. Without `hints`, no time is spent on
    looking for legal turns.
    """
    turn = turn.rstrip()
    number = _OWN_NUMBER_TO_IGNORE.match(turn) if before is None else None
    read = _NOT_LF.sub(" ", number[0]) + turn[number.end() :] if number else turn
    source = SourceText(read, file="the turn", original=turn)
    plies_before = played if before is None else before
    try:
        record = read_turns(source, game, tags or Tags(), plies_before=plies_before, is_turn=True)
        record = replace(record, pairs=pairs)
    except TooLong as limit:
        record = Record(source, game, tags or Tags(), (), diagnostics=(limit.diagnostic,))
    return replay(record, start=position, line=line, hints=hints)


def judge_typed(
    game: AnyGame, position: Any, query: TurnQuery, tags: Tags, before: int, line: Line = tuple
) -> Replay:
    """Judges a turn after ply `before` as `judge_turn` does, but by what it was read as where it is not notation, the
    first legal way if there are several."""
    judge = partial(judge_turn, game, position, tags=tags, before=before, pairs=query.pairs, line=line)
    judged = judge(query.text)
    ways = read_typed(game, query.text, position) if judged.has_error else []
    readings = [(way, judge(way)) for way in ways]
    if not readings:
        return judged
    way, judged = next((reading for reading in readings if not reading[1].has_error), readings[0])
    return replace(judged, diagnostics=(read_as(query.text, way, before + 1), *judged.diagnostics))


def read_as(typed: str, way: str, ply: int) -> Diagnostic:
    """The warning that a turn was read as another text, in which it is the diagnostic of the whole (TR3.4)."""
    message = f"`{shorten(typed, _SHOWN)}` was read as `{way}`"
    return Diagnostic(Severity.WARNING, CoreCodes.READ_AS, "TR3", Span(0, len(way)), message, ply=ply)


def not_one_turn(judged: Replay) -> str | None:
    """Why a text that was judged as one turn is none, or several; None for one turn."""
    turns = len(judged.record.main_line)
    if turns > 1:
        return f"not a turn but {turns}: give one turn at a time"
    return None if turns else "not a turn"

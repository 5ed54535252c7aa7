"""Picks plies of a replayed record by what a user types (`end`, `3-7`, `-1`), and judges a turn played after one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.diagnostics import shorten
from pyrnot.core.tags import Tags
from pyrnot.play.replay import Replay, replay
from pyrnot.play.write import OWN_NUMBER
from pyrnot.record.lines import TooLong
from pyrnot.record.model import Record
from pyrnot.record.source import SourceText
from pyrnot.record.turns import read_turns

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame

_ITEM = re.compile(r"(start|end|[+-]?\d{1,9})(?:-(start|end|-?\d{1,9}))?", re.IGNORECASE)
_ASIDE = re.compile(r"([1-9]\d{0,8})v([1-9]\d{0,8})", re.IGNORECASE)


class NoSuchPly(ValueError):
    """A ply that the record does not have, that comes after an illegal turn, or that is not a ply."""


class Aside(Struct, frozen=True):
    """A ply of a variation; `turn` is the index of the turn that leads to it."""

    ply: int
    variation: int
    turn: int

    def __str__(self) -> str:
        return f"{self.ply}v{self.variation}"

    def __int__(self) -> int:
        return self.ply


AnyPly = int | Aside
"""A ply of the main line, or of a variation."""


class Listed(Struct, frozen=True):
    """An item of a list of plies: the words for its first and its last ply, and its variation if it names one."""

    first: str
    last: str
    variation: int | None = None

    def reversed(self) -> NoSuchPly:
        """The fault of a range whose last ply comes before its first."""
        return NoSuchPly(f"the plies {self.first}-{self.last} are in reverse order")


_ALL = Listed("0", "end")


def choose_plies(text: str, replay: Replay) -> list[AnyPly]:
    """The plies that `text` lists, in its order: `start`, `end`, `all`, `3`, `3-7`, `-1` (the end), `-3--1`, `4v1` (ply
    4 of variation 1), or several of these separated by commas. Variations are numbered from the start of the record, as
    in diagnostics and on pages.

    Raises `NoSuchPly` with a message for the user.
    """
    plies: list[AnyPly] = []
    for item in read_plies(text):
        if item.variation is None:
            plies += _main_plies(item, replay)
        else:
            plies.append(_aside(int(item.first), item.variation, replay))
    return plies


def read_plies(text: str) -> list[Listed]:
    """The plies that `text` lists, for any record.

    Raises `NoSuchPly` if no record can have them: for what is not a ply, and for numbers in reverse order.
    """
    return [_read_item(item.strip()) for item in text.split(",")]


def _read_item(item: str) -> Listed:
    if item.lower() == "all":
        return _ALL
    aside = _ASIDE.fullmatch(item)
    if aside is not None:
        return Listed(aside[1], aside[1], int(aside[2]))
    found = _ITEM.fullmatch(item)
    if found is None:
        raise NoSuchPly(f"{shorten(item)!r} is not a ply; use start, end, all, 3, 3-7, -1 or 4v1")
    listed = Listed(found[1], found[2] or found[1])
    if listed.first.isdecimal() and listed.last.isdecimal() and int(listed.last) < int(listed.first):
        raise listed.reversed()
    return listed


def _main_plies(item: Listed, replay: Replay) -> Sequence[int]:
    first, last = _ply(item.first, replay), _ply(item.last, replay)
    if last < first:
        raise item.reversed()
    return range(first, last + 1)


def _aside(ply: int, number: int, replay: Replay) -> Aside:
    record = replay.record
    count = len(record.variations) - 1
    if number > count:
        raise NoSuchPly(f"there is no variation {number}; the number of variations is {count}")
    turns = record.variations[number].turns
    turn = next((turn for turn in turns if record.turns[turn].ply == ply), None)
    if turn is None:
        plies = ", ".join(str(record.turns[turn].ply) for turn in turns) or "none"
        raise NoSuchPly(f"there is no ply {ply} in variation {number}; its plies: {shorten(plies)}")
    if replay.plies[turn] is None:
        raise NoSuchPly(
            f"ply {ply} of variation {number} was not replayed: it is illegal, or comes after an illegal turn"
        )
    return Aside(ply, number, turn)


def _ply(text: str, replay: Replay) -> int:
    word = text.lower()
    if word == "start":
        return 0
    if word == "end":
        return replay.length
    number = int(word)
    ply = number if number >= 0 else replay.length + 1 + number
    if 0 <= ply <= replay.length:
        return ply
    if ply > replay.length and ply <= len(replay.record.main_line):
        why = "an open question" if replay.record.questions else "an illegal turn"
        raise NoSuchPly(f"ply {ply} comes after {why}; the last ply before it is {replay.length}")
    raise NoSuchPly(f"there is no ply {text}; the last ply is {replay.length}")


def players(replay: Replay) -> str:
    """The seats with their players' names: `White: Ann, Black: Ben`; "" if none is named."""
    return name_players(replay.record.tags, replay.start.seats if replay.start is not None else ())


def name_players(tags: Tags, seats: Sequence[str]) -> str:
    """The seats with their players' names by the tags; "" if none is named."""
    return ", ".join(f"{seat}: {tags[seat]}" for seat in seats if seat in tags)


def judge_turn(
    game: AnyGame,
    position: Any,
    turn: str,
    tags: Tags | None = None,
    *,
    before: int | None = None,
    pairs: bool = False,
) -> Replay:
    """Judges a turn as a player writes it: the replay of a record that starts at `position` and holds only this turn.

    Its diagnostics point into the text of the turn. The number with which it may begin is that of the turn after ply
    `before`, in `pairs` or not; without that, it is ignored. `tags` have the players' names.
    """
    turn = turn.strip()
    number = OWN_NUMBER.match(turn) if before is None else None
    source = SourceText(turn[number.end() :] if number else turn, file="the turn")
    try:
        record = replace(read_turns(source, game, tags or Tags(), plies_before=before or 0), pairs=pairs)
    except TooLong as limit:
        record = Record(source, game, tags or Tags(), (), diagnostics=(limit.fault,))
    return replay(record, start=position)

"""Picks plies of a replayed record by what a user asks for (`end`, `3-7`, `-1`), and gives what there is to draw.

A `View` is all that a renderer needs of one ply; this module draws nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pyrnot.game import Event
from pyrnot.record.source import SourceText

if TYPE_CHECKING:
    from pyrnot.diagram import Diagram
    from pyrnot.game import AnyGame
    from pyrnot.play.replay import Ply, Replay

_ITEM = re.compile(r"(start|end|[+-]?\d{1,9})(?:-(start|end|-?\d{1,9}))?", re.IGNORECASE)


class NoSuchPly(Exception):
    """A ply that the record has not, that lies behind an illegal turn, or that is no ply at all."""


class View(Struct, frozen=True):
    """One ply to be shown. `turn` is the canonical text of the turn that led to it, "" at the start."""

    ply: int
    position: Any
    before: Any
    events: Sequence[Event]
    seat: str
    turn: str
    diagram: Diagram

    @property
    def caption(self) -> str:
        """What stands over the diagram: the ply, who moved, and what."""
        return f"{self.ply}. {self.seat}: {self.turn}" if self.ply else "Start"


def choose_plies(text: str, replay: Replay) -> list[int]:
    """The plies of the main line that `text` asks for, in the order asked: `start`, `end`, `all`, `3`, `3-7`,
    `-1` (the end), `-3--1`, or several of these with commas.

    Raises `NoSuchPly`, in words for the user.
    """
    length = replay.length
    plies: list[int] = []
    for item in text.strip().split(","):
        item = item.strip()
        if item.lower() == "all":
            plies.extend(range(length + 1))
            continue
        found = _ITEM.fullmatch(item)
        if found is None:
            raise NoSuchPly(f"{item[:20]!r} is no ply: write start, end, all, 3, 3-7 or -1")
        first = _ply(found.group(1), replay)
        last = first if found.group(2) is None else _ply(found.group(2), replay)
        if last < first:
            raise NoSuchPly(f"the plies {item} run backwards")
        plies.extend(range(first, last + 1))
    return plies


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
        raise NoSuchPly(f"ply {ply} lies behind an illegal turn: the last legal ply is {replay.length}")
    raise NoSuchPly(f"there is no ply {text}: the record has {replay.length}")


def view_ply(replay: Replay, ply: int) -> View:
    """What there is to show of a ply of the main line (0: the start). The replay must have kept its plies."""
    if ply == 0:
        assert replay.record.game is not None
        start = replay.start
        return View(0, start, None, (), start.to_move, "", replay.record.game.diagram(start))
    kept = replay.plies[replay.record.main_line[ply - 1]]
    assert kept is not None
    return view_turn(replay, kept)


def view_turn(replay: Replay, ply: Ply) -> View:
    """What there is to show of one replayed turn, of the main line or of a variation."""
    game = replay.record.game
    assert game is not None
    events = turn_events(ply)
    text = game.write_turn(ply.played.taken, ply.played.ended)
    diagram = game.diagram(ply.position, ply.before, events)
    return View(ply.turn.ply, ply.position, ply.before, events, ply.before.to_move, text, diagram)


def turn_events(ply: Ply) -> tuple[Event, ...]:
    """All that a turn did, in order: by its actions, then by its end."""
    events = [event for taken in ply.played.taken for event in taken.played.events]
    return (*events, *ply.played.ended.events)


def view_plies(replay: Replay, plies: Sequence[int]) -> Iterator[View]:
    """The views of several plies."""
    for ply in plies:
        yield view_ply(replay, ply)


def players(replay: Replay) -> str:
    """The seats with their players' names: `White: Ann, Black: Ben`; "" if none is named."""
    tags = replay.record.tags
    seats = replay.start.seats if replay.start is not None else ()
    return ", ".join(f"{seat}: {tags[seat]}" for seat in seats if seat in tags)


def position_at(replay: Replay, ply: int) -> Any:
    """The position after a ply of the main line (0: the start)."""
    return replay.main_plies[ply - 1].position if ply else replay.start


def judge_turn(game: AnyGame, position: Any, turn: str) -> Replay:
    """A turn as a player writes it, judged in a position: the replay of a record that begins there and holds it alone.

    Its diagnostics point into the turn's own text. A number that it begins with means nothing here.
    """
    from pyrnot.play.replay import replay
    from pyrnot.play.write import OWN_NUMBER
    from pyrnot.record.turns import read_turns
    from pyrnot.tags import Tags

    source = SourceText(OWN_NUMBER.sub("", turn.strip(), count=1), file="the turn")
    return replay(read_turns(source, game, Tags()), start=position)

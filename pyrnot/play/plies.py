"""Picks plies of a replayed record by what a user types (`end`, `3-7`, `-1`), and collects what there is to draw.

A `View` is all that a renderer needs to know about one ply; nothing is drawn here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pyrnot.diagnostics import shorten
from pyrnot.game import Event
from pyrnot.record.source import SourceText

if TYPE_CHECKING:
    from pyrnot.diagram import Diagram
    from pyrnot.game import AnyGame
    from pyrnot.play.replay import Ply, Replay
    from pyrnot.tags import Tags

_ITEM = re.compile(r"(start|end|[+-]?\d{1,9})(?:-(start|end|-?\d{1,9}))?", re.IGNORECASE)


class NoSuchPly(Exception):
    """A ply that the record does not have, that comes after an illegal turn, or that is not a ply."""


_ALL = ("0", "end")


class View(Struct, frozen=True):
    """One ply to show. `turn` is the canonical text of the turn that leads to it, "" at the start."""

    ply: int
    position: Any
    before: Any
    events: Sequence[Event]
    seat: str
    turn: str
    diagram: Diagram

    @property
    def caption(self) -> str:
        """The line above the diagram: the ply, who moved, and the turn."""
        return f"{self.ply}. {self.seat}: {self.turn}" if self.ply else "Start"


def choose_plies(text: str, replay: Replay) -> list[int]:
    """The plies of the main line that `text` lists, in its order: `start`, `end`, `all`, `3`, `3-7`, `-1` (the end),
    `-3--1`, or several of these separated by commas.

    Raises `NoSuchPly` with a message for the user.
    """
    plies: list[int] = []
    for first_word, last_word in read_plies(text):
        first, last = _ply(first_word, replay), _ply(last_word, replay)
        if last < first:
            raise NoSuchPly(_reversed(first_word, last_word))
        plies.extend(range(first, last + 1))
    return plies


def read_plies(text: str) -> list[tuple[str, str]]:
    """The words for the first and the last ply of each range that `text` lists.

    Raises `NoSuchPly` if no record can have them: for what is not a ply, and for numbers in reverse order.
    """
    ranges: list[tuple[str, str]] = []
    for item in text.strip().split(","):
        item = item.strip()
        if item.lower() == "all":
            ranges.append(_ALL)
            continue
        found = _ITEM.fullmatch(item)
        if found is None:
            raise NoSuchPly(f"{shorten(item)!r} is not a ply; use start, end, all, 3, 3-7 or -1")
        first, last = found[1], found[2] or found[1]
        if first.isdecimal() and last.isdecimal() and int(last) < int(first):
            raise NoSuchPly(_reversed(first, last))
        ranges.append((first, last))
    return ranges


def _reversed(first: str, last: str) -> str:
    return f"the plies {first}-{last} are in reverse order"


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
        raise NoSuchPly(f"ply {ply} comes after an illegal turn; the last legal ply is {replay.length}")
    raise NoSuchPly(f"there is no ply {text}; the last ply is {replay.length}")


def view_ply(replay: Replay, ply: int) -> View:
    """The view of a ply of the main line (0: the start). The replay must have kept its plies."""
    if ply == 0:
        assert replay.record.game is not None
        start = replay.start
        return View(
            ply=0,
            position=start,
            before=None,
            events=(),
            seat=start.to_move,
            turn="",
            diagram=replay.record.game.diagram(start),
        )
    kept = replay.plies[replay.record.main_line[ply - 1]]
    assert kept is not None
    return view_turn(replay, kept)


def view_turn(replay: Replay, ply: Ply) -> View:
    """The view of one replayed turn, of the main line or a variation."""
    game = replay.record.game
    assert game is not None
    events = turn_events(ply)
    return View(
        ply=ply.turn.ply,
        position=ply.position,
        before=ply.before,
        events=events,
        seat=ply.before.to_move,
        turn=game.write_turn(ply.played.taken, ply.played.ended),
        diagram=game.diagram(ply.position, ply.before, events),
    )


def turn_events(ply: Ply) -> tuple[Event, ...]:
    """All events of a turn in order: those of its actions, then those of its end."""
    events = [event for taken in ply.played.taken for event in taken.played.events]
    return (*events, *ply.played.ended.events)


def view_plies(replay: Replay, plies: Sequence[int]) -> Iterator[View]:
    """The views of several plies."""
    for ply in plies:
        yield view_ply(replay, ply)


def players(replay: Replay) -> str:
    """The seats with their players' names: `White: Ann, Black: Ben`; "" if none is named."""
    return name_players(replay.record.tags, replay.start.seats if replay.start is not None else ())


def name_players(tags: Tags, seats: Sequence[str]) -> str:
    """The seats with their players' names by the tags; "" if none is named."""
    return ", ".join(f"{seat}: {tags[seat]}" for seat in seats if seat in tags)


def position_at(replay: Replay, ply: int) -> Any:
    """The position after a ply of the main line (0: the start)."""
    return replay.main_plies[ply - 1].position if ply else replay.start


def judge_turn(game: AnyGame, position: Any, turn: str, tags: Tags | None = None) -> Replay:
    """Judges a turn as a player writes it: the replay of a record that starts at `position` and holds only this turn.

    Its diagnostics point into the text of the turn. A number at its start is ignored. `tags` have the players' names.
    """
    from pyrnot.play.replay import replay
    from pyrnot.play.write import OWN_NUMBER
    from pyrnot.record.turns import read_turns
    from pyrnot.tags import Tags

    turn = turn.strip()
    number = OWN_NUMBER.match(turn)
    source = SourceText(turn[number.end() :] if number else turn, file="the turn")
    return replay(read_turns(source, game, tags or Tags()), start=position)

"""Whether two turns of a thread say the same (TR4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pyrnot.foreign.thread.items import Candidate
from pyrnot.foreign.thread.judge import judge
from pyrnot.foreign.thread.turn_text import NO_DICE, TurnText

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame


def may_be_copy(found: Candidate, candidate: Candidate) -> bool:
    """Whether a quoted turn may be the very one: of another mail, of the same moment in one text, or quoted without a
    head below one that has a date and a number; the lines of one message are not copies of each other."""
    if found.message == candidate.message:
        return False
    if found.when is not None and candidate.when is not None:
        return found.when[:5] == candidate.when[:5]  # the head of a quote has no seconds
    if found.when is not None and found.number is not None and not candidate.speaker:
        return True
    return found.mail != candidate.mail or (candidate.is_chat and found.message != candidate.message)


def _plain(turn: TurnText) -> str:
    return "".join(turn.text.lower().split()).strip(".;")


def keys_of(candidate: Candidate) -> Iterator[object]:
    """What two candidates have in common that say the same, but for dice that stand apart."""
    for way in candidate.ways:
        yield _plain(way)
        if way.writtens:
            yield way.writtens


def is_same_text(one: Candidate, other: Candidate) -> bool:
    """Whether two candidates say the same; dice that stand apart from the one or the other are nothing."""
    first, second = {_plain(way) for way in one.ways}, {_plain(way) for way in other.ways}
    if first & second:
        return True
    if NO_DICE in (one.ways[0].kind, other.ways[0].kind):
        return any(a.endswith(b) or b.endswith(a) for a in first for b in second)
    return any(a.writtens == b.writtens and a.writtens for a in one.ways for b in other.ways)


def text_played(game: AnyGame, position: Any, way: TurnText) -> str:
    """The canonical text of a turn that is played at a position: two that do the same have the same. "" where it is
    illegal."""
    played = judge(game, position, way)
    return "" if played is None else game.write_turn(played.taken, played.ended)

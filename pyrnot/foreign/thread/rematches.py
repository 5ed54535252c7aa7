"""Several games in one story: turns that are marked with their game, or a game that begins after another's end
(TR1.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from msgspec.structs import replace

from pyrnot.foreign.thread.items import TAKES_BACK, AnyItem, Candidate, Ended, Said, kind_of
from pyrnot.foreign.thread.sameness import is_same_text, keys_of
from pyrnot.foreign.thread.story import Story


def games_of(story: Story, is_players: Callable[[AnyItem], bool] = lambda _: True) -> list[Story]:
    """The stories of the games in one, which is mostly one. `is_players` knows who may play it."""
    marks = list(dict.fromkeys(item.section for item in story.items if item.section))
    if len(marks) > 1:
        return [Story(_marked(story.items, mark)) for mark in marks]
    beginnings = _beginnings(story.items, is_players)
    if not beginnings:
        return [story]
    cuts = [0, *beginnings, len(story.items)]
    return [Story(story.items[start:end], may_turn=story.may_turn) for start, end in pairwise(cuts)]


def halves_of(story: Story) -> tuple[Story, Story] | None:
    """A story up to the first turn after a word of a rematch, and from there on; None where nobody says one."""
    is_rematch = False
    for index, item in enumerate(story.items):
        is_rematch = is_rematch or (isinstance(item, Said) and item.kind == "rematch")
        if is_rematch and isinstance(item, Candidate):
            parts = (story.items[:index], story.items[index:])
            first, second = (Story(items, may_turn=story.may_turn) for items in parts)
            return first, second
    return None


def _marked(items: Sequence[AnyItem], mark: str) -> tuple[AnyItem, ...]:
    """What is marked with one game, and what concerns all."""
    return tuple(
        replace(item, section="")
        for item in items
        if item.section == mark or not (item.section or isinstance(item, Candidate))
    )


def _beginnings(items: Sequence[AnyItem], is_players: Callable[[AnyItem], bool]) -> list[int]:
    """Where games after the first begin: at the first turn after a word of a rematch, or at another turn 1 after a
    result."""
    beginnings: list[int] = []
    claimer = ""
    has_turns = is_rematch = has_result = is_firm = False
    for index, item in enumerate(items):
        if not is_players(item):
            continue
        if isinstance(item, Candidate):
            restarts = item.number == 1 and not item.is_reply
            begins = is_rematch and (restarts or (has_result and item.number is None))
            begins = begins or (has_result and restarts and _is_new(items, index, is_firm))
            if has_turns and begins and not _is_copy(items[:index], item):
                beginnings.append(index)
            has_turns, is_rematch, has_result, is_firm = True, False, False, False
        elif isinstance(item, Ended):
            has_result = True
            is_firm = is_firm or item.ending.verb in _FIRM
            claimer = item.name
        elif kind_of(item) in TAKES_BACK and item.name == claimer:
            has_result = is_firm = False
        elif isinstance(item, Said) and item.kind == "rematch":
            is_rematch = True
    return beginnings


def _is_copy(before: Sequence[AnyItem], item: Candidate) -> bool:
    """Whether a quoted turn repeats one of the same number."""
    return bool(item.depth) and any(
        isinstance(known, Candidate) and known.number == item.number and is_same_text(known, item) for known in before
    )


_FIRM = ("resigns", "forfeits", "draw agreed")
"""Results that nobody only claims."""


def _is_new(items: Sequence[AnyItem], index: int, is_firm: bool) -> bool:
    """Whether the turns from an index on do more than repeat those before it: one that has a number which is taken is
    another one, but for one that was corrected without its number. Only after a firm result may a game that begins as
    the last one did go on further."""
    before: dict[int | None, list[Candidate]] = {}
    for item in items[:index]:
        if isinstance(item, Candidate):
            before.setdefault(item.number, []).append(item)
    corrected = {key for known in before.get(None, ()) for key in keys_of(known)}
    return any(
        isinstance(item, Candidate)
        and item.number is not None
        and corrected.isdisjoint(keys_of(item))
        and (is_firm or item.number in before)
        and not any(is_same_text(known, item) for known in before.get(item.number, ()))
        for item in items[index:]
    )

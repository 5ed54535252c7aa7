"""The ways in which what was found may be taken for a game, and the one that is left (TR4.1).

Whether a number counts a turn or a round, whether a line goes on with the one above it, which end of the text is the
first:
what nothing in the text tells is tried, and two ways that both make a game are one too many.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity
from pyrnot.foreign.thread.ending import Verdict
from pyrnot.foreign.thread.faults import fault_at
from pyrnot.foreign.thread.items import AnyItem, Candidate, Doubt, Ended, Roll
from pyrnot.foreign.thread.resolve import Resolved, Slot
from pyrnot.foreign.thread.sameness import is_same_text
from pyrnot.foreign.thread.sequence import Mode, Sequenced, ignores_numbers
from pyrnot.foreign.thread.story import Story
from pyrnot.foreign.thread.text import Line

GIVEN_ELSEWHERE = "a turn that another line gives"
"""Why a candidate is left out that says again what another line says."""


_STRANGER, _NEARLY, _NO_RESULT, _DICE_LEFT = (
    "said by somebody who does not play",
    "nearly a turn",
    "a result that does not count",
    "dice without a turn",
)
MAY_BE_TURN = frozenset((_STRANGER, _NEARLY, _NO_RESULT, _DICE_LEFT))
"""Why a line is left out that its writer may have meant as a part of the game."""


class Attempt(Struct):
    """One mode in which the items of a game were taken."""

    mode: Mode
    story: Story
    sequence: Sequenced
    resolved: Resolved
    verdict: Verdict
    faults: list[Diagnostic]

    @property
    def is_sound(self) -> bool:
        return self.resolved.is_sound and not any(fault.severity is Severity.ERROR for fault in self.faults)

    @property
    def goes_together(self) -> bool:
        """Whether the turns themselves can be played, whatever else is at fault."""
        return self.resolved.is_sound and not self.sequence.troubles

    @property
    def says(self) -> tuple[object, ...]:
        """What the record would say."""
        return (*(slot.way.writtens for slot in self.resolved.slots), self.verdict.text)


def modes_of(story: Story, *, may_join: bool = True) -> list[Mode]:
    """The ways to take a story, the likeliest first. Without `may_join` a turn has a single action, so that no line
    goes on with the one above it."""
    candidates = [item for item in story.items if isinstance(item, Candidate)]
    own = [candidate for candidate in candidates if not candidate.follows]
    is_numbered = bool(own) and all(candidate.number is not None for candidate in own)
    has_numbers = any(candidate.number is not None for candidate in candidates) and not ignores_numbers(candidates)
    rounds = [False]
    if has_numbers:
        if any(candidate.is_reply for candidate in candidates):
            rounds = [True]
        elif _shares_numbers(candidates) and not _lists_turns(candidates):
            rounds = [True, False]
        elif _may_be_rounds(candidates):
            rounds = [False, True]
    follows = may_join and any(candidate.follows for candidate in candidates)
    anonymous = not any(candidate.name for candidate in candidates)
    joins = [False] if not follows else [True, False] if is_numbered or not anonymous else [False, True]
    turns = [False, True] if story.may_turn and not has_numbers and len(candidates) > 1 else [False]
    return [
        Mode(by_round=by_round, joins=join, is_turned=turned)
        for turned in turns
        for by_round in rounds
        for join in joins
    ]


def _may_be_rounds(candidates: Sequence[Candidate]) -> bool:
    """Whether lines have a turn of each seat. A comma between the two may also be one turn's own: one line with it is
    not enough."""
    pairs = [candidate for candidate in candidates if candidate.pair is not None]
    has_comma = any("," in candidate.written for candidate in pairs)
    return (
        len(pairs) > has_comma
        or any(candidate.column for candidate in candidates)
        or _has_two_a_number(candidates)
        or _heads_rounds(candidates)
    )


def _has_two_a_number(candidates: Sequence[Candidate]) -> bool:
    """Whether a turn without a number comes after each one with a number, but perhaps the last."""
    kinds = [candidate.number is None for candidate in candidates]
    return len(kinds) > 2 and all(is_second == bool(place % 2) for place, is_second in enumerate(kinds))


def _heads_rounds(candidates: Sequence[Candidate]) -> bool:
    """Whether every other turn has a number, as where `Round 2` stands over the turns of both."""
    own = [candidate.number is not None for candidate in candidates if not candidate.depth]
    return len(own) > 2 and own[0] and all(before != after for before, after in pairwise(own))


def _shares_numbers(candidates: Sequence[Candidate]) -> bool:
    """Whether most numbers precede two different turns."""
    by_number: dict[int, list[Candidate]] = {}
    for candidate in candidates:
        if candidate.number is not None:
            found = by_number.setdefault(candidate.number, [])
            if len(found) < 2 and not any(  # two are enough
                is_same_text(known, candidate)
                and (not known.name or not candidate.name or known.name == candidate.name)
                and known.column == candidate.column
                for known in found
            ):
                found.append(candidate)
    shared = sum(1 for found in by_number.values() if len(found) > 1)
    return shared > 0 and shared * 2 >= len(by_number) - 1


def _lists_turns(candidates: Sequence[Candidate]) -> bool:
    """Whether a message lists turns with a number each: then no number counts a turn of every seat."""
    by_message: dict[int, list[Candidate]] = {}
    for candidate in candidates:
        by_message.setdefault(candidate.message, []).append(candidate)
    for listed in by_message.values():
        numbers = [candidate.number for candidate in listed]
        is_plain = not any(one.pair or one.who or one.speaker or one.column is not None for one in listed)
        if is_plain and None not in numbers and len(set(numbers)) == len(numbers) > 1:
            return True
    return False


def choose(attempts: Sequence[Attempt]) -> tuple[Attempt, list[Diagnostic]]:
    """The one way in which all turns go together; where several do and differ, that is a fault (TR4.1)."""
    sound = [attempt for attempt in attempts if attempt.is_sound]
    straight = [attempt for attempt in sound if not attempt.mode.is_turned]
    sound = straight or sound
    if not sound:
        forwards = [attempt for attempt in attempts if not attempt.mode.is_turned]
        return max(forwards, key=lambda one: (len(one.resolved.slots), not one.mode.by_round)), []  # who gets furthest
    if len({attempt.says for attempt in sound}) > 1:
        lines = [slot.candidate.line for slot in sound[0].resolved.slots]
        message = "the lines of this text can be taken for turns in several ways, and all are legal"
        return sound[0], [
            fault_at(lines[0], CoreCodes.THREAD_UNCLEAR, "TR4", message, hint="number the turns, one line each")
        ]
    best = sound[0]
    if best.mode.is_turned and len(best.resolved.slots) > 1:
        message = "read from the last line to the first: only in that order are the turns legal"
        return best, [
            fault_at(best.resolved.slots[0].candidate.line, CoreCodes.READ_ORDER, "TR4", message, is_error=False)
        ]
    if best.mode.by_round and not any(slot.candidate.number and _has_dots(slot) for slot in best.resolved.slots):
        message = "each number counts a turn of every seat"
        return best, [
            fault_at(best.resolved.slots[0].candidate.line, CoreCodes.READ_ORDER, "TR4", message, is_error=False)
        ]
    return best, []


def _has_dots(slot: Slot) -> bool:
    """Whether three dots say that a turn is the second of its number."""
    return slot.candidate.is_reply and slot.candidate.line.text.count("...") > 0


def why_left(attempt: Attempt, dropped: Sequence[AnyItem], used: set[int]) -> list[tuple[Line, str]]:
    """Why lines that looked like a part of the game are none."""
    reasons = {
        "prose": "a turn in a sentence",
        "sentence": "a turn in a sentence",
        "led": "a turn that the line above it leaves open",
        "hesitation": "leaves the turn open",
        "mention": "notation in a sentence",
        "open": "leaves the turn open",
        "struck": "struck out",
        "lost": "a message that is not there",
    }
    left = [(item.line, _STRANGER) for item in dropped]
    for item in attempt.story.items:
        if isinstance(item, Candidate):
            left.append((item.line, GIVEN_ELSEWHERE))
        elif isinstance(item, Doubt):
            left.append((item.line, reasons.get(item.kind, _NEARLY)))
        elif isinstance(item, Ended):
            left.append((item.line, _NO_RESULT))
        elif isinstance(item, Roll):
            left.append((item.line, _DICE_LEFT))
    return [(line, why) for line, why in left if line.start not in used]

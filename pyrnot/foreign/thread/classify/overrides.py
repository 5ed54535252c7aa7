"""The classes that answers give to lines: an answer replaces the class of its line and nothing else (TR3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from msgspec.structs import replace

from pyrnot.foreign.thread.model import Kind, Override, ThreadLine, Verb
from pyrnot.foreign.thread.reading import TurnReader

_ASKED_HOW_IT_ENDED = {Kind.RESULT: 2, Kind.TALK: 1}
_ASKED_WHETHER_TURN = {Kind.CANDIDATE: 1, Kind.RESULT: 1}
"""The kinds that a question may be about, of several lines with one number: the likeliest has the highest figure."""


def override_lines(
    lines: Sequence[ThreadLine], overrides: Mapping[int, Override], reader: TurnReader
) -> tuple[ThreadLine, ...]:
    """The lines with the classes that answers give them; an answer concerns the lines that begin where it was
    asked."""
    changed: list[ThreadLine] = []
    for number, group in groupby(lines, key=lambda line: line.line.number):
        same = list(group)
        override = overrides.get(number)
        changed += same if override is None else _override(same, override, reader)
    return tuple(changed)


def _override(same: Sequence[ThreadLine], override: Override, reader: TurnReader) -> Sequence[ThreadLine]:
    """The class that an answer gives to the line that was asked about; a message of an export may have several lines
    with one number."""
    if override.verb is Verb.GAME:
        return [replace(line, override=override) for line in same]
    asked = _asked_about(same, override)
    changed = replace(asked, kind=Kind.OUT, override=override)
    if override.verb in (Verb.TURN, Verb.REPLACES):
        ways = reader.read(override.text) or tuple(filter(None, [reader.parse(override.text)]))
        ending = f"{override.seat} resigns" if override.seat else ""
        changed = replace(
            changed,
            kind=Kind.CANDIDATE,
            is_at_head=True,
            inner_number=0,
            interpretations=ways,
            text=override.text,
            remark="",
            ending=ending,
        )
    elif override.verb is Verb.RESULT:
        changed = replace(changed, kind=Kind.RESULT, ending=override.text)
    return [
        changed if line is asked else line for line in same if line is asked or line.line.start != asked.line.start
    ]


def _asked_about(same: Sequence[ThreadLine], override: Override) -> ThreadLine:
    """The one of several lines that an answer is about: that which it means, else the last turn or result, since a
    text is asked about beside one above it; how the game ended may be asked about talk too."""
    kinds = _ASKED_HOW_IT_ENDED if override.verb is Verb.RESULT else _ASKED_WHETHER_TURN
    return max(same, key=lambda line: (kinds.get(line.kind, 0), _is_meant(line, override), line.order))


def _is_meant(line: ThreadLine, override: Override) -> bool:
    """Whether an answer is about one turn of a line with several: it has its text, or its number."""
    is_its_number = line.number is not None and line.number.value == override.ply
    return is_its_number or any(way.text == override.text for way in line.interpretations)

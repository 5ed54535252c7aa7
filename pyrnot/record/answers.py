"""The answers to questions about lines of a thread, which the thread does not settle itself (TR5.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from msgspec import Struct

from pyrnot.core.patterns import lazy_pattern

TALK = "talk"
"""The answer that leaves out every open line, but for conflicts."""
_ANSWER = lazy_pattern(r"\s*(\d{1,9})\s*=\s*(\S.*?)\s*", re.DOTALL)


class MalformedAnswer(ValueError):
    """Raised for an answer that is not of the form `LINE=ANSWER`."""


class Answers(Struct, frozen=True):
    """Answers by the line at which their question stands (the first, where it has several); with `is_talk` all other
    questions but those about conflicts are answered by `out`."""

    by_line: Mapping[int, str] = {}
    is_talk: bool = False

    def __bool__(self) -> bool:
        return bool(self.by_line) or self.is_talk


NONE = Answers()


def replacing(line: int, ply: int, turn: str) -> str:
    """The answer that replaces the turn on a line by another."""
    return f"{line}=replaces {ply}: {turn}"


def read_answers(texts: Iterable[str]) -> Answers:
    """Answers as they are given on a command line: `8=replaces 5: Sf3`, or `talk`. Raises `MalformedAnswer`."""
    by_line: dict[int, str] = {}
    is_talk = False
    for text in texts:
        if text.strip().lower() == TALK:
            is_talk = True
            continue
        match = _ANSWER.fullmatch(text)
        if match is None:
            raise MalformedAnswer(f"write LINE=ANSWER, as in '8=out' or '8=replaces 5: Sf3', not {text!r}")
        answer = match[2]
        first = by_line.setdefault(int(match[1]), answer)
        if first != answer:
            raise MalformedAnswer(f"give line {match[1]} one answer: {first!r} and {answer!r} differ")
    return Answers(by_line, is_talk)

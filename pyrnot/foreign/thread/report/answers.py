"""The answers that were given to questions (TR5.2)."""

from __future__ import annotations

import re

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity, Span
from pyrnot.core.leaving import RESIGN
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.thread.classify.set_up import names_of_tags
from pyrnot.foreign.thread.model import Override, Verb, short
from pyrnot.foreign.thread.players import Players
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.resolve.leaving import read_leaving
from pyrnot.record.source import SourceText

TURN_ANSWER = lazy_pattern(
    r"(?P<verb>turn|replaces)\s+(?P<ply>0*[1-9]\d{0,3})\s*:\s*(?P<turn>\S.*)", re.IGNORECASE | re.DOTALL
)
_BARE = lazy_pattern(f"{Verb.OUT}|{Verb.GAME}", re.IGNORECASE)
_RESULT = lazy_pattern(r"result\s*:\s*(?P<result>\S.*)", re.IGNORECASE)
_SEAT = lazy_pattern(r"seat\s+(?P<seat>\w+)\s*:\s*(?P<name>\S.*)", re.IGNORECASE)
_TAG = lazy_pattern(r"tag\s+(?P<name>\w+)\s*:\s*(?P<value>\S.*)", re.IGNORECASE)
_RESULT_WORDS = lazy_pattern(r"(?P<who>.+) (?P<verb>wins|resigns|forfeits)|draw(?: agreed)?|\*", re.IGNORECASE)


class BadAnswer(Exception):
    """An answer that is none: its text says why."""


def read_override(line: int, answer: str, reader: TurnReader, players: Players) -> Override:
    """What an answer says of the line at which its question stands. Raises `BadAnswer`."""
    text = answer.strip()
    for form, read in _FORMS:
        found = form.fullmatch(text)
        if found is not None:
            return read(line, found, reader, players)
    raise BadAnswer(f"`{short(text)}` is none of the answers that a question may have")


def _read_bare(line: int, found: re.Match[str], _reader: TurnReader, _players: Players) -> Override:
    return Override(line, Verb(found.group().lower()))


def _read_turn(line: int, found: re.Match[str], reader: TurnReader, players: Players) -> Override:
    """The answer that a line is a turn, or that a seat leaves with it."""
    verb = Verb(found["verb"].lower())
    ply = int(found["ply"])
    leaving = read_leaving(found["turn"], players)
    if leaving is not None:
        return Override(line, verb, ply, RESIGN, leaving)
    if not reader.read(found["turn"]):
        raise BadAnswer(f"`{short(found['turn'])}` is not a turn of {reader.game.info.title}")
    return Override(line, verb, ply, found["turn"])


def _read_result(line: int, found: re.Match[str], _reader: TurnReader, players: Players) -> Override:
    return Override(line, Verb.RESULT, text=_read_ending(found["result"], players))


def _read_tag(line: int, found: re.Match[str], reader: TurnReader, _players: Players) -> Override:
    name = names_of_tags(reader.game).get(found["name"].lower())
    if name is None:
        raise BadAnswer(f"{found['name']!r} is not a tag of {reader.game.info.title}")
    return Override(line, Verb.TAG, text=found["value"].strip(), tag=name)


def _read_seat(line: int, found: re.Match[str], reader: TurnReader, players: Players) -> Override:
    seat = players.seat_word(found["seat"])
    if seat is None:
        raise BadAnswer(f"{found['seat']!r} is not a seat of {reader.game.info.title}")
    return Override(line, Verb.SEAT, text=found["name"].strip(), seat=seat)


_FORMS = (
    (_BARE, _read_bare),
    (TURN_ANSWER, _read_turn),
    (_RESULT, _read_result),
    (_TAG, _read_tag),
    (_SEAT, _read_seat),
)
"""The forms of an answer, each with what reads it."""


def _read_ending(text: str, players: Players) -> str:
    """The words of a result with a seat in them. Raises `BadAnswer`."""
    example = f"`{players.seats[0]} resigns` or `draw agreed`"
    bad = BadAnswer(f"`{short(text)}` is not a result: write it as in {example}")
    words = _RESULT_WORDS.fullmatch(" ".join(text.split()))
    if words is None:
        raise bad
    if words["who"] is None:
        return words.group().lower()
    seat = players.seat_of(words["who"])
    if seat is None:
        raise bad
    return f"{seat} {words['verb'].lower()}"


def unasked(source: SourceText, line: int, why: str) -> Diagnostic:
    """The diagnostic of an answer at a line at which nothing is asked, or that is none."""
    before = source.text.split("\n")[: line - 1]
    start = sum(len(text) + 1 for text in before)
    hint = "check the text without the answer: it lists the questions"
    return Diagnostic(Severity.ERROR, CoreCodes.UNASKED_ANSWER, "TR5", Span(start, start + 1), why, hint, 0)

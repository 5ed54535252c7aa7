"""Reads the header of a transcript: tags, and the seats of its players (HF2, HF3). Its turns are up to `transcript`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from pyrnot.core.diagnostics import Code, Diagnostic, Severity, Span
from pyrnot.games.homeworlds.codes import Codes
from pyrnot.games.homeworlds.position import SEAT_OF_LETTER, SEATS_BY_COUNT, Seat
from pyrnot.record.model import Tag

FIRST_LINE = "Homeworlds Online (SDG#"
SHOWN = 40
"""The number of characters of a line that a message shows."""

_NUMBER = re.compile(r"Homeworlds Online \(SDG# (\d+)\)\s*")
_VARIANTS = re.compile(r'Variants: "(.*)"\s*')
_DATES = re.compile(r"Started: (\d+)\.(\d+)\.(\d+), Ended: (\d+)\.(\d+)\.(\d+)\s*")
_PARTICIPANTS = re.compile(r"Participants: (.*)")
_PARTICIPANT = re.compile(r"([A-Za-z0-9_-]+) \(([NESW])\)\s*")
_WINNER = re.compile(r"Winner: (\S*)\s*")
_ANY_TURN = re.compile(r"^[0-9]{1,9}\) ([A-Za-z0-9_-]+):(?= |\s*$)", re.MULTILINE)
_SINISTER = ("sinister", "left man down")


class Line(NamedTuple):
    """A line of a transcript, and where it begins."""

    start: int
    text: str

    @property
    def span(self) -> Span:
        return Span(self.start, self.start + len(self.text))


def shifted(span: tuple[int, int], line: Line) -> Span:
    """A span of a line as one of the text."""
    return Span(*span).shift(line.start)


class Header:
    """What a transcript says before its turns: its tags, and the seats of its players by their names in small letters.
    Faults are added to those of the transcript."""

    def __init__(self, faults: list[Diagnostic]) -> None:
        self.tags: list[Tag] = []
        self.players: dict[str, Seat] = {}
        self._faults = faults

    def read(self, lines: Iterator[Line]) -> Iterator[Line]:
        """Reads the lines of a header, which must come in their order. Returns those between it and the next empty
        line: none, if an empty line follows as it should."""
        rest = takewhile(lambda line: bool(line.text.strip()), lines)
        line = self._read_number(next(rest, Line(0, "")))
        line = next(rest, Line(line.span.end, ""))
        variants = _VARIANTS.fullmatch(line.text)
        if variants is not None:
            self._read_variants(variants[1], shifted(variants.span(1), line))
            line = next(rest, Line(line.span.end, ""))
        self._read_dates(line)
        self._read_participants(next(rest, Line(line.span.end, "")))
        self._read_winner(next(rest, Line(line.span.end, "")))
        return rest

    def seat_by_turns(self, text: str) -> None:
        """Gives the players of a transcript without its head their seats: they first play in turn order (HF3)."""
        first_turns: dict[str, Tag] = {}
        for found in _ANY_TURN.finditer(text):
            span = Span(*found.span(1))
            first_turns.setdefault(found[1].lower(), Tag("", found[1], span, span))
        seats = SEATS_BY_COUNT.get(len(first_turns), ())
        here = next(iter(first_turns.values())).span
        self._tag("Game", "Homeworlds", here)
        self._tag("Site", "SuperDuperGames", here)
        for seat, (name, tag) in zip(seats, first_turns.items(), strict=False):
            self.players[name] = seat
            self._tag(seat, tag.value, tag.span)
        if not seats:
            message = f"a game has two to four players, but {len(first_turns)} have turns in this transcript"
            self._fault(Codes.BAD_HEADER, message, here)

    def _tag(self, name: str, value: str, span: Span) -> None:
        self.tags.append(Tag(name, value, span, span))

    def _fault(self, code: Code, message: str, span: Span) -> None:
        self._faults.append(Diagnostic(Severity.ERROR, code, "HF2", span, message, None, 0))

    def _bad_header(self, line: Line, expected: str) -> None:
        shown = line.text[:SHOWN]
        found = f"found {shown!r}" if shown else "found nothing"
        self._fault(Codes.BAD_HEADER, f"bad header: expected {expected}, {found}", line.span)

    def _read_number(self, line: Line) -> Line:
        """Reads the first line, and returns it."""
        self._tag("Game", "Homeworlds", line.span)
        self._tag("Site", "SuperDuperGames", line.span)
        number = _NUMBER.fullmatch(line.text.lstrip("\ufeff"))
        if number is None:
            self._bad_header(line, f"`{FIRST_LINE} N)`")
        else:
            self._tag("Round", number[1], line.span)
        return line

    def _read_variants(self, text: str, span: Span) -> None:
        """Variants that change the rules become the tag `Variant` (H35), the others `Options`."""
        words = [word.strip() for word in text.split(",")]
        if any(word.lower() in _SINISTER for word in words):
            self._tag("Variant", "sinister", span)
        others = [word for word in words if word and word.lower() not in _SINISTER]
        if others:
            self._tag("Options", ", ".join(others), span)

    def _read_dates(self, line: Line) -> None:
        dates = _DATES.fullmatch(line.text)
        if dates is None:
            self._bad_header(line, "`Started: Y.M.D, Ended: Y.M.D`")
            return
        self._tag("Date", _date(*dates.group(1, 2, 3)), shifted((dates.start(1), dates.end(3)), line))
        self._tag("EndDate", _date(*dates.group(4, 5, 6)), shifted((dates.start(4), dates.end(6)), line))

    def _read_participants(self, line: Line) -> None:
        found = _PARTICIPANTS.fullmatch(line.text)
        named: dict[Seat, Tag] = {}
        start = line.start + (found.start(1) if found else 0)
        for part in found[1].split(", ") if found else []:
            participant = _PARTICIPANT.fullmatch(part)
            if participant is None:
                named.clear()
                break
            seat = SEAT_OF_LETTER[participant[2].lower()]
            span = Span(start, start + len(participant[1]))
            named[seat] = Tag(seat, participant[1], span, span)
            self.players[participant[1].lower()] = seat
            start += len(part) + len(", ")
        seats = SEATS_BY_COUNT.get(len(named), ())
        if not seats or set(named) != set(seats) or len(self.players) != len(named):
            self._bad_header(line, "`Participants: name (S), name (N)` (or three or four names)")
            self.players.clear()
            return
        self.tags += [named[seat] for seat in seats]

    def _read_winner(self, line: Line) -> None:
        """Reads the last line; a winner who is a participant becomes the tag `Result` (HN5)."""
        found = _WINNER.fullmatch(line.text)
        if found is None:
            self._bad_header(line, "`Winner: name`")
            return
        span = shifted(found.span(1), line)
        winner = self.players.get(found[1].lower())
        if winner is not None:
            self._tag("Result", winner, span)
        elif self.players:
            self._fault(Codes.UNKNOWN_PLAYER, f"the winner {found[1][:SHOWN]!r} is not a participant", span)


def _date(year: str, month: str, day: str) -> str:
    return f"{year:0>4}.{month:0>2}.{day:0>2}"

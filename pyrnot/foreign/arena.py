"""Reads the log of a game of Homeworlds at Board Game Arena.

The log says every action as it was made, also those that the player took back: `X restarts their turn.` takes back the
turn so far, `X ends their turn.` ends it. A discovery is two lines: the new star, and the ship that moves there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity, Span
from pyrnot.core.pieces import Pyramid
from pyrnot.foreign.homeworlds import MOST_TURNS, SiteGame, SiteTurn, WrittenChoice, build_record, site_tag
from pyrnot.games.homeworlds.actions import (
    Action,
    Attack,
    Build,
    Catastrophe,
    Discover,
    Homeworld,
    Move,
    Pass,
    Sacrifice,
    Trade,
    WrittenAction,
)
from pyrnot.games.homeworlds.position import COLOUR_OF_LETTER, PYRAMID_OF_LETTERS, SEATS_BY_COUNT, Seat, plain_name
from pyrnot.record.model import LeftOut, Result

if TYPE_CHECKING:
    from pyrnot.record.model import Record
    from pyrnot.record.source import SourceText

_QUOTES = re.compile(r"[ \t>]*")
_SAID = re.compile(
    r"(?P<who>\S.{0,60}?) (?P<what>(?:establishes|builds|trades|moves|captures|discovers|sacrifices|triggers) an? .*|"
    r"(?:ends|restarts) their turn\.|passes(?: their turn)?\.|"
    r"(?:concedes|resigns|abandons|quits) (?:the|this) game\.?.*)\s*\Z"
)
_PIECE = r"([rygb][123])"
_WON = re.compile(r"The end of the game: (?P<who>.+?) wins!\s*\Z")
_TIED = re.compile(r"End of game \(tie\)\s*\Z")
_AGREED = re.compile(r"\S.{0,60}? accepts the draw\.\Z")
_FRAME = re.compile(
    r"Move \d+\s*:|.+ is forgotten\.\Z|.+ has no ships in their homeworld and is eliminated\.\Z|"
    r"This position has occurred \d+ times\.|.+ may declare a draw\.\Z|.+ (?:offers a draw|cancels draw offer)\.\Z"
)
"""Lines of the log that hold no action and follow from the others, or come to nothing."""
_CREATES = re.compile("establishes a homeworld")
_HOME = "Homeworld "
_LONGEST_LINE = 2_000
"""Characters of a line of such a log: no action takes as many."""
_MOST_PLAYERS = 5
"""Those of a log, and one more."""


class _Line(NamedTuple):
    number: int
    start: int
    text: str

    @property
    def span(self) -> Span:
        return Span(self.start, self.start + max(len(self.text), 1))


def read_log(source: SourceText, title: str) -> Record:
    """The record of a log, whose lines may be quoted."""
    reader = _Reader()
    lines = list(_lines(source.text))
    if _is_turned(lines):
        lines.reverse()
        reader.faults.append(_turned(lines[0]))
    for line in lines:
        reader.take(line)
        if len(reader.turns) > MOST_TURNS:
            break
    return build_record(source, reader.finish(), title)


def _lines(text: str) -> Iterator[_Line]:
    """The lines of a log, without quote marks."""
    start = 0
    for number, raw in enumerate(text.split("\n"), 1):
        quotes = _QUOTES.match(raw)
        skip = quotes.end() if quotes else 0
        yield _Line(number, start + skip, raw[skip:].rstrip())
        start += len(raw) + 1


def _is_turned(lines: Sequence[_Line]) -> bool:
    """Whether a log has its newest line first, as a table shows it that is being played at: nobody moves before the
    homeworlds."""
    said = [found["what"] for line in lines if (found := _SAID.match(line.text))]
    return len(said) > 2 and not _CREATES.match(said[0]) and all(map(_CREATES.match, said[-2:]))


def _turned(line: _Line) -> Diagnostic:
    message = "read from the last line to the first: the homeworlds are at the end"
    return Diagnostic(Severity.WARNING, CoreCodes.READ_ORDER, "TR4", line.span, message, None, 0)


class _Reader:
    def __init__(self) -> None:
        self.players: list[tuple[str, Span]] = []
        self.turns: list[SiteTurn] = []
        self.left_out: list[LeftOut] = []
        self.faults: list[Diagnostic] = []
        self.open: list[tuple[_Line, WrittenChoice]] = []
        self.mover = ""
        self.discovered: tuple[_Line, re.Match[str]] | None = None
        self.result: tuple[str, str, Span] | None = None  # the verb, who, where

    def take(self, line: _Line) -> None:
        """Takes the next line of the log."""
        if len(line.text) > _LONGEST_LINE:
            if _SAID.match(line.text[:_LONGEST_LINE]):
                self._fault(f"this is too long for an action: more than {_LONGEST_LINE:,} characters", line)
            else:
                self._leave_out(line)
            return
        said = _SAID.match(line.text)
        if won := _WON.match(line.text):
            self._end("wins", won["who"], line)
        elif _AGREED.match(line.text):
            self._end("draw agreed", "", line)
        elif _TIED.match(line.text):
            self._end("draw", "", line)
        elif said is None:
            if line.text and not _FRAME.match(line.text):
                self._leave_out(line)
        else:
            self._take_said(line, said["who"], said["what"], said.start("what"))

    def _leave_out(self, line: _Line, reason: str = "") -> None:
        self.left_out.append(LeftOut(line.number, line.text, reason))

    def _take_said(self, line: _Line, who: str, what: str, at: int) -> None:
        if what.startswith(("concedes", "resigns", "abandons", "quits")):
            self._end("resigns", who, line)
        elif what.startswith("restarts"):
            for taken, _ in self.open:
                self._leave_out(taken, f"taken back in line {line.number}")
            self.open, self.discovered = [], None
        elif what.startswith("ends"):
            self._close(who, line)
        else:
            if self.open and who != self.mover:
                self._fault(f"{self.mover}'s turn has not ended, but {who} moves", line)
                self._close(self.mover, line)
            self.mover = who
            self._take_action(line, what, at)

    def _take_action(self, line: _Line, what: str, at: int) -> None:
        tried = ((re.fullmatch(pattern, what.rstrip(), re.IGNORECASE), read) for pattern, read in _ACTIONS)
        found, read = next(((found, read) for found, read in tried if found is not None), (None, None))
        if found is None:
            self._fault("not an action that the log is known to have", line)
            return
        if read is None:  # the star of a discovery: the ship that goes there is on the next line
            self.discovered = (line, found)
            return
        if read is _homeworld:
            if len(self.players) < _MOST_PLAYERS:
                self.players.append((self.mover, Span(line.start, line.start + len(self.mover))))
            self._add(
                line,
                Homeworld((_piece(found[2]), _piece(found[3])), _piece(found[1]), plain_name(self.mover)),
                found,
                at,
            )
            self._close(self.mover, line)
            return
        if read is _move and self.discovered is not None:
            star_line, star = self.discovered
            self.discovered = None
            if _system(star[2]) == _system(found[3]):
                action = Discover(_piece(found[1]), _system(found[2]), _piece(star[1]), _system(star[2]))
                self._add(line, action, found, at)
                return
            self._fault("no ship goes to this star", star_line)
        self._add(line, read(found), found, at)

    def _add(self, line: _Line, action: Action, found: re.Match[str], at: int) -> None:
        parts = _PARTS[type(action)]
        spans = {
            part: Span(*found.span(group)).shift(at)
            for part, group in parts.items()
            if group <= (found.re.groups) and found[group] is not None
        }
        written = WrittenAction(action=action, spans={"verb": Span(at, at + found.end()), **spans})
        self.open.append((line, WrittenChoice((written,), line.start, line.start + len(line.text))))

    def _close(self, who: str, line: _Line) -> None:
        """Ends the turn that is open."""
        if self.discovered is not None:
            self._fault("no ship goes to this star", self.discovered[0])
            self.discovered = None
        if not self.open:
            passes = WrittenAction(action=Pass(), spans={})
            self.open = [(line, WrittenChoice((passes,), line.start, line.start + max(len(line.text), 1)))]
            self.mover = who
        first, last = self.open[0][0], self.open[-1][0]
        choices = tuple(choice for _, choice in self.open)
        self.turns.append(SiteTurn(first.start, last.start + len(last.text), choices, seat=self._seat(who)))
        self.open = []

    def _seat(self, who: str) -> Seat | None:
        """The seat of a player: they place their homeworlds in turn order."""
        names = [name for name, _ in self.players]
        seats = SEATS_BY_COUNT[max(2, min(len(names), 4))]
        return seats[names.index(who)] if who in names[: len(seats)] else None

    def _fault(self, message: str, line: _Line) -> None:
        self.faults.append(
            Diagnostic(Severity.ERROR, CoreCodes.NOT_NOTATION, "TR3", line.span, message, None, len(self.turns) + 1)
        )

    # The end

    def _end(self, verb: str, who: str, line: _Line) -> None:
        if self.open:
            if verb == "wins" and who == self.mover and self.result is None:
                self._close(who, line)
            else:
                for taken, _ in self.open:
                    self._leave_out(taken, "the turn was not ended")
                self.open = []
        if self.result is None:
            self.result = (verb, who, line.span)

    def finish(self) -> SiteGame:
        """The game, at the end of the log."""
        if self.open:
            self._close(self.mover, self.open[-1][0])
        seats = SEATS_BY_COUNT[max(2, min(len(self.players), 4))]
        first = Span(0, 1)
        tags = [site_tag("Game", "Homeworlds", first), site_tag("Site", "Board Game Arena", first)]
        tags += [site_tag(seat.value, name, span) for seat, (name, span) in zip(seats, self.players, strict=False)]
        return SiteGame(
            turns=self.turns,
            tags=tags,
            result=self._result(),
            left_out=sorted(self.left_out, key=lambda left: left.number),
            diagnostics=self.faults,
        )

    def _result(self) -> Result | None:
        if self.result is None:
            return None
        verb, who, span = self.result
        seat = self._seat(who)
        if verb.startswith("draw"):
            return Result(verb, span)
        return Result(f"{seat.value.lower()} {verb}", span) if seat is not None else None


def _piece(text: str) -> Pyramid:
    return PYRAMID_OF_LETTERS[text.lower()]


def _system(text: str) -> str:
    return plain_name(text.removeprefix(_HOME))


def _homeworld(found: re.Match[str]) -> Action:
    raise AssertionError("needs its player")


def _move(found: re.Match[str]) -> Action:
    return Move(_piece(found[1]), _system(found[2]), _system(found[3]))


_ACTIONS: tuple[tuple[str, Callable[[re.Match[str]], Action] | None], ...] = (
    (rf"establishes a homeworld with an? {_PIECE} ship at {_PIECE} and {_PIECE} binary stars\.", _homeworld),
    (rf"builds an? {_PIECE} ship in (.+)\.", lambda found: Build(_piece(found[1]), _system(found[2]))),
    (
        rf"trades an? {_PIECE} ship for an? {_PIECE} ship in (.+)\.",
        lambda found: Trade(_piece(found[1]), _piece(found[2]), _system(found[3])),
    ),
    (rf"moves an? {_PIECE} ship from (.+?) to (.+)\.", _move),
    (rf"captures an? {_PIECE} ship in (.+)\.", lambda found: Attack(_piece(found[1]), _system(found[2]))),
    (rf"discovers an? {_PIECE} system named (.+)\.", None),
    (rf"sacrifices an? {_PIECE} ship in (.+)\.", lambda found: Sacrifice(_piece(found[1]), _system(found[2]))),
    (
        r"triggers an? (red|yellow|green|blue|[rygb]) catastrophe in (.+)\.",
        lambda found: Catastrophe(_system(found[2]), COLOUR_OF_LETTER[found[1][0].lower()]),
    ),
    (r"passes(?: their turn)?\.", lambda found: Pass()),
)
_PARTS: dict[type, dict[str, int]] = {
    Homeworld: {"ship": 1, "star 1": 2, "star 2": 3},
    Build: {"ship": 1, "system": 2},
    Trade: {"ship": 1, "new": 2, "system": 3},
    Move: {"ship": 1, "system": 2, "to": 3},
    Discover: {"ship": 1, "system": 2, "name": 3},
    Attack: {"ship": 1, "system": 2},
    Sacrifice: {"ship": 1, "system": 2},
    Catastrophe: {"colour": 1, "system": 2},
    Pass: {},
}

"""The English log of a game of Homeworlds at Board Game Arena, as its page shows it.

The log says every action as it was made, also those that the player took back: `X restarts their turn.` takes back
the turn so far, `X ends their turn.` ends it, also if it wins. A discovery is two lines: the new star, and the ship
that moves there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity, Span
from pyrnot.core.limits import ACTION_CHARACTERS, RECORD_TURNS
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.sites.homeworlds import SiteLine, SiteTurn, build_record, site_diagnostic, site_lines, site_tag
from pyrnot.foreign.sites.openings import BGA_TITLE, shows_bga
from pyrnot.foreign.sites.verbs import NotAnAction, Word, read_words
from pyrnot.foreign.source import ForeignText
from pyrnot.games.homeworlds.actions import Pass, WrittenAction
from pyrnot.games.homeworlds.position import SEATS_BY_COUNT, Seat
from pyrnot.record.model import Action, LeftOut, Record, Result, SeatWritten

_PIECE = r"[rygb][123]"
_SHIP = rf"an? (?P<ship>{_PIECE}) ship"
_SYSTEM = r"(?:Homeworld )?(?P<system>.+?)"
_DOES = lazy_pattern(
    r"(?P<who>\S.{0,60}?) (?P<what>(?:establishes|builds|trades|moves|captures|discovers|sacrifices|triggers) an? .*|"
    r"(?:ends|restarts) their turn\.|passes(?: their turn)?\.|"
    r"(?:concedes|resigns|abandons|quits) (?:the|this) game\.?.*)\s*\Z"
)
_SAYS = {
    "homeworld": rf"establishes a homeworld with {_SHIP} "
    rf"at (?P<star_1>{_PIECE}) and (?P<star_2>{_PIECE}) binary stars",
    "build": rf"builds {_SHIP} in {_SYSTEM}",
    "trade": rf"trades {_SHIP} for an? (?P<new>{_PIECE}) ship in {_SYSTEM}",
    "move": rf"moves {_SHIP} from {_SYSTEM} to (?:Homeworld )?(?P<to>.+)",
    "attack": rf"captures {_SHIP} in {_SYSTEM}",
    "sacrifice": rf"sacrifices {_SHIP} in {_SYSTEM}",
    "catastrophe": rf"triggers an? (?P<colour>red|yellow|green|blue|[rygb]) catastrophe in {_SYSTEM}",
    "pass": r"passes(?: their turn)?",
    "star": rf"discovers an? (?P<star>{_PIECE}) system named (?P<name>.+)",
}
"""What the log says of each action, by its verb; of a discovery first the `star`, then the move to it."""
_PARTS = ("star_1", "star_2", "ship", "new", "system", "to", "star", "name", "colour")
"""The parts of actions, in the order in which an action has those that it has."""
_ENDS = (
    (lazy_pattern(r"The end of the game: (?P<who>.+?) wins!\s*\Z"), "wins"),
    (lazy_pattern(r"\S.{0,60}? accepts the draw\.\Z"), "draw agreed"),
    (lazy_pattern(r"End of game \(tie\)\s*\Z"), "draw"),
)
_FRAME = lazy_pattern(
    r"Move \d+\s*:|.+ is forgotten\.\Z|.+ has no ships in their homeworld and is eliminated\.\Z|"
    r"This position has occurred \d+ times\.|.+ may declare a draw\.\Z|.+ (?:offers a draw|cancels draw offer)\.\Z"
)
"""Lines of the log that hold no action and follow from the others, or come to nothing."""


def read_log(source: ForeignText) -> list[Record]:
    """The games of the log, whose lines may be quoted; none if no line places a homeworld or moves a ship."""
    if not shows_bga(source.text):
        return []
    return [_read_table(source, lines) for lines in _tables(source.text)]


def _tables(text: str) -> list[list[SiteLine]]:
    """The lines of each table: another begins with a homeworld once two have been placed and others have moved."""
    tables: list[list[SiteLine]] = [[]]
    homes = 0
    has_moved = False
    for line in _lines(text):
        does = _DOES.match(line.text)
        places_home = does is not None and does["what"].startswith("establishes")
        if places_home and homes > 1 and has_moved:
            tables.append([])
            homes = 0
            has_moved = False
        homes += places_home
        has_moved = has_moved or (does is not None and not places_home and homes > 1)
        tables[-1].append(line)
    return tables


def _read_table(source: ForeignText, lines: list[SiteLine]) -> Record:
    """The game of one table."""
    reader = _LogReader()
    if _is_newest_first(lines):
        lines.reverse()
        message = "read from the last line to the first: the homeworlds are at the end"
        warning = Diagnostic(Severity.WARNING, CoreCodes.READ_ORDER, "TR4", lines[0].span(), message, None, 0)
        reader.diagnostics.append(warning)
    for line in lines:
        reader.take(line)
        if len(reader.turns) > RECORD_TURNS:
            break
    return reader.finish(source)


def _is_newest_first(lines: Iterable[SiteLine]) -> bool:
    """Whether a log is as a table shows it that is being played at: the homeworlds are placed at its end."""
    places_homeworld = [
        does["what"].startswith("establishes") for line in lines if (does := _DOES.match(line.text)) is not None
    ]
    return len(places_homeworld) > 2 and not places_homeworld[0] and all(places_homeworld[-2:])


def _lines(text: str) -> Iterator[SiteLine]:
    """The lines of a log without their quote marks."""
    for line in site_lines(text):
        bare = line.text.lstrip(" \t>")
        yield SiteLine(line.start + len(line.text) - len(bare), bare.rstrip(), line.number)


class _LogReader:
    """Reads a log line by line."""

    def __init__(self) -> None:
        self.players: dict[str, Span] = {}
        self.turns: list[SiteTurn] = []
        self.left_out: list[LeftOut] = []
        self.diagnostics: list[Diagnostic] = []
        self.open: list[tuple[SiteLine, Action]] = []  # the actions of the turn that is open
        self.mover = ""
        self.star: tuple[SiteLine, dict[str, Word]] | None = None  # to which a ship has still to move
        self.result: Result | None = None

    def take(self, line: SiteLine) -> None:
        """Takes the next line of the log."""
        for pattern, word in _ENDS:
            end = pattern.match(line.text)
            if end is not None:
                self._end(word, end.groupdict().get("who", ""), line)
                return
        does = _DOES.match(line.text)
        if does is not None:
            self._take_deed(line, does)
        elif line.text and not _FRAME.match(line.text):
            self.left_out.append(LeftOut(line.number, line.text))

    def _take_deed(self, line: SiteLine, does: re.Match[str]) -> None:
        """Takes a line that says what a player does."""
        who = does["who"]
        what = does["what"]
        if what.startswith(("concedes", "resigns", "abandons", "quits")):
            self._end("resigns", who, line)
        elif what.startswith("restarts"):
            self._leave_out_open(f"taken back in line {line.number}")
        elif what.startswith("ends"):
            self._close(who, line)
        else:
            if self.open and who != self.mover:
                self._report(f"{self.mover}'s turn has not ended, but {who} moves", line)
                self._close(self.mover, line)
            self.mover = who
            self._take_action(line, what.rstrip(), line.start + does.start("what"))

    def _leave_out_open(self, reason: str) -> None:
        """Leaves out the actions of the turn that is open."""
        self.left_out += [LeftOut(line.number, line.text, reason) for line in self._open_lines]
        self.open = []
        self.star = None

    @property
    def _open_lines(self) -> list[SiteLine]:
        """The lines of the turn that is open, and that of a new star to which no ship has moved."""
        return [line for line, _ in self.open] + ([self.star[0]] if self.star is not None else [])

    def _leave_out_unended(self) -> None:
        """Leaves out the turn within which the log ends: its player may take it back, or continue it."""
        lines = self._open_lines
        span = Span(min(line.start for line in lines), max(line.span().end for line in lines))  # it may run backwards
        message = f"left out: the log ends before {self.mover}'s turn does"
        hint = f"if the turn has ended, copy the log as far as `{self.mover} ends their turn.`"
        ply = len(self.turns) + 1
        self.diagnostics.append(Diagnostic(Severity.WARNING, CoreCodes.READ_AS, "TR2", span, message, hint, ply))
        self._leave_out_open("the turn was not ended")

    def _take_action(self, line: SiteLine, what: str, start: int) -> None:
        """Takes a line that says an action, whose words begin at the offset `start`."""
        if len(what) > ACTION_CHARACTERS:
            self._report(f"this is too long for an action: more than {ACTION_CHARACTERS:,} characters", line)
            return
        action = _find_action(what, start)
        if action is None:
            self._report("unknown action", line)
            return
        verb, words = action
        if verb == "star":
            self.star = (line, words)
            return
        if verb == "homeworld":
            name = (self.mover, Span(line.start, line.start + len(self.mover)))
            words["name"] = name
            self.players.setdefault(*name)
        elif verb == "move" and self._goes_to_star(words):
            verb = "discover"
        elif verb == "move":
            self._check_star()
        written = [(verb, Span(start, start + len(what))), *(words[part] for part in _PARTS if part in words)]
        try:
            self.open.append((line, read_words(written)))
        except NotAnAction as error:
            self._report(error.message, line)
        if verb == "homeworld":
            self._close(self.mover, line)

    def _goes_to_star(self, words: dict[str, Word]) -> bool:
        """Whether a ship moves to the new star, which makes the words of the move those of a discovery."""
        if self.star is None or self.star[1]["name"][0] != words["to"][0]:
            return False
        words["star"] = self.star[1]["star"]
        words["name"] = words.pop("to")
        self.star = None
        return True

    def _check_star(self) -> None:
        """Reports a new star to which no ship has moved."""
        if self.star is not None:
            self._report("no ship goes to this star", self.star[0])
            self.star = None

    def _close(self, who: str, line: SiteLine) -> None:
        """Ends the turn that is open."""
        self._check_star()
        if not self.open:
            self.open = [(line, Action(*line.span(), WrittenAction(action=Pass())))]
            self.mover = who
        first = self.open[0][0]
        last = self.open[-1][0]
        span = Span(first.start, last.start + len(last.text))
        seat = self._seats.get(who)
        actions = tuple(action for _, action in self.open)
        self.turns.append(SiteTurn(*span, actions, SeatWritten(seat, span) if seat else None))
        self.open = []

    @property
    def _seats(self) -> dict[str, Seat]:
        """The seats of the players: they place their homeworlds in turn order."""
        count = max(2, min(len(self.players), 4))
        return dict(zip(self.players, SEATS_BY_COUNT[count], strict=False))

    def _report(self, message: str, line: SiteLine) -> None:
        """Reports an error in a line, of the turn that is open."""
        ply = len(self.turns) + 1
        self.diagnostics.append(site_diagnostic(CoreCodes.NOT_NOTATION, line.span(), message, ply=ply))

    def _end(self, word: str, who: str, line: SiteLine) -> None:
        """Ends the game with the words of a result, which is that of the player `who`, if it is not ""."""
        if self.open and word == "wins" and who == self.mover and self.result is None:
            self._close(who, line)
        self._leave_out_open("the turn was not ended")
        seat = self._seats.get(who)
        if self.result is not None:
            return
        if seat:
            self.result = Result(f"{seat.value.lower()} {word}", line.span(), f"{seat.value} {word}")
        elif not who:
            self.result = Result(word, line.span(), word)

    def finish(self, source: ForeignText) -> Record:
        """The record of the game, at the end of the log."""
        if self._open_lines:
            self._leave_out_unended()
        first = Span(0, 1)
        tags = [site_tag("Game", "Homeworlds", first), site_tag("Site", "Board Game Arena", first)]
        tags += [site_tag(seat.value, name, self.players[name]) for name, seat in self._seats.items()]
        left_out = sorted(self.left_out, key=lambda left: left.number)
        return build_record(
            source, BGA_TITLE, self.turns, tags, result=self.result, left_out=left_out, diagnostics=self.diagnostics
        )


def _find_action(what: str, start: int) -> tuple[str, dict[str, Word]] | None:
    """The verb of an action that the log says at the offset `start`, and the words for its parts."""
    for verb, says in _SAYS.items():
        match = re.fullmatch(rf"{says}\.", what, re.IGNORECASE)
        if match is not None:
            return verb, {
                part: (word, Span(*match.span(part)).shift(start)) for part, word in match.groupdict().items()
            }
    return None

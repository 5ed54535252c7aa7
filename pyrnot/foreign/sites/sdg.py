"""Transcripts of Homeworlds as SuperDuperGames ("SDG") wrote them (HF1 to HF15, HN4), as files or quoted in a mail.

A text may hold several, one after another, and one without its head where its turns are SDG's (TR1.1). Players typed
them and the server was forgiving, so this reader is too. It applies no rule of the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from pyrnot.core.diagnostics import Diagnostic, Severity, Span
from pyrnot.core.limits import TURN_ACTIONS
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.decoded import DecodedLine, DecodedText, Post
from pyrnot.foreign.forms import SDG_OPENING
from pyrnot.foreign.sites.homeworlds import SiteLine, SiteTurn, build_record, site_lines, site_tag
from pyrnot.foreign.sites.openings import SDG_TITLE, begins_sdg_without_head
from pyrnot.foreign.sites.verbs import NotAnAction, read_action
from pyrnot.foreign.source import ForeignText
from pyrnot.games.homeworlds.position import SEAT_OF_LETTER, SEATS_BY_COUNT, Seat
from pyrnot.record.model import Action, Comment, LeftOut, Record, SeatWritten, Tag

_HEAD = lazy_pattern(r"Participants: |Homeworlds Online \(SDG# ")
_QUOTES = lazy_pattern(r"[ \t]{0,3}>(?:[ \t]?>)*[ ]?")

_FIRST_LINE = SDG_OPENING.rstrip()
_NUMBER = lazy_pattern(r"^\ufeff?Homeworlds Online \(SDG# (\d+)\)\s*?$", re.MULTILINE)
_VARIANTS = lazy_pattern(r'^Variants: "(.*)"\s*?$', re.MULTILINE)
_DATES = lazy_pattern(r"^Started: (\d+)\.(\d+)\.(\d+), Ended: (\d+)\.(\d+)\.(\d+)\s*?$", re.MULTILINE)
_PARTICIPANTS = lazy_pattern(r"^Participants: (.*)", re.MULTILINE)
_PARTICIPANT = lazy_pattern(r"(?<![A-Za-z0-9_-])([A-Za-z0-9_-]++) \(([NESW])\)\s*")
_WINNER = lazy_pattern(r"^Winner: (\S*)\s*?$", re.MULTILINE)
_ENDS_HEADER = lazy_pattern(r"^(?:\s*?$|\t|[0-9]+\) )", re.MULTILINE)
_SINISTER = ("sinister", "left man down")
_ANY_TURN = lazy_pattern(r"^[0-9]{1,9}\) ([A-Za-z0-9_-]+):(?= |\s*$)", re.MULTILINE)
_TURN = lazy_pattern(r"([0-9]{1,9})\) ([A-Za-z0-9_-]+):(?: |\s*\Z)")
_EMPTY_REMARK = lazy_pattern(r"[A-Za-z0-9_-]*:?")
_SHOWN = 40
"""The number of characters of a line that a message shows."""


def read_transcripts(source: ForeignText) -> Iterator[Record]:
    """The records of all transcripts, one by one: the header becomes tags, chat becomes comments (HN4)."""
    if not _HEAD.search(source.text) and not begins_sdg_without_head(source.text):
        return
    for transcript, left_out in _split_transcripts(source):
        yield read_transcript(transcript, left_out)


def _split_transcripts(source: ForeignText) -> Iterator[tuple[ForeignText, tuple[LeftOut, ...]]]:
    """The transcripts of a text without quote marks, each with the lines before it that belong to none. A text that
    is one transcript and nothing else is given as it is."""
    raws = source.text.split("\n")
    is_quoted = _is_quoted(raws)
    if not is_quoted and _is_one_transcript(raws):
        yield source, ()
        return
    left_out: list[LeftOut] = []
    lines: list[DecodedLine] = []
    for number, raw in enumerate(raws, source.first_line):
        line = _decoded_line(raw, number, is_quoted=is_quoted)
        if lines and _NUMBER.match(line.raw):
            yield DecodedText([Post(lines)], source), tuple(left_out)
            lines = [line]
            left_out = []
        elif is_quoted and not line.column and raw.strip():
            left_out.append(LeftOut(number, raw.strip(), "not quoted, as the transcript is"))
        elif lines or line.raw.strip():
            lines.append(line)
    if lines:
        yield DecodedText([Post(lines)], source), tuple(left_out)


def _decoded_line(raw: str, number: int, *, is_quoted: bool) -> DecodedLine:
    """A line of a text, in a quoted one without its quote marks; one that has none is in column 0."""
    marks = _QUOTES.match(raw) if is_quoted else None
    return DecodedLine(raw, number) if marks is None else DecodedLine(raw[marks.end() :], number, marks.end())


def _is_quoted(raws: Sequence[str]) -> bool:
    """Whether the first line that says anything has the quote marks of a mail."""
    for raw in raws:
        if raw.strip(" \t>\r"):
            return _QUOTES.match(raw) is not None
    return False


def _is_one_transcript(raws: Sequence[str]) -> bool:
    """Whether lines begin at once, and have the first line of a transcript no more than once."""
    return bool(raws[0].strip()) and sum(1 for raw in raws if _NUMBER.match(raw)) < 2


def read_transcript(source: ForeignText, left_out: Sequence[LeftOut] = ()) -> Record:
    """The record of a transcript, whose line ends must be as they were (HF1); `left_out` are lines around it. Raises
    nothing, whatever the text is.

    The winner of the header becomes the tag `Result` (HN5); without participants there is no position to start from.
    """
    reader = _TranscriptReader(source.text)
    reader.read()
    record = build_record(
        source,
        SDG_TITLE,
        reader.turns,
        reader.tags,
        comments=reader.chat,
        left_out=left_out,
        diagnostics=reader.diagnostics,
        is_exact=True,
    )
    assert record.transcript is not None
    transcript = replace(
        record.transcript, has_result_tag=True, result_name="the line `Winner:`", may_skip_turns=True
    )
    return replace(record, has_start=bool(reader.players), transcript=transcript)


class _TranscriptReader:
    """Reads a transcript line by line."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tags: list[Tag] = []
        self.players: dict[str, Seat] = {}  # by their names in lower case
        self.header = (0, 0)
        """Where the header begins and ends."""
        self.diagnostics: list[Diagnostic] = []
        self.chat: list[Comment] = []  # before the first turn
        self.turns: list[SiteTurn] = []
        self.number = 0
        """The number of the turn that is being read, the last of `turns`."""
        self.name_span = Span(0, 0)
        self.remarks = self.chat
        self.remark: Span | None = None  # the remark that is being read, without empty lines at its end
        self.is_chat = False

    def read(self) -> None:
        """Reads all of it."""
        start = 0
        if self.text.lstrip("\ufeff").startswith(_FIRST_LINE) or _PARTICIPANTS.search(self.text):
            start = self._read_header()
        elif _ANY_TURN.search(self.text):
            self._seat_by_turns()
        else:  # some other file: one error is enough
            message = f"not a transcript: it does not begin with `{_FIRST_LINE} N)`"
            self._report("bad-header", "HF2", message, next(site_lines(self.text, 0)).span())
            return
        for line in site_lines(self.text, start):
            self._read_line(line)
        self._end_turn()

    def _report(self, code: str, rule: str, message: str, span: Span, severity: Severity = Severity.ERROR) -> None:
        """Reports an error of the turn that is being read."""
        self.diagnostics.append(Diagnostic(severity, code, rule, span, message, None, len(self.turns)))

    # The header (HF2, HF3)

    def _read_header(self) -> int:
        """Reads the lines up to the first that is empty, or begins a turn or chat; returns where that begins."""
        begin = len(self.text) - len(self.text.lstrip())
        ends = _ENDS_HEADER.search(self.text, begin)
        end = ends.start() if ends else len(self.text)
        self.header = (begin, end)
        first = next(site_lines(self.text[:end], begin)).span()
        self._tag("Game", "Homeworlds", first)
        self._tag("Site", "SuperDuperGames", first)
        number = self._find_required(_NUMBER, f"{_FIRST_LINE} N)", first)
        if number is not None:
            self._tag("Round", number[1], Span(*number.span()))
        self._read_variants()
        dates = self._find_required(_DATES, "Started: Y.M.D, Ended: Y.M.D", first)
        if dates is not None:
            self._tag_date("Date", dates, 1)
            self._tag_date("EndDate", dates, 4)
        participants = self._find_required(_PARTICIPANTS, "Participants: name (S), name (N)", first)
        if participants is not None:
            self._read_participants(participants)
        winner = self._find_required(_WINNER, "Winner: name", first)
        if winner is not None:
            self._read_winner(winner)
        return end

    def _find_required(self, pattern: re.Pattern[str], expected: str, first: Span) -> re.Match[str] | None:
        """A line of the header; a missing one is reported at the first line."""
        line = pattern.search(self.text, *self.header)
        if line is None:
            self._report("bad-header", "HF2", f"bad header: there is no line `{expected}`", first)
        return line

    def _read_variants(self) -> None:
        """Reads the variants of the header: those that change the rules are a separate tag (H35)."""
        line = _VARIANTS.search(self.text, *self.header)
        if line is None:
            return
        names = [name.strip() for name in line[1].split(",")]
        others = [name for name in names if name and name.lower() not in _SINISTER]
        if any(name.lower() in _SINISTER for name in names):
            self._tag("Variant", "sinister", Span(*line.span(1)))
        if others:
            self._tag("Options", ", ".join(others), Span(*line.span(1)))

    def _tag_date(self, name: str, line: re.Match[str], group: int) -> None:
        """Makes a tag of the year in a group of the line, and the month and the day in the two after it."""
        year, month, day = line.group(group, group + 1, group + 2)
        self._tag(name, f"{year:0>4}.{month:0>2}.{day:0>2}", Span(line.start(group), line.end(group + 2)))

    def _read_winner(self, line: re.Match[str]) -> None:
        """Makes the tag `Result` of the winner (HN5)."""
        seat = self.players.get(line[1].lower())
        if seat is not None:
            self._tag("Result", seat, Span(*line.span(1)))
        elif self.players:
            message = f"the winner {line[1][:_SHOWN]!r} is not a participant"
            self._report("unknown-player", "HF2", message, Span(*line.span(1)))

    def _tag(self, name: str, value: str, span: Span) -> None:
        self.tags.append(site_tag(name, value, span))

    def _read_participants(self, line: re.Match[str]) -> None:
        listed = list(_PARTICIPANT.finditer(self.text, *line.span(1)))
        is_whole = ", ".join(participant[0] for participant in listed) == line[1]
        names = {SEAT_OF_LETTER[participant[2].lower()]: participant for participant in listed}
        if not is_whole or not self._seat(names):
            message = "bad header: expected `Participants: name (S), name (N)` (or three or four names)"
            self._report("bad-header", "HF2", message, Span(*line.span()))

    def _seat_by_turns(self) -> None:
        """Gives the players of a transcript without its head their seats: they first play in turn order (HF3)."""
        first_turns: dict[str, re.Match[str]] = {}
        for turn in _ANY_TURN.finditer(self.text):
            first_turns.setdefault(turn[1].lower(), turn)
        names = list(first_turns.values())
        here = Span(*names[0].span(1))
        self._tag("Game", "Homeworlds", here)
        self._tag("Site", "SuperDuperGames", here)
        if not self._seat(dict(zip(SEATS_BY_COUNT.get(len(names), ()), names, strict=False))):
            message = f"a game has two to four players, but {len(names)} have turns in this transcript"
            self._report("bad-header", "HF2", message, here)

    def _seat(self, names: dict[Seat, re.Match[str]]) -> bool:
        """Gives players, found with their names, their seats. Returns False if no game has these."""
        players = {name[1].lower(): seat for seat, name in names.items()}
        seats = SEATS_BY_COUNT.get(len(players), ())
        if not seats or set(names) != set(seats):
            return False
        self.players = players
        for seat in seats:
            self._tag(seat, names[seat][1], Span(*names[seat].span(1)))
        return True

    # Turns (HF4, HF5)

    def _read_line(self, line: SiteLine) -> None:
        start = _TURN.match(line.text) if line.text[:1].isdecimal() else None
        if start is not None and self._is_turn(start):
            self._begin_turn(line, start)
        elif line.text.startswith("\t"):
            self._end_remark()
            self.is_chat = True
            self._add_to_remark(line)
        elif self.is_chat:
            if start is not None:
                self._warn_of_turn_in_chat(line, start)
            self._add_to_remark(line)
        elif line.text.strip():
            self._read_action(line.start, line.text)

    def _is_turn(self, start: re.Match[str]) -> bool:
        """Whether a numbered line begins a turn (HF4), and is not part of a list in a chat."""
        is_player = start[2].lower() in self.players or not self.players
        return not self.is_chat or (is_player and int(start[1]) == self.number + 1)

    def _begin_turn(self, line: SiteLine, start: re.Match[str]) -> None:
        self._end_turn()
        span = line.span(*start.span(2))
        self.name_span = span
        expected = self.number + 1
        self.number = int(start[1])
        self.remarks = []
        seat = self.players.get(start[2].lower())
        # The seat is written: it may not be the one to move where turns are missing (HN6).
        self.turns.append(SiteTurn(line.start, span.end, (), SeatWritten(seat, span) if seat else None))
        if self.number != expected:
            message = f"unexpected turn number: this should be turn {expected}"
            self._report("wrong-number", "HF4", message, line.span(*start.span(1)))
        if seat is None and self.players:
            message = f"{start[2][:_SHOWN]!r} is not a participant"
            self._report("unknown-player", "HF4", message, span)
        rest = line.text[start.end() :]
        if rest.strip():
            self._read_action(line.start + start.end(), rest)

    def _end_turn(self) -> None:
        self._end_remark()
        self.is_chat = False
        if self.turns:
            self.turns[-1] = replace(self.turns[-1], comments=tuple(self.remarks))
        if self.turns and not self.turns[-1].actions:
            self._break_turn("no-action", "HF4", self.name_span, "this turn has no action")

    def _break_turn(self, code: str, rule: str, span: Span, message: str) -> None:
        """Reports that the turn being read is not notation, once a turn."""
        turn = self.turns[-1]
        if turn.diagnostic is None:
            self.turns[-1] = replace(turn, diagnostic=Diagnostic(Severity.ERROR, code, rule, span, message))

    def _read_action(self, start: int, text: str) -> None:
        text = text.rstrip(" \r")
        indent = len(text) - len(text.lstrip(" "))
        text = text[indent:]
        start += indent
        span = Span(start, start + len(text))
        if not self.turns:
            if not any(diagnostic.code == "not-notation" for diagnostic in self.diagnostics):
                message = f"unexpected {text[:_SHOWN]!r} before the first turn"
                self._report("not-notation", "HF4", message, span)
            return
        turn = replace(self.turns[-1], end=span.end)
        self.turns[-1] = turn
        if turn.diagnostic is not None:
            return
        try:
            action = Action(*span, read_action(text, self.players))
        except NotAnAction as error:
            self._break_turn("not-notation", "HF7", error.span.shift(start), error.message)
        else:
            self.turns[-1] = replace(turn, actions=(*turn.actions, action))
        if len(turn.actions) == TURN_ACTIONS:
            message = f"too many actions in one turn (at most {TURN_ACTIONS})"
            self._break_turn("not-notation", "HF4", span, message)

    # Chat (HF6)

    def _warn_of_turn_in_chat(self, line: SiteLine, start: re.Match[str]) -> None:
        """Warns, once, of a numbered line in a chat that looks like a turn.

        If the turn before it is missing, all turns from here on are taken for chat.
        """
        expected = self.number + 1
        if int(start[1]) < expected or any(diagnostic.code == "turn-in-chat" for diagnostic in self.diagnostics):
            return
        try:
            read_action(line.text[start.end() :], self.players)
        except NotAnAction:
            return
        message = f"read as chat, though it looks like a turn: the next turn should be {expected}, by a participant"
        self._report("turn-in-chat", "HF4", message, line.span(0, start.end(2)), Severity.WARNING)

    def _end_remark(self) -> None:
        """Makes a comment of the remark that was being read, if there is one."""
        span = self.remark
        self.remark = None
        if span is None:
            return
        words = "\n".join(_harmless(line) for line in self.text[span.start : span.end].split("\n"))
        if not _EMPTY_REMARK.fullmatch(words):
            self.remarks.append(Comment(f"{{ {words} }}", span))

    def _add_to_remark(self, line: SiteLine) -> None:
        """Adds a line of chat; empty ones count only between others."""
        if line.text.strip():
            begin = self.remark.start if self.remark else line.start
            self.remark = Span(begin, line.span().end)


def _harmless(text: str) -> str:
    """A line of chat that any comment can hold: without braces, and not like a tag line."""
    words = " ".join(text.split()).replace("{", "(").replace("}", ")")
    return f"({words[1:]}" if words.startswith("[") else words

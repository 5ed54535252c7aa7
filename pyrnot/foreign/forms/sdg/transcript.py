"""Reads one transcript of SuperDuperGames: turns and chat, with their places (HF1, HF4 to HF6, HN4).

Players typed them and the server was forgiving, so this reader is too. It applies no rule of the game; `header` reads
the lines before the first turn, `actions` the actions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from pyrnot.core.diagnostics import Code, Diagnostic, Severity, Span
from pyrnot.core.limits import TURN_ACTIONS
from pyrnot.core.tags import Tags
from pyrnot.foreign.forms.sdg.header import FIRST_LINE, SHOWN, Header, Line, shifted
from pyrnot.foreign.verbs import NotAnAction, read_action
from pyrnot.games.homeworlds.actions import WrittenAction
from pyrnot.games.homeworlds.codes import Codes
from pyrnot.games.homeworlds.position import Seat
from pyrnot.record.model import Action, Comment, Record, SeatWritten, Turn, Variation

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame
    from pyrnot.record.source import SourceText

_TURN = re.compile(r"([0-9]+)\) ([A-Za-z0-9_-]+):(?: |\s*\Z)")
_NAMES_PLAYERS = re.compile(r"^Participants: ", re.MULTILINE)
_LOST_ITS_HEAD = re.compile(r"\s*1\) [A-Za-z0-9_-]+:")
_EMPTY_REMARK = re.compile(r"[A-Za-z0-9_-]*:?")

_ACTIONS_KNOWN = 1_000


def read_transcript(source: SourceText, game: AnyGame) -> Record:
    """The record of a transcript, whose line ends must be as they were (HF1). Raises nothing, whatever the text is.

    The winner of the header becomes the tag `Result` (HN5); without participants there is no position to start from.
    """
    return _Reader(source, game).read()


def _lines(text: str) -> Iterator[Line]:
    """The lines of a text, split at LF only: chat may hold other characters that end lines elsewhere (HF1)."""
    start = 0
    while (end := text.find("\n", start)) >= 0:
        yield Line(start, text[start:end])
        start = end + 1
    yield Line(start, text[start:])


class _OpenTurn:
    """A turn that is being read. `seat` is None if the player named is not a participant."""

    def __init__(self, ply: int, number: int, start: int, seat: Seat | None, seat_span: Span) -> None:
        self.ply = ply
        self.number = number
        self.start = start
        self.end = seat_span.end
        self.seat = seat
        self.seat_span = seat_span
        self.actions: list[Action] = []
        self.is_broken = False
        self.chat: list[Comment] = []

    def closed(self) -> Turn:
        """The turn, with the seat of its player: it may not be the one to move where turns are missing (HN6)."""
        return Turn(
            ply=self.ply,
            parent=self.ply - 2,
            variation=0,
            start=self.start,
            end=self.end,
            number=None,
            seat=SeatWritten(self.seat, self.seat_span) if self.seat else None,
            actions=tuple(self.actions),
            is_broken=self.is_broken,
            marks=(),
            comments=tuple(self.chat),
            variations=(),
        )


class _Reader:
    def __init__(self, source: SourceText, game: AnyGame) -> None:
        self.source = source
        self.game = game
        self.faults: list[Diagnostic] = []
        self.header = Header(self.faults)
        self.players = self.header.players
        self.chat: list[Comment] = []  # before the first turn
        self.turns: list[Turn] = []
        self.turn: _OpenTurn | None = None
        self.remark: Span | None = None  # the remark that is being read, without empty lines at its end
        self.known: dict[str, WrittenAction] = {}
        self.is_chat = False
        self.has_warned_of_chat = False

    def read(self) -> Record:
        text = self.source.text
        lines = _lines(text)
        if text.lstrip("\ufeff").startswith(FIRST_LINE) or _NAMES_PLAYERS.search(text):
            for line in chain(self.header.read(lines), lines):
                self._read_line(line)
        elif _LOST_ITS_HEAD.match(text):
            self.header.seat_by_turns(text)
            for line in lines:
                self._read_line(line)
        else:  # some other file: one fault is enough
            message = f"not a transcript: it does not begin with `{FIRST_LINE} N)`"
            self._fault(Codes.BAD_HEADER, "HF2", message, next(lines).span)
        self._end_turn()
        return Record(
            source=self.source,
            game=self.game,
            tags=Tags({tag.name: tag.value for tag in self.header.tags}),
            tag_lines=tuple(self.header.tags),
            comments=tuple((len(self.header.tags), comment) for comment in self.chat),
            turns=tuple(self.turns),
            variations=(Variation(0, -1, (), range(len(self.turns))),),
            result=None,
            tail=(),
            diagnostics=tuple(self.faults),
            has_start=bool(self.players),
            result_is_tag=True,
            result_name="the line `Winner:`",
            may_skip_turns=True,
        )

    def _fault(
        self, code: Code, rule: str, message: str, span: Span, ply: int = 0, severity: Severity = Severity.ERROR
    ) -> None:
        self.faults.append(Diagnostic(severity, code, rule, span, message, None, ply))

    # Turns (HF4, HF5)

    def _read_line(self, line: Line) -> None:
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

    @property
    def _expected(self) -> int:
        """The number that the next turn should have."""
        return (self.turn.number if self.turn else 0) + 1

    @property
    def _ply(self) -> int:
        """The ply of the turn that is being read, 0 before the first."""
        return self.turn.ply if self.turn else 0

    def _is_turn(self, start: re.Match[str]) -> bool:
        """Whether a numbered line begins a turn (HF4), and is not part of a list in a chat."""
        is_next = len(start[1]) < 10 and int(start[1]) == self._expected
        if self.is_chat:
            return is_next and (start[2].lower() in self.players or not self.players)
        return True

    def _begin_turn(self, line: Line, start: re.Match[str]) -> None:
        seat_span = shifted(start.span(2), line)
        expected = self._expected
        ply = self._ply + 1
        number = int(start[1]) if len(start[1]) < 10 else expected
        if number != expected:
            message = f"unexpected turn number: this should be turn {expected}"
            self._fault(Codes.WRONG_NUMBER, "HF4", message, shifted(start.span(1), line), ply)
        seat = self.players.get(start[2].lower())
        if seat is None and self.players:
            message = f"{start[2][:SHOWN]!r} is not a participant"
            self._fault(Codes.UNKNOWN_PLAYER, "HF4", message, seat_span, ply)
        self._end_turn()
        self.turn = _OpenTurn(ply, number, line.start, seat, seat_span)
        rest = line.text[start.end() :]
        if rest.strip():
            self._read_action(line.start + start.end(), rest)

    def _end_turn(self) -> None:
        self._end_remark()
        self.is_chat = False
        turn = self.turn
        if turn is None:
            return
        if not turn.actions and not turn.is_broken:
            self._fault(Codes.NO_ACTION, "HF4", "this turn has no action", turn.seat_span, turn.ply)
            turn.is_broken = True
        self.turns.append(turn.closed())

    def _read_action(self, start: int, text: str) -> None:
        text = text.rstrip(" \r")
        indent = len(text) - len(text.lstrip(" "))
        start, text = start + indent, text[indent:]
        turn = self.turn
        span = Span(start, start + len(text))
        if turn is None:
            if not any(fault.code is Codes.NOT_NOTATION for fault in self.faults):
                self._fault(Codes.NOT_NOTATION, "HF4", f"unexpected {text[:SHOWN]!r} before the first turn", span)
            return
        turn.end = span.end
        if turn.is_broken:
            return
        try:
            written = self._known_action(text)
        except NotAnAction as fault:
            self._fault(Codes.NOT_NOTATION, "HF7", fault.message, fault.span.shift(start), turn.ply)
            turn.is_broken = True
        else:
            if len(turn.actions) < TURN_ACTIONS:
                turn.actions.append(Action(written, *span))
                return
            message = f"too many actions in one turn (at most {TURN_ACTIONS})"
            self._fault(Codes.NOT_NOTATION, "HF4", message, span, turn.ply)
            turn.is_broken = True

    def _known_action(self, text: str) -> WrittenAction:
        """The action that a line is; most lines come again and again. Raises `NotAnAction`."""
        written = self.known.get(text)
        if written is None:
            written = read_action(text, self.players)
            if len(self.known) < _ACTIONS_KNOWN:
                self.known[text] = written
        return written

    # Chat (HF6)

    def _warn_of_turn_in_chat(self, line: Line, start: re.Match[str]) -> None:
        """Warns, once, of a numbered line in a chat that looks like a turn.

        If the turn before it is missing, all turns from here on are taken for chat.
        """
        expected = self._expected
        if self.has_warned_of_chat or len(start[1]) > 9 or int(start[1]) < expected:
            return
        rest = line.text[start.end() :]
        if rest.strip():
            try:
                read_action(rest, self.players)
            except NotAnAction:
                return
        elif start[2].lower() not in self.players:
            return
        self.has_warned_of_chat = True
        span = Span(line.start, line.start + start.end(2))
        message = f"read as chat, though it looks like a turn: the next turn should be {expected}, by a participant"
        self._fault(Codes.TURN_IN_CHAT, "HF4", message, span, self._ply, Severity.WARNING)

    def _end_remark(self) -> None:
        """Makes a comment of the remark that was being read, if there is one."""
        span, self.remark = self.remark, None
        if span is None:
            return
        words = _words(self.source.text[slice(*span)])
        if not _EMPTY_REMARK.fullmatch(words):
            chat = self.chat if self.turn is None else self.turn.chat
            chat.append(Comment(f"{{ {words} }}", span))

    def _add_to_remark(self, line: Line) -> None:
        """Adds a line of chat; empty ones count only between others."""
        if line.text.strip():
            self.remark = Span(self.remark.start if self.remark else line.start, line.span.end)


def _words(text: str) -> str:
    """The lines of a remark as those of a comment."""
    return "\n".join(map(_harmless, text.split("\n")))


def _harmless(text: str) -> str:
    """A line of chat that any comment can hold: without braces, and not like a tag line."""
    words = " ".join(text.split()).replace("{", "(").replace("}", ")")
    return f"({words[1:]}" if words.startswith("[") else words

"""Reads one transcript of SuperDuperGames ("SDG"): header, turns, actions and chat, with their places (HF1 to HF15).

Transcripts were typed by players and checked by a server that forgave much, so this reader forgives the same: words
behind an action, junk behind a piece, empty lines. It applies no rule and knows no record; what it gives has all that
a record needs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from pyrnot.diagnostics import Code, Diagnostic, Severity, Span
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
from pyrnot.games.homeworlds.codes import Codes
from pyrnot.games.homeworlds.names import plain_name
from pyrnot.games.homeworlds.position import (
    COLOUR_OF_LETTER,
    PIECE_OF_LETTERS,
    SEAT_OF_LETTER,
    SEATS_BY_COUNT,
    Pieces,
    Seat,
)
from pyrnot.pieces import Colour, Pyramid

FIRST_LINE = "Homeworlds Online (SDG#"
"""How every transcript begins."""

_NUMBER = re.compile(r"Homeworlds Online \(SDG# (\d+)\)\s*")
_VARIANTS = re.compile(r'Variants: "(.*)"\s*')
_DATES = re.compile(r"Started: (\d+)\.(\d+)\.(\d+), Ended: (\d+)\.(\d+)\.(\d+)\s*")
_PARTICIPANTS = re.compile(r"Participants: (.*)")
_PARTICIPANT = re.compile(r"([A-Za-z0-9_-]+) \(([NESW])\)\s*")
_WINNER = re.compile(r"Winner: (\S*)\s*")
_TURN = re.compile(r"([0-9]+)\) ([A-Za-z0-9_-]+):(?: |\s*\Z)")
_OWNER = re.compile(r"(?:north|east|south|west|[nesw])(?![a-z0-9])", re.IGNORECASE)
_NAMES_PLAYERS = re.compile(r"^Participants: ", re.MULTILINE)
_SAYS_NOTHING = re.compile(r"[A-Za-z0-9_-]*:?")

_SINISTER = ("sinister", "left man down")
_SHOWN = 40

_VERBS = (
    ("homeworld", 1),
    ("build", 1),
    ("construct", 3),
    ("trade", 1),
    ("move", 1),
    ("discover", 1),
    ("attack", 1),
    ("sacrifice", 1),
    ("catastrophe", 1),
    ("pass", 1),
)
"""The verbs, and the fewest letters that stand for them (HF7)."""
_VERB_OF_WORD = {verb[:length]: verb for verb, fewest in _VERBS for length in range(fewest, len(verb) + 1)}


class SaidTag(NamedTuple):
    """A tag made of a line of the header: name and value of the tag, and where the line's own value stands."""

    name: str
    value: str
    span: Span


class Chat(Struct, frozen=True):
    """Something a player said, as a comment in braces that any record can hold."""

    text: str
    span: Span


class SaidAction(NamedTuple):
    """An action and where it stands; its parts' spans count from there."""

    written: WrittenAction
    span: Span


class SaidTurn(Struct, frozen=True):
    """A turn. `seat` is None if the player named is no participant; `is_broken` if a line of it is no action,
    and then the actions are those before it."""

    number: int
    number_span: Span
    seat: Seat | None
    seat_span: Span
    span: Span
    actions: tuple[SaidAction, ...]
    is_broken: bool
    chat: tuple[Chat, ...]


class Transcript(Struct, frozen=True):
    """All that a transcript says.

    `chat` is what was said before the first turn, `winner` the header's (HF2); without `has_seats` the header does
    not say who plays, and nothing can be replayed.
    """

    tags: tuple[SaidTag, ...]
    chat: tuple[Chat, ...]
    turns: tuple[SaidTurn, ...]
    winner: Seat | None
    faults: tuple[Diagnostic, ...]
    has_seats: bool


class NotAnAction(Exception):
    """A line that is no action. `span` counts from its start."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.message = message
        self.span = span


def is_transcript(text: str) -> bool:
    """Whether a text begins as transcripts do."""
    return text.lstrip("\ufeff").startswith(FIRST_LINE)


def read_transcript(text: str) -> Transcript:
    """What a transcript says; all spans are offsets into `text`. Raises nothing for whatever stands in it."""
    return _Reader(text).read()


class _Line(Struct, frozen=True):
    start: int
    text: str

    @property
    def span(self) -> Span:
        return Span(self.start, self.start + len(self.text))


class _Turn:
    """A turn that is being read."""

    def __init__(self, number: int, number_span: Span, seat: Seat | None, seat_span: Span) -> None:
        self.number = number
        self.number_span = number_span
        self.seat = seat
        self.seat_span = seat_span
        self.end = seat_span.end
        self.actions: list[SaidAction] = []
        self.is_broken = False
        self.chat: list[Chat] = []

    def said(self) -> SaidTurn:
        return SaidTurn(
            self.number,
            self.number_span,
            self.seat,
            self.seat_span,
            Span(self.number_span.start, self.end),
            tuple(self.actions),
            self.is_broken,
            tuple(self.chat),
        )


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tags: list[SaidTag] = []
        self.players: dict[str, Seat] = {}
        self.winner: Seat | None = None
        self.faults: list[Diagnostic] = []
        self.chat: list[Chat] = []
        self.turns: list[SaidTurn] = []
        self.turn: _Turn | None = None
        self.talk: list[_Line] = []  # the lines of the remark that is being read
        self.is_chat = False
        self.said_before_turns = False
        self.said_turn_in_chat = False

    def read(self) -> Transcript:
        lines = _lines(self.text)
        if not is_transcript(self.text) and not _NAMES_PLAYERS.search(self.text):
            # Some other file: what else is wrong with it would tell nobody anything.
            message = f"this is no transcript: it does not begin with `{FIRST_LINE} N)`"
            self._fault(Codes.BAD_HEADER, "HF2", message, next(lines).span)
            lines = iter(())
        else:
            self._read_header(lines)
        for line in lines:
            self._read_line(line)
        self._end_turn()
        return Transcript(
            tuple(self.tags),
            tuple(self.chat),
            tuple(self.turns),
            self.winner,
            tuple(self.faults),
            bool(self.players),
        )

    def _fault(
        self, code: Code, rule: str, message: str, span: Span, ply: int = 0, severity: Severity = Severity.ERROR
    ) -> None:
        self.faults.append(Diagnostic(severity, code, rule, span, message, None, ply))

    # The header (HF2)

    def _read_header(self, lines: Iterator[_Line]) -> None:
        """The lines up to the first empty one, which must come in their order."""
        header = []
        for line in lines:
            if not line.text.strip():
                break
            header.append(line)
        rest = iter(header)
        line = next(rest, _Line(0, ""))
        self._tag("Game", "Homeworlds", line.span)
        self._tag("Site", "SuperDuperGames", line.span)
        number = _NUMBER.fullmatch(line.text.lstrip("\ufeff"))
        if number is None:
            self._bad_header(line, f"`{FIRST_LINE} N)`")
        else:
            self._tag("Round", number[1], line.span)
        line = next(rest, _Line(line.span.end, ""))
        variants = _VARIANTS.fullmatch(line.text)
        if variants is not None:
            self._read_variants(variants[1], Span(line.start + variants.start(1), line.start + variants.end(1)))
            line = next(rest, _Line(line.span.end, ""))
        dates = _DATES.fullmatch(line.text)
        if dates is None:
            self._bad_header(line, "`Started: Y.M.D, Ended: Y.M.D`")
        else:
            start = line.start + len("Started: ")
            self._tag("Date", _date(*dates.group(1, 2, 3)), Span(start, line.start + dates.end(3)))
            self._tag(
                "EndDate", _date(*dates.group(4, 5, 6)), Span(line.start + dates.start(4), line.start + dates.end(6))
            )
        self._read_participants(next(rest, _Line(line.span.end, "")))
        self._read_winner(next(rest, _Line(line.span.end, "")))
        for line in rest:  # the empty line behind the header is missing
            self._read_line(line)

    def _tag(self, name: str, value: str, span: Span) -> None:
        self.tags.append(SaidTag(name, value, span))

    def _bad_header(self, line: _Line, expected: str) -> None:
        shown = line.text[:_SHOWN]
        found = f"not {shown!r}" if shown else "and nothing is there"
        self._fault(Codes.BAD_HEADER, "HF2", f"the header should say {expected} here, {found}", line.span)

    def _read_variants(self, text: str, span: Span) -> None:
        """Variants that change the rules go to `Variant` (H35), the others to `Options`."""
        words = [word.strip() for word in text.split(",")]
        if any(word.lower() in _SINISTER for word in words):
            self._tag("Variant", "sinister", span)
        others = [word for word in words if word and word.lower() not in _SINISTER]
        if others:
            self._tag("Options", ", ".join(others), span)

    def _read_participants(self, line: _Line) -> None:
        found = _PARTICIPANTS.fullmatch(line.text)
        named: dict[Seat, SaidTag] = {}
        start = line.start + (found.start(1) if found else 0)
        for part in found[1].split(", ") if found else []:
            participant = _PARTICIPANT.fullmatch(part)
            if participant is None:
                named.clear()
                break
            seat = SEAT_OF_LETTER[participant[2].lower()]
            named[seat] = SaidTag(seat, participant[1], Span(start, start + len(participant[1])))
            self.players[participant[1].lower()] = seat
            start += len(part) + len(", ")
        seats = SEATS_BY_COUNT.get(len(named), ())
        if not seats or set(named) != set(seats) or len(self.players) != len(named):
            self._bad_header(line, "`Participants: name (S), name (N)`, or so for three or four")
            self.players.clear()
            return
        self.tags += [named[seat] for seat in seats]

    def _read_winner(self, line: _Line) -> None:
        found = _WINNER.fullmatch(line.text)
        if found is None:
            self._bad_header(line, "`Winner: name`")
            return
        span = Span(line.start + found.start(1), line.start + found.end(1))
        self.winner = self.players.get(found[1].lower())
        if self.winner is not None:
            self._tag("Result", self.winner, span)
        elif self.players:
            self._fault(Codes.UNKNOWN_PLAYER, "HF2", f"the winner {found[1][:_SHOWN]!r} is no participant", span)

    # Turns

    def _read_line(self, line: _Line) -> None:
        start = _TURN.match(line.text) if line.text[:1].isdecimal() else None
        if start is not None and self._is_turn(start):
            self._begin_turn(line, start)
        elif line.text.startswith("\t"):
            self._end_remark()
            self.is_chat = True
            self.talk.append(line)
        elif self.is_chat:
            if start is not None:
                self._doubt(line, start)
            self.talk.append(line)
        elif line.text.strip():
            self._read_action(line.start, line.text)

    def _is_turn(self, start: re.Match[str]) -> bool:
        """Whether a numbered line is a turn (HF4): not a list in a chat."""
        is_next = len(start[1]) < 10 and int(start[1]) == self._expected
        if self.is_chat:
            return is_next and (start[2].lower() in self.players or not self.players)
        return True

    def _doubt(self, line: _Line, start: re.Match[str]) -> None:
        """Warns of a numbered line in a chat that looks like a turn: if one before it is missing, all the turns from
        here on are taken for chat."""
        expected = self._expected
        if self.said_turn_in_chat or len(start[1]) > 9 or int(start[1]) < expected:
            return
        rest = line.text[start.end() :]
        if rest.strip():
            try:
                read_action(rest, self.players)
            except NotAnAction:
                return
        elif start[2].lower() not in self.players:
            return
        self.said_turn_in_chat = True
        ply = len(self.turns) + (self.turn is not None)
        span = Span(line.start, line.start + start.end(2))
        message = f"this looks like a turn, but is read as chat: turn {expected} of a participant should come next"
        self._fault(Codes.TURN_IN_CHAT, "HF4", message, span, ply, Severity.WARNING)

    @property
    def _expected(self) -> int:
        return (self.turn.number if self.turn else 0) + 1

    def _begin_turn(self, line: _Line, start: re.Match[str]) -> None:
        number_span = Span(line.start, line.start + start.end(1))
        seat_span = Span(line.start + start.start(2), line.start + start.end(2))
        expected = self._expected
        ply = len(self.turns) + (self.turn is not None) + 1
        number = int(start[1]) if len(start[1]) < 10 else expected
        if number != expected:
            self._fault(Codes.WRONG_NUMBER, "HF4", f"this turn should be {expected}", number_span, ply)
        seat = self.players.get(start[2].lower())
        if seat is None and self.players:
            self._fault(Codes.UNKNOWN_PLAYER, "HF4", f"{start[2][:_SHOWN]!r} is no participant", seat_span, ply)
        self._end_turn()
        self.turn = _Turn(number, number_span, seat, seat_span)
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
            self._fault(Codes.NO_ACTION, "HF4", "this turn has no action", turn.seat_span, len(self.turns) + 1)
            turn.is_broken = True
        self.turns.append(turn.said())

    def _read_action(self, start: int, text: str) -> None:
        text = text.rstrip(" \r")
        indent = len(text) - len(text.lstrip(" "))
        start, text = start + indent, text[indent:]
        turn = self.turn
        span = Span(start, start + len(text))
        if turn is None:
            if not self.said_before_turns:
                self._fault(Codes.NOT_NOTATION, "HF4", f"{text[:_SHOWN]!r} stands before the first turn", span)
                self.said_before_turns = True
            return
        turn.end = span.end
        if turn.is_broken:
            return
        try:
            written = read_action(text, self.players)
        except NotAnAction as fault:
            self._fault(Codes.NOT_NOTATION, "HF7", fault.message, fault.span.shift(start), len(self.turns) + 1)
            turn.is_broken = True
        else:
            turn.actions.append(SaidAction(written, span))

    def _end_remark(self) -> None:
        """The remark that was being read, if there is one, becomes a comment (HF6)."""
        if not self.talk:
            return
        lines, self.talk = self.talk, []
        while lines and not lines[-1].text.strip():
            lines.pop()
        words = "\n".join(_harmless(line.text) for line in lines)
        if _SAYS_NOTHING.fullmatch(words):
            return
        chat = self.turn.chat if self.turn else self.chat
        chat.append(Chat(f"{{ {words} }}", Span(lines[0].start, lines[-1].span.end)))


def _lines(text: str) -> Iterator[_Line]:
    """The lines of a text, split at LF alone: chat holds characters at which others split (HF1)."""
    start = 0
    for line in text.split("\n"):
        yield _Line(start, line)
        start += len(line) + 1


def _date(year: str, month: str, day: str) -> str:
    return f"{year:0>4}.{month:0>2}.{day:0>2}"


def _harmless(text: str) -> str:
    """A line of chat such that it can stand in any comment: no braces, and nothing that looks like a tag line."""
    words = " ".join(text.split()).replace("{", "(").replace("}", ")")
    return f"({words[1:]}" if words.startswith("[") else words


# Actions (HF7)


class _Words:
    """The words of one action, taken one by one; those left in the end mean nothing (HF11)."""

    def __init__(self, text: str) -> None:
        self.end = len(text)
        self.words: list[tuple[str, int]] = []
        start = 0
        for word in text.replace("\r", " ").split(" "):
            if word:
                self.words.append((word, start))
            start += len(word) + 1
        self.place = 0
        self.spans: dict[str, Span] = {}

    def take(self, part: str, what: str) -> str:
        """The next word, whose place is kept as that of `part`."""
        word = self.take_any(part)
        if word is None:
            raise NotAnAction(f"the action stops too early: {what} is missing", Span(max(self.end - 1, 0), self.end))
        return word

    def take_any(self, part: str) -> str | None:
        """The next word if there is one."""
        if self.place >= len(self.words):
            return None
        word, start = self.words[self.place]
        self.spans[part] = Span(start, start + len(word))
        self.place += 1
        return word

    def piece(self, part: str) -> Pyramid:
        """A colour and a size; what is glued to them means nothing (HF8)."""
        word = self.take(part, "a piece such as G3")
        piece = PIECE_OF_LETTERS.get(word[:2].lower())
        if piece is None:
            raise NotAnAction(f"{word[:_SHOWN]!r} is no piece such as G3", self.spans[part])
        start = self.spans[part].start
        self.spans[part] = Span(start, start + 2)
        return piece

    def system(self, part: str = "system") -> str:
        """A name: one word (HF10)."""
        name = plain_name(self.take(part, "the name of a system"))
        if not name:
            raise NotAnAction("a name is missing here", self.spans[part])
        return name

    def colour(self) -> Colour:
        """A colour, of which the first letter decides (HF9)."""
        word = self.take("colour", "a colour")
        colour = COLOUR_OF_LETTER.get(word[0].lower())
        if colour is None:
            raise NotAnAction(f"{word[:_SHOWN]!r} is no colour", self.spans["colour"])
        return colour

    def stars(self) -> Pieces:
        """Two stars, or one and `-` (HF8)."""
        first = self.piece("star 1")
        if self.place < len(self.words) and self.words[self.place][0] == "-":
            self.place += 1
            return (first,)
        return (first, self.piece("star 2"))

    def owned(self, players: dict[str, Seat]) -> tuple[Pyramid, str, Seat | None]:
        """What an attack names: the piece, the system, and the owner if he is named, behind either (HF8, HF11)."""
        glued = self.words[self.place][0][2:] if self.place < len(self.words) else ""
        piece = self.piece("piece")
        owner = None
        named = _OWNER.match(glued)
        if named is not None:
            owner = SEAT_OF_LETTER[glued[0].lower()]
            end = self.spans["piece"].end
            self.spans["owner"] = Span(end, end + named.end())
        system = self.system()
        if owner is None and len(players) > 2:
            word = (self.take_any("owner") or "").strip("()").lower()
            owner = players.get(word) or next((seat for seat in Seat if word in (seat.letter, seat.lower())), None)
        return piece, system, owner


def read_action(text: str, players: dict[str, Seat]) -> WrittenAction:
    """One action of a transcript; `players` are the seats by the players' names in small letters.

    Raises `NotAnAction`.
    """
    words = _Words(text)
    word = words.take("verb", "an action")
    verb = _VERB_OF_WORD.get(word.lower())
    action: Action
    match verb:
        case "homeworld":
            action = Homeworld(words.stars(), words.piece("ship"))
        case "build" | "construct":
            action = Build(words.piece("piece"), words.system())
        case "trade":
            action = Trade(words.piece("piece"), words.piece("new"), words.system())
        case "move":
            action = Move(words.piece("piece"), words.system(), words.system("to"))
        case "discover":
            action = Discover(words.piece("piece"), words.system(), words.piece("star"), words.system("name"))
        case "attack":
            action = Attack(*words.owned(players))
        case "sacrifice":
            action = Sacrifice(words.piece("piece"), words.system())
        case "catastrophe":
            action = Catastrophe(words.system(), words.colour())
        case "pass":
            action = Pass()
        case _:
            raise NotAnAction(f"{word[:_SHOWN]!r} is no action", words.spans["verb"])
    return WrittenAction(action=action, spans=words.spans)

"""Finds the turns of a thread: which lines hold one, with its number and whose it is, and which only nearly do (TR3).

Knows no order and no seat; `assemble` puts together what is found here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.record.foreign.thread.reading import TurnReader, TurnText
from pyrnot.record.foreign.thread.tables import Cell, read_table, split_row
from pyrnot.record.foreign.thread.text import Line, Message

_NUMBER = re.compile(
    r"^(?P<word>turn|move|zug|coup|ply|round|no\.?|t|m|#)?\s*[#(\[]?\s*(?P<number>\d{1,4}|[ivxlIVXL]{1,8})\s*"
    r"(?P<dots>\.\.\.|…|\.\.|[.):\]]+|(?=\s[-–—:]))(?:\s*[-–—:](?=\s))?\s*",
    re.IGNORECASE,
)
_BARE_NUMBER = re.compile(r"^(?P<number>\d{1,4})\s+(?=\S)")
_BULLET = re.compile(r"^(?:[-*•·–—‣◦]|o(?=\s))\s+")
_NAME = re.compile(r"^(?P<name>[^\s:;<>|,.!?()\[\]{}][^:;<>|!?()\[\]{}]{0,40}?)(?:\s*\((?P<aside>[^()]{1,20})\))?\s*:\s*(?=\S)")
_PHRASE = re.compile(
    r"^(?:(?:and |so |ok(?:ay)?[,.]? |right[,.]? |here(?:'s| is) )?(?:my|our|the|next)?\s*(?:move|turn|reply|answer|response|zug|coup)"
    r"(?: is)?\s*[:=–—-]+|i(?:'ll| will)? (?:play|move|go|do|answer|reply)(?: with)?\s*:?|playing\s*:?|(?:plays|moves)\s*:?)\s+",
    re.IGNORECASE,
)
_DATE = re.compile(r"^(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})(?:[ ,T]+\d{1,2}:\d{2}(?::\d{2})?)?\s*[-–—:,]?\s+")
_INNER_NAME = re.compile(r"(?<=\s)(?P<name>[^\W\d_][\w'’-]{0,30})\s*:\s+")
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50}
_HEADS = 4


class Candidate(Struct, frozen=True):
    """A turn found in a thread.

    `ways` are its readings, mostly one. `number` is as written, None if none; `is_reply` where its dots, its column or its
    place make it the second turn of that number. `who` is the seat or the player named with it, `speaker` the sender.
    """

    line: Line
    ways: tuple[TurnText, ...]
    order: int
    number: int | None = None
    is_reply: bool = False
    who: str = ""
    speaker: str = ""
    when: tuple[int, ...] | None = None
    depth: int = 0
    message: int = 0
    written: str = ""


class Near(Struct, frozen=True):
    """A line that nearly is a turn: it has a number, or begins as one does, but cannot be read."""

    line: Line
    text: str
    number: int | None
    order: int
    speaker: str = ""


class Finder:
    """Finds the candidates of one game among the lines of messages."""

    def __init__(
        self,
        reader: TurnReader,
        names: Sequence[str],
        seat_of: Callable[[str], str | None],
        rows_of: Callable[[Line], list[str]] = split_row,
    ) -> None:
        self.reader = reader
        self.names = {name.lower() for name in names}
        self.seat_of = seat_of
        self.rows_of = rows_of
        self.order = 0

    def find(self, message: Message, index: int) -> Iterator[Candidate | Near | Line]:
        """What each line of a message holds: turns, nearly a turn, or (the line itself) neither."""
        lines = list(message.lines)
        place = 0
        while place < len(lines):
            line = lines[place]
            count, cells = read_table(lines[place:], self.seat_of, self.rows_of)
            if count and cells:
                for cell in cells:
                    self.order += 1
                    yield self._read_cell(cell, message, index)
                place += count
                continue
            place += 1
            if not line.text:
                continue
            found = list(self._read_line(line))
            if place < len(lines) and not all(isinstance(item, Candidate) for item in found or [line]):
                joined = self._join(line, lines[place:place + 2])
                if joined is not None:
                    found, taken = joined
                    place += taken
            elif found and place < len(lines):
                joined = self._join(line, lines[place:place + 2], only_if_continued=True)
                if joined is not None:
                    found, taken = joined
                    place += taken
            for item in found or [line]:
                if isinstance(item, Candidate):
                    self.order += 1
                    yield replace(
                        item, order=self.order, speaker=message.sender, when=message.when, depth=message.depth, message=index
                    )
                elif isinstance(item, Near):
                    self.order += 1
                    yield replace(item, order=self.order, speaker=message.sender)
                else:
                    yield item

    def _read_cell(self, cell: Cell, message: Message, index: int) -> Candidate | Near:
        candidate = self._candidate(cell.line, cell.text, is_sure=True)
        if cell.dice and (candidate is None or not self.reader.parse(cell.text)):
            candidate = self._candidate(cell.line, f"{cell.dice}; {cell.text}", is_sure=True) or candidate
        if candidate is None:
            return Near(line=cell.line, text=cell.text, number=cell.number, order=self.order, speaker=message.sender)
        return replace(
            candidate, number=cell.number, is_reply=cell.is_reply, who=cell.who, order=self.order, depth=message.depth, message=index
        )

    def _join(
        self, line: Line, following: Sequence[Line], *, only_if_continued: bool = False
    ) -> tuple[list[Candidate | Near], int] | None:
        """The line with those after it that a mail program broke off, if they read as a turn together only (TR2.5)."""
        text = line.text
        if only_if_continued and not re.search(r"[;(-]\s*$", text):
            return None
        for count, next_line in enumerate(following, 1):
            if not next_line.text or any(isinstance(item, Candidate) for item in self._read_line(next_line)) and not text.endswith(";"):
                return None
            text = f"{text} {next_line.text}"
            found = list(self._read_line(replace(line, text=text)))
            if found and all(isinstance(item, Candidate) for item in found):
                return [replace(item, line=line) for item in found if isinstance(item, Candidate)], count
        return None

    def _read_line(self, line: Line) -> Iterator[Candidate | Near]:
        text = line.text
        plain = self._candidate(line, text, is_sure=False)
        if plain is not None and not any(way.is_respelt or way.remark for way in plain.ways):
            yield plain
            return
        number: int | None = None
        is_reply = False
        who = ""
        rest = text
        for _ in range(_HEADS):
            if number is None and (found := _NUMBER.match(rest)):
                value = _read_number(found["number"])
                if value is not None and (found["word"] or not found["number"].isalpha() or found["dots"]):
                    number, is_reply = value, found["dots"] in ("...", "…")
                    rest = rest[found.end() :]
                    continue
            if found := _DATE.match(rest) or _BULLET.match(rest) or _PHRASE.match(rest):
                rest = rest[found.end() :]
                continue
            if not who and (found := _NAME.match(rest)) and not self._reads(rest):
                who = found["aside"] if found["aside"] and found["aside"].lower() in self.names else found["name"].strip()
                rest = rest[found.end() :]
                continue
            if number is None and (found := _BARE_NUMBER.match(rest)) and not self._reads(rest):
                number = int(found["number"])
                rest = rest[found.end() :]
                continue
            break
        is_sure = number is not None or bool(who)
        pieces = list(self._pieces(rest, who))
        if len(pieces) == 2 and is_sure:
            both = [self._candidate(line, piece, is_sure=True) for _, piece in pieces]
            if all(both):
                for place, ((name, _), candidate) in enumerate(zip(pieces, both, strict=True)):
                    assert candidate is not None
                    yield replace(candidate, number=number, is_reply=bool(place), who=name)
                return
        candidate = self._candidate(line, rest, is_sure=is_sure) if rest != text or plain is None else plain
        if candidate is not None:
            yield replace(candidate, number=number, is_reply=is_reply, who=who)
            return
        if number is not None and (pair := self._pair(line, rest)):
            yield replace(pair[0], number=number, who=who)
            yield replace(pair[1], number=number, is_reply=True)
            return
        if rest and (self.reader.begins_as_turn(rest) or (number is not None and self._looks_like_turn(rest))):
            yield Near(line=line, text=rest, number=number, order=0)

    def _pieces(self, text: str, who: str) -> Iterator[tuple[str, str]]:
        """The parts of a line that has a turn for each of several names, with the names."""
        starts = [found for found in _INNER_NAME.finditer(text)]
        if not starts:
            yield who, text
            return
        yield who, text[: starts[0].start()].strip()
        for found, after in zip(starts, [*starts[1:], None], strict=True):
            yield found["name"], text[found.end() : after.start() if after else None].strip()

    def _pair(self, line: Line, text: str) -> tuple[Candidate, Candidate] | None:
        """Two whole turns one after the other, as under one number of a record in pairs."""
        for found in re.finditer(r"\s+", text):
            first, second = self.reader.parse(text[: found.start()]), self.reader.parse(text[found.end() :])
            if first is not None and second is not None:
                return (
                    Candidate(line=line, ways=(first,), order=0, written=text[: found.start()]),
                    Candidate(line=line, ways=(second,), order=0, written=text[found.end() :]),
                )
        return None

    def _candidate(self, line: Line, text: str, *, is_sure: bool) -> Candidate | None:
        ways = tuple(self.reader.read(text, is_sure=is_sure)) if text else ()
        return Candidate(line=line, ways=ways, order=0, written=text) if ways else None

    def _reads(self, text: str) -> bool:
        return any(True for _ in self.reader.read(text, is_sure=False))

    def _looks_like_turn(self, text: str) -> bool:
        """Whether what follows a number has squares or dice in it."""
        return bool(re.search(r"(?<![A-Za-z])[A-Za-z]{0,3}[a-h][1-8](?![0-9])|\d/\d|;", text))


def _read_number(text: str) -> int | None:
    """A number in figures or roman figures, None for what is neither (`l` is 1)."""
    if text.isdigit():
        return int(text)
    if text == "l":
        return 1
    total = 0
    values = [_ROMAN[sign] for sign in text.lower()]
    for value, after in zip(values, [*values[1:], 0], strict=True):
        total += -value if value < after else value
    return total

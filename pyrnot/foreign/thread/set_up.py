"""What a game needs before its first turn, where players say it in words and not in tags (TR3.5, TR4.5)."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Span
from pyrnot.core.tags import Tags
from pyrnot.foreign.thread.faults import fault_at, short
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.seats import SeatBook
from pyrnot.foreign.thread.text import Line, Message
from pyrnot.foreign.thread.variants import denies_variants, names_variants
from pyrnot.record.model import Tag

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame

_KEY = re.compile(r"^\W{0,3}(?P<key>[A-Za-z][A-Za-z ]{2,14}?)\s*[:=]\s*(?P<value>\S.{0,400})$")
_INNER_TAG = re.compile(r'(?<=\s)\[(?P<name>[A-Za-z]\w*) "(?P<value>[^"]{1,200})"\]')
_SAYS_MY = re.compile(r"^(?P<who>[^\W\d_][\w.'’ -]{0,30}):\s+(?P<words>(?:my|mine|i)\b.*)$", re.IGNORECASE)
_SHARED = ("Variant", "Setup", "First", "Date", "Event", "Round")
_AT_FIRST = re.compile(
    r"^(?!.*\b(?:now|jetzt|nun|maintenant|ahora|adesso)\b).*\b(?:start\w*|beg[aiu]n\w*|was|were|initial\w*|original\w*|"
    r"at first|dr[ae]wn?|note[sd]?|wrong|not|no|war|waren|anfangs|était|étaient|eran?|erano?)\b",
    re.IGNORECASE,
)
"""Words that tell how a game began, or contradict what was told."""
_SHORTEST_VALUE = 8
_POSITION = re.compile(r"(?<![\w/:.])(?=\S*\d)[\w,]{1,80}(?:/[\w,]{1,80}){4,7}(?![\w/.])")
_STARTS_FROM = re.compile(
    r"\b(?:start\w*|beg[aiu]n\w*|play\w*|go on|continu\w*|set-?up|initial\w*)\b(?:\s+[^\W\d_]+){0,4}\W{0,4}$",
    re.IGNORECASE,
)
_PLAIN = ("Date", "Event", "Round")


class SetUp(Struct):
    """Tags that a text gives in words, and what there is to say of them."""

    tags: list[Tag]
    diagnostics: list[Diagnostic]
    lines: set[int]


def read_set_up(reader: TurnReader, book: SeatBook, tags: Tags, messages: Sequence[Message]) -> SetUp:
    """The tags that lines such as `Goals: …` and `Ines' card: …` give, where no tag does."""
    found = SetUp(tags=[], diagnostics=[], lines=set())
    values: dict[str, tuple[str, Line]] = {}
    for message in messages:
        for together in _windows(message.lines, reader.spoken.set_up_lines):
            line = together[0]
            if len(line.text) > 500:
                continue
            joined, count = _read_together(together, reader)
            found.lines |= {each.start for each in together[:count]}
            whole = joined or _read_line(line.text, reader, book, message.sender)
            parts = [] if whole else [*_read_parts(line.text, reader, book, message.sender)]
            whole = whole or ([] if parts else [*_read_key(line.text, reader, book)])
            for name, value in whole or parts:
                if name in tags:
                    if name == "Variant" and (fault := _against_tag(line, value, tags[name])) is not None:
                        found.diagnostics.append(fault)
                    continue
                if value.endswith("?"):
                    asked = f"`{short(line.text)}` leaves open which optional rules are in play, and no tag settles it"
                    hint = f'add the line [Variant "{value[:-1]}"], or [Variant ""] if that is not played'
                    found.diagnostics.append(fault_at(line, CoreCodes.THREAD_UNCLEAR, "TR3", asked, hint=hint, ply=0))
                    continue
                if name in values and values[name][0] != value:
                    text = (
                        f"{name} is given twice: {values[name][0]} in line {values[name][1].number} and {value} in "
                        f"line "
                        f"{line.number}"
                    )
                    found.diagnostics.append(fault_at(line, CoreCodes.THREAD_CONFLICT, "TR3", text, ply=0))
                    continue
                found.lines |= {line.start} if whole else set()
                if name in values:
                    continue
                values[name] = (value, line)
                span = Span(line.start, max(line.end, line.start + 1))
                found.tags.append(Tag(name=name, value=value, span=span, value_span=span))
                found.diagnostics.append(
                    fault_at(
                        line,
                        CoreCodes.READ_AS,
                        "TR3",
                        f'`{short(line.text)}` was read as the tag [{name} "{value}"]',
                        is_error=False,
                        ply=0,
                    )
                )
    if "Variant" in values:
        found.diagnostics += _denied(*values["Variant"], messages, book.game)
    if "Setup" not in tags and "Setup" not in values:
        found.diagnostics += _unread_positions(messages)
    told = {name: given for name, given in values.items() if name in book.game.info.tags}
    found.diagnostics += _told_otherwise(told, messages)
    return found


def _unread_positions(messages: Sequence[Message]) -> Iterator[Diagnostic]:
    """The fault of the first line that says in a sentence from which position the game began."""
    for line in (line for message in messages for line in message.lines):
        if (
            len(line.text) <= 500
            and (at := _POSITION.search(line.text))
            and _STARTS_FROM.search(line.text[: at.start()])
        ):
            text = f"`{short(line.text)}` gives a starting position within a sentence, where none is read"
            hint = 'write it as a tag on its own line, [Setup "…"], with the seat to move'
            yield fault_at(line, CoreCodes.THREAD_UNCLEAR, "TR4", text, hint=hint, ply=0)
            return


def _against_tag(line: Line, value: str, tag: str) -> Diagnostic | None:
    """The fault of a line that surely names optional rules which the tag does not."""
    known = {name.strip().lower() for name in tag.split(",")}
    if value.endswith("?") or known >= set(value.lower().split(", ")):
        return None
    text = f'`{short(line.text)}` says that {value} is played, but the tag is [Variant "{tag}"]'
    hint = "correct the tag, or delete the line"
    return fault_at(line, CoreCodes.THREAD_CONFLICT, "TR3", text, hint=hint, ply=0)


def _denied(value: str, given: Line, messages: Sequence[Message], game: AnyGame) -> Iterator[Diagnostic]:
    """The faults of the lines that say that the optional rules which another line gives are not played."""
    for message in messages:
        for line in message.lines:
            if line.start == given.start or line.why or line.stands_for or not denies_variants(line.text, value, game):
                continue
            text = f"`{short(line.text)}` contradicts line {given.number}, which was read as the optional rules {value}"
            hint = f'add the line [Variant "{value}"], or [Variant ""] if that is not played'
            yield fault_at(line, CoreCodes.THREAD_CONFLICT, "TR3", text, hint=hint, ply=0)


def _told_otherwise(told: Mapping[str, tuple[str, Line]], messages: Sequence[Message]) -> Iterator[Diagnostic]:
    """The faults of the lines of prose that say that the game began with something else than another line gives: what
    looks like its value, is the value of no tag, and begins no turn (no square comes after it)."""
    given = {line.start for _, line in told.values()}
    values = {value for value, _ in told.values()}
    for shape, (name, (value, first)) in {_shape(each[1][0]): each for each in told.items()}.items():
        pattern = re.compile(rf"(?<!<){shape}(?!\s*[>)\]]?;|.*\d)")
        for line in (line for message in messages for line in message.lines if line.start not in given):
            if line.why or line.stands_for or len(line.text) > 500 or not _AT_FIRST.search(line.text):
                continue
            if any(" ".join(other.group().split()) not in values for other in pattern.finditer(line.text)):
                text = f"`{short(line.text)}` contradicts line {first.number}, where {name} was read as {value}"
                hint = f'add the line [{name} "{value}"] if that is right'
                yield fault_at(line, CoreCodes.THREAD_CONFLICT, "TR3", text, hint=hint, ply=0)


def _shape(value: str) -> str:
    """A pattern of the values that look like one: capitals that it has, any small letters and signs that it has."""
    capitals, signs = ("".join(sorted({sign for sign in value if is_one(sign)})) for is_one in (str.isupper, _is_sign))
    if len(value) < _SHORTEST_VALUE or len(capitals) < 2:
        return r"(?!)"
    kinds = {"A": f"[{re.escape(capitals)}]", "a": "[a-z]", " ": r"\s+", "_": f"[{re.escape(signs)}^]"}
    return "".join(
        kinds["A" if sign.isupper() else "a" if sign.islower() else " " if sign.isspace() else "_"] for sign in value
    )


def _is_sign(sign: str) -> bool:
    return not sign.isalnum() and not sign.isspace()


def _windows(lines: Iterable[Line], count: int) -> Iterator[tuple[Line, ...]]:
    """Each line that says something, with those after it, `count` together."""
    window: deque[Line] = deque()
    for line in lines:
        if line.why or line.stands_for or not line.text:
            continue
        window.append(line)
        if len(window) == count:
            yield tuple(window)
            window.popleft()
    while window:
        yield tuple(window)
        window.popleft()


def _read_together(lines: Sequence[Line], reader: TurnReader) -> tuple[Sequence[tuple[str, str]], int]:
    """The tags that several lines together give, the first of which gives none by itself, and how many lines those
    are."""
    if len(lines) > 1 and not reader.spoken.read_set_up(lines[0].text):
        for count in range(len(lines), 1, -1):
            if read := reader.spoken.read_set_up("\n".join(line.text for line in lines[:count])):
                return read, count
    return (), 0


def _read_line(text: str, reader: TurnReader, book: SeatBook, sender: str) -> Sequence[tuple[str, str]]:
    """The tags that a line gives as the game's players write them."""
    named = _with_seat(text, book, sender)
    return reader.spoken.read_set_up(named) or (reader.spoken.read_set_up(text) if named != text else ())


def _read_key(text: str, reader: TurnReader, book: SeatBook) -> Iterator[tuple[str, str]]:
    """The tag that a line gives by its name, or the variants that it speaks of."""
    match = _KEY.match(text)
    if match is None or "".join(match["key"].split()).lower() != "variant":
        told = names_variants(text, reader.game)
        if told is not None:
            yield "Variant", told[0] if told[1] else f"{told[0]}?"
            return
    if not match:
        return
    key = "".join(match["key"].split()).lower()
    names = {name.lower(): name for name in (*book.game.info.tags, *_SHARED)}
    if key in names and names[key] not in _PLAIN:
        value = match["value"].strip(" \"'")
        if key == "first":
            value = book.seat_of(value) or ""
        if key == "seats" and not value.isdigit():
            return
        if value:
            yield names[key], value


def _read_parts(text: str, reader: TurnReader, book: SeatBook, sender: str) -> Iterator[tuple[str, str]]:
    """The tags that parts of a line give: `Spectrum! Goals: … Your turn`, `Round two [Goals "…"]`. What else it says is
    for others to read."""
    if '"]' in text:
        names = {name.lower(): name for name in book.game.info.tags}
        yield from (
            (names[tag["name"].lower()], tag["value"])
            for tag in _INNER_TAG.finditer(text)
            if tag["name"].lower() in names
        )
        return
    parts = [part.strip() for part in _parts_of(book.game).split(text)]
    for part in parts if len(parts) > 1 else ():
        yield from reader.spoken.read_set_up(_with_seat(part, book, sender)) or _read_number(part, book.game)


def _read_number(part: str, game: AnyGame) -> Iterator[tuple[str, str]]:
    """The tag of the game's own that a part of a line gives by its name and a number: `Trios: 3`."""
    match = _KEY.match(part)
    if match and match["value"].isdigit():
        yield from ((name, match["value"]) for name in game.info.tags if name.lower() == match["key"].lower())


@lru_cache(maxsize=16)
def _parts_of(game: AnyGame) -> re.Pattern[str]:
    """What parts the sentences of a line, and what it says of each seat and under each tag."""
    names = "|".join(map(re.escape, (*game.info.tags, *(seat for seat in game.info.seats if len(seat) > 1))))
    return re.compile(rf"(?<=\w)[.!]+\s+(?=[^\W\d_]|\d{{1,3}}[.)]\s)|[,;]\s+(?=(?:{names})\b)", re.IGNORECASE)


def _with_seat(text: str, book: SeatBook, sender: str) -> str:
    """The text with a player's name at its beginning replaced by the seat; `my` is of the one named before a colon,
    else of the sender."""
    if (said := _SAYS_MY.match(text)) and book.seat_of_player(said["who"]):
        sender, text = said["who"], said["words"]
    found = re.match(r"^(?P<name>[^\W\d_][\w.-]{0,30})(?=['’]s?\s|\s)", text)
    if not found:
        return text
    name = found["name"]
    seat = book.seat_of_writer(sender) if name.lower() in ("my", "mine", "i") else book.seat_of_player(name)
    return f"{seat}{text[found.end() :]}" if seat else text

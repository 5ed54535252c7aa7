"""Exports of chats in JSON: Discord, Telegram and Slack (TR1.1), by Python's own `json`.

Each message keeps its sender and its time; joins, pins, deleted messages and the like are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, islice
from math import isfinite
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame
    from pyrnot.foreign.decoded import DecodedLine, DecodedText
    from pyrnot.foreign.placed_json import Piece
    from pyrnot.foreign.thread.text import Line, Message
    from pyrnot.record.model import Record
    from pyrnot.record.source import SourceText

TITLE = "a chat export"
RANK = 31

_SYSTEM_TYPES = {"service", "channel_join", "channel_leave", "channel_topic", "pinned_item", "bot_add"}
_TEXT_TYPES = {"message", "Default", "Reply", "0", "19", ""}
_MESSAGES = re.compile(r'"(?:messages|content|text|body)"\s*:')
_SENDERS = re.compile(r'"(?:author|from|user|username|user_profile|sender|actor)"\s*:')


def recognises(head: str) -> bool:
    """Whether a text begins as the export of a chat does."""
    return head.lstrip()[:1] in ("{", "[") and bool(_MESSAGES.search(head)) and bool(_SENDERS.search(head))


def read(source: SourceText, game: AnyGame | None) -> list[Record]:
    """The games of the chat."""
    from pyrnot.foreign.decoded import DecodedText
    from pyrnot.foreign.engine import read_as_threads

    export = _Export(source)
    text = DecodedText(export.lines(), source)
    return read_as_threads(text, game, _Chat(export, text), title=TITLE)


class _Export:
    """The messages of an export: the list that it is, or that stands under `messages`; none if it is not JSON."""

    def __init__(self, source: SourceText) -> None:
        from pyrnot.foreign.placed_json import ITEM, stream

        self.source = source
        self.names: dict[str, str] = {}
        self._lists = 0  # the last list of messages counts, as everywhere in JSON
        try:
            for piece in stream(source, "messages"):
                self._lists += self._is_list(piece)
                if piece.key == "users" and piece.kind != ITEM:
                    self.names = _names(piece.value)
        except (ValueError, RecursionError):
            self._lists = 0

    def _is_list(self, piece: Piece) -> bool:
        """Whether it may be the list of messages, so that no other before it is."""
        from pyrnot.foreign.placed_json import ITEM, LIST

        return piece.kind == LIST or (piece.kind != ITEM and piece.key == "messages")

    def entries(self, *, placed: bool = False) -> Iterator[tuple[Piece, Mapping[str, Any], str]]:
        """The messages that somebody wrote, each with the piece that it is and what it says."""
        from pyrnot.foreign.placed_json import ITEM, stream

        lists = 0
        for piece in stream(self.source, "messages", placed=placed) if self._lists else ():
            lists += self._is_list(piece)
            entry = piece.value
            if piece.kind != ITEM or lists < self._lists or not isinstance(entry, Mapping):
                continue
            text = _text(entry)
            if text and _knows_sender(entry) and not _is_system(entry):
                yield piece, entry, text

    def lines(self) -> Iterator[DecodedLine]:
        """The lines of all messages, each with the place at which its message's text begins."""
        from pyrnot.foreign.decoded import DecodedLine

        for piece, _, text in self.entries(placed=True):
            number, column = piece.place(getattr(text, "start", 0))
            for raw in text.split("\n"):
                yield DecodedLine(raw, number, column)


class _Chat(Struct, frozen=True):
    """The messages of an export, whose words are in `text`."""

    export: _Export
    text: DecodedText

    def __iter__(self) -> Iterator[Message]:
        from pyrnot.foreign.thread.text import Message, make_line

        made = self.text.make_lines()
        for order, (_, entry, text) in enumerate(self.export.entries()):
            when = _when(entry)
            sender = _sender(entry, self.export.names)
            moment = (*when, order) if when else None
            for is_quoted, some in groupby(islice(made, text.count("\n") + 1), key=_is_quotation):
                quoted = [make_line(line.number, line.start + 1, line.raw[1:]) if is_quoted else line for line in some]
                who, at = ("", None) if is_quoted else (sender, moment)
                yield Message(tuple(quoted), sender=who, when=at, depth=int(is_quoted), is_chat=True)


def _is_quotation(line: Line) -> bool:
    """Whether a line of a message quotes another one."""
    return line.raw.startswith("> ")


def _knows_sender(entry: Mapping[str, Any]) -> bool:
    return any(entry.get(key) for key in ("author", "from", "user", "username", "user_profile", "sender", "actor"))


def _text(entry: Mapping[str, Any]) -> str | None:
    """What a message says; Telegram writes marked-up text as a list of parts."""
    for key in ("content", "text", "body"):
        value = entry.get(key)
        if isinstance(value, str):
            return value
        if isinstance(value, Sequence):
            return _joined([part for part in map(_text_of_part, value) if part])
    return None


def _text_of_part(part: Any) -> str:
    if isinstance(part, Mapping):
        part = "" if part.get("type") == "strikethrough" else part.get("text", "")
    return part if isinstance(part, str) else ""


def _joined(parts: list[str]) -> str:
    """Parts as one text, which stands where the first of them does."""
    from pyrnot.foreign.placed_json import PlacedText

    text = PlacedText("".join(parts))
    text.start = next((part.start for part in parts if isinstance(part, PlacedText)), 0)
    return text


def _sender(entry: Mapping[str, Any], names: Mapping[str, str]) -> str:
    for key in ("author", "user_profile", "from", "sender", "username", "user"):
        value = entry.get(key)
        if isinstance(value, Mapping):
            for part in ("nickname", "global_name", "real_name", "display_name", "name", "username"):
                if isinstance(value.get(part), str) and value[part]:
                    return str(value[part])
        elif isinstance(value, str) and value:
            return names.get(value, value)
    return ""


def _names(users: Any) -> dict[str, str]:
    """The names of Slack's users by their ids, where the export has them."""
    names = {}
    if isinstance(users, Sequence) and not isinstance(users, str):
        for user in users:
            if isinstance(user, Mapping) and isinstance(user.get("id"), str):
                names[user["id"]] = str(user.get("real_name") or user.get("name") or user["id"])
    return names


def _is_system(entry: Mapping[str, Any]) -> bool:
    kind = str(entry.get("type", ""))
    return (
        kind in _SYSTEM_TYPES
        or entry.get("subtype") in _SYSTEM_TYPES
        or (kind not in _TEXT_TYPES and "author" in entry)
    )


def _when(entry: Mapping[str, Any]) -> tuple[int, ...] | None:
    """When a message was sent: Discord's and Telegram's are ISO dates, Slack's counts seconds."""
    for key in ("timestamp", "date", "ts"):
        value = entry.get(key)
        if isinstance(value, str) and len(value) < 40 and value.replace(".", "", 1).isdecimal():
            return tuple(int(part) for part in value.split(".") if part)
        if isinstance(value, str):
            return _moment(value)
        if isinstance(value, int | float) and isfinite(value):
            return (int(value),)
    return None


def _moment(text: str) -> tuple[int, ...] | None:
    from datetime import UTC, datetime

    from pyrnot.foreign.thread.messages import read_time

    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return read_time(text)
    try:
        moment = moment.astimezone(UTC) if moment.tzinfo else moment
    except OverflowError:
        return None
    return moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second, moment.microsecond

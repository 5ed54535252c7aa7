"""Exports of chats in JSON: Discord, Telegram and Slack (TR1.1), by Python's own `json`.

Each message keeps its sender and its time; joins, pins, deleted messages and the like are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from pyrnot.core.game import AnyGame
from pyrnot.foreign.decoded import DecodedLine, Post, load_json, read_posts, split_chat
from pyrnot.foreign.source import ForeignText
from pyrnot.foreign.thread.text import Message
from pyrnot.foreign.thread.times import read_time
from pyrnot.record.model import Record

TITLE = "a chat export"
RANK = 31

_SYSTEM_TYPES = {"service", "channel_join", "channel_leave", "channel_topic", "pinned_item", "bot_add"}
_TEXT_TYPES = {"message", "Default", "Reply", "0", "19", ""}
_SENDERS = ("author", "user_profile", "from", "sender", "username", "user", "actor")
_NAMES = ("nickname", "global_name", "real_name", "display_name", "name", "username")
_TIMES = ("timestamp", "date", "ts")
_TIMES_EDITED = ("timestampEdited", "edited_timestamp", "edited")
"""When a message was edited: by Discord's exporter, by Discord, by Telegram and Slack."""
_HAS_MESSAGES = re.compile(r'"(?:messages|content|text|body)"\s*:')
_HAS_SENDERS = re.compile(rf'"(?:{"|".join(_SENDERS)})"\s*:')
_LONGEST_STAMP = 40


def recognises(head: str) -> bool:
    """Whether a text begins as the export of a chat does."""
    return head.lstrip()[:1] in ("{", "[") and bool(_HAS_MESSAGES.search(head)) and bool(_HAS_SENDERS.search(head))


def read(source: ForeignText, game: AnyGame | None) -> list[Record]:
    """The games of the chat. Raises `Unreadable` for one that is too long."""
    return read_posts(source, game, list(_posts(load_json(source.text))), split_chat, title=TITLE)


def _posts(export: Any) -> Iterator[Post]:
    """The messages that people wrote, of the list that an export is, or has as `messages`."""
    entries = export.get("messages") if isinstance(export, Mapping) else export
    if not isinstance(entries, list):
        return
    for number, entry in enumerate(entries, 1):
        text = _text(entry) if isinstance(entry, Mapping) else None
        if text and _is_of_person(entry):
            yield _post(entry, number, text)


def _is_of_person(entry: Mapping[str, Any]) -> bool:
    """Whether a person wrote a message, and not the program."""
    return any(entry.get(key) for key in _SENDERS) and not _is_system(entry)


def _post(entry: Mapping[str, Any], number: int, text: str) -> Post:
    """A message with its sender and its time."""
    sender = _sender(entry)
    stamp = _stamp(entry, _TIMES)
    when = _when(stamp)
    edited = _when(_stamp(entry, _TIMES_EDITED))
    facts = Message((), sender=sender, when=(*when, number) if when else None, stamp=stamp, edited=edited)
    name = f"message {number} by {sender}"
    if stamp:
        name += f", {stamp}"
    return Post([DecodedLine(raw, number) for raw in text.split("\n")], name, facts)


def _stamp(entry: Mapping[str, Any], keys: Sequence[str]) -> str:
    """A time of a message as it is written under one of the keys; "" if it has none. Slack's edits are objects."""
    for key in keys:
        value = entry.get(key)
        if isinstance(value, Mapping):
            value = value.get("ts")
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            return str(value)[:_LONGEST_STAMP]
    return ""


def _text(entry: Mapping[str, Any]) -> str | None:
    """What a message says; Telegram writes marked-up text as a list of parts."""
    for key in ("content", "text", "body"):
        value = entry.get(key)
        if isinstance(value, str):
            return value
        if isinstance(value, Sequence):
            return "".join(_text_of_part(part) for part in value)
    return None


def _text_of_part(part: Any) -> str:
    """The text of a part, "" if it is struck out."""
    if isinstance(part, Mapping):
        if part.get("type") == "strikethrough":
            return ""
        part = part.get("text")
    return part if isinstance(part, str) else ""


def _sender(entry: Mapping[str, Any]) -> str:
    """Who wrote a message; "" if it does not say."""
    for key in _SENDERS:
        value = entry.get(key)
        if isinstance(value, Mapping):
            name = _name(value)
            if name:
                return name
        elif isinstance(value, str) and value:
            return value
    return ""


def _name(sender: Mapping[str, Any]) -> str:
    """The name of a sender; "" if none is given."""
    for key in _NAMES:
        name = sender.get(key)
        if isinstance(name, str) and name:
            return name
    return ""


def _is_system(entry: Mapping[str, Any]) -> bool:
    """Whether a message only says what happened, such as that someone joined."""
    kind = str(entry.get("type", ""))
    is_odd = "author" in entry and kind not in _TEXT_TYPES
    return is_odd or kind in _SYSTEM_TYPES or str(entry.get("subtype")) in _SYSTEM_TYPES


def _when(stamp: str) -> tuple[int, ...] | None:
    """When a message was sent; Slack counts seconds."""
    if not stamp.replace(".", "", 1).isdecimal():
        return read_time(stamp)
    with suppress(ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(float(stamp), UTC).timetuple()[:6]
    return None

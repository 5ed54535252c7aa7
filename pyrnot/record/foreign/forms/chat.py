"""Exports of chats in JSON: Discord, Telegram and Slack (TR1.1), by Python's own `json`.

Each message keeps its sender and its time; joins, pins, deleted messages and the like are left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pyrnot.record.foreign.thread.messages import read_time
from pyrnot.record.foreign.thread.places import Places
from pyrnot.record.foreign.thread.text import Line, Message

if TYPE_CHECKING:
    from pyrnot.record.source import SourceText

_SYSTEM_TYPES = {"service", "channel_join", "channel_leave", "channel_topic", "pinned_item", "bot_add"}
_TEXT_TYPES = {"message", "Default", "Reply", "0", "19", ""}


def is_chat(text: str) -> bool:
    """Whether a text is the export of a chat."""
    if text.lstrip()[:1] not in ("{", "["):
        return False
    data = _load(text)
    return data is not None and any(True for _ in _entries(data))


def read_messages(source: SourceText) -> Iterator[Message]:
    """The messages of the chat, in the order of the file."""
    data = _load(source.text)
    if data is None:
        return
    places = Places(source.text)
    names = _names(data)
    for order, entry in enumerate(_entries(data)):
        text = _text(entry)
        sender = _sender(entry, names)
        if not text or _is_system(entry):
            continue
        lines = tuple(_lines(text, places))
        when = _when(entry)
        yield Message(lines, sender=sender, when=(*when, order) if when else None, is_chat=True)


def _load(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _entries(data: Any) -> Iterator[Mapping[str, Any]]:
    """The messages of an export: the list that it is, or that stands under `messages`."""
    found = data.get("messages") if isinstance(data, Mapping) else data
    if isinstance(found, Sequence) and not isinstance(found, str):
        for entry in found:
            if isinstance(entry, Mapping) and _text(entry) is not None and _knows_sender(entry):
                yield entry


def _knows_sender(entry: Mapping[str, Any]) -> bool:
    return any(entry.get(key) for key in ("author", "from", "user", "username", "user_profile", "sender", "actor"))


def _text(entry: Mapping[str, Any]) -> str | None:
    """What a message says; Telegram writes marked-up text as a list of parts."""
    for key in ("content", "text", "body"):
        value = entry.get(key)
        if isinstance(value, str):
            return value
        if isinstance(value, Sequence):
            parts = []
            for part in value:
                if isinstance(part, str):
                    parts.append(part)
                elif isinstance(part, Mapping) and part.get("type") != "strikethrough":
                    parts.append(str(part.get("text", "")))
            return "".join(parts)
    return None


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


def _names(data: Any) -> dict[str, str]:
    """The names of Slack's users by their ids, where the export has them."""
    users = data.get("users") if isinstance(data, Mapping) else None
    names = {}
    if isinstance(users, Sequence) and not isinstance(users, str):
        for user in users:
            if isinstance(user, Mapping) and isinstance(user.get("id"), str):
                names[user["id"]] = str(user.get("real_name") or user.get("name") or user["id"])
    return names


def _is_system(entry: Mapping[str, Any]) -> bool:
    kind = str(entry.get("type", ""))
    return kind in _SYSTEM_TYPES or entry.get("subtype") in _SYSTEM_TYPES or (kind not in _TEXT_TYPES and "author" in entry)


def _when(entry: Mapping[str, Any]) -> tuple[int, ...] | None:
    """When a message was sent: Discord's and Telegram's are ISO dates, Slack's counts seconds."""
    for key in ("timestamp", "date", "ts"):
        value = entry.get(key)
        if isinstance(value, str) and value.replace(".", "", 1).isdigit():
            return tuple(int(part) for part in value.split("."))
        if isinstance(value, str):
            from datetime import UTC, datetime

            try:
                moment = datetime.fromisoformat(value)
            except ValueError:
                return read_time(value)
            moment = moment.astimezone(UTC) if moment.tzinfo else moment
            return moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second, moment.microsecond
        if isinstance(value, int):
            return (value,)
    return None


def _lines(text: str, places: Places) -> Iterator[Line]:
    """The lines of a message; the file has them escaped, so each is searched as JSON writes it."""
    from msgspec.structs import replace

    from pyrnot.record.foreign.thread.text import make_line

    for raw in text.split("\n"):
        escaped = json.dumps(raw.strip(), ensure_ascii=False)[1:-1]
        offset = places.find(escaped)
        line = make_line(places.number(offset), offset, raw)
        yield replace(line, end=offset + len(escaped))

"""Chats in JSON, by Python's own `json`: Discord, Telegram, Slack, Element, Messenger, Google Chat (TR1.1).

Each message keeps its sender and its time; joins, pins, deleted messages and the like are left out. A user's id is
the person: two with one name are told apart, and one with two names is not (TR4.4).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from pyrnot.core.game import AnyGame
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.decoded import DecodedLine, Post, load_json, read_as_threads, read_posts, split_chat
from pyrnot.foreign.source import ForeignText
from pyrnot.foreign.thread.split.times import read_time
from pyrnot.foreign.thread.text import Message
from pyrnot.record.model import Record

TITLE = "a chat export"
RANK = 31

_SYSTEM_TYPES = {
    *("service", "channel_join", "channel_leave", "channel_topic", "pinned_item", "bot_add"),
    *("message_deleted", "tombstone"),
}
_TEXT_TYPES = {"message", "Default", "Reply", "0", "19", ""}
_SENDERS = ("author", "user_profile", "from", "sender", "username", "user", "actor", "sender_name", "creator")
_NAMES = ("nickname", "global_name", "real_name", "display_name", "name", "username")
_IDS = ("from_id", "user_id", "user", "sender")
"""Where a message has the id of the user who wrote it; Discord has it with the author."""
_TIMES = ("timestamp", "date", "ts", "origin_server_ts", "timestamp_ms", "created_date")
_TIMES_EDITED = ("timestampEdited", "edited_timestamp", "edited")
"""When a message was edited: by Discord's exporter, by Discord, by Telegram and Slack."""
_HAS_MESSAGES = lazy_pattern(r'"(?:messages|content|text|body)"\s*:')
_HAS_SENDERS = lazy_pattern(rf'"(?:{"|".join(_SENDERS)})"\s*:')
_LONGEST_STAMP = 40
_MILLISECONDS = 100_000_000_000
"""A time with a higher number is not in seconds."""
_MATRIX_ID = lazy_pattern(r"@([^:@]{1,100}):")
_MATRIX_TEXTS = ("m.text", "m.emote", "m.notice")


def recognises(head: str) -> bool:
    """Whether a text begins as the export of a chat does."""
    return head.lstrip()[:1] in ("{", "[") and bool(_HAS_MESSAGES.search(head)) and bool(_HAS_SENDERS.search(head))


def read(source: ForeignText, game: AnyGame | None) -> list[Record]:
    """The games of the chat. Raises `Unreadable` for one that is too long."""
    posts = list(_posts(load_json(source.text)))
    if not posts:
        return read_as_threads(source, game, (), title=TITLE)  # which says what the text is
    return read_posts(source, game, posts, split_chat, title=TITLE)


def _posts(export: Any) -> Iterator[Post]:
    """The messages that people wrote, of the list that an export is, or has as `messages`."""
    entries = export.get("messages") if isinstance(export, Mapping) else export
    if not isinstance(entries, list):
        return
    entries = [_decoded(entry) for entry in entries]
    names = _names(entries)
    for number, entry in enumerate(_edited(entries), 1):
        text = _text(entry) if isinstance(entry, Mapping) else None
        if text and _is_of_person(entry):
            yield _post(entry, number, text, names)


def _decoded(entry: Any) -> Any:
    """An entry as it was written: Messenger's export has each byte of its UTF-8 as a character."""
    if not isinstance(entry, Mapping) or "sender_name" not in entry:
        return entry
    return {key: _utf_8(value) if isinstance(value, str) else value for key, value in entry.items()}


def _utf_8(text: str) -> str:
    """A text whose characters are the bytes of its UTF-8; any other text as it is.

    >>> _utf_8("Ã\\x89lodie"), _utf_8("Élodie")
    ('Élodie', 'Élodie')
    """
    try:
        return text.encode("latin-1").decode()
    except UnicodeError:
        return text


def _edited(entries: Sequence[Any]) -> Iterator[Any]:
    """The entries of an export, in which an edit of Element replaces what it edits: elsewhere the export has only the
    last text, and the time of its edit."""
    ids = {entry.get("event_id") for entry in entries if isinstance(entry, Mapping)}
    edits = {target: entry for entry in entries if (target := _target(entry)) in ids}
    for entry in entries:
        event = entry.get("event_id") if isinstance(entry, Mapping) else None
        if _target(entry) in edits:
            yield None
        elif event in edits:
            yield {**entry, "content": edits[event].get("content"), "edited": edits[event].get("origin_server_ts")}
        else:
            yield entry


def _target(entry: Any) -> str:
    """The id of the message that an entry edits, "" if it edits none."""
    content = entry.get("content") if isinstance(entry, Mapping) else None
    relation = content.get("m.relates_to") if isinstance(content, Mapping) else None
    if not isinstance(relation, Mapping) or relation.get("rel_type") != "m.replace":
        return ""
    return str(relation.get("event_id") or "")


def _is_of_person(entry: Mapping[str, Any]) -> bool:
    """Whether a person wrote a message, and not the program."""
    return any(entry.get(key) for key in _SENDERS) and not _is_system(entry)


def _names(entries: Sequence[Any]) -> dict[str, str]:
    """The names of the users by their ids: the first that each has; several who share one are numbered, `Alex 1`."""
    names: dict[str, str] = {}
    for entry in entries:
        user, name = _user(entry) if isinstance(entry, Mapping) else ("", "")
        if user and name:
            names.setdefault(user, name)
    counts = Counter(names.values())
    numbers: Counter[str] = Counter()
    for user, name in names.items():
        if counts[name] > 1:
            numbers[name] += 1
            names[user] = f"{name} {numbers[name]}"
    return names


def _user(entry: Mapping[str, Any]) -> tuple[str, str]:
    """The id and the name of a user that an entry gives, "" for what it does not; Element names those who join."""
    content = entry.get("content")
    if entry.get("type") == "m.room.member" and isinstance(content, Mapping):
        return str(entry.get("state_key") or ""), str(content.get("displayname") or "")
    user = _id(entry)
    name = _sender(entry)
    return user, "" if name == user else name


def _id(entry: Mapping[str, Any]) -> str:
    """The id of the user who wrote a message; "" without one, or for a program, which may write for several."""
    author = entry.get("author")
    if isinstance(author, Mapping):
        return "" if author.get("isBot") or author.get("bot") else str(author.get("id") or "")
    values = (entry.get(key) for key in _IDS)
    return next((value for value in values if isinstance(value, str) and value), "")


def _post(entry: Mapping[str, Any], number: int, text: str, names: Mapping[str, str]) -> Post:
    """A message with its sender and its time."""
    sender = names.get(_id(entry)) or _sender(entry)
    if matrix := _MATRIX_ID.match(sender):
        sender = matrix[1]
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
    """What a message says; Telegram writes marked-up text as a list of parts, Element puts it into the content, in
    which an edit has the new text apart."""
    if entry.get("msgtype", _MATRIX_TEXTS[0]) not in _MATRIX_TEXTS:
        return None
    for key in ("m.new_content", "content", "text", "body"):
        value = entry.get(key)
        if isinstance(value, Mapping):
            return _text(value)
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
    """When a message was sent; Slack counts seconds, Element a thousand a second."""
    if not stamp.replace(".", "", 1).isdecimal():
        return read_time(stamp)
    with suppress(ValueError, OverflowError, OSError):
        seconds = float(stamp)
        seconds = seconds / 1000 if seconds > _MILLISECONDS else seconds
        return datetime.fromtimestamp(seconds, UTC).timetuple()[:6]
    return None

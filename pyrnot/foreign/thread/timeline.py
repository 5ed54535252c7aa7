"""The messages of a text in the order in which they were written (TR4.1)."""

from __future__ import annotations

from collections.abc import Sequence

from pyrnot.foreign.thread.text import Message


def in_time(messages: Sequence[Message]) -> tuple[list[Message], set[int]]:
    """Messages by their dates, else by depth of quoting (the deeper, the older), else as they stand; and the
    identities of those which may be copies of others: quotations, but for those of the only mail, in which each is of
    another."""
    mails: list[list[Message]] = []
    for message in messages:
        if message.opens or not mails:
            mails.append([])
        mails[-1].append(message)
    if all(mail[0].when for mail in mails):
        mails.sort(key=lambda mail: mail[0].when or ())
    ordered = [_within(mail) for mail in mails]
    copying = {id(message) for message in messages if message.depth}
    if len(mails) == 1 and ordered[0] == sorted(mails[0], key=lambda message: -message.depth):
        depths = [message.depth for message in ordered[0] if message.texts]
        copying = {id(message) for message in ordered[0] if depths.count(message.depth) > 1 and message.depth}
    return [message for mail in ordered for message in mail], copying


def _within(mail: list[Message]) -> list[Message]:
    """The messages of one mail, or of a chat."""
    saying = [message for message in mail if message.texts]
    if len(saying) < 2:
        return mail
    plain = [message for message in saying if not message.depth]
    if len(plain) > 1 and all(message.when for message in plain):
        return _by_dates(mail)
    if len({message.depth for message in saying}) > 1 and len(plain) < 2:
        by_depth = sorted(mail, key=lambda message: -message.depth)
        whens = [message.when for message in by_depth if message.when and message.texts]
        return by_depth if whens == sorted(whens) else _by_dates(mail)
    return mail


def _by_dates(mail: list[Message]) -> list[Message]:
    """Dated messages in their order, each after what it quotes."""
    groups: list[list[Message]] = []
    quoted: list[Message] = []
    for message in mail:
        if not message.when or not message.texts:
            quoted.append(message)
        else:
            groups.append([*sorted(quoted, key=lambda each: -each.depth), message])
            quoted = []
    whens = [group[-1].when or () for group in groups]
    if whens == sorted(whens, reverse=True) and len(set(whens)) < len(whens):
        groups.reverse()
    groups.sort(key=lambda group: group[-1].when or ())
    return [*(message for group in groups for message in group), *quoted]

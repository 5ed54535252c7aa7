"""The messages of a text in the order in which they were written (TR4.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from pyrnot.foreign.thread.split.times import direction
from pyrnot.foreign.thread.text import Message


def in_time(messages: Sequence[Message]) -> tuple[list[Message], set[int]]:
    """Messages by their dates, else by depth of quoting (the deeper, the older), else as they stand; and the
    identities of those which may be copies of others: quotations, but for those of the only mail, in which each is of
    another."""
    mails = _mails(messages)
    if all(mail[0].when for mail in mails):
        mails.sort(key=lambda mail: _when(mail[0]))
    ordered = [_within(mail) for mail in mails]
    if ordered == [_by_depth(messages)]:
        copying = _repeated_depths(messages)
    else:
        copying = {id(message) for message in messages if message.depth}
    return [*chain.from_iterable(ordered)], copying


def _mails(messages: Sequence[Message]) -> list[list[Message]]:
    """The messages of each mail, with what it quotes."""
    mails: list[list[Message]] = []
    for message in messages:
        if message.opens or not mails:
            mails.append([])
        mails[-1].append(message)
    return mails


def _by_depth(mail: Sequence[Message]) -> list[Message]:
    return sorted(mail, key=lambda message: -message.depth)


def _repeated_depths(mail: Sequence[Message]) -> set[int]:
    """The identities of the quotations that share their depth with another."""
    count = Counter(message.depth for message in mail)
    return {id(message) for message in mail if message.depth and count[message.depth] > 1}


def _within(mail: list[Message]) -> list[Message]:
    """The messages of one mail, or of a chat."""
    plain = [message for message in mail if message.texts and not message.depth]
    if len(plain) > 1 or _bear_one_date(mail):
        return _by_dates(mail)
    by_depth = _by_depth(mail)
    return by_depth if _run_forwards(by_depth) else _by_dates(mail)


def _bear_one_date(mail: Sequence[Message]) -> bool:
    """Whether all that say something have heads of one date, and no quote marks: these stand as they are."""
    bearing = {(message.when, message.depth - message.chain) for message in mail if message.texts}
    return len(bearing) == 1 and (None, 0) not in bearing


def _run_forwards(messages: Sequence[Message]) -> bool:
    """Whether none that says something is older than one before it."""
    return direction([message.when for message in messages if message.when]) > 0


def _by_dates(mail: list[Message]) -> list[Message]:
    """Dated messages in their order, each after what it quotes; those of one date as they stand, or from the last to
    the first where other dates run so. A chat whose clock runs both ways, as in the night in which summer time ends,
    stands as it is."""
    groups: list[list[Message]] = []
    quoted: list[Message] = []
    for message in mail:
        if not message.when:
            quoted.append(message)
        else:
            groups.append([*_by_depth(quoted), message])
            quoted = []
    runs = direction([_when(group[-1]) for group in groups])
    if runs == 0 and mail[0].is_chat:
        return mail
    if runs < 0:
        groups.reverse()  # so that those of one date are turned round too
    groups.sort(key=lambda group: _when(group[-1]))
    return [*chain.from_iterable(groups), *quoted]


def _when(message: Message) -> tuple[int, ...]:
    """When a message was written, as a key that sorts; the undated come first."""
    return message.when or ()

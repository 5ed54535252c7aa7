"""In which order a thread tells its story: by dates, else by depth of quoting, else as it stands (TR4.1).

Orders messages and what was found in them; numbers of turns come before all this, and are for `sequence`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.foreign.thread.items import AnyItem
from pyrnot.foreign.thread.text import Message


class Story(Struct, frozen=True):
    """Items in the order in which they happened. `may_turn`: nothing told that order, so it may be the other way
    round."""

    items: tuple[AnyItem, ...]
    may_turn: bool = False
    as_written: tuple[AnyItem, ...] = ()
    """The same in the order of the file, where that is another."""

    def turned(self) -> Story:
        """The same with the last first."""
        return Story(_numbered(self.items[::-1]), may_turn=self.may_turn)


def tell(messages: Sequence[Message], items: Sequence[AnyItem]) -> Story:
    """The story of what was found in messages."""
    telling = {item.message for item in items}
    mails: list[list[int]] = []
    heads: dict[int, Message] = {}
    for index, message in enumerate(messages):
        if message.opens or not mails:
            mails.append([])
        if message.opens or index in telling:
            mails[-1].append(index)
            heads[index] = replace(message, lines=())
    mails = [mail for mail in mails if mail]
    is_told = False
    ordered_mails = mails
    if len(mails) > 1:
        whens = [_when_of(mail, heads) for mail in mails]
        if all(when is not None for when in whens):
            ordered_mails = [mails[place] for place in _by_date([when or () for when in whens])]
            is_told = len(set(whens)) > 1
        elif any(heads[index].answers for mail in mails for index in mail):
            ordered_mails = _by_replies(mails, heads)
            is_told = True
    rank: dict[int, int] = {}
    for mail in ordered_mails:
        order, told = _order_mail([index for index in mail if index in telling], heads)
        is_told = is_told or told
        for index in order:
            rank[index] = len(rank)
    ordered = sorted(items, key=lambda item: (rank[item.message], item.order))
    as_written = _numbered(items) if ordered != list(items) else ()
    return Story(_numbered(ordered), may_turn=not is_told, as_written=as_written)


def _by_replies(mails: Sequence[list[int]], heads: Mapping[int, Message]) -> list[list[int]]:
    """Mails, each after the one that it answers; the others as they stand."""
    ids = {identity: place for place, mail in enumerate(mails) if (identity := _own(mail, heads).id)}
    ordered: dict[int, None] = {}
    for place in range(len(mails)):
        chain: dict[int, None] = {}
        at: int | None = place
        while at is not None and at not in ordered and at not in chain:
            chain[at] = None
            at = ids.get(_own(mails[at], heads).answers)
        ordered |= dict.fromkeys(reversed(chain))
    return [mails[place] for place in ordered]


def _own(mail: Sequence[int], heads: Mapping[int, Message]) -> Message:
    """The message of a mail's own sender."""
    own = [heads[index] for index in mail]
    return next((message for message in own if message.id or message.answers), own[0])


def _when_of(mail: Sequence[int], heads: Mapping[int, Message]) -> tuple[int, ...] | None:
    """When a mail was sent: when its first message was."""
    own = [heads[index].when for index in mail if heads[index].depth == heads[mail[0]].depth]
    return next((when for when in own if when is not None), None)


def _order_mail(indices: Sequence[int], heads: Mapping[int, Message]) -> tuple[list[int], bool]:
    """The messages of one mail (or of a whole chat or text) in order, and whether something told it."""
    own = [index for index in indices if not (heads[index].is_chat and heads[index].depth)]
    whens = [heads[index].when for index in own]
    if len(own) > 1 and len(set(whens)) > 1 and all(when is not None for when in whens):
        places = _by_date([when or () for when in whens])
        ordered = [own[place] for place in places]
        return _with_quotes(ordered, indices), True
    if any(heads[index].is_chat for index in indices):
        clocks = [clock for index in own if (clock := heads[index].clock) is not None]
        falls = sum(1 for before, after in pairwise(clocks) if after < before)
        return list(indices), len(clocks) > 1 and falls <= 1 and clocks[0] != clocks[-1] and not (
            falls and len(clocks) == 2
        )
    if (dated := _order_dated(indices, heads)) is not None:
        return dated, True
    depths = {heads[index].depth for index in indices}
    return sorted(indices, key=lambda index: (-heads[index].depth, index)), len(depths) > 1


def _order_dated(indices: Sequence[int], heads: Mapping[int, Message]) -> list[int] | None:
    """Mails one below another in the order of their dates, each after what it quotes, which may have none; None where
    a mail has none or all have the same."""
    own = [index for index in indices if heads[index].depth == heads[index].chain]
    whens = [heads[index].when for index in own]
    if len(set(whens)) < 2 or None in whens:
        return None
    quoted: dict[int, list[int]] = {}
    for index in indices:
        if heads[index].depth != heads[index].chain:
            quoted.setdefault(heads[index].chain, []).append(index)
    ordered: list[int] = []
    for place in _by_date([when or () for when in whens]):
        quotes = quoted.pop(heads[own[place]].chain, [])
        ordered += [*sorted(quotes, key=lambda quote: -heads[quote].depth), own[place]]
    return None if quoted else ordered


def _with_quotes(ordered: Sequence[int], indices: Sequence[int]) -> list[int]:
    """A chat's messages in order, what one quotes right after the one above it in the file: what is quoted is older."""
    quoted: dict[int, list[int]] = {}
    owner = None
    known = set(ordered)
    leading: list[int] = []
    for index in indices:
        if index in known:
            owner = index
        elif owner is None:
            leading.append(index)
        else:
            quoted.setdefault(owner, []).append(index)
    return leading + [index for own in ordered for index in (own, *quoted.get(own, ()))]


def _by_date(whens: Sequence[tuple[int, ...]]) -> list[int]:
    """Places in the order of their dates; those of one moment in the direction in which the whole runs."""
    falls = sum(1 for before, after in pairwise(whens) if after < before)
    rises = sum(1 for before, after in pairwise(whens) if after > before)
    step = -1 if falls and not rises else 1
    return sorted(range(len(whens)), key=lambda place: (whens[place], step * place))


def _numbered(items: Sequence[AnyItem]) -> tuple[AnyItem, ...]:
    return tuple(replace(item, order=order) for order, item in enumerate(items, 1))

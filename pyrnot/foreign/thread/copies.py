"""What counts once, or for nobody: remarks that later mails quote, lists, numbers that tell nothing."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pyrnot.foreign.thread.items import AnyItem, Candidate, Doubt, Ended, Roll, Said, doubted
from pyrnot.foreign.thread.story import Story, tell
from pyrnot.foreign.thread.text import Message


def told_once(messages: Sequence[Message], items: Sequence[AnyItem]) -> Story:
    """The story of what was found in messages, each thing once."""
    told = tell(messages, without_echoes(without_listers(without_copies(items))))
    return Story(without_repeats(told.items), may_turn=told.may_turn, as_written=without_repeats(told.as_written))


def without_copies(items: Sequence[AnyItem]) -> list[AnyItem]:
    """The items; remarks beside turns, and dice apart from them, count once, however often later mails quote them."""
    said: dict[tuple[type, str], set[int]] = {}
    for item in items:
        if isinstance(item, (Said, Ended, Roll)) and not item.depth:
            said.setdefault((type(item), item.line.text), set()).add(item.mail)
    return [
        item
        for item in items
        if not (
            isinstance(item, (Said, Ended, Roll))
            and item.depth
            and said.get((type(item), item.line.text), set()) - {item.mail}
        )
    ]


def without_repeats(items: Sequence[AnyItem]) -> tuple[AnyItem, ...]:
    """The items of a story; what a quote of one moment says counts where it is quoted first. What its writer only
    supposed is not a turn where it is quoted."""
    supposed = {_plain(item.text) for item in items if isinstance(item, Doubt) and item.kind == "led"}
    seen: set[tuple[object, ...]] = set()
    kept: list[AnyItem] = []
    for item in items:
        key = (type(item), item.line.text, item.name, item.when)
        is_repeat = isinstance(item, (Said, Ended)) and item.depth and item.when is not None and key in seen
        seen.add(key)
        if isinstance(item, Candidate) and item.depth and item.number is None and _plain(item.written) in supposed:
            kept.append(doubted(item, "led"))
        elif not is_repeat:
            kept.append(item)
    return tuple(kept)


def _plain(text: str) -> str:
    return "".join(text.split()).lower()


def without_echoes(items: Sequence[AnyItem]) -> list[AnyItem]:
    """The items; where one message says one turn several times, and nothing else, it is not a list of turns."""
    texts: dict[int, list[str]] = {}
    for item in items:
        if isinstance(item, Candidate):
            texts.setdefault(item.message, []).append(_plain(item.ways[0].text))
    echoing = {message for message, said in texts.items() if len(said) > 1 == len(set(said))}
    return [
        replace(item, follows=False)
        if isinstance(item, Candidate) and item.follows and item.speaker and item.message in echoing
        else item
        for item in items
    ]


def without_listers(items: Sequence[AnyItem]) -> list[AnyItem]:
    """The items; turns of several numbers in one message are a list, and its sender did not make them all. One turn
    with several numbers is not a list: one of them is wrong."""
    numbers: dict[int, set[int]] = {}
    texts: dict[int, set[str]] = {}
    for item in items:
        if isinstance(item, Candidate) and item.number is not None and not item.who:
            numbers.setdefault(item.message, set()).add(item.number)
            texts.setdefault(item.message, set()).add(item.ways[0].text)
    lists = {message for message, counted in numbers.items() if len(counted) > 1 and len(texts[message]) > 1}
    return [
        replace(item, speaker="", to="") if isinstance(item, Candidate) and item.message in lists else item
        for item in items
    ]


def unnumbered(items: Sequence[AnyItem]) -> tuple[AnyItem, ...]:
    """The items as if no turn had a number."""
    return tuple(replace(item, number=None) if isinstance(item, Candidate) else item for item in items)

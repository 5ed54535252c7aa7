"""Dice told in words, or apart from the turn that they are for (TR3.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pyrnot.foreign.thread.items import Item, Kind
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.seats import SeatBook
from pyrnot.foreign.thread.words import read_section, tokens_of

if TYPE_CHECKING:
    from pyrnot.core.informal import InformalNotation

_DICE_WORDS = read_section("dice")
_FACES = frozenset(["tip", "hop", "swap", "dig", "aim", "wild"])
_I = frozenset(("i", "my", "me", "ich", "mein", "meine"))
_YOU = frozenset(("you", "your", "du", "dein", "deine"))
_WORDS = re.compile(r"\w+(?:[./'’-]\w+)*")


def read_dice(text: str, reader: TurnReader, book: SeatBook) -> str | None:
    """The dice that a text gives and nothing else, as the opening of a turn or a part of it; between words, only all of
    it."""
    if not reader.game.info.opening or len(text) > 200:
        return None
    rest = text
    while (word := _WORDS.match(rest)) and _is_dice_word(word.group(), book):
        rest = rest[word.end() :].lstrip(" :,–-")
    if found := reader.informal.read_dice(rest):
        return found
    words = [word for word in _WORDS.findall(text) if not _is_dice_word(word, book)]
    found = reader.informal.read_dice(" ".join(sorted(words, key=lambda word: word[0].isdigit())))
    return found if found and is_whole_roll(found) else None


def _is_dice_word(word: str, book: SeatBook) -> bool:
    low = word.lower()
    return low not in _FACES and (low in _DICE_WORDS or book.knows(word))


def deal_dice(items: Iterable[Item]) -> dict[int, list[Item]]:
    """The dice said before each turn, by its order; what a quotation says again does not count."""
    dealt: dict[int, list[Item]] = {}
    pending: list[Item] = []
    seen: set[str] = set()
    for item in items:
        if item.kind is Kind.DICE and not (item.is_quoted and item.dice in seen):
            seen.add(item.dice)
            pending.append(item)
        elif item.kind is Kind.TURN and pending:
            dealt[item.order], pending = pending, []
    return dealt


def are_for(said: Item, seat: str, book: SeatBook) -> bool:
    """Whether dice are for a seat's turn: another's `my` dice are not, nor its own `your` dice."""
    by = book.seat_of_item(said)
    words = set(tokens_of(said.text))
    if by is None:
        return True
    return not words & _YOU if by == seat else not (words & _I and not words & _YOU)


def join_dice(dice: Sequence[Item], informal: InformalNotation) -> str:
    """What several lines with dice say together; of whole rolls the last counts."""
    opening = ""
    for item in dice:
        if opening != item.dice:
            opening = (informal.join_dice(opening, item.dice) if opening else "") or item.dice
    return opening


def is_whole_roll(dice: str) -> bool:
    """Whether dice are a face with its numbers."""
    return "/" in dice and not dice[0].isdigit() and dice[:2] != "R "


def agree(said: str, item: Item, informal: InformalNotation) -> bool:
    """Whether the dice that lines give are those in a turn: all that they name; a wild die may be used as any."""
    words = said.replace("=", " ").split()
    for way in item.ways:
        read = (informal.read_dice(way.text.split(";")[0]) or "").replace("=", " ").split()
        if {*words} <= {*read} and (words[0] in (read[0], "R") or "/" in words[0]):
            return True
    return False

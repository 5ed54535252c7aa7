"""Dice told in words, or apart from the turn that they are for (TR3.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pyrnot.foreign.thread.items import Item, Kind
from pyrnot.foreign.thread.linehead import HeadReader
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.seats import SeatBook
from pyrnot.foreign.thread.text import fold_name
from pyrnot.foreign.thread.turn_text import TurnText
from pyrnot.foreign.thread.words import read_section, tokens_of

if TYPE_CHECKING:
    from pyrnot.core.spoken import Spoken

_DICE_WORDS = read_section("dice")
_FACES = frozenset(["tip", "hop", "swap", "dig", "aim", "wild"])
_I = frozenset(("i", "my", "me", "ich", "mein", "meine"))
_YOU = frozenset(("you", "your", "du", "dein", "deine"))


class DiceReader:
    """Reads the dice of one game."""

    def __init__(self, reader: TurnReader, book: SeatBook, heads: HeadReader) -> None:
        self.reader = reader
        self.book = book
        self.heads = heads

    def turns(self, text: str) -> tuple[TurnText, ...]:
        """A turn whose dice are in words, up to a character that separates them from what follows."""
        if not self.reader.game.info.opening:
            return ()
        if (not text[:1].isalnum()) or self.heads.speaker(text):
            return ()
        for found in re.finditer(r"\s*(?:[;:]|,(?=\s)|->|→|\s-\s)\s*", text[:80]):
            dice = self.dice(text[: found.start()])
            if dice is not None and (ways := self.reader.read(f"{dice}; {text[found.end() :]}")):
                return tuple(replace(way, is_respelt=True) for way in ways)
        return ()

    def dice(self, text: str) -> str | None:
        """The dice that a text gives and nothing else, as the opening of a turn or a part of it."""
        if not self.reader.game.info.opening or len(text) > 200:
            return None
        if found := self.reader.spoken.read_dice(text):
            return found
        bare = re.sub(r"@?([\w.-]+)", lambda word: " " if self._is_dice_word(word[1]) else word.group(), text)
        rest = re.findall(r"[^\W_]+", bare)
        faces = [word for word in rest if word.lower() in _FACES]
        numbers = [word for word in rest if word in "123456" and len(word) == 1]
        if len(faces) + len(numbers) != len(rest) or len(numbers) != 2:
            return None
        face = (
            faces[0]
            if len(faces) == 1
            else f"{faces[0]}={faces[1]}"
            if len(faces) == 2 and faces[0].lower() == "wild"
            else ""
        )
        return self.reader.spoken.read_dice(f"{face} {numbers[0]}/{numbers[1]}") if face else None

    def _is_dice_word(self, word: str) -> bool:
        low = word.lower()
        return low in _DICE_WORDS or (
            (fold_name(word) in self.book.senders or self.book.knows(word)) and low not in _FACES
        )


def deal_dice(items: Iterable[Item]) -> dict[int, list[Item]]:
    """The dice said before each turn, by its order; what a quotation says again does not count."""
    dealt: dict[int, list[Item]] = {}
    pending: list[Item] = []
    seen: set[tuple[str, str]] = set()
    for item in items:
        if item.kind is Kind.DICE:
            if not (item.is_quoted and {(item.speaker, item.dice), ("", item.dice)} & seen):
                seen |= {(item.speaker, item.dice), ("", item.dice)}
                pending.append(item)
        elif item.kind is Kind.TURN and pending:
            dealt[item.order] = pending
            pending = []
    return dealt


def are_for(said: Item, seat: str, book: SeatBook) -> bool:
    """Whether dice are for a seat's turn: another's `my` dice are not, nor its own `your` dice."""
    by = book.seat_of_item(said)
    words = set(tokens_of(said.line.text))
    if by is None:
        return True
    return not words & _YOU if by == seat else not (words & _I and not words & _YOU)


def join_dice(dice: Sequence[Item], spoken: Spoken) -> str:
    """What several lines with dice say together; of whole rolls the last counts."""
    opening = ""
    for item in dice:
        if opening != item.dice:
            opening = (spoken.join_dice(opening, item.dice) if opening else "") or item.dice
    return opening


def is_whole_roll(dice: str) -> bool:
    """Whether dice are a face with its numbers."""
    return "/" in dice and not dice[0].isdigit() and dice[:2] != "R "


def agree(said: str, item: Item, spoken: Spoken) -> bool:
    """Whether the dice in a turn are those said before it."""
    return any(_are_same(spoken.read_dice(way.text.split(";")[0]) or "", said) for way in item.ways)


def _are_same(one: str, other: str) -> bool:
    """Whether two openings are the same dice, of which one may say what a wild die is used as."""
    first, second = one.replace("=", " ").split(), other.replace("=", " ").split()
    numbers = [[word for word in words if "/" in word][:1] for words in (first, second)]
    if not first or not second or numbers[0] != numbers[1]:
        return not other or (len(second) == 1 and second[0] in first)
    faces = [[word for word in words if word.isalpha()][:1] for words in (first, second)]
    return not faces[0] or not faces[1] or faces[0] == faces[1]

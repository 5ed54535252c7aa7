"""Dice told in words or apart from the turn that they are for (TR3.2)."""

from __future__ import annotations

import re

from msgspec.structs import replace

from pyrnot.foreign.thread.linehead import HeadReader
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.seats import SeatBook
from pyrnot.foreign.thread.text import fold_name
from pyrnot.foreign.thread.turn_text import TurnText
from pyrnot.foreign.thread.words import read_section

_DICE_WORDS = read_section("dice")
_FACES = frozenset(["tip", "hop", "swap", "dig", "aim", "wild"])


class DiceReader:
    """Reads the dice of one game."""

    def __init__(self, reader: TurnReader, book: SeatBook, heads: HeadReader) -> None:
        self.reader = reader
        self.book = book
        self.heads = heads

    def turns(self, text: str) -> tuple[TurnText, ...]:
        """A turn whose dice are in words, up to a sign that parts them from what follows."""
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

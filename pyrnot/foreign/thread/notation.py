"""What in a line of talk is notation of the game (TR3.3)."""

from __future__ import annotations

import re
from functools import lru_cache

from pyrnot.core.spoken import BOARD_PIECES
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.turn_text import TURN, TurnText

_PASS = re.compile(
    r"^\W*pass\b(?!\s+(?:the|me|it|on|over|my|an?|that|this|your|by|through|along|around|some|us|h[ie][mr]|them|out|up)\b)|(?:\b(?:i|we|must|ll|will|to|so|and)\s+|^\W*)pass(?:e)?(?=\W*$|\s*[.,;:!?(–—-])|\bi\s+pass\b",
    re.IGNORECASE,
)
"""`pass` as a turn: `pass the salt` is none."""
_LINK = re.compile(r"://|www\.|[^\s@]@[^\s@]+\.\w")
_EDGE = " .,:;!?\"'“”„‘’*_"
_MOST_PIECES = 40


class Notation:
    """Finds the notation of one game in talk."""

    def __init__(self, reader: TurnReader) -> None:
        self.reader = reader
        self._pattern = reader.spoken.pieces or BOARD_PIECES
        self.pieces = lru_cache(4096)(self._pieces)

    def holds(self, text: str) -> bool:
        """Whether there is any in a text."""
        return bool(self.pieces(text))

    def begins(self, text: str) -> bool:
        """Whether a text begins as a turn does, or nearly."""
        return self.reader.may_begin(text) or self.reader.spoken.nearly(text)

    def _pieces(self, text: str) -> tuple[str, ...]:
        """The pieces of it in a text, in small letters."""
        bare = " ".join(word for word in text.split(" ") if not _LINK.search(word))
        found = [match.group().lower().replace(" ", "") for match in self._pattern.finditer(bare)]
        if not self.reader.game.info.opening:
            found = [piece for piece in found if "/" not in piece]
        if "pass" in bare.lower() and _PASS.search(bare):
            found.append("pass")
        return tuple(found[:_MOST_PIECES])

    def turns(self, text: str) -> list[TurnText]:
        """The whole turns that a text holds, each as long as it can be, as they stand or respelt; the dice may lack."""
        words = text.split()
        found: list[TurnText] = []
        place = 0
        while place < len(words):
            word = words[place].strip(_EDGE + "([{")
            start = " ".join([word, *words[place + 1 : place + 2]])  # a face of dice is one only before numbers
            if not word or not (self._pattern.match(word) or self.reader.may_begin(start)):
                place += 1
                continue
            for end in range(min(len(words), place + 24), place, -1):
                piece = " ".join(words[place:end]).strip(_EDGE)
                if (ways := self.reader.read(piece.lstrip("([{"))) or (ways := self.reader.read(piece.rstrip(")]}"))):
                    whole = [way for way in ways if way.kind == TURN] or list(ways)
                    if whole[0].text.lower() != "pass" or "pass" in self.pieces(text):
                        found.append(whole[0])
                    place = end
                    break
            else:
                place += 1
        return found

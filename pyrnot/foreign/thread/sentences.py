"""Sentences that speak of a turn: one that ends or begins with it may be how its writer makes it (TR3.1)."""

from __future__ import annotations

import re

from msgspec.structs import replace

from pyrnot.foreign.thread.items import AnyItem, Candidate, Doubt
from pyrnot.foreign.thread.linehead import ENDS_IN_PASS, LOOKS_LIKE_TURN, NAMES_PASS, PASSES, HeadReader
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.text import Line
from pyrnot.foreign.thread.turn_head import Head
from pyrnot.foreign.thread.wording import supposes

_ENDS_IN_NUMBER = re.compile(r"(?:^|[\s(#])(?P<number>\d{1,3})[.):]+\s*$")
_ENDS_SENTENCE = re.compile(r"[^\W\d_][)\"'’”]*[.!…]+\s+$")
_ENDS_IN_NUMBERED = re.compile(r"[^\W\d_][)\"'’”]*[.!?…]+\s+\d{1,3}[.)]\s+(?P<turn>[^\s\d][^?]*)$")
"""A sentence, and after it a number and what may be its turn."""
_MOST_STARTS = 3
_WORD = re.compile(r"\S+")
_PLAIN = re.compile(r"\W*[^\W\d_]{2,}(?:['’-][^\W\d_]+)*\W*(?<![=<>(+@])|\W*[aAI]\W*|\d+\.?")
"""A word of a language, or a bare number."""


class SentenceReader:
    """Reads sentences, for one game."""

    def __init__(self, reader: TurnReader, heads: HeadReader) -> None:
        self.reader = reader
        self.heads = heads

    def read(self, line: Line) -> list[AnyItem]:
        """A sentence that speaks of a turn: one that ends in it may be how its writer makes it."""
        mentions = self.reader.spoken.mentions
        has_notation = LOOKS_LIKE_TURN.search(line.text) or PASSES.search(line.text) or ENDS_IN_PASS.search(line.text)
        has_notation = has_notation or NAMES_PASS.search(line.text)
        if not line.text or not (has_notation or (mentions is not None and mentions.search(line.text))):
            return []
        head = self.heads.read(line.text)
        turn = self._turn_at_end(head.rest) or self._turn_at_start(head.rest)
        kind = "sentence" if turn else "mention"
        numbered = _ENDS_IN_NUMBER.search(line.text[: line.text.rfind(turn)]) if turn else None
        number = int(numbered["number"]) if numbered else None
        own = self._sentence_of_its_own(line, turn, head) if turn else None
        return [Doubt(line=line, kind=kind, text=turn or head.rest, who=head.who, number=number, turn=own)]

    def _sentence_of_its_own(self, line: Line, turn: str, head: Head) -> Candidate | None:
        """The turn with which a line ends, where whole sentences without any notation precede it."""
        before, found, after = line.text.rpartition(turn)
        numbered = _ENDS_IN_NUMBER.search(before)
        said = before[: numbered.start("number")].replace("?", ".") if numbered else before
        if not found or after.strip(" .!") or not _ENDS_SENTENCE.search(said) or LOOKS_LIKE_TURN.search(said):
            return None
        way = self.reader.parse(turn)
        return (
            Candidate(
                line=line,
                ways=(replace(way, is_respelt=True),),
                written=line.text,
                who=head.who,
                number=int(numbered["number"]) if numbered else None,
            )
            if way
            else None
        )

    def _turn_at_end(self, text: str) -> str:
        """The turn with which a sentence ends that supposes nothing; "" if it ends with none."""
        numbered = _ENDS_IN_NUMBERED.search(text)
        if numbered and not supposes(text[: numbered.start("turn")]) and self.heads.reads_exactly(numbered["turn"]):
            return numbered["turn"]
        first = self._last_notation(text)
        if text.rstrip(")\"' ").endswith("?") or supposes(text[:first]):
            return ""
        for word in list(_WORD.finditer(text, first))[:_MOST_STARTS]:
            look = self.reader.look(text[word.start() :])
            if word.start() and look.ways and not look.ways[0].remark and LOOKS_LIKE_TURN.search(look.ways[0].text):
                return look.ways[0].text
        return ""

    def _last_notation(self, text: str) -> int:
        """Where the words begin with which a text ends that are not words of a language, or its last verb of the
        game."""
        start = len(text)
        for word in reversed(list(_WORD.finditer(text))):
            is_pass = word.group().lower().strip(".!") == "pass" and text[: word.start()].rstrip().endswith(";")
            if is_plain_word(word.group()) and not is_pass:
                break
            start = word.start()
        verbs = self.reader.spoken.verbs
        if verbs is not None and (found := list(verbs.finditer(text))):
            start = min(start, found[-1].start())
        return start

    def _turn_at_start(self, text: str) -> str:
        """The turn with which a sentence begins that supposes nothing (`Sc6 and that is all`)."""
        end = 0
        for word in _WORD.finditer(text):
            if is_plain_word(word.group()):
                break
            end = word.end()
        if not end or "?" in text or supposes(text[end:]):
            return ""
        turn = self.reader.parse(text[:end].rstrip(" ,:-–—"))
        return turn.text if turn is not None and LOOKS_LIKE_TURN.search(turn.text) else ""


def is_plain_word(word: str) -> bool:
    """Whether a word is one of a language; those in capitals may open a turn (`DIG 5/2`)."""
    return bool(_PLAIN.fullmatch(word)) and not (word.isalpha() and word.isupper() and len(word) > 1)

"""Reads a piece of text as a turn of one game: by the game's own grammar, or by a spelling that can be nothing else (TR3).

Applies no rule: whether a turn that reads as one is legal is for the judge to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.diagnostics import Illegal
from pyrnot.record.grammars import NotNotation, parse_action

if TYPE_CHECKING:
    from pyrnot.game import AnyGame, Written

_LONGEST = 600
"""Characters of a line that is looked at: no turn is longer."""
_MARKS = re.compile(r"(?:\s*(?:!!|\?\?|!\?|\?!|!|\$\d{1,3}))+$")
_OPEN_WORDS = re.compile(r"\b(?:or|if|would|could|should|might|maybe|instead|unless|oder|wenn|perhaps|wait|oops|meant)\b|\?", re.IGNORECASE)
_REMARK_OPENS = re.compile(r"^(?:[(\[{:;,.!\"'…~^-]|--|[–—]|[^\w\s<>@+=])")
_WORD = re.compile(r"\S+")


class TurnText(Struct, frozen=True):
    """A turn as read: its actions, the text that was parsed, what the player wrote, and the remark that follows it.

    `is_respelt`: the text is not quite what was written, so the reading must be said (`read-as`).
    """

    writtens: tuple[Written, ...]
    text: str
    remark: str = ""
    marks: tuple[str, ...] = ()
    is_respelt: bool = False


class Spelling(Struct, frozen=True):
    """One way in which players write something that the grammar writes otherwise: a pattern, and what it means."""

    pattern: re.Pattern[str]
    meant: str


_GENERAL = tuple(
    Spelling(re.compile(pattern, flags), meant)
    for pattern, meant, flags in (
        (r"\s*(?:->|→|=>|⇒|–>|➔|➡)\s*(?=[a-hA-H][1-8])", "-", 0),
        (r"(?<=[a-h][1-8]) (?:to|nach) (?=[a-h][1-8])", "-", re.IGNORECASE),
        (r"(?<=[a-h][1-8]) (?:takes|captures) (?=[SMLsml]?[a-h][1-8])", "x", re.IGNORECASE),
        (r"©", "(c)", 0),
        (r"®", "(r)", 0),
        (r"(?<=[a-h])[lI|](?![A-Za-z0-9])", "1", 0),
        (r"(?<=[a-h])[lI|](?=[-<;,. ]|$)", "1", 0),
        (r"(?<=\d/)[lI](?!\w)", "1", 0),
        (r"(?<![A-Za-z0-9])[lI](?=/\d)", "1", 0),
        (r"(?<=[a-h][1-8])(?=[a-h][1-8](?![0-9]))", "-", 0),
        (r"(?<=[a-h][1-8]) ?- ?(?=[a-h][1-8])", "-", 0),
        (r"\s*(?:,|\||\band then\b|\bthen\b|&)\s*", "; ", 0),
        (r"(?<![A-Za-z])([smlqdp])(?=[a-h][1-8])", lambda found: found[1].upper(), 0),  # type: ignore[arg-type]
    )
)


class TurnReader:
    """Reads turns of one game."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        import importlib

        notation = importlib.import_module(f"{type(game).__module__.rpartition('.')[0]}.notation")
        own: Sequence[tuple[str, str]] = getattr(notation, "SPELLINGS", ())
        self.spellings = (*(Spelling(re.compile(pattern, re.IGNORECASE), meant) for pattern, meant in own), *_GENERAL)

    def parse(self, text: str) -> TurnText | None:
        """`text` as a turn that the grammar reads to its end, None if it is not one."""
        bare = text.strip()
        if not bare or len(bare) > _LONGEST:
            return None
        marks: tuple[str, ...] = ()
        found = _MARKS.search(bare)
        if found:
            marks = tuple(re.findall(r"!!|\?\?|!\?|\?!|!|\$\d{1,3}", found.group()))
            bare = bare[: found.start()]
        bare = bare.rstrip(" .;").strip()
        writtens = self._actions(bare)
        if writtens is None:
            return None
        return TurnText(writtens=writtens, text=bare, marks=marks)

    def _actions(self, text: str) -> tuple[Written, ...] | None:
        writtens = []
        for part in text.split(";"):
            try:
                written = parse_action(self.game, part.strip())
            except NotNotation:
                return None
            writtens.append(replace(written, spans={}))
        try:
            self.game.check_parts(writtens)
        except Illegal:
            return None
        return tuple(writtens)

    def read(self, text: str, *, is_sure: bool) -> Iterator[TurnText]:
        """The ways in which `text` reads as a turn, the plain one alone if there is one.

        `is_sure`: a number or a player's name stands before it, so plain words may follow it as a remark.
        """
        plain = self._with_remark(text, is_sure=is_sure)
        if plain is not None:
            yield plain
            return
        seen = set()
        for respelt in self._respellings(text):
            turn = self._with_remark(respelt, is_sure=is_sure) or self._separated(respelt)
            if turn is not None and turn.text not in seen:
                seen.add(turn.text)
                yield replace(turn, is_respelt=True)
        if not seen:
            turn = self._separated(text)
            if turn is not None:
                yield replace(turn, is_respelt=True)

    def _respellings(self, text: str) -> Iterator[str]:
        """The text with one spelling after another put right, each state once."""
        current = text
        for spelling in self.spellings:
            changed = spelling.pattern.sub(spelling.meant, current)
            if changed != current:
                current = changed
                yield current

    def _separated(self, text: str) -> TurnText | None:
        """Whole actions one after another without `;` between them."""
        parts = []
        for part in text.split(";"):
            rest = part.strip().rstrip(".")
            while rest:
                cut = self._first_action(rest)
                if not cut:
                    return None
                parts.append(rest[:cut].strip())
                rest = rest[cut:].strip(" .")
        joined = "; ".join(parts)
        return self.parse(joined) if parts else None

    def _first_action(self, text: str) -> int:
        """How many characters the longest action takes with which `text` begins; 0 if it begins with none."""
        ends = [found.end() for found in _WORD.finditer(text[:_LONGEST])]
        for end in reversed(ends):
            try:
                parse_action(self.game, text[:end])
            except NotNotation as fault:
                if fault.span.start < end:
                    continue
            else:
                return end
        return 0

    def _with_remark(self, text: str, *, is_sure: bool) -> TurnText | None:
        turn = self.parse(text)
        if turn is not None:
            return turn
        words = list(_WORD.finditer(text[:_LONGEST]))
        for found in reversed(words[1:]):
            rest = text[found.start() :]
            opens = bool(_REMARK_OPENS.match(rest)) or text[: found.start()].rstrip()[-1] in ".,;:!"
            if not (is_sure or opens):
                continue
            turn = self.parse(text[: found.start()].rstrip(" ,:"))
            if turn is not None:
                return replace(turn, remark=rest) if self.is_remark(rest) else None
        return None

    def is_remark(self, text: str) -> bool:
        """Whether `text` holds nothing that could be a turn, and nothing that makes the turn before it open."""
        if _OPEN_WORDS.search(re.sub(r"\([^()]*\)", "", text)):
            return False
        words = [word.strip("()[]{}.,:!\"'") for word in text.split()]
        return not any(self._is_action(word) for word in words if re.search(r"[a-hA-H][1-8]|/", word))

    def _is_action(self, text: str) -> bool:
        try:
            parse_action(self.game, text)
        except NotNotation:
            return False
        return True

    def begins_as_turn(self, text: str) -> bool:
        """Whether `text` begins as an action does: with at least two words or signs of its notation that belong together."""
        try:
            parse_action(self.game, text.split(";")[0].strip()[:_LONGEST])
        except NotNotation as fault:
            begun = text[: fault.span.start]
            return bool(re.search(r"[a-h][1-8]|\d/\d|[A-Za-z]\(|[rygb][1-3]\b", begun)) and fault.span.start >= 3
        return True

"""Reads a piece of text as a turn of one game: by the game's own grammar, or by its table of spellings (TR3.1, TR3.4).

Applies no rule: whether a turn that reads as one is legal is for the story to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal, Span
from pyrnot.core.tags import plain_characters
from pyrnot.foreign.thread.turn_text import (
    INCOMPLETE,
    LONGEST_LINE_READ,
    NO_DICE,
    TURN,
    TurnText,
    bare_turn,
)
from pyrnot.record.grammars import NotNotation, action_starts, parse_action
from pyrnot.record.typed import separate

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame, Written

_REMEMBERED = 5_000
_WRAPPING = re.compile(r"^[\"“„'‘(\[]+|[\"”’')\]]+$")
_BRACKETED = re.compile(r"[\s,;.]*[(\[](?P<inner>[^()\[\]]{3,40})[)\]][\s.!]*$")
"""Words in brackets at the end of a line."""
_CUT_PASS = ("p", "pa", "pas")


class TurnReader:
    """Reads turns of one game."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.spoken = game.spoken()
        self._opening = f"{game.info.opening}; " if game.info.opening else ""
        self._starts, self._begins_action = action_starts(game.info.grammar)
        self._ways: dict[str, tuple[TurnText, ...]] = {}
        self._turns: dict[str, TurnText | None] = {}

    def may_hold(self, text: str) -> bool:
        """Whether a text has what every turn of the game has somewhere."""
        sign = self.spoken.sign
        return bool(text) and (sign is None or sign.search(text) is not None)

    def read(self, text: str) -> tuple[TurnText, ...]:
        """The ways to read a text to its end as a turn: as it stands, else with its spellings put right; none if it is
        not one."""
        text = text.strip()
        if not text or len(text) > LONGEST_LINE_READ or not self.may_hold(text):
            return ()
        found = self._ways.get(text)
        if found is None:
            if len(self._ways) >= _REMEMBERED:
                self._ways.clear()
            plain = self.parse(text)
            ways = {way.text: way for way in self._respelt(text)} if plain is None else {text: plain}
            whole = tuple(way for way in ways.values() if way.kind == TURN)
            found = self._ways[text] = whole or tuple(ways.values())
        return found

    def fault(self, text: str) -> tuple[Span, str, str | None]:
        """Where a text that is not a turn stops being notation, what is wrong there, and the game's hint for a usual
        slip."""
        bare = plain_characters(text).strip()
        slips = self.game.info.slips.items()
        found = ((re.match(pattern, bare, re.IGNORECASE), advice) for pattern, advice in slips)
        hint = next((match.expand(advice) for match, advice in found if match), None)
        start = 0
        for piece in bare.split(";"):
            part = piece.strip()
            try:
                parse_action(self.game, part)
            except NotNotation as wrong:
                return wrong.span.shift(start + len(piece) - len(piece.lstrip())), wrong.message, hint
            start += len(piece) + 1
        return Span(len(bare), len(bare)), "this is not a whole turn", hint

    def parse(self, text: str) -> TurnText | None:
        """`text` as a turn that the grammar reads to its end, None if it is not one."""
        if text not in self._turns:
            if len(self._turns) >= _REMEMBERED:
                self._turns.clear()
            self._turns[text] = self._read_bare(*bare_turn(text))
        return self._turns[text]

    def _may_be_turn(self, writtens: Sequence[Written]) -> bool:
        """Whether a turn may have these actions, in that order."""
        try:
            self.game.check_parts(writtens)
        except Illegal as fault:
            return fault.rule != "R3"
        return True

    def with_opening(self, opening: str, turn: TurnText) -> TurnText | None:
        """A turn whose dice stood apart from it."""
        return self._whole(f"{opening}; {turn.text}", turn.marks)

    def complete(self, turn: TurnText, position: object) -> Iterator[TurnText]:
        """The turns that an incomplete one may mean at a position."""
        return filter(None, (self._whole(text, turn.marks) for text in self.spoken.complete(turn.text, position)))

    # One text

    def _whole(self, bare: str, marks: tuple[str, ...]) -> TurnText | None:
        """A whole turn of a text without ornaments that is not quite what was written."""
        writtens = self._actions(bare)
        return TurnText(writtens=writtens, text=bare, marks=marks, is_respelt=True) if writtens else None

    def _read_bare(self, bare: str, marks: tuple[str, ...]) -> TurnText | None:
        """A turn of a text without ornaments."""
        if writtens := self._actions(bare):
            return TurnText(writtens=writtens, text=bare, marks=marks)
        if self._opening and (writtens := self._actions(self._opening + bare)):
            return TurnText(writtens=writtens[1:], text=bare, marks=marks, kind=NO_DICE)
        if bare and self.spoken.is_incomplete(bare):
            return TurnText(writtens=(), text=bare, marks=marks, kind=INCOMPLETE, is_respelt=True)
        return None

    def _actions(self, text: str) -> tuple[Written, ...]:
        """The actions of a whole turn; none if a text is not one."""
        writtens = []
        for piece in text.split(";") if len(text) <= LONGEST_LINE_READ else ():
            part = piece.strip()
            if part.lower() in _CUT_PASS or not self._starts.match(part):
                return ()
            try:
                writtens.append(replace(parse_action(self.game, part), spans={}))
            except NotNotation:
                return ()
        return tuple(writtens) if writtens and self._may_be_turn(writtens) else ()

    def _respelt(self, text: str) -> Iterator[TurnText]:
        """The ways to read a text with its spellings put right, or with `;` between whole actions that lack it."""
        for state in reversed(self.spoken.respellings(text)[1:]):
            if turn := self.parse(state) or self._separated(state):
                yield replace(turn, is_respelt=True)
        if turn := self._separated(text) or self._unwrapped(text) or self._with_dice_after(text):
            yield replace(turn, is_respelt=True)

    def _unwrapped(self, text: str) -> TurnText | None:
        """A turn in quotation marks or brackets."""
        bare = _WRAPPING.sub("", text)
        return self.parse(bare) if bare != text else None

    def _with_dice_after(self, text: str) -> TurnText | None:
        """A turn with its dice in brackets after it."""
        found = _BRACKETED.search(text) if self._opening else None
        dice = self.spoken.read_dice(found["inner"]) if found else None
        turn = self.parse(text[: found.start()]) if found and dice else None
        return self.with_opening(dice, turn) if dice and turn is not None and turn.kind == NO_DICE else None

    def _separated(self, text: str) -> TurnText | None:
        """Whole actions one after another without `;` between them."""
        bare, marks = bare_turn(text)
        way = separate(self.game, bare)
        return self._read_bare(way, marks) if way else None

    def may_begin(self, text: str) -> bool:
        """Whether an action may begin as a text does."""
        return bool(self._begins_action.match(text)) or self.spoken.is_incomplete(" ".join(text.split()[:2]))

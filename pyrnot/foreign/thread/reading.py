"""Reads a piece of text as a turn of one game: by the game's own grammar, or by a spelling that can be nothing else
(TR3).

Applies no rule: whether a turn that reads as one is legal is for the judge to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.tags import plain_characters
from pyrnot.foreign.thread.nearness import is_near
from pyrnot.foreign.thread.turn_text import (
    INCOMPLETE,
    LONGEST_LINE_READ,
    NO_DICE,
    TURN,
    Look,
    TurnText,
    bare_turn,
    end_of_words,
)
from pyrnot.foreign.thread.wording import judge_rest, says_only_passed
from pyrnot.foreign.work import spend
from pyrnot.record.grammars import NotNotation, action_starts, action_terminals, parse_action

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame, Written

_MOST_WORDS = 60
_MOST_ACTIONS = 32
"""Actions of a turn over several lines."""
_SHORT_REMARK = 6
"""Words after `pass,` that may be a remark: more make it a sentence with that word."""
_LONGEST_ACTION = 12
"""Words of an action, dice with their second rolls among them."""
_REMEMBERED = 5_000
_WORK = 20
"""What a look at a text takes, however short, counted in characters read."""
_ASKS = re.compile(r"(?<![?!])\?[)\]\"' ]*$")
_WORD = re.compile(r"\S+")
_WRAPPING = re.compile(r"^[\"“„'‘(\[]+|[\"”’')\]]+$")
_BRACKETED = re.compile(r"[\s,;.]*[(\[](?P<inner>[^()\[\]]{3,40})[)\]][\s.!]*$")
"""Words in brackets at the end of a line."""
_PASSES_SOMETHING = re.compile(
    r"(?:me|the|it|a|an|my|your|on|over|that|this|by|through|out|up|some|us|them)\b", re.IGNORECASE
)
_DEFINES = re.compile(r"(?:you|players?|a player|the player)\b", re.IGNORECASE)
_CUT_PASS = ("p", "pa", "pas")


class TurnReader:
    """Reads turns of one game."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.spoken = game.spoken()
        self._opening = f"{game.info.opening}; " if game.info.opening else ""
        self.has_squares = "SQUARE" in action_terminals(game.info.grammar)
        self._starts, self._begins_action = action_starts(game.info.grammar)
        self._looks: dict[tuple[str, bool], Look] = {}
        self._turns: dict[str, TurnText | int] = {}
        self._stops: dict[str, int] = {}

    def may_hold(self, text: str) -> bool:
        """Whether a text has what every turn of the game has somewhere."""
        sign = self.spoken.sign
        return bool(text) and (sign is None or sign.search(text) is not None)

    def may_hold_plain(self, text: str) -> bool:
        """Whether an action may begin somewhere in a text, as it stands."""
        return self.may_hold(text) and self._starts.search(plain_characters(text)) is not None

    def look(self, text: str, *, is_sure: bool = False) -> Look:
        """What `text` is. `is_sure`: a number or a player's name precedes it."""
        text = text.strip()
        if len(text) > LONGEST_LINE_READ or not self.may_hold(text):
            return Look()
        key = (text, is_sure)
        found = self._looks.get(key)
        if found is None:
            if len(self._looks) >= _REMEMBERED:
                self._looks.clear()
            found = self._looks[key] = self._look(text, is_sure)
        return found

    def reads(self, text: str) -> bool:
        """Whether a text begins with a turn."""
        return bool(self.look(text).ways)

    def parse(self, text: str) -> TurnText | None:
        """`text` as a turn that the grammar reads to its end, None if it is not one."""
        found = self._parsed(text)
        return None if isinstance(found, int) else found

    def _parsed(self, text: str) -> TurnText | int:
        """`text` as a turn; if it is not one, how long a beginning of it may be one. Equal turns are one object, for
        the sake of memory."""
        found = self._turns.get(text)
        if found is None:
            if len(self._turns) >= _REMEMBERED:
                self._turns.clear()
            found = self._turns[text] = self._read_bare(*bare_turn(text))
        return found

    def read_exactly(self, text: str) -> TurnText | None:
        """The turn that a text is, as it stands and with nothing left out; None if it is not one."""
        text = text.strip()
        turn = self.parse(text) if len(text) <= LONGEST_LINE_READ and self.may_hold(text) else None
        return turn if turn is not None and turn.kind == TURN else None

    def begin(self, text: str, most_words: int) -> tuple[TurnText | None, int]:
        """The longest turn with which a sentence begins, as it stands or respelt, and how many characters it takes."""
        if not self._may_begin(text) and not self._may_begin(text[:1].upper() + text[1:]):
            return None, 0
        ends = [found.end() for found in _WORD.finditer(text)][:most_words]
        for end in reversed(ends):
            closed = text[:end].rstrip(" ,:-–—.!?;\"'”’")  # a bracket may close the turn or what is around it
            for piece in dict.fromkeys((closed, closed.rstrip(" ,:-–—.!?;)\"'”’"))):
                turn = self.parse(piece) or next(self._respelt(piece, is_sure=True, with_words=False), None)
                if turn is not None:
                    return turn, len(piece)
        return None, 0

    def join(self, first: TurnText, second: TurnText) -> TurnText | None:
        """Two pieces as one turn, as if the end of a line were a `;`."""
        text = f"{first.text}; {second.text}"
        writtens = (*first.writtens, *second.writtens)
        if len(text) > LONGEST_LINE_READ or len(writtens) > _MOST_ACTIONS:
            return None
        kind = INCOMPLETE
        if first.kind != INCOMPLETE != second.kind:
            kind = TURN if self._may_be_turn(writtens) else NO_DICE if self._may_follow_dice(writtens) else INCOMPLETE
        if kind == INCOMPLETE and not self.spoken.is_incomplete(text):
            spend(_WORK)
            return None
        writtens = () if kind == INCOMPLETE else writtens
        return TurnText(writtens, text, second.remark, second.marks, is_respelt=True, kind=kind)

    def _may_be_turn(self, writtens: Sequence[Written]) -> bool:
        """Whether a turn may have these actions, in that order."""
        try:
            self.game.check_parts(writtens)
        except Illegal as fault:
            return fault.rule != "R3"
        return True

    def _may_follow_dice(self, writtens: Sequence[Written]) -> bool:
        """Whether a turn may have these actions after its dice."""
        opening = self.action(self._opening.rstrip("; ")) if self._opening else 0
        return not isinstance(opening, int) and self._may_be_turn((opening, *writtens))

    def with_opening(self, opening: str, turn: TurnText) -> TurnText | None:
        """A turn whose dice stood apart from it."""
        found = self._parse_bare(f"{opening}; {turn.text}", turn.marks, whole=True)
        return replace(found, remark=turn.remark, is_respelt=True) if found else None

    def complete(self, turn: TurnText, position: object) -> Iterator[TurnText]:
        """The turns that an incomplete one may mean at a position."""
        for text in self.spoken.complete(turn.text, position):
            found = self._parse_bare(text, turn.marks, whole=True)
            if found is not None:
                yield replace(found, remark=turn.remark, is_respelt=True)

    # One text

    def _look(self, text: str, is_sure: bool) -> Look:
        plain = self.parse(text)
        if plain is not None:
            return Look((plain,), TURN)
        spend(_WORK + len(text))
        if (
            text.rstrip(")]\"' ").endswith("?")
            and not text.endswith(("!?", "??", "?!"))
            and (self._begins(text.rstrip(")]\"'? ")) or self._begins(text.rstrip("? ")))
        ):
            return Look((), "prose")
        with_words, verdict = self._with_remark(text, is_sure)
        if with_words:
            # what reads as a part of the turn to the end is not a remark (`move g1 Vega Bea, c Bea green`)
            whole_text = next(self._respelt(text, is_sure, with_words=False), None)
            return Look((whole_text,) if whole_text is not None else with_words, TURN)
        ways = {way.text: way for way in self._respelt(text, is_sure)}
        if ways:
            whole = [way for way in ways.values() if way.kind == TURN]
            return Look(tuple(whole or ways.values()), TURN)
        if not verdict and is_near(self, text):
            verdict = "prose" if _ASKS.search(text) else "near"
        return Look((), verdict)

    def _begins(self, text: str) -> bool:
        """Whether a question is one about a turn."""
        return self.parse(text) is not None or any(True for _ in self._respelt(text, is_sure=False))

    def _parse_bare(self, bare: str, marks: tuple[str, ...], *, whole: bool = False) -> TurnText | None:
        found = self._read_bare(bare, marks, whole=whole)
        return None if isinstance(found, int) else found

    def _read_bare(self, bare: str, marks: tuple[str, ...], *, whole: bool = False) -> TurnText | int:
        """A turn of a text without ornaments; if it is not one, how long a beginning of it may be one."""
        if not bare or len(bare) > LONGEST_LINE_READ or bare.lower() in _CUT_PASS:
            return len(bare)
        writtens = self._actions(bare)
        if not isinstance(writtens, int):
            return TurnText(writtens=writtens, text=bare, marks=marks)
        if whole:
            return writtens
        spend(_WORK + len(bare))
        reach = writtens
        if self._opening:
            writtens = self._actions(self._opening + bare)
            if not isinstance(writtens, int):
                return TurnText(writtens=writtens[1:], text=bare, marks=marks, kind=NO_DICE)
            reach = max(reach, writtens - len(self._opening))
        if self.spoken.is_incomplete(bare):
            return TurnText(writtens=(), text=bare, marks=marks, kind=INCOMPLETE, is_respelt=True)
        return end_of_words(bare, reach)

    def _actions(self, text: str) -> tuple[Written, ...] | int:
        """The actions of a turn; if a text is not one, where it stops being one."""
        writtens = []
        start = 0
        for piece in text.split(";"):
            part = piece.strip()
            if part.lower() in _CUT_PASS or not self._starts.match(part):
                return start
            written = self.action(part)
            if isinstance(written, int):
                return start + piece.index(part) + written
            writtens.append(replace(written, spans={}))
            start += len(piece) + 1
        return tuple(writtens) if self._may_be_turn(writtens) else len(text)

    def _respelt(self, text: str, is_sure: bool, *, with_words: bool = True) -> Iterator[TurnText]:
        """The ways to read a text with its spellings put right, or with `;` between whole actions that lack it.

        With `with_words` words may follow the turn."""
        spend(_WORK + len(text))
        states = [text]
        for respell in self.spoken.spellings:
            changed = respell(states[-1])[: 2 * LONGEST_LINE_READ]
            if changed != states[-1]:
                states.append(changed)
        for state in reversed(states[1:]):
            turn = self.parse(state) or self._separated(state)
            turns = (turn,) if turn else self._with_remark(state, is_sure)[0] if with_words else ()
            for found in turns:
                yield replace(found, is_respelt=True)
        turn = self._separated(text) or self._unwrapped(text) or self._with_dice_after(text)
        if turn is not None:
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
        parts: list[str] = []
        for part in bare.split(";"):
            rest = part.strip().rstrip(".")
            if not rest:
                return None  # an action is lost: a card that a page took for a tag
            while rest:
                cut = self._first_action(rest)
                if not cut or len(parts) > _MOST_WORDS:
                    return None
                parts.append(rest[:cut].strip())
                rest = rest[cut:].strip(" .")
        if len(parts) < 2 or any(part.lower() in _CUT_PASS for part in parts):
            return None
        return self._parse_bare("; ".join(parts), marks)

    def _first_action(self, text: str) -> int:
        """How many characters the longest action takes with which `text` begins; 0 if it begins with none."""
        if not self._may_begin(text):
            return 0
        ends = [found.end() for found in _WORD.finditer(text)][:_LONGEST_ACTION]
        reach = len(text)
        for end in reversed(ends):
            if end > reach or not self._starts.match(text[:end]):
                continue
            action = self.action(text[:end])
            if not isinstance(action, int):
                return end
            reach = end_of_words(text, action)
        return 0

    def _with_remark(self, text: str, is_sure: bool) -> tuple[tuple[TurnText, ...], str]:
        """The turn with which a text begins, with the words after it as its remark; with none, what the words make of
        it.

        Where a shorter turn precedes words that may be part of it or not, both are given.
        """
        words = list(_WORD.finditer(text))
        if len(words) < 2 or not self._may_begin(text):
            return (), ""
        found: list[TurnText] = []
        verdict = ""
        reach = len(text)
        for word in reversed(words[1:_MOST_WORDS]):
            before, rest = text[: word.start()].rstrip(), text[word.start() :]
            piece = before.rstrip(",:-–— ")
            bare, _ = bare_turn(piece)
            if len(bare) > reach and not self.spoken.is_incomplete(bare):
                continue
            turn = self._parsed(piece)
            if isinstance(turn, int):
                reach = min(reach, turn)
                continue
            if turn.text.lower() == "pass" and before[-1:] == ":" and _DEFINES.match(rest):
                return (), "prose"  # a rule: `pass: you do nothing`
            if (
                turn.text.lower() == "pass"
                and not says_only_passed(rest)
                and not re.match(r"\W", rest)
                and (before[-1:] not in ",:;.!-–—" or (before[-1:] == "," and len(rest.split()) > _SHORT_REMARK))
            ):
                return (), "prose" if _PASSES_SOMETHING.match(rest) else "open"  # pass the salt
            rest = f"{before[len(before.rstrip(',:-–—')) :]} {rest}" if before[-1:] in ",:-–—" else rest
            judged = judge_rest(before, rest, self.spoken.verbs, is_sure=is_sure)
            if before.endswith(";") and judged == "remark" and re.match(r"\w", rest):
                judged = "near"  # another action was to follow
            if judged != "remark":
                verdict = verdict or judged
                break
            found.append(replace(turn, remark=rest))
            if before[-1:] in ",:;.!-–—" or not re.match(r"\w", rest):
                break
        return tuple(found), "" if found else verdict

    def _may_begin(self, text: str) -> bool:
        """Whether the grammar takes the first sign of a text."""
        return bool(self._begins_action.match(text)) or self.spoken.is_incomplete(" ".join(text.split()[:2]))

    def action(self, text: str) -> Written | int:
        """The action that a text is; if it is not one, where it stops being one, which is remembered: the same pieces
        of lines are tried again and again."""
        stop = self._stops.get(text)
        if stop is not None:
            return stop
        try:
            return parse_action(self.game, text)
        except NotNotation as fault:
            if len(self._stops) >= _REMEMBERED:
                self._stops.clear()
            self._stops[text] = fault.start
            return fault.start

"""Reads a piece of text as a turn of one game: by the game's own grammar, or by its table of spellings (TR3.1,
TR3.4); and finds what in a line of talk is notation of the game (TR3.3).

Applies no rule: whether a turn that reads as one is legal is for the story to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal, Span
from pyrnot.core.informal import pieces_pattern
from pyrnot.core.mixins import SingleActionTurns
from pyrnot.core.patterns import lazy_pattern
from pyrnot.core.tags import plain_characters
from pyrnot.foreign.thread.text import EMOJI
from pyrnot.record.grammars import NotNotation, action_starts, parse_action
from pyrnot.record.typed import separate

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame, ParsedAction

LONGEST_LINE_READ = 600
"""Characters of a line that is looked at: no turn is longer."""
_MARKS = lazy_pattern(r"(?:\s*+(?:!\?(?=(?:\?\?)*+(?!\?))|!|\?\?|\?!|\?(?=\s*\$)|\$\d{1,3}+))++$")
"""Marks at the end. Each way to part them is tried once: `!?!` is `!?` and `!`, never `!` and `?!`."""
_MARK = lazy_pattern(r"!!|\?\?|!\?|\?!|!|\?|\$\d{1,3}")

LOOKS_LIKE_TURN = lazy_pattern(
    r"(?<![A-Za-z])[+<xX]?[A-Za-z]{0,3}(?:\([a-z0-9,]{1,5}\))?[a-zA-Z]\d(?!\d)|\d/\d|;|<>|\w=\w|[SML]_|\([a-z]\)|>\w"
)
"""Something in a text that is notation of some game."""

TURN = "turn"
NO_DICE = "no-dice"
INCOMPLETE = "incomplete"


class TurnText(Struct, frozen=True):
    """A turn as read: its actions, and the text that was parsed.

    `is_respelt`: the text is not quite what was written, so the reading is reported (`read-as`). `kind` is `turn`;
    `no-dice` where its opening stands elsewhere; `incomplete` where only a position can complete `text`.
    """

    parsed_actions: tuple[ParsedAction, ...]
    text: str
    marks: tuple[str, ...] = ()
    is_respelt: bool = False
    kind: str = TURN


_SMILEY = lazy_pattern(
    r"(?<!\S)(?:[:;=8xX]['’]?-?[()DPpOo3/\\|*\]\[]+|<3+|\^_?\^|xD+|XD+|[oO]_[oO]|lol|haha\w*|hehe\w*|hihi|gg|glhf|"
    r"gl)(?!\S)"
)
_SIGN = lazy_pattern(r"\s+(?==[A-Z]\b)")
_TRAILING_EMOJI = lazy_pattern(rf"(?:\s*{EMOJI.pattern[:-1]})+\s*$")  # one character each: two ways to repeat hang it
_LONGEST_SMILEY = 8
_LAST_WORD = lazy_pattern(rf"\s(\S{{1,{_LONGEST_SMILEY}}})\Z")


def strip_ornaments(text: str) -> str:
    """Text without pictures, smileys and the like at its end."""
    before = None
    while before != text:
        before = text
        text = text[:-60] + _TRAILING_EMOJI.sub("", text[-60:])
        found = _LAST_WORD.search(text[-_LONGEST_SMILEY - 2 :])
        if found and _SMILEY.fullmatch(found[1]):
            text = text[: -len(found.group())].rstrip()
    return text


@lru_cache(maxsize=64)  # a text is parsed unchanged, and then looked at again and again
def bare_turn(text: str) -> tuple[str, tuple[str, ...]]:
    """A text without what stands beside a turn, and the marks of that turn."""
    bare = strip_ornaments(plain_characters(text).strip())
    marks: tuple[str, ...] = ()
    if found := _MARKS.search(bare):
        marks = tuple(_MARK.findall(found.group()))
        bare = strip_ornaments(bare[: found.start()])
    return bare.rstrip(" .;,").strip(), marks


_REMEMBERED = 5_000
_WRAPPING = "\"“”„'‘’«»()[]"
_BRACKETED = lazy_pattern(r"[\s,;.]*[(\[](?P<inner>[^()\[\]]{3,40})[)\]][\s.!]*$")
"""Words in brackets at the end of a line."""
_PASS = lazy_pattern(
    r"^\W*pass\b"
    r"(?!\s+(?:the|me|it|on|over|my|an?|that|this|your|by|through|along|around|some|us|h[ie][mr]|them|out|up)\b)|"
    r"(?:\b(?:i|we|must|ll|will|to|so|and)\s+|^\W*)pass(?:e)?(?=\W*$|\s*[.,;:!?(–—-])|\bi\s+pass\b",
    re.IGNORECASE,
)
"""`pass` as a turn: `pass the salt` is none."""
_LINK = lazy_pattern(r"://|www\.|[^\s@]@[^\s@]+\.\w")
_STOPS = " .,:;!?\"'“”„‘’*"
_EDGE = f"{_STOPS}_"
"""Signs around a word that are not its own; after one, `_` is: `HL=S_` of Triumvirate."""
_MOST_PIECES = 40
_MOST_WORDS = 24
"""Words of a turn."""
_LONGEST_TALK = 1_200
"""Characters of a line in which turns among words are looked for."""


class TurnReader:
    """Reads turns of one game."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.informal = game.informal()
        self._starts, self._begins_action = action_starts(game.info.grammar)
        self._pattern = self.informal.pieces or pieces_pattern(game.info.notation)
        self.respelt = 0
        """The characters of all texts in which spellings were looked for, which takes most of the time."""
        self.may_hold = lru_cache(_REMEMBERED)(self._may_hold)
        self.read = lru_cache(_REMEMBERED)(self._read)
        self.parse = lru_cache(_REMEMBERED)(self._parse)
        self.pieces = lru_cache(_REMEMBERED)(self._pieces)

    def _may_hold(self, text: str) -> bool:
        """Whether a text has what every turn of the game has somewhere; each step of reading a line asks it."""
        return self.informal.marker.search(text) is not None

    def _read(self, text: str) -> tuple[TurnText, ...]:
        """The ways to read a text to its end as a turn: as it stands, else with its spellings put right; none if it
        is not one."""
        text = text.strip()
        if len(text) > LONGEST_LINE_READ or not self.may_hold(text):
            return ()
        plain = self.parse(text)
        if plain is not None:
            return (plain,)
        return tuple({way.text: way for way in self._respelt(text)}.values())

    def diagnostic(self, text: str) -> tuple[Span, str, str | None]:
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
        return Span(len(bare), len(bare)), "the turn is incomplete", hint

    def _parse(self, text: str) -> TurnText | None:
        """`text` as a turn that the grammar reads to its end, None if it is not one."""
        if not self.may_begin(plain_characters(text).lstrip()):
            return None
        joined = _SIGN.sub("", text)  # `Dc2-c3 =D` may end with a size, not with a smiley
        way = self._read_bare(*bare_turn(joined)) if joined != text else None
        return way or self._read_bare(*bare_turn(text))

    def _breaks(self, parsed_actions: Sequence[ParsedAction]) -> str:
        """The rule of the order of a turn's actions that these break, "" for none."""
        try:
            self.game.check_parts(parsed_actions)
        except Illegal as illegal:
            return illegal.rule
        return ""

    def with_opening(self, opening: str, turn: TurnText) -> TurnText | None:
        """A turn whose dice stood apart from it."""
        return self._whole(f"{opening}; {turn.text}", turn.marks)

    def complete(self, turn: TurnText, position: object) -> Iterator[TurnText]:
        """The turns that an incomplete one may mean at a position."""
        return filter(None, (self._whole(text, turn.marks) for text in self.informal.complete(turn.text, position)))

    def read_dice(self, text: str) -> str:
        """The dice that a text gives, "" for none."""
        return self.informal.read_dice(text) or ""

    # One text

    def _whole(self, bare: str, marks: tuple[str, ...]) -> TurnText | None:
        """A whole turn of a text without ornaments that is not quite what was written."""
        parsed_actions = self._actions(bare)
        return (
            TurnText(parsed_actions=parsed_actions, text=bare, marks=marks, is_respelt=True)
            if parsed_actions
            else None
        )

    def _read_bare(self, bare: str, marks: tuple[str, ...]) -> TurnText | None:
        """A turn of a text without ornaments."""
        if parsed_actions := self._actions(bare):
            return TurnText(parsed_actions=parsed_actions, text=bare, marks=marks)
        opening = self.game.info.opening
        if opening and (parsed_actions := self._actions(f"{opening}; {bare}")):
            return TurnText(parsed_actions=parsed_actions[1:], text=bare, marks=marks, kind=NO_DICE)
        if self.informal.is_incomplete(bare):
            return TurnText(parsed_actions=(), text=bare, marks=marks, kind=INCOMPLETE, is_respelt=True)
        return None

    def _actions(self, text: str) -> tuple[ParsedAction, ...]:
        """The actions of a whole turn; none if a text is not one."""
        parsed_actions = []
        for piece in text.split(";"):
            part = piece.strip()
            if not self._starts.match(part):
                return ()
            try:
                parsed_actions.append(replace(parse_action(self.game, part), spans={}))
            except NotNotation:
                return ()
        return tuple(parsed_actions) if self._breaks(parsed_actions) != "R3" else ()

    def _respelt(self, text: str) -> Iterator[TurnText]:
        """The ways to read a text with its spellings put right, or with `;` between whole actions that lack it."""
        self.respelt += len(text)
        for state in reversed(self.informal.respellings(text)[1:]):
            if turn := self.parse(state) or self._separated(state):
                yield replace(turn, is_respelt=True)
        if turn := self._separated(text) or self.parse(text.strip(_WRAPPING)) or self._with_dice_after(text):
            yield replace(turn, is_respelt=True)

    def _with_dice_after(self, text: str) -> TurnText | None:
        """A turn with its dice in brackets after it."""
        found = _BRACKETED.search(text)
        if found is None:
            return None
        dice = self.informal.read_dice(found["inner"])
        turn = self.parse(text[: found.start()])
        return self.with_opening(dice, turn) if dice and turn else None

    def _separated(self, text: str) -> TurnText | None:
        """Whole actions one after another without `;` between them; where a turn is one action, these are several
        turns."""
        if isinstance(self.game, SingleActionTurns):
            return None
        bare, marks = bare_turn(text)
        turn = self._read_bare(separate(self.game, bare), marks)
        return None if turn is None or self._has_two_turns(turn) else turn

    def _has_two_turns(self, turn: TurnText) -> bool:
        """Whether some of a turn's actions must be the next seat's: those after one with which a turn ends, and one
        with which a turn begins."""
        first_actions = map(str.strip, turn.text.split(";")[:-1])
        if any(map(self.informal.last_of_turn.match, first_actions)):
            return True
        return turn.kind == TURN and self._breaks(turn.parsed_actions) != ""

    def may_begin(self, text: str) -> bool:
        """Whether an action may begin as a text does."""
        return self._begins_action.match(text) is not None

    # In talk

    def holds(self, text: str) -> bool:
        """Whether there is any in a text."""
        return bool(self.pieces(text))

    def _pieces(self, text: str) -> tuple[str, ...]:
        """The pieces of it in a text, in small letters."""
        bare = " ".join(word for word in text.split(" ") if not _LINK.search(word))
        found = [match.group().lower().replace(" ", "") for match in self._pattern.finditer(bare)]
        if not self.game.info.opening:
            found = [piece for piece in found if "/" not in piece]
        if _PASS.search(bare):
            found.append("pass")
        return tuple(found[:_MOST_PIECES])

    def turns(self, text: str) -> tuple[TurnText, ...]:
        """The whole turns that a text holds, each as long as it can be, as they stand or respelt; the dice may
        lack."""
        if not self.may_hold(text):
            return ()
        words = text[:_LONGEST_TALK].split()
        found: list[TurnText] = []
        place = 0
        while place < len(words):
            turn, count = self.turn_at(words, place)
            if turn is not None and (turn.text.lower() != "pass" or "pass" in self.pieces(text)):
                found.append(turn)
            place += count
        return tuple(found)

    def turn_at(self, words: Sequence[str], place: int) -> tuple[TurnText | None, int]:
        """The longest turn that begins with a word, None if none does; and how many words to go on. What a `;` parts
        from other signs is an action of a longer turn."""
        if place and self._goes_on(words, place):
            return None, 1
        word = words[place].strip(_EDGE + "([{")
        start = " ".join([word, *words[place + 1 : place + 2]])  # a face of dice is one only before numbers
        if len(word) < 2 or not (self._pattern.match(word) or self.may_begin(start)):
            return None, 1  # a verb of one letter, or a word: `a large green ship`
        for end in range(min(len(words), place + _MOST_WORDS), place, -1):
            piece = " ".join(words[place:end]).lstrip(_EDGE).rstrip(_STOPS)
            if not self._goes_on(words, end) and (ways := self.read(piece.lstrip("([{"))):
                return ways[0], end - place
        return None, 1

    def _goes_on(self, words: Sequence[str], end: int) -> bool:
        """Whether the last word before an end has a `;`, and another action of the turn may follow it: no word of
        letters alone."""
        if isinstance(self.game, SingleActionTurns) or end == len(words) or not words[end - 1].endswith(";"):
            return False
        are_signs = not any(word.strip(_EDGE).isalpha() for word in words[end - 1 : end + 1])
        return are_signs or self.may_begin(words[end].lstrip(_EDGE))

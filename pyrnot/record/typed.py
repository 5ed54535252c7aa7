"""Reads a turn as players type it: what its game's grammar does not read, by the game's table of spellings (TR3.4).

Applies no rule: where a text can be read in several ways, which of them is legal is left to the judge.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pyrnot.core.diagnostics import Illegal, Span
from pyrnot.core.mixins import SingleActionTurns
from pyrnot.core.patterns import lazy_pattern
from pyrnot.core.tags import plain_characters
from pyrnot.record.grammars import NotNotation, action_starts, parse_action
from pyrnot.record.tokens import LOOSE_NUMBER, LOOSER_NUMBER, SEAT

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame, ParsedAction

_LONGEST_TURN = 600
_LONGEST_ACTION = 12
"""Words of an action, dice with their second rolls among them."""
_NUMBER = lazy_pattern(rf"\s*+(?:{LOOSE_NUMBER}++)?+\s*+(?:\{{[^}}]*+\}}\s*+)*+")
_SEAT = lazy_pattern(SEAT)
_MARK = lazy_pattern(r"(?:(?<![!?])[!?]{1,2}|\$[0-9]{1,3})\Z")
_MARK_LENGTH = 4
_NEXT_NUMBER = lazy_pattern(rf"\s\(?{LOOSER_NUMBER}")
_WORD = lazy_pattern(r"\S+")
_STRAY = lazy_pattern(r"(?:[\s.,;]*[,;])?")
"""The commas and semicolons that are left over after a turn's actions."""


class WrittenActions(Struct, frozen=True):
    """The text of a turn's actions, and where they stand; `span` has also the `;` and commas that are left over after
    them, which go when the turn is written again."""

    text: str
    span: Span


def read_typed(game: AnyGame, text: str, position: Any = None) -> list[str]:
    """The ways to write a typed turn in its game's notation, the most likely first, with its number, seat, marks and
    comments; none if it is notation already, or no turn however it is read.

    A `position` tells what may have been left out: where a ship is built.
    """
    if len(text) > _LONGEST_TURN:
        return []
    turns = (_cut_turn(text), _cut_turn(text, with_seat=True))
    if any(parse_turn(game, turn.actions) is not None for turn in turns):
        return []
    for turn in turns:
        ways = list(dict.fromkeys(_normalised(game, turn.actions, position)))
        if ways:
            return [f"{turn.head}{way}{turn.tail}" for way in ways]
    return []


def parse_turn(game: AnyGame, text: str) -> list[ParsedAction] | None:
    """The actions of a turn without number and seat; None if it is not one in its game's notation (R3)."""
    try:
        actions = [parse_action(game, part.strip()) for part in plain_characters(text).split(";")]
        game.check_parts(actions)
    except NotNotation:
        return None
    except Illegal as illegal:
        return None if illegal.rule == "R3" else actions
    if isinstance(game, SingleActionTurns) and len(actions) > 1:
        return None
    return actions


def read_opening(game: AnyGame, text: str) -> ParsedAction:
    """The dice that a text gives, as the grammar reads them or in words. Raises `NotNotation`."""
    dice = None if is_action(game, text) else game.informal().read_dice(text)
    return parse_action(game, dice or text)


def read_dice(game: AnyGame, dice: str | None) -> ParsedAction | None:
    """The action with which dice begin a turn, None in a game without dice. Raises ValueError if the game needs them
    and none are given, or the other way round, and for any other text."""
    opening = game.info.opening
    if opening is None:
        if dice is not None:
            raise ValueError(f"{game.info.title} has no dice")
        return None
    if dice is None:
        raise ValueError(f'{game.info.title} needs dice, such as "{opening}"')
    try:
        return read_opening(game, dice)
    except NotNotation as error:
        raise ValueError(f"{error.message}: {dice!r}") from None


def written_actions(text: str, start: int, offset: int) -> WrittenActions | None:
    """The actions of the turn that begins at `start` and has an error at `offset`: up to the end of its line or the
    next turn's number, without its own number, seat, marks and comments. None if comments are among them."""
    newline = text.find("\n", offset)
    line = text[start : newline if newline >= 0 else len(text)]
    if len(line) > _LONGEST_TURN:
        return None
    line = _NEXT_NUMBER.split(line, maxsplit=1)[0]
    turn = _cut_turn(line, with_seat=True)
    if not set("{}#").isdisjoint(turn.actions):
        return None
    return WrittenActions(turn.actions, Span(len(turn.head), len(line) - len(turn.tail)).shift(start))


class _CutTurn(Struct, frozen=True):
    """The text of a turn in three: its number and seat, its actions, and its marks and comments."""

    head: str
    actions: str
    tail: str


def _cut_turn(text: str, *, with_seat: bool = False) -> _CutTurn:
    """A turn's text cut before and after its actions; what looks like a seat is part of the actions unless
    `with_seat`."""
    start = body_start(text, with_seat=with_seat)
    end = max(start, _end_of_actions(text))
    stray = _STRAY.match(text, end)
    assert stray is not None  # it may be empty
    return _CutTurn(text[:start], text[start:end], text[stray.end() :])


def body_start(text: str, *, with_seat: bool = True) -> int:
    """Where a turn's text continues after its number and seat."""
    number = _NUMBER.match(text)
    start = number.end() if number else 0
    if not with_seat:
        return start
    seat = _SEAT.match(text, start)
    return seat.end() if seat else start


def _end_of_actions(text: str) -> int:
    """Where a turn's actions end: before its mark and its comments, and the punctuation around them."""
    end = len(text.rstrip())
    while text.endswith("}", 0, end):
        opening = text.rfind("{", 0, end)
        if opening < 0 or text.find("}", opening) != end - 1:
            break
        end = len(text[:opening].rstrip())
    mark = _MARK.search(text[max(0, end - _MARK_LENGTH) : end])
    if mark is not None:
        end -= len(mark.group())
    return len(text[:end].rstrip(" \t\r\n\f\v.,;"))


def _normalised(game: AnyGame, text: str, position: Any) -> Iterator[str]:
    """The turns that a text is with its spellings put right, one after another, or with `;` between its actions."""
    informal = game.informal()
    for state in reversed(informal.respellings(text)):
        way = state.strip().rstrip(" .;,")
        if parse_turn(game, way) is None:
            way = separate(game, way)
        if way and parse_turn(game, way) is not None:
            yield way
        elif position is not None and informal.is_incomplete(state):
            for complete in informal.complete(state, position):
                if parse_turn(game, complete) is not None:
                    yield complete


def separate(game: AnyGame, text: str) -> str:
    """Whole actions one after another, with a `;` between them; "" if the text is anything else, or one action."""
    actions: list[str] = []
    for part in text.split(";"):
        unread = part.strip(" .")
        if not unread:
            return ""  # an action is lost, such as a card in angle brackets
        while unread:
            length = _longest_action(game, unread)
            if not length:
                return ""
            actions.append(unread[:length])
            unread = unread[length:].strip(" .")
    return "; ".join(actions) if len(actions) > 1 else ""


def _longest_action(game: AnyGame, text: str) -> int:
    """The length of the longest action of whole words with which a text begins, 0 if it begins with none."""
    _, begins_action = action_starts(game.info.grammar)
    if begins_action.match(text) is None:
        return 0
    ends = [word.end() for word in islice(_WORD.finditer(text), _LONGEST_ACTION)]
    for end in reversed(ends):
        if is_action(game, text[:end]):
            return end
    return 0


def is_action(game: AnyGame, text: str) -> bool:
    """Whether a text is one action in its game's notation."""
    try:
        parse_action(game, plain_characters(text))
    except NotNotation:
        return False
    return True

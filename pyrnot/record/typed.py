"""Reads a turn as players type it: what its game's grammar does not read, by the game's table of spellings (TR3.4).

Applies no rule: where a text can be read in several ways, which of them is legal is left to the judge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pyrnot.core.diagnostics import Illegal, Span
from pyrnot.core.tags import plain_characters
from pyrnot.record.grammars import NotNotation, action_starts, parse_action
from pyrnot.record.tokens import LOOSE_NUMBER, LOOSER_NUMBER, SEAT

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame, ParsedAction

_LONGEST_TURN = 600
_LONGEST_ACTION = 12
"""Words of an action, dice with their second rolls among them."""
_NUMBER = re.compile(rf"\s*+(?:{LOOSE_NUMBER}++)?+\s*+(?:\{{[^}}]*+\}}\s*+)*+")
_SEAT = re.compile(SEAT)
_MARK = re.compile(r"(?:(?<![!?])[!?]{1,2}|\$[0-9]{1,3})\Z")
_MARK_LENGTH = 4
_NEXT_NUMBER = re.compile(rf"\s\(?{LOOSER_NUMBER}")
_WORD = re.compile(r"\S+")


def read_typed(game: AnyGame, text: str, position: Any = None) -> list[str]:
    """The ways to write a typed turn in its game's notation, the most likely first, with its number, seat, marks and
    comments; none if it is notation already, or no turn however it is read.

    A `position` tells what may have been left out: where a ship is built.
    """
    parted = [_parted(text), _parted(text, with_seat=True)] if len(text) <= _LONGEST_TURN else []
    if any(parse_turn(game, body) is not None for _, body, _ in parted):
        return []
    for head, body, tail in parted:
        found = list(dict.fromkeys(_respelt(game, body, position)))
        if found:
            return [f"{head}{way}{tail}" for way in found]
    return []


def parse_turn(game: AnyGame, text: str) -> list[ParsedAction] | None:
    """The actions of a turn without number and seat; None if it is not one in its game's notation (R3)."""
    try:
        parsed_actions = [parse_action(game, part.strip()) for part in plain_characters(text).split(";")]
        game.check_parts(parsed_actions)
    except NotNotation:
        return None
    except Illegal as illegal:
        return None if illegal.rule == "R3" else parsed_actions
    return parsed_actions if len(parsed_actions) == 1 or not game.info.has_one_action else None


def read_opening(game: AnyGame, text: str) -> ParsedAction:
    """The dice that a text gives, as the grammar reads them or in words. Raises `NotNotation`."""
    dice = None if is_action(game, text) else game.informal().read_dice(text)
    return parse_action(game, dice or text)


def read_dice(game: AnyGame, dice: str | None) -> ParsedAction | None:
    """The action with which dice begin a turn, None in a game without dice. Raises ValueError if the game needs them
    and none are given, or the other way round, and for any other text."""
    opening = game.info.opening
    if opening is None or dice is None:
        if dice is not None:
            raise ValueError(f"{game.info.title} has no dice")
        if opening is not None:
            raise ValueError(f'{game.info.title} needs dice, such as "{opening}"')
        return None
    try:
        return read_opening(game, dice)
    except NotNotation as error:
        raise ValueError(f"{error.message}: {dice!r}") from None


def written_actions(text: str, start: int, offset: int) -> Span | None:
    """Where the actions of the turn stand that begins at `start` and has a diagnostic at `offset`: up to the end of its
    line or the next turn's number, without its own number, seat, marks and comments. None if comments are among
    them."""
    newline = text.find("\n", offset)
    line = text[start : newline if newline >= 0 else len(text)]
    if len(line) > _LONGEST_TURN:
        return None
    head, body, _ = _parted(_NEXT_NUMBER.split(line, maxsplit=1)[0], with_seat=True)
    return None if set("{}#").intersection(body) else Span(start + len(head), start + len(head) + len(body))


def _parted(text: str, *, with_seat: bool = False) -> tuple[str, str, str]:
    """A turn's number, and seat, before it; its actions; and what follows them."""
    start = body_start(text, with_seat=with_seat)
    end = max(start, _end_of_actions(text))
    return text[:start], text[start:end], text[end:].lstrip(",;")


def body_start(text: str, *, with_seat: bool = True) -> int:
    """Where a turn's text continues after its number and seat."""
    number = _NUMBER.match(text)
    start = number.end() if number else 0
    seat = _SEAT.match(text, start) if with_seat else None
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


def _respelt(game: AnyGame, text: str, position: Any) -> Iterator[str]:
    """The turns that a text is with its spellings put right, one after another, or with `;` between its actions."""
    informal = game.informal()
    for state in reversed(informal.respellings(text)):
        way = state.strip().rstrip(" .;,")
        if parse_turn(game, way) is None:
            way = separate(game, way)
        if way and parse_turn(game, way) is not None:
            yield way
        elif position is not None and informal.is_incomplete(state):
            yield from (way for way in informal.complete(state, position) if parse_turn(game, way) is not None)


def separate(game: AnyGame, text: str) -> str:
    """Whole actions one after another, with a `;` between them; "" if the text is anything else, or one action."""
    _, begins = action_starts(game.info.grammar)
    parts = []
    for part in text.split(";"):
        rest = part.strip(" .")
        if not rest:
            return ""  # an action is lost, such as a card in angle brackets
        while rest:
            ends = [found.end() for found in _WORD.finditer(rest)][:_LONGEST_ACTION] if begins.match(rest) else []
            end = next((end for end in reversed(ends) if is_action(game, rest[:end])), 0)
            if not end:
                return ""
            parts.append(rest[:end])
            rest = rest[end:].strip(" .")
    return "; ".join(parts) if len(parts) > 1 else ""


def is_action(game: AnyGame, text: str) -> bool:
    """Whether a text is one action in its game's notation."""
    try:
        parse_action(game, plain_characters(text))
    except NotNotation:
        return False
    return True

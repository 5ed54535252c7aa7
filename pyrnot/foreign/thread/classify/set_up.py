"""What a game needs before its first turn, by its own notation: goals, cards, and tags that are named (TR3.2)."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.thread.model import Kind, ThreadLine
from pyrnot.foreign.thread.players import ME, YOU, Players
from pyrnot.foreign.thread.words import tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyrnot.core.game import AnyGame
    from pyrnot.core.informal import InformalNotation

_KEY = lazy_pattern(r"^\W*(?P<key>[^\W\d_]{3,16}(?: [a-z]{4,8})?)\s*[:=]\s*(?P<value>\S.*?)[^\w^]*$", re.IGNORECASE)
_SHARED = ("Event", "Site", "Date", "Round", "Variant", "First")
_GOAL = lazy_pattern(r"(?<![A-Za-z(])(?:[SML][a-z]){3}(?![A-Za-z(])")
_IS_GOAL = lazy_pattern(r"\W*G[1-3]\s*[=:]\s*(?:[SML][a-z][\s,]*){3}")
_VALUES = {"Seats": lazy_pattern(r"\d+"), "Date": lazy_pattern(r"(?!.*\d:\d\d).*[\W\d_].*")}
"""How the values of some tags are written. A date is more than a word: `Tuesday, 10 November` is cut at its comma;
with a time it is that of a message, not of a game."""
_ANY = lazy_pattern(".*")
_KEYED_PARTS = lazy_pattern(r"[,;.]\s+|[()\[\]]")

_SENTENCE_END = lazy_pattern(r"(?<=[.!?])\s+")
_WORD = lazy_pattern(r"[^\W\d_]{3,}")
CARD = "Card"
"""The tag of a card for which no seat is named."""

TagPair = tuple[str, str]
"""A tag and its value."""


def names_of_tags(game: AnyGame) -> dict[str, str]:
    """The tags that a line may give, by their names in small letters."""
    return {name.lower(): name for name in (*game.info.tags, *_SHARED)}


def cut_set_up(text: str, informal: InformalNotation, players: Players) -> tuple[list[TagPair], str]:
    """The tags that a text gives in the game's own notation, and what is left of it; `Card` is the tag of a card for
    which no seat is named."""
    goals = _goals(text, informal)
    if len(goals) == 3:
        before = re.sub(r"[^.;!?]*$", "", text[: goals[0].start()])
        left = f"{before} {text[goals[2].end() :]}".strip(" .,;")
        return [("Goals", " ".join(goal.group() for goal in goals))], left
    if not informal.set_up_tags:
        return [], ""  # of a chat each line would be put into English
    return list(informal.read_set_up(_in_english(text, players))), ""


def _in_english(text: str, players: Players) -> str:
    """A text with the seats for the words of other languages that name them."""
    return _WORD.sub(lambda word: players.seat_word(word[0]) or word[0], text)


def goals_in(text: str, informal: InformalNotation) -> set[str]:
    """The goals that a text names, in a game that has goals."""
    return {goal.group() for goal in _goals(text, informal)}


def _goals(text: str, informal: InformalNotation) -> list[re.Match[str]]:
    """What a text has that is written like a goal, in a game that has goals."""
    return list(_GOAL.finditer(text)) if "Goals" in informal.set_up_tags else []


def tags_of(line: ThreadLine, players: Players, informal: InformalNotation, *, is_before: bool) -> list[TagPair]:
    """The tags that a line of talk gives, as a whole or in one of its sentences; `is_before`: it stands above the
    first turn, where a card may be named without its seat."""
    text = _with_seat(line, players)
    pairs = _said_in(text, informal, players, is_before=is_before)
    parts = _SENTENCE_END.split(text)
    if not pairs and len(parts) > 1:
        pairs = [pair for part in parts for pair in _said_in(part, informal, players, is_before=is_before)]
    whole = dict(pairs)
    keyed = [pair for part in _KEYED_PARTS.split(line.text) for pair in _keyed(part, players)]
    return [*pairs, *((name, value) for name, value in keyed if value not in whole.get(name, ""))]


def _said_in(text: str, informal: InformalNotation, players: Players, *, is_before: bool) -> list[TagPair]:
    """The tags that a text gives; a card of `yours` is nobody's."""
    pairs, _ = cut_set_up(text, informal, players)
    may_be_own = is_before and YOU.isdisjoint(tokens_of(text))
    return [pair for pair in pairs if pair[0] != CARD or may_be_own]


def dealt(given: Sequence[tuple[ThreadLine, str, str]], players: Players) -> Iterator[tuple[ThreadLine, str, str]]:
    """Tags with their lines, in which a card without a seat is its writer's; the only one that is named is every
    seat's."""
    cards = {(name, value) for _, name, value in given if name.endswith(CARD)}
    for line, name, value in given:
        seats = players.seats if len(cards) == 1 else filter(None, [players.seat_of(line.author)])
        names = [f"{seat}{CARD}" for seat in seats] if name == CARD else [name]
        yield from ((line, known, value) for known in names)


def with_shown_cards(
    lines: Sequence[ThreadLine], informal: InformalNotation, players: Players
) -> Sequence[ThreadLine]:
    """The lines, with those as talk in which each player shows a card above the first turn: a card alone is none."""
    if not any(tag.endswith(CARD) for tag in informal.set_up_tags):
        return lines
    above = takewhile(_may_be_card, lines)
    shown = {line.order for line in above if _gives_card(_said_card(line), informal, players)}
    if len(shown) < 2:
        return lines
    return [_as_talk(line) if line.order in shown else line for line in lines]


def _may_be_card(line: ThreadLine) -> bool:
    """Whether a line is not a turn, or one of a single action."""
    return not line.is_turn or len(line.interpretations[0].parsed_actions) == 1


def _gives_card(text: str, informal: InformalNotation, players: Players) -> bool:
    return any(name.endswith(CARD) for name, _ in cut_set_up(text, informal, players)[0])


def _said_card(line: ThreadLine) -> str:
    """What a line says of a card, also where that alone may be a turn."""
    return line.text if line.kind is Kind.TALK else f"{CARD}: {line.text}"


def _as_talk(line: ThreadLine) -> ThreadLine:
    """A line that shows a card, which was perhaps read as a turn; `mine` names no player."""
    who = "" if line.who.lower() in ME else line.who
    return replace(line, kind=Kind.TALK, text=_said_card(line), who=who, interpretations=())


def listed_set_up(
    lines: Sequence[ThreadLine], informal: InformalNotation
) -> Iterator[tuple[Sequence[ThreadLine], Sequence[TagPair]]]:
    """What lists of several lines give, one of which would read as a turn or as one with a number: `1 = Sb My Lw`."""
    for count in range(informal.set_up_lines, 1, -1):
        for place in range(len(lines) - count + 1):
            listed = lines[place : place + count]
            pairs = informal.read_set_up("\n".join(line.line.text for line in listed))
            if pairs and all(_may_be_listed(line) for line in listed):
                yield listed, pairs


def _may_be_listed(line: ThreadLine) -> bool:
    return line.kind is not Kind.CANDIDATE or _IS_GOAL.fullmatch(line.line.text) is not None


def _with_seat(line: ThreadLine, players: Players) -> str:
    """The text with the player's name or `my` at its beginning replaced by the seat."""
    match = re.match(r"^(?P<name>[^\W\d_][\w.-]{0,30})(?:['’]s)?\s", line.text)
    if not match:
        return line.text
    name = match["name"]
    seat = players.seat_of(line.author) if name.lower() in ("my", "mine", "i") else players.seat_of(name)
    if seat is None:
        return line.text
    return f"{seat} {line.text[match.end() :]}"


def _keyed(text: str, players: Players) -> list[TagPair]:
    """The tag that a line gives by its name: `Variant: short`, `Seats: 3`."""
    match = _KEY.match(text)
    if not match:
        return []
    name = names_of_tags(players.game).get("".join(match["key"].split()).lower())
    value = match["value"].strip(" \"'.<>")
    if name is None or not _VALUES.get(name, _ANY).fullmatch(value):
        return []
    meant = players.seat_of(value) if name == "First" else value
    return [(name, meant)] if meant else []

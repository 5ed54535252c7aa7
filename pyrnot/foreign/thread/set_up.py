"""What a game needs before its first turn, by its own notation: goals, cards, and tags that are named (TR3.2)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pyrnot.foreign.thread.model import Kind, ThreadLine
from pyrnot.foreign.thread.players import YOU, Players
from pyrnot.foreign.thread.words import tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyrnot.core.informal import InformalNotation

_KEY = re.compile(r"^\W*(?P<key>[^\W\d_]{3,16}(?: [a-z]{4,8})?)\s*[:=]\s*(?P<value>\S.*?)[^\w^]*$", re.IGNORECASE)
_SHARED = ("Event", "Site", "Date", "Round", "Variant", "First")
_GOAL = re.compile(r"(?<![A-Za-z(])(?:[SML][a-z]){3}(?![A-Za-z(])")
_IS_GOAL = re.compile(r"\W*G[1-3]\s*[=:]\s*(?:[SML][a-z][\s,]*){3}")
_KEYED_PARTS = re.compile(r"[,;.]\s+|[()\[\]]")

TagPair = tuple[str, str]
"""A tag and its value."""


def cut_set_up(text: str, informal: InformalNotation, seat: str | None = None) -> tuple[list[TagPair], str]:
    """The tags that a text gives in the game's own notation, and what is left of it. A card for which no seat is
    named belongs to the `seat` of its writer."""
    goals = list(_GOAL.finditer(text)) if "Goals" in informal.set_up_tags else []
    if len(goals) == 3:
        before = re.sub(r"[^.;!?]*$", "", text[: goals[0].start()])
        left = f"{before} {text[goals[2].end() :]}".strip(" .,;")
        return [("Goals", " ".join(goal.group() for goal in goals))], left
    own = f"{seat}Card" if seat and YOU.isdisjoint(tokens_of(text)) else ""
    pairs = [(own if name == "Card" else name, value) for name, value in informal.read_set_up(text)]
    return [pair for pair in pairs if pair[0]], ""


def goals_in(text: str, informal: InformalNotation) -> set[str]:
    """The goals that a text names, in a game that has goals."""
    return {goal.group() for goal in _GOAL.finditer(text)} if "Goals" in informal.set_up_tags else set()


def tags_of(line: ThreadLine, players: Players, informal: InformalNotation, *, is_before: bool) -> list[TagPair]:
    """The tags that a line of talk gives; `is_before`: it stands above the first turn, where a card may be its
    writer's."""
    seat = players.seat_of(line.author) if is_before else None
    pairs, _ = cut_set_up(_with_seat(line, players), informal, seat)
    return [*pairs, *(pair for part in _KEYED_PARTS.split(line.text) for pair in _keyed(part, players))]


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
    if seat is None or players.seat_word(name) is not None:
        return line.text
    return f"{seat} {line.text[match.end() :]}"


def _keyed(text: str, players: Players) -> list[TagPair]:
    """The tag that a line gives by its name: `Variant: short`, `Seats: 3`."""
    match = _KEY.match(text)
    if not match:
        return []
    names = {name.lower(): name for name in (*players.game.info.tags, *_SHARED)}
    name = names.get("".join(match["key"].split()).lower())
    value = match["value"].strip(" \"'.")
    if name is None or (name == "Seats" and not value.isdigit()):
        return []
    if name == "First":
        value = players.seat_of(value) or ""
    return [(name, value)] if value else []

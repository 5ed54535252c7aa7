"""What a game needs before its first turn, by its own notation: goals, cards, and tags that are named (TR3.2)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pyrnot.foreign.thread.items import Item, Kind
from pyrnot.foreign.thread.seats import YOU
from pyrnot.foreign.thread.words import tokens_of

if TYPE_CHECKING:
    from pyrnot.core.informal import InformalNotation
    from pyrnot.foreign.thread.seats import SeatBook

_KEY = re.compile(r"^\W*(?P<key>[^\W\d_]{3,16}(?: [a-z]{4,8})?)\s*[:=]\s*(?P<value>\S.*?)\W*$", re.IGNORECASE)
_SHARED = ("Event", "Site", "Date", "Round", "Variant", "First")
_GOAL = re.compile(r"(?<![A-Za-z(])(?:[SML][a-z]){3}(?![A-Za-z(])")
_IS_GOAL = re.compile(r"\W*G[1-3]\s*[=:]\s*(?:[SML][a-z][\s,]*){3}")


def cut_set_up(text: str, informal: InformalNotation, seat: str | None = None) -> tuple[list[tuple[str, str]], str]:
    """The tags that a text gives in the game's own notation, and what is left of it. A card for which no seat is named
    belongs to the `seat` of its writer."""
    goals = list(_GOAL.finditer(text)) if "Goals" in informal.set_up_tags else []
    if len(goals) == 3:
        rest = f"{re.sub(r'[^.;!?]*$', '', text[: goals[0].start()])} {text[goals[2].end() :]}".strip(" .,;")
        return [("Goals", " ".join(found.group() for found in goals))], rest
    own = f"{seat}Card" if seat and YOU.isdisjoint(tokens_of(text)) else ""
    given = [(own if name == "Card" else name, value) for name, value in informal.read_set_up(text)]
    return [pair for pair in given if pair[0]], ""


class SetUp:
    """The tags that talk gives, each with its value and its item; `others` are items that give another value."""

    def __init__(self, informal: InformalNotation) -> None:
        self.informal = informal
        self.tags: dict[str, tuple[str, Item]] = {}
        self.others: list[tuple[Item, str, str]] = []

    def read(self, talk: Sequence[Item], book: SeatBook, *, is_before: bool) -> None:
        """Reads what talk before the first turn gives, or after it; its items become silent."""
        for place, item in enumerate(talk):
            seat = book.seat_of(item.speaker) if is_before else None
            given, _ = cut_set_up(_with_seat(item, book), self.informal, seat)
            for count in range(self.informal.set_up_lines, 1, -1):
                if not given and len(talk) >= place + count:
                    text = "\n".join(each.text for each in talk[place : place + count])
                    given = list(self.informal.read_set_up(text))
            keyed = [pair for part in re.split(r"[,;.]\s+|[()\[\]]", item.text) for pair in _keyed(part, book)]
            for name, value in [*given, *keyed]:
                if self.tags.setdefault(name, (value, item))[0] != value:
                    self.others.append((item, name, value))
            item.is_settled = item.is_settled or bool(given)

    def read_listed(self, items: Sequence[Item]) -> None:
        """Reads what a list of lines gives, one of which would read as a turn or as one with a number: `1 = Sb My Lw`.
        Its items become silent."""
        for count in range(2, self.informal.set_up_lines + 1):
            for listed in (items[place : place + count] for place in range(len(items) - count + 1)):
                given = self.informal.read_set_up("\n".join(each.line.text for each in listed))
                if given and all(each.kind is not Kind.TURN or _IS_GOAL.fullmatch(each.line.text) for each in listed):
                    for each in listed:
                        each.kind, each.is_settled = Kind.OUT, True
                    self.tags.update((name, (value, listed[0])) for name, value in given)
                    return


def _with_seat(item: Item, book: SeatBook) -> str:
    """The text with the player's name or `my` at its beginning replaced by the seat."""
    found = re.match(r"^(?P<name>[^\W\d_][\w.-]{0,30})(?:['’]s)?\s", item.text)
    if not found:
        return item.text
    name = found["name"]
    seat = book.seat_of(item.speaker) if name.lower() in ("my", "mine", "i") else book.seat_of(name)
    return f"{seat} {item.text[found.end() :]}" if seat and book.seat_word(name) is None else item.text


def _keyed(text: str, book: SeatBook) -> list[tuple[str, str]]:
    """The tag that a line gives by its name: `Variant: short`, `Seats: 3`."""
    found = _KEY.match(text)
    if not found:
        return []
    names = {name.lower(): name for name in (*book.game.info.tags, *_SHARED)}
    name = names.get("".join(found["key"].split()).lower())
    value = found["value"].strip(" \"'.")
    if name is None or (name == "Seats" and not value.isdigit()):
        return []
    if name == "First":
        value = book.seat_of(value) or ""
    return [(name, value)] if value else []

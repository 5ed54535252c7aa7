"""Game records of Abstract Play, in JSON: rounds of turns, as its site writes them (recranks' gamerecord)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from msgspec.structs import replace

from pyrnot.core.diagnostics import Span
from pyrnot.core.game import AnyGame
from pyrnot.core.limits import RECORD_TURNS
from pyrnot.foreign.decoded import DecodedLine, DecodedPart, DecodedText, load_json
from pyrnot.foreign.homeworlds import SiteTurn, build_record, site_tag
from pyrnot.foreign.verbs import read_turn
from pyrnot.games.homeworlds.position import SEATS_BY_COUNT, Seat
from pyrnot.record.model import Record, Tag
from pyrnot.record.source import SourceText

TITLE = "an Abstract Play record"
RANK = 30

_HEADER = re.compile(r'\s*[\[{][^"]*"(?:header|moves)"\s*:')
_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?!\d)")


def recognises(head: str) -> bool:
    """Whether a text begins as a game record does, or a list of them."""
    return bool(_HEADER.match(head)) and '"players"' in head


def read(source: SourceText, game: AnyGame | None) -> Iterator[Record]:
    """The games of the file that have turns, one by one; none if it is not JSON to its end."""
    found = load_json(source.text)
    for entry in found if isinstance(found, list) else [found]:
        game_record = _mapping(entry)
        if isinstance(game_record.get("header"), Mapping) and isinstance(game_record.get("moves"), list):
            yield _Reader(game_record).read(source)


class _Reader:
    """Reads a game. The text of its record has a line for each value and each turn that is read."""

    def __init__(self, entry: Mapping[str, Any]) -> None:
        self.header: Mapping[str, Any] = entry["header"]
        self.rounds: Sequence[Any] = entry["moves"]
        listed = self.header.get("players")
        self.players = [player for player in listed if isinstance(player, Mapping)] if isinstance(listed, list) else []
        self.seats = SEATS_BY_COUNT.get(len(self.players), SEATS_BY_COUNT[2])
        self.tags: list[Tag] = []
        self.lines: list[DecodedPart] = []
        self.size = 0

    def read(self, source: SourceText) -> Record:
        """The record of the game."""
        self._read_header()
        moves = islice(self._moves(), RECORD_TURNS + 1)
        turns = [self._turn(text, seat, number) for text, seat, number in moves]
        record = build_record(DecodedText(self.lines, source), TITLE, turns, self.tags)
        return replace(record, result_is_tag=True, result_name="the result of the players")

    def _add(self, text: str, name: str, number: int = 1) -> Span:
        """Adds a line to the text of the record, that of a round or of the header; where it is."""
        span = Span(self.size, self.size + len(text))
        self.lines.append(DecodedPart([DecodedLine(text, number)], name))
        self.size = span.end + 1
        return span

    def _tag(self, name: str, value: Any) -> None:
        if isinstance(value, str | int) and not isinstance(value, bool) and str(value).strip():
            text = " ".join(str(value).split())
            self.tags.append(site_tag(name, text, self._add(text, "the header")))

    def _read_header(self) -> None:
        game = _mapping(self.header.get("game"))
        site = _mapping(self.header.get("site"))
        self._tag("Game", game.get("name", "Homeworlds"))
        self._tag("Event", self.header.get("event"))
        self._tag("Site", site.get("name"))
        self._tag("Round", site.get("gameid"))
        for name, key in (("Date", "date-start"), ("EndDate", "date-end")):
            found = _DATE.match(str(self.header.get(key, "")))
            self._tag(name, ".".join(found.groups()) if found else None)
        if len(self.players) > 2:
            self._tag("Variant", "sinister")
        options = game.get("variants")
        if isinstance(options, list):
            self._tag("Options", ", ".join(option for option in options if isinstance(option, str)))
        for seat, player in zip(self.seats, self.players, strict=False):
            self._tag(seat.value, player.get("name"))
        # The player with the highest result won; all with the same have drawn.
        results = [player.get("result") for player in self.players]
        numbers = [result for result in results if isinstance(result, int | float)]
        best = [seat for seat, result in zip(self.seats, numbers, strict=False) if result == max(numbers)]
        if len(numbers) == len(results) and best and len(best) in (1, len(self.seats)):
            self._tag("Result", best[0].value if len(best) == 1 else "draw")

    def _moves(self) -> Iterator[tuple[str, Seat, int]]:
        """The turns in order, each with its seat and the number of its round; a seat without one in a round has dropped
        out."""
        for number, entries in enumerate(self.rounds, 1):
            for seat, entry in self._seated(entries if isinstance(entries, list) else [entries]):
                move = entry.get("move") if isinstance(entry, Mapping) else entry
                if isinstance(move, str) and move.strip():
                    yield " ".join(move.splitlines()), seat, number

    def _seated(self, entries: Sequence[Any]) -> Sequence[tuple[Seat, Any]]:
        """The entries of a round in the order of play, each with its seat: by its index, else, where players who
        dropped out have no entry, by the `sequence` that a converted transcript gives to a seat."""
        made = [entry for entry in entries if entry is not None]
        numbers = [_mapping(entry).get("sequence") for entry in made]
        order = [number for number in numbers if isinstance(number, int) and not isinstance(number, bool)]
        if len(set(order)) < len(made):
            return list(zip(self.seats, entries, strict=False))
        if len(entries) < len(self.seats) and all(0 < number <= len(self.seats) for number in order):
            return [(self.seats[number - 1], entry) for number, entry in zip(order, made, strict=True)]
        seated = [(seat, entry) for seat, entry in zip(self.seats, entries, strict=False) if entry is not None]
        return sorted(seated, key=lambda pair: pair[1]["sequence"])

    def _turn(self, text: str, seat: Seat, number: int) -> SiteTurn:
        return read_turn(text, self._add(text, f"round {number}, {seat}", number).start, seat)


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}

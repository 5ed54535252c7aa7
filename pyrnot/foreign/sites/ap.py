"""Game records of Abstract Play, in JSON: rounds of turns, as its site writes them (recranks' gamerecord).

Those of Homeworlds are in that game's published notation, those of any other game in what its players type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, islice
from typing import Any

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Illegal, Span, quote
from pyrnot.core.game import AnyGame
from pyrnot.core.limits import RECORD_TURNS
from pyrnot.core.patterns import lazy_pattern
from pyrnot.core.tags import Tags
from pyrnot.foreign.decoded import DecodedLine, DecodedText, Post, load_json
from pyrnot.foreign.sites.homeworlds import HOMEWORLDS, SiteTurn, build_record, site_diagnostic, site_tag
from pyrnot.foreign.sites.openings import AP_TITLE
from pyrnot.foreign.sites.verbs import read_turn
from pyrnot.foreign.source import ForeignText
from pyrnot.games import import_game, load_game
from pyrnot.games.homeworlds.position import SEATS_BY_COUNT, Seat
from pyrnot.record.grammars import parse_action
from pyrnot.record.model import Action, Record, SeatWritten
from pyrnot.record.typed import parse_turn, read_typed

_SITE = "Abstract Play"

_DATE = lazy_pattern(r"(\d{4})-(\d{2})-(\d{2})(?!\d)")


def read_games(source: ForeignText) -> Iterator[Record]:
    """The games of the file that have turns, one by one; none if it is not JSON to its end."""
    document = load_json(source.text)
    entries = document if isinstance(document, list) else [document]
    for entry in entries:
        header = _mapping(entry).get("header")
        rounds = _mapping(entry).get("moves")
        if isinstance(header, Mapping) and isinstance(rounds, list):
            yield _read_game(source, header, rounds)


def _read_game(source: ForeignText, header: Mapping[str, Any], rounds: Sequence[Any]) -> Record:
    """The record of a game, whose text has a line for each value of the header and for each turn."""
    players = [player for player in _sequence(header.get("players")) if isinstance(player, Mapping)]
    game = load_game(str(_mapping(header.get("game")).get("name"))) or import_game(HOMEWORLDS)
    seats = _seats(game, len(players))
    values = _written_values(header, dict(zip(seats, players, strict=False)), game)
    moves = list(islice(_moves(rounds, seats), RECORD_TURNS + 1))
    posts = [Post([DecodedLine(value, 1)], "the header") for _, value in values]
    posts += [Post([DecodedLine(text, number)], f"round {number}, {seat}") for text, seat, number in moves]
    starts = accumulate((len(line.raw) + 1 for post in posts for line in post.lines), initial=0)
    tags = [site_tag(name, value, Span(0, len(value)).shift(next(starts))) for name, value in values]
    turns = [_read_turn(game, text, next(starts), seat) for text, seat, _ in moves]
    record = build_record(DecodedText(posts, source), AP_TITLE, turns, tags, game=game)
    assert record.transcript is not None
    transcript = replace(record.transcript, has_result_tag=True, result_name="the result of the players")
    return replace(record, transcript=transcript)


def _seats(game: AnyGame, count: int) -> Sequence[str]:
    """The seats of a game with that many players, in turn order."""
    if game.info.id == HOMEWORLDS:
        return SEATS_BY_COUNT.get(count, SEATS_BY_COUNT[2])
    try:
        seats = game.start(Tags()).seats
    except Illegal:  # it cannot begin without a tag
        seats = game.info.seats
    return seats if len(seats) == count else game.info.seats


def _read_turn(game: AnyGame, text: str, start: int, seat: str) -> SiteTurn:
    """A turn of a game, whose text begins at the offset `start`; one that is not a turn has a diagnostic."""
    if game.info.id == HOMEWORLDS:
        return read_turn(text, start, Seat(seat))
    span = Span(start, start + len(text))
    seat_written = SeatWritten(seat, span)
    written = [text] if parse_turn(game, text) else read_typed(game, text)[:1]
    if not written:
        message = f"this is not a turn of {game.info.title}: {quote(text)}"
        return SiteTurn(*span, (), seat_written, site_diagnostic(CoreCodes.NOT_NOTATION, span, message))
    # What was respelt has no location of its parts: a diagnostic is about all of it.
    parsed = [parse_action(game, part.strip()) for part in written[0].split(";")]
    return SiteTurn(*span, tuple(Action(*span, replace(action, spans={})) for action in parsed), seat_written)


def _written_values(
    header: Mapping[str, Any], players: Mapping[str, Mapping[str, Any]], played: AnyGame
) -> list[tuple[str, str]]:
    """The tags that a header makes which have a value, each on one line."""
    return [
        (name, " ".join(str(value).split()))
        for name, value in _values(header, players, played)
        if isinstance(value, str | int) and not isinstance(value, bool) and str(value).strip()
    ]


def _values(
    header: Mapping[str, Any], players: Mapping[str, Mapping[str, Any]], played: AnyGame
) -> Iterator[tuple[str, Any]]:
    """The tags that a header makes, some without a value."""
    game = _mapping(header.get("game"))
    site = _mapping(header.get("site"))
    yield "Game", game.get("name", "Homeworlds")
    yield "Event", header.get("event")
    yield "Site", site.get("name")
    yield "Round", site.get("gameid")
    yield "Date", _date(header.get("date-start"))
    yield "EndDate", _date(header.get("date-end"))
    options = [option for option in _sequence(game.get("variants")) if isinstance(option, str)]
    if played.info.id == HOMEWORLDS and len(players) > 2:
        yield "Variant", "sinister"
    variants = played.informal().site_variants.get(_SITE, {})
    yield "Variant", ", ".join([variants[option] for option in ("", *options) if option in variants])
    yield "Options", ", ".join(options)
    for seat, player in players.items():
        yield str(seat), player.get("name")
    yield "Result", _result({seat: player.get("result") for seat, player in players.items()})


def _date(value: Any) -> str | None:
    """A date as a tag has it: `2024.05.01` of `2024-05-01T12:00:00Z`."""
    date = _DATE.match(str(value))
    return ".".join(date.groups()) if date else None


def _result(results: Mapping[str, Any]) -> str | None:
    """The result by the number that each player got: who has the highest won, and all with the same have drawn."""
    if not results or not all(isinstance(result, int | float) for result in results.values()):
        return None
    best = [seat for seat, result in results.items() if result == max(results.values())]
    if len(best) == 1:
        return str(best[0])
    return "draw" if len(best) == len(results) else None


def _moves(rounds: Sequence[Any], seats: Sequence[str]) -> Iterator[tuple[str, str, int]]:
    """The turns in order, each with its seat and the number of its round. An entry is that of the seat with its
    index, or with its `sequence` in a converted transcript, where players who dropped out have no entry."""
    for number, entries in enumerate(rounds, 1):
        for index, entry in enumerate(entries if isinstance(entries, list) else [entries], 1):
            move = entry.get("move") if isinstance(entry, Mapping) else entry
            place = _place(entry, index, len(seats))
            if isinstance(move, str) and move.strip() and place <= len(seats):
                yield " ".join(move.splitlines()), seats[place - 1], number


def _place(entry: Any, index: int, count: int) -> int:
    """The position of an entry's seat among those of `count` players, from 1."""
    sequence = _mapping(entry).get("sequence")
    return sequence if isinstance(sequence, int) and 0 < sequence <= count else index


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _sequence(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else ()

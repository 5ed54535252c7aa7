"""Counts over many records (`stats`): games, results, lengths, diagnostics and dice; how games went for each player,
month, optional rule or opening (`--by`); the standings of a club (`--standings`), in which a win counts 1 and a draw
a half, and there is no rating.

There is one table of counters, and none of the records is kept: a record adds keys to the table, each a tuple that
begins with what is counted, and what is shown is read off the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from statistics import median
from typing import Any, Literal, TypeAlias

from msgspec import Struct, to_builtins

from pyrnot.core.game import ROLLS, AnyGame, PlayedAction
from pyrnot.core.mixins import NamesOpenings
from pyrnot.games import load_game
from pyrnot.play.replay import Replay
from pyrnot.play.selection import DRAW, UNFINISHED, date_of, fold, fold_player, players_of, result_of, variants_of
from pyrnot.record.grammars import parse_action

Key: TypeAlias = tuple[Any, ...]
Counts: TypeAlias = Counter[Key]

By = Literal["player", "date", "variant", "opening"]
"""What games are grouped by."""

UNKNOWN = "unknown"
_TURNS_OF_OPENING = 2
FOR_PLAYERS = ("won", "lost", "drawn", UNFINISHED)
"""How a game can end for a player."""


def part_of(counts: Counts, *start: str) -> Counts:
    """The counts whose keys begin with `start`, by the rest of their keys."""
    return Counter({key[len(start) :]: number for key, number in counts.items() if key[: len(start)] == start})


def _game_id(replayed: Replay) -> str:
    return replayed.record.game.info.id if replayed.record.game else UNKNOWN


def _spelling(name: str) -> Key:
    """The key of a name; names that differ only as `fold_player` allows are one."""
    return "name", fold_player(name), " ".join(name.split())


def _usual_names(counts: Counts) -> dict[str, str]:
    """By folded name its most frequent spelling, of several the first."""
    return dict(key for key, _ in reversed(part_of(counts, "name").most_common()))


def keys_of_record(replayed: Replay) -> Iterator[Key]:
    """What a record adds to the counts of all games."""
    game = _game_id(replayed)
    yield "record", game
    for diagnostic in replayed.diagnostics:
        yield "faults", game, f"{diagnostic.severity} {diagnostic.rule or '-'} {diagnostic.code}"
    if replayed.start is None:
        return
    yield "plies", game, replayed.length
    yield "results", game, result_of(replayed)
    yield from _keys_of_rolls(replayed, game)
    players = players_of(replayed.record)
    for ply in replayed.main_plies:
        seat = ply.before.to_move
        for throw in (throw for event in ply.events for throw in event.throws):
            player = players.get(seat, seat)
            yield _spelling(player)
            yield "dice", game, fold_player(player), throw.die, throw.faces, throw.face


def _keys_of_rolls(replayed: Replay, game: str) -> Iterator[Key]:
    """What the rolls and draws of a record add: how many are proved by chains, and how many are not (FD)."""
    rolls = sum(event.kind in ROLLS for ply in replayed.main_plies for event in ply.events)
    proved = replayed.proved_rolls or 0
    for number in range(rolls):
        yield "rolls", game, "proved" if number < proved else "unproved"


def count_data(counts: Counts) -> dict[str, Any]:
    """The counts of all games, with the keys of the JSON output."""
    names = _usual_names(counts)
    games = part_of(counts, "record")
    return {
        "records": games.total(),
        "games": {game: _game_data(counts, game, names) for (game,) in sorted(games)},
    }


def _game_data(counts: Counts, game: str, names: dict[str, str]) -> dict[str, Any]:
    lengths = sorted(length for (length,) in part_of(counts, "plies", game).elements())
    plies = lengths and {
        "shortest": lengths[0],
        "median": median(lengths),
        "mean": round(sum(lengths) / len(lengths), 1),
        "longest": lengths[-1],
        "all": sum(lengths),
    }
    throws = part_of(counts, "dice", game)
    dice = sorted({key[:-1] for key in throws})
    return {
        "records": counts["record", game],
        "results": {result: number for (result,), number in part_of(counts, "results", game).most_common()},
        "plies": plies or None,
        "faults": {diagnostic: number for (diagnostic,), number in part_of(counts, "faults", game).most_common()},
        "rolls": {proof: number for (proof,), number in sorted(part_of(counts, "rolls", game).items())},
        "dice": [
            dice_data(names[player], die, {face: throws[player, die, faces, face] for face in faces})
            for player, die, faces in dice
        ],
    }


def dice_data(player: str, die: str, faces: dict[str, int]) -> dict[str, Any]:
    """A player's throws of a die, by face."""
    return {"player": player, "die": die, "throws": sum(faces.values()), "faces": faces}


class GroupCounts(Struct, frozen=True):
    """The games of one group: who or what it is, the id of the game, and how many games ended how.

    For a player the outcomes are `won`, `lost`, `drawn` and `unfinished`, else those that came up: the seats that
    won, in turn order, `draw` and `unfinished`.
    """

    name: str
    game: str
    games: int
    outcomes: dict[str, int]


def keys_of_groups(replayed: Replay, by: By, *, turns: int | None = None) -> Iterator[Key]:
    """What a record adds to the counts by one of its properties; an opening is its first `turns`, or for None what
    players call it, else two turns."""
    record = replayed.record
    result = result_of(replayed)
    game = _game_id(replayed)
    yield "record", game
    match by:
        case "player":
            groups = [(player, _for_seat(seat, result)) for seat, player in players_of(record).items()]
        case "variant":
            groups = [(variant, result) for variant in variants_of(record)]
        case "date":
            groups = [(_month(replayed), result)]
        case "opening":
            name = _opening_name(replayed) if turns is None else None
            groups = [(name or _first_turns(replayed, turns or _TURNS_OF_OPENING), result)]
    for name, outcome in groups:
        yield _spelling(name)
        yield "group", fold_player(name), game, outcome


def group_rows(counts: Counts, by: By) -> Iterator[GroupCounts]:
    """The groups: dates in order, all others with the most games first."""
    names = _usual_names(counts)
    groups: dict[tuple[str, str], Counter[str]] = {}
    for (name, game, outcome), number in sorted(part_of(counts, "group").items()):
        groups.setdefault((name, game), Counter())[outcome] = number
    for (name, game), outcomes in sorted(groups.items(), key=lambda group: by != "date" and -group[1].total()):
        rules = load_game(game)
        seats = rules.info.seats if rules else ()
        shown = FOR_PLAYERS if by == "player" else [word for word in (*seats, DRAW, UNFINISHED) if outcomes[word]]
        yield GroupCounts(names[name], game, outcomes.total(), {outcome: outcomes[outcome] for outcome in shown})


def _for_seat(seat: str, result: str) -> str:
    """How a game went for a seat."""
    if result in (DRAW, UNFINISHED):
        return "drawn" if result == DRAW else result
    return "won" if result == seat else "lost"


def _month(replayed: Replay) -> str:
    """The month in which a game was played, `2024.03`; of an incomplete date the year alone."""
    day = date_of(replayed.record)
    if day is None:
        return UNKNOWN
    written = replayed.record.tags["Date"].strip()
    return day[:7] if written[5:7].isdigit() else day[:4]


def _opening_name(replayed: Replay) -> str | None:
    """What players call the opening of a game; None if it has no name, or began with a position."""
    game = replayed.record.game
    if not isinstance(game, NamesOpenings) or "Setup" in replayed.record.tags:
        return None
    names = (game.opening_name(ply.position) for ply in replayed.main_plies)
    return next(filter(None, names), None)


def _first_turns(replayed: Replay, number: int) -> str:
    """The first turns of a game in canonical notation, with their numbers; fewer if it has fewer.

    A name that a player gave becomes that of the seat: one opening has one text for all players.
    """
    game = replayed.record.game
    if game is None or not replayed.length:
        return "no turns"
    names: dict[str, str] = {}
    turns = []
    for at, ply in enumerate(replayed.main_plies[:number], 1):
        if game.info.name_parts:
            actions = [_renamed(game, action, str(ply.before.to_move), names) for action in ply.played.actions]
            turns.append(f"{at}. {'; '.join(filter(None, actions))}")
        else:
            turns.append(f"{at}. {game.write_turn(ply.played.actions, ply.played.ended)}")
    return " ".join(turns)


def _renamed(game: AnyGame, action: PlayedAction[Any, Any, Any], seat: str, names: dict[str, str]) -> str:
    """The text of an action with the names that players gave replaced, as `names` has it or in the name of `seat`."""
    text = game.spell(action)
    spans = parse_action(game, text).spans if text else {}
    places = [spans[part] for part in game.info.name_parts if part in spans]
    for start, end in sorted(places):
        key = fold(text[start:end])
        if key not in names:
            count = sum(name.rstrip("0123456789") == seat for name in names.values())
            names[key] = f"{seat}{count + 1}" if count else seat
    for start, end in sorted(places, reverse=True):
        text = text[:start] + names[fold(text[start:end])] + text[end:]
    return text


class Score(Struct, frozen=True):
    """How finished games went, for a player or for one player against another. The `score` is 1 for a win, a half for
    a draw."""

    games: int
    won: int
    drawn: int
    lost: int
    score: float


class Standing(Struct, frozen=True):
    """The games of one player: the name as it is spelt most often, all finished games, those against each other
    player, and how many are not finished."""

    name: str
    total: Score
    against: dict[str, Score]
    unfinished: int

    @property
    def data(self) -> dict[str, object]:
        """The values of the JSON output."""
        total, against = to_builtins((self.total, self.against))
        return {"name": self.name, **total, "unfinished": self.unfinished, "against": against}


def keys_of_standings(replayed: Replay) -> Iterator[Key]:
    """What a record adds to the standings, if at least two players are named. Of several losers, none is scored
    against another one."""
    yield "record", _game_id(replayed)
    result = result_of(replayed)
    players = players_of(replayed.record)
    yield from map(_spelling, players.values())
    seats = {fold_player(name): seat for seat, name in players.items()}
    if len(seats) < 2:
        return
    for player, seat in seats.items():
        yield "all", player, _for_seat(seat, result)
    for (player, seat), (other, other_seat) in permutations(seats.items(), 2):
        if result in (DRAW, seat, other_seat):
            yield "against", player, other, _for_seat(seat, result)


def standings_of(counts: Counts) -> list[Standing]:
    """The players, the highest score first; of equal ones, who needed fewer games."""
    names = _usual_names(counts)

    def score(*key: str) -> Score:
        won, drawn, lost = (counts[(*key, word)] for word in ("won", "drawn", "lost"))
        return Score(won + drawn + lost, won, drawn, lost, won + drawn / 2)

    totals = {player: score("all", player) for player in sorted({player for player, _ in part_of(counts, "all")})}
    players = sorted(totals, key=lambda player: (-totals[player].score, totals[player].games))
    place = {player: number for number, player in enumerate(players)}
    pairs = {(player, opponent) for player, opponent, _ in part_of(counts, "against")}
    against: dict[str, dict[str, Score]] = {player: {} for player in players}
    for player, opponent in sorted(pairs, key=lambda pair: place[pair[1]]):
        against[player][names[opponent]] = score("against", player, opponent)
    return [
        Standing(names[player], totals[player], against[player], counts["all", player, UNFINISHED])
        for player in players
    ]

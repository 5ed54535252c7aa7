"""Compares games by their positions, whatever the spelling of their turns and the names of the players: finds where
two records first differ (`diff`), and those that a collection holds twice or as part of another one (`duplicates`).
Of a record with an error, only the turns before it count.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from pyrnot.core.diagnostics import shorten
from pyrnot.core.diagram import BoardBlock, Cards, Rack, Ring
from pyrnot.core.mixins import position_key
from pyrnot.play.repair_search import runs_to_end
from pyrnot.play.replay import Ply, Replay
from pyrnot.play.results import tag_value
from pyrnot.play.selection import UNFINISHED, fold, players_of, result_of
from pyrnot.play.write import result_text, write_tag, write_turn_text

if TYPE_CHECKING:
    from pyrnot.core.diagram import Block, Diagram, DrawnPyramid, Group
    from pyrnot.core.game import AnyGame
    from pyrnot.record.model import Turn

_NOTHING = "nothing"


def compare(a: Replay, b: Replay) -> list[str]:
    """Lines that describe where two replays first differ; none if they agree. The spelling of turns does not
    matter."""
    game = a.record.game
    if game is not b.record.game:
        return [f"{_name(replay)}: {_title(replay.record.game)}" for replay in (a, b)]
    if game is None:
        return ["neither record names a known game"]
    if a.start is None or b.start is None:
        return [f"{_name(replay)}: no legal starting position" for replay in (a, b) if replay.start is None]
    tags = _different_tags(game, a, b)
    if a.start != b.start:
        return [*tags, *_different_starts(game, a, b)] or ["the starting positions differ"]
    return [*tags, *_different_games(game, a, b)]


def _different_tags(game: AnyGame, a: Replay, b: Replay) -> list[str]:
    """The tags of two records that differ: the names of their players, and where the starting positions differ, the
    tags that decide these. A copy without a player's name agrees with any."""
    left = a.record.tags
    right = b.record.tags
    players = players_of(a.record)
    others = players_of(b.record)
    differing = [seat for seat in players if seat in others and fold(players[seat]) != fold(others[seat])]
    if a.start != b.start:
        start_tags = ("Variant", *game.info.tags, "First", "Setup")
        differing += [name for name in start_tags if left.get(name) != right.get(name)]
    lines = [_say_tag(replay, name) for name in differing for replay in (a, b)]
    return ["the tags differ", *lines] if lines else []


def _say_tag(replay: Replay, name: str) -> str:
    """A tag of a record as one line, or that it has none."""
    tags = replay.record.tags
    return f"  {_name(replay)}: {write_tag(name, tags[name]) if name in tags else f'no tag {name}'}"


def _different_starts(game: AnyGame, a: Replay, b: Replay) -> list[str]:
    """How the starting positions of two records differ: as texts only where these are not the same."""
    texts = [game.write_position(replay.start) for replay in (a, b)]
    lines = [f"  {_name(replay)}: {text}" for replay, text in zip((a, b), texts, strict=True)]
    places = _different_places(game, a.start, b.start)
    return ["the starting positions differ", *lines, *places] if texts[0] != texts[1] else places


def _different_games(game: AnyGame, a: Replay, b: Replay) -> list[str]:
    """How two records differ that begin in one position."""
    for left, right in zip(a.main_plies, b.main_plies, strict=False):
        if left.position != right.position:
            return _different_turns(game, (a, left), (b, right))
    return _different_ends(game, a, b)


def _title(game: AnyGame | None) -> str:
    """The title of a record's game, or that it names none."""
    return game.info.title if game else "no known game"


def _different_ends(game: AnyGame, a: Replay, b: Replay) -> list[str]:
    """How two records differ that agree as far as the shorter one goes: in where they end, or in their results."""
    if a.length != b.length or _why_stopped(a) != _why_stopped(b):
        return [f"the records agree up to ply {min(a.length, b.length)}", *_ends(game, a, b)]
    if _has_more_turns(a) and (lines := _different_unjudged_turns(a, b)):
        return lines
    if _result(a) == _result(b):
        return []
    lines = [f"  {_name(replay)}: {_result(replay)}" for replay in (a, b)]
    return ["the turns agree, but the results differ", *lines]


def _different_unjudged_turns(*replays: Replay) -> list[str]:
    """How two records differ as written, from the turn on that is illegal in both, or waits for an answer in both; []
    if they do not. The positions after it are not known."""
    length = replays[0].length
    rests = [[replay.record.turns[index] for index in replay.record.main_line[length:]] for replay in replays]
    for ply, turns in enumerate(zip_longest(*rests), length + 1):
        sides = list(zip(replays, turns, strict=True))
        left, right = (None if turn is None else _as_written(replay, turn) for replay, turn in sides)
        if left == right or _has_same_actions(*turns):
            continue
        stopped = f"the records agree up to ply {length}, and ply {length + 1} {_why_stopped(replays[0])} in both"
        lines = [f"{stopped}; at ply {ply} the turns differ as written"]
        for replay, turn in sides:
            if turn is None:
                lines.append(f"  {_name(replay)}: ends after ply {ply - 1}")
            else:
                lines.append(f"  {_place(replay, turn)}: {shorten(_as_written(replay, turn))}")
        return lines
    return []


def _as_written(replay: Replay, turn: Turn) -> str:
    """The text of a turn without its number and seat, on one line."""
    text = replay.record.source.text
    start = turn.start
    if turn.actions:
        start = turn.actions[0].start
    elif turn.seat is not None:
        start = turn.seat.span.end
    elif turn.number is not None:
        start = turn.number.end
    return " ".join(text[start : turn.end].removeprefix(":").split())


def _has_same_actions(left: Turn | None, right: Turn | None) -> bool:
    """Whether two turns are the same, however they are spelt. What is not notation is compared as text."""
    if left is None or right is None or left.is_broken or right.is_broken:
        return False
    return [action.written for action in left.actions] == [action.written for action in right.actions]


def _different_turns(game: AnyGame, *sides: tuple[Replay, Ply]) -> list[str]:
    """The turns of two records at the first ply after which their positions differ."""
    texts = [write_turn_text(game, ply) for _, ply in sides]
    what = "turns" if texts[0] != texts[1] else "positions"
    ply = sides[0][1].turn.ply
    seat = sides[0][1].before.to_move
    lines = [f"the records agree up to ply {ply - 1}; at ply {ply} ({seat}) the {what} differ"]
    left, right = (ply.position for _, ply in sides)
    has_own_position = game.write_position(left) != game.write_position(right)
    for text, (replay, played) in zip(texts, sides, strict=True):
        lines.append(f"  {_place(replay, played.turn)}: {text}")
        if has_own_position:
            lines.append(f"    {game.write_position(played.position)}")
    return [*lines, *_different_places(game, left, right), *_wrong_turn(*sides), *_wrong_turn(*reversed(sides))]


def _wrong_turn(wrong: tuple[Replay, Ply], right: tuple[Replay, Ply]) -> list[str]:
    """That the one record's turn is wrong: with the other's in its place, it is legal to its end."""
    replay, ply = wrong
    other, better = right
    if not _has_illegal_turn(replay) or not runs_to_end(replay, ply.turn.ply - 1, better.position):
        return []
    fault = replay.record.turns[replay.record.main_line[replay.length]].ply
    legal = f"with turn {ply.turn.ply} of {_name(other)}, {_name(replay)} is legal to its end"
    return [f"{legal}; with its own, ply {fault} is illegal"]


def _different_places(game: AnyGame, left: Any, right: Any) -> list[str]:
    """The squares and other places of two positions that hold different pyramids."""
    here = _places(game.diagram(left))
    there = _places(game.diagram(right))
    lines = [
        f"  {place}: {here.get(place) or _NOTHING} | {there.get(place) or _NOTHING}"
        for place in dict.fromkeys((*here, *there))
        if here.get(place) != there.get(place)
    ]
    return ["what differs (first record | second record):", *lines] if lines else []


def _places(diagram: Diagram) -> dict[str, str]:
    """What lies where in a diagram: the letters of the pyramids by the name of their place."""
    return {place: _letters(pyramids) for block in diagram.blocks for place, pyramids in _places_of(block)}


def _places_of(block: Block) -> Iterator[tuple[str, Sequence[DrawnPyramid]]]:
    """The pyramids of a block of a diagram, each group with the name of its square or other place."""
    match block:
        case BoardBlock(grid=grid, stacks=stacks):
            yield from ((grid.names[square], stacks[square]) for square in grid.by_name if square in stacks)
        case Rack(label=label, groups=groups) | Ring(label=label, slots=groups):
            yield from ((_name_place(label, group), group.pyramids) for group in groups)
        case Cards(rows=rows):
            for card in chain.from_iterable(rows):
                yield from ((_name_place(card.title, group), group.pyramids) for group in card.groups)


def _name_place(label: str, group: Group) -> str:
    return ", ".join(filter(None, (label, group.label)))


def _letters(pyramids: Iterable[DrawnPyramid]) -> str:
    return " ".join(f"{shown.count}\u00d7{shown.letters}" if shown.count > 1 else shown.letters for shown in pyramids)


def _name(replay: Replay) -> str:
    source = replay.record.source
    return f"{source.file} (record {source.number})"


def _place(replay: Replay, turn: Turn) -> str:
    return f"{_name(replay)}, line {replay.record.source.place(turn.span.start).line}"


def _ends(game: AnyGame, *replays: Replay) -> list[str]:
    """Where each of two records that agree so far ends, and the next turn that the shorter one lacks."""
    lines = []
    for replay in replays:
        if not _has_more_turns(replay):
            lines.append(f"  {_name(replay)}: ends after ply {replay.length}")
            continue
        turn = replay.record.turns[replay.record.main_line[replay.length]]
        lines.append(f"  {_place(replay, turn)}: ply {turn.ply} {_why_stopped(replay)}")
    shorter, longer = sorted(replays, key=lambda replay: replay.length)
    for ply in longer.main_plies[shorter.length :][:1]:
        text = write_turn_text(game, ply)
        lines.append(f"  {_place(longer, ply.turn)}: continues with {ply.turn.ply}. {text}")
    return lines


def _has_more_turns(replay: Replay) -> bool:
    """Whether the main line continues after its last legal turn: with an illegal one, or one that waits for the
    answer to a question."""
    return len(replay.record.main_line) > replay.length


def _has_illegal_turn(replay: Replay) -> bool:
    """Whether an illegal turn follows the last legal one. While a question is open, a thread has none (TR5.4)."""
    return _has_more_turns(replay) and not replay.record.questions


def _why_stopped(replay: Replay) -> str:
    """What is the matter with the turn after the last legal one; "" if there is none."""
    if not _has_more_turns(replay):
        return ""
    return "is illegal" if _has_illegal_turn(replay) else "waits for the answer to a question"


def _result(replay: Replay) -> str:
    """The record's result, the rules' if it has none, or else that of its `Result` tag."""
    seats = replay.start.seats
    text = result_text(replay.record, seats, replay.outcome)
    if not text:
        word = result_of(replay)
        return "*" if word == UNFINISHED else word
    return tag_value(text, seats) or text


# Duplicates


class Place(Struct, frozen=True):
    """Where a record is, who plays in it, and its number of legal turns."""

    file: str
    record: int
    players: tuple[str, ...]
    turns: int


class Duplicate(Struct, frozen=True):
    """A record whose game is that of the record `of`, or is contained in it. `first_ply` is the ply of `of` that the
    first turn of the record is."""

    record: Place
    of: Place
    kind: Literal["same", "contained"]
    first_ply: int


class Duplicates:
    """The games added so far. A record without a legal turn is not compared."""

    def __init__(self) -> None:
        self._places: list[Place] = []
        self._games: dict[tuple[int, ...], list[int]] = defaultdict(list)
        """By the hashes of a game's positions: the records that have it."""

    def add(self, replayed: Replay) -> None:
        """Adds a replayed record."""
        record = replayed.record
        if record.game is None or not replayed.length:
            return
        game = record.game
        positions = chain([replayed.start], (ply.position for ply in replayed.main_plies))
        hashes = tuple([hash((game.info.id, position_key(game, position))) for position in positions])
        self._games[hashes].append(len(self._places))
        names = tuple(players_of(record).values())
        self._places.append(Place(record.source.file, record.source.number, names, replayed.length))

    def find(self) -> Iterator[Duplicate]:
        """Each record that is not the first of its game, and each whose game is part of a longer one, in the order in
        which they were added; each once, with the first record that it goes with."""
        lengths: dict[int, set[int]] = defaultdict(set)
        for game in self._games:
            lengths[game[0]].add(len(game))
        found: dict[int, Duplicate] = {}
        for game, (whole, *others) in self._games.items():
            place = self._places[whole]
            found |= {number: Duplicate(self._places[number], place, "same", 1) for number in others}
            for start, position in enumerate(game):
                for length in lengths.get(position, ()):
                    part = game[start : start + length]
                    if len(part) == length < len(game) and part in self._games:
                        first = self._games[part][0]
                        found.setdefault(first, Duplicate(self._places[first], place, "contained", start + 1))
        return (found[number] for number in sorted(found))

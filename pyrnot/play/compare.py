"""Finds where two records first differ (`diff`): in their game, start, a turn, a position, or the result."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from pyrnot.core.diagram import Board, Cards, Rack, Ring
from pyrnot.play.replay import Ply, Replay
from pyrnot.play.results import tag_value
from pyrnot.play.write import result_text, write_turn_text

if TYPE_CHECKING:
    from pyrnot.core.diagram import Diagram, Group, Shown
    from pyrnot.core.game import AnyGame

_NOTHING = "nothing"


def compare(a: Replay, b: Replay) -> list[str]:
    """Lines that describe where two replays first differ; none if they agree. The spelling of turns does not matter."""
    names = (_name(a), _name(b))
    game = a.record.game
    if game is not b.record.game:
        games = (replay.record.game for replay in (a, b))
        return [f"{name}: {of.info.title if of else 'no known game'}" for name, of in zip(names, games, strict=True)]
    if game is None:
        return ["neither record names a known game"]
    if a.start is None or b.start is None:
        return [f"{_name(replay)}: no legal starting position" for replay in (a, b) if replay.start is None]
    write = game.write_position
    if a.start != b.start:
        return [
            "the starting positions differ",
            f"  {names[0]}: {write(a.start)}",
            f"  {names[1]}: {write(b.start)}",
            *_different_places(game, a.start, b.start),
        ]
    for left, right in zip(a.main_plies, b.main_plies, strict=False):
        if left.position != right.position:
            return _different_turns(game, (a, left), (b, right))
    if a.length != b.length or _has_illegal_turn(a) != _has_illegal_turn(b):
        return [f"the records agree up to ply {min(a.length, b.length)}", *_ends(a, b)]
    results = [_result(replay) for replay in (a, b)]
    if results[0] != results[1]:
        lines = [f"  {name}: {result}" for name, result in zip(names, results, strict=True)]
        return ["the turns agree, but the results differ", *lines]
    return []


def _different_turns(game: AnyGame, *sides: tuple[Replay, Ply]) -> list[str]:
    """The turns of two records at the first ply after which their positions differ."""
    texts = [write_turn_text(game, ply) for _, ply in sides]
    what = "turns" if texts[0] != texts[1] else "positions"
    ply, seat = sides[0][1].turn.ply, sides[0][1].before.to_move
    lines = [f"the records agree up to ply {ply - 1}; at ply {ply} ({seat}) the {what} differ"]
    for text, (replay, played) in zip(texts, sides, strict=True):
        lines.append(f"  {_name(replay)}, line {_line(played, replay)}: {text}")
        lines.append(f"    {game.write_position(played.position)}")
    left, right = (ply.position for _, ply in sides)
    return [*lines, *_different_places(game, left, right)]


def _different_places(game: AnyGame, left: Any, right: Any) -> list[str]:
    """The squares and other places of two positions that hold different pyramids."""
    here, there = _places(game.diagram(left)), _places(game.diagram(right))
    lines = [
        f"  {place}: {here.get(place) or _NOTHING} | {there.get(place) or _NOTHING}"
        for place in dict.fromkeys((*here, *there))
        if here.get(place) != there.get(place)
    ]
    return ["what differs (first record | second record):", *lines] if lines else []


def _places(diagram: Diagram) -> dict[str, str]:
    """What lies where in a diagram: the letters of the pyramids by the name of their place."""
    found: dict[str, str] = {}
    for block in diagram.blocks:
        match block:
            case Board(grid=grid, stacks=stacks):
                found |= {grid.names[square]: _letters(stacks[square]) for square in grid.by_name if square in stacks}
            case Rack(label=label, groups=groups):
                found |= {_name_place(label, group): _letters(group.pyramids) for group in groups}
            case Ring(label=label, slots=slots):
                found |= {_name_place(label, slot): _letters(slot.pyramids) for slot in slots}
            case Cards(rows=rows):
                for card in (card for row in rows for card in row):
                    found |= {_name_place(card.title, group): _letters(group.pyramids) for group in card.groups}
            case _:
                pass
    return found


def _name_place(label: str, group: Group) -> str:
    return ", ".join(filter(None, (label, group.label)))


def _letters(pyramids: Iterable[Shown]) -> str:
    return " ".join(f"{shown.count}\u00d7{shown.letters}" if shown.count > 1 else shown.letters for shown in pyramids)


def _name(replay: Replay) -> str:
    source = replay.record.source
    return f"{source.file} (record {source.number})"


def _line(ply: Ply, replay: Replay) -> int:
    return replay.record.source.place(ply.turn.span.start).line


def _has_illegal_turn(replay: Replay) -> bool:
    """Whether the main line continues after its last legal turn."""
    return len(replay.record.main_line) > replay.length


def _ends(a: Replay, b: Replay) -> list[str]:
    """Where each of two records that agree so far ends, and the next turn that the shorter one lacks."""
    lines = [_end(a), _end(b)]
    shorter, longer = (a, b) if a.length < b.length else (b, a)
    if shorter.length < longer.length:
        ply = longer.main_plies[shorter.length]
        assert longer.record.game is not None
        text = write_turn_text(longer.record.game, ply)
        lines.append(f"  {_name(longer)}, line {_line(ply, longer)}: continues with {ply.turn.ply}. {text}")
    return lines


def _end(replay: Replay) -> str:
    if not _has_illegal_turn(replay):
        return f"  {_name(replay)}: ends after ply {replay.length}"
    turn = replay.record.turns[replay.record.main_line[replay.length]]
    line = replay.record.source.place(turn.span.start).line
    return f"  {_name(replay)}, line {line}: ply {turn.ply} is illegal"


def _result(replay: Replay) -> str:
    """The record's result, or the rules' if it has none."""
    seats = replay.start.seats
    text = result_text(replay.record, seats, replay.outcome) or "*"
    return tag_value(text, seats) or text

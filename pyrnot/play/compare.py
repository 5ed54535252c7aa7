"""Where two records of one game first part: in their start, a turn, a position, or the result."""

from __future__ import annotations

from pyrnot.play.replay import Ply, Replay, read_result
from pyrnot.play.write import write_turn_text


def compare(a: Replay, b: Replay) -> list[str]:
    """Sentences that say where two replays first part, none if they agree. How a turn is written does not matter."""
    names = (_name(a), _name(b))
    if a.record.game is None or b.record.game is None or a.record.game is not b.record.game:
        games = [replay.record.game.info.title if replay.record.game else "no known game" for replay in (a, b)]
        return (
            [f"{name}: {game}" for name, game in zip(names, games, strict=True)]
            if games[0] != games[1]
            else ["neither record says a game that pyrnot knows"]
        )
    if a.start is None or b.start is None:
        return [
            f"{name}: has no start that is legal"
            for name, replay in zip(names, (a, b), strict=True)
            if replay.start is None
        ]
    game = a.record.game
    write = game.write_position
    if a.start != b.start:
        return [
            "the positions at the start differ",
            f"  {names[0]}: {write(a.start)}",
            f"  {names[1]}: {write(b.start)}",
        ]
    for left, right in zip(a.main_plies, b.main_plies, strict=False):
        if left.position == right.position:
            continue
        texts = [write_turn_text(game, ply) for ply in (left, right)]
        what = "turns" if texts[0] != texts[1] else "positions"
        seat = left.before.to_move
        lines = [f"the records agree up to ply {left.turn.ply - 1}; at ply {left.turn.ply} ({seat}) the {what} differ"]
        for name, text, ply in zip(names, texts, (left, right), strict=True):
            lines.append(f"  {name}, line {_line(ply, a if ply is left else b)}: {text}")
            lines.append(f"    {write(ply.position)}")
        return lines
    if a.length != b.length or _stopped(a) != _stopped(b):
        return [f"the records agree up to ply {min(a.length, b.length)}", *(_end(replay) for replay in (a, b))]
    results = [_result(replay) for replay in (a, b)]
    if results[0] != results[1]:
        return ["the turns agree, the results do not", *(f"  {n}: {r}" for n, r in zip(names, results, strict=True))]
    return []


def _name(replay: Replay) -> str:
    source = replay.record.source
    return f"{source.file} (record {source.number})"


def _line(ply: Ply, replay: Replay) -> int:
    return replay.record.source.place(ply.turn.span.start).line


def _stopped(replay: Replay) -> bool:
    """Whether turns stand behind the last legal one."""
    return len(replay.record.main_line) > replay.length


def _end(replay: Replay) -> str:
    if not _stopped(replay):
        return f"  {_name(replay)}: ends after ply {replay.length}"
    turn = replay.record.turns[replay.record.main_line[replay.length]]
    line = replay.record.source.place(turn.span.start).line
    return f"  {_name(replay)}, line {line}: ply {turn.ply} is not legal"


def _result(replay: Replay) -> str:
    """The result that a record has, by its last word or by the rules."""
    result = replay.record.result
    says = read_result(result, replay.start.seats) if result else None
    if replay.outcome is not None and (says is None or says.winner == "*"):
        return replay.outcome.word
    return says.winner or (result.text if result else "*") if says else "*"

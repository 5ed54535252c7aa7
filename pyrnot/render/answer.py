"""The answer to a player's question about one turn, in lines: whether it would be legal, what it would do, or what is
wrong with it.

`why` and the viewer give the same answer. The judging is left to `play`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec import Struct

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity
from pyrnot.core.diagram import Diagram
from pyrnot.play.extend import with_earlier_turn
from pyrnot.play.line_tree import Node, build_tree, node_at
from pyrnot.play.plies import TurnQuery, judge_typed, not_one_turn
from pyrnot.play.replay import Replay, line_from
from pyrnot.record.source import SourceText
from pyrnot.render.report import draw_diagnostic
from pyrnot.render.text.ansi import Paint, plain
from pyrnot.render.text.lines import printable


class Answer(Struct, frozen=True):
    """What is answered, in printable `lines` (a diagnostic is one of them), and the replay of the turn alone.

    `refused` is the picture of a turn that was not played, if it shows what is wrong; None of any other.
    """

    judged: Replay
    is_legal: bool
    lines: tuple[str, ...]
    refused: Diagram | None


def answer(replay: Replay, query: TurnQuery, node: Node, paint: Paint = plain, width: int | None = None) -> Answer:
    """Whether a turn would be legal in the position of a node of a record; its diagnostics painted, and `width`
    columns wide unless that is None."""
    record = replay.record
    assert record.game is not None
    line = partial(line_from, replay.plies, node.turn)
    judged = judge_typed(record.game, node.position, query, record.tags, node.ply, line)
    lines = [f"After ply {node.ply}, {node.position.to_move} to move:"]
    refusal = not_one_turn(judged)
    if len(judged.record.main_line) < 2:
        source = SourceText(judged.record.source.text, file=judged.record.source.file, number=record.source.number)
        diagnostics: Sequence[Diagnostic] = judged.diagnostics
        if node.ply == len(record.main_line) == replay.length:
            diagnostics = with_earlier_turn(replay, judged.record.source.text, diagnostics)
        lines += [draw_diagnostic(diagnostic, source, paint, width=width) for diagnostic in diagnostics]
        errors = {diagnostic.code for diagnostic in judged.diagnostics if diagnostic.severity is Severity.ERROR}
        if errors:
            refusal = "legal, but wrongly numbered" if errors == {CoreCodes.WRONG_NUMBER} else "not legal"
    lines += [refusal] if refusal is not None else _legal(judged)
    return Answer(judged, refusal is None, tuple(lines), _refused_picture(judged))


def _refused_picture(judged: Replay) -> Diagram | None:
    """The picture of a turn that was not played; None if it marks nothing: the board before it explains no error."""
    tried = build_tree(judged).nodes[1:]
    if len(tried) != 1 or tried[0].refused is None:
        return None
    diagram = tried[0].diagram
    return diagram if diagram.shows_fault else None


def _legal(judged: Replay) -> Iterator[str]:
    node = node_at(judged, 1)
    yield f"legal: {printable(node.text)}"
    for event in node.events:
        yield f"  - {printable(event.text)}"
    if judged.outcome is not None:
        yield f"  {printable(judged.outcome.message)} ({judged.outcome.rule})"

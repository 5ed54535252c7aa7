"""Verdicts, plies and records as JSON values.

`check --format json` and `show --format json` print one object a line (R7); the keys are a contract. The document
that `export --to json` writes is described by `assets/record.schema.json`, an object of `moves --format json` by
`assets/moves.schema.json`, and tests hold them together.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from pyrnot.core.diagnostics import Diagnostic, Related, Repair, Span
from pyrnot.core.game import AnyGame
from pyrnot.core.patterns import lazy_pattern
from pyrnot.play.continuations import TurnStep
from pyrnot.play.line_tree import START, LineTree, Node
from pyrnot.play.plies import AnyPly
from pyrnot.play.replay import Replay
from pyrnot.record.model import Variation
from pyrnot.record.opening import Unreadable
from pyrnot.record.source import SourceText
from pyrnot.render.text.lines import printable
from pyrnot.render.threads import given_answers

FORMAT = "pyrnot-records"
VERSION = 1
"""The format of the document; the version grows when a key is removed or changes its meaning, not when one is
added."""
_NOT_ASCII = lazy_pattern("[^\x20-\x7e\n]")


def dump_json(data: Any, *, indent: int | None = None) -> str:
    """`data` as JSON, in which everything that could drive a terminal or reorder text is an escape.

    A byte of a file's name that is not in its encoding, which JSON cannot have, is the text that a terminal shows."""
    text = json.dumps(data, ensure_ascii=False, indent=indent)
    if text.isascii() and "\x7f" not in text:
        return text  # JSON itself escapes the control characters of ASCII
    return _NOT_ASCII.sub(_escape_unprintable, text)


def _escape_unprintable(found: re.Match[str]) -> str:
    char = found.group()
    if printable(char) == char:
        return char
    if "\ud800" <= char <= "\udfff":
        return f"\\{printable(char)}"
    # As UTF-16, of which JSON escapes each unit; `json.dumps` leaves DEL as it is.
    units = char.encode("utf-16-be").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def diagnostic_data(diagnostic: Diagnostic, source: SourceText) -> dict[str, Any]:
    """A diagnostic as R7 defines it: columns count characters from 1, and the end is after the last one at fault. The
    answers to a question are those that `--answer` takes, with their effects in the same order (TR5.1)."""
    line = f"{diagnostic.line_of_play}: " if diagnostic.line_of_play else ""
    return {
        "severity": diagnostic.severity.value,
        "code": str(diagnostic.code),
        "rule": diagnostic.rule,
        "ply": diagnostic.ply,
        **_span_data(diagnostic.span, source),
        "message": f"{line}{diagnostic.message}",
        "hint": diagnostic.hint,
        **_answers_data(diagnostic, source),
        "said_by": diagnostic.said_by or None,
        "related": _related_data(diagnostic.related, source),
        "repairs": [_repair_data(repair, source) for repair in diagnostic.repairs] or None,
    }


def _related_data(related: Related | None, source: SourceText) -> dict[str, Any] | None:
    """The earlier turn that explains a diagnostic, and where it is written (None: in another text); None without
    one."""
    if related is None:
        return None
    line, column = (None, None) if related.span is None else source.place(related.span.start)
    return {"ply": related.ply, "line": line, "column": column, "message": related.message}


def _repair_data(repair: Repair, source: SourceText) -> dict[str, Any]:
    """A change with which a record is legal beyond its first error: the turn, what is written, and what would be."""
    return {
        "kind": repair.kind.value,
        "ply": repair.ply,
        **_span_data(repair.span, source),
        "written": repair.written,
        "instead": repair.instead,
        "legal_to": repair.legal_to,
        "answer": repair.answer.text if repair.answer else None,
    }


def _span_data(span: Span | None, source: SourceText) -> dict[str, int | None]:
    """The lines and columns where a span starts and ends, all None without one."""
    if span is None:
        return dict.fromkeys(("line", "column", "end_line", "end_column"))
    start = source.place(span.start)
    end = source.place(span.end)
    return {"line": start.line, "column": start.column, "end_line": end.line, "end_column": end.column}


def _answers_data(diagnostic: Diagnostic, source: SourceText) -> dict[str, list[str] | None]:
    """The answers to a question and their effects, both None for any other diagnostic."""
    if not diagnostic.is_question:
        return {"answers": None, "effects": None}
    given = given_answers(diagnostic, source)
    return {"answers": [answer for answer, _ in given], "effects": [effect for _, effect in given]}


def verdict_data(replay: Replay) -> dict[str, Any]:
    """The verdict on a record."""
    record = replay.record
    game = record.game
    transcript = record.transcript
    return {
        "file": record.source.file,
        "record": record.source.number,
        "game": game.info.id if game else None,
        "ok": not replay.has_error,
        "plies": replay.length,
        "outcome": replay.outcome.word if replay.outcome else None,
        "position": None if replay.start is None or game is None else game.write_position(replay.position),
        "assumed": dict(replay.assumed_tags) or None,
        "read_as": transcript.form if transcript else None,
        "lines": transcript.line_count if transcript else None,
        "left_out": list(transcript.left_out_numbers) if transcript else None,
        "proved_rolls": replay.proved_rolls,
        "diagnostics": [diagnostic_data(diagnostic, record.source) for diagnostic in replay.diagnostics],
    }


def unreadable_data(unreadable: Unreadable) -> dict[str, Any]:
    """The verdict on a file or folder that contains no record."""
    return {
        "file": unreadable.file,
        "record": 0,
        "game": None,
        "ok": False,
        "plies": 0,
        **dict.fromkeys(("outcome", "position", "assumed", "read_as", "lines", "left_out", "proved_rolls")),
        "diagnostics": [diagnostic_data(*unreadable.diagnosed)],
    }


def moves_data(
    replay: Replay,
    node: Node,
    turns: list[str] | None,
    steps: Iterable[tuple[TurnStep, int, bool]] | None,
    *,
    is_complete: bool,
) -> dict[str, Any]:
    """The legal turns after a node, and what may follow a beginning of one, each with a number of turns and whether
    these are all."""
    return {
        **_place_data(replay, node),
        "to_move": str(node.position.to_move),
        "turns": turns,
        "continuations": None
        if steps is None
        else [
            {"text": step.text, "added": step.added, "turns": count, "all": is_all} for step, count, is_all in steps
        ],
        "complete": is_complete,
    }


def ply_data(replay: Replay, node: Node) -> dict[str, Any]:
    """One ply of a record: its turn, the effects of it, and the position after it."""
    return {
        **_place_data(replay, node),
        "seat": node.seat if node.ply else None,
        "turn": node.text or None,
        **_result_data(node),
    }


def _place_data(replay: Replay, node: Node) -> dict[str, Any]:
    """Which ply it is, of which record."""
    record = replay.record
    return {
        "file": record.source.file,
        "record": record.source.number,
        "game": record.game.info.id if record.game else None,
        "ply": node.ply,
    }


def record_data(
    line_tree: LineTree, plies: Sequence[AnyPly] | None = None, *, variations: bool = True
) -> dict[str, Any]:
    """One record of the document, with the given plies, or with all its turns (None)."""
    replay = line_tree.replay
    record = line_tree.record
    if plies is None:
        turns = line_tree.turns(variations=variations)
    else:
        turns = line_tree.chosen(plies, variations=variations)
    has_all = plies is None and variations
    return {
        "file": record.source.file,
        "record": record.source.number,
        **_game_data(record.game),
        "seats": list(replay.start.seats) if replay.start is not None else [],
        "tags": [{"name": tag.name, "value": tag.value} for tag in record.tag_lines],
        "comments": list(line_tree.node(START).comments),
        "start": _start_data(replay) if plies is None or 0 in plies else None,
        "turns": [_turn_data(line_tree, node) for node in turns if node.turn != START],
        "variations": list(map(_variation_data, record.variations[1:])) if has_all else [],
        **_end_data(replay),
    }


def _game_data(game: AnyGame | None) -> dict[str, str | None]:
    """The id and the title of a record's game."""
    if game is None:
        return {"game": None, "title": None}
    return {"game": game.info.id, "title": game.info.title}


def _end_data(replay: Replay) -> dict[str, Any]:
    """How a record ends, and what is wrong with it."""
    record = replay.record
    return {
        "result": record.result.text if record.result else None,
        "plies": replay.length,
        "outcome": replay.outcome.word if replay.outcome else None,
        "ok": not replay.has_error,
        "diagnostics": [diagnostic_data(diagnostic, record.source) for diagnostic in replay.diagnostics],
    }


def _start_data(replay: Replay) -> dict[str, Any] | None:
    """The position at the start of a record, None if it does not have any."""
    game = replay.record.game
    if replay.start is None or game is None:
        return None
    return {"position": game.write_position(replay.start), "to_move": replay.start.to_move}


def _turn_data(line_tree: LineTree, node: Node) -> dict[str, Any]:
    source = line_tree.record.source
    return {
        "index": node.turn,
        "ply": node.ply,
        "parent": None if node.parent == START else node.parent,
        "variation": node.variation,
        "seat": node.seat or None,
        "turn": node.text if node.is_legal else None,
        "written": node.written,
        "marks": list(node.marks),
        "comments": list(node.comments),
        "legal": node.is_legal,
        **_result_data(node),
        "diagnostics": [diagnostic_data(diagnostic, source) for diagnostic in node.diagnostics],
    }


def _result_data(node: Node) -> dict[str, Any]:
    """The effects of a turn and the position after it; empty for a turn that was not replayed."""
    if node.position is None or node.game is None or not node.is_legal:
        return {"events": [], **dict.fromkeys(("to_move", "outcome", "position"))}
    outcome = node.game.outcome(node.position)
    return {
        "events": [{"kind": event.kind, "text": event.text, "places": list(event.places)} for event in node.events],
        "to_move": node.position.to_move,
        "outcome": outcome.word if outcome else None,
        "position": node.game.write_position(node.position),
    }


def _variation_data(variation: Variation) -> dict[str, Any]:
    return {
        "number": variation.number,
        "instead_of": variation.instead_of,
        "comments": [comment.words for comment in variation.comments if comment.words],
        "turns": list(variation.turns),
    }

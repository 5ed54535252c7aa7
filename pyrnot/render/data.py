"""Verdicts as JSON (R7): one object a record. The keys are a contract, documented in the README."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyrnot.diagnostics import Diagnostic, Severity

if TYPE_CHECKING:
    from pyrnot.game import Event
    from pyrnot.play.plies import View
    from pyrnot.play.replay import Replay
    from pyrnot.record.files import Unreadable
    from pyrnot.record.source import SourceText


def diagnostic_data(fault: Diagnostic, source: SourceText) -> dict[str, Any]:
    """A diagnostic as R7 has it; columns count characters from 1, the end is past the last one at fault."""
    start = end = None
    if fault.span is not None:
        start, end = source.place(fault.span.start), source.place(fault.span.end)
    return {
        "severity": fault.severity.value,
        "code": fault.code,
        "rule": fault.rule,
        "ply": fault.ply,
        "line": start.line if start else None,
        "column": start.column if start else None,
        "end_line": end.line if end else None,
        "end_column": end.column if end else None,
        "message": f"{fault.line_of_play}: {fault.message}" if fault.line_of_play else fault.message,
        "hint": fault.hint,
    }


def verdict_data(replay: Replay, *, strict: bool) -> dict[str, Any]:
    """The verdict on a record."""
    record = replay.record
    faults = replay.diagnostics
    game = record.game
    reading = record.reading
    return {
        "file": record.source.file,
        "record": record.source.number,
        "game": game.info.id if game else None,
        "ok": not any(strict or fault.severity is Severity.ERROR for fault in faults),
        "plies": replay.length,
        "outcome": replay.outcome.word if replay.outcome else None,
        "position": None if replay.start is None or game is None else game.write_position(replay.position),
        "read_as": reading.form if reading else None,
        "lines": reading.line_count if reading else None,
        "left_out": [line.number for line in reading.left_out] if reading else None,
        "diagnostics": [diagnostic_data(fault, record.source) for fault in faults],
    }


def unreadable_data(fault: Unreadable) -> dict[str, Any]:
    """The same for a file or folder that gives no record."""
    nowhere = dict.fromkeys(("line", "column", "end_line", "end_column"))
    diagnostic = {"severity": "error", "code": fault.code, "rule": "R1", "ply": None, **nowhere}
    return {
        "file": fault.file,
        "record": 0,
        "game": None,
        "ok": False,
        "plies": 0,
        "outcome": None,
        "position": None,
        **dict.fromkeys(("read_as", "lines", "left_out")),
        "diagnostics": [{**diagnostic, "message": fault.message, "hint": None}],
    }


def event_data(event: Event) -> dict[str, Any]:
    """Something that a turn did."""
    return {"kind": event.kind, "text": event.text, "places": list(event.places)}


def ply_data(replay: Replay, view: View) -> dict[str, Any]:
    """One ply of a record: the turn, what it did, and the position after it."""
    record = replay.record
    game = record.game
    assert game is not None
    outcome = game.outcome(view.position)
    return {
        "file": record.source.file,
        "record": record.source.number,
        "game": game.info.id,
        "ply": view.ply,
        "seat": view.seat if view.ply else None,
        "turn": view.turn or None,
        "events": [event_data(event) for event in view.events],
        "to_move": view.position.to_move,
        "outcome": outcome.word if outcome else None,
        "position": game.write_position(view.position),
    }

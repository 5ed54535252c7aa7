"""Records as JSON (`export --to json`): tags, turns, variations, positions, events, faults.

`assets/record.schema.json` describes the document; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from pyrnot.play.course import START, Course, Stop
from pyrnot.render.data import diagnostic_data, event_data

if TYPE_CHECKING:
    from pyrnot.play.plies import View

FORMAT = "pyrnot-records"
VERSION = 1
"""Grows when a key goes away or changes its meaning, not when one is added."""


def schema_text() -> str:
    """The JSON schema of the document."""
    return (files("pyrnot.render") / "assets" / "record.schema.json").read_text("utf-8")


def record_data(course: Course, plies: Sequence[int] | None = None, *, variations: bool = True) -> dict[str, Any]:
    """One record of the document: of the given plies of the main line, or (None) of all turns."""
    replay = course.replay
    record = course.record
    game = record.game
    chosen = course.chosen(plies, variations=variations)
    turns = [stop for stop in chosen if stop.turn != START]
    if plies is None:
        turns = [stop for stop in course.stops[1:] if variations or not stop.variation]
    is_started = replay.start is not None and game is not None and (plies is None or len(turns) < len(chosen))
    return {
        "file": record.source.file,
        "record": record.source.number,
        "game": game.info.id if game else None,
        "title": game.info.title if game else None,
        "seats": list(replay.start.seats) if replay.start is not None else [],
        "tags": [{"name": tag.name, "value": tag.value} for tag in record.tag_lines],
        "comments": list(course.start.comments),
        "start": _start_data(course) if is_started else None,
        "turns": [_turn_data(course, stop) for stop in turns],
        "variations": _variations_data(course) if plies is None and variations else [],
        "result": record.result.text if record.result else None,
        "plies": replay.length,
        "outcome": replay.outcome.word if replay.outcome else None,
        "ok": not replay.has_error,
        "diagnostics": [diagnostic_data(fault, record.source) for fault in replay.diagnostics],
    }


def _start_data(course: Course) -> dict[str, Any]:
    start = course.replay.start
    game = course.record.game
    assert game is not None
    return {"position": game.write_position(start), "to_move": start.to_move}


def _turn_data(course: Course, stop: Stop) -> dict[str, Any]:
    source = course.record.source
    turn = course.record.turns[stop.turn]
    return {
        "index": stop.turn,
        "ply": stop.ply,
        "parent": None if stop.parent == START else stop.parent,
        "variation": stop.variation,
        "seat": stop.seat or None,
        "turn": stop.text if stop.is_legal else None,
        "written": source.written(turn.actions_span),
        "marks": list(stop.marks),
        "comments": list(stop.comments),
        "legal": stop.is_legal,
        **_result_data(course, course.view(stop.turn) if stop.is_legal else None),
        "diagnostics": [diagnostic_data(fault, source) for fault in stop.faults],
    }


def _result_data(course: Course, view: View | None) -> dict[str, Any]:
    """What a turn did, and the position after it; nothing of a turn that was not replayed."""
    game = course.record.game
    if view is None or game is None:
        return {"events": [], "position": None, "to_move": None, "outcome": None}
    outcome = game.outcome(view.position)
    return {
        "events": [event_data(event) for event in view.events],
        "position": game.write_position(view.position),
        "to_move": view.position.to_move,
        "outcome": outcome.word if outcome else None,
    }


def _variations_data(course: Course) -> list[dict[str, Any]]:
    """The variations; the main line is none."""
    found = []
    for variation in course.record.variations[1:]:
        lead = [words for words in (comment.words for comment in variation.comments) if words]
        found.append(
            {
                "number": variation.number,
                "instead_of": variation.instead_of,
                "comments": lead,
                "turns": list(variation.turns),
            }
        )
    return found

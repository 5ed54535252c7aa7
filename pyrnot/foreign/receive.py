"""A message that a player sent, read against a record: which of its turns are new (TR5.5)."""

from __future__ import annotations

import re

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic
from pyrnot.foreign.thread import read_threads
from pyrnot.play.extend import Refused, errors_of
from pyrnot.play.replay import Replay, replay
from pyrnot.play.write import write_turn_text
from pyrnot.record.answers import NONE, Answers
from pyrnot.record.numbering import write_number
from pyrnot.record.source import SourceText

_REPLACES = re.compile(r"replaces (\d+): (.+)", re.DOTALL)


class Received(Struct, frozen=True):
    """What a message says: its new turns and its result as `notation`, after those last turns of the record that it
    says again; the plies of all those, and the warnings about its text `source`."""

    notation: SourceText
    repeated: tuple[int, ...]
    source: SourceText
    warnings: tuple[Diagnostic, ...]


def read_message(old: Replay, text: str, answers: Answers = NONE) -> Received:
    """What a message adds to a record in which nothing is wrong. Raises `Refused` if it contradicts the record, has an
    error, or if a question about it is open."""
    game = old.record.game
    assert game is not None
    source = SourceText(text, file="the message", form="thread", answers=answers)
    thread, *others = read_threads(source, game, known=old)
    if others:
        raise Refused("the message contains turns of more than one game")
    read = replace(thread.record, tags=old.record.tags)
    added = replay(read, start=old.position)
    faults = [_contradiction(fault, old) for fault in added.diagnostics]
    errors = errors_of(faults, source)
    if errors:
        is_asked = all(fault.code == CoreCodes.QUESTION for fault, _ in errors)
        raise Refused("a question is open" if is_asked else "the message has an error", errors)
    first = old.length + 1
    while first - 1 in thread.repeated:
        first -= 1
    plies = [*old.main_plies[first - 1 :], *added.main_plies]
    lines = [
        " ".join([write_number(number, pairs=old.record.pairs), write_turn_text(game, ply), *ply.turn.marks])
        for number, ply in enumerate(plies, first)
    ]
    if read.result is not None and read.result != old.record.result:
        lines.append(read.result.text)
    notation = SourceText("\n".join(lines), file="the message")
    return Received(notation, tuple(thread.repeated), source, tuple(faults))


def _contradiction(fault: Diagnostic, old: Replay) -> Diagnostic:
    """A question which text of a turn counts, as the error that it is if the record has that turn."""
    offered = [found for answer in fault.answers if (found := _REPLACES.fullmatch(answer.text))]
    if fault.rule != "TR4" or not offered or int(offered[0][1]) > old.length:
        return fault
    ply, text = int(offered[0][1]), offered[0][2]
    assert old.record.game is not None
    has = write_turn_text(old.record.game, old.main_plies[ply - 1])
    message = f"turn {ply} is `{has}` in the record, but `{text}` in the message"
    hint = "one of the two is wrong; to replace the record's turn, take it back with `pyrnot undo` first"
    return replace(fault, code=CoreCodes.THREAD_CONFLICT, message=message, hint=hint, ply=ply, answers=())

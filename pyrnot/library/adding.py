"""Adds what a player wrote to a record: notation first, and what is a mail or a chat by the rules for threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyrnot.foreign.message import read_message
from pyrnot.play.extend import Extension, Refused, errors_of, extend

if TYPE_CHECKING:
    from pyrnot.play.replay import Replay


def extend_by_text(old: Replay, text: str, *, name: str, is_message: bool) -> Extension:
    """A record with what a text adds to it. Raises `Refused`: also for a record that has an error.

    `name` is what diagnostics call the text. Unless it `is_message`, it has only turns and a result, as on a command
    line.
    """
    if old.has_error or old.start is None:
        raise Refused("the record has an error", errors_of(old.diagnostics, old.record.source))
    try:
        notation = read_message(text, name)
    except ValueError as fault:
        raise Refused(str(fault)) from None
    try:
        if notation is None:
            raise Refused("there is no turn in it")
        return extend(old, notation)
    except Refused as refused:
        if not is_message:
            raise
        return _extend_by_thread(old, text, refused)


def _extend_by_thread(old: Replay, message: str, refused: Refused) -> Extension:
    """What a message adds that is not notation, by the rules for threads (TR5.3). `refused` is why it is not."""
    from pyrnot.foreign.receive import read_message as read_thread_message

    try:
        notation = read_thread_message(old, message.replace("\r\n", "\n"))
    except Refused as fault:
        if not fault.faults or any(diagnostic.code.startswith("thread-") for diagnostic, _ in fault.faults):
            raise  # it is a thread that contradicts itself or the record
        raise refused from None
    if not notation.text:
        raise refused
    return extend(old, notation)

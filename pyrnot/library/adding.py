"""Adds what a player wrote to a record: notation first, and what is a mail or a chat by the rules for threads."""

from __future__ import annotations

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Severity
from pyrnot.foreign.answering import read_answered
from pyrnot.foreign.message import read_message, without_boards
from pyrnot.foreign.receive import read_message as read_thread_message
from pyrnot.foreign.recognition import takes_lone_word
from pyrnot.play.extend import Extension, Refused, errors_of, extend
from pyrnot.play.question import read_as
from pyrnot.play.replay import Replay, replay
from pyrnot.play.write import write_record
from pyrnot.record.answers import NONE, Answers
from pyrnot.record.model import Record
from pyrnot.record.read import read_strictly
from pyrnot.record.source import SourceText
from pyrnot.record.typed import read_typed

_MESSAGE = "the message"


def extend_by_text(old: Replay, text: str, *, name: str, is_message: bool, answers: Answers = NONE) -> Extension:
    """A record with what a text adds to it. Raises `Refused`: also for a record that has an error.

    `name` is what diagnostics call the text. Unless it `is_message`, it has only turns and a result, as on a command
    line. `answers` are those to the questions that a message may raise.
    """
    if old.has_error or old.start is None:
        raise Refused("the record has an error", errors_of(old.diagnostics, old.record.source))
    text = without_boards(text)
    if is_message and not _is_notation(text, old):
        return _extend_by_thread(old, text, answers)
    if answers:
        raise Refused("leave the answers out: nothing is asked about it")
    try:
        notation = read_message(text, name)
        if notation is None:
            raise Refused("there is no turn in it")
        return extend(old, notation)
    except ValueError as fault:
        raise Refused(str(fault)) from None
    except Refused as refused:
        if is_message:
            raise
        return _extend_by_typed(old, text, name, refused)


def begin_by_text(text: str, answers: Answers = NONE) -> str | None:
    """The text of the record that a message begins, None for one without a `Game` tag (TR5.5). Raises `Refused`."""
    text = without_boards(text)
    read = _strictly(text)
    if read is None:
        source = SourceText(text.replace("\r\n", "\n"), file=_MESSAGE, form="thread", answers=answers)
        read, *others = read_answered(source, None)
        if others:
            raise Refused("the message contains turns of more than one game")
    tag = read.tag("Game")
    if tag is None or not read.source.text.startswith("[", tag.span.start):  # or it was inferred
        return None
    begun = replay(read)
    errors = errors_of(begun.diagnostics, read.source)
    if any(fault.code != CoreCodes.NO_RECORD for fault, _ in errors):  # an invitation has no turn
        raise Refused("the message has an error", errors)
    end = "" if read.result else "*\n" if read.turns else "\n*\n"
    return write_record(begun) + end


def _is_notation(text: str, old: Replay) -> bool:
    """Whether a message holds nothing but turns, their comments and a result: then it is read strictly."""
    read = _strictly(text, old)
    return read is not None and bool(read.turns or read.result)


def _strictly(text: str, old: Replay | None = None) -> Record | None:
    """The record that a message is, or which continues another one; None if there is an error in its notation, as there
    is in a greeting."""
    try:
        source = read_message(text, _MESSAGE)
    except ValueError:  # it holds several, or a greeting above one
        return None
    if source is None:
        return None
    game, tags, plies = (None, None, 0) if old is None else (old.record.game, old.record.tags, old.length)
    read = read_strictly(source, game, seats_by=tags, plies_before=plies)
    has_error = any(fault.severity is Severity.ERROR for fault in read.diagnostics)
    return None if has_error or takes_lone_word(read) else read


def _extend_by_typed(old: Replay, text: str, name: str, refused: Refused) -> Extension:
    """What a typed turn adds by the first legal way to read it (TR3.4). `refused`: why it is not added as it stands."""
    assert old.record.game is not None
    reasons = []
    for way in read_typed(old.record.game, text.strip(), old.position):
        source, said = SourceText(way, file=name), read_as(text.strip(), way, old.length + 1)
        try:
            added = extend(old, source)
            return replace(added, warnings=(said, *added.warnings))
        except Refused as fault:
            reasons.append(Refused(str(fault), [(said, source), *fault.faults]))
    raise next(iter(reasons), refused)


def _extend_by_thread(old: Replay, message: str, answers: Answers) -> Extension:
    """What a message adds that is not notation, by the rules for threads (TR5.5)."""
    received = read_thread_message(old, message.replace("\r\n", "\n"), answers)
    if not received.notation.text:
        raise Refused("there is no turn or result in it")
    added = extend(old, received.notation)
    return replace(added, repeated=received.repeated, source=received.source, warnings=received.warnings)

"""What a player wrote, added to a record: as notation, else by the rules for threads (TR5.5)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity, Span
from pyrnot.core.limits import FOREIGN_BYTES, FOREIGN_LINES
from pyrnot.core.patterns import lazy_pattern
from pyrnot.core.tags import Tags
from pyrnot.foreign.annotating import Addition, AnnotatedText
from pyrnot.foreign.answering import read_answered
from pyrnot.foreign.forms import BINARY_FORMS, load_form
from pyrnot.foreign.recognition import takes_lone_word
from pyrnot.foreign.source import ForeignText
from pyrnot.foreign.thread import Thread, read_threads
from pyrnot.foreign.thread.classify.lines import TooMuchNotation
from pyrnot.foreign.thread.reading import LOOKS_LIKE_TURN
from pyrnot.foreign.thread.report.answers import TURN_ANSWER
from pyrnot.foreign.thread.split.annotations import find_annotations
from pyrnot.foreign.thread.split.blocks import BOARD_BEGINS, BOARD_ENDS
from pyrnot.play.extend import (
    Extension,
    Refused,
    errors_of,
    extend,
    refuse_other_game,
    take_back,
    without_missing_result,
)
from pyrnot.play.fair_dealer import Dealer
from pyrnot.play.fair_dice import LINK, Shown, take_lines
from pyrnot.play.fair_start import undrawn_start
from pyrnot.play.plies import read_as
from pyrnot.play.random import write_beginning
from pyrnot.play.replay import Ply, Replay, replay
from pyrnot.play.write import write_record, write_turn_text
from pyrnot.record.answers import NONE, Answers
from pyrnot.record.model import Record, Turn
from pyrnot.record.numbering import write_number
from pyrnot.record.opening import Unreadable
from pyrnot.record.read import read_strictly
from pyrnot.record.source import HEAD, SourceText
from pyrnot.record.sources import split_records_of
from pyrnot.record.typed import read_typed

_BOARD = lazy_pattern(rf"^[ \t>]*{BOARD_BEGINS}.*?(?:^[ \t>]*{BOARD_ENDS}\s*?$|\Z)", re.MULTILINE | re.DOTALL)
_WORDS = lazy_pattern(r"[^\s>].*")
_MESSAGE = "the message"
_SEVERAL = "the message contains turns of more than one game"
_TOO_LONG = f"it is too long: a message may have {FOREIGN_LINES:,} lines"
_OPEN = "a question is open; answer with --answer LINE=ANSWER"
_FIRST_TURN = lazy_pattern(r"^[ \t>]*1\.", re.MULTILINE)
_GAME_TAG = lazy_pattern(r"\[\s*game\b", re.IGNORECASE)


def frame_board(board: str, where: str) -> str:
    """A board for a mail, between two lines that mark it in a message. `where` says which position it shows."""
    return f"{BOARD_BEGINS}{where} -----\n{board}\n{BOARD_ENDS}\n"


def extend_by_text(old: Replay, text: str, *, name: str, is_message: bool, answers: Answers = NONE) -> Extension:
    """A record with what a text adds to it. Raises `Refused`: also for a record that has an error.

    `name` is what diagnostics call the text. Unless it `is_message`, it has only turns and a result, as on a command
    line. `answers` are those to the questions that a message may raise.
    """
    if old.has_error or old.start is None:
        raise Refused("the record has an error", errors_of(old.diagnostics, old.record.source))
    text = _without_boards(text)
    read = _strictly(text, old) if is_message else None
    if is_message and (read is None or not (read.turns or read.result)):
        return _extend_by_thread(old, text, answers)
    if answers:
        raise Refused("leave the answers out: nothing is asked about it")
    try:
        return extend(old, _read_message(text, name))
    except Refused as refused:
        if is_message:
            raise
        return _extend_by_typed(old, text, name, refused)


class NothingFound(Refused):
    """A message has no turn and no result that the record lacks."""


class Received(Struct, frozen=True):
    """A record with what a text adds to it (None if that is links of fair dice alone), and the links that its players
    may show then."""

    replay: Replay
    added: Extension | None
    due: Sequence[Shown]


def receive(
    old: Replay, text: str, dealer: Dealer, *, name: str, is_message: bool, answers: Answers = NONE
) -> Received:
    """A record with what a text adds to it, as `extend_by_text` has it, and with what it shows of fair dice. Raises
    `Refused`."""
    text, shown = take_lines(_opened(text) if is_message else text)
    linked, due = dealer.update(old, shown)
    said = text if is_message else dealer.fill(linked, text)
    try:
        added = extend_by_text(linked, said, name=name, is_message=is_message, answers=answers)
    except Refused as refused:
        if not shown or not _says_no_more(text, refused):
            raise
        return Received(linked, None, _unsent(due, old, linked))
    new, due = dealer.update(added.replay)
    warnings = _without_proved(added.warnings, new)
    return Received(new, replace(added, text=new.record.source.original, replay=new, warnings=warnings), due)


def _says_no_more(text: str, refused: Refused) -> bool:
    """Whether there is no turn beside the links of a mail, for which it was refused: at most a greeting, or the tags
    and the board before the first turn."""
    if refused.has_only(CoreCodes.CHAIN_MISSING):  # the start is still to be drawn
        return not _FIRST_TURN.search(text)
    return not text.strip() or isinstance(refused, NothingFound) or refused.has_only(CoreCodes.NO_RECORD)


def _without_proved(warnings: Iterable[Diagnostic], new: Replay) -> tuple[Diagnostic, ...]:
    """The warnings of what a text adds, without those of rolls that the links in the new record prove."""
    lacking = {diagnostic.ply for diagnostic in new.diagnostics if diagnostic.code == CoreCodes.CHAIN_MISSING}
    return tuple(each for each in warnings if each.code != CoreCodes.CHAIN_MISSING or each.ply in lacking)


def _unsent(due: Sequence[Shown], old: Replay, new: Replay) -> Sequence[Shown]:
    """The links that are to be sent after a mail: those that it has made due, or all of them again if it brings
    nothing new."""
    links = [each for each in due if each.kind == LINK]
    if new is old:
        return links
    return [each for each in links if old.record.tags.get(each.tag) != new.record.tags.get(each.tag)]


def begin_by_text(text: str, answers: Answers = NONE) -> str | None:
    """The text of the record that a message begins, None for one without a `Game` tag (TR5.5). Raises `Refused`."""
    text = _without_boards(_opened(text))
    read = _read_invitation(text, answers)
    tag = read.tag("Game")
    if tag is None or not _GAME_TAG.match(read.source.text, tag.span.start):  # or it was inferred
        return None
    if not read.turns and read.game is not None and undrawn_start(read.game, read.tags) is not None:
        own = Tags({name: read.tags[name] for name in read.tags if name.lower() != "game"})
        return write_beginning(read.game, own)
    begun = replay(read)
    _refuse_errors(begun)
    if read.is_thread and read.turns:
        return _begin_by_thread(begun, text, answers)
    return _unfinished(begun)


def _refuse_errors(begun: Replay) -> None:
    """Raises `Refused` for a message that cannot begin a record."""
    errors = errors_of(begun.diagnostics, begun.record.source)
    is_asked = all(diagnostic.is_question for diagnostic, _ in errors)
    refused = Refused(_OPEN if is_asked else "the message has an error", errors)
    if errors and not refused.has_only(CoreCodes.NO_RECORD):  # an invitation has no turn
        raise refused


def _begin_by_thread(begun: Replay, text: str, answers: Answers) -> str:
    """The text of the record that a message begins which is not notation and has turns."""
    whole = _unfinished(begun)
    if not find_annotations(text):
        return whole
    start, _ = take_back(_judged(whole), begun.length)
    return _extend_by_thread(_judged(start), text, answers).text


def _judged(text: str) -> Replay:
    """The replay of a record's text."""
    return replay(read_strictly(SourceText(text)))


def _unfinished(begun: Replay) -> str:
    """The text of a record, which ends in `*` if it has no result."""
    text = write_record(begun)
    if begun.record.result:
        return text
    return f"{text}*\n" if begun.record.turns else f"{text}\n*\n"


def _read_invitation(text: str, answers: Answers) -> Record:
    """The record that a message is, as notation or as a thread. Raises `Refused` for several."""
    read = _strictly(text)
    if read is None:
        plain = AnnotatedText(text.replace("\r\n", "\n")).plain
        source = ForeignText(plain, "thread", file=_MESSAGE, answers=answers)
        read, *others = read_answered(source, None)
        if others:
            raise Refused(_SEVERAL)
    return read


def _opened(text: str) -> str:
    """The text of a message, which a mail program may hand over as it is stored. Raises `Refused` for one that is too
    long."""
    form = next((name for name in BINARY_FORMS if load_form(name).recognises(text[:HEAD])), None)
    if form is None:
        return text
    from pyrnot.foreign.stored_mails import as_copied  # Python's `email` is slow to import

    try:
        return as_copied(text, form)
    except Unreadable as unreadable:
        raise Refused(unreadable.message) from None


def _without_boards(text: str) -> str:
    """The text of a message with blanks for its boards. Raises `Refused` for one that is too long."""
    if len(text) > FOREIGN_BYTES or text.count("\n") > FOREIGN_LINES:
        raise Refused(_TOO_LONG)
    return _BOARD.sub(lambda board: _blank_words(board[0]), text)


def _blank_words(text: str) -> str:
    return _WORDS.sub(lambda words: " " * len(words[0]), text)


def _read_message(text: str, name: str) -> SourceText:
    """The notation in the text of a message without boards. `name` is for diagnostics. Raises `Refused` if it has
    none, or several records."""
    try:
        source, *others = split_records_of(name, text)
    except Unreadable:
        raise Refused("there is no turn in it") from None
    if others:
        raise Refused("the message holds several records")
    return source


def _strictly(text: str, old: Replay | None = None) -> Record | None:
    """The record that a message is, or which continues another one; None if there is an error in its notation, as
    there is in a greeting."""
    try:
        source = _read_message(text, _MESSAGE)
    except Refused:  # it holds several, or a greeting above one
        return None
    if old is None:
        read = read_strictly(source)
    else:
        read = read_strictly(source, old.record.game, seats_by=old.record.tags, plies_before=old.length)
    has_error = any(diagnostic.severity is Severity.ERROR for diagnostic in read.diagnostics)
    return None if has_error or takes_lone_word(read) else read


def _extend_by_typed(old: Replay, text: str, name: str, refused: Refused) -> Extension:
    """What a typed turn adds by the first legal way to read it (TR3.4). `refused`: why it is not added as it
    stands."""
    assert old.record.game is not None
    reasons = []
    for turn in read_typed(old.record.game, text.strip(), old.position):
        source = SourceText(turn, file=name)
        warning = read_as(text.strip(), turn, old.length + 1)
        try:
            added = extend(old, source)
            return replace(added, warnings=(warning, *added.warnings))
        except Refused as error:
            reasons.append(Refused(str(error), [(warning, source), *error.diagnostics]))
    raise reasons[0] if reasons else refused


def _extend_by_thread(old: Replay, message: str, answers: Answers) -> Extension:
    """What a message adds that is not notation, by the rules for threads (TR5.5)."""
    _check_replaced(old, answers)
    text = AnnotatedText(message.replace("\r\n", "\n"))
    source = ForeignText(text.plain, "thread", file=_MESSAGE, answers=answers)
    thread = _read_thread(source, old)
    read = replace(thread.record, tags=old.record.tags)
    brought = replay(read, start=old.position)
    diagnostics = tuple(_contradiction(diagnostic, old) for diagnostic in brought.diagnostics)
    as_written = ForeignText(text.text, "thread", file=_MESSAGE, answers=answers)
    errors = errors_of(diagnostics, as_written)
    if errors:
        is_asked = all(diagnostic.is_question for diagnostic, _ in errors)
        raise Refused(_OPEN if is_asked else "the message has an error", errors)
    first = old.length + 1
    while first - 1 in thread.repeated:
        first -= 1
    known = [_write_turn(old.record, number, ply) for number, ply in enumerate(old.main_plies[first - 1 :], first)]
    parts = [*_parts(old, brought)]
    if not known and not parts:
        raise NothingFound("no turn or result found in it")
    annotated = text.annotate(parts, old.record)
    lines = [*known, *annotated.lines]
    first_line = source.place(parts[0].place.start).line - len(known) if parts else 1
    added = extend(old, SourceText("\n".join(lines), file=_MESSAGE, first_line=max(first_line, 1)))
    return replace(
        added,
        repeated=tuple(thread.repeated),
        dropped=annotated.has_left_out or any(map(_says_turn, read.turns)),
        source=as_written,
        warnings=without_missing_result(diagnostics),
    )


def _read_thread(source: ForeignText, old: Replay) -> Thread:
    """The game that a message continues. Raises `Refused` for several games, for another one, and for what is too
    much."""
    try:
        thread, *others = read_threads(source, old.record.game, known=old, keep_comments=True)
    except TooMuchNotation as stopped:
        raise Refused(f"leave out what is not of the game: {stopped}") from None
    if others:
        raise Refused(_SEVERAL)
    refuse_other_game(thread.record, old.record)
    return thread


def _parts(old: Replay, brought: Replay) -> Iterator[Addition]:
    """The turns and the result that a message adds to a record."""
    for plies, ply in enumerate(brought.main_plies, old.length):
        actions = ply.turn.actions
        yield Addition(_write_turn(old.record, plies + 1, ply), Span(actions[0].start, actions[-1].end), plies)
    result = brought.record.result
    if result is not None and result != old.record.result:
        yield Addition(result.text, result.span, old.length + brought.length)


def _says_turn(turn: Turn) -> bool:
    """Whether what stands beside a turn holds notation, as a variation without numbers does."""
    return any(LOOKS_LIKE_TURN.search(comment.text) for comment in turn.comments)


def _write_turn(record: Record, number: int, ply: Ply) -> str:
    """A turn with its number, as it is added to a record."""
    assert record.game is not None
    return " ".join([write_number(number, pairs=record.pairs), write_turn_text(record.game, ply), *ply.turn.marks])


def _check_replaced(old: Replay, answers: Answers) -> None:
    """Raises `Refused` for an answer that would replace a turn of the record: a message only adds turns."""
    for line, text in answers.by_line.items():
        answer = TURN_ANSWER.fullmatch(text.strip())
        other = _say_other(old, answer, f"in the answer for line {line}") if answer else ""
        if other:
            raise Refused(f"{other}; to replace it, take it back with `pyrnot undo` first")


def _contradiction(diagnostic: Diagnostic, old: Replay) -> Diagnostic:
    """A question which text of a turn counts, as the error that it is if the record has that turn."""
    offered = _find_text_offered(diagnostic)
    if diagnostic.rule != "TR4" or offered is None:
        return diagnostic
    message = _say_other(old, offered, "in the message")
    if not message:
        return diagnostic
    hint = "one of the two is wrong; to replace the record's turn, take it back with `pyrnot undo` first"
    ply = int(offered["ply"])
    return replace(diagnostic, code=CoreCodes.THREAD_CONFLICT, message=message, hint=hint, ply=ply, answers=())


def _find_text_offered(question: Diagnostic) -> re.Match[str] | None:
    """The first answer to a question that gives the text of a turn."""
    for answer in question.answers:
        match = TURN_ANSWER.fullmatch(answer.text)
        if match and match["verb"] != "turn":
            return match
    return None


def _say_other(old: Replay, answer: re.Match[str], where: str) -> str:
    """Says which turn the record has where an answer gives another one; "" if it has none, or the same."""
    ply = int(answer["ply"])
    text = answer["turn"].strip()
    if old.record.game is None or not 1 <= ply <= old.length:
        return ""
    recorded = write_turn_text(old.record.game, old.main_plies[ply - 1])
    if recorded == text:
        return ""
    return f"turn {ply} is `{recorded}` in the record, but `{text}` {where}"

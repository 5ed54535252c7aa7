"""Adds to a record what a message says: its new turns with all that goes with them, and a result (`add`); takes turns
back (`undo`).

Judges the message from the record's own positions. Adds all of it, or nothing. Gives texts; no file is touched.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity, Span
from pyrnot.play.line_tree import node_at
from pyrnot.play.replay import Replay, line_from, replay
from pyrnot.play.results import tag_value
from pyrnot.play.write import TurnStyle, comment_text, result_text, write_turn_text, write_turns
from pyrnot.record.leaving import read_leaving
from pyrnot.record.model import Comment, Record, Turn
from pyrnot.record.numbering import expected_number, numbered_ply, write_number
from pyrnot.record.read import read_strictly
from pyrnot.record.source import SourceText

if TYPE_CHECKING:
    from collections.abc import Iterable


class Refused(Exception):
    """Why nothing is added or taken back, with the diagnostics that explain it, each with the text in which it is."""

    def __init__(self, reason: str, diagnostics: Iterable[tuple[Diagnostic, SourceText]] = ()) -> None:
        super().__init__(reason)
        self.diagnostics = tuple(diagnostics)

    def has_only(self, code: CoreCodes) -> bool:
        """Whether there are diagnostics, all of this code."""
        return {diagnostic.code for diagnostic, _ in self.diagnostics} == {code}


def errors_of(diagnostics: Iterable[Diagnostic], source: SourceText) -> list[tuple[Diagnostic, SourceText]]:
    """The errors among the diagnostics of a text, each with that text."""
    return [(diagnostic, source) for diagnostic in diagnostics if diagnostic.severity is Severity.ERROR]


class Extension(Struct, frozen=True):
    """A record with what a message adds to it. `text` is the record's new text, the old one if nothing is new.

    `replay` is the replay of that text, `first` the ply of its first new turn, `repeated` are the plies that the
    record had already and the message says again, and `dropped` says whether those have remarks in the message that
    the record lacks. `sent` is what the message says, as text to send; `warnings` are those of its text `source`.
    """

    text: str
    replay: Replay
    first: int
    repeated: Sequence[int]
    dropped: bool
    result: str
    sent: str
    source: SourceText
    warnings: tuple[Diagnostic, ...]


def without_missing_result(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The diagnostics of a message, but for that of the missing result, which is written into the record."""
    return tuple(diagnostic for diagnostic in diagnostics if diagnostic.code != CoreCodes.MISSING_RESULT)


def refuse_other_game(message: Record, record: Record) -> None:
    """Raises `Refused` for a message that is about another game than a record."""
    game = record.game
    assert game is not None
    if message.game is not None and message.game is not game:
        raise Refused(f"it is about {message.game.info.title}, but the record is about {game.info.title}")


def extend(old: Replay, message: SourceText) -> Extension:
    """The record of `old`, in which nothing is wrong, with what a message adds. Raises `Refused`."""
    return _Extender(old, message).extend()


class _Extender:
    def __init__(self, old: Replay, source: SourceText) -> None:
        self.old = old
        self.record = old.record
        self.source = source
        self.old_result = result_text(self.record, old.start.seats, None)
        self.message = self._read(old.length)
        self._let_seat_leave()
        if any(diagnostic.code == CoreCodes.NOT_NOTATION for diagnostic in self.message.diagnostics):
            self._number_first_turn()

    def _let_seat_leave(self) -> None:
        """Makes a result alone that says who resigns that seat's turn, where the others play on. It may have a turn's
        number."""
        message = self.message
        if message.result is None or not all(turn.is_broken for turn in message.turns):
            return
        text = self.source.text
        start, end = message.result.span
        leaving = read_leaving(text[start:end], self.record.game, self.record.tags)
        if leaving is not None and self.old.outcome is None and self.old_result in ("", "*"):
            self.source = SourceText(text[:start] + leaving[0] + text[end:], file=self.source.file)
            self.message = self._read(self.old.length)

    def _number_first_turn(self) -> None:
        """Gives the first turn its number: the turns of its variations have theirs, as those of the record do."""
        message = self.message
        first = next(iter(message.turns), None)
        if first is None or first.is_broken or first.number is not None:
            return
        if not message.tag_lines and self._is_numbered():
            number = write_number(self.old.length + 1, pairs=self._pairs())
            self.source = SourceText(f"{number} {self.source.text}", file=self.source.file)
            self.message = self._read(self.old.length)

    def _read(self, plies_before: int) -> Record:
        record = self.record
        return read_strictly(self.source, record.game, seats_by=record.tags, plies_before=plies_before)

    def extend(self) -> Extension:
        pairs = self._pairs()
        offset = self._offset(pairs)
        self.message = message = self._read(offset)
        self._check_message()
        before = node_at(self.old, offset)
        line = partial(line_from, self.old.plies, before.turn)
        judged = replay(_with_starting_comments(message, pairs=pairs), start=before.position, line=line)
        turns = message.main_line
        repeated = max(0, min(len(turns), self.old.length - offset))
        for index, ply in zip(turns[:repeated], self.old.main_plies[offset:], strict=False):
            if not self._is_same(judged, index, ply):
                raise self._taken(message.turns[index], offset + 1 + turns.index(index), pairs=pairs)
        self._refuse_illegal(judged, offset, is_new=not repeated)
        diagnostics = self._of_result(judged.diagnostics, offset)
        result = self._result(judged, is_longer=repeated < len(turns))
        style = TurnStyle(is_numbered=self._is_numbered(), pairs=pairs)
        text = self.record.source.original
        if repeated < len(turns) or result != self.old_result:
            text = self._text(judged, turns[repeated:], result, style)
        for_mail = TurnStyle(pairs=pairs, has_seats=True)
        sent = [self._starting_comments(), write_turns(judged, turns[repeated:] or turns, for_mail).rstrip("\n")]
        sent.append(self._result_line(result) if message.result else "")
        again = _reread(self.record, text)
        assert again.length == self.old.length + len(turns) - repeated
        return Extension(
            text=text,
            replay=again,
            first=self.old.length + 1,
            repeated=range(offset + 1, offset + 1 + repeated),
            dropped=any(
                _has_more(message.turns[index], ply.turn)
                for index, ply in zip(turns[:repeated], self.old.main_plies[offset:], strict=False)
            ),
            result=result,
            sent="\n".join(filter(None, sent)) + "\n",
            source=self.source,
            warnings=without_missing_result(diagnostics),
        )

    # The message

    def _check_message(self) -> None:
        """The notation of the message, and that it is about this game."""
        message = self.message
        refuse_other_game(message, self.record)
        self._refuse_errors(message.diagnostics)
        if not message.main_line and message.result is None:
            raise Refused("no turn or result found in it")

    def _refuse_illegal(self, judged: Replay, offset: int, *, is_new: bool) -> None:
        """Refuses a message with an error, which may show that an earlier turn is wrong if all of it `is_new`."""
        diagnostics: Sequence[Diagnostic] = judged.diagnostics
        if is_new and not self.message.tag_lines:
            diagnostics = with_earlier_turn(self.old, self.source.text, diagnostics)
        self._refuse_errors(self._of_result(diagnostics, offset))

    def _of_result(self, diagnostics: Sequence[Diagnostic], offset: int) -> Sequence[Diagnostic]:
        """The diagnostics; of a message without turns they are of the result, and so of the record's last ply."""
        if self.message.main_line:
            return diagnostics
        return tuple(replace(diagnostic, ply=offset) for diagnostic in diagnostics)

    def _refuse_errors(self, diagnostics: Iterable[Diagnostic]) -> None:
        errors = errors_of(diagnostics, self.source)
        if errors:
            raise Refused("it has an error" if len(errors) == 1 else f"it has {len(errors)} errors", errors)

    # Numbers

    def _is_numbered(self) -> bool:
        return not self.record.turns or self.record.turns[0].number is not None

    def _pairs(self) -> bool:
        """Whether turns are numbered in pairs: as in the record, or where that cannot tell, as in the message."""
        if len(self.old.start.seats) != 2:
            return False
        if len(self.record.main_line) > 1 and self._is_numbered():
            return self.record.pairs
        return any(turn.number is not None and turn.number.dots == 3 for turn in self.message.turns)

    def _offset(self, pairs: bool) -> int:
        """After which ply the message's first turn is played, by its number. Raises `Refused` for a gap."""
        number = self.message.turns[0].number if self.message.main_line else None
        length = self.old.length
        if number is None:
            return length
        ply = 0 if number.value is None else numbered_ply(number.value, number.dots, pairs=pairs)
        if 1 <= ply <= length + 1 and expected_number(ply, pairs=pairs)[1] == number.dots:
            return ply - 1
        text = self.source.text[number.start : number.end]
        message = f"the next turn of the record is `{write_number(length + 1, pairs=pairs)}`, not `{text}`"
        has = f"the record ends with `{caption(self.old, length)}`" if length else "the record has no turns"
        hint = has if self.old.outcome else f"{has}; {self.old.position.to_move} is to move"
        raise self._refuse_number(number.span, message, hint, length + 1)

    def _taken(self, turn: Turn, ply: int, *, pairs: bool) -> Refused:
        """A turn under a number that the record has already."""
        message = f"the record already has another turn: `{caption(self.old, ply)}`"
        number = write_number(self.old.length + 1, pairs=pairs)
        hint = f"the next turn is `{number}` (to replace that one, take it back with `pyrnot undo` first)"
        return self._refuse_number(turn.span, message, hint, ply)

    def _refuse_number(self, span: Span, message: str, hint: str, ply: int) -> Refused:
        diagnostic = Diagnostic(Severity.ERROR, CoreCodes.WRONG_NUMBER, "R3", span, message, hint, ply)
        return Refused("it has an error", [(diagnostic, self.source)])

    def _is_same(self, judged: Replay, index: int, theirs: Any) -> bool:
        """Whether a turn of the message is the one that the record has in its place."""
        mine = judged.plies[index]
        game = self.record.game
        assert game is not None
        return mine is not None and mine.is_legal and write_turn_text(game, mine) == write_turn_text(game, theirs)

    # The result

    def _result(self, judged: Replay, *, is_longer: bool) -> str:
        """The result of the longer record, "" if it has none. Raises `Refused` if the old one is final."""
        before = self.old_result
        said = result_text(judged.record, self.old.start.seats, judged.outcome if is_longer else None)
        is_against = is_longer or said not in ("", before)
        if before not in ("", "*") and is_against:
            raise Refused(f"the record already ends with `{before}` (`pyrnot undo` takes that back)")
        return said or before

    # The text

    def _text(self, judged: Replay, turns: Sequence[int], result: str, style: TurnStyle) -> str:
        """The record's own text with these turns of the message after its last, and the result."""
        record = self.record
        head, tail, end = _cut(record)
        starting_comments = self._starting_comments()
        if starting_comments and record.main_line and "#" not in head.rpartition("\n")[2]:
            head = f"{head} {starting_comments}"
            starting_comments = ""
        lines = [starting_comments, write_turns(judged, turns, style).rstrip("\n"), self._result_lines(result, tail)]
        is_first = not record.main_line and head.endswith("]")
        body = ("\n" if is_first else "") + "\n".join(line for line in lines if line.strip())
        closed = _closed(record, head) if turns and not style.is_numbered else head
        return _with_result(record, f"{closed}\n{body}{end}", tag_value(result, self.old.start.seats))

    def _starting_comments(self) -> str:
        """The comments before a result that comes without a turn."""
        comments = () if self.message.main_line else self.message.comments
        return "\n".join(comment_text(self.source, comment) for _, comment in comments)

    def _result_line(self, result: str) -> str:
        return " ".join([result, *(comment_text(self.source, comment) for comment in self.message.tail)])

    def _result_lines(self, result: str, tail: str) -> str:
        """The result with the comments of the message, and `tail`, which followed the old one. A comment on the line
        of a result is taken back with it, so an old one stays below."""
        line = self._result_line(result)
        is_beside = tail != "" and not tail.lstrip(" \t").startswith("\n")
        return f"{line}\n{tail.lstrip()}" if is_beside and line != "*" else line + tail


def vary(old: Replay, ply: int, message: SourceText) -> str:
    """The text of the record of `old`, in which nothing is wrong, with a variation that replaces the turn at a ply of
    its main line, after those that it has. Raises `Refused`."""
    record = old.record
    turns = old.record.main_line
    start, _ = take_back(old, len(turns) - ply + 1)
    branch = extend(replay(read_strictly(SourceText(start), record.game)), message)
    if branch.replay.length < ply:
        raise Refused("there is no turn in it")
    if branch.replay.outcome is None and branch.result not in ("", "*"):
        raise Refused("a variation has no result")
    style = TurnStyle(is_numbered=record.turns[0].number is not None, pairs=record.pairs)
    line = write_turns(branch.replay, branch.replay.record.main_line[ply - 1 :], style).rstrip("\n")
    text = record.source.original
    end = record.turns[turns[ply]].start if ply < len(turns) else len(_cut(record)[0])
    closing = "\n)" if "#" in line.rpartition("\n")[2] else ")"
    varied = f"{text[:end].rstrip()}\n({line}{closing}\n{text[end:].lstrip()}"
    _reread(record, varied)
    return varied


def _reread(record: Record, text: str) -> Replay:
    """The replay of a record's new text, as a last check. Raises `Refused` if it has an error."""
    source = record.source
    new = source.changed(text)
    read = replay(read_strictly(new, record.game))
    if read.has_error:
        raise Refused("adding it would make the record invalid", errors_of(read.diagnostics, new))
    return read


def with_earlier_turn(old: Replay, added: str, diagnostics: Sequence[Diagnostic]) -> Sequence[Diagnostic]:
    """The diagnostics of turns that are added to a record; with the hint that a turn of the record may be wrong, if
    with another one they are legal."""
    error = next((found for found in diagnostics if found.severity is Severity.ERROR and found.ply), None)
    if error is None:
        return diagnostics
    from pyrnot.play.repair_search import find_repairs  # which turns without an error do not need

    source = old.record.source
    text = f"{_cut(old.record)[0]}\n{added.strip()}\n"
    together = replay(read_strictly(SourceText(text, file=source.file), old.record.game), hints=False)
    if old.length <= together.length < len(together.record.main_line):
        for best in find_repairs(together)[:1]:
            if best.ply <= old.length:
                blamed = replace(error, hint=f"in the record, {best.message}")
                return [blamed if found is error else found for found in diagnostics]
    return diagnostics


def caption(replayed: Replay, ply: int) -> str:
    """A turn of the main line with its number, as the record numbers its turns, and its seat: `2... Black: pass`."""
    game = replayed.record.game
    played = replayed.main_plies[ply - 1]
    assert game is not None
    text = write_turn_text(game, played)
    text = text if played.is_out_of_turn else f"{played.before.to_move}: {text}"
    return f"{write_number(ply, pairs=replayed.record.pairs)} {text}"


def _has_more(turn: Turn, theirs: Turn) -> bool:
    """Whether a turn of the message has a mark, a comment or a variation that the record's turn lacks."""
    said = {comment.words for comment in theirs.comments}
    is_new = any(comment.words not in said for comment in turn.comments) or not set(turn.marks) <= set(theirs.marks)
    return is_new or len(turn.variations) > len(theirs.variations)


def _with_starting_comments(record: Record, *, pairs: bool) -> Record:
    """A message whose turns are numbered in `pairs` or not, the comments before its first turn made that turn's."""
    turns = record.turns
    if turns:
        starting_comments: tuple[Comment, ...] = tuple(comment for _, comment in record.comments)
        turns = (replace(turns[0], comments=starting_comments + tuple(turns[0].comments)), *turns[1:])
    return replace(record, turns=turns, comments=(), pairs=pairs)


def _cut(record: Record) -> tuple[str, str, str]:
    """The text of a record up to its result, what follows the result, and the white space at its end."""
    text = record.source.original
    result = record.result
    head = (text[: result.span.start] if result else text).rstrip()
    tail = text[result.span.end :].rstrip() if result else ""
    return head, tail, text[len(text.rstrip()) :] or "\n"


def _with_result(record: Record, text: str, value: str | None) -> str:
    """A text that begins as that of a record does, with this value in the `Result` tag that it may have (R5.4)."""
    tag = record.tag("Result")
    if tag is None or value is None:
        return text
    return text[: tag.value_span.start] + value + text[tag.value_span.end :]


def _closed(record: Record, head: str) -> str:
    """The text of a record whose turns have no numbers, with the full stop that ends its last turn."""
    last = record.turns[record.main_line[-1]]
    for closed in (head, f"{head[: last.end]}.{head[last.end :]}"):
        # The first game's turn does not matter: only whether another turn may follow.
        read = read_strictly(SourceText(f"{closed}\npass."), record.game)
        if len(read.main_line) == len(record.main_line) + 1:
            return closed
    return head


def take_back(old: Replay, plies: int | None = None) -> tuple[str, str]:
    """The text of a record without its last turns, and the text taken away: those turns with all that goes with them,
    and the result after them with the comments on its line. Without `plies` this is what was added last: a result
    that a player gave, as by resigning, else one turn. A record that had a result ends in `*` again, its `Result` tag
    too. Raises `Refused`."""
    record = old.record
    text = record.source.original
    result = record.result
    turns = record.main_line
    head, tail, end = _cut(record)
    is_over = result is not None and result.text != "*"
    if plies is None:
        # A result by the rules is that of the last turn, and would stay if it alone were taken.
        plies = 0 if is_over and old.outcome is None else 1
    _check_plies(plies, len(turns), is_over=is_over)
    start = record.turns[turns[-plies]].start if plies else len(head)
    if is_over:
        after_result = _after_result(record)
        removed = text[start:after_result].strip()
        tail = text[after_result:].rstrip()
    else:
        removed = head[start:].strip()
    kept = text[:start].rstrip()
    blank = "\n" if plies == len(turns) and kept.endswith("]") else ""
    if result:
        kept = f"{kept}\n{blank}*{tail}"
    return _with_result(record, kept + end, "*"), removed


def _after_result(record: Record) -> int:
    """Where the comments below the line of a record's result begin; the end of the text if there are none."""
    assert record.result is not None
    text = record.source.original
    end = record.result.span.end
    for comment in record.tail:
        if "\n" in text[end : comment.span.start]:
            return end
        end = comment.span.end
    return len(text)


def _check_plies(plies: int, length: int, *, is_over: bool) -> None:
    """Raises `Refused` for more turns than a record has to take back, or for a result that it does not have."""
    if plies > length:
        has = {0: "no turns", 1: "only one turn"}.get(length, f"only {length} turns")
        raise Refused(f"the record has {has}" + ("; `--plies 0` takes only the result back" if is_over else ""))
    if not plies and not is_over:
        raise Refused("the record has no result")

"""What is wrong, as users of the library see it: diagnostics with lines and columns in place of offsets, and errors.

The values of diagnostics are those of `check --format json`. What is wrong with a record or a turn is a
`PyrnotError`; a file that is missing or unreadable is an `OSError`, a wrong argument a `TypeError` or `ValueError`. A
traceback names errors as users do, by `pyrnot`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, TypeVar

from msgspec import Struct, convert

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic as CoreDiagnostic
from pyrnot.core.diagnostics import Severity, Span
from pyrnot.record.opening import Unreadable
from pyrnot.record.source import SourceText
from pyrnot.render.data import diagnostic_data
from pyrnot.render.report import draw_diagnostic
from pyrnot.render.text.lines import printable

E = TypeVar("E", bound="PyrnotError")


class RelatedTurn(Struct, frozen=True):
    """The earlier turn that explains a diagnostic: its ply, where it is written (None where the turn at fault is in
    another text), and what it did, such as `c3 was emptied in turn 7`."""

    ply: int
    line: int | None
    column: int | None
    message: str


class RepairedTurn(Struct, frozen=True):
    """A change of one turn with which a record is legal beyond its first error.

    `ply`, `line`, `column`, `end_line` and `end_column` are those of the turn that may be wrong, `written` is its
    text, and `instead` what to write there, without a number; the record is then legal up to the ply `legal_to`.
    `kind` is `replace`, `insert` (a turn is missing there), `remove` (the turn is one too many) or `exchange` (it and
    a later turn are in each other's place). `answer` makes the change in a thread, as `--answer` takes it
    (`5=replaces 3: Sg3`); None if no answer does.
    """

    kind: str
    ply: int
    line: int
    column: int
    end_line: int
    end_column: int
    written: str
    instead: str
    legal_to: int
    answer: str | None


class Diagnostic(Struct, frozen=True):
    """One error of a record, or a warning.

    `severity` is `error` or `warning`; `code` is a stable name that `pyrnot.explain` explains; `rule` is the id of
    the rule broken, such as `B7`. `ply` is that of the turn: 0 for the tags, None for the file. `line` and `column`
    are where the text at fault begins, counted from 1 (columns in characters), `end_line` and `end_column` those
    after its last character. `message` is what is wrong, `hint` how to put it right. A question about a thread (see
    `Question`) has `answers` as `--answer` takes them, what each would do as `effects`, and in `said_by` who wrote
    the line and when. `related` is an earlier turn that explains it (`ply`, `line`, `column` and `message`), and
    `repairs` are changes of a turn, the best first, with which the record is legal beyond it. What there is none of
    is None.

    The fields are those of `pyrnot check --format json`; the text of a diagnostic is for people.

    >>> import pyrnot
    >>> (diagnostic,) = pyrnot.Board("martian-life").why("f3=M")
    >>> diagnostic.severity, diagnostic.code, diagnostic.rule, diagnostic.column
    ('error', 'not-notation', 'R3', 1)
    """

    severity: str
    code: str
    rule: str | None
    ply: int | None
    line: int | None
    column: int | None
    end_line: int | None
    end_column: int | None
    message: str
    hint: str | None
    answers: tuple[str, ...] | None
    effects: tuple[str, ...] | None
    said_by: str | None
    related: RelatedTurn | None
    repairs: tuple[RepairedTurn, ...] | None

    @property
    def is_error(self) -> bool:
        """Whether it is an error; a record with warnings alone is right."""
        return self.severity == Severity.ERROR

    def __str__(self) -> str:
        rule = f" {self.rule}" if self.rule else ""
        where = f" (line {self.line}, column {self.column})" if self.line is not None else ""
        hint = f"\n  help: {printable(self.hint)}" if self.hint else ""
        related = self.related
        note = f"\n  note: {printable(related.message)}" if related is not None else ""
        note += f" (line {related.line})" if related is not None and related.line is not None else ""
        return f"{self.severity}[{self.code}]{rule}: {printable(self.message)}{where}{hint}{note}"


class Question(Struct, frozen=True):
    """An open question about lines of a thread, which only someone who knows the game can settle.

    `line` is the number of its first line, by which an answer names it, and `lines` are the numbers of all its lines;
    `text` is what they say, `said_by` who wrote them and when ("" if that is not known). `message` is the question in
    words. `answers` are those that it offers, each with what it would do ("" where that was not looked at); an
    answer may also give any other turn. `ply` is the last turn that the question leaves certain.

    >>> import pyrnot
    >>> (question,) = pyrnot.load("sample_games/martian-life/threads/a-typo.txt").questions
    >>> question.line, question.said_by, question.answers["replaces 5: Sf3"]
    (8, 'Ana Paula, Tue 07:41', 'turn 5 is Sf3, not Sf2; turn 6 stays legal')
    """

    line: int
    lines: tuple[int, ...]
    text: str
    said_by: str
    message: str
    answers: dict[str, str]
    ply: int


def ask(question: CoreDiagnostic, source: SourceText) -> Question:
    """A question as the library gives it."""
    span = question.span or Span(0, 0)
    first = source.place(span.start).line
    last = source.place(max(span.end - 1, span.start)).line
    answers = {answer.text: answer.effect for answer in question.answers}
    text = source.written(span)
    said_by = question.said_by
    return Question(first, tuple(range(first, last + 1)), text, said_by, question.message, answers, question.ply or 0)


def diagnose(diagnostics: Iterable[CoreDiagnostic], source: SourceText) -> tuple[Diagnostic, ...]:
    """Diagnostics of a text as the library gives them."""
    return convert([diagnostic_data(diagnostic, source) for diagnostic in diagnostics], tuple[Diagnostic, ...])


class PyrnotError(Exception):
    """The base of all errors that pyrnot raises for what it was given.

    `diagnostics` are what is wrong, in the order of the text; the error's text is what `pyrnot check` would print. An
    error without diagnostics, as of an unknown name or of the beginning of a turn, is a sentence.

    >>> import pyrnot
    >>> try:
    ...     pyrnot.Board("martian-life").play("f3=M")
    ... except pyrnot.IllegalTurn as error:
    ...     print(isinstance(error, pyrnot.PyrnotError), error.diagnostics[0].code)
    True not-notation
    >>> pyrnot.Board("brace")
    Traceback (most recent call last):
    pyrnot.UnknownName: unknown game 'brace'; did you mean braces?
    >>> pyrnot.Board("braces", variant="flying")
    Traceback (most recent call last):
    pyrnot.IllegalStart: error[unknown-variant] R2: unknown optional rule
    >>> pyrnot.loads("")
    Traceback (most recent call last):
    pyrnot.NotARecord: error[no-record]: there is no record
    """

    def __init__(self, message: str, diagnostics: Iterable[Diagnostic] = ()) -> None:
        super().__init__(message, tuple(diagnostics))

    @property
    def message(self) -> str:
        """What `pyrnot check` would print."""
        text: str = self.args[0]
        return text

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is wrong."""
        diagnostics: tuple[Diagnostic, ...] = self.args[1]
        return diagnostics

    def __str__(self) -> str:
        return self.message


class IllegalTurn(PyrnotError):
    """A turn that the rules do not allow, that is not notation, or that the record cannot take.

    One that `Board.play` raises looks for its hints when its text or its diagnostics are first read: that takes up to
    a hundred times as long as the refusal, and a program that tries turns may not want them.
    """

    _explain: Callable[[], IllegalTurn] | None = None

    @classmethod
    def _unexplained(cls, explain: Callable[[], IllegalTurn]) -> IllegalTurn:
        """An error that says what the one that `explain` makes says, which is made when it is first asked."""
        error = cls.__new__(cls)
        error._explain = explain
        return error

    @cached_property
    def args(self) -> tuple[Any, ...]:  # type: ignore[override]
        """The text and the diagnostics."""
        return super().args if self._explain is None else self._explain().args

    # What an exception gives by itself is not asked of `args`.

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self.args!r}"

    def __reduce__(self) -> Any:
        return type(self), self.args


class IllegalStart(PyrnotError):
    """Tags that give no position to start from: a wrong setup, variant or number of seats."""


class NotARecord(PyrnotError, ValueError):
    """A text or a file that holds no record, or that is not text."""


class UnknownName(PyrnotError, LookupError):
    """A name that pyrnot does not know: that of a game, or the code of a diagnostic."""


for _error in (PyrnotError, IllegalTurn, IllegalStart, NotARecord, UnknownName):
    _error.__module__ = "pyrnot"  # where users find them


def error_of(kind: type[E], diagnostics: Iterable[tuple[CoreDiagnostic, SourceText]], *reasons: str) -> E:
    """An error with the diagnostics of texts, as `check` prints them and as values, and what else there is to say."""
    diagnostics = list(diagnostics)
    drawn = [draw_diagnostic(diagnostic, source) for diagnostic, source in diagnostics]
    return kind(
        "\n\n".join([*drawn, *reasons]), [diagnose([diagnostic], source)[0] for diagnostic, source in diagnostics]
    )


def refusal(unreadable: Unreadable) -> OSError | NotARecord:
    """The error for a file that cannot be read, which is the system's, or that holds no record."""
    if unreadable.code == CoreCodes.UNREADABLE:
        cause = unreadable.__context__
        return cause if isinstance(cause, OSError) else OSError(str(unreadable))
    return error_of(NotARecord, [unreadable.diagnosed])

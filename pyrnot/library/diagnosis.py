"""Diagnostics as users of the library see them: with lines and columns in place of offsets.

The values are those of `check --format json`, which `pyrnot.render.data` makes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pyrnot.core.diagnostics import Severity, Span
from pyrnot.render.data import diagnostic_data
from pyrnot.render.report import draw_diagnostic
from pyrnot.render.text.lines import printable

if TYPE_CHECKING:
    from pyrnot.core.diagnostics import Diagnostic as Fault
    from pyrnot.play.replay import Replay
    from pyrnot.record.source import SourceText


class Diagnostic(Struct, frozen=True):
    """One fault of a record, or a warning.

    `severity` is `error` or `warning`; `code` is a stable name that `pyrnot.explain` explains; `rule` is the id of the
    rule broken, such as `B7`. `ply` is that of the turn: 0 for the tags, None for the file. `line` and `column` are
    where the text at fault begins, counted from 1 (columns in characters), `end_line` and `end_column` those after its
    last character. `message` is what is wrong, `hint` how to put it right. A question about a thread (see
    `Question`) has `answers` as `--answer` takes them, what each would do as `effects`, and in `said_by` who wrote the
    line and when. What there is none of is None.

    The fields are those of `pyrnot check --format json`; the text of a diagnostic is for people.

    >>> import pyrnot
    >>> (fault,) = pyrnot.Board("martian-life").why("f3=M")
    >>> fault.severity, fault.code, fault.rule, fault.column
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

    @property
    def is_error(self) -> bool:
        """Whether it is an error; a record with warnings alone is right."""
        return self.severity == Severity.ERROR

    def __str__(self) -> str:
        rule = f" {self.rule}" if self.rule else ""
        where = f" (line {self.line}, column {self.column})" if self.line is not None else ""
        hint = f"\n  help: {printable(self.hint)}" if self.hint else ""
        return f"{self.severity}[{self.code}]{rule}: {printable(self.message)}{where}{hint}"


class Question(Struct, frozen=True):
    """An open question about lines of a thread, which only someone who knows the game can settle.

    `line` is the number of its first line, by which an answer names it, and `lines` are the numbers of all its lines;
    `text` is what they say, `said_by` who wrote them and when ("" if that is not known). `message` is the question in
    words. `answers` are those that it offers, each with what it would do ("" where that was not looked at); an
    answer may also give any other turn. `ply` is the last turn that the question leaves certain.

    >>> import pyrnot
    >>> (question,) = pyrnot.load("sample_games/martian-life/threads/a-typo.txt").questions
    >>> question.line, question.said_by, question.answers["replaces 5: Sf3"]
    (8, 'Ana Paula, Tue 07:41', 'turn 5 becomes Sf3; turn 6 stays legal')
    """

    line: int
    lines: tuple[int, ...]
    text: str
    said_by: str
    message: str
    answers: dict[str, str]
    ply: int


def ask(question: Fault, source: SourceText) -> Question:
    """A question as the library gives it."""
    span = question.span or Span(0, 0)
    first, last = source.place(span.start).line, source.place(max(span.end - 1, span.start)).line
    answers = {answer.text: answer.effect for answer in question.answers}
    text, said_by = source.written(span), question.said_by
    return Question(first, tuple(range(first, last + 1)), text, said_by, question.message, answers, question.ply or 0)


def diagnose(faults: Iterable[Fault], source: SourceText) -> tuple[Diagnostic, ...]:
    """Faults of a text as the library gives them."""
    return tuple(make_diagnostic(diagnostic_data(fault, source)) for fault in faults)


def make_diagnostic(data: Mapping[str, Any]) -> Diagnostic:
    """The diagnostic of a JSON object. Its code is a plain string: a user does not know the tables of codes."""
    lists = {key: data[key] and tuple(data[key]) for key in ("answers", "effects")}
    return Diagnostic(**{**data, **lists, "code": str(data["code"])})


def explain_faults(faults: Iterable[Fault], source: SourceText) -> str:
    """Faults of a text as `check` prints them, for the text of an error."""
    return "\n\n".join(draw_diagnostic(fault, source) for fault in faults)


def errors_in(judged: Replay) -> list[Fault]:
    """The errors of a replay, without its warnings."""
    return [fault for fault in judged.diagnostics if fault.severity is Severity.ERROR]

"""`pyrnot import`: makes a record of a thread, and asks about unclear lines."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Mapping

import click

from pyrnot.cli.inputs import Input, input_options_of
from pyrnot.cli.options import force_option, output_option
from pyrnot.cli.output import note, paint_for, say, say_boards, say_diagnostic, say_styled, write_record_text
from pyrnot.cli.reporting import readable, report_faults, report_unreadable, stopped
from pyrnot.cli.streams import exit_code
from pyrnot.cli.targets import STANDARD_OUTPUT, Target
from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Answer, Diagnostic, Severity, Span
from pyrnot.core.diagram import Diagram
from pyrnot.foreign.answering import line_of, read_answered, with_answers
from pyrnot.foreign.reading import read_records
from pyrnot.play.plies import judge_turn, view_ply
from pyrnot.play.replay import Replay, replay
from pyrnot.play.write import write_record
from pyrnot.record.answers import Answers
from pyrnot.record.model import Record
from pyrnot.record.opening import STANDARD_INPUT, Unreadable
from pyrnot.record.source import SourceText
from pyrnot.render.svg.parts import Part, chosen_blocks
from pyrnot.render.text.lines import printable
from pyrnot.render.threads import align_answers, draw_lines

_OF_TURN = re.compile(r"(?:turn|replaces)\s+\d{1,9}\s*:\s*(.+)", re.DOTALL)
_SHOWN = frozenset({Part.BOARD})
_BEFORE, _AFTER = 5, 2
"""Lines that are shown before and after those that a question is about."""
_WIDTH = 72
_CONFLICT = "TR4"
"""The rule of questions about two texts of one turn."""


_HELP = """
pyrnot reads notation, not what players say. This line may change or end the game; you know what it means.
  out              it is talk; of two texts that contradict each other: this one does not count
  turn 6: Sf3      it is turn 6
  replaces 5: Sf3  it puts turn 5 right; any legal turn may be given
  result: draw     the game ends here: White wins, draw, White resigns ...
  game             another game begins here
  seat White: Ana  Ana plays White
"""


def paint(style: str, text: str) -> str:
    """Text in a style, if stderr has colours."""
    return paint_for(sys.stderr)(style, text)


@click.command("import")
@input_options_of("TEXT")
@output_option("FILE", "File to write (default: print the record).")
@force_option
def import_command(given: Input, output: str | None, force: bool) -> None:
    """Make a record of a thread, and ask about unclear lines.

    TEXT is a mail, a chat or any other text that `check` reads. Where a line may change or end the game, only you can
    say what it means: on a terminal, a key chooses an answer. Otherwise --answer gives the answers, and open questions
    are listed (exit 1).

    Each answer becomes a comment of the record. Ctrl-C writes nothing.
    """
    if len(given.paths) != 1:
        raise click.UsageError("import reads one text at a time")
    (file,) = given.paths
    target = Target(output, "pyr", force=force, inputs=given.real_paths)
    name = target.name(file)
    if name != STANDARD_OUTPUT:
        target.check(name)
    is_asked = file != STANDARD_INPUT and sys.stdin.isatty() and sys.stderr.isatty()
    texts: list[str] = []
    try:
        for source in readable(given.sources()):
            answered = _Interview(source, given).run() if is_asked else source
            for record in read_answered(answered, given.game):
                replayed = replay(record)
                if not report_faults(replayed, errors_only=True):
                    texts.append(write_record(replayed))
    except Unreadable as fault:
        report_unreadable(fault)
    if exit_code():
        say(f"{file}: nothing written", err=True)
        raise stopped()
    if name == STANDARD_OUTPUT:
        write_record_text("\n".join(texts))
        return
    with target.open(name) as out:
        out.write("\n".join(texts).encode())
    note(f"{name}: written")


class _Interview:
    """Asks one question after another about a text, until none is open."""

    def __init__(self, source: SourceText, given: Input) -> None:
        self._text = source
        self._game = given.game
        self._answers = dict(source.answers.by_line)
        self._asked: list[int] = []
        """The lines whose questions were answered here, in that order."""

    def run(self) -> SourceText:
        """The text with answers that leave no question open. Raises `Unreadable`."""
        seen: list[Diagnostic] = []
        questions: list[tuple[Diagnostic, Record]] = []
        try:
            while True:
                source = with_answers(self._text, Answers(dict(self._answers), self._text.answers.is_talk))
                records = list(read_records(source, self._game))
                faults = [fault for record in records for fault in _errors(record)]
                questions = [(question, record) for record in records for question in record.questions]
                if self._asked and faults and faults != seen:
                    seen = faults
                    if self._is_regretted(records):
                        continue
                if not questions:
                    return source
                self._ask(*min(questions, key=_order), len(questions))
        except (KeyboardInterrupt, EOFError, click.Abort):
            self._stop(len(questions))
            raise stopped(130) from None

    def _ask(self, question: Diagnostic, record: Record, count: int) -> None:
        """Asks one of `count` open questions, and takes its answer, or the last one back."""
        number = len(self._asked) + 1
        say_styled(paint("bold", f"\n── question {number} of {number + count - 1} ".ljust(_WIDTH, "─")), err=True)
        keys = {str(key): answer for key, answer in enumerate(question.answers[:9], 1)}
        if boards := _boards(question, replay(record), keys):
            say_boards(boards, err=True)
        where = f"{record.source.file}, line {line_of(question, record)}"
        say(f"\n{', '.join(filter(None, [where, question.said_by]))}", err=True)
        for line in draw_lines(question.span or Span(0, 0), record.source, paint, before=_BEFORE, after=_AFTER):
            say_styled(line, err=True)
        say_styled(f"\n{paint('question', printable(question.message))}", err=True)
        offered = align_answers([(answer.text, answer.effect) for answer in keys.values()], indent=5)
        for key, text in zip(keys, offered, strict=True):
            say_styled(f"  {paint('help', key)}  {text}", err=True)
        say_styled(self._other_keys(), err=True)
        while True:
            key = _key()
            if key == "b" and self._asked:
                self._take_back()
                return
            if key == "?":
                say(_HELP, err=True)
            text = keys[key].text if key in keys else self._prompt() if key == "a" else ""
            if text:
                self._answer(line_of(question, record), text)
                return

    def _other_keys(self) -> str:
        keys = {"a": "another answer", "b": "back", "?": "explain", "Ctrl-C": "stop and write nothing"}
        return "  " + "   ".join(
            f"{paint('help', key)} {what}" for key, what in keys.items() if key != "b" or self._asked
        )

    def _prompt(self) -> str:
        """An answer that is typed, "" if it is none after all."""
        return str(click.prompt("answer", default="", show_default=False, err=True)).strip()

    def _answer(self, line: int, text: str) -> None:
        self._answers[line] = text
        self._asked.append(line)
        say(f"line {line}: {text}", err=True)

    def _take_back(self) -> None:
        del self._answers[self._asked.pop()]

    def _is_regretted(self, records: list[Record]) -> bool:
        """Shows the errors that records have with the answers so far; whether the last answer is taken back."""
        say("\nWith this answer:\n", err=True)
        for record in records:
            for fault in _errors(record):
                say_diagnostic(fault, record.source, err=True)
        say_styled(f"\n{paint('help', 'b')} back   {paint('help', 'Enter')} continue", err=True)
        while (key := _key()) not in ("b", "\r", "\n"):
            pass
        if key == "b":
            self._take_back()
        return key == "b"

    def _stop(self, count: int) -> None:
        """Says how far the questions came, and how to continue from here."""
        answered = f"{len(self._asked)} of {len(self._asked) + count} questions answered"
        say(f"\nstopped: {answered}, nothing written", err=True)
        if self._asked:
            given = [f"--answer {shlex.quote(f'{line}={self._answers[line]}')}" for line in self._asked]
            say(f"to continue from here, add: {' '.join(given)}", err=True)


def _key() -> str:
    """The next key. Raises EOFError and KeyboardInterrupt."""
    key = click.getchar()
    if not key:
        raise EOFError
    return key


def _errors(record: Record) -> list[Diagnostic]:
    """The errors of a record that are not questions."""
    faults = replay(record).diagnostics
    return [fault for fault in faults if fault.severity is Severity.ERROR and fault.code != CoreCodes.QUESTION]


def _order(asked: tuple[Diagnostic, Record]) -> tuple[int, int, Span]:
    question, record = asked
    return record.source.number, question.ply or 0, question.span or Span(0, 0)


def _boards(question: Diagnostic, replayed: Replay, keys: Mapping[str, Answer]) -> list[tuple[str, Diagram]]:
    """The board before the lines that a question is about; of a conflict the one after each text, with its key."""
    record = replayed.record
    if replayed.start is None or record.game is None:
        return []
    view = view_ply(replayed, min(question.ply or 0, replayed.length))
    boards = []
    if question.rule == _CONFLICT and view.ply < len(record.main_line):
        span = record.turns[record.main_line[view.ply]].actions_span
        for key, answer in keys.items():
            found = _OF_TURN.fullmatch(answer.text)
            text = found[1] if found else record.source.text[span.start : span.end]
            after = judge_turn(record.game, view.position, text, record.tags)
            boards += [(f"{key}: {text}", view_ply(after, 1).diagram)] if after.length else []
    boards = boards or [(f"before turn {view.ply + 1}: {view.position.to_move} to move", view.diagram)]
    return [(caption, Diagram(tuple(chosen_blocks(diagram.blocks, _SHOWN)))) for caption, diagram in boards]

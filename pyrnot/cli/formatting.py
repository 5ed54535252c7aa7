"""`pyrnot fmt` and `import`: write records in canonical form; `import` asks about the unclear lines of a thread."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import click

from pyrnot.cli.inputs import Input, collection_options, input_options_of, say_talk
from pyrnot.cli.options import force_option, output_option
from pyrnot.cli.output import (
    STANDARD_OUTPUT,
    Target,
    attempt,
    note,
    paint_for,
    readable,
    report,
    report_diagnostics,
    report_unreadable,
    say,
    say_board,
    say_diagnostic,
    say_styled,
    stopped,
    write_record_text,
)
from pyrnot.cli.streams import count_read, exit_code, fail
from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Answer, Diagnostic, Severity, Span
from pyrnot.core.diagram import Diagram
from pyrnot.core.game import AnyGame
from pyrnot.foreign.answering import line_of, read_answered, with_answers
from pyrnot.foreign.edit import EditedFile
from pyrnot.foreign.reading import read_record, read_records
from pyrnot.play.line_tree import node_at
from pyrnot.play.plies import judge_turn
from pyrnot.play.repair import sound_part
from pyrnot.play.replay import Replay, replay
from pyrnot.play.write import write_record
from pyrnot.record.answers import Answers
from pyrnot.record.model import Record
from pyrnot.record.opening import STANDARD_INPUT, Unreadable
from pyrnot.record.source import SourceText
from pyrnot.render.svg.parts import Part, chosen_blocks
from pyrnot.render.text.differences import TooLong, draw_differences
from pyrnot.render.text.lines import printable
from pyrnot.render.threads import align_answers, draw_lines

_OF_TURN = re.compile(r"(?:turn|replaces)\s+\d{1,9}\s*:\s*(.+)", re.DOTALL)
_SHOWN = frozenset({Part.BOARD})
_BEFORE = 5
_AFTER = 2
"""Lines that are shown before and after those that a question is about."""
_WIDTH = 72
_CONFLICT = "TR4"
"""The rule of questions about two texts of one turn."""
_HELP = Path(__file__).with_name("answers.txt")
"""What the answers mean, for the key `?`."""


@click.command("fmt")
@collection_options(sound=("--only-sound",))
@click.option("--write", is_flag=True, help="Rewrite the files in place.")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 if anything would change.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
@output_option("DIR", "Write each file into this folder instead of printing it.")
@force_option
@click.option("--sound", "is_cut", is_flag=True, help="Of a record with an error, write the turns up to the error.")
@click.option("--comments", is_flag=True, help="Keep the chatter of a thread, as comments.")
@click.option("--strict", is_flag=True, help="Treat what was inferred from a thread as an error.")
def fmt_command(
    given: Input,
    write: bool,
    check: bool,
    diff: bool,
    output: str | None,
    force: bool,
    is_cut: bool,
    comments: bool,
    strict: bool,
) -> None:
    """Runs `pyrnot fmt`."""
    keeps_others = write or check or diff
    if write and (check or STANDARD_INPUT in given.paths):
        raise click.UsageError("--write cannot be combined with --check or standard input")
    if is_cut and (write or check):
        message = "--sound cannot be combined with --write or --check: turns would be lost"
        raise click.UsageError(f"{message} (to choose records without an error, use --only-sound)")
    if output is not None and keeps_others:
        raise click.UsageError("-o cannot be combined with --write, --check or --diff")
    target = None
    if output is not None:
        target = Target(os.path.join(output, ""), "pyr", force=force, inputs=given.real_paths, tops=given.paths)
    rewrite = partial(_canonical, is_cut=is_cut, strict=strict)

    def work(file: str) -> EditedFile:
        edited = EditedFile(file, given.encoding, given.source_form, given.game, given.answers)
        _format(edited, given, rewrite, comments=comments, keeps_others=keeps_others)
        if write and edited.is_changed:
            edited.write()
        if target is not None and edited.after.strip():
            target.write(target.name(file), edited.encode())
        return edited

    for file in given.files():
        edited = attempt(file, work, is_locked=write)
        if edited is None:
            continue
        count_read(len(edited.before))
        if check and edited.is_changed:
            say(f"{file.name}: not in canonical form", err=True)
            fail(1)
        if diff:
            _say_diff(edited)
        if output is None and not keeps_others:
            write_record_text(edited.after)


def _format(
    edited: EditedFile, given: Input, rewrite: Callable[[Replay, str], str], *, comments: bool, keeps_others: bool
) -> None:
    """Puts the chosen records of a file in canonical form. Those that were not chosen are left out, unless the result
    keeps them; so are faulty ones of a foreign text. `comments` keeps the chatter of a thread."""
    last = len(edited.sources) - 1
    for index, source in enumerate(edited.sources):
        before = "" if edited.is_foreign else edited.part(index)
        say_talk(source, given.game)
        texts: list[str] = []
        for record in read_answered(source, given.game, keep_chatter=comments):
            text = before if keeps_others else ""
            if given.is_wanted(record):
                text = rewrite(replay(record), before)
                text += "\n" if text not in ("", before) and index != last else ""
            texts += [text] if text else []
        if texts != [before]:
            edited.replace(index, "\n".join(texts))


def _canonical(replayed: Replay, before: str, *, is_cut: bool, strict: bool) -> str:
    """The canonical text of a record; of a faulty one the text that it had `before`, or, if it `is_cut`, that up to
    the error; "" if nothing of it is kept. With `strict`, what was inferred from a thread is an error."""
    source = replayed.record.source
    if not report_diagnostics(replayed, errors_only=True, strict=strict):
        return write_record(replayed)
    if not is_cut:
        if source.form is not None:
            is_asked = bool(replayed.record.questions)
            _note(source, f"left out, since {'a question is open' if is_asked else 'it has an error'}")
        return before
    part = sound_part(replayed)
    text = "" if part is None else write_record(part)
    if part is None or replay(read_record(SourceText(text), replayed.record.game)).has_error:
        _note(source, "left out, since its tags have an error")
        return ""
    _note(source, f"written up to ply {part.length} of {len(replayed.record.main_line)}")
    return text


def _note(source: SourceText, text: str) -> None:
    note(f"{source.file}, record {source.number}: {text}")


def _say_diff(edited: EditedFile) -> None:
    """Prints what would change, as a unified diff."""
    name = printable(edited.file)
    try:
        say("".join(draw_differences(edited.before, edited.after, name, f"{name} (canonical)")), nl=False)
    except TooLong as error:
        note(str(error))


@click.command("import")
@input_options_of("TEXT")
@output_option("FILE", "File to write (default: print the record).")
@force_option
def import_command(given: Input, output: str | None, force: bool) -> None:
    """Runs `pyrnot import`."""
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
            answered = _interview(source, given.game) if is_asked else source
            for record in read_answered(answered, given.game):
                replayed = replay(record)
                if not report_diagnostics(replayed, errors_only=True):
                    texts.append(write_record(replayed))
    except Unreadable as unreadable:
        report_unreadable(unreadable)
    if exit_code():
        report(f"{file}: nothing written")
        return
    target.write(name, "\n".join(texts))
    if name != STANDARD_OUTPUT:
        note(f"{name}: written")


def _interview(text: SourceText, game: AnyGame | None) -> SourceText:
    """The text with answers that leave no question open, asked one after another. Raises `Unreadable`."""
    answered: dict[int, str] = {}
    questions: list[tuple[Diagnostic, Record]] = []
    try:
        while True:
            source = with_answers(text, Answers({**text.answers.by_line, **answered}, text.answers.is_talk))
            records = list(read_records(source, game))
            questions = [(question, record) for record in records for question in record.questions]
            judged = records if answered else []
            diagnostics = [
                (diagnostic, record.source)
                for record in judged
                for diagnostic in replay(record).diagnostics
                if diagnostic.severity is Severity.ERROR and diagnostic.code != CoreCodes.QUESTION
            ]
            for diagnostic, faulty in diagnostics:
                say_diagnostic(diagnostic, faulty)
            if not questions:
                if not diagnostics or not click.confirm("Take the last answer back?", default=True, err=True):
                    return source
                answered.popitem()
                continue
            question, record = min(
                questions, key=lambda asked: (asked[1].source.number, asked[0].ply or 0, asked[0].span or Span(0, 0))
            )
            answer = _ask(question, record, len(answered), len(questions))
            if answer:
                line = line_of(question, record)
                answered[line] = answer
                say(f"line {line}: {answer}", err=True)
            else:
                answered.popitem()
    except (KeyboardInterrupt, EOFError, click.Abort):
        count = len(answered)
        say(f"\nstopped: {count} of {count + len(questions)} questions answered, nothing written", err=True)
        if answered:
            given = [f"--answer {shlex.quote(f'{line}={answer}')}" for line, answer in answered.items()]
            say(f"to continue from here, add: {' '.join(given)}", err=True)
        raise stopped(130) from None


def _ask(question: Diagnostic, record: Record, answered: int, count: int) -> str:
    """The answer to one of `count` open questions; "" to take back the last of those `answered`."""
    paint = paint_for(sys.stderr)
    title = f"\n── question {answered + 1} of {answered + count} "
    say_styled(paint("bold", title.ljust(_WIDTH, "─")), err=True)
    keys = {str(key): answer for key, answer in enumerate(question.answers[:9], 1)}
    for caption, diagram in _boards(question, replay(record), keys):
        say_board(diagram, caption=[caption], legend=False, err=True)
    where = f"{record.source.file}, line {line_of(question, record)}"
    say(f"\n{', '.join(filter(None, [where, question.said_by]))}", err=True)
    for line in draw_lines(question.span or Span(0, 0), record.source, paint, before=_BEFORE, after=_AFTER):
        say_styled(line, err=True)
    say_styled(f"\n{paint('question', printable(question.message))}", err=True)
    offered = align_answers([(answer.text, answer.effect) for answer in keys.values()], indent=5)
    for key, text in zip(keys, offered, strict=True):
        say_styled(f"  {paint('help', key)}  {text}", err=True)
    others = {"a": "another answer", "b": "back", "?": "explain", "Ctrl-C": "stop and write nothing"}
    if not answered:
        del others["b"]
    say_styled("  " + "   ".join(f"{paint('help', key)} {what}" for key, what in others.items()), err=True)
    while True:
        key = click.getchar()
        if not key:
            raise EOFError
        if key in keys:
            return keys[key].text
        if key == "b" and answered:
            return ""
        if key == "?":
            say(_HELP.read_text(encoding="utf-8"), err=True)
        if key == "a" and (typed := click.prompt("answer", default="", show_default=False, err=True).strip()):
            return str(typed)


def _boards(question: Diagnostic, replayed: Replay, keys: Mapping[str, Answer]) -> list[tuple[str, Diagram]]:
    """The board before the lines that a question is about; of a conflict the one after each text, with its key."""
    record = replayed.record
    if replayed.start is None or record.game is None:
        return []
    before = node_at(replayed, min(question.ply or 0, replayed.length))
    boards = []
    if question.rule == _CONFLICT and before.ply < len(record.main_line):
        span = record.turns[record.main_line[before.ply]].actions_span
        for key, answer in keys.items():
            found = _OF_TURN.fullmatch(answer.text)
            text = found[1] if found else record.source.text[span.start : span.end]
            after = judge_turn(record.game, before.position, text, record.tags)
            boards += [(f"{key}: {text}", node_at(after, 1).diagram)] if after.length else []
    boards = boards or [(f"before turn {before.ply + 1}: {before.position.to_move} to move", before.diagram)]
    return [(caption, Diagram(tuple(chosen_blocks(diagram.blocks, _SHOWN)))) for caption, diagram in boards]

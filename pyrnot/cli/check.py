"""`pyrnot check`: judges records.

A worker's verdicts are plain text, so that little is sent back.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import partial

import click
from msgspec import Struct, field
from msgspec.structs import replace

from pyrnot.cli.inputs import Input, collection_options
from pyrnot.cli.options import format_option, grouped
from pyrnot.cli.output import attempt, note, paint_for, say, say_styled, write_report
from pyrnot.cli.streams import fail, has_colour, is_quiet
from pyrnot.cli.workers import Workers, worker_options
from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Severity
from pyrnot.core.game import AnyGame
from pyrnot.foreign.edit import EditedFile
from pyrnot.foreign.reading import read_all, read_record
from pyrnot.play.repair import fix_record
from pyrnot.play.replay import replay
from pyrnot.play.selection import Selection
from pyrnot.record.model import Record
from pyrnot.record.opening import STANDARD_INPUT, Unreadable
from pyrnot.record.source import SourceText
from pyrnot.render.report import draw_in_form, draw_json_verdict, draw_unreadable_verdict
from pyrnot.render.text.ansi import ansi, plain
from pyrnot.render.text.lines import counted
from pyrnot.render.threads import ReadLine, draw_left_out, draw_read_lines, read_line


class Options(Struct, frozen=True, kw_only=True):
    """How records are judged and reported. `game` is that of records without a tag; `errors_only` leaves warnings
    out, except in JSON."""

    form: str
    strict: bool
    mainline: bool
    keep_going: bool
    left_out: bool
    game: AnyGame | None = None
    errors_only: bool = False
    has_colour: bool = False
    selection: Selection = Selection()


@click.command("check")
@collection_options()
@grouped(
    "options",
    Options,
    click.option("--strict", is_flag=True, help="Treat warnings as errors."),
    click.option("--mainline", is_flag=True, help="Ignore variations."),
    click.option("--keep-going", is_flag=True, help="Continue after an illegal turn whose effect is clear."),
    click.option("--left-out", is_flag=True, help="List the lines of a thread that do not belong to the record."),
    format_option(
        "text", "json", "github", help="Output format: text, JSON with one object per record, or GitHub annotations."
    ),
)
@click.option("--fix", is_flag=True, help="Before checking, fix what can be fixed safely.")
@click.option(
    "--max-errors", type=click.IntRange(min=1), metavar="N", help="Stop after the record with the Nth error."
)
@worker_options
def check_command(given: Input, options: Options, fix: bool, max_errors: int | None, workers: Workers) -> None:
    """Runs `pyrnot check`."""
    if fix:
        _fix(given)
    options = replace(
        options,
        game=given.game,
        errors_only=is_quiet(),
        has_colour=has_colour(sys.stdout),
        selection=replace(given.selection, strict=options.strict, mainline=options.mainline),
    )
    counts: Counter[str] = Counter()
    readings: list[ReadLine] = []
    is_full = False
    # Closed at once, whatever happens: processes may be at work for it.
    with closing(workers.share(partial(judge_all, options=options), given.sources())) as verdicts:
        for verdict in verdicts:
            write_report(verdict.text)
            fail(verdict.exit_code)
            counts.update(verdict.counts or {"unreadable": 1})
            readings += [verdict.reading] if verdict.reading else []
            given.taken += verdict.counts["records"]
            is_full = max_errors is not None and counts["errors"] >= max_errors
            if is_full:
                break
    if options.form == "text" and not is_quiet():
        _say_summary(counts)
        for line in draw_read_lines(readings):
            say(line)
        if counts["questions"]:
            say("answer with --answer LINE=ANSWER; or let `pyrnot import` ask one question after another")
        if others := given.count_others():
            say(f"{counted(others, 'other file')} not read: a folder means its .pyr files, so name the others")
    if is_full:
        say(f"stopped after {counted(counts['errors'], 'error')}; there may be more", err=True)


def _fix(given: Input) -> None:
    """Fixes the selected records of the files. Reports nothing that cannot be read: the check does."""
    if STANDARD_INPUT in given.paths:
        raise click.UsageError("--fix cannot be used with standard input")

    def fix(file: str) -> None:
        try:
            edited = EditedFile(file, given.encoding, given.source_form)
        except Unreadable:
            return
        for index, source in enumerate(edited.sources if not edited.is_foreign else ()):
            record = read_record(source, given.game)
            text = fix_record(replay(record, hints=False)) if given.is_wanted(record) else None
            if text is not None:
                edited.replace(index, text)
        if edited.is_changed:
            edited.write()
            note(f"{file}: fixed")

    for file in given.files():
        if file.diagnostic is None:
            attempt(file, fix)


class Verdict(Struct, frozen=True):
    """The report on a record, or on a file without one, and its exit code.

    `counts` are its records (one or none), the turns of the main line, as written, and its errors, warnings and open
    questions; `reading` says how a foreign text was read.
    """

    text: str
    exit_code: int
    counts: Counter[str] = field(default_factory=Counter)
    reading: ReadLine | None = None


def judge_all(items: Iterable[SourceText | Unreadable], options: Options) -> Iterator[Verdict]:
    """The verdicts on all selected records of the items, in order, and on the files without one."""
    for record in read_all(items, options.game):
        if isinstance(record, Unreadable):
            text = draw_unreadable_verdict(record, options.form, ansi if options.has_colour else plain)
            yield Verdict(text, exit_code=1 if record.code == CoreCodes.NO_RECORD else 2)
        elif options.selection.takes(record):
            yield judge(record, options)


def judge(record: Record, options: Options) -> Verdict:
    """The verdict on a record."""
    judged = replay(record, mainline_only=options.mainline, keep_going=options.keep_going)
    paint = ansi if options.has_colour else plain
    are_errors = [options.strict or diagnostic.severity is Severity.ERROR for diagnostic in judged.diagnostics]
    questions = len(record.questions)
    errors = sum(are_errors) - questions
    if options.form == "json":
        text = draw_json_verdict(judged, strict=options.strict)
    else:
        text = "".join(
            draw_in_form(diagnostic, record.source, options.form, paint)
            for diagnostic, is_error in zip(judged.diagnostics, are_errors, strict=True)
            if is_error or not options.errors_only
        )
    if options.left_out and options.form == "text":
        text += draw_left_out(record)
    counts = Counter(
        records=1,
        turns=len(record.main_line),
        faulty=1 if errors else 0,
        errors=errors,
        warnings=len(judged.diagnostics) - errors - questions,
        questions=questions,
    )
    news = read_line(record) if record.transcript is not None and record.transcript.is_news else None
    return Verdict(text, 1 if any(are_errors) else 0, counts, news)


def _say_summary(counts: Counter[str]) -> None:
    """Prints the sums, such as `3 records, 41 turns, 2 with errors (5 errors)`."""
    paint = paint_for(sys.stdout)
    parts = [counted(counts["records"], "record"), counted(counts["turns"], "turn")]
    if counts["questions"]:
        parts.append(paint("question", counted(counts["questions"], "question")))
    errors = counted(counts["errors"], "error")
    if counts["errors"]:
        parts.append(
            paint("error", errors if counts["records"] == 1 else f"{counts['faulty']} with errors ({errors})")
        )
    elif not counts["questions"]:
        parts.append(paint("help", "no errors"))
    if counts["warnings"]:
        parts.append(paint("warning", counted(counts["warnings"], "warning")))
    if counts["unreadable"]:
        parts.append(paint("error", counted(counts["unreadable"], "file") + " without a record"))
    say_styled(", ".join(parts))

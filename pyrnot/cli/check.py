"""`pyrnot check`: judges records.

A worker's verdicts are plain text, so that little is sent back. What only an option needs is imported when it is
given: `check` of a record draws nothing, and a user is waiting.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from math import inf

import click
from msgspec import Struct, field
from msgspec.structs import replace

from pyrnot.cli.input_options import collection_options
from pyrnot.cli.inputs import Input
from pyrnot.cli.options import format_option, grouped
from pyrnot.cli.printing import paint_for, say, say_styled, width_of, write_report
from pyrnot.cli.streams import fail, has_colour, is_quiet
from pyrnot.cli.worker_options import Workers, size_of, worker_options
from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Severity
from pyrnot.core.game import AnyGame
from pyrnot.core.limits import REPAIRED_RECORDS
from pyrnot.foreign.load import read_all
from pyrnot.foreign.source import Source
from pyrnot.play.repairs import RepairBudget, with_repairs
from pyrnot.play.replay import Replay, replay, with_warnings_as_errors
from pyrnot.play.selection import Selection
from pyrnot.record.model import Record
from pyrnot.record.opening import Unreadable
from pyrnot.render.report import draw_in_form, draw_json_verdict, draw_unreadable_verdict
from pyrnot.render.text.ansi import Paint, ansi, plain
from pyrnot.render.text.lines import counted
from pyrnot.render.threads import ReadLine, draw_left_out, draw_read_lines, read_line


class Options(Struct, frozen=True, kw_only=True):
    """How records are judged and reported.

    `game` is that of records without a tag; `errors_only` leaves warnings out, except in JSON.
    """

    form: str
    strict: bool
    mainline: bool
    keep_going: bool
    left_out: bool
    missed_wins: bool
    game: AnyGame | None = None
    errors_only: bool = False
    has_colour: bool = False
    width: int | None = None
    selection: Selection = Selection()
    repairs: bool | None = None
    """Whether the first error of a record is traced to an earlier turn (None: in the first faulty records only)."""

    @property
    def paint(self) -> Paint:
        """What colours a few words of a report."""
        return ansi if self.has_colour else plain


@click.command("check")
@collection_options()
@grouped(
    "options",
    Options,
    click.option("--strict", is_flag=True, help="Treat warnings as errors."),
    click.option("--mainline", is_flag=True, help="Ignore variations."),
    click.option("--keep-going", is_flag=True, help="Continue after an illegal turn whose effect is clear."),
    click.option("--left-out", is_flag=True, help="List the lines of a thread that do not belong to the record."),
    click.option(
        "--repairs/--no-repairs",
        default=None,
        help=f"Look for the turn that is really wrong in every record, or in none. [default: in the first "
        f"{REPAIRED_RECORDS} with an error]",
    ),
    click.option("--missed-wins", is_flag=True, help="Warn where another turn would have won at once."),
    format_option(
        "text", "json", "github", help="Output format: text, JSON with one object per record, or GitHub annotations."
    ),
)
@click.option("--fix", is_flag=True, help="Before checking, fix what can be fixed safely.")
@click.option(
    "--max-errors", type=click.IntRange(min=1), metavar="N", help="Stop after the record with the Nth error."
)
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
@worker_options
def check_command(
    inputs: Input, options: Options, fix: bool, max_errors: int | None, watch: bool, workers: Workers
) -> None:
    """Runs `pyrnot check`."""
    if not watch:
        _check(inputs, options, fix, max_errors, workers)
        return
    from pyrnot.cli.watching import changes

    for _ in changes(inputs):
        inputs.count = 0
        _check(inputs, options, fix, max_errors, workers)


def _check(inputs: Input, options: Options, fix: bool, max_errors: int | None, workers: Workers) -> None:
    """Judges and reports the records once."""
    if fix:
        from pyrnot.cli.fixing import fix_records

        fix_records(inputs)
    options = replace(
        options,
        game=inputs.game,
        errors_only=is_quiet(),
        has_colour=has_colour(sys.stdout),
        width=width_of(sys.stdout),
        selection=replace(inputs.selection, strict=options.strict),
    )
    counts: Counter[str] = Counter()
    readings: list[ReadLine] = []
    assumed: Counter[str] = Counter()
    is_full = False
    # Closed at once, whatever happens: processes may be at work for it.
    with closing(_verdicts(inputs, options, workers)) as verdicts:
        for verdict in verdicts:
            write_report(verdict.text)
            fail(verdict.exit_code)
            counts.update(verdict.counts)
            if verdict.reading is not None:
                readings.append(verdict.reading)
            assumed.update(verdict.assumed)
            inputs.count += verdict.counts["records"]
            is_full = max_errors is not None and counts["errors"] >= max_errors
            if is_full:
                break
    if options.form == "text" and not is_quiet():
        _say_summary(counts, readings, assumed, inputs.count_others())
    if is_full:
        say(f"stopped after {counted(counts['errors'], 'error')}; there may be more", err=True)


def _verdicts(inputs: Input, options: Options, workers: Workers) -> Generator[CheckReport]:
    """The verdicts on all records.

    A worker does not know how many of the records of others are faulty. It looks for repairs in too many rather than
    in too few, and which of them are shown does not depend on who judged the records.
    """
    most = _most_repaired(options)
    shown = 0

    def tasks() -> Iterator[CheckTask]:
        for number, source in enumerate(inputs.sources()):
            yield CheckTask(source, most_repaired=most - shown, is_alone=number < most)

    with closing(workers.share(partial(judge_all, options=options), tasks(), work_of=_work_of)) as reports:
        for report in reports:
            if report.text_with_repairs is not None and shown < most:
                shown += 1
                yield replace(report, text=report.text_with_repairs)
            else:
                yield report


def _most_repaired(options: Options) -> float:
    """How many records of the run get repairs at most."""
    if options.repairs is None:
        return REPAIRED_RECORDS
    return inf if options.repairs else 0


class CheckTask(Struct, frozen=True):
    """A text to judge, or a file that cannot be read, and how many records may still get repairs."""

    source: Source | Unreadable
    most_repaired: float
    is_alone: bool
    """Whether a worker gets only this text: one of the first, which gets repairs if it is faulty."""


def _work_of(task: CheckTask) -> float:
    """The work that a text is, in characters. One of the first is given to a worker by itself: its repairs may take
    longer than a hundred records without."""
    return inf if task.is_alone else size_of(task.source)


_ASSUMED_SHOWN = 3


class CheckReport(Struct, frozen=True):
    """The report on a record, or on a file without one, and its exit code.

    `counts` are its records or files without one (`empty`, or `unreadable`), the turns of the main line, as written,
    and its errors, warnings and open questions; `reading` says how a foreign text was read, and `assumed` are the
    tags that it lacks. `text_with_repairs` is None if no repairs were looked for.
    """

    text: str
    exit_code: int
    counts: Counter[str] = field(default_factory=Counter)
    reading: ReadLine | None = None
    assumed: tuple[str, ...] = ()
    text_with_repairs: str | None = None


def judge_all(tasks: Iterable[CheckTask], options: Options) -> Iterator[CheckReport]:
    """The verdicts on all selected records of the tasks, in order, and on the files without one."""
    budget = RepairBudget(inf)
    for task in tasks:
        budget.left = min(budget.left, task.most_repaired)
        for record in read_all([task.source], options.game):
            report = _judge_selected(record, options, budget)
            if report is not None:
                yield report


def _judge_selected(record: Record | Unreadable, options: Options, budget: RepairBudget) -> CheckReport | None:
    """The verdict on a record, None if it is not selected, or on a file without one."""
    if isinstance(record, Unreadable):
        return _judge_unreadable(record, options)
    if not options.selection.takes_tags(record):
        return None
    replayed = replay(record, mainline_only=options.mainline, keep_going=options.keep_going)
    if not options.selection.takes(replayed):
        return None
    if options.missed_wins:
        from pyrnot.play.missed_wins import with_missed_wins

        replayed = with_missed_wins(replayed)
    repaired = with_repairs(replayed) if budget.take(replayed) else None
    report = judge(_severe(replayed, options), options)
    if repaired is None:
        return report
    return replace(report, text_with_repairs=_draw_report(_severe(repaired, options), options))


def _severe(replayed: Replay, options: Options) -> Replay:
    """The replay with its warnings as errors if they are to be."""
    return with_warnings_as_errors(replayed) if options.strict else replayed


def _judge_unreadable(unreadable: Unreadable, options: Options) -> CheckReport:
    """The verdict on a file without a record."""
    text = draw_unreadable_verdict(unreadable, options.form, options.paint, options.width)
    if unreadable.code == CoreCodes.NO_RECORD:
        return CheckReport(text, 1, Counter(empty=1))
    return CheckReport(text, 2, Counter(unreadable=1))


def judge(replayed: Replay, options: Options) -> CheckReport:
    """The verdict on a record."""
    record = replayed.record
    errors = [diagnostic for diagnostic in replayed.diagnostics if diagnostic.severity is Severity.ERROR]
    questions = len(record.questions)  # each of them is an error, too
    error_count = len(errors) - questions
    counts = Counter(
        records=1,
        turns=len(record.main_line),
        errors=error_count,
        warnings=len(replayed.diagnostics) - len(errors),
        questions=questions,
        rolls=replayed.proved_rolls or 0,
    )
    if error_count:
        counts["faulty"] = 1
    reading = None
    if record.transcript is not None and record.transcript.is_news:
        reading = read_line(record)
    assumed = tuple([f'[{name} "{value}"]' for name, value in replayed.assumed_tags.items()])
    return CheckReport(_draw_report(replayed, options), 1 if errors else 0, counts, reading, assumed)


def _draw_report(replayed: Replay, options: Options) -> str:
    """What is printed about a record."""
    if options.form == "json":
        return draw_json_verdict(replayed)
    record = replayed.record
    parts = [
        draw_in_form(diagnostic, record.source, options.form, options.paint, options.width)
        for diagnostic in replayed.diagnostics
        if not options.errors_only or diagnostic.severity is Severity.ERROR
    ]
    if options.left_out and options.form == "text":
        parts.append(draw_left_out(record))
    return "".join(parts)


def _say_summary(counts: Counter[str], readings: Sequence[ReadLine], assumed: Counter[str], others: int) -> None:
    """Prints the sums, how foreign texts were read, what is assumed, and what to do next. `others` is the number of
    files that were not read."""
    say_styled(_sums(counts, paint_for(sys.stdout)))
    for line in draw_read_lines(readings):
        say(line)
    if assumed:
        say(_assumptions(assumed, counts["records"]))
    if counts["questions"]:
        say("answer with --answer LINE=ANSWER; or let `pyrnot import` ask one question after another")
    if others:
        unread = f"{counted(others, 'other file')} not read"
        say(f"{unread}: a folder means its .pyr files; name any others that hold games")


def _assumptions(assumed: Counter[str], records: int) -> str:
    """Such as `assumed: [Circle "roygcbpiwakt"] in 3 records`, of the tags that records lack."""
    if records == 1:
        tags = ", ".join(assumed)
    else:
        most = assumed.most_common(_ASSUMED_SHOWN)
        tags = ", ".join(f"{tag} in {counted(count, 'record')}" for tag, count in most)
    more = len(assumed) - _ASSUMED_SHOWN
    return f"assumed: {tags}{f', and {more} more' if more > 0 else ''}; add the tag if yours differs"


def _sums(counts: Counter[str], paint: Paint) -> str:
    """Such as `3 records, 41 turns, 2 with errors (5 errors)`."""
    parts = [counted(counts["records"], "record"), counted(counts["turns"], "turn")]
    if counts["questions"]:
        parts.append(paint("question", counted(counts["questions"], "question")))
    errors = counted(counts["errors"], "error")
    if counts["errors"] and counts["records"] == 1:
        parts.append(paint("error", errors))
    elif counts["errors"]:
        parts.append(paint("error", f"{counts['faulty']} with errors ({errors})"))
    elif not (counts["questions"] or counts["empty"] or counts["unreadable"]):
        parts.append(paint("help", "no errors"))
    if counts["rolls"]:
        parts.append(f"{counted(counts['rolls'], 'roll')} proved")
    if counts["warnings"]:
        parts.append(paint("warning", counted(counts["warnings"], "warning")))
    if counts["empty"]:
        parts.append(paint("error", f"{counted(counts['empty'], 'file')} without a record"))
    if counts["unreadable"]:
        parts.append(paint("error", f"{counted(counts['unreadable'], 'file')} could not be read"))
    return ", ".join(parts)

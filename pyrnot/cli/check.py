"""`pyrnot check`: judges records."""

from __future__ import annotations

import os
from contextlib import closing

import click

from pyrnot.cli.judging import Options, Verdict, WorkerLost, judge_all
from pyrnot.cli.options import Input, input_options
from pyrnot.cli.output import say, say_verdict
from pyrnot.cli.reporting import Reporter
from pyrnot.codes import CoreCodes
from pyrnot.record.files import STANDARD_INPUT, Unreadable
from pyrnot.render.readings import ReadLine, draw_read_lines


@click.command("check")
@input_options
@click.option("--strict", is_flag=True, help="Treat warnings as errors.")
@click.option("--mainline", is_flag=True, help="Ignore variations.")
@click.option("--keep-going", is_flag=True, help="Continue after an illegal turn whose effect is clear.")
@click.option("--left-out", is_flag=True, help="List the lines of a thread that do not belong to the record.")
@click.option("--fix", is_flag=True, help="Before checking, fix what can be fixed safely.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    help="Output format: text, JSON with one object per record, or GitHub annotations.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=0),
    default=1,
    metavar="N",
    help="Number of processes for long input; 0 uses every core.",
)
@click.pass_context
def check_command(
    ctx: click.Context,
    given: Input,
    strict: bool,
    mainline: bool,
    keep_going: bool,
    left_out: bool,
    fix: bool,
    form: str,
    jobs: int,
) -> None:
    """Check records: what is wrong, where, and by which rule.

    PATH is a file, a folder, or - for standard input.

    Exit 0 if there are no errors, 1 if there are, 2 for bad usage or an unreadable file.
    """
    exit_code = _fix(given) if fix else 0
    options = Options(
        form=form,
        strict=strict,
        mainline=mainline,
        keep_going=keep_going,
        game=given.game.info.id if given.game else None,
        left_out=left_out,
    )
    readings: list[ReadLine] = []
    counts = Counts()
    try:
        # Closed at once, whatever happens: processes may be at work for it.
        with closing(judge_all(given.sources(), options, jobs or os.cpu_count() or 1)) as verdicts:
            for verdict in verdicts:
                say_verdict(verdict.text)
                counts.add(verdict)
                readings += verdict.readings
                exit_code = max(exit_code, verdict.exit_code)
    except WorkerLost as fault:
        say(f"Error: {fault}", err=True)
        ctx.exit(2)  # 1 would mean that the records are wrong
    if form == "text":
        say(counts.summary())
        for line in draw_read_lines(readings):
            say(line)
    ctx.exit(exit_code)


def _fix(given: Input) -> int:
    """Fixes the files; returns 2 if one could not be written, else 0. Reports no faults: the check does."""
    from pyrnot.play.fix import fix_record
    from pyrnot.play.replay import replay
    from pyrnot.record.edit import EditedFile, locked
    from pyrnot.record.read import read_record

    if STANDARD_INPUT in given.paths:
        raise click.UsageError("--fix cannot be used with standard input")
    reporter = Reporter()
    for file in given.files():
        if file.fault is not None:
            continue
        try:
            with locked(file.name):
                edited = EditedFile(file.name, given.encoding, given.source_form)
                for index, source in enumerate(edited.sources):
                    if source.form is not None:
                        continue
                    text = fix_record(replay(read_record(source, given.game)))
                    if text is not None:
                        edited.replace(index, text)
                if edited.is_changed:
                    reporter.save(edited)
                    say(f"{file.name}: fixed", err=True)
        except Unreadable as fault:
            if fault.code in (CoreCodes.CHANGED_MEANWHILE, CoreCodes.NOT_ENCODABLE):
                reporter.unreadable(fault)
        except OSError as fault:
            reporter.unwritable(file.name, fault)
    return reporter.exit_code


class Counts:
    """Adds up verdicts for the last line of the report."""

    def __init__(self) -> None:
        self.records = self.turns = self.faulty = self.errors = self.warnings = self.unreadable = 0

    def add(self, verdict: Verdict) -> None:
        """Counts one more verdict."""
        self.records += verdict.records
        self.turns += verdict.turns
        self.faulty += bool(verdict.errors)
        self.errors += verdict.errors
        self.warnings += verdict.warnings
        self.unreadable += not verdict.records

    def summary(self) -> str:
        """Such as `3 records, 41 turns, 2 with errors (5 errors)`."""
        parts = [_count(self.records, "record"), _count(self.turns, "turn")]
        if not self.errors:
            parts.append("no errors")
        elif self.records == 1:
            parts.append(_count(self.errors, "error"))
        else:
            parts.append(f"{self.faulty} with errors ({_count(self.errors, 'error')})")
        if self.warnings:
            parts.append(_count(self.warnings, "warning"))
        if self.unreadable:
            parts.append(_count(self.unreadable, "file") + " without a record")
        return ", ".join(parts)


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"

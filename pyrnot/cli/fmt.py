"""`pyrnot fmt`: rewrites records in canonical form."""

from __future__ import annotations

import os
from contextlib import nullcontext
from typing import TYPE_CHECKING

import click

from pyrnot.cli.options import Input, input_options
from pyrnot.cli.output import note, say, write_record_text
from pyrnot.cli.progress import Reading
from pyrnot.cli.reporting import Reporter
from pyrnot.cli.selection import selection_options
from pyrnot.cli.targets import Names, Target
from pyrnot.record.edit import EditedFile, locked
from pyrnot.record.files import STANDARD_INPUT, Unreadable
from pyrnot.record.source import SourceText
from pyrnot.render.text.lines import printable

if TYPE_CHECKING:
    from pyrnot.play.replay import Replay

_NO_LINE_END = "\\ No newline at end of file"


@click.command("fmt")
@input_options
@selection_options(by_faults=False)
@click.option("--write", is_flag=True, help="Rewrite the files in place.")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 if anything would change.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
@click.option("--sound", is_flag=True, help="Of a record with an error, write the turns up to the error.")
@click.option("--comments", is_flag=True, help="Keep the chatter beside the turns of a thread, as comments.")
@click.option("--strict", is_flag=True, help="Treat what was inferred from a thread as an error.")
@click.option("-o", "--output", metavar="DIR", help="Write each file into this folder instead of printing it.")
@click.option("--force", is_flag=True, help="With -o: overwrite existing files.")
@click.pass_context
def fmt_command(
    ctx: click.Context,
    given: Input,
    write: bool,
    check: bool,
    diff: bool,
    sound: bool,
    comments: bool,
    strict: bool,
    output: str | None,
    force: bool,
) -> None:
    """Rewrite records in canonical form.

    The result is printed unless -o, --write, --check or --diff is given. What the rules make certain, such as a capture
    that was not written, is filled in. A record with an error is reported and left unchanged, byte for byte (exit 1);
    a thread or another program's transcript becomes a record, or is left out if it has an error.

    Of records that were not chosen (--player, --since and so on) nothing is printed, and nothing is changed.
    """
    _check_usage(given, output, write=write, check=check, diff=diff, sound=sound)
    target = None
    if output is not None:
        target = Target(os.path.join(output, ""), "pyr", "{file}", force=force, inputs=given.identities)
    keeps_others = write or check or diff
    reporter = Reporter()
    needs_change = False
    with Reading("Formatting") as progress:
        for file in given.files(progress):
            try:
                if file.fault is not None:
                    raise file.fault
                with locked(file.name) if write else nullcontext():
                    edited = EditedFile(file.name, given.encoding, given.source_form, given.game)
                    if edited.sources[0].form is None:
                        _format(edited, given, reporter, progress, sound=sound, keeps_others=keeps_others)
                    else:
                        _convert(edited, given, reporter, sound=sound, comments=comments, strict=strict)
                    if write and edited.is_changed:
                        reporter.save(edited)
            except Unreadable as fault:
                reporter.unreadable(fault)
                continue
            except OSError as fault:
                reporter.unwritable(file.name, fault)
                continue
            if check and edited.is_changed:
                say(f"{file.name}: not in canonical form", err=True)
                needs_change = True
            if diff:
                say(_draw_diff(edited), nl=False)
            if target is not None:
                _write_copy(edited, file.name, target)
            elif not keeps_others:
                write_record_text(edited.after)
    ctx.exit(max(reporter.exit_code, needs_change))


def _check_usage(given: Input, output: str | None, *, write: bool, check: bool, diff: bool, sound: bool) -> None:
    """Raises `UsageError` if options contradict each other."""
    if write and (check or STANDARD_INPUT in given.paths):
        raise click.UsageError("--write cannot be combined with --check or standard input")
    if sound and (write or check):
        raise click.UsageError("--sound cannot be combined with --write or --check: turns would be lost")
    if output is not None and (write or check or diff):
        raise click.UsageError("-o cannot be combined with --write, --check or --diff")


def _write_copy(edited: EditedFile, name: str, target: Target) -> None:
    with target.open(target.name(Names(file=name, game="", record=1))) as out:
        out.write(edited.encode())


def _format(
    edited: EditedFile, given: Input, reporter: Reporter, progress: Reading, *, sound: bool, keeps_others: bool
) -> None:
    """Puts every record without an error in canonical form; reports the errors of the others.

    Those are left as they are, but with `sound` cut before the error; a transcript, which is not a record, is left out.
    So are records that were not chosen, unless it `keeps_others`.
    """
    from pyrnot.play.replay import replay
    from pyrnot.play.write import write_record
    from pyrnot.record.read import read_record

    last = len(edited.sources) - 1
    for index, source in enumerate(edited.sources):
        record = read_record(progress.passed(source), given.game)
        if not given.is_wanted(record):
            if not keeps_others:
                edited.replace(index, "")
            continue
        replayed = replay(record)
        text: str | None = None
        if not reporter.diagnostics(replayed, errors_only=True):
            text = write_record(replayed)
        elif sound:
            text = _write_sound_part(replayed)
        if text is not None:
            edited.replace(index, text + ("\n" if text and index != last else ""))


def _write_sound_part(replayed: Replay) -> str:
    """The record up to its first error, "" if nothing of it is sound."""
    from pyrnot.play.replay import replay
    from pyrnot.play.sound import sound_part
    from pyrnot.play.write import write_record
    from pyrnot.record.read import read_record

    source = replayed.record.source
    part = sound_part(replayed)
    text = "" if part is None else write_record(part)
    if part is None or replay(read_record(SourceText(text), replayed.record.game)).has_error:
        _note(source, "left out, since its tags have an error")
        return ""
    _note(source, f"written up to ply {part.length} of {len(replayed.record.main_line)}")
    return text


def _note(source: SourceText, text: str) -> None:
    note(f"{source.file}, record {source.number}: {text}")


def _convert(
    edited: EditedFile, given: Input, reporter: Reporter, *, sound: bool, comments: bool, strict: bool
) -> None:
    """Writes the records of a foreign text in canonical form, those without an error; reports what was inferred."""
    from pyrnot.play.replay import replay
    from pyrnot.play.write import write_record
    from pyrnot.record.model import without_chatter
    from pyrnot.record.read import read_records

    written = []
    for record in filter(given.is_wanted, read_records(edited.sources[0], given.game)):
        replayed = replay(record if comments else without_chatter(record))
        if not reporter.reading(replayed, strict=strict):
            written.append(write_record(replayed))
        elif sound:
            written.append(_write_sound_part(replayed))
        else:
            _note(record.source, "left out, since it has an error")
    edited.replace(0, "\n".join(filter(None, written)))


def _draw_diff(edited: EditedFile) -> str:
    """What would change, as a unified diff."""
    import difflib
    import io

    # Not `splitlines`: a line separator within a comment does not end its line.
    before, after = (io.StringIO(text, newline="\n").readlines() for text in (edited.before, edited.after))
    name = printable(edited.file)
    lines = difflib.unified_diff(before, after, name, f"{name} (canonical)")
    return "".join(line if line.endswith("\n") else f"{line}\n{_NO_LINE_END}\n" for line in lines)

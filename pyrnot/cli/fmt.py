"""`pyrnot fmt`: rewrites records in canonical form."""

from __future__ import annotations

import os
from collections.abc import Iterator

import click
from msgspec import Struct

from pyrnot.cli.inputs import Input, collection_options, say_talk
from pyrnot.cli.options import force_option, format_option, grouped, output_option
from pyrnot.cli.output import attempt, note, report_faults, say, write_record_text
from pyrnot.cli.streams import count_read, fail
from pyrnot.cli.targets import Target
from pyrnot.foreign.answering import read_answered
from pyrnot.foreign.edit import EditedFile
from pyrnot.foreign.reading import read_record
from pyrnot.play.replay import Replay, replay
from pyrnot.play.sound import sound_part
from pyrnot.play.write import write_record
from pyrnot.record.opening import STANDARD_INPUT
from pyrnot.record.source import SourceText
from pyrnot.render.data import dump_json
from pyrnot.render.text.differences import TooLong, draw_differences
from pyrnot.render.text.lines import printable


class Options(Struct, frozen=True):
    """Where the result goes: into the files (`write`), into a folder (`output`), nowhere (`check`), to standard output
    as a whole or only as differences (`diff`). And what becomes of records: whether a faulty one is cut before its
    error (`is_cut`), whether the chatter of a thread is kept (`comments`), and whether what was inferred from it is an
    error (`strict`)."""

    write: bool
    check: bool
    diff: bool
    output: str | None
    force: bool
    form: str
    is_cut: bool
    comments: bool
    strict: bool

    @property
    def keeps_others(self) -> bool:
        """Whether records that were not chosen stay in the result."""
        return self.write or self.check or self.diff


@click.command("fmt")
@collection_options(sound=("--only-sound",))
@grouped(
    "options",
    Options,
    click.option("--write", is_flag=True, help="Rewrite the files in place."),
    click.option("--check", is_flag=True, help="Write nothing; exit 1 if anything would change."),
    click.option("--diff", is_flag=True, help="Write nothing; show what would change."),
    output_option("DIR", "Write each file into this folder instead of printing it."),
    force_option,
    format_option("text", "json"),
    click.option("--sound", "is_cut", is_flag=True, help="Of a record with an error, write the turns up to the error."),
    click.option("--comments", is_flag=True, help="Keep the chatter of a thread, as comments."),
    click.option("--strict", is_flag=True, help="Treat what was inferred from a thread as an error."),
)
def fmt_command(given: Input, options: Options) -> None:
    """Rewrite records in canonical form.

    The result is printed unless -o, --write, --check or --diff is given. What the rules make certain, such as a capture
    that was not written, is filled in. A record with an error is reported and left unchanged, byte for byte (exit 1);
    a thread or another program's transcript becomes a record, or is left out if it has an error.

    Of records that were not chosen (--player, --since and so on) nothing is printed, and nothing is changed. With -o,
    files from a subfolder go into a subfolder of that name.
    """
    _check_usage(given, options)
    target = None
    if options.output is not None:
        folder = os.path.join(options.output, "")
        target = Target(folder, "pyr", force=options.force, inputs=given.real_paths, tops=given.paths)

    def work(file: str) -> tuple[EditedFile, list[dict[str, object]], str | None]:
        edited = EditedFile(file, given.encoding, given.source_form, given.game, given.answers)
        verdicts = list(_format(edited, given, options))
        return edited, verdicts, _save(edited, options, target)

    for file in given.files():
        done = attempt(file, work, is_locked=options.write)
        if done is None:
            continue
        edited, verdicts, output = done
        count_read(len(edited.before))
        if options.check and edited.is_changed:
            say(f"{file.name}: not in canonical form", err=True)
            fail(1)
        if options.diff:
            _say_diff(edited)
        if options.output is None and not options.keeps_others:
            write_record_text(edited.after)
        for verdict in verdicts if options.form == "json" else ():
            number = verdict["output_record"] if output else None
            say(dump_json({**verdict, "output": output if number else None, "output_record": number}))


def _check_usage(given: Input, options: Options) -> None:
    if options.write and (options.check or STANDARD_INPUT in given.paths):
        raise click.UsageError("--write cannot be combined with --check or standard input")
    if options.is_cut and (options.write or options.check):
        message = "--sound cannot be combined with --write or --check: turns would be lost"
        raise click.UsageError(f"{message} (to choose records without an error, use --only-sound)")
    if options.output is not None and options.keeps_others:
        raise click.UsageError("-o cannot be combined with --write, --check or --diff")
    if options.form == "json" and (options.diff or not (options.output or options.write or options.check)):
        raise click.UsageError("--format json needs -o DIR, --write or --check: the records go to standard output")


def _format(edited: EditedFile, given: Input, options: Options) -> Iterator[dict[str, object]]:
    """Puts the chosen records of a file in canonical form; what JSON says of each, with its number in the result, None
    if it was left out. Those that were not chosen are left out, unless the result keeps them; so are faulty ones of a
    foreign text."""
    last = len(edited.sources) - 1
    number = 0
    for index, source in enumerate(edited.sources):
        before = "" if edited.is_foreign else edited.part(index)
        say_talk(source, given.game)
        texts: list[str] = []
        for record in read_answered(source, given.game, keep_chatter=options.comments):
            if not given.is_wanted(record):
                texts += [before] if before and options.keeps_others else []
                number += bool(before and options.keeps_others)
                continue
            replayed = replay(record)
            text = _canonical(replayed, before, options)
            text += "\n" if text not in ("", before) and index != last else ""
            texts += [text] if text else []
            number += bool(text)
            yield {
                "file": edited.file,
                "record": record.source.number,
                "game": record.game.info.id if record.game else None,
                "output": None,
                "output_record": number if text else None,
                "ok": not replayed.has_error,
                "plies": replayed.length,
                "changed": edited.is_foreign or text.replace("\n", edited.newline) != before != text,
            }
        if texts != [before]:
            edited.replace(index, "\n".join(texts))


def _canonical(replayed: Replay, before: str, options: Options) -> str:
    """The canonical text of a record; of a faulty one the text that it had `before`, or with `--sound` that up to the
    error; "" if nothing of it is kept."""
    source = replayed.record.source
    if not report_faults(replayed, errors_only=True, strict=options.strict):
        return write_record(replayed)
    if not options.is_cut:
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


def _save(edited: EditedFile, options: Options, target: Target | None) -> str | None:
    """Writes a file where the options say so; its name, None if it goes nowhere. Raises `Unreadable` and OSError."""
    if options.write:
        if edited.is_changed:
            edited.write()
        return edited.file
    if target is None or not edited.after.strip():
        return None
    name = target.name(edited.file)
    target.write(name, edited.encode())
    return name


def _say_diff(edited: EditedFile) -> None:
    """Prints what would change, as a unified diff."""
    name = printable(edited.file)
    try:
        say("".join(draw_differences(edited.before, edited.after, name, f"{name} (canonical)")), nl=False)
    except TooLong as fault:
        note(str(fault))

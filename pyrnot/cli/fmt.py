"""`pyrnot fmt`: writes records in canonical form."""

from __future__ import annotations

import os

import click
from msgspec import Struct

from pyrnot.cli.input_options import collection_options
from pyrnot.cli.inputs import Input, note_left_out
from pyrnot.cli.options import force_option, grouped, output_option
from pyrnot.cli.printing import note, say, write_record_text
from pyrnot.cli.progress import count_read
from pyrnot.cli.reports import attempt, report_diagnostics
from pyrnot.cli.streams import fail
from pyrnot.cli.target import Target
from pyrnot.foreign.answering import read_answered
from pyrnot.foreign.edit import EditedFile
from pyrnot.foreign.load import read_record
from pyrnot.play.repair import sound_part
from pyrnot.play.replay import Replay, replay
from pyrnot.play.write import write_record
from pyrnot.record.opening import STANDARD_INPUT
from pyrnot.record.source import SourceText
from pyrnot.render.text.differences import TooManyLines, draw_differences
from pyrnot.render.text.lines import printable


class Formatting(Struct, frozen=True):
    """What becomes of the canonical texts, and of what records they are made."""

    write: bool
    check: bool
    diff: bool
    output: str | None
    force: bool
    to_sound_part: bool
    comments: bool
    strict: bool

    @property
    def keeps_others(self) -> bool:
        """Whether a file is compared as a whole, so that the records that were not selected stay in it."""
        return self.write or self.check or self.diff


@click.command("fmt")
@collection_options(has_own_sound=True)
@grouped(
    "formatting",
    Formatting,
    click.option("--write", is_flag=True, help="Rewrite the files in place."),
    click.option("--check", is_flag=True, help="Write nothing; exit 1 if anything would change."),
    click.option("--diff", is_flag=True, help="Write nothing; show what would change."),
    output_option("DIR", "Write each file into this folder instead of printing it."),
    force_option,
    click.option("--sound", "to_sound_part", is_flag=True, help="Write a record with an error up to the error."),
    click.option("--comments", is_flag=True, help="Keep the chatter of a thread, as comments."),
    click.option("--strict", is_flag=True, help="Treat what was inferred from a thread as an error."),
)
def fmt_command(inputs: Input, formatting: Formatting) -> None:
    """Runs `pyrnot fmt`."""
    _check_usage(inputs, formatting)
    target = None
    if formatting.output is not None:
        folder = os.path.join(formatting.output, "")
        target = Target(folder, "pyr", force=formatting.force, inputs=inputs.real_paths, tops=inputs.paths)

    def work(file: str) -> EditedFile:
        edited = EditedFile(file, inputs.encoding, inputs.source_form, inputs.game, inputs.answers)
        _format(edited, inputs, formatting)
        if formatting.write and edited.is_changed:
            edited.write()
        if target is not None and edited.after.strip():
            target.write(target.name(file), edited.encode())
        return edited

    for file in inputs.files():
        edited = attempt(file, work, is_locked=formatting.write)
        if edited is None:
            continue
        count_read(len(edited.before))
        if formatting.check and edited.is_changed:
            say(f"{file.name}: not in canonical form", err=True)
            fail(1)
        if formatting.diff:
            _say_diff(edited)
        if target is None and not formatting.keeps_others:
            write_record_text(edited.after)


def _check_usage(inputs: Input, formatting: Formatting) -> None:
    """Raises `click.UsageError` for options that contradict each other."""
    if formatting.write and (formatting.check or formatting.diff or STANDARD_INPUT in inputs.paths):
        raise click.UsageError("--write cannot be combined with --check, --diff or standard input")
    if formatting.to_sound_part and (formatting.write or formatting.check):
        message = "--sound cannot be combined with --write or --check: turns would be lost"
        raise click.UsageError(f"{message} (to choose records without an error, use --only-sound)")
    if formatting.output is not None and formatting.keeps_others:
        raise click.UsageError("-o cannot be combined with --write, --check or --diff")


def _format(edited: EditedFile, inputs: Input, formatting: Formatting) -> None:
    """Puts the selected records of a file in canonical form. Those that are not selected are left out, unless the
    result keeps them; so are faulty ones of a foreign text."""
    last = len(edited.sources) - 1
    for index, source in enumerate(edited.sources):
        before = "" if edited.is_foreign else edited.part(index)
        note_left_out(source)
        texts: list[str] = []
        for record in read_answered(source, inputs.game, keep_chatter=formatting.comments):
            replayed = inputs.replay_wanted(record)
            if replayed is None:
                text = before if formatting.keeps_others else ""
            else:
                text = _canonical(replayed, before, formatting)
                if text not in ("", before) and index != last:
                    text += "\n"
            if text:
                texts.append(text)
        if texts != [before]:
            edited.replace(index, "\n".join(texts))


def _canonical(replayed: Replay, before: str, formatting: Formatting) -> str:
    """The canonical text of a record; of a faulty one that of its sound part if the user wants that, else the text
    that it had `before`; "" if nothing of it is kept."""
    source = replayed.record.source
    if not report_diagnostics(replayed, errors_only=True, strict=formatting.strict):
        return write_record(replayed)
    if formatting.to_sound_part:
        return _canonical_sound_part(replayed)
    if replayed.record.transcript is not None:
        reason = "a question is open" if replayed.record.questions else "it has an error"
        _note(source, f"left out, since {reason}")
    return before


def _canonical_sound_part(replayed: Replay) -> str:
    """The canonical text of a faulty record up to the error; "" if that is in its tags."""
    record = replayed.record
    part = sound_part(replayed)
    if part is not None:
        text = write_record(part)
        if not replay(read_record(SourceText(text), record.game)).has_error:
            _note(record.source, f"written up to ply {part.length} of {len(record.main_line)}")
            return text
    _note(record.source, "left out, since its tags have an error")
    return ""


def _note(source: SourceText, text: str) -> None:
    note(f"{source.file}, record {source.number}: {text}")


def _say_diff(edited: EditedFile) -> None:
    """Prints what would change, as a unified diff; a file that is not a record never changes."""
    name = printable(edited.file)
    if edited.is_foreign:
        note(f"{name}: use `-o DIR`, or `pyrnot fmt FILE > game.pyr`: this is not a record, so nothing in it changes")
        return
    try:
        say("".join(draw_differences(edited.before, edited.after, name, f"{name} (canonical)")), nl=False)
    except TooManyLines as error:
        note(str(error))

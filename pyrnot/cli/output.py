"""Prints: the only way from a command to standard output and standard error. Reports on stderr what is wrong with
records, for commands whose own output goes to stdout. Writes files, of which none is overwritten by accident.

What a record, a transcript, a file name or an argument says is shown, never obeyed: all text leaves through
`printable`. Only the text of a record itself goes out byte for byte, and only where no terminal would read it.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import cached_property
from pathlib import Path, PurePath
from typing import IO, TextIO, TypeVar

import click
from msgspec.structs import replace

from pyrnot.cli.streams import Failed, exit_code, fail, has_colour, is_quiet, make_room
from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity
from pyrnot.core.diagram import Diagram
from pyrnot.play.plies import AnyPly, NoSuchPly, choose_plies
from pyrnot.play.replay import Replay
from pyrnot.play.selection import fold
from pyrnot.record.files import RecordFile
from pyrnot.record.locking import locked
from pyrnot.record.model import Record
from pyrnot.record.opening import STANDARD_INPUT, Unreadable
from pyrnot.record.saving import replacing
from pyrnot.record.source import SourceText
from pyrnot.render.report import draw_diagnostic
from pyrnot.render.text.ansi import Paint, ansi, plain
from pyrnot.render.text.diagram import draw_text
from pyrnot.render.text.lines import Charset, printable

T = TypeVar("T")

_KEPT = "\t\n"
STANDARD_OUTPUT = "-"
_DEVICE = re.compile(r"(?:con|prn|aux|nul|(?:com|lpt)[0-9])(?:\..*)?", re.IGNORECASE)
"""What Windows takes for the name of a device, with any suffix."""
_COMMAND = re.compile(r"^((?:[^\S\n]|\x1b\[[\d;]*m)*+):(?=:)", re.MULTILINE)
"""What the log of a GitHub workflow takes for a command, were it not for our codes of colours."""


def say(text: object, *, err: bool = False, nl: bool = True) -> None:
    """Prints text, which may have several lines. None of them begins with `::` (see `_COMMAND`)."""
    _print(shown(str(text)) + ("\n" if nl else ""), err=err)


def note(text: object) -> None:
    """Prints a remark on stderr, unless `--quiet` is given."""
    if not is_quiet():
        say(text, err=True)


def shown(text: str) -> str:
    """Text as `say` prints it."""
    return _without_commands(printable(text, keep=_KEPT))


def _without_commands(text: str) -> str:
    return _COMMAND.sub(r"\1\\x3a", text) if "::" in text else text


def say_styled(text: str, *, err: bool = False) -> None:
    """Prints a drawing, whose text the renderer has made printable before adding its own escape codes for colours. It
    may have begun a line with any word of it."""
    _print(_without_commands(text) + "\n", err=err)


def say_diagnostic(diagnostic: Diagnostic, source: SourceText) -> None:
    """Prints a diagnostic on stderr, in colour if it has that."""
    say_styled(draw_diagnostic(diagnostic, source, paint_for(sys.stderr)), err=True)


def say_board(
    diagram: Diagram,
    *,
    charset: str = "unicode",
    flip: bool = False,
    caption: Sequence[str] = (),
    legend: bool = True,
    err: bool = False,
) -> None:
    """Prints a diagram, in colour where the stream has it: `caption` is lines above it, `legend` explains its marks
    below."""
    if has_colour(sys.stderr if err else sys.stdout):
        from pyrnot.render.text.terminal import ansi_codes, draw_colour

        coloured = draw_colour(diagram, charset=Charset(charset), flip=flip, caption=caption, legend=legend)
        text = ansi_codes(coloured)
    else:
        text = draw_text(diagram, charset=Charset(charset), flip=flip, caption=caption, legend=legend)
    say_styled(text, err=err)


def write_report(text: str) -> None:
    """Prints what the renderer has made printable, at once: the rest may take an hour. Annotations begin with
    `::`."""
    _print(text, err=False)


def write_record_text(text: str) -> None:
    """Prints the text of records: as it is to a pipe or a file, printable to a terminal."""
    _print(for_output(text), err=False)


def paint_for(stream: TextIO) -> Paint:
    """What colours a few words for a stream."""
    return ansi if has_colour(stream) else plain


def _print(text: str, *, err: bool) -> None:
    if text:
        make_room()
    # The renderers have decided on colours: click must not remove them.
    click.echo(text, err=err, nl=False, color=True)


def for_output(text: str) -> str:
    """The text of a document as standard output receives it: as it is, but printable if that is a terminal."""
    return printable(text.replace("\r\n", "\n"), keep=_KEPT) if sys.stdout.isatty() else text


def for_document(text: str) -> str:
    """A piece of a document that is not a record, likewise; no line of it is a command in the log of a workflow."""
    return _without_commands(for_output(text))


# What is wrong


def readable(items: Iterable[T | Unreadable]) -> Iterator[T]:
    """The items that could be read; the others are reported."""
    for item in items:
        if isinstance(item, Unreadable):
            report_unreadable(item)
        else:
            yield item


def report_unreadable(unreadable: Unreadable) -> None:
    """Reports a file that cannot be read, or that lacks the record wanted."""
    say_styled(draw_diagnostic(*unreadable.diagnosed, paint_for(sys.stderr)), err=True)
    fail(1 if unreadable.code in (CoreCodes.NO_RECORD, CoreCodes.NO_SUCH_RECORD) else 2)


def attempt(file: RecordFile, work: Callable[[str], T], *, is_locked: bool = True) -> T | None:
    """What `work` makes of a file by its name; None for one that cannot be read or written, which is reported. A file
    that is to be changed `is_locked`."""
    try:
        if file.diagnostic is not None:
            raise file.diagnostic
        with locked(file.name) if is_locked else nullcontext():
            return work(file.name)
    except Unreadable as unreadable:
        report_unreadable(unreadable)
    except OSError as error:
        say(f"cannot write {file.name}: {error.strerror or error}", err=True)
        fail(2)
    return None


def report(what: str, exit_code: int = 1) -> None:
    """Reports in words why a command does not do all of its work."""
    say(what, err=True)
    fail(exit_code)


def chosen_plies(text: str, replayed: Replay) -> list[AnyPly]:
    """The plies that `--ply` lists; none if the record has no start or lacks one of them, which is reported."""
    try:
        return choose_plies(text, replayed) if replayed.start is not None else []
    except NoSuchPly as error:
        report_record(replayed.record, error)
        return []


def report_record(record: Record, diagnostic: Exception) -> None:
    """Reports why a record cannot give what the options ask for."""
    report(f"{record.source.file}, record {record.source.number}: {diagnostic}")


def report_diagnostics(replay: Replay, *, errors_only: bool = False, strict: bool = False) -> bool:
    """Reports the diagnostics of a replay; returns whether any is an error. With `errors_only` no warnings are
    reported but those about how a thread was read, which are errors with `strict` (TR5.6)."""
    is_faulty = False
    for diagnostic in replay.diagnostics:
        is_doubt = diagnostic.code.startswith("read-") or diagnostic.code == CoreCodes.REMARK
        if is_doubt and strict:
            diagnostic = replace(diagnostic, severity=Severity.ERROR)
        is_error = diagnostic.severity is Severity.ERROR
        is_faulty |= is_error
        if is_error or not (is_quiet() or (errors_only and not is_doubt)):
            say_diagnostic(diagnostic, replay.record.source)
    record = replay.record
    if record.questions and not errors_only:
        say(f"{record.source.file}: only up to ply {replay.length}, since a question is open", err=True)
    if is_faulty:
        fail(1)
    return is_faulty


def stopped(at_least: int = 0) -> click.exceptions.Exit:
    """The end of the command, with this exit code or a higher one that is set."""
    fail(at_least)
    return click.exceptions.Exit(exit_code())


# Files


def names_folder(output: str | None) -> bool:
    """Whether `-o` names a folder: one that exists, or one with a slash at its end."""
    return output not in (None, STANDARD_OUTPUT) and (output.endswith(("/", os.sep)) or os.path.isdir(output))


def _identity(path: str) -> tuple[int, int]:
    facts = os.stat(path)
    return facts.st_dev, facts.st_ino


class Target:
    """What `-o` names: standard output (None, too), a file, or a folder for files with a `suffix` such as `svg`.

    `inputs` gives the real paths of the files that are read. What comes from a subfolder of one of the folders `tops`
    goes into a subfolder of that name.
    """

    def __init__(
        self,
        output: str | None,
        suffix: str,
        *,
        force: bool,
        inputs: Callable[[], frozenset[str]] = frozenset,
        tops: Iterable[str] = (),
    ) -> None:
        self.output = STANDARD_OUTPUT if output is None else output
        self.is_folder = names_folder(output)
        self._suffix = suffix
        self._force = force
        self._find_inputs = inputs
        self._tops = [PurePath(top) for top in tops if os.path.isdir(top)]
        self._stems: dict[str, str] = {}
        self._taken: set[str] = set()
        if output is None and suffix in ("png", "gif") and sys.stdout.isatty():
            raise click.UsageError(f"will not write {suffix.upper()} to a terminal; use -o FILE")

    def name(self, file: str, *parts: object) -> str:
        """The name of what is written for a record file; `-` is standard output. In a folder it is `game-1-3.svg` for
        `game.pyr` and the parts 1 and 3."""
        if not self.is_folder:
            return self.output
        return os.path.join(self.output, f"{'-'.join([self._stem(file), *map(str, parts)])}.{self._suffix}")

    def _stem(self, file: str) -> str:
        """The file's name without folder and suffix, numbered if another folder had a file of that name, in any case:
        most file systems of Windows and macOS take `A` and `a` for the same. There, too, a device has some names."""
        if file not in self._stems:
            name = self._subfolder(file) + PurePath(file).stem if file != STANDARD_INPUT else "record"
            stem = name = f"{name}_" if _DEVICE.fullmatch(PurePath(name).name) else name
            number = 1
            while fold(stem) in self._taken:
                number += 1
                stem = f"{name}-{number}"
            self._taken.add(fold(stem))
            self._stems[file] = stem
        return self._stems[file]

    def _subfolder(self, file: str) -> str:
        """The folders from the folder that was named down to a file, with a slash at the end; "" if there are
        none."""
        folder = PurePath(file).parent
        below = [folder.relative_to(top) for top in self._tops if folder.is_relative_to(top)]
        nearest = min(below, key=lambda path: len(path.parts), default=PurePath())
        return os.path.join(nearest, "") if nearest.parts and ".." not in nearest.parts else ""

    def check(self, name: str) -> None:
        """Raises `Failed` for a file that exists, unless `--force` was given: before others are written."""
        if not self._force and os.path.lexists(name):
            raise Failed(f"{name} already exists (use --force to overwrite)")

    def write(self, name: str, data: bytes | str) -> None:
        """Writes a new file: bytes, or the text of records. Raises `Failed`, as `open` does."""
        if isinstance(data, str):
            data = (for_output(data) if name == STANDARD_OUTPUT else data).encode("utf-8", "replace")
        with self.open(name) as file:
            file.write(data)

    @contextmanager
    def open(self, name: str) -> Iterator[IO[bytes]]:
        """A new file; it appears under its name once the block is left, and not at all if the block fails.

        Raises `Failed` for a file that exists, unless `--force` was given, that is one of the inputs, or that
        cannot be written.
        """
        if name == STANDARD_OUTPUT:
            sys.stdout.flush()
            make_room()  # what is written here goes past the streams
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
            return
        if os.path.isfile(name) and _identity(name) in self._inputs:
            raise Failed(f"{name} is one of the files to read; write to another one")
        try:
            if self.is_folder:
                Path(name).parent.mkdir(parents=True, exist_ok=True)
            with replacing(name, overwrite=self._force) as file:
                yield file
        except OSError as error:
            if isinstance(error, FileExistsError):
                self.check(name)
            raise Failed(f"cannot write {name}: {error.strerror or error}") from None

    @cached_property
    def _inputs(self) -> frozenset[tuple[int, int]]:
        """What tells the inputs from other files, however their names are written."""
        return frozenset(_identity(path) for path in self._find_inputs() if os.path.isfile(path))

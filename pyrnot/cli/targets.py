"""Where `export` writes to: names from a pattern, files that are never overwritten unasked nor left half written."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path, PurePath
from typing import IO

import click
from msgspec import Struct

from pyrnot.record.files import STANDARD_INPUT

STANDARD_OUTPUT = "-"

_FIELD = re.compile(r"\{([^{}]*)\}")
_FIELD_TEXT = re.compile(r"(file|game|record|ply)(?::(0?\d{1,2}))?")


class Names(Struct, frozen=True):
    """What the fields of a pattern stand for; `file` is the path of the record's file."""

    file: str
    game: str
    record: int
    ply: int | None


class Target:
    """What `-o` asks for: standard output, a file, a folder, or a pattern for several files.

    `suffix` is that of the files (`svg`), `pattern` the one for a folder (`{file}-{ply}.svg`).
    """

    def __init__(self, output: str | None, suffix: str, folder_pattern: str, *, force: bool) -> None:
        self.force = force
        self.written: set[str] = set()
        self.stems: dict[str, str] = {}
        text = STANDARD_OUTPUT if output is None else output
        if text != STANDARD_OUTPUT and (text.endswith(("/", os.sep)) or os.path.isdir(text)):
            text = os.path.join(text, f"{folder_pattern}.{suffix}")
        self.pattern = text
        for field in _FIELD.findall(text):
            if not _FIELD_TEXT.fullmatch(field):
                raise click.UsageError(
                    f"{{{field}}} is no field of a file name: there are {{file}}, {{game}}, {{record}} and {{ply}}, "
                    "with a width if wished ({ply:03})"
                )
        if self.is_standard_output and output is None and suffix in ("png", "gif") and sys.stdout.isatty():
            raise click.UsageError(f"a {suffix.upper()} is not for the terminal: say where to write it with -o")

    @property
    def is_standard_output(self) -> bool:
        """Whether all goes to standard output."""
        return self.pattern == STANDARD_OUTPUT

    def has(self, field: str) -> bool:
        """Whether the pattern names a field."""
        return any(found.split(":")[0] == field for found in _FIELD.findall(self.pattern))

    @property
    def is_single(self) -> bool:
        """Whether there is room for one thing only."""
        return not _FIELD.search(self.pattern)

    def name(self, names: Names) -> str:
        """The file for these names, `-` for standard output."""

        def fill(found: re.Match[str]) -> str:
            field, _, width = found[1].partition(":")
            value = self.stem(names.file) if field == "file" else getattr(names, field)
            if isinstance(value, int):
                return f"{value:{width}d}" if width else str(value)
            return "" if value is None else str(value)

        return _FIELD.sub(fill, self.pattern)

    def stem(self, file: str) -> str:
        """What `{file}` stands for: the file's name without folder and suffix, and with a number behind it if a file
        of the same name in another folder came before."""
        if file not in self.stems:
            name = PurePath(file).stem if file != STANDARD_INPUT else "record"
            stem, number = name, 1
            while stem in self.stems.values():
                number += 1
                stem = f"{name}-{number}"
            self.stems[file] = stem
        return self.stems[file]

    @contextlib.contextmanager
    def open(self, name: str) -> Iterator[IO[bytes]]:
        """A new file to be written: it takes its name when it is whole, and leaves nothing if anything fails.

        Raises `click.ClickException` for a file that is there already, unless the user said `--force`, and for one
        that cannot be written.
        """
        if name == STANDARD_OUTPUT:
            sys.stdout.flush()
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
            return
        if name in self.written:
            raise Unwritable(f"{name} would be written twice: put {{record}}, {{ply}} or {{file}} in its name")
        target = Path(name)
        if target.exists() and not self.force:
            raise Unwritable(f"{name} is there already: --force overwrites it")
        try:
            if not self.is_single:
                target.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(prefix=f".{target.name}.", dir=target.parent, delete=False) as file:
                try:
                    yield file
                    file.close()
                    self._settle(Path(file.name), target)
                finally:
                    with contextlib.suppress(FileNotFoundError):
                        os.unlink(file.name)
        except OSError as fault:
            raise Unwritable(f"{name} cannot be written: {fault.strerror or fault}") from None
        self.written.add(name)

    def _settle(self, temporary: Path, target: Path) -> None:
        """Gives the finished file its name, and the permissions that a new file has."""
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
        if self.force:
            os.replace(temporary, target)
            return
        try:
            # Unlike a renaming, a link never replaces a file that somebody else has made meanwhile.
            os.link(temporary, target)
        except FileExistsError:
            raise Unwritable(f"{target} is there already: --force overwrites it") from None
        except OSError:
            os.replace(temporary, target)


class Unwritable(click.ClickException):
    """A file that cannot be written, or that must not be."""

    exit_code = 2

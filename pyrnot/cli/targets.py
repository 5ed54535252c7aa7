"""Where commands write: file names from patterns, and files that are not overwritten by accident."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePath
from typing import IO

import click
from msgspec import Struct

from pyrnot.cli.progress import make_room
from pyrnot.record.opening import STANDARD_INPUT
from pyrnot.record.saving import replacing

STANDARD_OUTPUT = "-"

_FIELD = re.compile(r"\{([^{}]*)\}")
_FIELD_TEXT = re.compile(r"(file|game|record|ply)(?::(0?\d{1,2}))?")


class Names(Struct, frozen=True, kw_only=True):
    """Values for the fields of a pattern; `file` is the path of the record's file. The number of the record has at
    least `digits` where the pattern does not say how many."""

    file: str
    game: str = ""
    record: int = 1
    ply: int | str | None = None
    digits: int = 1


def names_folder(output: str | None) -> bool:
    """Whether `-o` names a folder: one that exists, or one with a slash at its end."""
    output = output or STANDARD_OUTPUT
    return output != STANDARD_OUTPUT and (output.endswith(("/", os.sep)) or os.path.isdir(output))


class Target:
    """What `-o` names: standard output, a file, a folder, or a pattern for several files.

    `suffix` is that of the files (`svg`), `folder_pattern` the pattern for files in a folder (`{file}-{ply}`);
    `inputs` gives what `Input.identities` does. What comes from a subfolder of one of the folders `tops` goes into a
    subfolder of that name.
    """

    def __init__(
        self,
        output: str | None,
        suffix: str,
        folder_pattern: str,
        *,
        force: bool,
        inputs: Callable[[], frozenset[tuple[int, int]]] = frozenset,
        tops: Iterable[str] = (),
    ) -> None:
        self._find_inputs = inputs
        self._tops = [PurePath(top) for top in tops if os.path.isdir(top)]
        self._inputs: frozenset[tuple[int, int]] | None = None
        self.suffix = suffix
        self.force = force
        self.written: set[str] = set()
        self.stems: dict[str, str] = {}
        text = STANDARD_OUTPUT if output is None else output
        if names_folder(text):
            text = os.path.join(text, f"{folder_pattern}.{suffix}")
        self.pattern = text
        for field in _FIELD.findall(text):
            if not _FIELD_TEXT.fullmatch(field):
                raise click.UsageError(
                    f"unknown field {{{field}}} in -o; use {{file}}, {{game}}, {{record}} or {{ply}}, "
                    "optionally with a width, as in {ply:03}"
                )
        if output is None and suffix in ("png", "gif") and sys.stdout.isatty():
            raise click.UsageError(f"will not write {suffix.upper()} to a terminal; use -o FILE")

    def has(self, field: str) -> bool:
        """Whether the pattern has a field."""
        return any(found.split(":")[0] == field for found in _FIELD.findall(self.pattern))

    @property
    def is_single(self) -> bool:
        """Whether the target is one file, or standard output."""
        return not _FIELD.search(self.pattern)

    def check(self, name: str) -> None:
        """Raises `Unwritable` for a file that exists, unless `--force` was given: before others are written."""
        if not self.force and os.path.exists(name):
            raise Unwritable(f"{name} already exists (use --force to overwrite)")

    def name(self, names: Names) -> str:
        """The file for these names; `-` for standard output."""

        def fill(found: re.Match[str]) -> str:
            field, _, width = found[1].partition(":")
            value = self._stem(names.file) if field == "file" else getattr(names, field)
            if isinstance(value, int):
                return f"{value:{width}d}" if width else f"{value:0{names.digits if field == 'record' else 1}d}"
            return "" if value is None else str(value)

        return _FIELD.sub(fill, self.pattern)

    def _stem(self, file: str) -> str:
        """The file's name without folder and suffix, numbered if another folder had a file of that name."""
        if file not in self.stems:
            name = self._subfolder(file) + PurePath(file).stem if file != STANDARD_INPUT else "record"
            stem, number = name, 1
            while stem in self.stems.values():
                number += 1
                stem = f"{name}-{number}"
            self.stems[file] = stem
        return self.stems[file]

    def _subfolder(self, file: str) -> str:
        """The folders from the folder that was named down to a file, with a slash at the end; "" if there are none."""
        folder = PurePath(file).parent
        below = [folder.relative_to(top) for top in self._tops if folder.is_relative_to(top)]
        nearest = min(below, key=lambda path: len(path.parts), default=PurePath())
        return os.path.join(nearest, "") if nearest.parts and ".." not in nearest.parts else ""

    @contextlib.contextmanager
    def open(self, name: str) -> Iterator[IO[bytes]]:
        """A new file; it appears under its name once the block is left, and not at all if the block fails.

        Raises `Unwritable` for a file that exists, unless `--force` was given, that is one of the inputs, or that
        cannot be written.
        """
        if name == STANDARD_OUTPUT:
            sys.stdout.flush()
            make_room()  # what is written here goes past the streams
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
            return
        if name in self.written:
            raise Unwritable(f"{name} would be written twice; add {{record}}, {{ply}} or {{file}} to its name")
        if self._is_input(name):
            raise Unwritable(f"{name} is one of the files to read; write to another one")
        try:
            if not self.is_single:
                Path(name).parent.mkdir(parents=True, exist_ok=True)
            with replacing(name, overwrite=self.force) as file:
                yield file
        except OSError as fault:
            if isinstance(fault, FileExistsError):
                self.check(name)
            raise Unwritable(f"cannot write {name}: {fault.strerror or fault}") from None
        self.written.add(name)

    def _is_input(self, name: str) -> bool:
        """Whether a file is one of the inputs, under any name: it would be gone before it was read."""
        if not os.path.isfile(name):
            return False
        if self._inputs is None:
            self._inputs = self._find_inputs()
        facts = os.stat(name)
        return (facts.st_dev, facts.st_ino) in self._inputs


class Unwritable(click.ClickException):
    """A file that cannot be written, or that must not be overwritten."""

    exit_code = 2

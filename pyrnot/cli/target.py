"""Where a command writes: standard output, a file, or a folder. No file is overwritten without `--force`."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path, PurePath
from typing import IO

import click

from pyrnot.cli.printing import for_output
from pyrnot.cli.progress import make_room
from pyrnot.cli.streams import Failed
from pyrnot.core.patterns import lazy_pattern
from pyrnot.play.selection import fold
from pyrnot.record.opening import STANDARD_INPUT
from pyrnot.record.saving import replacing

STANDARD_OUTPUT = "-"
_DEVICE = lazy_pattern(r"(?:con|prn|aux|nul|(?:com|lpt)[0-9])(?:\..*)?", re.IGNORECASE)
"""What Windows takes for the name of a device, with any suffix."""


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

    def name(self, file: str, *parts: object, game: str = "") -> str:
        """The name of what is written for a record file; `-` is standard output. In a folder it is `game-1-3.svg` for
        `game.pyr` and the parts 1 and 3, after the id of the `game` if that is given."""
        if not self.is_folder:
            return self.output
        folder, stem = os.path.split(self._stem(file))
        name = "-".join([game, stem, *map(str, parts)] if game else [stem, *map(str, parts)])
        return os.path.join(self.output, folder, f"{name}.{self._suffix}")

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
        """The folders from the one that was named down to a file, with a slash at the end; "" if there are none."""
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

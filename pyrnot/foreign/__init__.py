"""The front door to texts that are not in pyrnot's own format (TR1, HN4): which forms there are, and who reads them.

A form is a module of the folder `forms` (or a package, for a long reader), and its file name is its name for `--from`.
There is no list of them: a new form is a new file, which states

    TITLE = "a mailbox"  # what a text of this form is called
    RANK = 50            # forms are asked in this order whether a text is theirs
    def recognises(head: str) -> bool: ...
    def read(source: SourceText, game: AnyGame | None) -> Iterable[Record]: ...

Whatever is slow to import (a game, for one) belongs inside the functions: every form is imported to recognise a text.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Protocol, cast

from msgspec.structs import replace

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame
    from pyrnot.record.model import Record
    from pyrnot.record.source import SourceText


class Form(Protocol):
    """What a module of the folder `forms` states."""

    TITLE: str
    RANK: int

    def recognises(self, head: str) -> bool:
        """Whether a text that begins like this is of this form. `head` may end anywhere."""
        ...

    def read(self, source: SourceText, game: AnyGame | None) -> Iterable[Record]:
        """The records of a text, each with a `reading`; none if it holds none. Where a text may hold any number of
        records, they are read one by one. Raises nothing but `Unreadable`, for a text that is too long.

        `game` is the one that `--game` names."""
        ...


def _form_names() -> tuple[str, ...]:
    folder = os.path.join(os.path.dirname(__file__), "forms")
    entries = (os.path.splitext(entry) for entry in os.listdir(folder))
    return tuple(
        sorted(name for name, suffix in entries if suffix in ("", ".py") and name.isidentifier() and name[0] != "_")
    )


FORMS = _form_names()
"""The names of all forms, sorted."""


def load_form(name: str) -> Form:
    """The form with this name, which must be one of `FORMS`."""
    return cast(Form, importlib.import_module(f"{__name__}.forms.{name}"))


def recognise_form(head: str) -> str | None:
    """The form of a text that begins like this, None if no form knows it as its own."""
    for name in sorted(FORMS, key=lambda name: (load_form(name).RANK, name)):
        if load_form(name).recognises(head):
            return name
    return None


def read_foreign(source: SourceText, game: AnyGame | None = None) -> list[Record]:
    """The records of a text that is in the form `source.form`, numbered from 1."""
    return list(foreign_records(source, game))


def foreign_records(source: SourceText, game: AnyGame | None = None) -> Iterator[Record]:
    """What `read_foreign` gives, one by one."""
    from pyrnot.record.source import renumbered

    assert source.form is not None
    for number, record in enumerate(load_form(source.form).read(source, game), source.number):
        yield replace(record, source=renumbered(record.source, number))

"""The forms in which records come that are not pyrnot's own (TR1, HN4): which there are, and how much each may hold.

A form is a module (or package) of this folder, and its name is its name for `--from`. There is no list of them: a new
form is a new file, which states what `ForeignForm` has. No form is imported before a text may need it.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterable
from typing import Any, Protocol, cast

from pyrnot.core.codes import CoreCodes
from pyrnot.core.game import AnyGame
from pyrnot.core.limits import FOREIGN_BYTES, FOREIGN_LINES, MAILBOX_BYTES, MAILBOX_LINES
from pyrnot.record.model import Record
from pyrnot.record.opening import Unreadable

SDG_OPENING = "Homeworlds Online (SDG# "
"""What a transcript of SuperDuperGames begins with."""
BINARY_FORMS = ("mbox", "eml")
"""Forms whose files hold texts in several encodings. A mailbox begins as a mail does, so it is asked first."""


class ForeignForm(Protocol):
    """What a module of this folder states."""

    TITLE: str
    """What a text of this form is called, such as `a mailbox`."""
    RANK: int
    """Forms are asked in this order whether a text is theirs."""

    def recognises(self, head: str) -> bool:
        """Whether a text that begins like this is of this form. `head` may end anywhere."""
        ...

    def read(self, source: Any, game: AnyGame | None) -> Iterable[Record]:
        """The records of a text, each with its `transcript`; none if it holds none. Raises nothing but `Unreadable`,
        for a text that is too long. `game` is the one that `--game` names. `source` is a `MailFile` for
        `BINARY_FORMS`, a `ForeignText` for all others."""
        ...


def _form_names() -> tuple[str, ...]:
    modules = [entry for entry in os.listdir(__path__[0]) if entry.endswith(".py") and not entry.startswith("_")]
    return tuple(sorted(module.removesuffix(".py") for module in modules))


FORMS = _form_names()
"""The names of all forms, sorted."""


def load_form(name: str) -> ForeignForm:
    """The form with this name, which must be one of `FORMS`."""
    return cast(ForeignForm, importlib.import_module(f"{__name__}.{name}"))


def recognise_form(head: str) -> str | None:
    """The form of a text that begins like this, None if no form knows it as its own."""
    for name in sorted(FORMS, key=lambda name: (load_form(name).RANK, name)):
        if load_form(name).recognises(head):
            return name
    return None


def check_size(file: str, form: str, size: int, lines: int) -> None:
    """Raises `Unreadable` for a text with more bytes or lines than its form may have."""
    is_large = form == "chat" or form in BINARY_FORMS
    most, most_lines = (MAILBOX_BYTES, MAILBOX_LINES) if is_large else (FOREIGN_BYTES, FOREIGN_LINES)
    if size > most or lines > most_lines:
        limit = f"{most // 1_000_000} MB" if size > most else f"{most_lines:,} lines"
        message = f"too long for a text that is not a record: it may have {limit}; split it"
        raise Unreadable(file, CoreCodes.UNREADABLE, message)

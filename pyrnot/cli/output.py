"""Prints: the only way from a command to standard output and standard error.

What a record, a transcript, a file name or an argument says is shown, never obeyed: all text leaves through
`printable`. Only the text of a record itself goes out byte for byte, and only where no terminal would read it.
"""

from __future__ import annotations

import re
import sys

import click

from pyrnot.render.text.lines import printable

_KEPT = "\t\n"
_COMMAND = re.compile(r"^(\s*):(?=:)", re.MULTILINE)


def say(text: object, *, err: bool = False, nl: bool = True) -> None:
    """Prints text, which may have several lines.

    A line never begins with `::`: in the log of a GitHub workflow that would be a command.
    """
    click.echo(shown(str(text)), err=err, nl=nl)


def shown(text: str) -> str:
    """Text as `say` prints it."""
    text = printable(text, keep=_KEPT)
    return _COMMAND.sub(r"\1\\x3a", text) if "::" in text else text


def say_styled(text: str, *, err: bool = False) -> None:
    """Prints a drawing, whose text the renderer has made printable before adding its own escape codes for colours."""
    click.echo(text, err=err)


def say_verdict(text: str) -> None:
    """Prints what `check` reports, which the renderer has made printable; annotations do begin with `::`."""
    sys.stdout.write(text)


def write_record_text(text: str) -> None:
    """Prints the text of records: as it is to a pipe or a file, printable to a terminal."""
    sys.stdout.write(for_output(text))


def for_output(text: str) -> str:
    """The text of a document as standard output receives it: as it is, but printable if that is a terminal."""
    return printable(text.replace("\r\n", "\n"), keep=_KEPT) if sys.stdout.isatty() else text

"""Prints: the only way from a command to standard output and standard error.

What a record, a transcript, a file name or an argument says is shown, never obeyed: all text leaves through
`printable`. Only the text of a record itself goes out byte for byte, and only where no terminal would read it.
"""

from __future__ import annotations

import os
import re
import sys
from typing import TextIO

import click

from pyrnot.cli.progress import make_room
from pyrnot.cli.streams import has_colour, is_quiet, is_terminal
from pyrnot.core.diagnostics import Diagnostic
from pyrnot.core.patterns import lazy_pattern
from pyrnot.record.source import SourceText
from pyrnot.render.report import draw_diagnostic
from pyrnot.render.text.ansi import Paint, ansi, plain
from pyrnot.render.text.lines import hang, printable

_KEPT = "\t\n"
_DRAWN = 80
"""The columns of drawings and tables, if the terminal has as many."""
_NARROWEST = 20
"""Fewer columns are not filled: words would be broken everywhere."""
_COMMAND = lazy_pattern(r"^((?:[^\S\n]|\x1b\[[\d;]*m)*+):(?=:)", re.MULTILINE)
"""What the log of a GitHub workflow takes for a command, were it not for our codes of colours."""


def say(text: object, *, err: bool = False, nl: bool = True) -> None:
    """Prints text, which may have several lines. None of them begins with `::` (see `_COMMAND`)."""
    _print(shown(str(text)) + ("\n" if nl else ""), err=err)


def note(text: object) -> None:
    """Prints a remark on stderr, unless `--quiet` is given."""
    if not is_quiet():
        say_words(text, err=True)


def say_words(text: object, *, err: bool = False) -> None:
    """Prints sentences, which a narrow terminal gets broken between words."""
    width = width_of(sys.stderr if err else sys.stdout)
    lines = shown(str(text)).split("\n")
    say("\n".join([hang(line, width, first=0, indent=_margin(line) + 2) for line in lines]), err=err)


def _margin(line: str) -> int:
    """The blanks before a line."""
    return len(line) - len(line.lstrip(" "))


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
    say_styled(draw_diagnostic(diagnostic, source, paint_for(sys.stderr), width=width_of(sys.stderr)), err=True)


def write_report(text: str) -> None:
    """Prints a report that the renderer has made printable, at once: the rest may take an hour.

    Annotations for a workflow begin with `::`.
    """
    _print(text, err=False)


def write_record_text(text: str) -> None:
    """Prints the text of records: as it is to a pipe or a file, printable to a terminal."""
    _print(for_output(text), err=False)


def width_of(stream: TextIO) -> int | None:
    """The columns that a stream has: those that COLUMNS says, or those of its terminal; None where lines may be as
    long as they are."""
    said = os.environ.get("COLUMNS", "")
    if said.isdecimal() and int(said):
        return max(int(said), _NARROWEST)
    if not is_terminal(stream):
        return None
    try:
        return max(os.get_terminal_size(stream.fileno()).columns, _NARROWEST)
    except OSError:
        return None


def drawn_width(stream: TextIO) -> int:
    """The columns that drawings and tables may take: 80, or those of a narrower terminal."""
    width = width_of(stream)
    return _DRAWN if width is None else min(width, _DRAWN)


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

"""The errors of the library: one small family, each with the diagnostics that explain it.

What is wrong with a record or a turn is one of these; a file that is missing or unreadable is an `OSError`, a wrong
argument a `TypeError` or `ValueError`. A wrong pyrnot raises what it raises. A traceback names them as users do, by
`pyrnot`.
"""

from __future__ import annotations

from collections.abc import Iterable

from pyrnot.core.codes import CoreCodes
from pyrnot.library.diagnosis import Diagnostic, make_diagnostic
from pyrnot.record.opening import Unreadable
from pyrnot.render.data import unreadable_data
from pyrnot.render.report import draw_unreadable


class PyrnotError(Exception):
    """The base of all errors that pyrnot raises for what it was given.

    `diagnostics` are the faults, in the order of the text; the error's text is what `pyrnot check` would print.

    >>> import pyrnot
    >>> try:
    ...     pyrnot.Board("martian-life").play("f3=M")
    ... except pyrnot.PyrnotError as error:
    ...     print(type(error).__name__, len(error.diagnostics))
    IllegalTurn 1
    """

    __module__ = "pyrnot"

    diagnostics: tuple[Diagnostic, ...]

    def __init__(self, message: str, diagnostics: Iterable[Diagnostic] = ()) -> None:
        self.message = message
        self.diagnostics = tuple(diagnostics)
        super().__init__(message, self.diagnostics)

    def __str__(self) -> str:
        return self.message


class IllegalTurn(PyrnotError):
    """A turn that the rules do not allow, that is not notation, or that the record cannot take.

    >>> import pyrnot
    >>> try:
    ...     pyrnot.Board("martian-life").play("Sf3 XMa1")
    ... except pyrnot.IllegalTurn as error:
    ...     print(error.diagnostics[0].code)
    claim-false
    """

    __module__ = "pyrnot"


class IllegalStart(PyrnotError):
    """Tags that give no position to start from: a wrong setup, variant or number of seats.

    >>> import pyrnot
    >>> try:
    ...     pyrnot.Board("braces", variant="flying")
    ... except pyrnot.IllegalStart as error:
    ...     print(error.diagnostics[0].code, error.diagnostics[0].rule)
    unknown-variant R2
    """

    __module__ = "pyrnot"


class NotARecord(PyrnotError, ValueError):
    """A text or a file that holds no record, or that is not text.

    >>> import pyrnot
    >>> try:
    ...     pyrnot.loads("")
    ... except pyrnot.NotARecord as error:
    ...     print(error.diagnostics[0].code)
    no-record
    """

    __module__ = "pyrnot"


class UnknownName(PyrnotError, LookupError):
    """A name that pyrnot does not know: that of a game, or the code of a diagnostic.

    >>> import pyrnot
    >>> pyrnot.Board("brace")
    Traceback (most recent call last):
    pyrnot.UnknownName: unknown game 'brace'; did you mean braces?
    """

    __module__ = "pyrnot"


def refusal(fault: Unreadable) -> OSError | NotARecord:
    """The error for a file that cannot be read, which is the system's, or that holds no record."""
    if fault.code == CoreCodes.UNREADABLE:
        cause = fault.__context__
        return cause if isinstance(cause, OSError) else OSError(str(fault))
    (diagnostic,) = unreadable_data(fault)["diagnostics"]
    return NotARecord(draw_unreadable(fault), [make_diagnostic(diagnostic)])

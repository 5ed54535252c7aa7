"""How much a foreign text may hold (TR1.1)."""

from __future__ import annotations

from pyrnot.core.codes import CoreCodes
from pyrnot.core.limits import FOREIGN_BYTES, FOREIGN_LINES, MAILBOX_BYTES, MAILBOX_LINES
from pyrnot.record.opening import Unreadable

BINARY_FORMS = ("eml", "mbox")
"""Forms whose files hold texts in several encodings."""


def check_size(file: str, form: str, size: int, lines: int) -> None:
    """Raises `Unreadable` for a text with more bytes or lines than its form may have."""
    is_large = form == "chat" or form in BINARY_FORMS
    most, most_lines = (MAILBOX_BYTES, MAILBOX_LINES) if is_large else (FOREIGN_BYTES, FOREIGN_LINES)
    if size > most or lines > most_lines:
        limit = f"{most // 1_000_000} MB" if size > most else f"{most_lines:,} lines"
        message = f"too long for a text that is not a record: it may have {limit}; split it"
        raise Unreadable(file, CoreCodes.UNREADABLE, message)

"""Text from records made safe for a page."""

from __future__ import annotations

from pyrnot.render.svg.text import escape
from pyrnot.render.text.lines import Charset, clean


def html_text(text: str) -> str:
    """Text from a record on one line, escaped and without unprintable characters."""
    return escape(clean(text, Charset.UNICODE))


def html_lines(text: str) -> str:
    """Text from a record on its own lines, escaped and without unprintable characters."""
    return "\n".join(html_text(line.expandtabs(4)) for line in text.split("\n"))

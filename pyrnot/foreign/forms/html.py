"""A saved page (TR1.1)."""

from __future__ import annotations

import re
from itertools import chain

from pyrnot.core.game import AnyGame
from pyrnot.foreign.decoded import DecodedPart, DecodedText
from pyrnot.foreign.engine import read_as_threads
from pyrnot.foreign.pages import page_lines
from pyrnot.foreign.size import check_size
from pyrnot.foreign.thread.messages import split_lines
from pyrnot.record.model import Record
from pyrnot.record.source import SourceText

TITLE = "a page of HTML"
RANK = 20

_BLOCK = r"(?:p|div|table|tr|td|blockquote|ul|ol|li|pre|article|section)"
_OPENS_PAGE = re.compile(
    r"\s*+(?:<!--(?:(?!-->).){0,2000}+-->\s*+)*+<(?:!doctype html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)
_OPENS_BLOCK = re.compile(rf"\s*<{_BLOCK}\b[^<>]*>", re.IGNORECASE)
_ENDS_BLOCK = re.compile(rf"</{_BLOCK}>", re.IGNORECASE)


def recognises(head: str) -> bool:
    """Whether a text begins as a page does, or as a part of one."""
    return bool(_OPENS_PAGE.match(head) or (_OPENS_BLOCK.match(head) and _ENDS_BLOCK.search(head)))


def read(source: SourceText, game: AnyGame | None) -> list[Record]:
    """The games of the page. Raises `Unreadable` for one that is too long."""
    lines = list(page_lines(source.text))
    check_size(source.file, "html", 0, len(lines))
    page = DecodedText([DecodedPart(lines)], source)
    return read_as_threads(page, game, [*split_lines(chain(*page.make_parts()))], title=TITLE)

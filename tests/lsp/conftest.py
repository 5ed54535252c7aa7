"""Documents with the cursor in them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pyrnot.lsp.document import Document, RecordPart

MARTIAN = '[Game "Martian Life"]\n[Red "Ana Lee"]\n\n'


def open_at(text: str) -> tuple[Document, RecordPart, int]:
    """A document of the text without its `|`, the part in which that is, and where; all of it is judged, with
    hints."""
    offset = text.index("|")
    document = Document(text[:offset] + text[offset + 1 :])
    for part in document.parts:
        _ = document.use(part).replay
        part.find_hints()
    part = next(part for part in document.parts if offset <= part.start + len(part.text))
    return document, part, offset - part.start


@pytest.fixture
def at() -> Callable[[str], tuple[Document, RecordPart, int]]:
    """`at("1. Sc|4")` is a document, the part at the `|`, and the offset in it."""
    return open_at


@pytest.fixture
def martian() -> str:
    """The tags of a record."""
    return MARTIAN

"""Puts the records of several files together in one text, and makes sure that each is read again as it was."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import dedent

from pyrnot.record.files import Unreadable, split_records_of
from pyrnot.record.outline import OPENS_TAG
from pyrnot.record.source import SourceText


class Unjoinable(Exception):
    """A record that would not be read again as it was; says which and why."""

    def __init__(self, source: SourceText, why: str) -> None:
        super().__init__(f"{source.file}, record {source.number}: {why}")


def join_records(sources: Sequence[SourceText]) -> str:
    """The text of all records as they are, but without the quotes of a mail, in order, a blank line between two.

    Raises `Unjoinable`.
    """
    texts = [_unquoted(source).strip("\n") + "\n" for source in sources]
    joined = "\n".join(texts)
    again = _split(joined)
    for source, text, found in zip(sources, texts, again, strict=False):
        if _from_first_tag(text) not in found.text:
            raise Unjoinable(source, "it would be read in another way after the records before it")
        if len(again) < len(sources) and not found.text.rstrip().endswith(text.rstrip()):
            why = "it has no turns and no result, so the next record would be read as part of it; end it with *"
            raise Unjoinable(source, why)
    return joined


def _unquoted(source: SourceText) -> str:
    """The text of a record; one that was pasted from a mail without its `>`."""
    return source.text if source.text == source.original else dedent(source.text)


def _split(text: str) -> list[SourceText]:
    try:
        return list(split_records_of("", text))
    except Unreadable:
        return []


def _from_first_tag(text: str) -> str:
    """A record from its first tag on: comments above it may go to the end of the record before."""
    lines = text.strip().split("\n")
    first = next((number for number, line in enumerate(lines) if OPENS_TAG.match(line)), 0)
    return "\n".join(lines[first:])

"""The comments and variations of a message that is not notation alone, beside what was read in it (R4)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from pyrnot.core.diagnostics import Severity, Span
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.thread.split.annotations import find_annotations, without
from pyrnot.record.model import Record
from pyrnot.record.read import read_strictly
from pyrnot.record.source import SourceText

_FILL = "\u2060"
"""What replaces annotations: it is not seen, and parts no columns as wide blanks do."""
_WORD = lazy_pattern(rf"[^\s{_FILL}]+")


class Addition(NamedTuple):
    """A turn or a result as a record has it, where it was read, and the plies before it."""

    text: str
    place: Span
    plies_before: int


class Annotated(NamedTuple):
    """The turns and the result of a text with what stands beside each, and whether anything else is left out that the
    record lacks."""

    lines: Sequence[str]
    has_left_out: bool


class AnnotatedText:
    """A text and its comments and variations. `plain` is the text without them, but as long."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.annotations = find_annotations(text)
        self.plain = without(text, self.annotations, _FILL)
        self._words = [word.start() for word in _WORD.finditer(self.plain)]

    def annotate(self, parts: Sequence[Addition], record: Record) -> Annotated:
        """The parts of a record that were read in the plain text, with the annotations that stand beside them."""
        beside = self._beside(sorted(part.place for part in parts))
        kept = [_taken(part, map(self._written, beside.pop(part.place, ())), record) for part in parts]
        left_out = {*map(self._written, self.annotations)} - {*chain.from_iterable(kept)}
        said = " ".join(record.source.text.split())
        return Annotated(
            [" ".join([part.text, *annotations]) for part, annotations in zip(parts, kept, strict=True)],
            any(" ".join(annotation.split()) not in said for annotation in left_out),
        )

    def _written(self, span: Span) -> str:
        """An annotation as it is written, with the line end that closes a comment in `#`."""
        words = self.text[span.start : span.end]
        return f"{words}\n" if words.startswith("#") else words

    def _beside(self, places: Sequence[Span]) -> dict[Span, list[Span]]:
        """The annotations that stand at some places in the order of the text: on their lines or below them with
        nothing between; above them, where a blank line precedes it."""
        found: dict[Span, list[Span]] = defaultdict(list)
        for annotation in self.annotations:
            below = bisect_right(places, annotation.start, key=lambda place: place.start)
            if below and self._is_blank(self._line_end(places[below - 1].end), annotation.start):
                found[places[below - 1]].append(annotation)
            elif below < len(places) and self._is_above(annotation, places[below]):
                found[places[below]].append(annotation)
        return found

    def _is_above(self, annotation: Span, place: Span) -> bool:
        """Whether an annotation is before something on its line, or above that below a blank line."""
        line = self._line_start(place.start)
        line_above = self._line_start(self._line_start(annotation.start) - 1)
        is_begun = self._is_blank(line_above, annotation.start)
        return annotation.start >= line or (is_begun and self._is_blank(annotation.end, line))

    def _is_blank(self, start: int, end: int) -> bool:
        return bisect_left(self._words, start) >= bisect_left(self._words, end)

    def _line_start(self, offset: int) -> int:
        return self.plain.rfind("\n", 0, max(offset, 0)) + 1

    def _line_end(self, offset: int) -> int:
        end = self.plain.find("\n", offset)
        return end if end >= 0 else len(self.plain)


def _taken(part: Addition, beside: Iterable[str], record: Record) -> Sequence[str]:
    """The annotations that a record may have beside a part of it: a bracket that has words after its number is not a
    variation."""
    annotations = [*beside]
    source = SourceText(" ".join([part.text, *annotations]))
    read = read_strictly(source, record.game, seats_by=record.tags, plies_before=part.plies_before)
    has_error = any(diagnostic.severity is Severity.ERROR for diagnostic in read.diagnostics)
    return [annotation for annotation in annotations if not (has_error and annotation.startswith("("))]

"""Diagrams, diagnostics and marks in words, for screen readers and for documents without colour.

Returns plain lines, not yet escaped for any markup.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, assert_never

from msgspec import Struct

from pyrnot.diagram import Board, Cards, Facts, Rack, Remarks, Ring
from pyrnot.record.source import SourceText
from pyrnot.render.report import draw_diagnostic
from pyrnot.render.text.lines import Charset, clean

if TYPE_CHECKING:
    from pyrnot.diagnostics import Diagnostic
    from pyrnot.diagram import Card, Diagram, Group, Mark, Shown

_SIGNS = {"$1": "!", "$2": "?", "$3": "!!", "$4": "??", "$5": "!?", "$6": "?!"}
"""The signs that players write for the first marks; the others have none in a text of one line."""


class Said(Struct, frozen=True):
    """One line about a diagram: what it is about, a note on that, and the name of each place with what is on it.

    What is on it begins with the sign between the two: `("a2", " white Medium")`, `("red", ": 2 red Smalls")`.
    """

    head: str
    note: str
    places: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        """The line."""
        return _labelled(f"{self.head}{self.note}", "; ".join(f"{name}{what}" for name, what in self.places))


def say_mark(mark: str) -> str:
    """A mark as players write it: `!?` for `$5`; one that has no sign stays as it is."""
    return _SIGNS.get(mark, mark)


def say_diagram(diagram: Diagram) -> list[str]:
    """Everything in the diagram except facts and remarks, which are words already."""
    return [clean(said.text, Charset.UNICODE) for said in say_places(diagram)]


def say_places(diagram: Diagram) -> Iterator[Said]:
    """The same, place by place."""
    for block in diagram.blocks:
        match block:
            case Board():
                yield from _board(block)
            case Rack():
                label, _, note = block.label.partition(" (")
                yield Said(label, f" ({note}" if note else "", tuple(map(_group, block.groups)))
            case Ring():
                way = "clockwise" if block.clockwise else "counter-clockwise"
                yield Said(block.label, f" ({way})", tuple(map(_group, block.slots)))
            case Cards():
                yield from [_card(card) for row in block.rows for card in row]
            case Facts() | Remarks():
                pass
            case _:
                assert_never(block)


def say_fault(fault: Diagnostic, source: SourceText) -> list[str]:
    """A diagnostic in full, with the name of the file but without its folder, which is private."""
    name = PurePath(source.file).name or source.file
    named = SourceText(
        source.text, file=name, number=source.number, first_line=source.first_line, original=source.original
    )
    return draw_diagnostic(fault, named).split("\n")


def _board(board: Board) -> Iterator[Said]:
    names = board.grid.names
    order = [square for square in board.grid.by_name if board.stacks.get(square)]
    stacks = [(names[square], f" {_pyramids(board.stacks[square])}") for square in order]
    is_stacked = any(len(board.stacks[square]) > 1 for square in order)
    note = " (stacks from the bottom up)" if is_stacked else ""
    yield Said("Board", note, tuple(stacks) or (("", "no pyramids"),))
    if board.paths:
        yield _alone("Paths", "; ".join("-".join(names[square] for square in path) for path in board.paths))
    gone = [(names[square], f" {_pyramids(board.ghosts[square])}") for square in sorted(board.ghosts)]
    if gone:
        yield Said("No longer there", "", tuple(gone))
    if board.spots:
        label = board.spot_label or "spot"
        yield _alone(f"{label[:1].upper()}{label[1:]}s", _names(board.spots, names))
    outside = board.outside
    if outside and board.region is not None:
        label = board.region_label or "in play"
        # Give the shorter of the two lists.
        if len(outside) <= len(board.region):
            yield _alone(f"Squares that are not {label}", _names(outside, names))
        else:
            yield _alone(f"Squares {label}", _names(board.region, names))


def _alone(head: str, text: str) -> Said:
    return Said(head, "", (("", text),))


def _names(squares: Iterable[int], names: Sequence[str]) -> str:
    return " ".join(sorted(names[square] for square in squares))


def _card(card: Card) -> Said:
    owner = f" ({card.owner})" if card.owner and card.owner not in card.title else ""
    return Said(card.title, f"{owner}{_mark(card.mark)}", tuple(map(_group, card.groups)))


def _group(group: Group) -> tuple[str, str]:
    """The group's label and what is in it, without a colour that its label names."""
    pyramids = _pyramids(group.pyramids, named=group.label)
    note = group.note
    if note and pyramids:
        note = f" {note}" if note.startswith("(") and note.endswith(")") else f" ({note})"
    said = f"{pyramids}{note}" or "none"
    mark = _mark(group.mark).strip() if not group.label else _mark(group.mark)
    return group.label, f"{mark}: {said}" if group.label or mark else said


def _pyramids(pyramids: Sequence[Shown], named: str = "") -> str:
    return ", ".join(_pyramid(shown, named) for shown in pyramids)


def _pyramid(shown: Shown, named: str) -> str:
    word = shown.words.removeprefix(f"{named} ")
    if shown.count != 1:
        word = f"{shown.count or 'no'} {word}s"
    return f"{word}{_mark(shown.mark)}"


def _mark(mark: Mark | None) -> str:
    return f" ({mark})" if mark else ""


def _labelled(label: str, text: str) -> str:
    return f"{label}: {text}" if label else text

"""Diagrams, diagnostics and marks in words, for screen readers and for documents without colour.

Returns plain lines, not yet escaped for any markup.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import assert_never

from msgspec.structs import replace

from pyrnot.core.diagnostics import Diagnostic
from pyrnot.core.diagram import (
    BoardBlock,
    Card,
    Cards,
    Diagram,
    DrawnPyramid,
    Facts,
    Group,
    Mark,
    Rack,
    Remarks,
    Ring,
)
from pyrnot.record.source import SourceText
from pyrnot.render.report import draw_diagnostic
from pyrnot.render.text.board import path_texts, refused_texts
from pyrnot.render.text.lines import Charset, clean

_MARKS = {"$1": "!", "$2": "?", "$3": "!!", "$4": "??", "$5": "!?", "$6": "?!"}
"""What players write for the first marks; the others have none in a text of one line."""


Sentence = tuple[str, str]
"""One line about a diagram: what it is about, and the rest, such as `: a2 white Medium; a5 black Medium`."""


def say_mark(mark: str) -> str:
    """A mark as players write it: `!?` for `$5`; one that has none stays as it is."""
    return _MARKS.get(mark, mark)


def say_diagram(diagram: Diagram) -> list[str]:
    """Everything in the diagram except facts and remarks, which are words already."""
    return [clean(head + rest, Charset.UNICODE) for head, rest in sentences(diagram)]


def sentences(diagram: Diagram) -> Iterator[Sentence]:
    """The lines of `say_diagram`, each with what it is about."""
    for block in diagram.blocks:
        match block:
            case BoardBlock():
                yield from _board(block)
            case Rack():
                label, _, note = block.label.partition(" (")
                yield _sentence(label, f" ({note}" if note else "", map(_group, block.groups))
            case Ring():
                way = "clockwise" if block.clockwise else "counter-clockwise"
                yield _sentence(block.label, f" ({way})", map(_group, block.slots))
            case Cards():
                yield from [_card(card) for row in block.rows for card in row]
            case Facts() | Remarks():
                pass
            case _:
                assert_never(block)


def say_diagnostic(diagnostic: Diagnostic, source: SourceText, width: int | None = None) -> list[str]:
    """A diagnostic in full, with the name of the file but without its folder, which is private."""
    file = PurePath(source.file).name or source.file
    return draw_diagnostic(diagnostic, source, file=file, width=width).split("\n")


def say_location(diagnostic: Diagnostic, source: SourceText, width: int) -> list[str]:
    """What follows the message of a diagnostic: where it is, that line of the text, and what helps."""
    _, *lines = say_diagnostic(replace(diagnostic, message="", related=None), source, width)
    return lines


def _board(board: BoardBlock) -> Iterator[Sentence]:
    yield _stacks(board)
    if board.paths:
        yield _sentence("Paths", "", path_texts(board))
    for label, texts in refused_texts(board):
        yield _sentence(label, "", texts)
    if board.ghosts:
        yield _sentence("No longer there", "", [_gone(board, square) for square in sorted(board.ghosts)])
    if board.spots:
        label = board.spot_label or "spot"
        yield _sentence(f"{label[:1].upper()}{label[1:]}s", "", [_names(board.spots, board.grid.names)])
    if board.outside and board.region is not None:
        yield _region(board, board.region)


def _stacks(board: BoardBlock) -> Sentence:
    """The pyramids on each square that has any."""
    names = board.grid.names
    order = [square for square in board.grid.by_name if board.stacks.get(square)]
    stacks = [f"{names[square]} {_pyramids(board.stacks[square])}" for square in order]
    is_stacked = any(len(board.stacks[square]) > 1 for square in order)
    note = " (stacks from the bottom up)" if is_stacked else ""
    return _sentence("Board", note, stacks or ["no pyramids"])


def _gone(board: BoardBlock, square: int) -> str:
    """What is no longer on a square, and the wave that removed it."""
    wave = board.waves.get(square)
    return f"{board.grid.names[square]} {_pyramids(board.ghosts[square])}" + (f" in wave {wave}" if wave else "")


def _region(board: BoardBlock, region: Collection[int]) -> Sentence:
    """The squares of a region of the board, or, where those are fewer, the other squares."""
    label = board.region_label or "in play"
    if len(board.outside) <= len(region):
        return _sentence(f"Squares that are not {label}", "", [_names(board.outside, board.grid.names)])
    return _sentence(f"Squares {label}", "", [_names(region, board.grid.names)])


def _sentence(head: str, note: str, parts: Iterable[str]) -> Sentence:
    return head, f"{note}{': ' if head or note else ''}{'; '.join(parts)}"


def _names(squares: Iterable[int], names: Sequence[str]) -> str:
    return " ".join(sorted(names[square] for square in squares))


def _card(card: Card) -> Sentence:
    owner = f" ({card.owner})" if card.owner and card.owner not in card.title else ""
    return _sentence(card.title, f"{owner}{_mark(card.mark)}", map(_group, card.groups))


def _group(group: Group) -> str:
    """The group's label and what is in it, without a colour that its label names."""
    label = f"{group.label}{_mark(group.mark)}".strip()
    pyramids = _pyramids(group.pyramids, named=group.label)
    note = group.note
    if note and pyramids:
        note = f" {note}" if note.startswith("(") and note.endswith(")") else f" ({note})"
    sentence = f"{pyramids}{note}" or "none"
    return f"{label}: {sentence}" if label else sentence


def _pyramids(pyramids: Sequence[DrawnPyramid], named: str = "") -> str:
    return ", ".join(_pyramid(shown, named) for shown in pyramids)


def _pyramid(shown: DrawnPyramid, named: str) -> str:
    word = shown.words.removeprefix(f"{named} ")
    if shown.count != 1:
        word = f"{shown.count or 'no'} {word}s"
    return f"{word}{_mark(shown.mark)}"


def _mark(mark: Mark | None) -> str:
    return f" ({mark})" if mark else ""

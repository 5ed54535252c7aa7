"""Diagrams and diagnostics in words, for screen readers and for documents without colour.

Returns plain lines, not yet escaped for any markup.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, assert_never

from pyrnot.diagram import Board, Cards, Facts, Rack, Remarks, Ring
from pyrnot.record.source import SourceText
from pyrnot.render.report import draw_diagnostic
from pyrnot.render.text.lines import Charset, clean

if TYPE_CHECKING:
    from pyrnot.diagnostics import Diagnostic
    from pyrnot.diagram import Card, Diagram, Group, Mark, Shown


def say_diagram(diagram: Diagram) -> list[str]:
    """Everything in the diagram except facts and remarks, which are words already."""
    lines: list[str] = []
    for block in diagram.blocks:
        match block:
            case Board():
                lines += _board(block)
            case Rack():
                lines.append(_labelled(block.label, "; ".join(map(_group, block.groups))))
            case Ring():
                way = "clockwise" if block.clockwise else "counter-clockwise"
                lines.append(_labelled(f"{block.label} ({way})", "; ".join(map(_group, block.slots))))
            case Cards():
                lines += [_card(card) for row in block.rows for card in row]
            case Facts() | Remarks():
                pass
            case _:
                assert_never(block)
    return [clean(line, Charset.UNICODE) for line in lines]


def say_fault(fault: Diagnostic, source: SourceText) -> list[str]:
    """A diagnostic in full, with the name of the file but without its folder, which is private."""
    name = PurePath(source.file).name or source.file
    named = SourceText(
        source.text, file=name, number=source.number, first_line=source.first_line, original=source.original
    )
    return draw_diagnostic(fault, named).split("\n")


def _board(board: Board) -> Iterator[str]:
    names = board.grid.names
    order = [square for square in board.grid.by_name if board.stacks.get(square)]
    stacks = [f"{names[square]} {_pyramids(board.stacks[square])}" for square in order]
    heading = "Board"
    if any(len(board.stacks[square]) > 1 for square in order):
        heading = "Board (stacks from the bottom up)"
    yield _labelled(heading, "; ".join(stacks) or "no pyramids")
    if board.paths:
        yield _labelled("Paths", "; ".join("-".join(names[square] for square in path) for path in board.paths))
    gone = [f"{names[square]} {_pyramids(board.ghosts[square])}" for square in sorted(board.ghosts)]
    if gone:
        yield _labelled("No longer there", "; ".join(gone))
    if board.spots:
        label = board.spot_label or "spot"
        yield _labelled(f"{label[:1].upper()}{label[1:]}s", _names(board.spots, names))
    outside = board.outside
    if outside and board.region is not None:
        label = board.region_label or "in play"
        # Give the shorter of the two lists.
        if len(outside) <= len(board.region):
            yield _labelled(f"Squares that are not {label}", _names(outside, names))
        else:
            yield _labelled(f"Squares {label}", _names(board.region, names))


def _names(squares: Iterable[int], names: Sequence[str]) -> str:
    return " ".join(sorted(names[square] for square in squares))


def _card(card: Card) -> str:
    owner = f" ({card.owner})" if card.owner and card.owner not in card.title else ""
    return _labelled(f"{card.title}{owner}{_mark(card.mark)}", "; ".join(map(_group, card.groups)))


def _group(group: Group) -> str:
    label = f"{group.label}{_mark(group.mark)}".strip()
    pyramids = _pyramids(group.pyramids)
    note = group.note
    if note and pyramids:
        note = f" {note}" if note.startswith("(") and note.endswith(")") else f" ({note})"
    said = f"{pyramids}{note}" or "none"
    return f"{label}: {said}" if label else said


def _pyramids(pyramids: Sequence[Shown]) -> str:
    return " ".join(_pyramid(shown) for shown in pyramids)


def _pyramid(shown: Shown) -> str:
    count = f"{shown.count}\N{MULTIPLICATION SIGN}" if shown.count != 1 else ""
    return f"{count}{shown.letters}{_mark(shown.mark)}"


def _mark(mark: Mark | None) -> str:
    return f" ({mark})" if mark else ""


def _labelled(label: str, text: str) -> str:
    return f"{label}: {text}" if label else text

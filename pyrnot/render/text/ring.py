"""A ring of slots as text: in a circle if it fits, otherwise as a list."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pyrnot.render.text.blocks import group_label, group_pieces, group_piece
from pyrnot.render.text.lines import Piece, columns, fold, short

if TYPE_CHECKING:
    from pyrnot.diagram import Ring
    from pyrnot.render.text.pen import Pen

_WIDTH = 72


def ring_text(ring: Ring, pen: Pen, width: int) -> str:
    """The slots in a circle, the first at the top; if there is no room for one, a list that states the direction."""
    return _circle(ring, pen, min(width, _WIDTH)) or _list(ring, pen, width)


def _direction(ring: Ring, pen: Pen) -> tuple[str, str]:
    """The sign and the word for the direction of the indicator."""
    return (pen.signs.clockwise, "clockwise") if ring.clockwise else (pen.signs.counter, "counter-clockwise")


def _circle(ring: Ring, pen: Pen, width: int) -> str:
    """The circle, "" if it does not fit: each slot takes two lines, its label and its pyramids."""
    labels = [group_label(slot, pen, width) for slot in ring.slots]
    slots = [
        (Piece(label, pen.columns(label)), group_piece(slot, pen, width, with_label=False))
        for label, slot in zip(labels, ring.slots, strict=True)
    ]
    middles = _middles(len(slots), width, max([piece.columns for slot in slots for piece in slot], default=0))
    if not middles:
        return ""
    lines: list[list[tuple[float, Piece]]] = [[] for _ in range(2 * (len(slots) // 2 + 1))]
    for (row, middle), slot in zip(middles, slots, strict=True):
        for below, piece in enumerate(slot):
            lines[2 * row + below].append((middle, piece))
    sign, word = _direction(ring, pen)
    name = short(ring.label, pen.charset, width // 3)
    centre = (Piece(pen.label(name), columns(name)), Piece(f"{sign} {word}", columns(f"{sign} {word}")))
    for below, piece in enumerate(centre):
        lines[len(lines) // 2 - 1 + below].append((width / 2, piece))
    drawn = [text for text in map(_place, lines) if text is not None]
    return "\n".join(drawn) if len(drawn) == len(lines) else ""


def _place(pieces: list[tuple[float, Piece]]) -> str | None:
    """A line with each piece centred on its column, None if two pieces touch."""
    line, taken = "", 0
    for middle, piece in sorted(pieces):
        start = round(middle - piece.columns / 2)
        if line and start <= taken:
            return None
        line += " " * (start - taken) + piece.text
        taken = start + piece.columns
    return line


def _middles(count: int, width: int, slot_width: int) -> list[tuple[int, float]]:
    """For each slot its row and the column of its middle; none if there are too few slots or two in a row touch."""
    radius = (width - slot_width) / 2
    if count < 3 or radius < slot_width / 2 + 1:
        return []
    middles: list[tuple[int, float]] = []
    taken: dict[int, list[tuple[int, int]]] = {}
    for number in range(count):
        row = min(number, count - number)
        middle = width / 2 + radius * math.sin(2 * math.pi * number / count)
        start, end = round(middle - slot_width / 2), round(middle + slot_width / 2)
        if any(start <= other_end and other_start <= end for other_start, other_end in taken.get(row, ())):
            return []
        taken.setdefault(row, []).append((start, end))
        middles.append((row, middle))
    return middles


def _list(ring: Ring, pen: Pen, width: int) -> str:
    """The slots one per line in clockwise order, below a line that states the direction."""
    sign, word = _direction(ring, pen)
    label = short(ring.label, pen.charset, width // 3)
    first = Piece(f"{pen.label(label)}:", columns(label) + 1)
    words = [Piece(text, columns(text)) for text in (f"{word} {sign},", "slots", "in", "clockwise", "order:")]
    slots = [fold(group_pieces(slot, pen, width), width, first=Piece("  ", 2), indent=4, gap=1) for slot in ring.slots]
    return "\n".join([fold(words, width, first=first, indent=2, gap=1), *slots])
